/** Who does the analysis: this very thread for a single file (nothing to start), worker threads for more. */
import type { AnalysisHost, AnalysisOptions } from '../analysis.ts';
import type { FileReport } from '../report.ts';

export interface Engine {
  /** Results of one file. Rejects only for a defect of ours. */
  analyze(source: string, options: AnalysisOptions): Promise<FileReport>;
  /** Values at return for rows of parameter values. Rejects only for a defect of ours. */
  evaluate(source: string, request: EvaluateRequest): Promise<EvaluateResult>;
  close(): Promise<void>;
}

export interface EvaluateRequest {
  readonly function: string;
  /** Parameter values by name, one map a row. */
  readonly rows: readonly ReadonlyMap<string, bigint>[];
  readonly options: AnalysisOptions;
}

export type EvaluateResult = Evaluated
  /** There is no such function, but these. */
  | { readonly missing: readonly string[] };

interface Evaluated {
  /** Parameters and scalar locals in the order of the source, then `return` where there is one. */
  readonly columns: readonly string[];
  /** null: the run doesn't end or has undefined behaviour. A name that is missing: not determined. */
  readonly rows: readonly (ReadonlyMap<string, bigint> | null)[];
}

/** Engines for so many files at the same time: 0 stands for a single file, which needs no worker. */
export async function startEngines(parallel: number, log: (line: string) => void): Promise<readonly Engine[]> {
  if (parallel === 0) return [await inThisThread()];
  const { inWorker } = await import('./worker-engine.ts');
  return Array.from({ length: parallel }, () => inWorker(log));
}

async function inThisThread(): Promise<Engine> {
  const { analyze, evaluate } = await import('../analysis.ts');
  const host: AnalysisHost = { now: () => performance.now(), cancelled: () => false };
  return {
    analyze: (source, options) => analyze(source, options, host),
    evaluate: (source, request) => evaluate(source, request, host),
    close: async () => {},
  };
}
