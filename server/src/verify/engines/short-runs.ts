/**
 * Random testing: some short runs on chosen inputs. A failure that is easily come by needs no engine that may give up.
 * It is kept until the summaries have been asked, since a failure that they find is told with its iterations. Outside
 * `main`, failures that are up to the caller alone are left out.
 * Source: our own.
 */
import type { Expr, IrFunction } from '../../program/index.ts';
import { readVariables } from '../../program/index.ts';
import { conditionsOf } from '../asserted-conditions.ts';
import type { Decision, Engine } from '../engine.ts';
import type { Replay } from '../replay-counterexample.ts';
import { sample } from '../sampling/index.ts';

const RUNS = 100;
const MAX_STEPS = 1_500;
const SEED = 3;

export const shortRuns: Engine = {
  id: 'short-runs',
  share: 1,
  applies: ({ known }) => known.open.size > 0,
  run: ({ cfg, mode }, budget): readonly Decision[] => {
    const { failures } = sample({ cfg, mode, runs: RUNS, maxSteps: MAX_STEPS, seed: SEED, budget });
    return [...failures].flatMap(([assertion, run]) =>
      isForCallers(cfg.fn, assertion, run) ? [] : [{ kind: 'kept', assertion, run }],
    );
  },
};

/**
 * The failures of the short runs that no engine in between has told better. They are there already, so this takes no
 * work.
 */
export const keptRuns: Engine = {
  id: 'kept-runs',
  share: 0,
  applies: ({ known }) => known.kept.size > 0,
  run: ({ known }): readonly Decision[] =>
    [...known.kept].map(([assertion, run]) => ({ kind: 'fails', assertion, run, by: 'search' })),
};

/** Outside `main`: the assertion fails for what the caller passed. */
function isForCallers(fn: IrFunction, assertion: number, { outcome, inputs }: Replay): boolean {
  if (fn.name === 'main' || fn.assertions[assertion]?.target) return false;
  const read = conditionsOf(fn, assertion).flatMap((c: Expr) => [...readVariables(c)]);
  return read.length > 0 && read.every((v) => inputs.has(v) && outcome.env.values[v] === inputs.get(v));
}
