/** Iteration bounds of a loop from its summary, its counting paths and linear ranking functions. */
import { implies } from '../ir/facts.ts';
import type { Formula } from '../ir/formula.ts';
import { and, conjuncts, ge, ge0, isLiteral } from '../ir/formula.ts';
import { printTerm } from '../ir/print.ts';
import { withoutModuli } from '../ir/simplify.ts';
import type { Term } from '../ir/term.ts';
import { add, div, isConst, isZero, partsOf, plus, sub, substitute, symbolsOf } from '../ir/term.ts';
import type { SymbolTable } from '../loop/region.ts';
import { countingPaths } from '../loop/paths.ts';
import type { Bound, Termination } from '../report.ts';
import type { Case, Summary } from '../summary/summary.ts';
import { summarizeTraces } from '../summary/trace.ts';
import { geometricBound } from './geometric.ts';
import type { TerminationResult } from './termination.ts';

export interface BoundRequest {
  readonly summary: Summary;
  readonly names: readonly string[];
  readonly entry: ReadonlyMap<string, Term>;
  readonly facts: Formula;
  readonly symbols: SymbolTable;
  readonly ends: TerminationResult;
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
  const precise = summary.followed && leaving.every((c) => c.trace !== null && c.iterations !== null && closed(c.iterations));
  const { termination, divergence } = request.ends;
  if (precise) return { bound: exactBound(leaving, request), termination, divergence };
  if (termination === 'never' || termination === 'conditional') return { bound: null, termination, divergence };
  const counted = countingBound(request);
  if (counted?.kind === 'exact') return { bound: counted, termination, divergence };
  const divided = dividingBound(request);
  const other = counted ?? rankingBound(request);
  const isLess = divided !== null && (other?.value === undefined || BigInt(other.value) > divided);
  return { bound: isLess ? { text: `${divided}`, kind: 'upper', value: `${divided}` } : other, termination, divergence };
}

/** Whatever else it does, it divides something. */
function dividingBound({ summary, names, entry, symbols }: BoundRequest): bigint | null {
  if (summary.paths.some((p) => p.end.kind === 'lost')) return null;
  const iterative = summary.paths.filter((p) => p.kind === 'iterative');
  return geometricBound(iterative.map(({ guard, update, fresh }) => ({ guard, fresh, update: new Map([...update].map(([v, t]) => [names[v] as string, t])) })), entry, symbols.range);
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
    const term = withoutModuli(shortest(c.iterations, request.facts), (f) => implies(and(request.facts, c.guard), f, range));
    const known = byKey.get(term.key);
    if (known) known.guards.push(c.guard);
    else byKey.set(term.key, { term, guards: [c.guard] });
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
  const constants = distinct.flatMap((e) => (isConst(e.term) ? [e.term.value] : []));
  if (constants.length === distinct.length && constants.length > 2) {
    const [least, most] = [constants.reduce((a, b) => (a < b ? a : b)), constants.reduce((a, b) => (a > b ? a : b))];
    return { text: `${all.length > some.length && least === 1n ? 0n : least} to ${most}` };
  }
  const isMaximum = distinct.every((e) => e.guards.every((g) => distinct.every((o) => o === e || implies(and(request.facts, g), ge(e.term, o.term), range))));
  const texts = distinct.map((e) => printTerm(e.term));
  if (isMaximum) return { text: `max(${texts.join(', ')})` };
  return distinct.length <= 4 ? { text: texts.join(' or ') } : { text: `one of ${distinct.length} expressions` };
}

/** The term, written with fewer variables where an equation allows it. */
function shortest(term: Term, facts: Formula): Term {
  let best = term;
  for (const f of conjuncts(facts)) {
    if (!isLiteral(f) || f.kind !== 'eq') continue;
    for (const candidate of [sub(best, f.term), add(best, f.term)]) if (candidate.size < best.size) best = candidate;
  }
  return best;
}

/** What only the end of the address space bounds is not bounded. */
const ADDRESSES = 1n << 61n;

/** How long the loop runs where nothing but its own counting ends it. */
function countingBound(request: BoundRequest): Bound | null {
  const paths = countingPaths(request.summary.paths, request.names);
  if (!paths.some((p) => p.kind === 'exit') || paths.length === 0) return null;
  // what was lost with these very paths is lost again
  const all = request.summary.paths;
  if (paths.length === all.length && paths.every((p, i) => p.update.size === all[i]?.update.size && p.free.key === all[i]?.free.key)) return null;
  const traced = summarizeTraces({ paths, names: request.names, entry: request.entry, facts: request.facts, symbols: request.symbols, cancelled: request.cancelled, oscillation: null });
  if (traced.lost.length > 0 || traced.cases.some((c) => c.end.kind === 'diverge' || c.iterations === null || !closed(c.iterations))) return null;
  const expression = combined(traced.cases, request);
  if (!expression) return null;
  const early = request.summary.paths.some((p) => p.free.kind !== 'true');
  return { ...expression, kind: early ? 'upper' : 'exact' };
}

/** Not negative where an iteration starts, falling by at least `step` each time: at most E / step + 1 iterations. */
function rankingBound(request: BoundRequest): Bound | null {
  const found = request.ends.ranking;
  if (!found) return null;
  const most = substitute(plus(div(found.term, found.step), 1), request.entry);
  const { constant } = partsOf(most);
  if (constant >= ADDRESSES && constant <= 2n * ADDRESSES) return null;
  if (!closed(most)) return null;
  if (isConst(most)) {
    const value = most.value > 0n ? most.value : 0n;
    return { text: `${value}`, kind: 'upper', value: `${value}` };
  }
  const nonnegative = implies(request.facts, ge0(most), request.symbols.range);
  return { text: nonnegative ? printTerm(most) : `max(0, ${printTerm(most)})`, kind: 'upper' };
}
