/**
 * The cut points' system as constrained Horn clauses, for the solver's fixedpoint engine. Each cut point has a
 * predicate over the variables that live there. What isn't linear is left out of the clauses, which only adds
 * behaviour. Declines where there are many transitions or variables, and where a transition that isn't followed may be
 * reached. Source: Bjørner et al., 2015; Spacer (Komuravelli, Gurfinkel and Chaki, 2014).
 */
import type { Budget } from '../../budget/index.ts';
import type { Solver } from '../../decide/index.ts';
import { Query } from '../../decide/index.ts';
import type { Formula, Symbol } from '../../logic/index.ts';
import { and, conjuncts, derived, eq, sym } from '../../logic/index.ts';
import type { Invariants } from '../invariants/index.ts';
import { goals } from '../invariants/index.ts';
import type { CutSystem, Transition } from '../transitions/index.ts';
import { isPlain, isPlainFormula } from '../transitions/index.ts';
import type { TransitionDecision, TransitionEngine, TransitionTask } from './transition-task.ts';

const EFFORT = 1_500_000;
const MAX_TRANSITIONS = 120;
const MAX_VARIABLES = 24;

export const hornClauses: TransitionEngine = {
  id: 'horn-clauses',
  share: 1,
  applies: ({ known }) => known.open.size > 0,
  run: provenByClauses,
};

function* provenByClauses({ system, solver, known }: TransitionTask, budget: Budget): Generator<TransitionDecision> {
  const { open, invariants } = known;
  const impossible = (targets: readonly Transition[]): boolean =>
    targets.length === 0 || unreachable(system, invariants, targets, solver);
  if (!impossible(system.transitions.filter((t) => t.to.kind === 'lost'))) return;
  // all at once where that works, else one by one
  const all = open.size > 1 && impossible(goals(system, open));
  for (const assertion of [...open]) {
    if (budget.exhausted()) return;
    if (all || impossible(goals(system, new Set([assertion])))) yield { kind: 'holds', assertion, by: 'spacer' };
  }
}

/** True where none of the transitions given can be taken; false where it isn't known. */
function unreachable(system: CutSystem, known: Invariants, targets: readonly Transition[], solver: Solver): boolean {
  if (!solver.horn || targets.length === 0 || system.transitions.length > MAX_TRANSITIONS) return false;
  if (system.cuts.some((c) => c.live.length > MAX_VARIABLES)) return false;
  const wanted = new Set(targets);
  const clauses = new Clauses(system, known);
  for (const t of system.transitions) if (t.to.kind === 'cut' || wanted.has(t)) clauses.add(t);
  return solver.horn(clauses.script(), EFFORT) === 'unsat';
}

/** A rule for each transition: `(rule (=> (and (p0 x y) (>= x 0) ...) (p1 x′ y)))`, in the solver's text. */
class Clauses {
  private readonly system: CutSystem;
  private readonly known: Invariants;
  private readonly rules: string[] = [];
  private readonly names = new Set<string>();
  /** Names for what no condition speaks of. */
  private unnamed = 0;

  constructor(system: CutSystem, known: Invariants) {
    this.system = system;
    this.known = known;
  }

  add(transition: Transition): void {
    const { after, parts } = this.afterwards(transition);
    const facts = transition.from === null ? [] : (this.known[transition.from] ?? []).filter(isPlainFormula);
    const body = and(...facts, ...conjuncts(transition.guard).filter(isPlainFormula), ...parts);
    if (body.kind === 'false') return;
    const query = new Query(this.system.symbols.range);
    const conditions = query
      .text(body)
      .split('\n')
      .filter((l) => l !== '')
      .map((l) => l.replace(/^\(assert (.*)\)$/, '$1'));
    const smt = new Map([...query.names()].map(([s, symbol]) => [symbol, s]));
    for (const c of query.constants()) this.names.add(c);
    const argument = (x: Symbol): string => {
      const name = smt.get(x) ?? this.freeName();
      smt.set(x, name);
      return name;
    };
    const head = transition.to.kind === 'cut' ? predicate(transition.to.cut, after.map(argument)) : 'failed';
    if (transition.from !== null)
      conditions.unshift(predicate(transition.from, (this.system.cuts[transition.from]?.live ?? []).map(argument)));
    this.rules.push(`(rule (=> (and true ${conditions.join(' ')}) ${head}))`);
  }

  /** The symbols of the state after a transition, and what it makes of those that it changes. */
  private afterwards(transition: Transition): {
    readonly after: readonly Symbol[];
    readonly parts: readonly Formula[];
  } {
    const to = transition.to.kind === 'cut' ? this.system.cuts[transition.to.cut] : null;
    const parts: Formula[] = [];
    const after = (to?.live ?? []).map((x): Symbol => {
      const u = transition.update.get(x);
      if (u === undefined) return x;
      const next = derived(x, '′');
      if (isPlain(u)) parts.push(eq(sym(next), u));
      return next;
    });
    return { after, parts };
  }

  private freeName(): string {
    const free = `f${this.unnamed++}`;
    this.names.add(free);
    return free;
  }

  script(): string {
    return [
      ...this.system.cuts.map((c, i) => `(declare-rel p${i} (${c.live.map(() => 'Int').join(' ')}))`),
      '(declare-rel failed ())',
      ...[...this.names].map((n) => `(declare-var ${n} Int)`),
      ...this.rules,
      '(query failed)',
    ].join('\n');
  }
}

const predicate = (cut: number, args: readonly string[]): string =>
  args.length === 0 ? `p${cut}` : `(p${cut} ${args.join(' ')})`;
