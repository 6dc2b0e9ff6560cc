/**
 * The loop summarizer: automaton of paths, traces, over-approximation, merging (Proteus, definitions 5 and 6; LoopSCC).
 * Imports `explore`, `certify` and below.
 */
export { closedForms, geometricBound, unwrap, valueOf, valuesAfter, valuesAfterSteps } from './acceleration/index.ts';
export {
  arrayEffects,
  arrayOf,
  before,
  inSourceNames,
  innerSearch,
  innerSums,
  leavingAt,
  onTheWayOut,
  placeOf,
  pointerTerm,
  stepOf,
  untouched,
  valuesAfterLeaving,
  walkAlong,
  walkOf,
} from './array-effects/index.ts';
export type { Leaving, Walk } from './array-effects/index.ts';
export { examined } from './certified-cases.ts';
export type { Arrival } from './entry-states.ts';
export type { Case, Segment, Summary } from './loop-summary.ts';
export { byOutcome } from './merge-outcomes.ts';
export { constantChange } from './over-approximate.ts';
export { Summarizer } from './summarize-loops.ts';
export type { EntryState } from './summarize-loops.ts';
export { summarizeTraces } from './trace-paths.ts';
