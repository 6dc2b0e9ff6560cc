/**
 * Is this conjunction possible? Intervals, elimination, conditions for all values of counters, and the one door to Z3.
 * Imports `logic` and below.
 */
export { effort, feasible, feasibleWith, implies, modelOf, provenSign, withoutRedundant } from './conjunctions.ts';
export { decidedBy, plainly } from './given-facts.ts';
export { holdsThroughout } from './for-all-counters.ts';
export type { Counter } from './for-all-counters.ts';
export { inOne, withoutImpossible } from './shorter-conditions.ts';
export { Query } from './smt-text.ts';
export { openSolver } from './solver.ts';
export type { Answer, Solver, SolverSession } from './solver.ts';
