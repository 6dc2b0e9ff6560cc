/**
 * What is said of a function beside its loops and assertions: overflow that must or can happen, code that nothing gets
 * to.
 */
import { Exhausted } from '../../budget/index.ts';
import { buildCfg } from '../../program/index.ts';
import type { IrFunction } from '../../program/index.ts';
import { TooLarge } from '../../logic/index.ts';
import type { Finding } from '../../report/index.ts';
import { Summarizer } from '../../summary/index.ts';
import { arrivals } from '../transitions/index.ts';
import { budgetedSymbols } from '../budgeted-symbols.ts';
import type { CheckContext } from '../check-assertions.ts';
import { deadCode } from './dead-code.ts';
import type { Overflow } from './overflow-findings.ts';
import { mustOverflow, overflowingLoops, overflows, suspiciousLoops } from './overflow-findings.ts';

const MUST_SHARE = 0.1;

function guarded(run: () => Finding[]): Finding[] {
  try {
    return run();
  } catch (e) {
    if (e instanceof TooLarge || e instanceof Exhausted) return [];
    throw e;
  }
}

const finding = (o: Overflow): Finding => ({ kind: 'overflow', text: '', ...o });

/**
 * From the summaries of a function's own loops, which are at hand: `complete` where all states are known in which they
 * are reached.
 */
export function findingsFromSummaries(
  summarizer: Summarizer,
  loops: readonly number[],
  complete: boolean,
  context: CheckContext,
): Finding[] {
  return guarded(() => {
    const { integers, overflow } = context.options;
    const { cfg } = summarizer;
    const doomed = overflow === 'off' || integers !== 'c' ? [] : overflowingLoops(summarizer, loops);
    if (doomed.length > 0) return mustOverflow(cfg, doomed, context).map(finding);
    if (!complete) return [];
    return deadCode(summarizer, integers, context.budget).map(
      (d): Finding => ({ kind: 'unreachable', function: cfg.fn.name, ...d }),
    );
  });
}

/** From runs and proofs of their own, for a function whose calls are inlined. */
export function overflowFindings(fn: IrFunction, context: CheckContext): Finding[] {
  const { integers, overflow } = context.options;
  if (integers !== 'c' || overflow === 'off') return [];
  const must = guarded(() => {
    const cfg = buildCfg(fn);
    const suspects = suspiciousLoops(cfg, context);
    if (suspects.length === 0) return [];
    const budget = context.budget.share(MUST_SHARE);
    const summarizer = new Summarizer(cfg, budgetedSymbols(budget), { mode: integers, assertions: 'ignore', budget });
    if (!arrivals(cfg, summarizer, suspects, integers, budget)) summarizer.distrustArrivals();
    const doomed = budget.exhausted() ? [] : overflowingLoops(summarizer, suspects);
    return mustOverflow(cfg, doomed, context).map(finding);
  });
  return overflow === 'can' ? [...must, ...guarded(() => overflows(fn, context).found.map(finding))] : must;
}
