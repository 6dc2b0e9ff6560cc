/**
 * Verdicts where the summaries leave an assertion open: guess-and-check invariants at the cut points, cheap guesses first; what the
 * sampled runs break on the way is a finding. A proof is over the transitions alone and needs no summary.
 */
import type { Cfg } from '../ir/cfg.ts';
import type { Formula } from '../ir/formula.ts';
import { printFormula, printTerm } from '../ir/print.ts';
import { FALSE, and, eq0, ge0, isLiteral } from '../ir/formula.ts';
import { int, plus, sub, sym } from '../ir/term.ts';
import type { IntegerMode } from '../ir/types.ts';
import { modulusOf } from '../ir/types.ts';
import { SymbolTable } from '../loop/explore.ts';
import type { Solver } from '../solver/solver.ts';
import {
  around, bounds, byPhase, congruences, consistent, equalities, goalClauses, goals, inRing, ownLiterals, valueConditions,
} from './candidates.ts';
import type { CutSystem } from './cuts.ts';
import { cutSystem } from './cuts.ts';
import type { Invariants } from './houdini.ts';
import { assertionFails, houdini, timed } from './houdini.ts';
import type { Replay } from './replay.ts';
import type { Sample, SampleResult, Start } from './samples.ts';
import { constantsOf, sample } from './samples.ts';
import { unroll } from './unroll.ts';

export interface ProveRequest {
  readonly cfg: Cfg;
  readonly mode: IntegerMode;
  readonly solver: Solver;
  readonly assertions: ReadonlySet<number>;
  readonly cancelled: () => boolean;
}

export interface ProveResult {
  /** Assertion -> the engine that proved it. */
  readonly proven: ReadonlyMap<number, string>;
  readonly failures: ReadonlyMap<number, Replay>;
}

const RUNS = 96;
const STEPS = 3_000;

export function prove(request: ProveRequest): ProveResult {
  const { cfg, mode, cancelled } = request;
  const solver = timed(request.solver);
  const nothing: ProveResult = { proven: new Map(), failures: new Map() };
  const system = cutSystem(cfg, new SymbolTable(), mode, cancelled);
  if (!system) return nothing;
  const samples = sample({ cfg, mode, cuts: system.cuts, runs: RUNS, maxSteps: STEPS, seed: 7, starts: startsOf(system, solver, mode), cancelled });
  const open = new Set([...request.assertions].filter((a) => !samples.failures.has(a)));
  const proven = new Map<number, string>();
  const t0 = globalThis.performance.now();
  const log = (what: string): void => { if (process.env.VDEBUG) console.error(what, Math.round(globalThis.performance.now() - t0), [...open], invariants.map((l) => l.length)); if (process.env.VDEBUG === '2') console.error(invariants.map((l) => l.map((f) => printFormula(f)).join('; ')).join('\n')); };
  let invariants: Invariants = system.cuts.map(() => []);
  const lost = system.transitions.filter((t) => t.to.kind === 'lost');
  const settle = (engine: string): void => {
    if (lost.some((t) => assertionFails(t, invariants, solver, system))) return;
    for (const a of [...open]) {
      if (cancelled()) return;
      if (goals(system, new Set([a])).some((t) => assertionFails(t, invariants, solver, system))) continue;
      proven.set(a, engine);
      open.delete(a);
    }
  };
  settle('paths');
  const failures = new Map(samples.failures);
  const search = (maxPoints: number): void => {
    if (open.size === 0 || cancelled()) return;
    for (const [a, r] of unroll({ system, mode, solver, assertions: open, maxPoints, maxSize: 400, cancelled })) {
      failures.set(a, r);
      open.delete(a);
    }
  };
  log('samples');
  if (process.env.VDEBUG === '4') for (const t of system.transitions) console.error('T', t.from, JSON.stringify(t.to), printFormula(t.guard), '|', [...t.update].map(([x, u]) => x + ' := ' + printTerm(u)).join(', '));
  for (const [i, stage] of STAGES.entries()) {
    if (i === 2) search(60);
    if (open.size === 0 || cancelled()) break;
    const candidates = stage.guess(system, samples, open);
    const found = houdini({ system, base: invariants, candidates, solver, cancelled });
    if (!found) break;
    invariants = found;
    log('houdini');
    settle(stage.name);
    log(stage.name);
  }
  return { proven, failures };
}

interface Stage {
  readonly name: string;
  guess(system: CutSystem, samples: SampleResult, open: ReadonlySet<number>): Formula[][];
}

const statesAt = (samples: SampleResult, c: number): readonly Sample[] => samples.states[c] ?? [];

const STAGES: readonly Stage[] = [
  {
    name: 'invariants',
    guess: (system, samples, open) => {
      const constants = constantsOf(system.cfg.fn);
      const own = ownLiterals(system, 1);
      const clauses = goalClauses(system, goals(system, open), 1);
      return system.cuts.map((cut, c) => {
        const states = statesAt(samples, c);
        const literals = own[c] ?? [];
        // never seen: perhaps never reached
        if (states.length === 0) return [FALSE, ...(clauses[c] ?? []), ...literals.flatMap(around)];
        const equal = equalities(cut.live, states, 1);
        return consistent([
          ...equal, ...inRing(equal, ringOf(system)), ...(clauses[c] ?? []), ...literals.flatMap(around),
          ...bounds(cut.live, states, constants.slice(0, 12), literals.map((l) => l.term), false),
        ], states, system.symbols.range);
      });
    },
  },
  {
    name: 'invariants',
    guess: (system, samples) => {
      const own = ownLiterals(system, 1);
      return system.cuts.map((cut, c) => {
        const states = statesAt(samples, c);
        const equal = equalities(cut.live, states, 3, system.symbols.range);
        return consistent([...equal, ...inRing([...equal, ...(own[c] ?? []).map((l) => eq0(l.term))], ringOf(system))], states, system.symbols.range);
      });
    },
  },
  {
    name: 'invariants',
    guess: (system, samples, open) => {
      const constants = constantsOf(system.cfg.fn);
      const own = ownLiterals(system, 2);
      const clauses = goalClauses(system, goals(system, open), 3);
      return system.cuts.map((cut, c) => {
        const states = statesAt(samples, c);
        const literals = own[c] ?? [];
        return consistent([
          ...congruences(cut.live, states), ...(clauses[c] ?? []), ...literals.flatMap(around),
          ...bounds(cut.live, states, constants.slice(0, 8), literals.map((l) => l.term), true),
        ], states, system.symbols.range);
      });
    },
  },
  {
    name: 'invariants-by-phase',
    guess: (system, samples) => {
      const constants = constantsOf(system.cfg.fn);
      const own = ownLiterals(system, 1);
      return system.cuts.map((cut, c) => {
        const states = statesAt(samples, c);
        const conditions = [...valueConditions(cut.live, states), ...(own[c] ?? [])].slice(0, 24);
        const atoms: Formula[] = [];
        for (const g of valueConditions(cut.live, states)) {
          atoms.push(g);
          const equal = equalities(cut.live, states.filter((s) => isLiteral(g) && holds(g, s)), 1);
          atoms.push(...equal, ...inRing(equal, ringOf(system)));
        }
        for (const l of own[c] ?? []) atoms.push(...around(l).slice(0, 4));
        atoms.push(...bounds(cut.live, states, constants.slice(0, 4), [], true));
        const distinct = [...new Map(atoms.map((f) => [f.key, f])).values()].filter(isLiteral);
        return byPhase(conditions, distinct, states, 400);
      });
    },
  },
];

/** The modulus that a variable wraps around at; null where it doesn't. */
function ringOf(system: CutSystem): (symbol: string) => bigint | null {
  const types = new Map(system.cfg.names.map((n, v) => [n, system.cfg.fn.variables[v]?.type]));
  return (s) => {
    const type = types.get(s);
    return !type || type.signed || type.bool ? null : modulusOf(type);
  };
}

function holds(f: Formula, s: Sample): boolean {
  return consistent([f], [s]).length > 0;
}

/** Inputs and first readings that lead from the entry to a cut point, as the solver finds them: small ones and any. */
function startsOf(system: CutSystem, solver: Solver, mode: IntegerMode): Start[] {
  const out: Start[] = [];
  const { cfg, symbols } = system;
  void mode;
  for (const t of system.transitions) {
    if (t.from !== null || t.to.kind !== 'cut' || out.length >= 24) continue;
    const inputs = cfg.fn.variables.filter((v) => (v.scope === 'param' || v.scope === 'global') && !(cfg.fn.name === 'main' && v.initial !== null));
    const names = [...t.nondet, ...inputs.map((v) => cfg.names[v.id] as string)];
    if (names.length === 0) continue;
    for (const between of [[0n, 6n], [1n, 40n], [-9n, 9n], [0n, 2000n], null] as const) {
      const box = between === null ? [] : names.flatMap((n) => [ge0(plus(sym(n), -between[0])), ge0(sub(int(between[1]), sym(n)))]);
      const answer = solver.check(and(t.guard, ...box), symbols.range);
      const model = answer.model;
      if (!model) continue;
      out.push({
        inputs: new Map(inputs.map((v) => [v.id, model.get(cfg.names[v.id] as string) ?? 0n])),
        nondet: t.nondet.map((n) => model.get(n) ?? 0n),
      });
    }
  }
  return out;
}
