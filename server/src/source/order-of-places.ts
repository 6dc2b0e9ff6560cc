/** The order of places in a file, and which range lies in which. */
import type { Position, SourceRange } from './source-range.ts';

export const isBefore = (a: Position, b: Position): boolean =>
  a.line < b.line || (a.line === b.line && a.column < b.column);

/** They may begin or end at one place: each range is within itself. */
export const isWithin = (inner: SourceRange, outer: SourceRange): boolean =>
  !isBefore(inner.start, outer.start) && !isBefore(outer.end, inner.end);

/** Equal for ranges that begin at one place. */
export const placeKey = ({ start }: SourceRange): string => `${start.line}:${start.column}`;

/** For sorting by where something begins. */
export const byPlace = (a: { readonly range: SourceRange }, b: { readonly range: SourceRange }): number =>
  a.range.start.line - b.range.start.line || a.range.start.column - b.range.start.column;
