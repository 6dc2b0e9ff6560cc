/** The side of the queue that hands in jobs and waits for what becomes of them. */
import { randomUUID } from 'node:crypto';
import { Queue, QueueEvents } from 'bullmq';
import type { FileReport } from '../report/index.ts';
import { QueueProblem, jobName, queueName } from './queue-names.ts';
import type { QueuedJob } from './queue-names.ts';
import { connectRedis } from './redis-connection.ts';

export interface JobQueue {
  /** The report that a worker made; rejects with `QueueProblem`, or with the defect that the worker met. */
  analyze(job: QueuedJob): Promise<FileReport>;
  /** Workers that are there. */
  workers(): Promise<number>;
  close(): Promise<void>;
}

/** Milliseconds between looks at a job whose end was not told, as when Redis was restarted in between. */
const LOOK_AGAIN = 2_000;
/** Milliseconds for which Redis may be away. */
const LONGEST_AWAY = 120_000;
/** Seconds after which what nobody fetched is thrown away. */
const KEPT = 86_400;

export async function connectQueue(url: string, build: string): Promise<JobQueue> {
  const [connection, listening] = [await connectRedis(url), await connectRedis(url)];
  const run = randomUUID();
  const name = queueName(build);
  const queue = new Queue<QueuedJob, FileReport>(name, { connection });
  const events = new QueueEvents(name, { connection: listening });
  // a connection that is lost comes back; what waits for it says so where it doesn't
  queue.on('error', () => {});
  events.on('error', () => {});
  /** By job: called when there is news of it. */
  const waiting = new Map<string, () => void>();
  const ended = ({ jobId }: { readonly jobId: string }): void => waiting.get(jobId)?.();
  events.on('completed', ended);
  events.on('failed', ended);

  const news = (id: string): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, LOOK_AGAIN);
      waiting.set(id, () => {
        clearTimeout(timer);
        resolve();
      });
    });

  /** Handed in under its name, again where Redis has forgotten it; a name that is there already changes nothing. */
  const handIn = (job: QueuedJob, id: string) =>
    soon(queue.add('analyze', job, { jobId: id, removeOnComplete: { age: KEPT }, removeOnFail: { age: KEPT } }));

  return {
    async analyze(job) {
      const id = jobName(run, job);
      await handIn(job, id);
      for (;;) {
        await news(id);
        const there = await soon(queue.getJob(id));
        if (there === undefined) await handIn(job, id);
        else if (there.finishedOn !== undefined) {
          waiting.delete(id);
          await soon(there.remove()).catch(() => {});
          if (there.failedReason) throw new Error(there.failedReason);
          return there.returnvalue;
        }
      }
    },
    workers: () => soon(queue.getWorkersCount()),
    async close() {
      await Promise.allSettled([events.close(), queue.close()]);
      connection.disconnect();
      listening.disconnect();
    },
  };
}

/** Not for ever: what Redis refuses, or doesn't answer, is said. */
async function soon<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new QueueProblem('Redis does not answer any more')), LONGEST_AWAY);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    if (error instanceof QueueProblem) throw error;
    throw new QueueProblem(`Redis: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    clearTimeout(timer);
  }
}
