/**
 * The independent checker of summaries: it shares no code with what it checks (TRUSTED.md lists what both rest on).
 * Imports `decide` and below.
 */
export { COUNTER } from './certificate.ts';
export type {
  CaseClaim,
  Certificate,
  ClosedForms,
  CounterClaim,
  CountersClaim,
  Letter,
  PathClaim,
  Step,
  Strength,
  SummaryClaim,
} from './certificate.ts';
export { certify } from './check-certificate.ts';
export { checkRelation } from './check-relation.ts';
export type { LastIteration, RelationClaim } from './check-relation.ts';
export { lookAgain } from './second-look.ts';
export type { SecondLook } from './second-look.ts';
