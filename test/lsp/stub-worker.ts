/** Entry of a worker thread with the stand-in for the analysis. */
import { parentPort } from 'node:worker_threads';
import { serveAnalysis } from '../../server/src/workspace/serve-worker.ts';
import { analyze } from './stub-analysis.ts';

if (parentPort) serveAnalysis(analyze, parentPort);
