/** Iteration bounds and termination of a loop from its summary, its counting paths and linear ranking functions. */
import { feasible, implies } from '../ir/facts.ts';
import type { Formula } from '../ir/formula.ts';
import { TRUE, and, conjuncts, ge, ge0, isLiteral, or } from '../ir/formula.ts';
import { printTerm } from '../ir/print.ts';
import type { Term } from '../ir/term.ts';
import { div, isZero, plus, sub, substitute, symbolsOf } from '../ir/term.ts';
import type { SymbolTable } from '../loop/explore.ts';
import type { LoopPath } from '../loop/paths.ts';
import { countingPaths } from '../loop/paths.ts';
import type { Bound, Termination } from '../report.ts';
import type { Case, Summary } from '../summary/summary.ts';
import { summarizeTraces } from '../summary/trace.ts';

export interface BoundRequest {
  readonly summary: Summary;
  readonly names: readonly string[];
  readonly entry: ReadonlyMap<string, Term>;
  readonly facts: Formula;
  readonly symbols: SymbolTable;
  readonly cancelled: () => boolean;
}

export interface BoundResult {
  readonly bound: Bound | null;
  readonly termination: Termination;
  /** Where `conditional`: the states from which it never ends, as far as they are known. */
  readonly divergence: Formula | null;
}

export function boundOf(request: BoundRequest): BoundResult {
  const { summary } = request;
  const leaving = summary.cases.filter((c) => c.end.kind !== 'diverge');
  const diverging = summary.cases.filter((c) => c.end.kind === 'diverge');
  const precise = leaving.every((c) => c.trace !== null && c.iterations !== null && closed(c.iterations)) && summary.paths.length > 0;
  const ends = terminationOf(request, leaving, diverging);
  if (precise) return { bound: exactBound(leaving, request), ...ends };
  const upper = countingBound(request) ?? rankingBound(request);
  return { bound: upper, ...ends };
}

/** No symbol but those of the state before the loop. */
const closed = (t: Term): boolean => ![...symbolsOf(t)].some((s) => s.includes('!') || s === '∞');

function exactBound(leaving: readonly Case[], request: BoundRequest): Bound | null {
  const expression = combined(leaving, request);
  return expression && { ...expression, kind: 'exact' };
}

/** The iteration counts of several cases in one text: one of them, or their maximum, or all. */
function combined(cases: readonly Case[], request: BoundRequest): Omit<Bound, 'kind'> | null {
  const { range } = request.symbols;
  const byKey = new Map<string, { term: Term; guards: Formula[] }>();
  for (const c of cases) {
    if (!c.iterations) return null;
    const known = byKey.get(c.iterations.key);
    if (known) known.guards.push(c.guard);
    else byKey.set(c.iterations.key, { term: c.iterations, guards: [c.guard] });
  }
  const all = [...byKey.values()];
  const some = all.filter((e) => !isZero(e.term));
  if (all.length === 0) return null;
  if (some.length === 0) return { text: '0', value: '0' };
  // a count that another one equals wherever it applies says nothing new
  const distinct = some.filter((e, i) => !some.some((o, j) => j !== i && e.term.size >= o.term.size && (e.term.size > o.term.size || j < i)
    && e.guards.every((g) => implies(and(request.facts, g), and(ge(e.term, o.term), ge(o.term, e.term)), range))));
  const only = distinct[0];
  if (distinct.length === 1 && only) {
    const text = printTerm(only.term);
    return only.term.kind === 'const' && all.length === some.length ? { text, value: text } : { text };
  }
  const isMaximum = distinct.every((e) => e.guards.every((g) => distinct.every((o) => o === e || implies(and(request.facts, g), ge(e.term, o.term), range))));
  const texts = distinct.map((e) => printTerm(e.term));
  if (isMaximum) return { text: `max(${texts.join(', ')})` };
  return distinct.length <= 4 ? { text: texts.join(' or ') } : { text: `one of ${distinct.length} expressions` };
}

/** How long the loop runs where nothing but its own counting ends it. */
function countingBound(request: BoundRequest): Bound | null {
  const paths = countingPaths(request.summary.paths, request.names);
  if (!paths.some((p) => p.kind === 'exit') || paths.length === 0) return null;
  const traced = summarizeTraces({ paths, names: request.names, entry: request.entry, facts: request.facts, symbols: request.symbols, cancelled: request.cancelled, oscillation: null });
  if (traced.lost.length > 0 || traced.cases.some((c) => c.end.kind === 'diverge' || c.iterations === null || !closed(c.iterations))) return null;
  const expression = combined(traced.cases, request);
  if (!expression) return null;
  const early = request.summary.paths.some((p) => p.free.kind !== 'true');
  return { ...expression, kind: early ? 'upper' : 'exact' };
}

/** A guard `E >= 0` of every iterative path, E falling by at least d each time: at most E / d + 1 iterations. */
function rankingBound(request: BoundRequest): Bound | null {
  const found = rankingFunction(request.summary.paths, request.names, request.symbols);
  if (!found) return null;
  const text = printTerm(substitute(plus(div(found.term, found.step), 1), request.entry));
  return { text, kind: 'upper' };
}

export interface Ranking {
  /** Not negative wherever an iteration starts, and less by at least `step` after each. */
  readonly term: Term;
  readonly step: bigint;
}

export function rankingFunction(paths: readonly LoopPath[], names: readonly string[], symbols: SymbolTable): Ranking | null {
  const iterative = paths.filter((p) => p.kind === 'iterative');
  const first = iterative[0];
  if (!first) return null;
  const candidates = conjuncts(first.guard).flatMap((f) => (isLiteral(f) && f.kind === 'ge' ? [f.term] : []));
  for (const term of candidates) {
    let step: bigint | null = null;
    const decreases = iterative.every((p) => {
      const facts = and(p.guard, p.free, p.defined);
      if (!implies(facts, ge0(term), symbols.range)) return false;
      const after = substitute(term, new Map([...p.update].map(([v, t]) => [names[v] as string, t])));
      const drop = sub(term, after);
      const least = drop.kind === 'const' ? drop.value : implies(facts, ge0(plus(drop, -1)), symbols.range) ? 1n : 0n;
      if (least < 1n) return false;
      step = step === null || least < step ? least : step;
      return true;
    });
    if (decreases && step !== null) return { term, step };
  }
  return null;
}

function terminationOf(request: BoundRequest, leaving: readonly Case[], diverging: readonly Case[]): Pick<BoundResult, 'termination' | 'divergence'> {
  const { summary, symbols } = request;
  if (summary.paths.length === 0) return { termination: 'unknown', divergence: null };
  const iterative = summary.paths.filter((p) => p.kind === 'iterative');
  if (iterative.length === 0) return { termination: 'always', divergence: null };
  if (rankingFunction(summary.paths, request.names, symbols)) return { termination: 'always', divergence: null };
  const traced = summary.cases.every((c) => c.trace !== null);
  const environment = iterative.some((p) => p.free.kind !== 'true');
  if (!traced || summary.cases.some((c) => c.end.kind !== 'diverge' && !c.exact)) {
    return { termination: 'unknown', divergence: null };
  }
  if (environment) {
    const counting = countingBound(request);
    return { termination: counting ? 'always' : 'unknown', divergence: null };
  }
  if (diverging.length === 0) return { termination: 'always', divergence: null };
  const real = diverging.filter((c) => c.exact && c.defined !== null && feasible(and(request.facts, c.guard, c.defined), symbols.range) === 'yes');
  if (leaving.length === 0) return { termination: 'never', divergence: TRUE };
  if (real.length === 0) return { termination: 'unknown', divergence: null };
  return { termination: 'conditional', divergence: or(...diverging.map((c) => and(c.guard))) };
}
