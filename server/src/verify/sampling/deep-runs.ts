/**
 * Runs that go far, for the assertions that they fail. Arrays are often filled first, and loops run long before the
 * next one starts.
 */
import type { Budget } from '../../budget/index.ts';
import type { IntegerMode } from '../../machine/index.ts';
import type { Cfg } from '../../program/index.ts';
import { sample } from './sample-runs.ts';
import type { SampleResult } from './sample-runs.ts';

const RUNS = 13;
const STEPS = 60_000;

/** Some with the same answer over and over, then `steadyRuns` in which each place that reads goes on as it began. */
export function* deepRuns(cfg: Cfg, mode: IntegerMode, steadyRuns: number, budget: Budget): Generator<SampleResult> {
  yield sample({ cfg, mode, runs: RUNS, maxSteps: STEPS, seed: 5, budget });
  yield sample({ cfg, mode, runs: steadyRuns, maxSteps: STEPS, seed: 17, steady: true, budget });
}
