/** What is asked for and what is answered: plain data that crosses threads, caches and JSON unchanged. */
export { DEFAULT_OPTIONS } from './options.ts';
export type { AnalysisOptions, LineQuestion, WatchWish } from './options.ts';
export type {
  AutomatonReport,
  RunEnd,
  RunInput,
  RunIteration,
  RunLine,
  RunReport,
  WatchReport,
} from './watch-report.ts';
export { movedFinding } from './moved-finding.ts';
export { movedLoop } from './moved-loop.ts';
export {
  CHECK_SCHEMA,
  COMPARE_SCHEMA,
  IT_ENDS,
  LOOPS_SCHEMA,
  PART_SCHEMA,
  REACH_SCHEMA,
  REPORT_SCHEMA,
} from './report.ts';
export type {
  AccessReport,
  AfterwardsAnswer,
  AssertionReport,
  Bound,
  CaseReport,
  CertainFinding,
  CertificateReport,
  CompilableAnswer,
  CountAnswer,
  Defect,
  EffectClaim,
  EffectReport,
  Exactness,
  FileReport,
  Finding,
  InvariantReport,
  LeaveAnswer,
  LoopReport,
  LoopRequirement,
  LoopType,
  NecessaryCondition,
  NoReachReport,
  OutcomeReport,
  PathReport,
  Pattern,
  ReachReport,
  Requirement,
  Severity,
  Termination,
  UnknownReport,
  Verdict,
  WhyAnswer,
} from './report.ts';
