/** Guessing what holds at the heads of loops, and keeping what is inductive. */
export { houdini } from './houdini.ts';
export type { Invariants } from './houdini.ts';
export { bounds, congruences, consistent, equalities, goals, valueConditions } from './invariant-candidates.ts';
export {
  BY_PHASE,
  FROM_COMBINATIONS,
  FROM_EQUALITIES,
  FROM_EQUALITIES_BY_PHASE,
  FROM_GUARDS,
  FROM_SLOPES,
  ON_ELEMENTS,
} from './invariant-templates.ts';
export type { Stage } from './invariant-templates.ts';
export { mayGetLost, provenUnder } from './proven-under-invariants.ts';
export { invariantReports } from './stated-invariants.ts';
