/** The engines that look at an assertion that the summaries leave open. */
export { prove, startsOf } from './guess-and-check.ts';
export type { ProveResult } from './guess-and-check.ts';
