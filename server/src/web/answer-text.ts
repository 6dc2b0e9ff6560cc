/** One text, analysed and answered as the playground shows it. */
import { DEFAULT_OPTIONS } from '../analysis/index.ts';
import { answerList } from '../pages/index.ts';
import { analyzeInBrowser } from './analyze-in-browser.ts';

/** Milliseconds for one loop, and for all assertions: somebody is waiting. */
const BUDGET = 10_000;

/** HTML without scripts. */
export async function answerAsHtml(source: string): Promise<string> {
  const options = { ...DEFAULT_OPTIONS, loopBudget: BUDGET, fileBudget: BUDGET };
  return answerList(await analyzeInBrowser(source, options, { now: () => performance.now(), cancelled: () => false }));
}
