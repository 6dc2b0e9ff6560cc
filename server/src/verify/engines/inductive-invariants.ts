/**
 * Inductive invariants at the cut points (Floyd). They are guessed from sampled states and weakened to the largest
 * inductive subset (Houdini; Flanagan and Leino, 2001). An assertion holds where none of the transitions that fail it
 * can be taken under them. Declines where the work is used up before the candidates are inductive. Proves nothing where
 * a transition that isn't followed can be taken. Source: Floyd, 1967; Flanagan and Leino, FME 2001.
 */
import type { Budget } from '../../budget/index.ts';
import type { EngineId } from '../engine.ts';
import type { Stage } from '../invariants/index.ts';
import { houdini, invariantReports, provenUnder } from '../invariants/index.ts';
import type { TransitionDecision, TransitionEngine, TransitionTask } from './transition-task.ts';

/** Assertions that no transition fails whatever state it starts in: they hold without any invariant. */
export const transitionsAlone: TransitionEngine = {
  id: 'transitions-alone',
  share: 1,
  applies: ({ known }) => known.open.size > 0,
  run: (task, budget) => provenNow(task, 'paths', budget),
};

/** Guesses of one kind, on top of what was proven inductive before. */
export const invariantsBy = (id: EngineId, stage: Stage): TransitionEngine => ({
  id,
  share: 1,
  applies: ({ known }) => known.open.size > 0,
  run: (task, budget) => inductive(task, stage, budget),
});

function* inductive(task: TransitionTask, stage: Stage, budget: Budget): Generator<TransitionDecision> {
  const { cfg, system, ring, solver, known } = task;
  const on = stage.inRing ? ring : system;
  const candidates = stage.guess(on, { states: known.samples, failures: new Map() }, known.open);
  const invariants = houdini({ system: on, base: known.invariants, candidates, solver, budget });
  if (!invariants) return;
  yield { kind: 'inductive', invariants };
  yield { kind: 'invariants', reports: invariantReports(cfg, system.cuts, invariants, system.symbols.range) };
  yield* provenNow(task, stage.name, budget);
}

function* provenNow(
  { system, solver, known }: TransitionTask,
  by: string,
  budget: Budget,
): Generator<TransitionDecision> {
  const { open, invariants } = known;
  for (const assertion of provenUnder({ system, invariants, open, solver, budget }))
    yield { kind: 'holds', assertion, by };
}
