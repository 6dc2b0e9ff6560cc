/**
 * Places in a source file, the reasons that point at them, and how several of these are said as one. Imports nothing.
 */
export { alike, listed, withoutCapital } from './alike-messages.ts';
export { distinctReasons } from './distinct-reasons.ts';
export { literally, mentions } from './mentions.ts';
export { byPlace, isBefore, isWithin, placeKey } from './order-of-places.ts';
export type { Position, Reason, SourceRange } from './source-range.ts';
