/**
 * What is left when the order of a loop's paths can't be followed: path counters. Before its last iteration the loop
 * is in a state that some number of iterations of each path leads to. Variables that change by a constant on every
 * path are then known up to the counters, the others may be anything. Contains every run that leaves the loop, which
 * the checker is shown. Source: APC; Proteus 4.2.
 */
import type { Certificate, LastIteration, RelationClaim } from '../certify/index.ts';
import { checkRelation } from '../certify/index.ts';
import { feasible } from '../decide/index.ts';
import type { Formula, Symbol, Symbols, Term } from '../logic/index.ts';
import {
  add,
  and,
  ge0,
  int,
  isFresh,
  mul,
  sub,
  substitute,
  substituteFormula,
  sym,
  symbolsOf,
} from '../logic/index.ts';
import type { VarId } from '../program/index.ts';
import { bySymbol } from '../program/index.ts';
import type { Reason } from '../source/index.ts';
import type { Fresh, LoopPath } from '../explore/index.ts';
import { claimOf, exactWhereCertified } from './certified-cases.ts';
import type { Case } from './loop-summary.ts';

export interface OverRequest {
  readonly paths: readonly LoopPath[];
  readonly names: readonly Symbol[];
  readonly entry: ReadonlyMap<Symbol, Term>;
  readonly facts: Formula;
  readonly symbols: Symbols;
}

const MAX_PAIRS = 48;

/** Constant change of a variable along a path: a term that the loop doesn't change; null where there is none. */
export function constantChange(
  path: LoopPath,
  variable: VarId,
  name: Symbol,
  modified: ReadonlySet<Symbol>,
): Term | null {
  const u = path.update.get(variable);
  if (!u) return int(0);
  const d = sub(u, sym(name));
  return [...symbolsOf(d)].some((s) => modified.has(s) || isFresh(s)) ? null : d;
}

/**
 * Cases that contain every run from the given part of the entry states to an exit; `entered`: every such run makes an
 * iteration.
 */
export function overapproximate(request: OverRequest, guard: Formula, entered: boolean, reason: Reason): Case[] {
  const at = entered ? null : leavingAtOnce(request, guard);
  const related = relatedCases(request, guard, reason, true, at);
  const certificate = checkRelation(related.claim);
  if (certificate.strength === 'proven')
    return [...(at ?? []), ...related.cases].map((c) => withCertificate(c, certificate));
  // what can't be shown isn't said: any values, which needs no showing
  const anything = relatedCases(request, guard, reason, false, at);
  const trivial = checkRelation(anything.claim);
  return [...(at ?? []), ...anything.cases].map((c) => withCertificate(c, trivial));
}

/** That of the relation, for what has none of its own. */
const withCertificate = (c: Case, certificate: Certificate): Case => (c.exact ? c : { ...c, certificate });

/** No iteration at all: simple enough to be exact, which is checked as for any other case. */
export function leavingAtOnce(request: OverRequest, guard: Formula): readonly Case[] {
  const made = exitsOf(request).flatMap((exit) => {
    const one = caseFor(request, {
      exit,
      values: request.entry,
      condition: guard,
      fresh: [],
      counts: new Map(),
      reasons: exit.p.reasons,
    });
    const exact = exit.p.reasons.length === 0;
    const defined = exact && exit.p.definedKnown ? substituteFormula(exit.p.defined, request.entry) : null;
    return one ? [{ ...one, defined, exact, trace: [], steps: [] }] : [];
  });
  return exactWhereCertified({ ...request, range: request.symbols.range }, made);
}

interface Indexed {
  readonly p: LoopPath;
  readonly i: number;
}

const exitsOf = ({ paths }: OverRequest): readonly Indexed[] =>
  paths.map((p, i) => ({ p, i })).filter(({ p }) => p.kind === 'exit');

const modifiedBy = ({ paths }: OverRequest): ReadonlySet<VarId> => new Set(paths.flatMap((p) => [...p.update.keys()]));

/** A way out, and what holds where it is taken. */
interface WayOut {
  readonly exit: Indexed;
  readonly values: ReadonlyMap<Symbol, Term>;
  readonly condition: Formula;
  readonly fresh: readonly Fresh[];
  /** How often each path was taken before. */
  readonly counts: ReadonlyMap<number, Term>;
  readonly reasons: readonly Reason[];
}

/** The way out from given values; null where it can't be taken. */
function caseFor(request: OverRequest, { exit, values, condition, fresh, counts, reasons }: WayOut): Case | null {
  const whole = and(condition, substituteFormula(exit.p.guard, values));
  if (whole.kind === 'false' || feasible(and(request.facts, whole), request.symbols.range) === 'no') return null;
  const post = new Map<VarId, Term>();
  for (const v of modifiedBy(request)) {
    const u = exit.p.update.get(v);
    post.set(v, u ? substitute(u, values) : (values.get(request.names[v] as Symbol) as Term));
  }
  return {
    guard: whole,
    defined: null,
    post,
    end: exit.p.end,
    fresh: [...fresh, ...exit.p.fresh],
    iterations: [...counts.values()].reduce((a, b) => add(a, b), int(0)),
    exact: false,
    reasons,
    trace: null,
    exit: exit.i,
    counts,
    steps: null,
  };
}

/**
 * What the relation allows, by the last iteration and the way out; `tracked`: the relation says what the counters tell.
 */
export function relatedCases(
  request: OverRequest,
  guard: Formula,
  reason: Reason,
  tracked: boolean,
  atOnce: readonly Case[] | null,
): { readonly cases: readonly Case[]; readonly claim: RelationClaim } {
  const { paths, names, symbols, entry } = request;
  const iterative: readonly Indexed[] = paths.map((p, i) => ({ p, i })).filter(({ p }) => p.kind === 'iterative');
  const modifiedVars = modifiedBy(request);
  const modified = new Set([...modifiedVars].map((v) => names[v] as Symbol));
  const fresh: Fresh[] = [];
  const counters = new Map<number, Symbol>();
  for (const { i } of iterative) {
    const name = symbols.fresh('count', 'k');
    symbols.set(name, { lo: 0n, hi: null });
    fresh.push({ symbol: name, kind: 'count', reason: null });
    counters.set(i, name);
  }
  const counting = [...counters.values()].map((k) => ge0(sym(k)));
  const before = new Map(entry);
  const unknown = new Set<Symbol>();
  for (const variable of modifiedVars) {
    const name = names[variable] as Symbol;
    const changes = tracked
      ? iterative.map(({ p, i }) => ({ d: constantChange(p, variable, name, modified), i }))
      : [{ d: null, i: 0 }];
    if (changes.every((c) => c.d !== null)) {
      const total = changes.reduce<Term>(
        (acc, c) => add(acc, mul(substitute(c.d as Term, entry), sym(counters.get(c.i) as Symbol))),
        entry.get(name) as Term,
      );
      before.set(name, total);
    } else {
      const value = symbols.fresh('unmodelled', name.display, name.type, name);
      symbols.copy(name, value);
      unknown.add(value);
      fresh.push({ symbol: value, kind: 'unmodelled', reason });
      before.set(name, sym(value));
    }
  }
  const cases: Case[] = [];
  const last: LastIteration[] = [];
  const named = (map: ReadonlyMap<VarId, Term>): ReadonlyMap<Symbol, Term> => bySymbol(map, names);
  const take = (made: Case | null, path: number | null, exit: number, renaming: ReadonlyMap<Symbol, Term>): void => {
    if (!made) return;
    cases.push(made);
    last.push({ last: path, exit, renaming, guard: made.guard, post: named(made.post), counts: made.counts });
  };
  const exits = exitsOf(request);
  const follow = iterative.length * exits.length <= MAX_PAIRS;
  const counted = new Map([...counters].map(([i, k]) => [i, sym(k)]));
  for (const exit of exits) {
    if (!follow) {
      const made = caseFor(request, {
        exit,
        values: before,
        condition: and(guard, ...counting),
        fresh,
        counts: counted,
        reasons: [reason],
      });
      take(made, null, exit.i, new Map());
      continue;
    }
    for (const { p: path, i: index } of iterative) {
      const renaming = new Map<Symbol, Term>();
      const own: Fresh[] = [];
      for (const f of path.fresh) {
        const name = symbols.renew(f.symbol);
        renaming.set(f.symbol, sym(name));
        own.push({ ...f, symbol: name });
      }
      const map = new Map([...before, ...renaming]);
      const after = new Map(before);
      for (const [v, t] of path.update) after.set(names[v] as Symbol, substitute(t, map));
      const condition = and(guard, ...counting, substituteFormula(path.guard, map));
      const counts = new Map([...counted].map(([j, k]) => [j, j === index ? add(k, int(1)) : k]));
      const made = caseFor(request, {
        exit,
        values: after,
        condition,
        fresh: [...fresh, ...own],
        counts,
        reasons: [reason],
      });
      take(made, index, exit.i, renaming);
    }
  }
  const { paths: claimed } = claimOf({ ...request, range: symbols.range }, []);
  return {
    cases,
    claim: {
      paths: claimed,
      entry,
      facts: and(request.facts, guard),
      counters,
      values: before,
      unknown,
      cases: last,
      range: symbols.range,
      ...(atOnce ? { atOnce } : {}),
    },
  };
}
