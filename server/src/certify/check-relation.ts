/**
 * Cases that contain more than the loop does (obligations of an over-approximation). A relation stands between the
 * values at entry and those before the last iteration: that of APC's path counters. It holds at entry, and every path
 * keeps it. Whatever it allows for the last iteration and the way out is in a case.
 */
import type { Formula, RangeOf, Symbol, Term } from '../logic/index.ts';
import {
  add,
  and,
  conjuncts,
  ge0,
  int,
  isLiteral,
  plus,
  sub,
  substitute,
  substituteFormula,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { CaseClaim, Certificate, Discharge, Duty, Obligation, PathClaim } from './certificate.ts';
import { strengthOf, weaker } from './certificate.ts';
import { Prover } from './prover.ts';

export interface RelationClaim {
  readonly paths: readonly PathClaim[];
  readonly entry: ReadonlyMap<Symbol, Term>;
  /** What holds at entry. */
  readonly facts: Formula;
  /** How often each iterative path was taken before the last iteration: a symbol by path. */
  readonly counters: ReadonlyMap<number, Symbol>;
  /** Values before the last iteration, over those at entry, the counters and the unknown. */
  readonly values: ReadonlyMap<Symbol, Term>;
  /** Symbols that stand for any value, each of one variable. */
  readonly unknown: ReadonlySet<Symbol>;
  readonly cases: readonly LastIteration[];
  /** Cases of no iteration, over the values at entry; missing: every run makes an iteration. */
  /** No run goes on for ever, but where only the environment keeps it from leaving. */
  readonly ends?: boolean;
  readonly atOnce?: readonly Pick<CaseClaim, 'exit' | 'guard'>[];
  readonly range: RangeOf;
}

/** A case by its last iteration; null: only the way out is looked at. */
export interface LastIteration {
  readonly last: number | null;
  readonly exit: number;
  /** Names in this case of what the last iteration reads from outside. */
  readonly renaming: ReadonlyMap<Symbol, Term>;
  readonly guard: Formula;
  readonly post: ReadonlyMap<Symbol, Term>;
  readonly counts: ReadonlyMap<number, Term>;
}

export function checkRelation(claim: RelationClaim): Certificate {
  const prover = new Prover(claim.range, null);
  const out: Obligation[] = [];
  const duty = (what: Duty, about: string, how: Discharge | null): void => {
    out.push({ duty: what, about, discharge: how ?? 'open' });
  };
  duty('start', 'relation', atEntry(claim, prover));
  for (const [i, p] of claim.paths.entries()) if (!p.exit) duty('closed form', p.id, keptBy(i, p, claim, prover));
  for (const c of claim.cases) {
    const about = [c.last === null ? null : claim.paths[c.last]?.id, claim.paths[c.exit]?.id]
      .filter((x) => x !== null)
      .join(' ');
    duty('guard', about, lets(c, claim, prover));
    duty('values', about, leadsTo(c, claim, prover));
  }
  out.push({ duty: 'covered', about: 'last iterations', discharge: complete(claim, prover) ?? 'open' });
  if (claim.atOnce)
    out.push({
      duty: 'covered',
      about: 'no iteration',
      discharge: leavesAtOnce(claim.atOnce, claim, prover) ?? 'open',
    });
  if (claim.ends) out.push({ duty: 'exit', about: 'every run', discharge: mayEnd(claim.paths, prover) ?? 'open' });
  return { strength: strengthOf(out), obligations: out };
}

/** Conditions of all paths run out, together, or the environment may leave wherever another iteration is possible. */
function mayEnd(paths: readonly PathClaim[], prover: Prover): Discharge | null {
  const iterative = paths.filter((p) => !p.exit);
  if (paths.some((p) => p.partial)) return null;
  const [first] = iterative;
  const common = conjuncts(first ? first.guard : and()).flatMap((f) =>
    isLiteral(f) && f.kind === 'ge' && iterative.every((p) => conjuncts(p.guard).some((g) => g.key === f.key))
      ? [f.term]
      : [],
  );
  const falls = (t: Term, p: PathClaim, by: number): boolean =>
    prover.proves(p.guard, ge0(plus(sub(t, substitute(t, p.update)), -by))) !== null;
  const falling = add(...common.filter((t) => iterative.every((p) => falls(t, p, 0))));
  if (iterative.every((p) => falls(falling, p, 1))) return 'decided';
  const leaves = (q: PathClaim): boolean =>
    q.exit && q.free.kind !== 'true' && iterative.every((p) => prover.proves(p.guard, q.guard) !== null);
  return paths.some(leaves) ? 'decided' : null;
}

/** No way out at entry is missing: each is in a case that asks for nothing more. */
function leavesAtOnce(
  cases: readonly Pick<CaseClaim, 'exit' | 'guard'>[],
  claim: RelationClaim,
  prover: Prover,
): Discharge | null {
  let how: Discharge = 'identity';
  for (const [exit, p] of claim.paths.entries()) {
    if (!p.exit) continue;
    const needs = and(claim.facts, substituteFormula(p.guard, claim.entry));
    const own = cases.find((c) => c.exit === exit);
    const one = own ? prover.proves(needs, own.guard) : prover.refutes(needs);
    if (one === null) return null;
    how = weaker(how, one);
  }
  return how;
}

/** Variables that the relation says something of; null where an unknown value is not one variable's own. */
function known({ values, unknown, entry, paths, facts }: RelationClaim): readonly Symbol[] | null {
  const own = new Set<Symbol>();
  const out: Symbol[] = [];
  for (const [x, t] of values) {
    if (t.kind === 'sym' && unknown.has(t.symbol)) {
      if (own.has(t.symbol)) return null;
      own.add(t.symbol);
    } else if ([...symbolsOf(t)].some((s) => unknown.has(s))) return null;
    else out.push(x);
  }
  const elsewhere = [facts, ...paths.flatMap((p) => [p.guard, p.free])]
    .flatMap((f) => [...symbolsOfFormula(f)])
    .concat([...entry.values()].flatMap((t) => [...symbolsOf(t)]));
  return elsewhere.some((s) => unknown.has(s)) ? null : out;
}

/** With no path taken yet, the values are those at entry. */
function atEntry(claim: RelationClaim, prover: Prover): Discharge | null {
  const zero = new Map([...claim.counters.values()].map((k) => [k, int(0)]));
  let how: Discharge = 'identity';
  for (const x of known(claim) ?? []) {
    const one = prover.equal(claim.facts, substitute(claim.values.get(x) as Term, zero), claim.entry.get(x) ?? sym(x));
    if (one === null) return null;
    how = weaker(how, one);
  }
  return known(claim) === null ? null : how;
}

/** One iteration more of a path: its counter is one more, and the values are what the path makes of those before. */
function keptBy(index: number, path: PathClaim, claim: RelationClaim, prover: Prover): Discharge | null {
  const counter = claim.counters.get(index);
  if (counter === undefined) return null;
  const next = new Map([[counter, plus(sym(counter), 1)]]);
  let how: Discharge = 'identity';
  for (const x of known(claim) ?? []) {
    const before = claim.values.get(x) as Term;
    const u = path.update.get(x);
    const one = prover.equal(claim.facts, substitute(before, next), u ? substitute(u, claim.values) : before);
    if (one === null) return null;
    how = weaker(how, one);
  }
  return how;
}

/** Values behind the last iteration, and what its guard and the way out ask for. */
function ending(
  last: Pick<LastIteration, 'last' | 'exit' | 'renaming'>,
  claim: RelationClaim,
): { readonly values: ReadonlyMap<Symbol, Term>; readonly needs: Formula } {
  const counting = [...claim.counters.values()].map((k) => ge0(sym(k)));
  const path = last.last === null ? undefined : claim.paths[last.last];
  const map = new Map([...claim.values, ...last.renaming]);
  const values = new Map(claim.values);
  for (const [x, u] of path?.update ?? []) values.set(x, substitute(u, map));
  const exit = claim.paths[last.exit] as PathClaim;
  return {
    values,
    needs: and(
      claim.facts,
      ...counting,
      path ? substituteFormula(path.guard, map) : and(),
      substituteFormula(exit.guard, values),
    ),
  };
}

/** Whatever the relation allows is let in: the case asks for nothing beyond it. */
function lets(last: LastIteration, claim: RelationClaim, prover: Prover): Discharge | null {
  const { needs } = ending(last, claim);
  let how: Discharge = 'identity';
  for (const f of conjuncts(last.guard)) {
    const one = conjuncts(needs).some((g) => g.key === f.key) ? 'identity' : prover.proves(needs, f);
    if (one === null) return null;
    how = weaker(how, one);
  }
  return how;
}

/** The values afterwards and the counts are those of the last iteration and the way out. */
function leadsTo(last: LastIteration, claim: RelationClaim, prover: Prover): Discharge | null {
  const { values, needs } = ending(last, claim);
  const exit = claim.paths[last.exit] as PathClaim;
  let how: Discharge = 'identity';
  for (const [x, claimed] of last.post) {
    const u = exit.update.get(x);
    const one = prover.equal(needs, u ? substitute(u, values) : (values.get(x) ?? sym(x)), claimed);
    if (one === null) return null;
    how = weaker(how, one);
  }
  for (const [i, k] of claim.counters) {
    const one = prover.equal(needs, add(sym(k), int(i === last.last ? 1 : 0)), last.counts.get(i) ?? int(0));
    if (one === null) return null;
    how = weaker(how, one);
  }
  return how;
}

/** No last iteration with a way out is missing. */
function complete(claim: RelationClaim, prover: Prover): Discharge | null {
  let how: Discharge = 'identity';
  for (const [exit, e] of claim.paths.entries()) {
    if (!e.exit || claim.cases.some((c) => c.exit === exit && c.last === null)) continue;
    for (const [last, p] of claim.paths.entries()) {
      if (p.exit || claim.cases.some((c) => c.exit === exit && c.last === last)) continue;
      const one = prover.refutes(ending({ last, exit, renaming: new Map() }, claim).needs);
      if (one === null) return null;
      how = weaker(how, one);
    }
  }
  return how;
}
