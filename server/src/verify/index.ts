/** Verdicts on assertions and lines, final values, findings. Imports `summary`, `interpret` and below. */
export { checkFunction } from './check-assertions.ts';
export type { CheckContext } from './check-assertions.ts';
export { evaluateFunction } from './final-values.ts';
export type { EvalResult } from './final-values.ts';
export { findingsFromSummaries, overflowFindings } from './findings/index.ts';
export { reachedByEveryRun } from './every-run.ts';
export { fromOutside, necessaryCondition, reachTarget } from './reach-line.ts';
export { suppliedBy, taken } from './replay-counterexample.ts';
export type { ChosenInputs } from './runs/index.ts';
export { GUESSES, automatonOf, chosenInputs, watchRun } from './runs/index.ts';
export type { Replay } from './replay-counterexample.ts';
export { comesFromOutside, handed } from './sampling/index.ts';
export { arrivals } from './transitions/index.ts';
