/** Runs a program on machine integers and says how the run ends. Imports `program` and below. */
export { UndefinedBehaviour, compileExpr, toCell } from './compile-expression.ts';
export { VALUES_ONLY, run } from './interpreter.ts';
export type { LoopState, Outcome, RunOptions } from './run-outcome.ts';
