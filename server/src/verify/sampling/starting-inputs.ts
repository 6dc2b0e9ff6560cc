/** Inputs and first readings that lead a run to a cut point of a transition system, found by the solver. */
import type { Solver } from '../../decide/index.ts';
import type { Symbol } from '../../logic/index.ts';
import { and, ge0, int, plus, sub, sym } from '../../logic/index.ts';
import { startsInitial } from '../../program/index.ts';
import type { CutSystem } from '../transitions/index.ts';
import type { Start } from './sample-runs.ts';

const MOST_STARTS = 24;
const EFFORT = 40_000;
/** Intervals for all inputs and readings, tried one after the other; null: any. */
const INTERVALS: readonly (readonly [bigint, bigint] | null)[] = [
  [0n, 6n],
  [7n, 60n],
  [1n, 40n],
  [-9n, 9n],
  [0n, 2000n],
  null,
];

/** Inputs and first readings that lead from the entry to a cut point, as the solver finds them: small ones and any. */
export function startsOf(system: CutSystem, solver: Solver): Start[] {
  const out: Start[] = [];
  const { cfg, symbols } = system;
  for (const transition of system.transitions) {
    if (transition.from !== null || transition.to.kind !== 'cut' || out.length >= MOST_STARTS) continue;
    const inputs = cfg.fn.variables.filter(
      (v) => (v.scope === 'param' || v.scope === 'global') && !startsInitial(cfg.fn, v),
    );
    const names = [...transition.nondet, ...inputs.map((v) => cfg.symbols[v.id] as Symbol)];
    if (names.length === 0) continue;
    for (const between of INTERVALS) {
      const box =
        between === null
          ? []
          : names.flatMap((n) => [ge0(plus(sym(n), -between[0])), ge0(sub(int(between[1]), sym(n)))]);
      const { model } = solver.check(and(transition.guard, ...box), symbols.range, EFFORT);
      if (!model) continue;
      const start = {
        inputs: new Map(inputs.map((v) => [v.id, model.get(cfg.symbols[v.id] as Symbol) ?? 0n])),
        nondet: transition.nondet.map((n) => model.get(n) ?? 0n),
      };
      // what the solver likes best is often the same again
      if (
        !out.some(
          (s) => `${s.nondet}` === `${start.nondet}` && `${[...s.inputs.values()]}` === `${[...start.inputs.values()]}`,
        )
      )
        out.push(start);
    }
  }
  return out;
}
