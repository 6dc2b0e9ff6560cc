/** The side of the queue that does the work. */
import { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { FileReport } from '../report/index.ts';
import { queueName } from './queue-names.ts';
import type { QueuedJob } from './queue-names.ts';
import { connectRedis } from './redis-connection.ts';

export interface Served {
  /**
   * Takes no more jobs, and ends when those at hand are done; sooner where Redis is away. Then nobody can be told, and
   * other workers take these jobs over.
   */
  close(): Promise<void>;
}

export interface Serving {
  readonly url: string;
  readonly build: string;
  /** Jobs at the same time. */
  readonly parallel: number;
  /** Milliseconds without a sign of life after which another worker takes a job over. */
  readonly patience: number;
  analyze(job: QueuedJob): Promise<FileReport>;
  log(line: string): void;
}

/** A job whose workers have died so often is given up: it may be what they died of. */
const MOST_DEATHS = 10;
/** Milliseconds for which the last jobs wait for a Redis that is away. */
const LAST_WAIT = 5_000;

export async function serveQueue({ url, build, parallel, patience, analyze, log }: Serving): Promise<Served> {
  let wanted = true;
  const connection = await connectRedis(url, () => wanted);
  const worker = new Worker<QueuedJob, FileReport>(queueName(build), async (job) => analyze(checked(job.data)), {
    connection,
    concurrency: parallel,
    lockDuration: patience,
    stalledInterval: patience,
    maxStalledCount: MOST_DEATHS,
  });
  let lastProblem = '';
  // once, not at each attempt to reach it
  worker.on('error', ({ message }) => {
    if (message === lastProblem || !wanted) return;
    lastProblem = message;
    log(message);
  });
  connection.on('ready', () => {
    lastProblem = '';
  });
  worker.on('stalled', (id) => log(`taken over from a worker that gave no sign of life: ${id}`));
  await worker.waitUntilReady();
  return {
    async close() {
      // an orderly end waits for answers, also on a connection that is about to come back
      wanted = await isThere(connection);
      const absence = wanted ? watchAbsence(connection, () => (wanted = false)) : null;
      await worker.close(!wanted);
      absence?.endWatch();
      wanted = false;
      connection.disconnect();
    },
  };
}

/** Whoever reaches Redis can hand in anything. */
function checked(data: unknown): QueuedJob {
  const { source, path, options } = (data ?? {}) as Partial<Readonly<Record<keyof QueuedJob, unknown>>>;
  if (typeof source !== 'string' || typeof path !== 'string' || typeof options !== 'object' || options === null)
    throw new Error('a job that is none of this version');
  return data as QueuedJob;
}

/** Resolves when Redis is there, or has been away for too long. */
function isThere(connection: Redis): Promise<boolean> {
  if (connection.status === 'ready') return Promise.resolve(true);
  return new Promise((resolve) => {
    const absence = watchAbsence(connection, () => resolve(false));
    connection.once('ready', () => {
      absence.endWatch();
      resolve(true);
    });
  });
}

/** Tells once when Redis has been away for `LAST_WAIT` without a break. */
function watchAbsence(connection: Redis, tell: () => void): { endWatch(): void } {
  let seen = performance.now();
  const timer = setInterval(() => {
    if (connection.status === 'ready') seen = performance.now();
    if (performance.now() - seen < LAST_WAIT) return;
    clearInterval(timer);
    tell();
  }, 100);
  return { endWatch: () => clearInterval(timer) };
}
