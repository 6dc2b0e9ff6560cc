/**
 * The engines that may decide an assertion, each in a file that names its idea. `../portfolio.ts` puts them in order.
 */
export { arrayElements } from './elements-at-all-indices.ts';
export { backboneSummaries } from './backbone-summaries.ts';
export { boundedSearch, boundedSearchUnsplit, searchUnmodelled } from './bounded-search.ts';
export { onTransitions, onTransitionsInShort, onWatchedElements, soughtInvariants } from './guess-and-check.ts';
export { hornClauses } from './horn-clauses.ts';
export { invariantsBy, transitionsAlone } from './inductive-invariants.ts';
export { kInduction, kInductionInShort } from './k-induction.ts';
export { lateRuns } from './late-runs.ts';
export { programRun } from './program-run.ts';
export { runsPastUnmodelled } from './runs-past-unmodelled.ts';
export { sampledRuns } from './sampled-runs.ts';
export { slicedBackbones } from './sliced-backbones.ts';
export { keptRuns, shortRuns } from './short-runs.ts';
export type { TransitionEngine } from './transition-task.ts';
