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
/**
 * Events that Redis keeps, about. Those of finished jobs have the reports in them, so that nobody has to ask for these;
 * what is gone before it was read is looked for.
 */
const EVENTS_KEPT = 1_000;

/** What became of a job. */
type End = { readonly report: FileReport } | { readonly failure: string };

export async function connectQueue(url: string, build: string): Promise<JobQueue> {
  const [connection, listening] = [await connectRedis(url), await connectRedis(url)];
  const run = randomUUID();
  const name = queueName(build);
  const queue = new Queue<QueuedJob, FileReport>(name, { connection, streams: { events: { maxLen: EVENTS_KEPT } } });
  const events = new QueueEvents(name, { connection: listening });
  // a connection that is lost comes back; what waits for it says so where it doesn't
  queue.on('error', () => {});
  events.on('error', () => {});
  /** By job: told how it has ended. */
  const waiting = new Map<string, (end: End) => void>();
  events.on('completed', ({ jobId, returnvalue }) =>
    // parsed already, whatever its type says
    waiting.get(jobId)?.({ report: returnvalue as unknown as FileReport }),
  );
  events.on('failed', ({ jobId, failedReason }) => waiting.get(jobId)?.({ failure: failedReason }));

  /** Null after a while in which nothing was told. */
  const inTime = (ended: Promise<End>): Promise<End | null> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), LOOK_AGAIN);
      void ended.then((end) => {
        clearTimeout(timer);
        resolve(end);
      });
    });

  /** Handed in under its name, again where Redis has forgotten it; a name that is there already changes nothing. */
  const handIn = (job: QueuedJob, id: string) =>
    soon(queue.add('analyze', job, { jobId: id, removeOnComplete: { age: KEPT }, removeOnFail: { age: KEPT } }));

  /** Asked for, where nothing was told; null: it isn't there yet. */
  const lookFor = async (job: QueuedJob, id: string): Promise<End | null> => {
    const there = await soon(queue.getJob(id));
    if (there === undefined) await handIn(job, id);
    if (there?.finishedOn === undefined) return null;
    return there.failedReason ? { failure: there.failedReason } : { report: there.returnvalue };
  };

  return {
    async analyze(job) {
      const id = jobName(run, job);
      const ended = new Promise<End>((resolve) => waiting.set(id, resolve));
      try {
        await handIn(job, id);
        for (;;) {
          const end = (await inTime(ended)) ?? (await lookFor(job, id));
          if (end === null) continue;
          await soon(queue.remove(id)).catch(() => {});
          if ('failure' in end) throw new Error(end.failure);
          return end.report;
        }
      } finally {
        waiting.delete(id);
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

/** What Redis says, in words where it is not about us. */
function redisWords(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.startsWith('OOM ')
    ? 'Redis is full: it has used all the memory that it may (maxmemory)'
    : `Redis: ${message}`;
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
    throw new QueueProblem(redisWords(error));
  } finally {
    clearTimeout(timer);
  }
}
