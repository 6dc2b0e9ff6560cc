/** Entry of one analysis worker thread. */
import { parentPort } from 'node:worker_threads';
import { analyze } from './analysis.ts';
import { serveAnalysis } from './workspace/serve-worker.ts';

if (parentPort === null) throw new Error('worker.ts is started as a worker thread');
serveAnalysis(analyze, parentPort);
