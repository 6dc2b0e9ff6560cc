/** What is said of a function beside its assertions: overflow, dead code. */
export { findingsFromSummaries, overflowFindings } from './function-findings.ts';
