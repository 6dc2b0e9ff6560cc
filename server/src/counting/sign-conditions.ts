/** What a count takes of the values before its loop: that a distance isn't negative. */
import { implies } from '../decide/index.ts';
import { TRUE, ge0, int, intervalOf, partsOf, scale, sumOf } from '../logic/index.ts';
import type { Term } from '../logic/index.ts';
import { countText } from './count-text.ts';
import type { AtEntry } from './no-wrap.ts';
import type { JustBefore } from './values-before-loop.ts';

export function isNegative(distance: Term, { range }: AtEntry): boolean {
  const { hi } = intervalOf(distance, range);
  return hi !== null && hi < 0n;
}

/** That it isn't, as `b >= a` and not `b - a >= 0`, where that isn't known; null where it can't be said. */
export function notNegative(distance: Term, { facts, range }: AtEntry, before: JustBefore): readonly string[] | null {
  const { lo } = intervalOf(distance, range);
  if ((lo !== null && lo >= 0n) || implies(facts, ge0(distance), range)) return [];
  const { constant, parts } = partsOf(distance);
  const added = parts.filter(({ coef }) => coef > 0n);
  const taken = parts.filter(({ coef }) => coef < 0n);
  const more = constant > 0n ? constant : 0n;
  const most = added.length === 0 ? int(constant) : sumOf(more, added);
  const least = scale(-1n, sumOf(added.length === 0 ? 0n : constant - more, taken));
  const [left, right] = [most, least].map((t) => countText(t, { facts: TRUE, range: () => undefined }, before, true));
  return left == null || right == null ? null : [`${left} >= ${right}`];
}
