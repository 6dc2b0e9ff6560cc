/** Engines that hand files to a queue: as many at a time as are asked for, each waits for a worker's answer. */
import { resolve } from 'node:path';
import { buildId } from '../workspace/index.ts';
import type { Engine } from './engine-interface.ts';
import { queueBundle } from './queue-bundle.ts';

/** Files that are in the queue at the same time: enough for the workers of many machines. */
const IN_FLIGHT = 64;
/** Milliseconds after which it is said that nobody works. */
const ALONE = 10_000;

/** Rejects with a `QueueProblem` where the queue can't be reached. */
export async function queueEngines(
  url: string,
  files: number,
  log: (line: string) => void,
): Promise<readonly Engine[]> {
  const queue = await queueBundle().connectQueue(url, buildId());
  const watch = setInterval(() => {
    void queue.workers().then(
      (count) => count === 0 && log('no worker of this build is at the queue: looplens work starts one'),
      () => {},
    );
  }, ALONE);
  watch.unref();
  let open = Math.max(1, Math.min(files, IN_FLIGHT));
  const engine: Engine = {
    // caches are the workers' own; headers are looked for from the same path there
    analyze: (source, { cache: _, ...options }, path) => queue.analyze({ source, path: resolve(path), options }),
    evaluate: () => Promise.reject(new Error('rows are evaluated in the main thread')),
    reach: () => Promise.reject(new Error('lines are asked about in the main thread')),
    async close() {
      open -= 1;
      if (open > 0) return;
      clearInterval(watch);
      await queue.close();
    },
  };
  return Array.from({ length: open }, () => engine);
}
