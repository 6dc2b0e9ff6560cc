/** What a loop does to the arrays, strings and lists that it walks over. */
export { leavingAt, onTheWayOut, valuesAfterLeaving } from './after-leaving.ts';
export type { Leaving } from './after-leaving.ts';
export { arrayEffects } from './array-effects.ts';
export { innerSearch } from './inner-search.ts';
export { innerSums } from './inner-sums.ts';
export { arrayOf, before, inSourceNames, placeOf, pointerTerm, stepOf, untouched, walkAlong, walkOf } from './walk.ts';
export type { Walk } from './walk.ts';
