/** What the server's thread and an analysis worker say to each other. Plain data. */
import type { AnalysisOptions } from '../analysis/index.ts';
import type { FileReport } from '../report/index.ts';
import type { Preprocessed } from './compilation.ts';
import type { Looked } from './header-files.ts';
import type { SignalMemory } from './job-signal.ts';

/** To the worker. */
export type WorkerRequest =
  | AnalyzeRequest
  /** There is nothing to do yet: get ready. */
  | { readonly kind: 'warm' }
  /** What is kept of a document can go. */
  | { readonly kind: 'forget'; readonly document: string };

export interface AnalyzeRequest {
  readonly kind: 'analyze';
  readonly job: number;
  /** What didn't change since the last job of the same document is not done again; null: nothing is kept. */
  readonly document: string | null;
  readonly source: string;
  /** Where the text lies, for its headers; null: in no file. */
  readonly path: string | null;
  /** Texts of files that are open in the editor, by path: what has changed since the last job; null: closed. */
  readonly open: ReadonlyMap<string, string | null>;
  readonly preprocessed?: Preprocessed;
  readonly options: AnalysisOptions;
  /** Only what is kept of it is wanted (`options.cache`): nothing is analysed. */
  readonly keptOnly?: boolean;
  /** What is known is told before all is. */
  readonly partials?: boolean;
  /** Functions that killed a worker before. */
  readonly skip: readonly string[];
  /** See `job-signal.ts`. */
  readonly signal: SignalMemory;
}

/** From the worker. */
export type WorkerMessage =
  /** A sign of life, where no memory is shared; with the function that is begun, if one is. */
  | {
      readonly kind: 'alive';
      readonly job: number;
      readonly begun?: { readonly function: string; readonly line: number };
    }
  /** What is known so far; more comes. */
  | { readonly kind: 'partial'; readonly job: number; readonly report: FileReport; readonly looked: Looked }
  /** So many functions are done. */
  | { readonly kind: 'progress'; readonly job: number; readonly done: number; readonly total: number }
  | {
      readonly kind: 'done';
      readonly job: number;
      readonly report: FileReport;
      readonly looked: Looked;
      readonly cancelled: boolean;
    }
  /** Nothing is kept of what was asked for. */
  | { readonly kind: 'missing'; readonly job: number }
  /** A defect of ours: the analysis threw. */
  | { readonly kind: 'failed'; readonly job: number; readonly message: string };
