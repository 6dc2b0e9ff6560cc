/** What has become of the files of a run. */
import type { FileReport } from '../report/index.ts';

/** What has become of one file; plain data, as a part of a run has it. */
export type Answer =
  | { readonly kind: 'report'; readonly file: string; readonly report: FileReport }
  | { readonly kind: 'unreadable'; readonly message: string }
  /** A defect of ours. */
  | { readonly kind: 'failed'; readonly file: string; readonly message: string };

/** Answers of earlier runs in the place of an analysis. */
export interface Replay {
  readonly problems: readonly string[];
  answers(): Iterable<{ readonly answer: Answer; readonly source: string | null }>;
}
