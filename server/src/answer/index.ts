/** What a person is told of a loop: its summary as a report. Imports `termination` and below. */
export { betterBound } from './best-bound.ts';
export { countAnswer } from './count-answer.ts';
export { whyOf } from './why.ts';
export { boundWithNames, describeLoop, withObjectNames } from './describe-loop.ts';
export { withLimits } from './limits-of-loops.ts';
export type { Limits } from './limits-of-loops.ts';
export { countedLoop, unknownLoop } from './unsummarized-loops.ts';
