/** What a count takes of the values before its loop: that a distance isn't negative. */
import { implies } from '../decide/index.ts';
import {
  TRUE,
  and,
  ge0,
  int,
  intervalOf,
  isConst,
  isPowerOfTwo,
  mask,
  nearZero,
  partsOf,
  plus,
  rewrite,
  scale,
  sumOf,
} from '../logic/index.ts';
import type { Formula, Term } from '../logic/index.ts';
import { countText } from './count-text.ts';
import type { AtEntry } from './no-wrap.ts';
import type { EndlessStart, TestCount } from './test-count.ts';
import { NO_WRAP } from './test-count.ts';
import type { JustBefore } from './values-before-loop.ts';

export function isNegative(distance: Term, { range }: AtEntry): boolean {
  const { hi } = intervalOf(distance, range);
  return hi !== null && hi < 0n;
}

/**
 * A count with limits such as `n - 1` of an unsigned n that are taken not to wrap around: the count, and the distances
 * that must not be negative for that. Null where none may.
 */
export function withoutWrap(
  count: Term,
  { range }: AtEntry,
): { readonly count: Term; readonly distances: readonly Term[] } | null {
  const distances: Term[] = [];
  const plain = rewrite(count, (t) => {
    if (t.kind !== 'mod') return null;
    const near = nearZero(t.arg, t.by);
    const { hi } = intervalOf(near, range);
    const { parts } = partsOf(near);
    const isDistance = parts.every(({ mono }) => mono.kind === 'sym') && parts.some(({ coef }) => coef > 0n);
    if (hi === null || hi >= t.by || !isDistance) return null;
    distances.push(near);
    return near;
  });
  return distances.length === 0 ? null : { count: plain, distances };
}

/** What a count takes of the values before the loop. */
interface Signs {
  readonly sign: readonly string[];
  /** What these say, and what holds where they needn't be said. */
  readonly given: Formula;
  /** Where the test always holds, so that nothing ends the loop. */
  readonly endlessFrom?: string;
}

/** What a count takes of the signs of a distance and a step; null where that can't be said. */
export function signsOf(
  { towards, positive, always, required = [] }: Pick<TestCount, 'towards' | 'positive' | 'always' | 'required'>,
  alone: boolean,
  entry: AtEntry,
  before: JustBefore,
): Signs | null {
  const step = positive ? [plus(positive.step, -1n)] : [];
  const exception = alone && always ? exceptionIn(always, before) : null;
  if (exception) return { sign: [], given: allNatural(step), endlessFrom: exception.holds };
  const taken = [...(towards && !alone ? [towards] : []), ...step, ...required];
  const told = taken.map((t) => notNegative(t, entry, before));
  const within = positive?.within.map((t) => countText(t, { facts: TRUE, range: () => undefined }, before, true)) ?? [];
  if (told.includes(null) || within.includes(null)) return null;
  return {
    sign: [...told.flatMap((texts) => texts ?? []), ...within.map((text) => `${String(text)}${NO_WRAP}`)],
    given: allNatural(taken),
  };
}

const allNatural = (terms: readonly Term[]): Formula => and(...terms.map((t) => ge0(t)));

/** That it isn't, as `b >= a` and not `b - a >= 0`, where that isn't known; null where it can't be said. */
export function notNegative(distance: Term, { facts, range }: AtEntry, before: JustBefore): readonly string[] | null {
  const { lo } = intervalOf(distance, range);
  if ((lo !== null && lo >= 0n) || implies(facts, ge0(distance), range)) return [];
  const { constant, parts } = partsOf(ofOne(distance));
  const added = parts.filter(({ coef }) => coef > 0n);
  const taken = parts.filter(({ coef }) => coef < 0n);
  // `i >= -1`, and not `i + 1 >= 0`
  const more = constant > 0n && taken.length > 0 ? constant : 0n;
  const most = added.length === 0 ? int(constant) : sumOf(more, added);
  // `n > i`, and not `n >= i + 1`, which an unsigned i + 1 may wrap around for
  const isMore = constant === -1n && added.length > 0 && taken.length > 0;
  const least = scale(-1n, sumOf(added.length === 0 || isMore ? 0n : constant - more, taken));
  const [left, right] = [most, least].map((t) => countText(t, { facts: TRUE, range }, before, true));
  if (left == null || right == null) return null;
  if (most === int(0) && (intervalOf(least, range).lo ?? -1n) >= 0n) return [`${right} == 0`];
  return [isConst(most) ? `${right} <= ${left}` : `${left} ${isMore ? '>' : '>='} ${right}`];
}

/** As no multiple and no quotient of one term: `3 * k >= 1` is `k >= 1`, `k / 50 >= 1` is `k >= 50`. */
function ofOne(distance: Term): Term {
  const { constant, parts } = partsOf(distance);
  const [part, ...others] = parts;
  if (part === undefined || others.length > 0 || part.coef < 1n) return distance;
  const { coef, mono } = part;
  const least = constant > 0n ? -(constant / coef) : (coef - 1n - constant) / coef;
  return mono.kind === 'div' ? ofOne(plus(mono.arg, -least * mono.by)) : plus(mono, -least);
}

/** That the counter is what lets the loop go on for ever, and that it isn't; null: it has no name. */
export function exceptionIn(
  { first, is }: EndlessStart,
  before: JustBefore,
): { readonly holds: string; readonly fails: string } | null {
  const isMasked = first.kind === 'mod' && isPowerOfTwo(first.by);
  const name = countText(isMasked ? first.arg : first, { facts: TRUE, range: () => undefined }, before, true);
  if (name === null || !/^[\w.>[\]*-]+$/.test(name)) return null;
  const text = isMasked ? `(${name} & ${mask(first.by - 1n)})` : name;
  if (is === 'negative') return { holds: `${text} < 0`, fails: `${text} >= 0` };
  return is.most === 0n
    ? { holds: `${text} == 0`, fails: `${text} != 0` }
    : { holds: `${text} <= ${is.most}`, fails: `${text} > ${is.most}` };
}
