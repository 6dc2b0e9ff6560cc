/** The preprocessor's output: what is copied from the file and what takes its place, with the way back. */
import type { SourceMap } from './text-positions.ts';

/** The preprocessed text of a header, and the `#include` that brought it. */
export interface HeaderText {
  readonly text: string;
  /** Offset in the preprocessed text that it belongs before. */
  readonly at: number;
  /** The directive: offsets in the file. */
  readonly start: number;
  readonly end: number;
}

/** Something that was not done as a compiler would. Offsets in the file. */
export interface PreprocessorNote {
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

export interface Writer {
  readonly source: string;
  readonly pieces: string[];
  /** Of the output so far. */
  length: number;
  readonly out: number[];
  readonly from: number[];
  readonly callEnd: number[];
  /** Up to here the source has been dealt with. */
  copied: number;
}

export function createWriter(source: string): Writer {
  return { source, pieces: [], length: 0, out: [], from: [], callEnd: [], copied: 0 };
}

export function copyUpTo(w: Writer, end: number): void {
  if (end > w.copied) {
    w.out.push(w.length);
    w.from.push(w.copied);
    w.callEnd.push(-1);
    w.pieces.push(w.source.slice(w.copied, end));
    w.length += end - w.copied;
  }
  w.copied = end;
}

/** Writes text for the part of the source from `start` up to `end`; what comes before is copied. */
export function replace(w: Writer, start: number, end: number, text: string): void {
  copyUpTo(w, start);
  if (text !== '') {
    w.out.push(w.length);
    w.from.push(start);
    w.callEnd.push(end);
    w.pieces.push(text);
    w.length += text.length;
  }
  w.copied = end;
}

/** The whole output; what has not been dealt with is copied. */
export function finishWriting(w: Writer): { readonly text: string; readonly map: SourceMap } {
  copyUpTo(w, w.source.length);
  if (w.out.length === 0) {
    w.out.push(0);
    w.from.push(0);
    w.callEnd.push(-1);
  }
  return { text: w.pieces.join(''), map: { out: w.out, from: w.from, callEnd: w.callEnd } };
}
