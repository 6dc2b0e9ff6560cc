/**
 * Assertions about arrays: invariants for all indices, guessed from runs and kept where they are inductive. What is known before a transition
 * is known at every index that it reads at.
 */
import type { Budget } from '../../budget/index.ts';
import type { Cfg } from '../../program/index.ts';
import type { Formula } from '../../logic/index.ts';
import { conjuncts, isVariable, substituteFormula, sym, symbolsOfFormula } from '../../logic/index.ts';
import type { IntegerMode } from '../../machine/index.ts';
import type { Solver } from '../../decide/index.ts';
import { elementCandidates, samplesAt } from './array-candidates.ts';
import type { ElementSystem } from './array-transitions.ts';
import { elementSystem } from './array-transitions.ts';
import { STAGES, assertionFails, congruences, goals, houdini } from '../invariants/index.ts';
import type { Invariants } from '../invariants/index.ts';
import type { Replay } from '../replay-counterexample.ts';
import type { Sample } from '../sampling/index.ts';
import { sample } from '../sampling/index.ts';

export interface ElementsRequest {
  readonly cfg: Cfg;
  readonly mode: IntegerMode;
  readonly solver: Solver;
  readonly assertions: ReadonlySet<number>;
  readonly budget: Budget;
}

export interface ElementsResult {
  readonly proven: Set<number>;
  readonly failures: Map<number, Replay>;
}

const FIRST_RUNS = 24;
const RUNS = 60;
const STEPS = 2_500;
/** A few that go further: arrays are often filled first. */
const DEEP_RUNS = 13;
/** Runs that go on as they began. */
const STEADY_RUNS = 8;
const DEEP_STEPS = 60_000;
/** Where a later loop wasn't reached by then. */
const LONG_RUNS = 4;
const LONG_STEPS = 1_200_000;
const STATES_PER_CUT = 400;
/** States of one run of a loop. */
const VISITS = 6;
const PATIENCE = 8;
/** Index of the stage that the variables are guessed by; what is guessed about elements. */
const ROUNDS = [
  { scalars: 0, guesses: 'stated' }, { scalars: 2, guesses: 'fitted' }, { scalars: null, guesses: 'bounded' }, { scalars: 4, guesses: 'bounded' },
] as const;

/** Fills in what it finds as it finds it. */
export function proveElements(request: ElementsRequest, result: ElementsResult): void {
  const { cfg, mode, solver, budget } = request;
  const system = elementSystem(cfg, mode, budget, ({ cuts }) => {
    const first = sample({ cfg, mode, cuts, runs: FIRST_RUNS, maxSteps: STEPS, seed: 3, starts: [], budget }).states;
    return first.every((s) => s.length > 0) ? first : sample({ cfg, mode, cuts, runs: LONG_RUNS, maxSteps: DEEP_STEPS, seed: 3, starts: [], budget }).states;
  });
  if (!system) return;
  const open = new Set(request.assertions);
  const scalars: ElementSystem = { ...system, cuts: system.cuts.map((c) => ({ ...c, live: c.live.filter(isVariable) })) };
  const elements: Map<string, Sample>[] = system.cuts.map(() => new Map());
  const visits: number[] = [];
  let picked = 0;
  const run = (runs: number, maxSteps: number, seed: number): Sample[][] => {
    const { states, failures } = sample({
      cfg, mode, cuts: scalars.cuts, runs, maxSteps, seed, starts: [], budget,
      visit: (cut, values, state) => {
        const into = elements[cut] as Map<string, Sample>;
        if (into.size >= STATES_PER_CUT) return;
        // runs differ more than the iterations of one
        if (state.iteration === 0) visits[cut] = 0;
        const before = visits[cut] ?? 0;
        if (before >= VISITS || (state.iteration > 2 && picked++ % 2 === 0)) return;
        visits[cut] = before + 1;
        for (const s of samplesAt(system, cut, values, (a, i) => state.element(a, i), picked++)) into.set([...s.values()].join(), s);
      },
    });
    for (const [a, r] of failures) if (open.delete(a)) result.failures.set(a, r);
    return states.map((s) => [...s]);
  };
  let states = run(RUNS, STEPS, 7);
  for (const [a, r] of sample({ cfg, mode, cuts: [], runs: DEEP_RUNS, maxSteps: DEEP_STEPS, seed: 5, starts: [], budget }).failures) if (open.delete(a)) result.failures.set(a, r);
  for (const [a, r] of sample({ cfg, mode, cuts: [], runs: STEADY_RUNS, maxSteps: DEEP_STEPS, seed: 17, starts: [], steady: true, budget }).failures) if (open.delete(a)) result.failures.set(a, r);
  if (states.some((s) => s.length === 0)) {
    const more = run(LONG_RUNS, LONG_STEPS, 13);
    states = states.map((s, c) => [...s, ...(more[c] ?? [])]);
  }
  const samples = { states, failures: new Map<number, Replay>() };
  let invariants: Invariants = system.cuts.map(() => []);
  for (const { scalars: stage, guesses } of ROUNDS) {
    if (open.size === 0 || budget.exhausted()) return;
    const guessed = stage === null ? null : STAGES[stage]?.guess(scalars, samples, open).map((f, c) => (stage === 0 ? [...f, ...congruences(scalars.cuts[c]?.live ?? [], states[c] ?? []), ...assumed(system, c)] : f));
    const scalar = guessed ? houdini({ system, base: invariants, candidates: guessed, solver, budget }) : invariants;
    if (!scalar) return;
    const candidates = elementCandidates(system, elements.map((m) => [...m.values()]), guesses);
    const about = houdini({ system, base: scalar, candidates, solver, patience: PATIENCE, budget });
    if (!about) return;
    invariants = about;
    if (system.transitions.some((t) => t.to.kind === 'lost' && assertionFails(t, invariants, solver, system))) continue;
    for (const a of [...open]) {
      if (budget.exhausted()) return;
      if (goals(system, new Set([a])).some((t) => assertionFails(t, invariants, solver, system))) continue;
      result.proven.add(a);
      open.delete(a);
    }
  }
}

/** What the function has made sure of its inputs before the first loop. */
function assumed(system: ElementSystem, cut: number): Formula[] {
  const live = new Set(system.cuts[cut]?.live);
  return system.transitions.flatMap((t) => {
    if (t.from !== null || t.to.kind !== 'cut') return [];
    const names = new Map([...t.update].flatMap(([v, u]) => (u.kind === 'sym' && live.has(v) ? [[u.symbol, sym(v)] as const] : [])));
    return conjuncts(t.guard).filter((f) => f.size < 16 && [...symbolsOfFormula(f)].every((x) => names.has(x))).map((f) => substituteFormula(f, names));
  });
}
