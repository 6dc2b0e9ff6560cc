/**
 * Which sums in a loop that is told as a walk never leave their unsigned type, wherever an iteration makes them:
 * `i + 1` behind `i < n` doesn't, and neither does a 64 bit `i + 1` where `a[i]` is an element.
 */
import type { Iteration } from '../../explore/index.ts';
import { implies } from '../../decide/index.ts';
import type { RangeOf, Term } from '../../logic/index.ts';
import { READ, and, applications, ge0, int, partsOf, rewrite, rewriteFormula, sub } from '../../logic/index.ts';

/** No object is as large as half of the address space. */
const ADDRESSES = 1n << 64n;
const HALF = 1n << 63n;

/** A value `sum mod by`, which is `sum` where it doesn't wrap around. */
export interface Reduced {
  readonly value: Term;
  readonly sum: Term;
  readonly by: bigint;
}

/** No iteration of these wraps it around for where it goes, what it stores, or what it comes back with. */
export function neverWraps(reduced: Reduced, iterations: readonly Iteration[], range: RangeOf): boolean {
  const making = iterations.filter((i) => uses(i, reduced.value));
  // what no iteration has as it stands was put together by us
  return (making.length === 0 ? iterations : making).every((i) => fitsIn(reduced, i, range));
}

/** This iteration doesn't wrap it around. */
export function fitsIn({ value, sum, by }: Reduced, iteration: Iteration, range: RangeOf): boolean {
  const fits = and(ge0(sum), ge0(sub(int(by - 1n), sum)));
  return implies(iteration.guard, fits, range) || (by === ADDRESSES && hasRoom(value, sum, indicesIn(iteration)));
}

/**
 * There is an element at `i`, and `i + 1` is the next one; or there is one at `i - 1`, so that this is not the largest
 * number.
 */
function hasRoom(value: Term, sum: Term, indices: readonly Term[]): boolean {
  const { constant } = partsOf(sum);
  const isNear = (index: Term): boolean => {
    const ahead = sub(sum, index);
    return ahead.kind === 'const' && ahead.value >= 0n && ahead.value < HALF;
  };
  return constant < 0n ? indices.includes(value) : indices.some(isNear);
}

function uses(i: Iteration, term: Term): boolean {
  let found = false;
  const see = (t: Term): null => {
    found ||= t === term;
    return null;
  };
  rewriteFormula(i.guard, see);
  const made = [...i.stores.flatMap((s) => [s.index, s.value]), ...(i.repeats ? i.update.values() : [])];
  for (const t of made) rewrite(t, see);
  return found;
}

function indicesIn(i: Iteration): readonly Term[] {
  const read = [...applications([i.guard, ...i.update.values(), ...i.stores.map((s) => s.value)], READ).values()];
  return [...read.flatMap((t) => t.args.slice(0, 1)), ...i.stores.map((s) => s.index)];
}
