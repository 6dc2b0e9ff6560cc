/** What both sides of the queue agree on. */
import { createHash } from 'node:crypto';
import type { AnalysisOptions } from '../report/index.ts';

/** A file to analyse; its headers are looked for where the worker has the same path. */
export interface QueuedJob {
  readonly source: string;
  readonly path: string;
  readonly options: AnalysisOptions;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Builds that may answer differently have queues of their own: neither takes the other's jobs or results. */
export const queueName = (build: string): string => `looplens-${hashOf(build).slice(0, 16)}`;

/**
 * The same job of the same run has the same name, so that it is in the queue once, however often it is handed in. Runs
 * differ: headers may have changed in between, and only a worker's cache looks at these.
 */
export const jobName = (run: string, job: QueuedJob): string => hashOf(JSON.stringify([run, job]));

/** What is wrong with the queue, and not with us. */
export class QueueProblem extends Error {
  override readonly name = 'QueueProblem';
}

/** How to reach Redis, from `redis://[user:password@]host[:port][/database]`. */
export function addressOf(url: string): { readonly url: string; readonly shown: string } {
  try {
    const { protocol, host, pathname } = new URL(url);
    if (protocol === 'redis:' || protocol === 'rediss:') return { url, shown: `${protocol}//${host}${pathname}` };
  } catch {
    // said below
  }
  throw new QueueProblem('a queue is named by redis://HOST[:PORT][/DATABASE]');
}
