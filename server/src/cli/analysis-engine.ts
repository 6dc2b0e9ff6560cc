/** Who does the analysis: this very thread for a single file (nothing to start), worker threads for more. */
import { processorTime } from '../workspace/index.ts';
import type { Looked, Preprocessed } from '../workspace/index.ts';
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
  const { analyzeThroughCache, compilationOf, preprocess } = await import('../workspace/index.ts');
  /** `tell` gets what has no report to tell it in; `looked` where headers were looked for. */
  const hostWith = (
    path: string | null,
    preprocessed: Preprocessed | undefined,
    { tell, looked }: { readonly tell?: (line: string) => void; readonly looked?: Looked },
  ): AnalysisHost => {
    const told = new Set<string>();
    const around = {
      ...(preprocessed === undefined ? {} : { preprocessed }),
      ...(looked === undefined ? {} : { looked }),
    };
    return {
      now: () => performance.now(),
      spent: processorTime(),
      cancelled: () => false,
      compilation(_, all) {
        const found = compilationOf(path, all, around);
        for (const message of found.messages.filter((one) => !told.has(one))) tell?.(message);
        for (const message of found.messages) told.add(message);
        return found;
      },
    };
  };
  const telling = async (path: string | null, source: string, options: AnalysisOptions): Promise<AnalysisHost> =>
    hostWith(path, await preprocess(path, source, options)?.result, { tell: log });
  return {
    async analyze(source, options, path) {
      const preprocessed = await preprocess(path, source, options)?.result;
      const looked: Looked = new Map();
      const { report } = await analyzeThroughCache(
        { source, path, options, open: new Map(), preprocessed, skip: [], saved: true },
        async () => ({ report: await analyze(source, options, hostWith(path, preprocessed, { looked })), looked }),
      );
      return report;
    },
    evaluate: async (source, request) =>
      evaluate(source, request, await telling(request.path ?? null, source, request.options)),
    reach: async (source, request) =>
      reach(source, request, await telling(request.path ?? null, source, request.options)),
    close: async () => {},
  };
}
