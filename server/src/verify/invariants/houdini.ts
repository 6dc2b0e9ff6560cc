/**
 * The largest subset of the candidates that is inductive (Houdini). What a transition doesn't preserve is dropped until
 * nothing is left to drop. A query's model drops all candidates that it refutes at once.
 */
import type { Budget } from '../../budget/index.ts';
import {
  and,
  conjuncts,
  disjuncts,
  formulaHolds,
  not,
  or,
  substituteFormula,
  symbolsOfFormula,
} from '../../logic/index.ts';
import type { Formula, Symbol } from '../../logic/index.ts';
import type { Solver } from '../../decide/index.ts';
import type { CutSystem, Transition } from '../transitions/index.ts';
import { Ideal, isPlainFormula } from '../transitions/index.ts';

/** Invariants by cut point. */
export type Invariants = readonly (readonly Formula[])[];

export interface HoudiniRequest {
  readonly system: CutSystem;
  /** Proven already; kept. */
  readonly base: Invariants;
  readonly candidates: readonly (readonly Formula[])[];
  readonly solver: Solver;
  /** How much more a query may cost than usual; missing: no more. */
  readonly patience?: number;
  readonly budget: Budget;
}

const EFFORT = 100_000;
const HARD_EFFORT = 25_000;
/** Non-linear consequences for which the solver is asked, per transition. */
const MAX_HARD = 12;

/** The candidates that hold together with the base; null when cancelled. */
export function houdini(request: HoudiniRequest): Invariants | null {
  const { system, base, budget } = request;
  const current = request.candidates.map((list, c) => {
    const known = new Set((base[c] ?? []).map((f) => f.key));
    const kept = new Map(list.filter((f) => !known.has(f.key)).map((f) => [f.key, f]));
    return [...kept.values()];
  });
  const work = new Set(system.transitions.filter((t) => t.to.kind === 'cut'));
  const outOf = (c: number): Transition[] => system.transitions.filter((t) => t.from === c && t.to.kind === 'cut');
  while (work.size > 0) {
    // entries first: they drop most at least cost
    const transition = [...work].reduce((a, b) => ((b.from ?? -1) < (a.from ?? -1) ? b : a));
    work.delete(transition);
    if (budget.exhausted()) return null;
    const to = transition.to.kind === 'cut' ? transition.to.cut : -1;
    const targets = current[to] as Formula[];
    if (targets.length === 0) continue;
    const before =
      transition.from === null ? [] : [...(base[transition.from] ?? []), ...(current[transition.from] ?? [])];
    const kept = preserved(transition, withInstances(system, transition, before), targets, request);
    if (kept.length === targets.length) continue;
    current[to] = kept;
    for (const o of outOf(to)) work.add(o);
  }
  return current.map((list, c) => [...(base[c] ?? []), ...list]);
}

const withInstances = (system: CutSystem, t: Transition, before: readonly Formula[]): readonly Formula[] =>
  system.instances ? [...before, ...system.instances(t, before)] : before;

/** Those of the targets that hold after the transition. */
function preserved(
  transition: Transition,
  before: readonly Formula[],
  targets: readonly Formula[],
  request: HoudiniRequest,
): Formula[] {
  const known = new Set(before.map((f) => f.key));
  const posts = targets.map((f) => ({ f, post: substituteFormula(f, transition.update), ok: false, out: false }));
  for (const p of posts) if (p.post.kind === 'true' || known.has(p.post.key)) p.ok = true;
  const facts = and(...before, transition.guard);
  if (facts.kind === 'false') return [...targets];
  const linear = and(...conjuncts(facts).filter(isPlainFormula));
  const simple = posts.filter((p) => !p.ok && isPlainFormula(p.post));
  const ideal = new Ideal(
    facts,
    posts.map((p) => p.post),
    request.system.symbols.range,
  );
  for (const p of posts) if (!p.ok && p.post.kind === 'eq' && !isPlainFormula(p.post)) p.ok = ideal.contains(p.post);
  settle(simple, linear, request);
  let hard = 0;
  for (const p of posts) {
    if (p.ok || p.out || simple.includes(p)) continue;
    if (request.budget.exhausted()) break;
    // an equality that isn't in the ideal is seldom one at all
    p.ok = p.post.kind !== 'eq' && (ideal.contains(p.post) || (hard++ < MAX_HARD && proves(facts, p.post, request)));
    p.out = !p.ok;
  }
  return posts.filter((p) => p.ok).map((p) => p.f);
}

interface Open {
  readonly f: Formula;
  readonly post: Formula;
  ok: boolean;
  out: boolean;
}

/** Decides many linear consequences at once. */
function settle(all: readonly Open[], linear: Formula, request: HoudiniRequest): void {
  const { solver, system, budget } = request;
  const { range } = system.symbols;
  for (;;) {
    const open = all.filter((p) => !p.ok && !p.out);
    if (open.length === 0 || budget.exhausted()) return;
    const goal = or(...open.map((p) => not(p.post)));
    const answer = solver.check(and(linear, goal), range, EFFORT * (request.patience ?? 1));
    if (answer.status === 'unsat') {
      for (const p of open) p.ok = true;
      return;
    }
    if (answer.model && dropRefuted(open, answer.model)) continue;
    for (const p of open) {
      if (budget.exhausted()) return;
      p.ok = solver.check(and(linear, not(p.post)), range, HARD_EFFORT * (request.patience ?? 1)).status === 'unsat';
      p.out = !p.ok;
    }
    return;
  }
}

/** Drops all that the model refutes; false where it refutes none. */
function dropRefuted(open: readonly Open[], model: ReadonlyMap<Symbol, bigint>): boolean {
  const refuted = open.filter((p) => formulaHolds(p.post, (s) => model.get(s) ?? 0n) === false);
  for (const p of refuted) p.out = true;
  return refuted.length > 0;
}

/** A consequence that needs more than linear reasoning. */
function proves(facts: Formula, goal: Formula, { solver, system }: HoudiniRequest): boolean {
  const { range } = system.symbols;
  return solver.check(and(...closeTo(facts, goal), not(goal)), range, HARD_EFFORT).status === 'unsat';
}

/**
 * Facts that share symbols with the goal, directly or by one fact in between: fewer non-linear ones confuse the solver
 * less.
 */
function closeTo(facts: Formula, goal: Formula): Formula[] {
  const wanted = new Set(symbolsOfFormula(goal));
  const parts = conjuncts(facts);
  const linear = parts.filter(isPlainFormula);
  const rest = parts.filter((f) => !isPlainFormula(f) && [...symbolsOfFormula(f)].some((s) => wanted.has(s)));
  return [...linear, ...rest];
}

/** Assertions whose failing transitions are all impossible under the invariants. */
export function assertionFails(
  transition: Transition,
  invariants: Invariants,
  solver: Solver,
  system: CutSystem,
): boolean {
  const facts = and(
    ...withInstances(system, transition, transition.from === null ? [] : (invariants[transition.from] ?? [])),
  );
  const whole = and(facts, transition.guard);
  if (whole.kind === 'false') return false;
  // an equality that the guard denies, or one of its alternatives
  const ideal = new Ideal(whole, [], system.symbols.range);
  for (const g of conjuncts(transition.guard))
    if (!isPlainFormula(g) && disjuncts(g).every((d) => d.kind === 'ne' && ideal.contains(not(d)))) return false;
  const { range } = system.symbols;
  const linear = and(...conjuncts(whole).filter(isPlainFormula));
  if (solver.check(linear, range).status === 'unsat') return false;
  if (linear.key === whole.key) return true;
  return solver.check(whole, range, HARD_EFFORT * 8).status !== 'unsat';
}
