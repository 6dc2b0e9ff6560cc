/**
 * The paths through one iteration of a loop, or through a function, executed symbolically (Proteus, definition 2).
 * Imports `program`, `decide` and below.
 */
export type { ArrayState } from './array-state.ts';
export { classify } from './classify-loop.ts';
export { explore } from './explore-region.ts';
export { effectsOf, mayWriteMember } from './iteration-effects.ts';
export type { Effects, EffectsRequest, Iteration, Store } from './iteration-effects.ts';
export { arraysWritten, countingPaths, literalsOf, loopPaths, mentionedBy } from './loop-paths.ts';
export type { LoopPath, LoopPaths, PathsRequest } from './loop-paths.ts';
export { renamed } from './region.ts';
export type {
  ExploreRequest,
  ExploreResult,
  ExploredPath,
  Fresh,
  InnerCase,
  InnerSummary,
  InnerUse,
} from './region.ts';
export { liveAfter, sliceLoop } from './slice-loop.ts';
export { hasWrittenShiftsAlone } from './written-shifts.ts';
export { straightValues } from './straight-values.ts';
export { Translator } from './symbolic-expressions.ts';
export type { ExpressionHost } from './symbolic-expressions.ts';
