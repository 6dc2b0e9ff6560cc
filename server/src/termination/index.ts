/** Does a loop end, and after how many iterations at most: ranking functions, recurrent sets, bounds. Imports `summary` and below. */
export { begun } from './iteration-count.ts';
export { boundOf, pathBound } from './loop-bound.ts';
export type { BoundRequest } from './loop-bound.ts';
export { TerminationAnalysis } from './termination.ts';
export { everythingChanged, memoryChangedIn, undescribed } from './undescribed-changes.ts';
export { justBefore } from '../counting/index.ts';
export { describeWalk } from './walked-structures.ts';
export type { Walked } from './walked-structures.ts';
