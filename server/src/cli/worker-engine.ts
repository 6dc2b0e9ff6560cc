/** An engine on a worker thread: a file that hangs or eats all memory loses its worker, not the others' results. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnalysisOptions } from '../analysis/index.ts';
import { createEngine, runWithAttempts } from '../workspace/index.ts';
import type { EngineJob } from '../workspace/index.ts';
import type { Engine } from './engine-interface.ts';

/**
 * Milliseconds beyond the budgets after which a worker that gives no sign of life is given up. On a busy machine a long
 * step takes several times as long.
 */
const GRACE = 20_000;
const HEAP_MEGABYTES = 3_072;

/** Starts with the first file; the bundle of the worker lies beside this one. */
export function inWorker(log: (line: string) => void): Engine {
  const file = join(dirname(fileURLToPath(import.meta.url)), 'worker.cjs');
  const stall = (options: AnalysisOptions): number => Math.max(options.loopBudget, options.fileBudget) * 3 + GRACE;
  const worker = createEngine(file, { stall, cancelGrace: 1_000, heapMegabytes: HEAP_MEGABYTES }, log);
  return {
    async analyze(source, options, path) {
      let last: EngineJob | null = null;
      const { result } = runWithAttempts(
        {
          ...worker,
          run: (job) => {
            last = job;
            return worker.run(job);
          },
        },
        { source, path, options, skip: [] },
      );
      const outcome = await result;
      if (outcome.kind !== 'done') throw new Error(outcome.kind === 'failed' ? outcome.message : 'cancelled');
      if (options.assertions && !assertionsOf(last))
        throw new Error('the analysis of the assertions did not come to an end');
      return outcome.report;
    },
    evaluate: () => Promise.reject(new Error('rows are evaluated in the main thread')),
    reach: () => Promise.reject(new Error('lines are asked about in the main thread')),
    close: async () => worker.dispose(),
  };
}

/** Whether the attempt that succeeded still had the assertions in it. */
function assertionsOf(job: EngineJob | null): boolean {
  return job?.options.assertions ?? false;
}
