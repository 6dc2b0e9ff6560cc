/** Loops whose branches are decided by values that stay within an interval (LoopSCC, definition 9). */
export { orbitsAt } from './orbits.ts';
export type { Orbit } from './orbit.ts';
export type { Orbits } from './orbits.ts';
export { boundAtEnd, dutiesOf, findOscillation, motionOf, settled } from './find-oscillation.ts';
export type { Oscillation } from './find-oscillation.ts';
