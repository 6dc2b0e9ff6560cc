/**
 * Tests on the square of a counter, `i * i <= n`: what they say of the counter itself. Of `a*i*i + b*i <= k` it is that
 * (2*a*i + b)^2 <= 4*a*k + b*b. Example: an `int` n is below 46341 * 46341, so `i * i <= n` leaves i at most 46340.
 */
import { intervalOf, int, partsOf, sub, substitute, sumOf } from '../logic/index.ts';
import type { Part, Term } from '../logic/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { ExitTest } from './exit-tests.ts';
import type { AtEntry } from './no-wrap.ts';
import { moves } from './progress.ts';

/** A test of the counter that holds wherever the given one does; null where that is about no square. */
export function ofTheRoot(test: ExitTest, effects: BlockEffects, entry: AtEntry): ExitTest | null {
  if (test.kind !== 'ge') return null;
  const { constant, parts } = partsOf(test.quantity);
  const [square, ...others] = parts.filter(({ mono }) => squareOf(mono) !== null && moves(mono, effects));
  const counter = square && squareOf(square.mono);
  if (!counter || others.length > 0 || square.coef >= 0n) return null;
  const linear = parts.find(({ mono }) => mono === counter);
  const rest = parts.filter((p) => p !== square && p !== linear);
  if (rest.some(({ mono }) => moves(mono, effects))) return null;
  const { hi } = intervalOf(substitute(sumOf(constant, rest), entry.values), entry.range);
  return hi === null ? null : { ...test, quantity: sub(int(greatest(square, linear, hi)), counter) };
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
