/** Who does the analysis: this very thread for a single file (nothing to start), worker threads for more. */
import { setFlagsFromString } from 'node:v8';
import { optimizeLater, processorTime } from '../workspace/index.ts';
import type { FoundCompilation } from '../workspace/index.ts';
import type { AnalysisHost, AnalysisOptions } from '../analysis/index.ts';
import type { Engine } from './engine-interface.ts';

/**
 * Bytes of WebAssembly that a function runs through before V8 optimizes it. By default it optimizes the parser's two
 * largest functions while a file of ten lines is read, which takes longer than all else together.
 */
const WASM_TIERING_BUDGET = 100_000_000;

/** Engines for so many files at the same time: 0 stands for a single file, which needs no worker. */
export async function startEngines(parallel: number, log: (line: string) => void): Promise<readonly Engine[]> {
  if (parallel === 0) {
    optimizeLater();
    setFlagsFromString(`--wasm-tiering-budget=${WASM_TIERING_BUDGET}`);
    return [await inThisThread(log)];
  }
  const { inWorker } = await import('./worker-engine.ts');
  return Array.from({ length: parallel }, () => inWorker(log));
}

async function inThisThread(log: (line: string) => void): Promise<Engine> {
  const { analyze, evaluate, reach } = await import('../analysis/index.ts');
  const { analyzeThroughCache, compilationOf, preprocess } = await import('../workspace/index.ts');
  const compile = async (path: string | null, source: string, options: AnalysisOptions): Promise<FoundCompilation> => {
    const preprocessed = await preprocess(path, source, options)?.result;
    return compilationOf(path, options, preprocessed === undefined ? {} : { preprocessed });
  };
  const hostWith = (compilation: FoundCompilation): AnalysisHost => ({
    now: () => performance.now(),
    spent: processorTime(),
    cancelled: () => false,
    compilation: () => compilation,
  });
  /** What has no report to tell it in is logged. */
  const telling = async (path: string | null, source: string, options: AnalysisOptions): Promise<AnalysisHost> => {
    const compilation = await compile(path, source, options);
    for (const message of new Set(compilation.messages)) log(message);
    return hostWith(compilation);
  };
  return {
    async analyze(source, options, path) {
      const compilation = await compile(path, source, options);
      const { looked } = compilation;
      const { report } = await analyzeThroughCache(
        { source, path, options, open: new Map(), compilation, skip: [], saved: true },
        async () => ({ report: await analyze(source, options, hostWith(compilation)), looked }),
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
