/**
 * Tests on the square of a counter, `i * i <= n` or `i <= n / i`: what they say of the counter itself. Of
 * `a*i*i + b*i <= k` it is that (2*a*i + b)^2 <= 4*a*k + b*b. Example: an `int` n is below 46341 * 46341, so `i * i <= n`
 * leaves i at most 46340.
 */
import { TRUNCATED_QUOTIENT, add, intervalOf, int, partsOf, scale, sub, substitute, sumOf } from '../logic/index.ts';
import type { Interval, ModTerm, Part, Term } from '../logic/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { ExitTest } from './exit-tests.ts';
import type { AtEntry } from './no-wrap.ts';
import { movement, moves } from './progress.ts';
import type { NoWrap } from './progress.ts';

/** A test that holds wherever another one does. */
export interface RootTest {
  readonly test: ExitTest;
  /** Only where these don't wrap around. */
  readonly unproven: readonly NoWrap[];
}

/** The test of the counter; null where the given one is about no square. */
export function ofTheRoot(test: ExitTest, effects: BlockEffects, entry: AtEntry): RootTest | null {
  if (test.kind !== 'ge') return null;
  const { constant, parts: all } = partsOf(test.quantity);
  const most = ofTheQuotient(constant, all, effects, entry);
  if (most !== null) return { test: { ...test, quantity: sub(int(most.root), most.counter) }, unproven: [] };
  const wrapped = all.find(({ mono }) => mono.kind === 'mod' && partsOf(mono.arg).parts.some(isSquare));
  const reduced = wrapped?.mono.kind === 'mod' ? wrapped.mono : null;
  const whole =
    wrapped && reduced ? add(test.quantity, scale(wrapped.coef, sub(reduced.arg, wrapped.mono))) : test.quantity;
  const { constant: added, parts } = partsOf(whole);
  const [square, ...others] = parts.filter((p) => isSquare(p) && moves(p.mono, effects));
  const counter = square && squareOf(square.mono);
  if (!counter || others.length > 0 || square.coef >= 0n) return null;
  const linear = parts.find(({ mono }) => mono === counter);
  const rest = parts.filter((p) => p !== square && p !== linear);
  const { hi } = rangeOf(sumOf(added, rest), effects, entry);
  if (hi === null) return null;
  const root = greatest(square, linear, hi);
  const unproven =
    reduced === null || staysBelow(reduced, { counter, root }, effects, entry)
      ? []
      : [{ block: test.block, arg: reduced.arg, by: reduced.by }];
  return { test: { ...test, quantity: sub(int(root), counter) }, unproven };
}

/**
 * Whether the polynomial of a counter, which is tested each time, is still below the modulus where the counter has just
 * passed the root: `i * i` of an `unsigned long` i that is compared with an `unsigned` number.
 */
function staysBelow(
  { arg, by }: ModTerm,
  { counter, root }: { readonly counter: Term; readonly root: bigint },
  effects: BlockEffects,
  { values, range }: AtEntry,
): boolean {
  const { step } = movement(counter, effects);
  const first = intervalOf(substitute(counter, values), range);
  if (step.lo === null || step.hi === null || first.lo === null || first.hi === null) return false;
  const last = (first.hi > root ? first.hi : root) + step.hi;
  const { constant, parts } = partsOf(arg);
  const isGrowing = constant >= 0n && parts.every(({ coef }) => coef > 0n);
  const degree = ({ mono }: Part): bigint | null => (mono === counter ? 1n : squareOf(mono) === counter ? 2n : null);
  const most = parts.reduce<bigint | null>((sum, p) => {
    const power = degree(p);
    return sum === null || power === null ? null : sum + p.coef * last ** power;
  }, constant);
  return isGrowing && step.lo >= 0n && first.lo >= 0n && most !== null && most < by;
}

const isSquare = ({ mono }: Part): boolean => squareOf(mono) !== null;

/** What a term may be worth in any iteration. */
const rangeOf = (t: Term, effects: BlockEffects, { values, range }: AtEntry): Interval =>
  moves(t, effects) ? intervalOf(t, effects.reading.symbols.range) : intervalOf(substitute(t, values), range);

/** Of a positive i, i <= n / i is i * i <= n. */
function ofTheQuotient(
  constant: bigint,
  parts: readonly Part[],
  effects: BlockEffects,
  entry: AtEntry,
): { readonly counter: Term; readonly root: bigint } | null {
  const quotient = parts.find(({ coef, mono }) => coef === 1n && mono.kind === 'app' && mono.fn === TRUNCATED_QUOTIENT);
  const counter = parts.find((p) => p !== quotient && p.coef === -1n)?.mono;
  const [whole, by] = quotient?.mono.kind === 'app' ? quotient.mono.args : [];
  if (parts.length !== 2 || constant > 0n || !counter || !whole || by !== counter) return null;
  const { hi } = rangeOf(whole, effects, entry);
  return hi === null ? null : { counter, root: hi < 0n ? 0n : squareRoot(hi) };
}

/** i of `i * i`, i + 1 of `(i + 1) * (i + 1)`. */
function squareOf(mono: Term): Term | null {
  if (mono.kind !== 'prod' || mono.factors.length !== 2) return null;
  const [first, second] = mono.factors;
  return first !== undefined && first === second ? first : null;
}

/** The greatest i with a*i*i + b*i <= k, or more. */
function greatest(square: Part, linear: Part | undefined, k: bigint): bigint {
  const a = -square.coef;
  const b = -(linear?.coef ?? 0n);
  const discriminant = 4n * a * k + b * b;
  const top = (discriminant < 0n ? 0n : squareRoot(discriminant)) - b;
  return top >= 0n ? top / (2n * a) : -(-top / (2n * a));
}

/** Rounded down. */
function squareRoot(n: bigint): bigint {
  if (n < 2n) return n;
  let root = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + n / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
