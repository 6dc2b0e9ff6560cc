/** Who does the analysis: this very thread for a single file (nothing to start), worker threads for more. */
import { processorTime } from '../workspace/index.ts';
import type { AnalysisHost, AnalysisOptions } from '../analysis/index.ts';
import type { Engine } from './engine-interface.ts';

/** Engines for so many files at the same time: 0 stands for a single file, which needs no worker. */
export async function startEngines(parallel: number, log: (line: string) => void): Promise<readonly Engine[]> {
  if (parallel === 0) return [await inThisThread(log)];
  const { inWorker } = await import('./worker-engine.ts');
  return Array.from({ length: parallel }, () => inWorker(log));
}

async function inThisThread(log: (line: string) => void): Promise<Engine> {
  const { analyze, evaluate, reach } = await import('../analysis/index.ts');
  const { compilationOf, preprocess } = await import('../workspace/index.ts');
  /** `tell` gets what has no report to tell it in. */
  const hostFor = async (
    path: string | null,
    source: string,
    options: AnalysisOptions,
    tell: ((line: string) => void) | null,
  ): Promise<AnalysisHost> => {
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
    evaluate: async (source, request) =>
      evaluate(source, request, await hostFor(request.path ?? null, source, request.options, log)),
    reach: async (source, request) =>
      reach(source, request, await hostFor(request.path ?? null, source, request.options, log)),
    close: async () => {},
  };
}
