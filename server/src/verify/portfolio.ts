/**
 * Which engine looks at an open assertion, in which order, with which share of the function's budget. The engines say
 * their share themselves. Each engine sees what those before it have found and declines (`applies`) where nothing is
 * left for it. `check-assertions.ts` goes through the list.
 */
import type { Engine } from './engine.ts';
import type { TransitionEngine } from './engines/index.ts';
import {
  arrayElements,
  backboneSummaries,
  boundedSearch,
  boundedSearchUnsplit,
  hornClauses,
  invariantsBy,
  kInduction,
  kInductionInShort,
  keptRuns,
  lateRuns,
  onTransitions,
  onTransitionsInShort,
  onWatchedElements,
  programRun,
  runsPastUnmodelled,
  sampledRuns,
  searchUnmodelled,
  shortRuns,
  slicedBackbones,
  soughtInvariants,
  transitionsAlone,
} from './engines/index.ts';
import {
  BY_PHASE,
  FROM_COMBINATIONS,
  FROM_EQUALITIES,
  FROM_EQUALITIES_BY_PHASE,
  FROM_GUARDS,
  FROM_SLOPES,
  ON_ELEMENTS,
} from './invariants/index.ts';

/**
 * What looks at a transition system. Cheap guesses come first; each builds on the invariants that were proven before.
 */
const ON_TRANSITIONS: readonly TransitionEngine[] = [
  sampledRuns,
  transitionsAlone,
  searchUnmodelled,
  invariantsBy('invariants-from-guards', FROM_GUARDS),
  // cheap where it works at all; the guesses that follow cost more
  kInductionInShort,
  invariantsBy('invariants-on-elements', ON_ELEMENTS),
  invariantsBy('invariants-from-equalities', FROM_EQUALITIES),
  boundedSearch,
  boundedSearchUnsplit,
  invariantsBy('invariants-from-slopes', FROM_SLOPES),
  invariantsBy('invariants-from-equalities-by-phase', FROM_EQUALITIES_BY_PHASE),
  invariantsBy('invariants-from-combinations', FROM_COMBINATIONS),
  invariantsBy('invariants-by-phase', BY_PHASE),
  kInduction,
  hornClauses,
  lateRuns,
];

/** Only the cheapest guesses, and the search for failing runs. */
const ON_TRANSITIONS_IN_SHORT: readonly TransitionEngine[] = [
  sampledRuns,
  transitionsAlone,
  invariantsBy('invariants-from-guards', FROM_GUARDS),
  boundedSearch,
  lateRuns,
];

export const PORTFOLIO: readonly Engine[] = [
  programRun,
  shortRuns,
  backboneSummaries,
  slicedBackbones,
  soughtInvariants(ON_TRANSITIONS),
  runsPastUnmodelled,
  keptRuns,
  arrayElements,
  onTransitions(ON_TRANSITIONS),
  onTransitionsInShort(ON_TRANSITIONS_IN_SHORT),
  onWatchedElements(ON_TRANSITIONS),
];
