/** A loop's summary as a report: plain texts in the notation, ready for hovers, JSON and the terminal. */
import type { Budget } from '../budget/index.ts';
import type { BoundRequest, JustBefore, TerminationAnalysis, Walked } from '../termination/index.ts';
import { boundOf, describeWalk, everythingChanged, justBefore, pathBound, undescribed } from '../termination/index.ts';
import { withoutRedundant } from '../decide/index.ts';
import type { Formula, RangeOf, Symbol, Term } from '../logic/index.ts';
import {
  FALSE,
  READ,
  and,
  applications,
  conjuncts,
  eq0,
  intervalOf,
  isConst,
  isDeclared,
  nameObjects,
  or,
  printCondition,
  printFormula,
  scale,
  substituteFormula,
  sym,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { BlockId, Cfg, IrFunction, Loop } from '../program/index.ts';
import { exitBlocks } from '../program/index.ts';
import type { Reason } from '../source/index.ts';
import { distinctReasons, isWithin } from '../source/index.ts';
import type { LoopPath } from '../explore/index.ts';
import type { Bound, CaseReport, LoopReport, OutcomeReport, UnknownReport } from '../report/index.ts';
import { IT_ENDS } from '../report/index.ts';
import type { Case, EntryState, Leaving, Summarizer, Summary } from '../summary/index.ts';
import { byOutcome, leavingAt, valuesAfterLeaving } from '../summary/index.ts';
import { uncertainCases } from './certain-cases.ts';
import { readableBound } from './best-bound.ts';
import { endedByOverflow } from './ended-by-overflow.ts';
import { floatingSteps } from './floating-steps.ts';
import { toldInWords } from './told-in-words.ts';
import { boundThroughout, valuesBehind } from './values-behind.ts';
import { describePath } from './describe-path.ts';
import { describeCertificate } from './certificate-report.ts';
import type { Telling, ToldCase } from './describe-case.ts';
import { outcomeKey, isUnrolled, describeCase } from './describe-case.ts';
import { placeOf } from './unsummarized-loops.ts';

/** With more cases than this their conditions are not simplified. */
const MOST_SIMPLIFIED = 40;

/** What a second look at a summary finds. */
type SecondLook = Pick<NonNullable<Summary['coverage']>, 'obligations'> & {
  readonly contradictions: readonly string[];
};

export interface DescribeRequest {
  /** The states that reach the loop. */
  readonly entry: EntryState;
  readonly ends: TerminationAnalysis;
  readonly budget: Budget;
  /** Has a second look at what is called exact; null: none is wanted. */
  readonly examine: ((summary: Summary) => SecondLook) | null;
}

type Described = Omit<LoopReport, 'ms' | 'solverQueries' | 'count'>;

/** What is known of one loop, for states that reach it. */
export function describeLoop(
  summarizer: Summarizer,
  index: number,
  { entry, ends, budget, examine }: DescribeRequest,
): Described {
  const { cfg, symbols } = summarizer;
  const loop = cfg.loops[index];
  if (!loop) throw new RangeError(`no loop ${index}`);
  const { site } = loop;
  const summary = summarizer.summaryFrom(index, entry);
  const before = justBefore(cfg, loop, symbols, summarizer.options.mode);
  const request: BoundRequest = {
    summary,
    names: cfg.symbols,
    entry: entry.values,
    facts: entry.facts,
    symbols,
    ends: ends.of(index),
    before,
    budget,
  };
  const counting = boundOf(request);
  const walked = describeWalk(summarizer, index, { entry, summary, counting, before, budget });
  const endsAfterAll = counting.termination === 'unknown' && walked?.ends && ends.endsWithItsIterations(index);
  const simplify = (f: Formula): Formula => withoutRedundant(f, symbols.range, entry.facts);
  const throughout = lasting(entry.facts, summary, cfg.symbols);
  const telling: Telling = { summarizer, summary, entry, leaving: leavingOf(cfg, loop) };
  const told = withDoubts(
    summary.cases.map((c) => ({ c, ...describeCase(c, telling, isToldPlainly(c, summary) ? null : simplify) })),
    telling,
  );
  const cases = withoutRepetitions(told.map(({ report }) => report));
  const outcomes = outcomesOf(told, entry, symbols.range, simplify);
  const walkedOver = { described: walked?.described ?? new Set<number>(), isTold: !!walked?.effects.length };
  const unknown = changedUnknown(telling, loop, walkedOver, cases);
  const divergesWhen = counting.divergence && inCBefore(asZeros(simplify(counting.divergence), symbols.range), before);
  const initialised = [...before.values.keys()].filter((s) => isDeclared(s) && !isConst(entry.values.get(s) ?? sym(s)));
  const floating = floatingSteps(cfg, loop);
  const values = {
    ...{ summarizer, index, loop, summary, entry, before, leaving: telling.leaving },
    alone: unknown.length === 0 && !walked?.effects.length && !floating.changes,
    searching: isSearching(walked),
  };
  const found = walked?.bound ?? counting.bound;
  const bounded = readableBound(found, () => boundThroughout(values));
  // a loop that is passed once doesn't end in the graph: its body and the code behind it are one
  const { told: behind, unset, end } = valuesBehind(values);
  const { effects: inWords, described, untold } = toldInWords(values, walked, { behind, end }, budget);
  const effects = [...inWords, ...floating.effects];
  const open = [
    ...changedUnknown(telling, loop, { described, isTold: effects.length > 0 }, cases).filter(
      ({ range }) => range === null || !floating.told.some((place) => isWithin(range, place)),
    ),
    ...floating.unknown,
    ...unset.flatMap((s) => unsetReport(before.names.symbol(s))),
  ];
  const changed = {
    ...(effects.length > 0 ? { effects } : {}),
    ...(open.length > 0 ? { unknown: open } : {}),
    ...behind,
    ...(untold.length > 0 ? { untold } : {}),
  };
  const report: Described = {
    function: cfg.fn.name,
    ...placeOf(site),
    type: summary.type,
    pattern: summary.pattern,
    exactness: exactnessOf(summary),
    bound: withException(
      withAssumptions(bounded, walked?.assuming ?? []),
      counting.complete === true ? divergesWhen : null,
      () => {
        const names = cfg.symbols;
        const never = simplify(endedByOverflow(summary, entry, { names, range: symbols.range }) ?? FALSE);
        return never.kind === 'false' ? null : inCBefore(asZeros(never, symbols.range), before);
      },
    ),
    tier: 2,
    paths: summary.paths.map((p, i) =>
      describePath(
        p,
        cfg.symbols,
        pathBound(request, i),
        withoutRedundant(p.guard, symbols.range, throughout),
        changedAfterPath(p, telling),
      ),
    ),
    cases,
    ...(outcomes === null ? {} : { outcomes }),
    ...(cases.length > 0 && initialised.length > 0 ? { initialised: initialised.map((s) => s.display) } : {}),
    ...(summary.coverage ? { coverage: describeCertificate(summary.coverage) } : {}),
    termination: endsAfterAll ? 'always' : counting.termination,
    ...(counting.divergence ? { terminationCondition: printFormula(simplify(counting.divergence)) } : {}),
    ...(divergesWhen === null ? {} : { neverEndsWhen: divergesWhen }),
    ...(loop.repeats ? changed : open.length > 0 ? { unknown: open } : {}),
    assumptions: assumptionsOf(summary),
    reasons: said(summary.reasons),
  };
  const looked = examine ? withSecondLook(report, summary, examine(summary)) : report;
  const { positions = [] } = cfg.fn;
  return positions.length === 0
    ? looked
    : { ...withObjectNames(looked, positions), bound: boundWithNames(looked.bound, positions) };
}

/** With `n == 0`, and not `n <= 0`, of what is never below zero. */
function asZeros(f: Formula, range: RangeOf): Formula {
  if (f.kind === 'and' || f.kind === 'or') {
    const parts = f.parts.map((part) => asZeros(part, range));
    return f.kind === 'and' ? and(...parts) : or(...parts);
  }
  const below = f.kind === 'ge' ? scale(-1n, f.term) : null;
  return below?.kind === 'sym' && intervalOf(below, range).lo === 0n ? eq0(below) : f;
}

/** Longer ones have a sentence of their own. */
const LONGEST_EXCEPTION = 48;

/**
 * With the states from which no run leaves the loop, where those are known that do. `overflowing`: those that only an
 * overflow ends, asked for where there are no others.
 */
function withException(bound: Bound | null, diverging: string | null, overflowing: () => string | null): Bound | null {
  if (!bound || bound.endlessFrom !== undefined) return bound;
  const endless = diverging ?? overflowing();
  if (endless === null || endless.length > LONGEST_EXCEPTION) return bound;
  const assuming = bound.assuming?.filter((a) => a !== IT_ENDS);
  return { ...bound, ...(assuming && { assuming }), endlessFrom: endless };
}

/** ``Moves `i` to the first `k` with `v[k] == key` `` says what holds behind it. */
const isSearching = (walked: Walked | null): boolean =>
  walked !== null &&
  walked.effects.some(({ claim, formula }) => claim?.kind === 'first' || /' = .*\b(?:first|greatest) \w/.test(formula));

function leavingOf(cfg: Cfg, loop: Loop): Telling['leaving'] {
  const tails = new Map<BlockId, Leaving>();
  return (to) => {
    const known = tails.get(to) ?? leavingAt(cfg, loop, to);
    tails.set(to, known);
    return known;
  };
}

const withAssumptions = (bound: Bound | null, assuming: readonly string[]): Bound | null =>
  bound && assuming.length > 0 ? { ...bound, assuming } : bound;

const exactnessOf = ({ exact, cases, paths }: Summary): LoopReport['exactness'] =>
  exact ? 'exact' : cases.length > 0 && paths.length > 0 ? 'over' : 'unknown';

/** What the C leaves out: sentences about an iteration, facts and the reason speak of it, if anything does. */
const unsetReport = (variable: string | null): readonly UnknownReport[] =>
  variable === null
    ? []
    : [{ variable, because: 'no formula says what it is in the end', range: null, code: 'no-closed-form' }];

/** The case is one of many, or it is shown in the detail alone: its condition isn't simplified. */
const isToldPlainly = (c: Case, { cases, exact }: Summary): boolean =>
  cases.length > MOST_SIMPLIFIED || (!exact && isUnrolled(c));

/** What may be changed to values that nobody knows, and why. */
function changedUnknown(
  { summarizer, summary, leaving }: Telling,
  loop: Loop,
  { described, isTold }: { readonly described: ReadonlySet<number>; readonly isTold: boolean },
  cases: readonly CaseReport[],
): NonNullable<LoopReport['unknown']> {
  const { cfg } = summarizer;
  const out = exitBlocks(cfg, loop).flatMap((to) => [...leaving(to).straight, ...leaving(to).further]);
  const [lost] = summary.reasons;
  const isAllUnknown = cases.length === 0 && !isTold;
  return lost && isAllUnknown ? everythingChanged(cfg, loop, out, lost) : undescribed(cfg, loop, described, out);
}

/** Values behind the loop's statement where a path leaves it, over those before the path; null: it stays. */
function changedAfterPath(
  path: LoopPath,
  { summarizer: { cfg, symbols, options }, leaving }: Telling,
): ReadonlyMap<number, Term | null> | null {
  if (path.end.kind !== 'leave') return null;
  return valuesAfterLeaving(
    leaving(path.end.to),
    (v) => path.update.get(v) ?? sym(cfg.symbols[v] as Symbol),
    symbols,
    options.mode,
  );
}

/** Where not every state has one way to go, the cases whose conditions don't decide that they happen are marked. */
function withDoubts(told: readonly ToldCase[], { summary, summarizer, entry }: Telling): readonly ToldCase[] {
  const all = told.map(({ c, said, report }) => ({ c, said, outcome: outcomeKey(report) }));
  const uncertain = uncertainCases(all, summary, entry.facts, summarizer.symbols.range);
  return told.map((t, i) => (uncertain.has(i) ? { ...t, report: { ...t.report, perhaps: true } } : t));
}

/** At most so many reasons are listed for a loop. Code that isn't followed may give thousands. */
const MOST_REASONS = 200;

/** Each reason once; of those that are too many, how many there are. */
function said(reasons: readonly Reason[]): readonly Reason[] {
  const all = distinctReasons(reasons);
  const rest = all.slice(MOST_REASONS);
  const [next] = rest;
  return next
    ? [
        ...all.slice(0, MOST_REASONS),
        {
          ...next,
          message: rest.length > 1 ? `${next.message} There are ${rest.length - 1} more reasons.` : next.message,
        },
      ]
    : all;
}

/** With what a second look found: nothing is called exact, nor even contained, where it contradicts the first. */
function withSecondLook(
  report: Described,
  { coverage }: Summary,
  { obligations, contradictions }: SecondLook,
): Described {
  const all = [...(coverage?.obligations ?? []), ...obligations];
  if (contradictions.length === 0)
    return all.length === 0
      ? report
      : { ...report, coverage: describeCertificate({ strength: coverage?.strength ?? 'proven', obligations: all }) };
  const reasons = contradictions
    .slice(0, 3)
    .map(
      (c): Reason => ({ code: 'contradiction', message: `This is a defect of LoopLens: ${c}.`, range: report.head }),
    );
  const { afterwards: _, facts: __, ...rest } = report;
  return {
    ...rest,
    exactness: 'unknown',
    cases: report.cases.map((c) => ({ ...c, exactness: 'unknown' })),
    coverage: describeCertificate({ strength: 'open', obligations: all }),
    reasons: [...reasons, ...report.reasons],
  };
}

/** Positions of objects are written as the objects' names, in all texts of the value. */
export function withObjectNames<T>(value: T, positions: NonNullable<IrFunction['positions']>): T {
  if (typeof value === 'string') return nameObjects(value, positions) as T;
  if (Array.isArray(value)) return value.map((v: unknown) => withObjectNames(v, positions)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([k, v]: [string, unknown]) => [k, withObjectNames(v, positions)]),
  ) as T;
}

/** So many iterations as an object's position is a large number: that is no bound. */
export function boundWithNames(bound: Bound | null, positions: NonNullable<IrFunction['positions']>): Bound | null {
  const isPosition = bound?.value !== undefined && nameObjects(bound.value, positions) !== bound.value;
  if (bound === null || isPosition) return null;
  const { wrapping, ...named } = withObjectNames(bound, positions);
  // numbers of values are none of positions
  const isKept =
    bound.wrapping && Object.entries(bound.wrapping).every(([k, v]) => wrapping?.[k as keyof typeof wrapping] === v);
  return isKept ? { ...named, wrapping: bound.wrapping } : named;
}

function assumptionsOf(summary: Summary): string[] {
  const kinds = new Set(summary.paths.flatMap((p) => p.undefinedSites.map((s) => s.kind)));
  const texts = {
    'signed-overflow': 'no signed overflow',
    'division-by-zero': 'no division by zero',
    shift: 'no oversized shift',
    'pointer-overflow': 'no pointer out of its object',
    'null-pointer': 'no null pointer gone through',
  } as const;
  return [...kinds].map((k) => texts[k]);
}

/**
 * Of what holds when the loop is reached that which holds in all its iterations. Only that says something of a path:
 * its condition is about the values before any of these.
 */
function lasting(facts: Formula, { paths }: Summary, names: readonly Symbol[]): Formula {
  const changed = new Set(paths.flatMap((p) => [...p.update.keys()]));
  const kept = new Set(names.filter((_, v) => !changed.has(v)));
  return and(
    ...conjuncts(facts).filter(
      (f) => applications([f], READ).size === 0 && [...symbolsOfFormula(f)].every((s) => kept.has(s)),
    ),
  );
}

/** Cases with the same counts and values as one; null where that are not fewer. */
function outcomesOf(
  told: readonly ToldCase[],
  { facts }: EntryState,
  range: RangeOf,
  simplify: (f: Formula) => Formula,
): readonly OutcomeReport[] | null {
  if (told.length < 3 || told.some(({ c }) => c.fresh.length > 0)) return null;
  const all = told.map(({ c, report }) => {
    const { guard, iterations, post, exactness, perhaps } = report;
    return {
      guard: c.guard,
      key: JSON.stringify([outcomeKey(report), perhaps]),
      told: { guard, iterations, post, exactness, ...(perhaps ? { perhaps } : {}) },
    };
  });
  const fewer = byOutcome(all, facts, range);
  if (fewer.length === all.length) return null;
  return fewer.map((o) =>
    all.some((a) => a.guard === o.guard) ? o.told : { ...o.told, guard: printFormula(simplify(o.guard)) },
  );
}

/** States that were lost in several ways are over-approximated for each of them, which may say the same. */
function withoutRepetitions(cases: readonly CaseReport[]): readonly CaseReport[] {
  return [...new Map(cases.map((c) => [JSON.stringify({ ...c, certificate: null }), c])).values()];
}

/** A condition at the head in C, over the values just before the loop; null where there is none. */
function inCBefore(f: Formula, { values, names }: JustBefore): string | null {
  if ([...symbolsOfFormula(f)].some((s) => values.get(s) === null)) return null;
  const before = new Map([...values].flatMap(([s, t]) => (t === null ? [] : [[s, t] as const])));
  const text = printCondition(substituteFormula(f, before), { ...names, nonNegative: () => false });
  return text === null || text.length > MAX_CONDITION ? null : text;
}

/** A longer condition is left to the detail. */
const MAX_CONDITION = 80;
