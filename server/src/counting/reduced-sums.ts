/**
 * Sums and differences that are compared as C reduces them: `while (len - off >= 4) off += 4;` of unsigned numbers. What
 * is compared lies between 0 and the type's end, whatever the variables are and whether they wrap around or not: it is
 * a counter of its own, and moves as its parts do together. Source: our own.
 */
import { implies } from '../decide/index.ts';
import {
  add,
  div,
  ge0,
  int,
  intervalOf,
  isConst,
  mod,
  nearZero,
  partsOf,
  plus,
  scale,
  sub,
  substitute,
} from '../logic/index.ts';
import type { Term } from '../logic/index.ts';
import type { BlockEffects } from './block-effects.ts';
import { maximum } from './count-text.ts';
import type { ExitTest } from './exit-tests.ts';
import type { AtEntry } from './no-wrap.ts';
import type { NoWrap } from './progress.ts';
import { movedUntil, movement, moves, unreduced } from './progress.ts';
import { isBefore, isReadable, quotient, strideOf } from './strides.ts';
import type { TestCount } from './test-count.ts';

/** What is compared is `coef` times `arg` reduced by the modulus, and something that stays the same. */
interface Reduced {
  readonly coef: 1n | -1n;
  readonly arg: Term;
  readonly by: bigint;
  readonly rest: Term;
  /** Of several parts. */
  readonly isSum: boolean;
}

/** What every iteration takes from a quantity, and what it has taken when the quantity is tested. */
interface Fall {
  readonly least: Term;
  readonly most: Term;
  readonly first: Term;
  readonly needs: readonly NoWrap[];
}

/**
 * While `quantity` >= 0. Null where it isn't such a sum. The last step must not take it around the type's end: `while
 * (head - tail >= n) tail++;` never ends for 0.
 */
export function countReduced(test: ExitTest, effects: BlockEffects, entry: AtEntry): TestCount | null {
  const reduced = test.kind === 'ge' ? reducedIn(test.quantity, test.begun, effects) : null;
  if (reduced === null) return null;
  const { coef, arg, by, rest, isSum } = reduced;
  const { quantity, needs } = unreduced(arg, effects, test.block);
  const fall = fallOf(scale(coef, quantity), test, effects, entry);
  // modulo the type's size all of them are where they would be without it
  if (!fall || ![...needs, ...fall.needs].every((need) => need.by % by === 0n)) return null;
  const { facts, range } = entry;
  const { least, most, first } = fall;
  const counter = mod(sub(substitute(quantity, entry.values), scale(coef, first)), by);
  const limit = substitute(scale(-coef, rest), entry.values);
  // how far it is from the type's end behind the last step that the test allows
  const left = sub(coef > 0n ? limit : sub(int(by - 1n), limit), most);
  const { lo, hi } = intervalOf(left, range);
  if (hi !== null && hi < 0n) return null;
  const isProven = (lo !== null && lo >= 0n) || implies(facts, ge0(left), range);
  if (!isProven && !(isSum && isConst(least))) return null;
  const above = scale(coef, sub(counter, limit));
  const passes = maximum(
    int(0),
    isConst(least) ? plus(div(above, least.value), 1n) : quotient(add(above, least), least),
  );
  return {
    count: test.begun ? plus(passes, 1n) : passes,
    exact: least === most,
    unproven: [],
    where: null,
    towards: null,
    ...conditionOf({ fall, limit, left: isProven ? null : left, isAbove: coef > 0n }, entry),
    restsOn: [],
  };
}

interface Ending {
  readonly fall: Fall;
  readonly limit: Term;
  /** Null: it is never below zero. */
  readonly left: Term | null;
  /** The test is that the counter isn't less than the limit. */
  readonly isAbove: boolean;
}

/** What it takes for the last step to be the end. */
function conditionOf(
  { fall: { least, most }, limit, left, isAbove }: Ending,
  { range }: AtEntry,
): Pick<TestCount, 'positive' | 'always'> {
  const isNatural = (t: Term): boolean => (intervalOf(t, range).lo ?? -1n) >= 0n;
  const none = { first: limit, is: { most: 0n } };
  if (!isConst(least)) {
    // what isn't less than the step that it falls by is so for ever where that is zero
    const always = isAbove && limit === least && isNatural(least);
    return { positive: { step: least, within: [] }, ...(always && { always: none }) };
  }
  if (left === null) return { positive: null };
  // in steps of one it comes to every value: to go on from the last is to go on from all of them
  const always = isAbove && isConst(most) && most.value === 1n && isNatural(limit);
  return { positive: { step: plus(left, 1n), within: [] }, ...(always && { always: none }) };
}

/** Null: it doesn't fall in every iteration, or it isn't known by how much. */
function fallOf(falling: Term, test: ExitTest, effects: BlockEffects, { values, range }: AtEntry): Fall | null {
  const moved = movement(falling, effects);
  const { lo, hi } = moved.step;
  const first = movedUntil(moved, test);
  if (first && first.lo !== null && first.lo === first.hi && lo !== null && hi !== null && hi < 0n)
    return { least: int(-hi), most: int(-lo), first: int(-first.lo), needs: moved.needs };
  const stride = strideOf(falling, effects);
  if (stride === null) return null;
  const step = substitute(stride.step, values);
  const { lo: known, hi: largest } = intervalOf(step, range);
  if (!isReadable(step) || known === null || known < 0n || largest === 0n) return null;
  return { least: step, most: step, first: isBefore(stride.block, test, effects) ? step : int(0), needs: stride.needs };
}

/**
 * One reduced sum of several parts is all that moves. Behind the first step, `isMoved`, one that it takes from will do,
 * as `n -= 3`.
 */
function reducedIn(quantity: Term, isMoved: boolean, effects: BlockEffects): Reduced | null {
  const { constant, parts } = partsOf(quantity);
  const [only, ...others] = parts.filter(({ mono }) => moves(mono, effects));
  if (!only || others.length > 0 || only.mono.kind !== 'mod' || (only.coef !== 1n && only.coef !== -1n)) return null;
  const { arg, by } = only.mono;
  const { parts: summed, constant: added } = partsOf(nearZero(arg, by));
  const isSum = summed.length > 1;
  if (!isSum && !(isMoved && only.coef > 0n && added < 0n)) return null;
  const rest = parts
    .filter((p) => p !== only)
    .reduce((sum: Term, { coef, mono }) => add(sum, scale(coef, mono)), int(constant));
  return { coef: only.coef, arg, by, rest, isSum };
}
