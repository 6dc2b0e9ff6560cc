/**
 * A program that reads nothing from outside has one run: the interpreter takes it, and that decides all of its
 * assertions. An assertion that comes after the failing one is not reached, so it holds. Declines where the run is
 * long, undefined, or not the only one. Source: our own.
 */
import { run } from '../../interpret/index.ts';
import type { IrFunction } from '../../program/index.ts';
import { isProgramStart } from '../../program/index.ts';
import type { Decision, Engine } from '../engine.ts';

const MAX_STEPS = 3_000_000;

export const programRun: Engine = {
  id: 'program-run',
  share: 1,
  applies: ({ cfg, known }) => known.open.size > 0 && hasOneRun(cfg.fn),
  run: ({ cfg: { fn }, mode }): readonly Decision[] => {
    const outcome = run(fn, { mode, inputs: new Map(), maxSteps: MAX_STEPS });
    if (outcome.kind !== 'returned' && outcome.kind !== 'halted' && outcome.kind !== 'assertion-failed') return [];
    const failed = outcome.kind === 'assertion-failed' ? outcome.assertion : null;
    return fn.assertions.map(({ id }) =>
      id === failed
        ? { kind: 'fails', assertion: id, run: { outcome, inputs: new Map(), readings: [] }, by: 'interpreter' }
        : { kind: 'holds', assertion: id, by: 'interpreter' },
    );
  },
};

function hasOneRun(fn: IrFunction): boolean {
  if (!isProgramStart(fn) || fn.params.length > 0) return false;
  if (fn.variables.some((v) => v.scope === 'global' && v.initial === null)) return false;
  return !fn.blocks.some((b) =>
    b.stmts.some((s) => s.kind === 'nondet' || s.kind === 'havoc' || s.kind === 'havoc-array' || s.kind === 'call'),
  );
}
