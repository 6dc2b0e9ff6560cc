/**
 * From offsets to places: lines and columns of the file as the user sees it. And the way back to that file from the
 * preprocessed text, which is what gets parsed.
 */
import type { Position, SourceRange } from '../../source/index.ts';

/** Offsets at which the lines of a text start. Lines end at `\n`, `\r\n` or a lone `\r`, as editors count them. */
export function lineStarts(text: string): Int32Array {
  let starts = new Int32Array(1024);
  let count = 1;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c !== 10 && c !== 13) continue;
    if (c === 13 && text.charCodeAt(i + 1) === 10) i++;
    if (count === starts.length) {
      const larger = new Int32Array(count * 2);
      larger.set(starts);
      starts = larger;
    }
    starts[count++] = i + 1;
  }
  return starts.slice(0, count);
}

/** 1-based line and UTF-16 column of an offset. */
export function positionAt(starts: Int32Array, offset: number): Position {
  const index = lastAtMost(starts, starts.length, offset);
  return { line: index + 1, column: offset - starts[index]! + 1 };
}

function lastAtMost(sorted: Int32Array | readonly number[], length: number, value: number): number {
  let low = 0;
  let high = length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sorted[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Where each part of the preprocessed text comes from. A piece is copied from the file character by character, or it
 * is the expansion of a macro. All of an expansion belongs to the macro's call.
 */
export interface SourceMap {
  /** Offsets in the preprocessed text at which pieces start, ascending; the first is 0. */
  readonly out: readonly number[];
  /** Offset in the file at which the piece starts. */
  readonly from: readonly number[];
  /** For an expansion the end of the call in the file; -1 for a copied piece. */
  readonly callEnd: readonly number[];
}

/** Translates ranges of the preprocessed text into ranges of the file. */
export interface Locator {
  range(start: number, end: number): SourceRange;
  /** Offsets in the file. */
  offsets(start: number, end: number): { readonly start: number; readonly end: number };
  /** Whether the offset stems from a macro's expansion. */
  expanded(offset: number): boolean;
  /** The expansion that the offset stems from, in the preprocessed text; null: none. */
  expansion(offset: number): { readonly start: number; readonly end: number } | null;
}

export function locator(map: SourceMap, starts: Int32Array): Locator {
  const { out, from, callEnd } = map;
  let last = 0;
  const piece = (offset: number): number => {
    const next = out[last + 1];
    if (out[last]! <= offset && (next === undefined || offset < next)) return last;
    last = lastAtMost(out, out.length, offset);
    return last;
  };
  const startOf = (offset: number): number => {
    const p = piece(offset);
    return callEnd[p]! >= 0 ? from[p]! : from[p]! + offset - out[p]!;
  };
  const endOf = (offset: number): number => {
    const p = piece(offset === 0 ? 0 : offset - 1);
    return callEnd[p]! >= 0 ? callEnd[p]! : from[p]! + offset - out[p]!;
  };
  return {
    range: (start, end) => {
      const first = startOf(start);
      const behind = Math.max(first, end > start ? endOf(end) : first);
      return { start: positionAt(starts, first), end: positionAt(starts, behind) };
    },
    offsets: (start, end) => {
      const first = startOf(start);
      return { start: first, end: Math.max(first, end > start ? endOf(end) : first) };
    },
    expanded: (offset) => callEnd[piece(offset)]! >= 0,
    expansion: (offset) => {
      const p = piece(offset);
      return callEnd[p]! >= 0 ? { start: out[p]!, end: out[p + 1] ?? Number.POSITIVE_INFINITY } : null;
    },
  };
}
