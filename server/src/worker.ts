/** Entry of one analysis worker thread. */
import { parentPort } from 'node:worker_threads';
import { analyze } from './analysis/index.ts';
import { serveAnalysis } from './workspace/index.ts';

if (parentPort === null) throw new Error('worker.ts is started as a worker thread');
serveAnalysis(analyze, parentPort);
