/**
 * Jobs on a queue in Redis, for workers on several machines: BullMQ's, which hands a job of a worker that died to
 * another one. A bundle of its own, loaded by the calls that need it alone. Knows reports and options, no analysis.
 */
export { connectQueue } from './job-queue.ts';
export { serveQueue } from './queue-worker.ts';
