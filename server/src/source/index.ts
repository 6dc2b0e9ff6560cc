/** Places in a source file, and the reasons that point at them. Imports nothing. */
export { distinctReasons } from './distinct-reasons.ts';
export type { Position, Reason, SourceRange } from './source-range.ts';
