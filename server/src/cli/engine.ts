/** Who does the analysis: this very thread for a single file (nothing to start), worker threads for more. */
import { processorTime } from '../workspace/processor-time.ts';
import type { AnalysisHost, AnalysisOptions } from '../analysis.ts';
import type { FileReport, NoReachReport, ReachReport } from '../report.ts';

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

export type EvaluateResult = Evaluated
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

/** Engines for so many files at the same time: 0 stands for a single file, which needs no worker. */
export async function startEngines(parallel: number, log: (line: string) => void): Promise<readonly Engine[]> {
  if (parallel === 0) return [await inThisThread(log)];
  const { inWorker } = await import('./worker-engine.ts');
  return Array.from({ length: parallel }, () => inWorker(log));
}

async function inThisThread(log: (line: string) => void): Promise<Engine> {
  const { analyze, evaluate, reach } = await import('../analysis.ts');
  const { compilationOf, preprocess } = await import('../workspace/compilation.ts');
  /** `tell` gets what has no report to tell it in. */
  const hostFor = async (path: string | null, source: string, options: AnalysisOptions, tell: ((line: string) => void) | null): Promise<AnalysisHost> => {
    const preprocessed = await preprocess(path, source, options)?.result;
    const told = new Set<string>();
    return {
      now: () => performance.now(),
      spent: processorTime(),
      cancelled: () => false,
      compilation(_, all) {
        const found = compilationOf(path, all, preprocessed === undefined ? {} : { preprocessed });
        for (const message of found.messages.filter((one) => !told.has(one))) tell?.(message);
        for (const message of found.messages) told.add(message);
        return found;
      },
    };
  };
  return {
    analyze: async (source, options, path) => analyze(source, options, await hostFor(path, source, options, null)),
    evaluate: async (source, request) => evaluate(source, request, await hostFor(request.path ?? null, source, request.options, log)),
    reach: async (source, request) => reach(source, request, await hostFor(request.path ?? null, source, request.options, log)),
    close: async () => {},
  };
}
