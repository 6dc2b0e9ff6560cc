/** The bundle of the queue, which lies beside this one: loaded where a call asks for a queue, and by no other. */
import { createRequire } from 'node:module';
import type { connectQueue, serveQueue } from '../queue/index.ts';

interface QueueBundle {
  readonly connectQueue: typeof connectQueue;
  readonly serveQueue: typeof serveQueue;
}

export const queueBundle = (): QueueBundle => createRequire(import.meta.url)('./queue.cjs') as QueueBundle;
