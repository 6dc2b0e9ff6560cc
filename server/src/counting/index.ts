/**
 * Tier 1: how often a loop's body is begun, from the control-flow graph alone: no paths, no inlining. Imports
 * `explore`'s translation of expressions and below.
 */
export { closed, countText, maximum, minimum, withoutTheTurn } from './count-text.ts';
export type { Given } from './count-text.ts';
export { justBefore } from './values-before-loop.ts';
export type { JustBefore } from './values-before-loop.ts';
export { isUseful } from './count-loops.ts';
export { isTypeLimit } from './joined-bounds.ts';
export type { LoopCount } from './count-loops.ts';
export { UNCOUNTED } from './count-loops.ts';
export { countAll, countIsolated } from './isolated-loop.ts';
export { namesWithin } from './rests-on.ts';
export type { Rests } from './rests-on.ts';
export { NO_WRAP, isOfWrap, wrapsAround } from './test-count.ts';
export { withoutMissedWrites } from './memory-writes.ts';
export { withoutOverwritten } from './overwritten.ts';
export { withFirstElements } from './first-elements.ts';
