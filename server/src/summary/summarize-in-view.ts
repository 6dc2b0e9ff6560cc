/** One loop's summary in one view: its paths are traced, the cases certified, and what gets lost over-approximated. */
import type { Budget } from '../budget/index.ts';
import type { Cfg, Loop } from '../program/index.ts';
import type { Formula, Symbol, Symbols, Term } from '../logic/index.ts';
import { TRUE, isConst, substitute, substituteFormula, symbolsOf, symbolsOfFormula } from '../logic/index.ts';
import type { Reason } from '../source/index.ts';
import { arraysWritten, classify, mentionedBy } from '../explore/index.ts';
import type { LoopPath } from '../explore/index.ts';
import { inAnyOrder } from './any-order-loops.ts';
import type { Certified } from './certified-cases.ts';
import { certified } from './certified-cases.ts';
import { joinFamilies } from './merge-free-counts.ts';
import { mergeCases } from './merge-cases.ts';
import { findOscillation } from './oscillation/index.ts';
import { overapproximate } from './over-approximate.ts';
import { separateTraces } from './counter-decomposition.ts';
import type { Case, Summary } from './loop-summary.ts';
import type { Lost, TraceResult } from './trace-paths.ts';
import type { TraceRequest } from './trace-request.ts';
import type { View } from './loop-views.ts';
import { summarizeTraces } from './trace-paths.ts';

/** What was found out in one view, to be used once more. */
export interface Attempt {
  traced: TraceResult | null;
  checked: Certified | null;
}

export interface ViewRequest {
  readonly cfg: Cfg;
  readonly loop: Loop;
  /** All of them. */
  readonly paths: readonly LoopPath[];
  readonly view: View;
  /** It is the usual view of the loop. */
  readonly first: boolean;
  /** Values at entry, over the caller's symbols, and what holds of these. */
  readonly entry: ReadonlyMap<Symbol, Term>;
  readonly facts: Formula;
  readonly symbols: Symbols;
  readonly budget: Budget;
  /** What deciding may cost; null: as much as usual. */
  readonly maxEffort: number | null;
  readonly attempt: Attempt;
  /** Where traces get lost, nothing is certified or approximated. */
  readonly wholly: boolean;
}

const GIVEN_UP: Reason = { code: 'irregular', message: 'The paths interleave without a fixed period.', range: null };

/** The summary, or why it was given up where only a whole one is wanted. */
export function summarizeInView(request: ViewRequest): Summary | { readonly givenUp: Reason } {
  const { cfg, loop, symbols, facts, attempt } = request;
  const { range } = symbols;
  const paths = withConstants(request.paths, cfg.symbols, request.entry);
  const entry = entryOfPaths(request.entry, paths, cfg.symbols, facts);
  const lostPath = paths.some((p) => p.end.kind === 'lost');
  const only = request.wholly && !request.first;
  const tracing: TraceRequest = {
    paths,
    names: cfg.symbols,
    entry,
    facts,
    symbols,
    budget: request.budget,
    oscillation: null,
    ...(request.maxEffort === null ? {} : { maxEffort: request.maxEffort }),
  };
  const traced = (attempt.traced ??=
    request.view === 'separate' ? apart(tracing, only) : traces(tracing, request.view));
  if (request.wholly && (traced.lost.length > 0 || traced.cases.some((c) => !c.exact)))
    return { givenUp: traced.lost[0]?.reason ?? GIVEN_UP };
  const check = (traces: TraceResult): Certified =>
    certified(
      { paths, names: cfg.symbols, entry, facts, range, budget: request.budget, counters: traces.counters },
      traces.counters ? traces.cases : joinFamilies(mergeCases(traces.cases, facts, range), facts, symbols),
      traces.lost.length === 0 && !lostPath,
      only,
    );
  let checked = (attempt.checked ??= check(traced));
  // what is missing may be what never ends: whether it is undefined some day need not be seen
  if (checked.missing && !traced.counters) {
    const more = traces({ ...tracing, undefinedToo: true }, request.view);
    const again = more.lost.length === 0 && more.cases.length > traced.cases.length ? check(more) : null;
    if (again?.coverage) checked = attempt.checked = again;
  }
  const lost = distinctLost([...traced.lost, ...checked.rejected], loop);
  const common = {
    paths,
    arrays: [...arraysWritten(cfg, loop)],
    type: classify(paths, cfg.symbols, traced.pattern),
    pattern: traced.pattern,
  };
  const free = lost.length > 0 && !lostPath ? inAnyOrder(tracing) : null;
  if (free) return { ...common, ...free, followed: true, exact: true, reasons: [] };
  const cases: Case[] = [...checked.cases];
  for (const l of lost)
    cases.push(
      ...overapproximate(tracing, l.guard, l.entered, l.reason).filter((c) => !cases.some((o) => isSameAtOnce(c, o))),
    );
  const followed = lost.length === 0 && !lostPath;
  return {
    ...common,
    cases,
    coverage: checked.coverage,
    counters: traced.counters,
    followed,
    exact: followed && cases.every((c) => c.exact),
    reasons: distinct([...lost.map((l) => l.reason), ...cases.flatMap((c) => c.reasons)]),
  };
}

/** Each once, with a place. */
function distinctLost(lost: readonly Lost[], loop: Loop): readonly Lost[] {
  const once = new Map(lost.map((l) => [`${l.entered} ${l.reason.code} ${l.guard.key}`, l]));
  return [...once.values()].map((l) => ({ ...l, reason: { ...l.reason, range: l.reason.range ?? loop.site.head } }));
}

/** Traces by the number of iterations; `only`: or none. */
function apart(request: TraceRequest, only: boolean): TraceResult {
  const found = separateTraces(request, (branches) => traces(branches, 'separate'));
  return (
    found ??
    (only
      ? { cases: [], lost: [{ guard: TRUE, entered: false, reason: GIVEN_UP }], pattern: 'irregular', limited: false }
      : traces(request, 'separate'))
  );
}

/** A way to tell the traces of a loop; null where it isn't for such loops. */
type Tracing = (request: TraceRequest) => TraceResult | null;

/** Paths that come again after a period (Proteus, algorithm 3). */
const byPeriods: Tracing = summarizeTraces;

/** Control values that stay within an interval (LoopSCC, theorem 2). */
const byOrbits: Tracing = (request) => {
  const modified = new Set(request.paths.flatMap((p) => [...p.update.keys()].map((v) => request.names[v] as Symbol)));
  const oscillation = findOscillation(request.paths, request.names, modified);
  return oscillation && summarizeTraces({ ...request, oscillation });
};

/** In the order in which they are tried. A counter that goes round has one count in an orbit, several in a period. */
const TRACINGS: Readonly<Record<View, readonly Tracing[]>> = {
  plain: [byPeriods, byOrbits],
  values: [byPeriods, byOrbits],
  moduli: [byOrbits, byPeriods],
  separate: [byOrbits, byPeriods],
};

/** The first traces of which nothing is lost; where there are none, those by periods. */
function traces(request: TraceRequest, view: View): TraceResult {
  const told = new Map<Tracing, TraceResult>();
  for (const tracing of TRACINGS[view]) {
    const found = tracing(request);
    if (found && found.lost.length === 0 && found.cases.every((c) => c.exact)) return found;
    if (found) told.set(tracing, found);
  }
  const periodic = told.get(byPeriods) as TraceResult;
  return { ...periodic, limited: [...told.values()].some((t) => t.limited) };
}

/** Both leave at once, by the same way in the same states. */
const isSameAtOnce = (first: Case, second: Case): boolean =>
  first.exact &&
  second.exact &&
  first.steps?.length === 0 &&
  second.steps?.length === 0 &&
  first.exit === second.exit &&
  first.guard.key === second.guard.key;

/**
 * The entry values of what the paths or the facts mention: with what was inlined a function may have many more
 * variables.
 */
function entryOfPaths(
  entry: ReadonlyMap<Symbol, Term>,
  paths: readonly LoopPath[],
  names: readonly Symbol[],
  facts: Formula,
): ReadonlyMap<Symbol, Term> {
  const read = mentionedBy(paths, names);
  for (const s of symbolsOfFormula(facts)) read.add(s);
  return new Map([...entry].filter(([x]) => read.has(x)));
}

/** The paths with what is a constant at entry and never changed replaced by it. */
function withConstants(
  paths: readonly LoopPath[],
  names: readonly Symbol[],
  entry: ReadonlyMap<Symbol, Term>,
): readonly LoopPath[] {
  const changed = new Set(paths.flatMap((p) => [...p.update.keys()].map((v) => names[v])));
  const read = new Set(
    paths.flatMap((p) => [...symbolsOfFormula(p.guard), ...[...p.update.values()].flatMap((t) => [...symbolsOf(t)])]),
  );
  const map = new Map([...entry].filter(([x, t]) => isConst(t) && read.has(x) && !changed.has(x)));
  if (map.size === 0 || paths.some((p) => p.inner.length > 0 || p.arraysWritten.size > 0)) return paths;
  // those that are then impossible stay as they are, so that all keep their places
  return paths.map((p) =>
    substituteFormula(p.guard, map).kind === 'false'
      ? p
      : {
          ...p,
          guard: substituteFormula(p.guard, map),
          free: substituteFormula(p.free, map),
          update: new Map([...p.update].map(([v, t]) => [v, substitute(t, map)])),
          defined: substituteFormula(p.defined, map),
          end: p.end.kind === 'return' && p.end.value ? { ...p.end, value: substitute(p.end.value, map) } : p.end,
        },
  );
}

function distinct(reasons: readonly Reason[]): Reason[] {
  const seen = new Set<string>();
  return reasons.filter((r) => {
    const key = `${r.code} ${r.message} ${r.range?.start.line}:${r.range?.start.column}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
