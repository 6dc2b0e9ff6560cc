/** Concrete runs on chosen inputs, from which invariants are guessed and failures found. */
export { atEntry, comesFromOutside, handed, runWithArrays } from './array-input-runs.ts';
export { runTo } from './constant-guided-runs.ts';
export { deepRuns } from './deep-runs.ts';
export { constantsOf, sample } from './sample-runs.ts';
export type { Sample, SampleResult, Start } from './sample-runs.ts';
export { startsOf } from './starting-inputs.ts';
