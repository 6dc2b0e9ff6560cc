/** What is said of whether a loop ends. */
import type { Formula, Term } from '../logic/index.ts';
import type { Termination } from '../report/index.ts';

export interface TerminationResult {
  readonly termination: Termination;
  /** Where `conditional` or `never`: states from which it need not end, as far as known. */
  readonly divergence: Formula | null;
  /** From all other states every defined run ends; missing: that isn't known. */
  readonly complete?: true;
  /** A linear ranking function of all the loop's iterations, where there is one. */
  readonly ranking: { readonly term: Term; readonly step: bigint } | null;
}

export const OPEN: TerminationResult = { termination: 'unknown', divergence: null, ranking: null };
export const ALWAYS: TerminationResult = { termination: 'always', divergence: null, ranking: null };
