/** Entry: the queue, a bundle of its own that the command line loads when it needs it. */
export { connectQueue, serveQueue } from './queue/index.ts';
