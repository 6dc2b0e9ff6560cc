/**
 * Random testing, at last: many runs, from inputs that are known to lead to a cut point. Also for assertions that fail
 * for some value of what isn't modelled, since some run may fail without it. Source: our own.
 */
import type { Budget } from '../../budget/index.ts';
import type { Decision } from '../engine.ts';
import { sample } from '../sampling/index.ts';
import type { TransitionEngine, TransitionTask } from './transition-task.ts';

const RUNS = 600;
const STEPS = 40_000;
const SEED = 11;

export const lateRuns: TransitionEngine = {
  id: 'late-runs',
  share: 1,
  applies: ({ known }) => known.open.size > 0 || known.beyond.size > 0,
  run: (task, budget) => lateFailures(task, new Set([...task.known.open, ...task.known.beyond]), budget),
};

/** Runs that fail some of the assertions that are wanted. */
export function lateFailures(
  { cfg, mode, starts }: Pick<TransitionTask, 'cfg' | 'mode' | 'starts'>,
  wanted: ReadonlySet<number>,
  budget: Budget,
): readonly Decision[] {
  const { failures } = sample({ cfg, mode, runs: RUNS, maxSteps: STEPS, seed: SEED, starts, budget });
  return [...failures].flatMap(([assertion, run]) =>
    wanted.has(assertion) ? [{ kind: 'fails', assertion, run, by: 'search' }] : [],
  );
}
