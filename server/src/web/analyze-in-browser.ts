/** The analysis as it is in a browser: without the solver, and saying so. */
import { analyze } from '../analysis/index.ts';
import { withMissingSolver } from './solver-missing.ts';

export const analyzeInBrowser: typeof analyze = async (...question) => withMissingSolver(await analyze(...question));
