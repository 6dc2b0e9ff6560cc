/**
 * The cut points' system as constrained Horn clauses, for the solver's fixedpoint engine (Spacer): a predicate per cut point over the
 * variables that live there. What isn't linear is left out of the clauses, which only adds behaviour.
 */
import type { Formula, Symbol } from '../../logic/index.ts';
import { and, conjuncts, derived, eq, sym } from '../../logic/index.ts';
import { Query } from '../../decide/index.ts';
import type { Solver } from '../../decide/index.ts';
import type { CutSystem, Transition } from '../transitions/index.ts';
import type { Invariants } from '../invariants/index.ts';
import { isPlain, isPlainFormula } from '../transitions/index.ts';

const MAX_TRANSITIONS = 120;
const MAX_VARIABLES = 24;

/** True where none of the transitions given can be taken; false where it isn't known. */
export function unreachable(system: CutSystem, known: Invariants, targets: readonly Transition[], solver: Solver, effort: number): boolean {
  if (!solver.horn || targets.length === 0 || system.transitions.length > MAX_TRANSITIONS) return false;
  if (system.cuts.some((c) => c.live.length > MAX_VARIABLES)) return false;
  const wanted = new Set(targets);
  const rules: string[] = [];
  let constants = 0;
  const names = new Set<string>();
  for (const t of system.transitions) {
    if (t.to.kind !== 'cut' && !wanted.has(t)) continue;
    const facts = t.from === null ? [] : (known[t.from] ?? []).filter(isPlainFormula);
    const parts: Formula[] = [...facts, ...conjuncts(t.guard).filter(isPlainFormula)];
    const to = t.to.kind === 'cut' ? system.cuts[t.to.cut] : null;
    const after: Symbol[] = [];
    for (const x of to?.live ?? []) {
      const u = t.update.get(x);
      if (u === undefined) after.push(x);
      else {
        const next = derived(x, '′');
        after.push(next);
        if (isPlain(u)) parts.push(eq(sym(next), u));
      }
    }
    const body = and(...parts);
    if (body.kind === 'false') continue;
    const query = new Query(system.symbols.range);
    const conditions = query.text(body).split('\n').filter((l) => l !== '').map((l) => l.replace(/^\(assert (.*)\)$/, '$1'));
    const smt = new Map([...query.names()].map(([s, symbol]) => [symbol, s]));
    for (const c of query.constants()) names.add(c);
    const argument = (x: Symbol): string => {
      const known_ = smt.get(x);
      if (known_) return known_;
      const free = `f${constants++}`;
      smt.set(x, free);
      names.add(free);
      return free;
    };
    const head = t.to.kind === 'cut' ? predicate(t.to.cut, after.map(argument)) : 'failed';
    if (t.from !== null) conditions.unshift(predicate(t.from, (system.cuts[t.from]?.live ?? []).map(argument)));
    rules.push(`(rule (=> (and true ${conditions.join(' ')}) ${head}))`);
  }
  const script = [
    ...system.cuts.map((c, i) => `(declare-rel p${i} (${c.live.map(() => 'Int').join(' ')}))`), '(declare-rel failed ())',
    ...[...names].map((n) => `(declare-var ${n} Int)`), ...rules, '(query failed)',
  ].join('\n');
  return solver.horn(script, effort) === 'unsat';
}

const predicate = (cut: number, args: readonly string[]): string => (args.length === 0 ? `p${cut}` : `(p${cut} ${args.join(' ')})`);
