/**
 * Iteration bounds of a loop from its summary, its counting paths and linear ranking functions. Source: our own;
 * ranking functions as in `ranking-functions.ts`.
 */
import type { Budget } from '../budget/index.ts';
import { feasible, implies } from '../decide/index.ts';
import type { Formula, Symbol, Symbols, Term } from '../logic/index.ts';
import {
  READ,
  TooLarge,
  and,
  applications,
  div,
  ge0,
  int,
  intervalOf,
  isConst,
  not,
  partsOf,
  plus,
  substitute,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { LoopPath } from '../explore/index.ts';
import { countingPaths } from '../explore/index.ts';
import type { Bound, Termination } from '../report/index.ts';
import { IT_ENDS } from '../report/index.ts';
import type { Case, Summary } from '../summary/index.ts';
import { geometricBound, summarizeTraces } from '../summary/index.ts';
import type { Counted } from './iteration-count.ts';
import { begun, greatest, oneCount } from './iteration-count.ts';
import type { JustBefore } from '../counting/index.ts';
import type { TerminationResult } from './termination-result.ts';
import { closed, countText, isTypeLimit, maximum } from '../counting/index.ts';
import { settled } from './settled-counts.ts';
import { bySymbol } from '../program/index.ts';

export interface BoundRequest {
  readonly summary: Summary;
  readonly names: readonly Symbol[];
  readonly entry: ReadonlyMap<Symbol, Term>;
  readonly facts: Formula;
  readonly symbols: Symbols;
  readonly ends: TerminationResult;
  /** What the expression may speak of. */
  readonly before: JustBefore;
  readonly budget: Budget;
}

export interface BoundResult {
  readonly bound: Bound | null;
  /** The number of iterations that an exact bound says, over the values at the loop's head. */
  readonly count: Term | null;
  readonly termination: Termination;
  /** Where `conditional`: the states from which it never ends, as far as they are known. */
  readonly divergence: Formula | null;
  readonly complete?: true;
}

export function boundOf(request: BoundRequest): BoundResult {
  const { summary } = request;
  if (summary.paths.some(isUnfollowed)) return { bound: null, count: null, ...request.ends };
  const given = { facts: request.facts, range: request.symbols.range };
  const leaving = summary.cases.filter((c) => c.end.kind !== 'diverge').map((c) => settled(c, given));
  const precise = summary.followed && leaving.every((c) => c.trace !== null && c.end.kind !== 'lost');
  const counts = precise ? countsOf(leaving, summary.paths) : null;
  const { termination, divergence, complete } = request.ends;
  const ending = { termination, divergence, ...(complete && { complete }) };
  if (counts?.every((c) => closed(symbolsOf(c.term)))) {
    const found = expressed(counts, request, choiceOf(summary.paths));
    const told = found && termination === 'unknown' && mayNotEnd(request) ? ifItEnds(found) : found;
    return { ...NONE, ...(termination === 'never' ? told : (told ?? upperBound(request))), ...ending };
  }
  if (termination === 'never' || termination === 'conditional') return { ...NONE, ...ending };
  return { ...NONE, ...upperBound(request), ...ending };
}

/** The counts are of runs that leave it; in some state it may be that none does. */
function mayNotEnd({ summary: { cases }, facts, symbols: { range } }: BoundRequest): boolean {
  if (cases.some((c) => c.end.kind === 'diverge' && feasible(and(facts, c.guard), range) !== 'no')) return true;
  const guards = cases.map((c) => c.guard);
  const others = and(facts, ...guards.map(not));
  return guards.every((g) => closed(symbolsOfFormula(g))) && feasible(others, range) !== 'no';
}

const ifItEnds = ({ bound, count }: Found): Found => ({
  bound: bound && { ...bound, assuming: [...(bound.assuming ?? []), IT_ENDS] },
  count,
});

type Found = Pick<BoundResult, 'bound' | 'count'>;
const NONE: Found = { bound: null, count: null };

/** From the paths alone, whatever their order. */
function upperBound(request: BoundRequest): Found {
  const found = countingBound(request);
  const counted = found?.bound ?? null;
  if (found && counted?.kind === 'exact') return found;
  const divided = dividingBound(request);
  const other = counted ?? rankingBound(request);
  const isLess = divided !== null && (other?.value === undefined || BigInt(other.value) > divided);
  return { bound: isLess ? { text: `${divided}`, kind: 'upper', value: `${divided}` } : other, count: null };
}

/** Whatever else it does, it divides something. */
function dividingBound({ summary, names, entry, symbols }: BoundRequest): bigint | null {
  const iterative = summary.paths.filter((p) => p.kind === 'iterative');
  const byName = (update: ReadonlyMap<number, Term>): ReadonlyMap<Symbol, Term> => bySymbol(update, names);
  return geometricBound({
    paths: iterative.map(({ guard, update, fresh }) => ({ guard, fresh, update: byName(update) })),
    leaving: summary.paths.filter((p) => p.kind === 'exit' && p.begun).map((p) => p.guard),
    entry,
    range: symbols.range,
  });
}

/** Every case's count, the iteration that is left early included; null where one isn't known. */
function countsOf(cases: readonly Case[], paths: readonly LoopPath[]): readonly Counted[] | null {
  const out: Counted[] = [];
  for (const c of cases) {
    const term = begun(c, paths);
    if (term === null) return null;
    out.push({ guard: c.guard, term });
  }
  return out.length === 0 ? null : out;
}

/** More cases than this aren't put into one expression for each path. */
const MOST_CASES = 8;

/** A path is taken at most so often, as a C expression over the values just before the loop; null: not known. */
export function pathBound(request: BoundRequest, path: number): string | null {
  const { summary } = request;
  if (!summary.followed || summary.cases.length > MOST_CASES || summary.paths.some(isUnfollowed)) return null;
  const counts: Counted[] = [];
  for (const c of summary.cases) {
    const term = c.counts.get(path) ?? int(0);
    if (c.trace === null || c.end.kind === 'diverge' || !closed(symbolsOf(term))) return null;
    counts.push({ guard: c.guard, term });
  }
  if (counts.length === 0) return null;
  return expressed(counts, request, choiceOf(summary.paths))?.bound?.text ?? null;
}

/** What comes where the code isn't followed isn't known. */
const isUnfollowed = ({ end }: LoopPath): boolean =>
  end.kind === 'lost' || (end.kind === 'halt' && end.reason !== null);

/** No path depends on what the environment answers, or on what isn't modelled. */
export const decided = (paths: readonly LoopPath[]): boolean =>
  paths.every((p) => p.free.kind === 'true' && !p.fresh.some((f) => symbolsOfFormula(p.guard).has(f.symbol)));

/**
 * What chooses among the cases of a state. It is the state itself, it and what isn't known of it, or there are others
 * with fewer iterations.
 */
type Choice = 'state' | 'open' | 'fewer';
const choiceOf = (paths: readonly LoopPath[]): Choice => (decided(paths) ? 'state' : 'open');

/** In one expression: the count itself where it is the same whatever chooses, else what is never below it. */
function expressed(counts: readonly Counted[], request: BoundRequest, choice: Choice): Found | null {
  const given = { facts: request.facts, range: request.symbols.range };
  try {
    const one = choice === 'fewer' ? null : oneCount(counts, given, choice === 'open');
    const exact = one && readAnyway(one, counts) ? made(one, 'exact', request) : null;
    const most = exact && exact.text.length <= MOST_READ ? null : greatest(counts, given);
    const upper = most && readAnyway(most, counts) ? made(most, 'upper', request) : null;
    if (exact) {
      const isShorter = upper !== null && saysMore(upper, most!, exact, request);
      return { bound: { ...exact, ...(isShorter && { shorter: upper.text }) }, count: one };
    }
    const bound = upper ?? mostAtAll(counts, request);
    return bound && { bound, count: null };
  } catch (e) {
    if (e instanceof TooLarge) return null;
    throw e;
  }
}

/** Longer texts are no answer to a reader. */
const MOST_READ = 60;
/** An exact count may be longer than an upper bound; beyond this nobody reads it. */
export const MOST_EXACT = 120;

/**
 * Whether a reader has more of the upper bound `most` than of a long exact count: not where it is long as well, nor
 * where it may be more than any counter counts, as `i - m` of an unsigned `i` and a negative `m`.
 */
function saysMore(upper: Bound, most: Term, exact: Bound, { symbols }: BoundRequest): boolean {
  if (isTypeLimit(upper)) return false;
  if (exact.text.length > MOST_EXACT) return upper.text.length <= MOST_EXACT;
  if (upper.text.length > MOST_READ) return false;
  const { hi } = intervalOf(most, symbols.range);
  return hi !== null && hi <= MOST_COUNTED;
}

/** A counter of 64 bits that takes all of its values, and the iteration that is left. */
const MOST_COUNTED = 1n << 64n;

/** More is as good as none. */
const WORTH_SAYING = 1n << 16n;

/**
 * The largest number that any of the counts can be, where these have no expression. A small counter that goes round has
 * few values.
 */
function mostAtAll(counts: readonly Counted[], { symbols }: BoundRequest): Bound | null {
  const ends = counts.map(({ term }) => intervalOf(term, symbols.range).hi);
  if (!ends.every((e) => e !== null)) return null;
  const most = ends.reduce((a, b) => (a > b ? a : b), 0n);
  return most > WORTH_SAYING ? null : { text: `${most}`, kind: 'upper', value: `${most}` };
}

/** It reads only elements that every run reads: others may lie outside of their arrays. */
function readAnyway(term: Term, counts: readonly { readonly guard: Formula }[]): boolean {
  const reads = [...applications([term], READ).keys()];
  return (
    reads.length === 0 ||
    counts.every(({ guard }) => {
      const own = applications([guard], READ);
      return reads.every((key) => own.has(key));
    })
  );
}

function made(term: Term, kind: 'exact' | 'upper', { facts, symbols, before }: BoundRequest): Bound | null {
  if (isConst(term))
    return { text: `${term.value > 0n ? term.value : 0n}`, kind, value: `${term.value > 0n ? term.value : 0n}` };
  const text = countText(term, { facts, range: symbols.range }, before, kind === 'exact');
  return text === null ? null : { text, kind };
}

/** What only the end of the address space bounds is not bounded. */
const ADDRESSES = 1n << 61n;

/** So near to the greatest value of a type that it is what ends the loop: `268435455` is all that `width += 8` has. */
const isEndOfType = (value: bigint): boolean =>
  [31n, 32n, 63n, 64n].some((bits) => value > (1n << bits) - NEAR && value < (1n << bits) + NEAR);
const NEAR = 1n << 10n;

/** How long the loop runs where nothing but its own counting ends it. */
function countingBound(request: BoundRequest): Found | null {
  const paths = countingPaths(request.summary.paths, request.names, request.symbols.range);
  if (!paths.some((p) => p.kind === 'exit') || paths.length === 0) return null;
  // what was lost with these very paths is lost again
  const all = request.summary.paths;
  if (
    paths.length === all.length &&
    paths.every((p, i) => p.update.size === all[i]?.update.size && p.free.key === all[i]?.free.key)
  )
    return null;
  // only what the environment decides about leaving makes the loop end sooner than these do
  const early = !decided(all.filter((p) => p.kind === 'exit'));
  const traced = summarizeTraces({
    // a run that is left in time doesn't come to what is undefined later
    undefinedToo: early,
    paths,
    names: request.names,
    entry: request.entry,
    facts: request.facts,
    symbols: request.symbols,
    budget: request.budget,
    oscillation: null,
  });
  if (traced.lost.length > 0 || traced.cases.some((c) => c.end.kind === 'diverge' || c.iterations === null))
    return null;
  const counts = countsOf(traced.cases, paths);
  if (!counts?.every((c) => closed(symbolsOf(c.term)))) return null;
  // a state in which only the environment ever leaves has no case
  const others = and(request.facts, ...traced.cases.map((c) => not(c.guard)));
  if (early && feasible(others, request.symbols.range) !== 'no') return null;
  // ways out that were left away may be taken within an iteration that the others don't begin
  const more = early ? all.filter((p) => p.kind === 'exit' && p.begun) : [];
  const outside = paths.filter((p) => p.kind === 'exit' && !p.begun);
  const beyond = more.some((p) => outside.some((o) => feasible(and(p.guard, o.guard), request.symbols.range) !== 'no'));
  return expressed(
    beyond ? counts.map((c) => ({ ...c, term: plus(c.term, 1n) })) : counts,
    request,
    early ? 'fewer' : choiceOf(paths),
  );
}

/** Not negative where an iteration starts, falling by at least `step` each time: at most E / step + 1 iterations. */
function rankingBound(request: BoundRequest): Bound | null {
  const found = request.ends.ranking;
  // where an object lies in memory isn't known
  if (!found || request.before.pointersIn(found.term) !== 0n) return null;
  // an iteration that is begun and left is one more, unless the function isn't negative there either
  const { paths } = request.summary;
  const more = paths.some(
    (p) => p.kind === 'exit' && p.begun && !implies(p.guard, ge0(found.term), request.symbols.range),
  )
    ? 1n
    : 0n;
  const most = substitute(plus(div(found.term, found.step), 1), request.entry);
  const { constant } = partsOf(most);
  // `536870911 * a`: only the end of a type
  const worth = WORTH_SAYING * BigInt(found.step);
  if (partsOf(found.term).parts.some(({ coef }) => coef > worth || -coef > worth)) return null;
  if (constant >= ADDRESSES && constant <= 2n * ADDRESSES) return null;
  const ofType = isConst(most) && isEndOfType(partsOf(substitute(found.term, request.entry)).constant);
  if (!closed(symbolsOf(most)) || !readAnyway(most, paths)) return null;
  const bound = made(more === 0n ? most : plus(maximum(int(0), most), more), 'upper', request);
  return bound && ofType ? { ...bound, ofType } : bound;
}
