/** The preprocessor's output: what is copied from the file and what takes its place, with the way back. */
import type { QuietMacros } from './acting-macros.ts';
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

/**
 * Stands in the text where more or other text may stand, which only headers know that weren't read: space of a kind
 * that nobody writes.
 */
export const INCOMPLETE = '\v';

/** Something that was not done as a compiler would. Offsets in the file. */
export interface PreprocessorNote {
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** A condition on macros that headers may define, which were taken for undefined. */
  readonly macros?: readonly string[];
  /** What such a condition decides about, all branches: up to its `#endif`. */
  readonly branches?: string;
  /** It decides what a macro stands for: the call ends there, and `branches` are what may stand in its place. */
  readonly until?: number;
  /** It stands between functions, and `branches` are what isn't in the text that is looked at. */
  readonly leftOut?: true;
  /** Its own branch is in the text that is looked at. */
  readonly isTaken?: true;
  /** Macros in these branches; null: some do more than compute and call. */
  readonly expands?: QuietMacros | null;
  /** A header would stand here, within a function or an initialiser. */
  readonly missing?: true;
}

/** Where that ends which the condition of a note decides about: an offset in the file. */
export const endOfDecided = ({ end, branches = '', until }: PreprocessorNote): number => until ?? end + branches.length;

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

export function copyUpTo(writer: Writer, end: number): void {
  if (end > writer.copied) {
    writer.out.push(writer.length);
    writer.from.push(writer.copied);
    writer.callEnd.push(-1);
    writer.pieces.push(writer.source.slice(writer.copied, end));
    writer.length += end - writer.copied;
  }
  writer.copied = end;
}

/** Writes text for the part of the source from `start` up to `end`; what comes before is copied. */
export function replace(writer: Writer, start: number, end: number, text: string): void {
  copyUpTo(writer, start);
  if (text !== '') {
    writer.out.push(writer.length);
    writer.from.push(start);
    writer.callEnd.push(end);
    writer.pieces.push(text);
    writer.length += text.length;
  }
  writer.copied = end;
}

/** The whole output; what has not been dealt with is copied. */
export function finishWriting(writer: Writer): { readonly text: string; readonly map: SourceMap } {
  copyUpTo(writer, writer.source.length);
  if (writer.out.length === 0) {
    writer.out.push(0);
    writer.from.push(0);
    writer.callEnd.push(-1);
  }
  return { text: writer.pieces.join(''), map: { out: writer.out, from: writer.from, callEnd: writer.callEnd } };
}
