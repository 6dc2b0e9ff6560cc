/**
 * What is left when the order of a loop's paths can't be followed: path counters (APC; Proteus 4.2). Before its last iteration the
 * loop is in a state that some number of iterations of each path leads to; variables that change by a constant on every path are
 * then known up to the counters, the others may be anything. Contains every run that leaves the loop.
 */
import { feasible } from '../ir/facts.ts';
import type { Formula } from '../ir/formula.ts';
import { and, ge0, substituteFormula } from '../ir/formula.ts';
import type { VarId } from '../ir/program.ts';
import type { Reason } from '../ir/source.ts';
import type { Term } from '../ir/term.ts';
import { add, int, mul, substitute, sub, sym, symbolsOf } from '../ir/term.ts';
import type { Fresh, SymbolTable } from '../loop/region.ts';
import type { LoopPath } from '../loop/paths.ts';
import type { Case } from './summary.ts';

export interface OverRequest {
  readonly paths: readonly LoopPath[];
  readonly names: readonly string[];
  readonly entry: ReadonlyMap<string, Term>;
  readonly facts: Formula;
  readonly symbols: SymbolTable;
}

const MAX_PAIRS = 48;

/** Constant change of a variable along a path: a term that the loop doesn't change; null where there is none. */
export function constantChange(p: LoopPath, v: VarId, name: string, modified: ReadonlySet<string>): Term | null {
  const u = p.update.get(v);
  if (!u) return int(0);
  const d = sub(u, sym(name));
  return [...symbolsOf(d)].some((s) => modified.has(s) || s.includes('!')) ? null : d;
}

/** Cases that contain every run from the given part of the entry states to an exit; `entered`: every such run makes an iteration. */
export function overapproximate(request: OverRequest, guard: Formula, entered: boolean, reason: Reason): Case[] {
  const { paths, names, symbols } = request;
  const iterative = paths.map((p, i) => ({ p, i })).filter(({ p }) => p.kind === 'iterative');
  const exits = paths.map((p, i) => ({ p, i })).filter(({ p }) => p.kind === 'exit');
  const modifiedVars = new Set<VarId>();
  for (const p of paths) for (const v of p.update.keys()) modifiedVars.add(v);
  const modified = new Set([...modifiedVars].map((v) => names[v] as string));
  const base = request.entry;

  const cases: Case[] = [];
  const emit = (values: ReadonlyMap<string, Term>, condition: Formula, fresh: readonly Fresh[], counts: ReadonlyMap<number, Term>, exit: { p: LoopPath; i: number }, reasons: readonly Reason[]): void => {
    const whole = and(condition, substituteFormula(exit.p.guard, values));
    if (whole.kind === 'false' || feasible(and(request.facts, whole), symbols.range) === 'no') return;
    const post = new Map<VarId, Term>();
    for (const v of modifiedVars) {
      const u = exit.p.update.get(v);
      post.set(v, u ? substitute(u, values) : values.get(names[v] as string) as Term);
    }
    const zero = counts.size === 0;
    cases.push({
      guard: whole, defined: null, post, end: exit.p.end, fresh: [...fresh, ...exit.p.fresh],
      iterations: [...counts.values()].reduce((a, b) => add(a, b), int(0)), exact: zero && exit.p.reasons.length === 0,
      reasons: zero ? exit.p.reasons : reasons, trace: zero ? [] : null, exit: exit.i, counts, steps: zero ? [] : null,
    });
  };

  if (!entered) for (const exit of exits) emit(base, guard, [], new Map(), exit, []);

  // a state before some iteration
  const fresh: Fresh[] = [];
  const counters = new Map<number, Term>();
  const conditions: Formula[] = [];
  for (const { i } of iterative) {
    const name = symbols.fresh('k');
    symbols.set(name, { lo: 0n, hi: null });
    fresh.push({ name, kind: 'count', reason: null });
    counters.set(i, sym(name));
    conditions.push(ge0(sym(name)));
  }
  const before = new Map(base);
  for (const v of modifiedVars) {
    const name = names[v] as string;
    const changes = iterative.map(({ p, i }) => ({ d: constantChange(p, v, name, modified), i }));
    if (changes.every((c) => c.d !== null)) {
      const total = changes.reduce<Term>((acc, c) => add(acc, mul(substitute(c.d as Term, base), counters.get(c.i) as Term)), base.get(name) as Term);
      before.set(name, total);
    } else {
      const unknown = symbols.fresh(name);
      symbols.copy(name, unknown);
      fresh.push({ name: unknown, kind: 'unmodelled', reason });
      before.set(name, sym(unknown));
    }
  }
  const follow = iterative.length * exits.length <= MAX_PAIRS;
  for (const exit of exits) {
    if (!follow) {
      emit(before, and(guard, ...conditions), fresh, counters, exit, [reason]);
      continue;
    }
    for (const { p, i } of iterative) {
      const map = new Map(before);
      const own: Fresh[] = [];
      for (const f of p.fresh) {
        const name = symbols.fresh(f.name.replace(/!.*$/, ''));
        symbols.copy(f.name, name);
        map.set(f.name, sym(name));
        own.push({ ...f, name });
      }
      const after = new Map(before);
      for (const [v, t] of p.update) after.set(names[v] as string, substitute(t, map));
      const condition = and(guard, ...conditions, substituteFormula(p.guard, map));
      const counts = new Map([...counters].map(([j, k]) => [j, j === i ? add(k, int(1)) : k]));
      emit(after, condition, [...fresh, ...own], counts, exit, [reason]);
    }
  }
  return cases;
}
