/** Runs to be looked at: an iteration at a time, with the paths that they take. */
export { automatonOf } from './path-automaton.ts';
export { GUESSES, chosenInputs } from './run-inputs.ts';
export type { ChosenInputs } from './run-inputs.ts';
export { watchRun } from './watch-run.ts';
