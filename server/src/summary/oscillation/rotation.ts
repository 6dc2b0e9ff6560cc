/**
 * Orbits that turn round in an interval: all strides agree modulo its size. Source: LoopSCC, theorem 2.
 */
import { floorMod } from '../../arithmetic/index.ts';
import { implies } from '../../decide/index.ts';
import type { Formula, Symbol, Term } from '../../logic/index.ts';
import { add, and, div, int, isConst, mod, mul, plus, scale, sub, sym } from '../../logic/index.ts';
import type { Bounds, Interval } from './oscillatory-interval.ts';
import { boundsOf } from './oscillatory-interval.ts';
import type { Orbit } from './orbit.ts';
import { reduced } from './find-oscillation.ts';
import type { View } from './oscillation-view.ts';
import { FORM } from './oscillation-view.ts';
import type { Change, Oscillation } from './find-oscillation.ts';

/** A branch of a rotation: what it adds to the form. */
interface Turn {
  readonly path: number;
  readonly stride: bigint;
}

/**
 * Two branches whose domains are the interval, without a gap, and whose strides are equal modulo its size. Null where
 * they aren't so. `if (x < 3) x += 2; else x -= 3;` turns x in 0 ... 4.
 */
function turnsOf(view: View, { lo, hi }: Interval): readonly [Turn, Turn] | null {
  const size = hi - lo + 1n;
  const used = view.branches.flatMap((b) => {
    const bounds = boundsOf(b.guard);
    if (bounds === null || bounds === 'impossible') return [];
    if ((bounds.lo !== null && bounds.lo > hi) || (bounds.hi !== null && bounds.hi < lo)) return [];
    const stride = sub(b.form, sym(FORM));
    return [{ path: b.path, lo: bounds.lo, hi: bounds.hi, stride: isConst(stride) ? stride.value : null }];
  });
  const [first, second] = used;
  if (!first || !second || used.length !== 2 || first.stride === null || second.stride === null) return null;
  if (first.stride === second.stride || floorMod(first.stride - second.stride, size) !== 0n) return null;
  const touch = (a: Bounds, b: Bounds): boolean => a.hi !== null && b.lo !== null && a.hi + 1n === b.lo;
  const [below, above] = touch(first, second) ? [first, second] : [second, first];
  if (!touch(below, above) || (below.lo ?? lo) > lo || (above.hi ?? hi) < hi) return null;
  return [
    { path: first.path, stride: first.stride },
    { path: second.path, stride: second.stride },
  ];
}

/** All strides are equal modulo the size of the interval: `form -> (form - lo + stride) mod size + lo`. */
export function rotationOf(oscillation: Oscillation, view: View, interval: Interval, inside: Formula): Orbit | null {
  const { form } = view;
  if (form === null || view.start.size > 0 || [...oscillation.control].some((x) => !oscillation.changes.has(x)))
    return null;
  const turns = turnsOf(view, interval);
  if (turns === null) return null;
  const [first, second] = turns;
  const { lo, hi } = interval;
  const formAfter = (n: Term): Term => plus(mod(add(form, scale(first.stride, n), int(-lo)), hi - lo + 1n), lo);
  // of n iterations, N take p and n - N take q: form_n - form = p N + q (n - N)
  const taken = (n: Term): readonly [Term, Term] => {
    const np = div(sub(sub(formAfter(n), form), scale(second.stride, n)), first.stride - second.stride);
    return [np, sub(n, np)];
  };
  const of = (path: number): number => oscillation.branches.findIndex((b) => b.path === path);
  return {
    start: inside,
    length: null,
    counts: (n) =>
      new Map([
        [first.path, taken(n)[0]],
        [second.path, taken(n)[1]],
      ]),
    after: (n) => {
      const [np, nq] = taken(n);
      const after = (x: Symbol, c: Change): Term => {
        if (sym(x) === form) return formAfter(n);
        const [byP, byQ] = [c.deltas[of(first.path)] as Term, c.deltas[of(second.path)] as Term];
        return reduced(add(sym(x), mul(byP, np), mul(byQ, nq)), c);
      };
      return new Map([...oscillation.changes].map(([x, c]) => [x, after(x, c)]));
    },
    least: () => null,
    firstFailure: (branch, condition, range) =>
      implies(and(inside, ...(oscillation.branches[branch]?.guard ?? [])), condition, range) ? null : 'unknown',
  };
}
