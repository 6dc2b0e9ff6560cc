/** The pool of workers with the limits of an editor's use. */
import type { AnalysisOptions } from '../analysis/index.ts';
import { createEngine } from './worker-thread.ts';
import type { ThreadLimits } from './worker-thread.ts';
import { createPool } from './worker-pool.ts';
import type { Pool, PoolLimits } from './worker-pool.ts';

/** A pool of workers on the script in `file` with limits for an editor's use. `cores` as the machine has them. */
export function workerPool(
  file: string,
  cores: number,
  log: (line: string) => void,
  limits: Partial<ThreadLimits & PoolLimits> = {},
): Pool {
  const all: ThreadLimits & PoolLimits = {
    stall: (options: AnalysisOptions) => Math.max(options.loopBudget, options.fileBudget) * 3 + 1_000,
    cancelGrace: 1_000,
    heapMegabytes: 1_024,
    youngMegabytes: 16,
    size: Math.max(2, Math.min(4, cores - 1)),
    overflowAfter: 1_000,
    idle: 60_000,
    ...limits,
  };
  return createPool(() => createEngine(file, all, log), all);
}
