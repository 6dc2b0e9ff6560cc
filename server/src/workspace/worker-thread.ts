/** Analysis workers that are threads of this process. */
import { Worker } from 'node:worker_threads';
import type { WorkerMessage } from './messages.ts';
import { optimizeLater } from './optimize-later.ts';
import { engineOn } from './watched-engine.ts';
import type { Engine, EngineLimits, RunningWorker, WorkerEvents } from './watched-engine.ts';

export interface ThreadLimits extends EngineLimits {
  /** Of the JavaScript heap of one worker. */
  readonly heapMegabytes: number;
  /** Of its part for what is new; small means less memory at rest. Default: Node's. */
  readonly youngMegabytes?: number;
}

/** Milliseconds that the process has computed, all its threads together. */
const computed = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** An engine on the worker script in `file`. `log` gets what the worker prints, and the news of its death. */
export function createEngine(file: string, limits: ThreadLimits, log: (line: string) => void): Engine {
  return engineOn({ start: (events) => startThread(file, limits, log, events), computed }, limits, log);
}

function startThread(
  file: string,
  { heapMegabytes, youngMegabytes }: ThreadLimits,
  log: (line: string) => void,
  events: WorkerEvents,
): RunningWorker {
  const resourceLimits = {
    maxOldGenerationSizeMb: heapMegabytes,
    ...(youngMegabytes === undefined ? {} : { maxYoungGenerationSizeMb: youngMegabytes }),
  };
  optimizeLater();
  // The worker's own output must not end up in ours, which may be the protocol's.
  const thread = new Worker(file, { stdout: true, stderr: true, execArgv: [], resourceLimits });
  thread.stdout.on('data', (data: Buffer) => log(`worker: ${data.toString().trimEnd()}`));
  thread.stderr.on('data', (data: Buffer) => log(`worker: ${data.toString().trimEnd()}`));
  thread.on('message', (message: WorkerMessage) => events.message(message));
  thread.on('error', (error: Error & { code?: string }) =>
    events.lost(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash', error.stack ?? error.message),
  );
  thread.on('exit', (code) => events.lost('crash', `exit status ${code}`));
  return {
    post: (request) => thread.postMessage(request),
    keepAlive: (needed) => (needed ? thread.ref() : thread.unref()),
    end: () => void thread.terminate(),
  };
}
