/**
 * Verdicts where the summaries leave an assertion open: guess-and-check invariants at the cut points, cheap guesses first; what the
 * sampled runs break on the way is a finding. A proof is over the transitions alone and needs no summary.
 */
import type { Budget } from '../../budget/index.ts';
import { startsInitial } from '../../program/index.ts';
import type { Cfg } from '../../program/index.ts';
import { and, ge0, int, plus, sub, sym } from '../../logic/index.ts';
import type { Symbol } from '../../logic/index.ts';
import type { IntegerMode } from '../../machine/index.ts';
import type { Solver } from '../../decide/index.ts';
import { budgetedSymbols } from '../budgeted-symbols.ts';
import { STAGES, assertionFails, goals, houdini, invariantReports } from '../invariants/index.ts';
import type { CutSystem, Transition } from '../transitions/index.ts';
import { cutSystem } from '../transitions/index.ts';
import type { Invariants } from '../invariants/index.ts';
import type { InvariantReport } from '../../report/index.ts';
import type { Reason } from '../../source/index.ts';
import { inductiveAssertions } from './k-induction.ts';
import type { Replay } from '../replay-counterexample.ts';
import type { Start } from '../sampling/index.ts';
import { unreachable } from './horn-clauses.ts';
import { sample } from '../sampling/index.ts';
import type { Unrolled } from './bounded-search.ts';
import { unroll } from './bounded-search.ts';

export interface ProveRequest {
  readonly cfg: Cfg;
  readonly mode: IntegerMode;
  readonly solver: Solver;
  readonly assertions: ReadonlySet<number>;
  /** Only the cheapest guesses and the search for failing runs. */
  readonly light: boolean;
  readonly budget: Budget;
}

export interface ProveResult {
  /** Assertion -> the engine that proved it. */
  readonly proven: Map<number, string>;
  readonly failures: Map<number, Replay>;
  /** Assertions that fail for some value of what isn't modelled, whatever engine looks at them. */
  readonly beyond?: Map<number, Reason>;
  /** What was proven on the way, for the loops of the function. */
  invariants?: InvariantReport[];
}

const RUNS = 96;
const STEPS = 3_000;
/** A few longer runs, with the same answer over and over in some. */
const DEEP_RUNS = 13;
const DEEP_STEPS = 60_000;
/** And some that go on as they began. */
const STEADY_RUNS = 18;
const LONG_RUNS = 6;
const LONG_STEPS = 1_500_000;
const LATE_RUNS = 600;
const LATE_STEPS = 40_000;
/** Fewer transitions need no second system. */
const FEW = 12;
const HORN_EFFORT = 1_500_000;
/** Ways back from a failure that k-induction looks at, first and at last. */
const FEW_WAYS = 80;
const MANY_WAYS = 400;

/** Fills in what it finds as it finds it. */
export function prove(request: ProveRequest, result: ProveResult): void {
  const { proven, failures } = result;
  const { cfg, mode, solver, light, budget } = request;
  const split = cutSystem(cfg, budgetedSymbols(budget), mode, true, budget);
  const whole = !split || split.transitions.length > FEW ? cutSystem(cfg, budgetedSymbols(budget), mode, false, budget) : null;
  const system = split ?? whole;
  const open = new Set(request.assertions);
  const found = (more: ReadonlyMap<number, Replay>): void => {
    for (const [a, r] of more) if (open.delete(a)) failures.set(a, r);
  };
  if (!system) {
    found(sample({ cfg, mode, cuts: [], runs: LATE_RUNS, maxSteps: LATE_STEPS, seed: 11, starts: [], budget }).failures);
    return;
  }
  // equalities survive wrap-around in the ring, where fewer transitions do
  const ring = whole && whole.transitions.length * 2 < system.transitions.length ? whole : system;
  const starts = startsOf(system, solver);
  let samples = sample({ cfg, mode, cuts: system.cuts, runs: RUNS, maxSteps: STEPS, seed: 7, starts, budget });
  found(samples.failures);
  found(sample({ cfg, mode, cuts: [], runs: DEEP_RUNS, maxSteps: DEEP_STEPS, seed: 5, starts: [], budget }).failures);
  found(sample({ cfg, mode, cuts: [], runs: STEADY_RUNS, maxSteps: DEEP_STEPS, seed: 17, starts: [], steady: true, budget }).failures);
  if (samples.states.some((s) => s.length === 0)) {
    // loops that run long before the next one starts
    const more = sample({ cfg, mode, cuts: system.cuts, runs: LONG_RUNS, maxSteps: LONG_STEPS, seed: 13, starts, budget });
    found(more.failures);
    samples = { failures: samples.failures, states: samples.states.map((s, c) => [...s, ...(more.states[c] ?? [])]) };
  }

  let invariants: Invariants = system.cuts.map(() => []);
  const settle = (engine: string): void => {
    if (open.size === 0 || system.transitions.some((t) => t.to.kind === 'lost' && assertionFails(t, invariants, solver, system))) return;
    for (const a of [...open]) {
      if (budget.exhausted()) return;
      if (goals(system, new Set([a])).some((t) => assertionFails(t, invariants, solver, system))) continue;
      proven.set(a, engine);
      open.delete(a);
    }
  };
  const lost = system.transitions.filter((t) => t.to.kind === 'lost');
  const byInduction = (maxWays: number): void => {
    if (open.size === 0 || light || budget.exhausted() || lost.some((t) => assertionFails(t, invariants, solver, system))) return;
    for (const a of inductiveAssertions({ system, invariants, solver, open, proven: new Set(proven.keys()), maxWays, nonlinear: maxWays === MANY_WAYS, budget })) {
      proven.set(a, 'k-induction');
      open.delete(a);
    }
  };
  settle('paths');
  const hopeless = new Set<number>();
  const search = (of: CutSystem): Unrolled => {
    const r = unroll({ system: of, mode, solver, assertions: open, maxPoints: 60, maxSize: 400, budget });
    found(r.found);
    for (const a of r.proven) if (open.delete(a)) proven.set(a, 'unrolling');
    return r;
  };
  if (!light && open.size > 0 && system.transitions.some((t) => t.arbitrary && t.arbitrary.size > 0)) {
    const early = search(system);
    for (const [a, why] of early.beyond) {
      if (!open.delete(a)) continue;
      hopeless.add(a);
      result.beyond?.set(a, why);
    }
  }
  for (const [i, stage] of (light ? STAGES.slice(0, 1) : STAGES).entries()) {
    if (open.size === 0 || budget.exhausted()) break;
    const on: CutSystem = stage.inRing ? ring : system;
    const inductive = houdini({ system: on, base: invariants, candidates: stage.guess(on, samples, open), solver, budget });
    if (!inductive) break;
    invariants = inductive;
    result.invariants = invariantReports(cfg, system.cuts, invariants, system.symbols.range);
    settle(stage.name);
    // cheap where it works at all; the guesses that follow cost more
    if (i === 0) byInduction(FEW_WAYS);
    if ((light || i === 2) && open.size > 0) {
      search(system);
      // wrap-around as ways of their own multiplies them
      const unsplit = open.size > 0 && !light && !budget.exhausted() ? whole ?? cutSystem(cfg, budgetedSymbols(budget), mode, false, budget) : null;
      if (unsplit && unsplit.transitions.length < system.transitions.length) search(unsplit);
    }
  }
  byInduction(MANY_WAYS);
  const impossible = (targets: readonly Transition[]): boolean => targets.length === 0 || unreachable(system, invariants, targets, solver, HORN_EFFORT);
  if (open.size > 0 && !light && !budget.exhausted() && impossible(lost)) {
    // all at once where that works, else one by one
    const all = open.size > 1 && impossible(goals(system, open));
    for (const a of [...open]) {
      if (budget.exhausted()) break;
      if (!all && !impossible(goals(system, new Set([a])))) continue;
      proven.set(a, 'spacer');
      open.delete(a);
    }
  }
  // some run may fail without it
  for (const a of hopeless) open.add(a);
  if (open.size > 0 && !budget.exhausted()) {
    found(sample({ cfg, mode, cuts: [], runs: LATE_RUNS, maxSteps: LATE_STEPS, seed: 11, starts, budget }).failures);
  }
}

/** Inputs and first readings that lead from the entry to a cut point, as the solver finds them: small ones and any. */
export function startsOf(system: CutSystem, solver: Solver): Start[] {
  const out: Start[] = [];
  const { cfg, symbols } = system;
  for (const t of system.transitions) {
    if (t.from !== null || t.to.kind !== 'cut' || out.length >= 24) continue;
    const inputs = cfg.fn.variables.filter((v) => (v.scope === 'param' || v.scope === 'global') && !startsInitial(cfg.fn, v));
    const names = [...t.nondet, ...inputs.map((v) => cfg.symbols[v.id] as Symbol)];
    if (names.length === 0) continue;
    for (const between of [[0n, 6n], [7n, 60n], [1n, 40n], [-9n, 9n], [0n, 2000n], null] as const) {
      const box = between === null ? [] : names.flatMap((n) => [ge0(plus(sym(n), -between[0])), ge0(sub(int(between[1]), sym(n)))]);
      const { model } = solver.check(and(t.guard, ...box), symbols.range, START_EFFORT);
      if (!model) continue;
      const start = {
        inputs: new Map(inputs.map((v) => [v.id, model.get(cfg.symbols[v.id] as Symbol) ?? 0n])),
        nondet: t.nondet.map((n) => model.get(n) ?? 0n),
      };
      // what the solver likes best is often the same again
      if (!out.some((s) => `${s.nondet}` === `${start.nondet}` && `${[...s.inputs.values()]}` === `${[...start.inputs.values()]}`)) out.push(start);
    }
  }
  return out;
}

const START_EFFORT = 40_000;
