/** What the command line asks of an analysis, wherever that runs. */
import type { AnalysisOptions } from '../analysis/index.ts';
import type { FileReport, NoReachReport, ReachReport } from '../report/index.ts';

export interface Engine {
  /** Results of one file; its headers are looked for from `path`. Rejects only for a defect of ours. */
  analyze(source: string, options: AnalysisOptions, path: string): Promise<FileReport>;
  /** Values at return for rows of parameter values. Rejects only for a defect of ours. */
  evaluate(source: string, request: EvaluateRequest): Promise<EvaluateResult>;
  /** Whether a line can be reached. Rejects only for a defect of ours. */
  reach(source: string, request: ReachRequest): Promise<ReachReport | NoReachReport>;
  close(): Promise<void>;
}

export interface ReachRequest {
  /** Where the text lies, for its headers. */
  readonly path?: string;
  readonly line: number;
  readonly options: AnalysisOptions;
  /** A C program is wanted that gets to the line; it includes the file under this name. */
  readonly driver?: string;
}

export interface EvaluateRequest {
  /** Where the text lies, for its headers. */
  readonly path?: string;
  readonly function: string;
  /** Parameter values by name, one map a row. */
  readonly rows: readonly ReadonlyMap<string, bigint>[];
  readonly options: AnalysisOptions;
}

export type EvaluateResult =
  | Evaluated
  /** There is no such function, but these. */
  | { readonly missing: readonly string[] };

interface Evaluated {
  /** Parameters and scalar locals in the order of the source, then `return` where there is one. */
  readonly columns: readonly string[];
  /** null: the run doesn't end or has undefined behaviour. A name that is missing: not determined. */
  readonly rows: readonly (ReadonlyMap<string, bigint> | null)[];
  /** Loop by loop, those that calls brought among them: whether its summary is exact from the states that reach it. */
  readonly exact: readonly boolean[];
}
