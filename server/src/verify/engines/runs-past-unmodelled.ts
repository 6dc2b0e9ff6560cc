/**
 * Random testing of assertions about which nothing can be proven, since they fail for some value of what isn't
 * modelled. Some run may fail all the same, without that. Runs that depend on such a value don't count. Declines where
 * a short run has failed each of them already. Source: our own.
 */
import type { Decision, Engine, Known } from '../engine.ts';
import { sample } from '../sampling/index.ts';

const RUNS = 120;
const MAX_STEPS = 20_000;
const SEED = 11;

const openButHopeless = ({ open, hopeless }: Known): readonly number[] => [...open].filter((a) => hopeless.has(a));

export const runsPastUnmodelled: Engine = {
  id: 'runs-past-unmodelled',
  share: 1,
  applies: ({ known }) => openButHopeless(known).some((a) => !known.kept.has(a)),
  run: ({ cfg, mode, known }, budget): readonly Decision[] => {
    const { failures } = sample({ cfg, mode, runs: RUNS, maxSteps: MAX_STEPS, seed: SEED, budget });
    return openButHopeless(known).flatMap((assertion) => {
      const run = failures.get(assertion);
      return run ? [{ kind: 'fails', assertion, run, by: 'search' }] : [];
    });
  },
};
