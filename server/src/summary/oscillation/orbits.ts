/**
 * Where the control values of an oscillating loop go from a given state. Where all strides agree modulo the size of
 * the oscillatory interval it is a rotation. Else it is, for each value of the form in the interval, a functional
 * graph's tail and cycle, as table look-ups. Source: LoopSCC, theorem 2.
 */
import type { Formula } from '../../logic/index.ts';
import { TRUE, and, eq, ge, gt, int, le } from '../../logic/index.ts';
import { orbitFrom } from './finite-orbits.ts';
import { MAX_ENUMERATED, oscillatoryInterval } from './oscillatory-interval.ts';
import type { Orbit } from './orbit.ts';
import type { Modes } from './oscillation-view.ts';
import { viewFrom } from './oscillation-view.ts';
import type { Oscillation } from './find-oscillation.ts';
import { rotationOf } from './rotation.ts';

/** All orbits from some states, and what is left of these. */
export interface Orbits {
  readonly inside: Formula;
  readonly outside: readonly Formula[];
  readonly orbits: readonly Orbit[];
}

/**
 * The orbits from states whose control variables have these constants, the others any values. Null where they are not
 * finitely many.
 */
export function orbitsAt(oscillation: Oscillation, constants: Modes): Orbits | null {
  const view = viewFrom(oscillation, constants);
  if (view === null) return null;
  const { form } = view;
  if (form === null) {
    const orbit = orbitFrom(oscillation, view, null, TRUE);
    return orbit && { inside: TRUE, outside: [], orbits: [orbit] };
  }
  const interval = oscillatoryInterval(view);
  if (interval === null) return null;
  const { lo, hi } = interval;
  const inside = and(ge(form, int(lo)), le(form, int(hi)));
  const outside = [gt(int(lo), form), gt(form, int(hi))];
  const rotation = rotationOf(oscillation, view, interval, inside);
  if (rotation) return { inside, outside, orbits: [rotation] };
  if (hi - lo >= MAX_ENUMERATED) return null;
  const orbits: Orbit[] = [];
  for (let v = lo; v <= hi; v++) {
    const orbit = orbitFrom(oscillation, view, v, eq(form, int(v)));
    if (orbit === null) return null;
    orbits.push(orbit);
  }
  return { inside, outside, orbits };
}
