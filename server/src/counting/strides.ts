/**
 * Loops that go on by a step that isn't a number but stays the same: `i += k`, `n -= d`. A quantity M >= 0 that falls by
 * s in each iteration is passed M / s + 1 times, where s is greater than zero. Source: our own.
 */
import {
  READ,
  TRUNCATED_QUOTIENT,
  add,
  app,
  div,
  int,
  intervalOf,
  isConst,
  mul,
  neg,
  partsOf,
  plus,
  rewrite,
  scale,
  sub,
  substitute,
  sumOf,
  sym,
  symbolsOf,
  truncatedDivision,
} from '../logic/index.ts';
import type { RangeOf, Term } from '../logic/index.ts';
import type { BlockId } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import { maximum } from './count-text.ts';
import type { ExitTest } from './exit-tests.ts';
import type { AtEntry } from './no-wrap.ts';
import { inRangeWhere } from './no-wrap.ts';
import { changeBy, movement, moves, unreduced } from './progress.ts';
import type { NoWrap } from './progress.ts';
import type { TestCount } from './test-count.ts';
import { isOfVariables, unprovenOf } from './unproven-wraps.ts';

/** A variable, a member, a product of such, a part of one, a difference of two: nobody reads a quotient by more. */
export function isReadable(step: Term): boolean {
  const { parts } = partsOf(step);
  return parts.length > 0 && parts.length <= 2 && parts.every(({ mono }) => isPlain(mono));
}

const isPlain = (t: Term): boolean => {
  if (t.kind === 'prod') return t.factors.length <= MOST_FACTORS && t.factors.every(isPlain);
  return t.kind === 'sym' || (t.kind === 'app' && t.fn === READ) || (t.kind === 'div' && isReadable(t.arg));
};

const MOST_FACTORS = 3;

/** The step where it is greater than zero: `k / 50` isn't rounded up then. */
function positivePart(step: Term): Term {
  const division = step.kind === 'ite' ? truncatedDivision(step.cond, step.then, step.else) : null;
  return division?.operator === '/' ? div(division.arg, division.by) : step;
}

/** Null where the quantity doesn't fall by one such step in each iteration. */
export function countStrides(test: ExitTest, effects: BlockEffects, entry: AtEntry): TestCount | null {
  if (test.kind !== 'ge') return null;
  const { quantity, needs: atTest } = unreduced(test.quantity, effects, test.block);
  const stride = strideOf(quantity, effects);
  if (stride === null) return null;
  const step = positivePart(substitute(stride.step, entry.values));
  const { hi } = intervalOf(step, entry.range);
  if (!isReadable(step) || (hi !== null && hi < 1n)) return null;
  const { term: first, within } = unwrapped(substitute(quantity, entry.values), entry.range);
  const passed = isBefore(stride.block, test, effects) ? first : add(first, step);
  // rounded towards zero or down, it is no more than zero where it is below
  const count = test.begun
    ? maximum(int(1), quotient(add(passed, step), step))
    : maximum(int(0), quotient(passed, step));
  const moved = movement(quantity, effects);
  const guard = { quantity, block: test.block, behind: test.behind, place: test.place, moved, most: null };
  const { unproven, where } = unprovenOf(
    atTest,
    { ...moved, needs: stride.needs },
    (need, testing) => inRangeWhere(need, guard, effects, entry, testing),
    effects,
  );
  const isTested = (need: NoWrap): boolean => atTest.includes(need) && !isOneAhead(need, stride);
  if (!unproven.every((need) => isOfVariables(need, isTested(need), entry.range))) return null;
  const isPlain = unproven.length === 0 && within.length === 0;
  return {
    count,
    exact: true,
    unproven,
    where,
    towards: null,
    positive: { step, within },
    ...(isPlain && endlessAtZero(step, passed, entry)),
    restsOn: [],
  };
}

/** Where the step is zero, the test always holds: `while (n >= k) n -= k;` of unsigned numbers. */
function endlessAtZero(step: Term, tested: Term, { range }: AtEntry): Pick<TestCount, 'always'> {
  const without = step.kind === 'sym' ? substitute(tested, new Map([[step.symbol, int(0)]])) : null;
  const isSure = without !== null && [step, without].every((t) => (intervalOf(t, range).lo ?? -1n) >= 0n);
  return isSure ? { always: { first: step, is: { most: 0n } } } : {};
}

/**
 * What is tested is what the counter is to become: `while (off + n <= len) off += n;`. If that wraps around and the loop
 * goes on, so does the counter.
 */
const isOneAhead = ({ arg }: NoWrap, { step, needs }: Stride): boolean =>
  needs.some((own) => own.arg === arg) && partsOf(sub(arg, step)).parts.length === 1;

/** The term as if limits such as `n * size` didn't wrap around, and those that mustn't for that. */
function unwrapped(term: Term, range: RangeOf): { readonly term: Term; readonly within: readonly Term[] } {
  const within: Term[] = [];
  const plain = rewrite(term, (t) => {
    if (t.kind !== 'mod' || !isComputed(t.arg, t.by, range)) return null;
    within.push(t.arg);
    return t.arg;
  });
  return { term: plain, within };
}

/** A sum or a product of numbers of the type, which may be too large for it; not `a & 15` nor `(unsigned)a`. */
function isComputed(arg: Term, by: bigint, range: RangeOf): boolean {
  const { constant, parts } = partsOf(arg);
  const isAlone = constant === 0n && parts.length === 1 && parts[0]?.mono.kind !== 'prod';
  return (
    !isAlone &&
    WIDTHS.has(by) &&
    [...symbolsOf(arg)].every((s) => {
      const { lo, hi } = intervalOf(sym(s), range);
      return lo !== null && hi !== null && lo > -by && hi < by;
    })
  );
}

/** Moduli that arithmetic of C has. */
const WIDTHS: ReadonlySet<bigint> = new Set([1n << 32n, 1n << 64n]);

/** `term / step`, where step >= 1: of `n * step + step - 1` it is n. */
export function quotient(term: Term, step: Term): Term {
  const { constant, parts } = partsOf(term);
  const whole = parts.flatMap(({ coef, mono }) => {
    const factors = mono.kind === 'prod' ? mono.factors : [mono];
    const at = factors.indexOf(step);
    return at < 0 ? [] : [{ mono, times: scale(coef, factors.filter((_, i) => i !== at).reduce(mul, int(1))), coef }];
  });
  const times = add(int(0), ...whole.map((part) => part.times));
  const rest = sub(
    term,
    sumOf(
      0n,
      whole.map(({ coef, mono }) => ({ coef, mono })),
    ),
  );
  // what is left is a number: -1 / step is rounded down to -1, and (step - 1) / step is 0
  if (isConst(rest) && (constant === 0n || constant === -1n)) return plus(times, constant);
  return app(TRUNCATED_QUOTIENT, [term, step]);
}

export interface Stride {
  readonly step: Term;
  readonly block: BlockId;
  readonly needs: readonly NoWrap[];
}

/** What every iteration takes from the quantity, once; null where that isn't the same each time. */
export function strideOf(quantity: Term, effects: BlockEffects): Stride | null {
  const { shape } = effects;
  let found: Stride | null = null;
  for (const block of shape.order) {
    const change = changeBy(quantity, effects, block);
    if (change === null) return null;
    const { by, needs } = change;
    if (by === null) continue;
    const isOnce = found === null && shape.spine.has(block) && !shape.inner.has(block);
    if (!isOnce || moves(by, effects)) return null;
    found = { step: neg(by), block, needs };
  }
  return found;
}

/** The block lies before the place where the test looks at its quantity; each iteration passes both. */
export function isBefore(block: BlockId, test: ExitTest, { shape: { order } }: BlockEffects): boolean {
  if (block === test.block) return test.behind;
  return order.indexOf(block) < order.indexOf(test.block);
}
