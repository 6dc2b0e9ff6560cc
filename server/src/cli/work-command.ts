/** `looplens work`: takes files from a queue and analyses them, until it is told to stop. */
import type { WorkDemand } from './arguments.ts';
import { buildId } from '../workspace/index.ts';
import type { Engine } from './engine-interface.ts';
import { complain } from './exit-status.ts';
import type { Status } from './exit-status.ts';
import { queueBundle } from './queue-bundle.ts';
import type { World } from './world.ts';

export async function work({ url, jobs, cache, patience }: WorkDemand, world: World): Promise<Status> {
  const parallel = jobs ?? world.processors;
  const engines = await world.engines(parallel);
  const free: Engine[] = [...engines];
  try {
    const served = await queueBundle().serveQueue({
      url,
      build: buildId(),
      parallel,
      patience,
      log: (line) => complain(world, line),
      async analyze({ source, path, options }) {
        const engine = free.pop();
        if (engine === undefined) throw new Error('more jobs than engines');
        try {
          return await engine.analyze(source, { ...options, ...(cache === null ? {} : { cache }) }, path);
        } finally {
          free.push(engine);
        }
      },
    });
    world.err(`looplens: at work on ${parallel} file${parallel === 1 ? '' : 's'} at a time\n`);
    await toldToStop();
    await served.close();
    return 0;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'QueueProblem') throw error;
    complain(world, error.message);
    return 2;
  } finally {
    await Promise.all(engines.map((engine) => engine.close()));
  }
}

function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    // a timer keeps the process alive while there is nothing to do
    const alive = setInterval(() => {}, 60_000);
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        clearInterval(alive);
        resolve();
      });
  });
}
