/** A loop's summary as a report: plain texts in the notation, ready for hovers, JSON and the terminal. */
import type { Budget } from '../budget/index.ts';
import type { BoundRequest, JustBefore, TerminationAnalysis } from '../termination/index.ts';
import {
  begun,
  boundOf,
  describeWalk,
  everythingChanged,
  justBefore,
  memoryChangedIn,
  pathBound,
  undescribed,
} from '../termination/index.ts';
import { implies, withoutRedundant } from '../decide/index.ts';
import type { Formula, RangeOf, Symbol, Term } from '../logic/index.ts';
import {
  FIRST_WITHIN,
  READ,
  add,
  and,
  applications,
  asText,
  conjuncts,
  eq,
  isConst,
  isDeclared,
  isFresh,
  isLiteral,
  nameObjects,
  partsOf,
  plus,
  printCondition,
  printFormula,
  printTerm,
  rewrite,
  rewriteFormula,
  sub,
  substitute,
  substituteFormula,
  sym,
  symbolsOf,
  symbolsOfFormula,
  withoutModuli,
} from '../logic/index.ts';
import type { BlockId, Cfg, IrFunction, Loop, LoopSite } from '../program/index.ts';
import { exitBlocks } from '../program/index.ts';
import type { Reason } from '../source/index.ts';
import { distinctReasons, isWithin } from '../source/index.ts';
import type { Fresh, LoopPath } from '../explore/index.ts';
import type { Bound, CaseReport, CertificateReport, LoopReport, OutcomeReport, PathReport } from '../report/index.ts';
import type { Case, EntryState, Leaving, Segment, Summarizer, Summary } from '../summary/index.ts';
import { byOutcome, leavingAt, valuesAfterLeaving } from '../summary/index.ts';
import { isTypeLimit } from '../counting/index.ts';
import { uncertainCases } from './certain-cases.ts';
import { countAnswer } from './count-answer.ts';
import { floatingSteps } from './floating-steps.ts';
import { toldInWords } from './told-in-words.ts';
import { boundThroughout, valuesBehind } from './values-behind.ts';

/** Of more cases than this the conditions are told as they are. */
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
  const divergesWhen = counting.divergence && inCBefore(simplify(counting.divergence), before);
  const initialised = [...before.values.keys()].filter((s) => isDeclared(s) && !isConst(entry.values.get(s) ?? sym(s)));
  const floating = floatingSteps(cfg, loop);
  const values = {
    ...{ summarizer, index, loop, summary, entry, before, leaving: telling.leaving },
    alone: unknown.length === 0 && !walked?.effects.length && !floating.changes,
  };
  const found = walked?.bound ?? counting.bound;
  const bounded = found === null || isTypeLimit(found) ? (boundThroughout(values) ?? found) : found;
  // what is passed once has no end of its own in the graph: it is one with what stands behind it
  const behind = valuesBehind(values);
  const { effects: inWords, described, untold } = toldInWords(values, walked, behind, budget);
  const effects = [...inWords, ...floating.effects];
  const open = [
    ...changedUnknown(telling, loop, { described, isTold: effects.length > 0 }, cases).filter(
      ({ range }) => range === null || !floating.told.some((place) => isWithin(range, place)),
    ),
    ...floating.unknown,
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
    bound: withAssumptions(bounded, walked?.assuming ?? []),
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
  return cfg.fn.positions?.length ? named(looked, cfg.fn.positions) : looked;
}

/** What all cases and paths of a loop are told by. */
interface Telling {
  readonly summarizer: Summarizer;
  readonly summary: Summary;
  readonly entry: EntryState;
  /** What the loop's statement does on its way out to a block. */
  readonly leaving: (to: BlockId) => Leaving;
}

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

/** One of many, or what is left to the detail, isn't worth more effort. */
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

/** A case in its words, and the condition that stands in these. */
interface ToldCase {
  readonly c: Case;
  readonly said: Formula;
  readonly report: CaseReport;
}

/** Where not every state has one way to go, the cases whose conditions don't decide that they happen are marked. */
function withDoubts(told: readonly ToldCase[], { summary, summarizer, entry }: Telling): readonly ToldCase[] {
  const all = told.map(({ c, said, report }) => ({ c, said, outcome: outcomeKey(report) }));
  const uncertain = uncertainCases(all, summary, entry.facts, summarizer.symbols.range);
  return told.map((t, i) => (uncertain.has(i) ? { ...t, report: { ...t.report, perhaps: true } } : t));
}

/** Equal for cases that say the same but for their conditions. */
const outcomeKey = ({ iterations, post, exactness }: CaseReport): string =>
  JSON.stringify([iterations, post, exactness]);

/** However many there are in code that is lost over and over: each is said of every loop. */
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

/** Positions of objects are written as the objects' names. */
function named<T>(value: T, positions: NonNullable<IrFunction['positions']>): T {
  if (typeof value === 'string') return nameObjects(value, positions) as T;
  if (Array.isArray(value)) return value.map((v: unknown) => named(v, positions)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]: [string, unknown]) => [k, named(v, positions)])) as T;
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

function describePath(
  path: LoopPath,
  names: readonly Symbol[],
  bound: string | null,
  said: Formula,
  leaving: ReadonlyMap<number, Term | null> | null,
): PathReport {
  const pretty = prettyNames(path.fresh, names);
  const after = new Map<number, Term | null>([...path.update, ...(leaving ?? [])]);
  const changes = [...after]
    .filter(([v]) => isDeclared(names[v] as Symbol))
    .map(([v, t]) => (t === null ? `${names[v]?.display} = ?` : change(names[v] as Symbol, substitute(t, pretty))));
  return {
    id: path.id,
    kind: path.kind,
    guard: pathGuard(path, said, pretty),
    update: changes.join(', '),
    bound: path.kind === 'exit' ? '1' : bound,
  };
}

/** Where other answers of the environment lead the same way, they are not left out in silence: `any x = 1 ∨ …`. */
function pathGuard(p: LoopPath, said: Formula, pretty: ReadonlyMap<Symbol, Term>): string {
  const isWitness = (f: Formula): boolean => [...symbolsOfFormula(f)].some((s) => p.witnesses.has(s));
  const all = conjuncts(and(said, p.free));
  const print = (parts: readonly Formula[]): string => printFormula(substituteFormula(and(...parts), pretty));
  const some = all.filter(isWitness);
  if (some.length === 0) return print(all);
  const sure = all.filter((f) => !isWitness(f));
  return [...(sure.length > 0 ? [print(sure)] : []), `(${print(some)} ∨ …)`].join(' ∧ ');
}

function change(name: Symbol, t: Term): string {
  const d = sub(t, sym(name));
  if (isConst(d)) return d.value < 0n ? `${name.display} -= ${-d.value}` : `${name.display} += ${d.value}`;
  return `${name.display} = ${printTerm(t)}`;
}

/** Fresh symbols under names for people, none of the program's: k, k2, nondet, any. */
function prettyNames(fresh: readonly Fresh[], variables: readonly Symbol[]): Map<Symbol, Term> {
  const used = new Set(variables.map((s) => s.display));
  const last = new Map<string, number>();
  const out = new Map<Symbol, Term>();
  for (const one of fresh) {
    const stem = one.choice
      ? 'way'
      : one.kind === 'count'
        ? 'k'
        : one.kind === 'nondet'
          ? 'nondet'
          : `any ${one.symbol.display}`;
    let number = last.get(stem) ?? 0;
    let name = stem;
    do name = ++number === 1 ? stem : `${stem}${subscript(number)}`;
    while (used.has(name));
    last.set(stem, number);
    out.set(one.symbol, asText(name));
  }
  return out;
}

const subscript = (n: number): string => [...`${n}`].map((d) => '₀₁₂₃₄₅₆₇₈₉'[Number(d)]).join('');

/** So many single steps are told where nothing covers them all. */
const MAX_STEPS_TOLD = 2;
/** One of the first few runs, step by step, of a loop that has no form: true, and no help to the reader. */
const isUnrolled = (c: Case): boolean =>
  c.steps !== null && c.steps.length > MAX_STEPS_TOLD && c.steps.every((s) => s.kind === 'path' && s.forms === null);

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

/** `simplify`: null where conditions are told as they are. */
function describeCase(
  summaryCase: Case,
  telling: Telling,
  simplify: ((f: Formula) => Formula) | null,
): Pick<ToldCase, 'said' | 'report'> {
  const {
    summary,
    summarizer: { cfg, symbols },
    entry,
  } = telling;
  const pretty = prettyNames(summaryCase.fresh, cfg.symbols);
  const said = summaryCase.exact ? summaryCase.guard : readable(summaryCase.guard, pretty);
  const simplified = simplify?.(said) ?? said;
  const named = repeatedCounts(
    summaryCase,
    simplified,
    new Set([...cfg.symbols.map((s) => s.display), ...[...pretty.values()].map((t) => printTerm(t))]),
  );
  const replaced = (t: Term): Term | null => named.get(t) ?? null;
  const holds = (f: Formula): boolean =>
    simplify !== null && implies(and(entry.facts, summaryCase.guard), f, symbols.range);
  const term = (t: Term): string => printTerm(substitute(rewrite(withoutModuli(t, holds), replaced), pretty));
  const guard =
    named.size === 0 ? simplified : and(rewriteFormula(simplified, replaced), ...[...named].map(([t, k]) => eq(k, t)));
  const post: Record<string, string> = {};
  for (const [v, t] of withLeaving(summaryCase, telling)) {
    const name = cfg.symbols[v] as Symbol;
    if (!isDeclared(name)) continue;
    if (t === null) {
      post[name.display] = '?';
      continue;
    }
    const solved = equalityValue(t, simplified);
    if (solved !== entry.values.get(name)) post[name.display] = term(solved);
  }
  const iterations = begun(summaryCase, summary.paths);
  const counts: Record<string, string> = {};
  for (const [i, n] of summaryCase.counts) {
    const p = summary.paths[i];
    if (p && !(isConst(n) && n.value === 0n)) counts[p.id] = term(n);
  }
  const report: CaseReport = {
    guard: printFormula(substituteFormula(guard, pretty)),
    trace: traceText(summaryCase, summary, term),
    counts,
    iterations:
      iterations === null
        ? summaryCase.end.kind === 'diverge'
          ? '∞'
          : '?'
        : term(equalityValue(iterations, simplified)),
    post: summaryCase.end.kind === 'diverge' ? {} : post,
    exactness: summaryCase.exact ? 'exact' : 'over',
    ...(!summary.exact && isUnrolled(summaryCase) ? { single: true as const } : {}),
    ...(summaryCase.certificate ? { certificate: describeCertificate(summaryCase.certificate) } : {}),
  };
  return { said, report };
}

/** Values afterwards, with what the loop's statement does on its way out; null: not known. */
function withLeaving(
  summaryCase: Case,
  { summarizer: { cfg, symbols, options }, entry, leaving }: Telling,
): ReadonlyMap<number, Term | null> {
  const after = new Map<number, Term | null>(summaryCase.post);
  if (summaryCase.end.kind !== 'leave') return after;
  const before = (v: number): Term => {
    const own = cfg.symbols[v] as Symbol;
    return summaryCase.post.get(v) ?? entry.values.get(own) ?? sym(own);
  };
  for (const [v, t] of valuesAfterLeaving(leaving(summaryCase.end.to), before, symbols, options.mode)) after.set(v, t);
  return after;
}

/** Conditions of more symbols and operators than this aren't told of a case that isn't exact. */
const MAX_TOLD = 12;

/** Leaves out what nobody would read, and numbers of iterations for which a case that isn't exact has no name. */
function readable(guard: Formula, named: ReadonlyMap<Symbol, Term>): Formula {
  return and(
    ...conjuncts(guard).filter(
      (f) =>
        (!isLiteral(f) || f.term.size <= MAX_TOLD) &&
        [...symbolsOfFormula(f)].every((s) => !isFresh(s) || named.has(s)),
    ),
  );
}

/** Names for the counts `first(...)` that a case speaks of more than once. */
function repeatedCounts(summaryCase: Case, guard: Formula, used: ReadonlySet<string>): ReadonlyMap<Term, Term> {
  const seen = new Map<Term, number>();
  const look = (t: Term): null => {
    if (t.kind === 'app' && t.fn === FIRST_WITHIN) seen.set(t, (seen.get(t) ?? 0) + 1);
    return null;
  };
  rewriteFormula(guard, look);
  for (const t of [...summaryCase.post.values(), ...(summaryCase.iterations === null ? [] : [summaryCase.iterations])])
    rewrite(t, look);
  const free = ['k', 'k₂', 'k₃', 'k₄'].filter((k) => !used.has(k));
  return new Map(
    [...seen]
      .filter(([, n]) => n > 1)
      .slice(0, free.length)
      .map(([t], i) => [t, asText(free[i] as string)]),
  );
}

/** Each obligation once. */
function describeCertificate({ strength, obligations }: NonNullable<Summary['coverage']>): CertificateReport {
  const once = new Map(obligations.map((o) => [`${o.duty}|${o.about}|${o.discharge}|${o.rule ?? ''}`, o]));
  return {
    strength,
    obligations: [...once.values()].map(({ duty, about, discharge, rule }) => ({
      duty,
      about,
      discharge,
      ...(rule ? { rule } : {}),
    })),
  };
}

/**
 * A value is shown as what the case's condition equates it with, where that is shorter or says no number of
 * iterations.
 */
function equalityValue(term: Term, guard: Formula): Term {
  const numbers = (x: Term): number => [...symbolsOf(x)].filter(isFresh).length;
  let best = term;
  for (const f of conjuncts(guard)) {
    if (!isLiteral(f) || f.kind !== 'eq') continue;
    for (const candidate of [sub(best, f.term), add(best, f.term)]) {
      const fewer = numbers(best) - numbers(candidate);
      if (fewer > 0 || (fewer === 0 && candidate.size < best.size)) best = candidate;
    }
  }
  return numbers(best) < numbers(term) || partsOf(best).parts.length <= partsOf(term).parts.length ? best : term;
}

function traceText(summaryCase: Case, summary: Summary, term: (t: Term) => string): string {
  if (summaryCase.trace === null) return '(any order)';
  const power = (base: string, n: Term): string => {
    if (isConst(n)) return n.value === 1n ? base : `${base}^${n.value}`;
    const t = term(n);
    return `${base}^${/^[\w₀-₉∞]+$/.test(t) ? t : `(${t})`}`;
  };
  const id = (i: number): string => summary.paths[i]?.id ?? '?';
  const segment = (segment: Segment): string => {
    if (isConst(segment.count) && segment.count.value === 0n) return '';
    if (segment.kind === 'path') return power(id(segment.path), segment.count);
    const word = segment.word
      .filter((w) => !(isConst(w.count) && w.count.value === 0n))
      .map((w) => power(id(w.path), w.count));
    if (segment.kind === 'mixed') return `{${word.join(', ')}}`;
    return power(
      segment.word.length === 1 && word[0] === id(segment.word[0]?.path ?? 0) ? word[0] : `(${word.join(' ')})`,
      segment.count,
    );
  };
  const text = rotated(summaryCase.trace)
    .map(segment)
    .filter((s) => s !== '');
  const last =
    summaryCase.end.kind === 'diverge' ? [] : summaryCase.end.kind === 'fail' ? ['assertion-fails'] : ['exit'];
  return [...text, ...last].join(' ');
}

/** `a (b a)^k b` is `(a b)^(k + 1)`. */
function rotated(trace: readonly Segment[]): readonly Segment[] {
  for (const [i, segment] of trace.entries()) {
    if (segment.kind !== 'cycle') continue;
    for (let cut = 1; cut < segment.word.length; cut++) {
      const head = segment.word.slice(0, cut);
      const tail = segment.word.slice(cut);
      const matches = (part: readonly Segment[], word: typeof head): boolean =>
        part.length === word.length &&
        part.every((p, j) => p.kind === 'path' && p.path === word[j]?.path && p.count === word[j]?.count);
      if (!matches(trace.slice(i + 1, i + 1 + head.length), head) || !matches(trace.slice(i - tail.length, i), tail))
        continue;
      return rotated([
        ...trace.slice(0, i - tail.length),
        { kind: 'cycle', word: [...tail, ...head], count: plus(segment.count, 1) },
        ...trace.slice(i + 1 + head.length),
      ]);
    }
  }
  return trace;
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

/** What the source alone says of a loop. */
const placeOf = ({
  kind,
  range,
  head,
  tail,
  fromMacro,
  nested,
  leaves,
}: LoopSite): Pick<LoopReport, 'kind' | 'range' | 'head' | 'tail' | 'fromMacro' | 'nested' | 'leaves'> => ({
  kind,
  range,
  head,
  ...(tail === null ? {} : { tail }),
  ...(fromMacro ? { fromMacro } : {}),
  nested,
  ...(leaves.length > 0 ? { leaves } : {}),
});

/** A loop whose values nobody looked into. */
export function countedLoop(fn: IrFunction, site: LoopSite): LoopReport {
  return {
    function: fn.name,
    ...placeOf(site),
    type: null,
    pattern: null,
    exactness: 'unknown',
    bound: null,
    count: countAnswer(null, { endless: false, until: null, termination: 'unknown' }),
    tier: 1,
    paths: [],
    cases: [],
    termination: 'unknown',
    assumptions: [],
    reasons: [],
    solverQueries: 0,
    ms: 0,
  };
}

/** A loop of which nothing is known but its place and, where its flow of control is, what it may change. */
export function unknownLoop(fn: IrFunction, site: LoopSite, reason: Reason, cfg: Cfg | null = null): LoopReport {
  const loop = cfg?.loops.find((l) => l.site.id === site.id && l.site.range.start.line === site.range.start.line);
  const out =
    cfg && loop
      ? exitBlocks(cfg, loop)
          .map((to) => leavingAt(cfg, loop, to))
          .flatMap(({ straight, further }) => [...straight, ...further])
      : [];
  const unknown = cfg && loop ? everythingChanged(cfg, loop, out, reason) : memoryChangedIn(fn, reason);
  return { ...countedLoop(fn, site), ...(unknown.length > 0 ? { unknown } : {}), reasons: [reason] };
}
