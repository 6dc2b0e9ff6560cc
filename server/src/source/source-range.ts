/** Places in a source file and reasons that point at them. Plain data. */

/** 1-based line and column; columns count UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Half-open: `end` is the position behind the last character. */
export interface SourceRange {
  readonly start: Position;
  readonly end: Position;
}

/** Why a result is not exact: a code, one sentence in plain words, the place that is to blame. */
export interface Reason {
  /** Kebab-case, stable, documented in docs/reasons.md. */
  readonly code: string;
  readonly message: string;
  readonly range: SourceRange | null;
}
