/**
 * Random testing from inputs that are known to lead to a cut point: states for the guesses that follow, and runs that
 * fail. Some runs are longer, with the same answer over and over; in some each place that reads goes on as it began.
 * Where a cut point was not reached, a few very long ones. Source: our own.
 */
import type { Budget } from '../../budget/index.ts';
import type { SampleResult } from '../sampling/index.ts';
import { deepRuns, sample } from '../sampling/index.ts';
import type { TransitionDecision, TransitionEngine, TransitionTask } from './transition-task.ts';

const RUNS = 96;
const STEPS = 3_000;
/** Runs that go on as they began. */
const STEADY_RUNS = 18;
/** Loops that run long before the next one starts. */
const LONG_RUNS = 6;
const LONG_STEPS = 1_500_000;

export const sampledRuns: TransitionEngine = { id: 'sampled-runs', share: 1, applies: () => true, run: sampled };

function* sampled(
  { cfg, mode, system: { cuts }, starts }: TransitionTask,
  budget: Budget,
): Generator<TransitionDecision> {
  const first = sample({ cfg, mode, cuts, runs: RUNS, maxSteps: STEPS, seed: 7, starts, budget });
  yield { kind: 'samples', states: first.states };
  yield* failing(first);
  for (const deep of deepRuns(cfg, mode, STEADY_RUNS, budget)) yield* failing(deep);
  if (first.states.every((s) => s.length > 0)) return;
  const more = sample({ cfg, mode, cuts, runs: LONG_RUNS, maxSteps: LONG_STEPS, seed: 13, starts, budget });
  yield* failing(more);
  yield { kind: 'samples', states: first.states.map((s, c) => [...s, ...(more.states[c] ?? [])]) };
}

function* failing({ failures }: SampleResult): Generator<TransitionDecision> {
  for (const [assertion, run] of failures) yield { kind: 'fails', assertion, run, by: 'search' };
}
