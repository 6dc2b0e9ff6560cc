/** The side of the queue that does the work. */
import { Worker } from 'bullmq';
import type { FileReport } from '../report/index.ts';
import { queueName } from './queue-names.ts';
import type { QueuedJob } from './queue-names.ts';
import { connectRedis } from './redis-connection.ts';

export interface Served {
  /** Takes no more jobs, and ends when those at hand are done. */
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

export async function serveQueue({ url, build, parallel, patience, analyze, log }: Serving): Promise<Served> {
  const connection = await connectRedis(url);
  const worker = new Worker<QueuedJob, FileReport>(queueName(build), (job) => analyze(job.data), {
    connection,
    concurrency: parallel,
    lockDuration: patience,
    stalledInterval: patience,
    maxStalledCount: MOST_DEATHS,
  });
  worker.on('error', (error) => log(error.message));
  worker.on('stalled', (id) => log(`taken over from a worker that gave no sign of life: ${id}`));
  await worker.waitUntilReady();
  return {
    async close() {
      await worker.close();
      connection.disconnect();
    },
  };
}
