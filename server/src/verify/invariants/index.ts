/** Guessing what holds at the heads of loops, and keeping what is inductive. */
export { assertionFails, houdini } from './houdini.ts';
export type { Invariants } from './houdini.ts';
export { bounds, congruences, consistent, equalities, goals, valueConditions } from './invariant-candidates.ts';
export { STAGES } from './invariant-templates.ts';
export { invariantReports } from './stated-invariants.ts';
