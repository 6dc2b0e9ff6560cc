/** What a person is told of a loop: its summary as a report. Imports `termination` and below. */
export { describeLoop, unknownLoop } from './describe-loop.ts';
