/**
 * Does a loop end, and after how many iterations at most: ranking functions, recurrent sets, bounds. Imports `summary`
 * and below.
 */
export { begun, joinedGuards, mayFail, oneCount } from './iteration-count.ts';
export { MOST_EXACT, boundOf, decided, pathBound } from './loop-bound.ts';
export type { BoundRequest } from './loop-bound.ts';
export { settled } from './settled-counts.ts';
export { TerminationAnalysis } from './termination.ts';
export { everythingChanged, memoryChangedIn, undescribed } from './undescribed-changes.ts';
export { closed, countText, justBefore, maximum, minimum } from '../counting/index.ts';
export type { JustBefore } from '../counting/index.ts';
export { describeWalk } from './walked-structures.ts';
export type { Walked } from './walked-structures.ts';
