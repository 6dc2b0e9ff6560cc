/**
 * Source text in, results of all its loops and assertions out: the one place that puts front end, summarizer, verifier and
 * solver together. Pure but for what is handed in.
 */
import type { ResultCache } from './function-cache.ts';
import { createResultCache } from './function-cache.ts';
import type { FrontendOptions, MacroOption, ParsedSource, Surroundings } from '../c/index.ts';
import { driverFor, loadParser, lowerC, namedWithoutCall, parseC } from '../c/index.ts';
import { unknownLoop } from '../answer/index.ts';
import {
  INLINE_LIMITS, assertionsOf, clockOf, defectIn, defective, factorOf, fromScratch, givenUp, loopsOf,
  overflowsOf, shareOf, spentBy,
} from './analyze-function.ts';
import { inlineCalls, reasonsOf } from '../inlining/index.ts';
import { atProgramStart } from '../program/index.ts';
import type { IrFunction, IrProgram, Variable } from '../program/index.ts';
import { trimTerms } from '../logic/index.ts';
import type { Reason, SourceRange } from '../source/index.ts';
import type {
  AnalysisOptions, AssertionReport, Defect, FileReport, Finding, InvariantReport, LineQuestion, LoopReport,
  NoReachReport, ReachReport,
} from '../report/index.ts';
import type { CheckContext, EvalResult, Replay } from '../verify/index.ts';
import {
  comesFromOutside, evaluateFunction, fromOutside, handed, necessaryCondition, reachTarget, taken,
} from '../verify/index.ts';

export type { Header, HeaderRequest, MacroOption, ReadHeader, UnusableHeader } from '../c/index.ts';
export type { AnalysisOptions, LineQuestion } from '../report/index.ts';
export { DEFAULT_OPTIONS } from '../report/index.ts';

/** What the analysis needs from the world. */
export interface AnalysisHost {
  /** Milliseconds, monotonic: for what is said of the time that something took. */
  now(): number;
  /** Milliseconds that count against limits of time, monotonic; missing: `now`. */
  spent?(): number;
  /** True when the result is no longer wanted: the analysis stops soon and returns what it has. */
  cancelled(): boolean;
  /** Told before each loop and before the assertions of each function: lets a watchdog know what is being worked on. */
  progress?(function_: string, line: number): void;
  /** Offered between functions: what is known so far, when asked for it. */
  partial?(report: () => FileReport): void;
  /** Functions (by name) that are not to be analysed again because they exceeded memory or time; reason `timeout`. */
  readonly skip?: ReadonlySet<string>;
  /** Kept from one analysis of a document to the next: what didn't change is not done again. */
  readonly memory?: DocumentMemory;
  /** What the text is read with beside itself; missing: it stands alone. */
  compilation?(source: string, options: AnalysisOptions): Compilation;
}

/** Headers, macros and what else the compiler is told about a file. */
export interface Compilation extends Surroundings {
  readonly macros: readonly MacroOption[];
  /** Headers that come before the first line. */
  readonly before: readonly string[];
  /** Where the compiler's flags say so; else the options hold. */
  readonly dataModel?: FrontendOptions['dataModel'];
  readonly charSigned?: boolean;
  readonly aliasing?: 'strict' | 'none';
  /** What went wrong in finding this out. */
  readonly messages: readonly string[];
}

export interface DocumentMemory {
  parsed?: ParsedSource;
  /** Results by function; several documents can share them. */
  results?: ResultCache;
}

/** Interned terms that may stay when nothing is being analysed. */
const TERMS_KEPT = 5_000;

/** All loops and assertions of a file. Never throws for what a file contains. */
export async function analyze(source: string, options: AnalysisOptions, host: AnalysisHost): Promise<FileReport> {
  const started = host.now();
  const begun = spentBy(host);
  if (options.question) return answering(source, options.question, options, host);
  const { program, messages, headers } = await lower(source, options, host);
  trimTerms(TERMS_KEPT);
  const callees = calleesOf(program);
  const own = program.functions.filter((f) => !f.inHeader);
  const reached = options.assertions ? callees('main') : [];
  const cache = host.memory && (host.memory.results ??= createResultCache());
  const optionsKey = JSON.stringify({ ...options, function: null, loops: null, assertions: null });
  // by function, in the order of the source: what was known before the others is told no earlier
  const parts: readonly Part[] = own.map((fn) => ({ fn, loops: [], assertions: [], findings: [], invariants: [] }));
  const failed = program.failed ?? [];
  const defects: Defect[] = failed.map((f) => defectIn(f, f.error));
  const ignoring = ignoredIn(source);
  const report = (): FileReport => reportOf(parts.flatMap((p) => p.loops), parts.flatMap((p) => p.assertions), parts.flatMap((p) => p.findings), parts.flatMap((p) => p.invariants));
  const reportOf = (loops: LoopReport[], assertions: AssertionReport[], findings: Finding[], invariants: InvariantReport[]): FileReport => ({
    loops: withInvariants(loops, invariants).sort(byPlace), assertions: ignoring(onePerSite(assertions)).sort(byPlace), findings: ignoring(onePerPlace(findings, source)).sort(byPlace), syntaxErrors: program.errors,
    functions: [...own.map((f) => ({ name: f.name, range: f.range, reasons: options.losses === false ? [] : lostIn(program, f, defects) })), ...failed.map(({ name, range }) => ({ name, range, reasons: [defective(range)] }))], ms: host.now() - started,
    ...(invariants.length === 0 ? {} : { invariants }),
    ...(defects.length === 0 ? {} : { defects: [...defects] }), ...(messages.length === 0 ? {} : { messages }), ...(headers.length === 0 ? {} : { headers }),
  });

  const share = shareOf(own.filter((f) => options.assertions && !reached.includes(f) && [f, ...callees(f.name)].some((g) => g.assertions.length > 0)).length);
  const left = (): number => options.fileBudget - (spentBy(host) - begun);
  const open: (() => Promise<void>)[] = [];
  for (const { fn, loops, assertions, findings, invariants } of parts) {
    if (options.function !== null && fn.name !== options.function) continue;
    if (host.skip?.has(fn.name)) {
      const reason = { code: 'timeout', message: 'The analysis of this function did not end in time, or took too much memory.', range: fn.nameRange };
      if (options.loops) loops.push(...fn.loops.map((site) => unknownLoop(fn, site, reason)));
      if (options.assertions) assertions.push(...unanswered(fn, reason));
      continue;
    }
    const inlinable = [fn, ...callees(fn.name)];
    const kept = cache?.find(inlinable, optionsKey);
    // with more or fewer functions beside it, it may be given less or more work
    const known = options.assertions && kept?.units !== undefined && kept.units !== share ? null : kept;
    const wantsLoops = options.loops && fn.loops.length > 0;
    // what `main` reaches is checked in its context
    const wantsAssertions = options.assertions && !reached.includes(fn) && inlinable.some((f) => f.assertions.length > 0);
    // findings from summaries come with the loops, others with what is an entry
    const wantsFindings = options.assertions && (wantsLoops || (!reached.includes(fn) && options.overflow !== 'off'));
    if (wantsFindings) findings.push(...(known?.findings ?? []));
    if (wantsLoops && known?.loops) loops.push(...known.loops);
    if (wantsAssertions && known?.assertions) assertions.push(...known.assertions);
    if (wantsAssertions) invariants.push(...(known?.invariants ?? []));
    if ((!wantsLoops || known?.loops) && (!wantsAssertions || known?.assertions) && (!wantsFindings || known?.findings)) continue;
    const answer = async (): Promise<void> => {
      const aboutLoops = wantsLoops && !known?.loops ? await loopsOf(fn, program, options, host) : null;
      loops.push(...(aboutLoops?.results ?? []));
      const inlined = (wantsAssertions && !known?.assertions) || (wantsFindings && !known?.findings) ? atProgramStart(inlineCalls(program, fn, INLINE_LIMITS)) : null;
      const aboutAssertions = inlined && wantsAssertions && !known?.assertions ? await checked(inlined, fn, program, share, options, host, left()) : null;
      assertions.push(...(aboutAssertions?.results ?? []));
      invariants.push(...(aboutAssertions?.invariants ?? []));
      // with the loops comes what must overflow
      const asksOverflow = options.assertions && !reached.includes(fn) && !(options.overflow === 'must' && options.loops);
      const aboutOverflow = inlined && wantsFindings && !known?.findings && asksOverflow ? await overflowsOf(inlined, share, options, host, left()) : null;
      const found = [...(aboutLoops?.findings ?? []), ...(aboutOverflow?.results ?? [])].filter((f) => program.functions.some((g) => contains(g.range, f.range.start)));
      if (!known?.findings) findings.push(...found);
      const answers = [aboutLoops, aboutAssertions, aboutOverflow].filter((a) => a !== null);
      defects.push(...answers.flatMap((a) => a.defect ?? []));
      // what the clock ended is worth another try
      if (host.cancelled() || answers.some((a) => a.late || a.defect)) return;
      cache?.keep(inlinable, optionsKey, {
        ...(options.assertions ? { units: share } : {}),
        loops: aboutLoops?.results ?? known?.loops ?? null, assertions: aboutAssertions?.results ?? known?.assertions ?? null,
        ...(options.assertions ? { findings: known?.findings ?? found } : {}), invariants: aboutAssertions?.invariants ?? known?.invariants ?? [],
      });
    };
    open.push(() => answer().catch((e: unknown) => {
      defects.push(defectIn(fn, e));
      if (wantsLoops && !loops.some((l) => l.function === fn.name)) loops.push(...fn.loops.map((site) => unknownLoop(fn, site, defective(fn.nameRange))));
      if (wantsAssertions && !assertions.some((a) => a.function === fn.name)) assertions.push(...unanswered(fn, defective(fn.nameRange)));
    }));
  }
  // what is there already goes first
  for (const run of open) {
    if (host.cancelled()) break;
    await run();
    host.partial?.(report);
  }
  trimTerms(TERMS_KEPT);
  return report();
}

/** What is lost in the function; a defect of ours in finding that out costs no more than this. */
function lostIn(program: IrProgram, fn: IrFunction, defects: Defect[]): readonly Reason[] {
  try {
    return reasonsOf(program, fn, INLINE_LIMITS);
  } catch (e) {
    if (!defects.some((d) => d.function === fn.name)) defects.push(defectIn(fn, e));
    return [...fn.reasons, defective(fn.nameRange)];
  }
}

/** What was found of one function. */
interface Part {
  readonly fn: IrFunction;
  readonly loops: LoopReport[];
  readonly assertions: AssertionReport[];
  readonly findings: Finding[];
  readonly invariants: InvariantReport[];
}

/** Its own assertions with the reason why nothing is known of them. */
function unanswered(fn: IrFunction, reason: Reason): AssertionReport[] {
  return fn.assertions.map(({ range, text }) => ({ function: fn.name, range, assertion: text, verdict: 'unknown', reason, engine: 'none', ms: 0 }));
}

/** The loops with what was proven to hold at their heads. */
function withInvariants(loops: readonly LoopReport[], invariants: readonly InvariantReport[]): LoopReport[] {
  return loops.map((loop) => {
    const { start } = loop.range;
    const known = invariants.find(({ range }) => range.start.line === start.line && range.start.column === start.column);
    return known ? { ...loop, invariants: known.parts.map(({ text }) => text) } : loop;
  });
}

/** Marks what a comment `looplens: ignore` stands beside, or on the line above. */
function ignoredIn(source: string): <T extends { readonly range: SourceRange }>(all: readonly T[]) => T[] {
  if (!source.includes('looplens: ignore')) return (all) => [...all];
  const lines = source.split(/\r\n|\r|\n/);
  const ignored = new Set(lines.flatMap((text, i) => {
    const comment = /^(.*?)(?:\/\/|\/\*)\s*looplens: ignore\b/.exec(text);
    return comment === null ? [] : (comment[1] ?? '').trim() === '' ? [i + 1, i + 2] : [i + 1];
  }));
  return (all) => all.map((one) => (ignored.has(one.range.start.line) ? { ...one, accepted: 'source' } : one));
}

function contains(range: SourceRange, at: SourceRange['start']): boolean {
  const after = (a: SourceRange['start'], b: SourceRange['start']): boolean => a.line > b.line || (a.line === b.line && a.column >= b.column);
  return after(at, range.start) && !after(at, range.end);
}

function byPlace(a: { readonly range: SourceRange }, b: { readonly range: SourceRange }): number {
  return a.range.start.line - b.range.start.line || a.range.start.column - b.range.start.column;
}

interface Lowered {
  readonly program: IrProgram;
  readonly messages: readonly string[];
  readonly headers: readonly string[];
}

async function lower(source: string, options: AnalysisOptions, host: AnalysisHost, line?: number): Promise<Lowered> {
  const parser = await loadParser();
  const compilation = host.compilation?.(source, options);
  const frontend: FrontendOptions = {
    dataModel: compilation?.dataModel ?? options.dataModel, charSigned: compilation?.charSigned ?? options.charSigned, aliasing: compilation?.aliasing ?? options.aliasing ?? 'strict',
    assertNames: options.assertNames, assumeNames: options.assumeNames,
    ...(compilation === undefined ? {} : { macros: compilation.macros, before: compilation.before }), ...(line === undefined ? {} : { line }),
  };
  const parsed = parseC(parser, source, host.memory?.parsed, frontend, compilation);
  const program = lowerC(parsed, frontend);
  host.memory?.parsed?.dispose();
  if (host.memory) host.memory.parsed = parsed;
  else parsed.dispose();
  return { program, messages: compilation?.messages ?? [], headers: parsed.headers };
}

/** For a name: the functions of the file that the function of that name calls, directly or not; without itself. */
function calleesOf(program: IrProgram): (name: string) => readonly IrFunction[] {
  const byName = new Map(program.functions.map((f) => [f.name, f]));
  return (name) => {
    const out = new Set<IrFunction>();
    const work = [name];
    for (let n = work.pop(); n !== undefined; n = work.pop()) {
      for (const b of byName.get(n)?.blocks ?? []) for (const s of b.stmts) {
        const callee = s.kind === 'call' && s.callee !== name ? byName.get(s.callee) : undefined;
        if (!callee || out.has(callee)) continue;
        out.add(callee);
        work.push(callee.name);
      }
    }
    return [...out];
  };
}

/** An assertion that is reached in several ways has one result: the worst. */
function onePerSite(all: readonly AssertionReport[]): AssertionReport[] {
  const rank = { violated: 0, unknown: 1, holds: 2 } as const;
  const best = new Map<string, AssertionReport>();
  for (const a of all) {
    const key = `${a.range.start.line}:${a.range.start.column}`;
    const known = best.get(key);
    if (!known || rank[a.verdict] < rank[known.verdict]) best.set(key, a);
  }
  return [...best.values()];
}

/** One finding of a kind for a place, what must happen before what can; with the text of the place. */
function onePerPlace(all: readonly Finding[], source: string): Finding[] {
  const best = new Map<string, Finding>();
  const lines = source.split(/\r\n|\r|\n/);
  for (const f of all) {
    const { start, end } = f.range;
    const key = `${f.kind} ${start.line}:${start.column}`;
    const known = best.get(key);
    if (known && !(f.kind === 'overflow' && f.must)) continue;
    const text = start.line === end.line ? (lines[start.line - 1] ?? '').slice(start.column - 1, end.column - 1) : (lines[start.line - 1] ?? '').slice(start.column - 1);
    best.set(key, f.kind === 'overflow' ? { ...f, text } : f);
  }
  return [...best.values()];
}

/** Verdicts on all assertions that a function leads to. */
async function checked(inlined: IrFunction, fn: IrFunction, program: IrProgram, units: number, options: AnalysisOptions, host: AnalysisHost, left: number): ReturnType<typeof assertionsOf> {
  // any other function is one that starts from any state: calls of it that aren't followed start from one of these
  const skipped = fn.name === 'main' ? notFollowed(program, inlined) : () => null;
  const present = new Set(inlined.assertions.map(({ range }) => `${range.start.line}:${range.start.column}`));
  const absent = calleesOf(program)(fn.name).flatMap((g) => g.assertions).flatMap(({ range, text }): AssertionReport[] => {
    const reason = present.has(`${range.start.line}:${range.start.column}`) ? null : skipped(range);
    return reason ? [{ function: fn.name, range, assertion: text, verdict: 'unknown', reason, engine: 'none', ms: 0 }] : [];
  });
  if (inlined.assertions.length === 0) return { results: absent, late: false, defect: null, invariants: [] };
  const found = await assertionsOf(inlined, units, options, host, left);
  return {
    ...found, results: [...absent, ...found.results.map((a) => {
      const lost = a.verdict === 'holds' ? skipped(a.range) : null;
      return lost ? { ...a, verdict: 'unknown' as const, reason: lost, engine: 'none' } : a;
    })],
  };
}

/** For a place: why the calls were not all followed that may lead there; null where they were. */
function notFollowed(program: IrProgram, inlined: IrFunction): (place: SourceRange) => Reason | null {
  const refused = inlined.reasons.filter((r) => r.code === 'recursion' || r.code === 'call-too-large');
  if (refused.length === 0) return () => null;
  const callees = calleesOf(program);
  const at = (r: SourceRange | null): string => (r ? `${r.start.line}:${r.start.column}` : '');
  const calls = program.functions.flatMap((f) => f.blocks.flatMap((b) => b.stmts.flatMap((s) => (s.kind === 'call' ? [s] : []))));
  const within = refused.map((reason) => ({
    reason,
    ranges: calls.filter((c) => at(c.range) === at(reason.range))
      .flatMap((c) => [...program.functions.filter((f) => f.name === c.callee), ...callees(c.callee)]).map((f) => f.range),
  }));
  return (place) => within.find(({ ranges }) => ranges.some((r) => r.start.line <= place.start.line && place.start.line <= r.end.line))?.reason ?? null;
}

export interface ReachRequest extends LineQuestion {
  readonly options: AnalysisOptions;
}

/** A report of nothing but the answer. What is kept of the document is left alone. */
async function answering(source: string, question: LineQuestion, options: AnalysisOptions, host: AnalysisHost): Promise<FileReport> {
  const started = host.now();
  const { memory: _, ...alone } = host;
  const answer = await reach(source, { ...question, options }, alone);
  return { loops: [], assertions: [], syntaxErrors: [], functions: [], answer, ms: host.now() - started };
}

/**
 * Whether a line can be reached (design, section 8: `reach` and `testgen`): from `main` where that leads there, else from the line's
 * function.
 */
export async function reach(source: string, request: ReachRequest, host: AnalysisHost): Promise<ReachReport | NoReachReport> {
  const { options } = request;
  const started = host.now();
  const own = (p: IrProgram): IrFunction | undefined => p.functions.find((f) => !f.inHeader && f.range.start.line <= request.line && request.line <= f.range.end.line);
  let { program } = await lower(source, options, host, request.line);
  const next = program.target?.found ? null : program.target?.next ?? null;
  const around = own(program);
  if (!around) return { missing: `line ${request.line} is in no function` };
  if (next !== null && next <= around.range.end.line) ({ program } = await lower(source, options, host, next));
  const fn = own(program);
  const site = fn?.assertions.find((a) => a.target);
  if (!fn || !site) return { missing: `no statement begins on line ${request.line} or behind it in \`${around.name}\`` };
  const callees = calleesOf(program);
  const leads = (name: string): boolean => name === fn.name || callees(name).includes(fn);
  const entry = program.functions.find((f) => f.name === (options.function ?? 'main') && leads(f.name)) ?? fn;
  const inlined = atProgramStart(inlineCalls(program, entry, INLINE_LIMITS));
  const about = { function: fn.name, entry: entry.name, range: site.range };
  return fromScratch(shareOf(1), clockOf(host, options.fileBudget), factorOf(options.fileBudget), ({ budget, solver }): ReachReport => {
    const context: CheckContext = { options, solver, budget, now: () => host.now() };
    // a test for a line with an assertion is one that fails it, where there is one
    const asserted = request.driver === undefined ? null : reachTarget(inlined, context, (a) => !a.target && a.range.start.line === site.range.start.line);
    const { answer, run, question } = (asserted?.run ? asserted : reachTarget(inlined, context, (a) => a.target === true)) ?? { answer: null, run: null, question: inlined };
    const ms = host.now() - started;
    const lost = entry !== fn && (answer === null || answer.verdict === 'holds') ? notFollowed(program, inlined)(site.range) : null;
    if (answer?.verdict === 'violated') {
      const { inputs = {}, nondet = [], iteration = [], values = {}, engine } = answer;
      const found: ReachReport = { ...about, verdict: 'reachable', inputs, nondet, iteration, values, engine, ms };
      if (request.driver === undefined || run === null) return found;
      const within = (v: Variable): boolean => program.functions.some((f) => v.range !== null && contains(f.range, v.range.start));
      const outside = fromOutside(question, run, options.integers, (v) => v.scope !== 'global' || !within(v));
      if (!outside) return { ...found, undriven: 'the run depends on a variable that nobody has assigned to, or on a static one inside a function' };
      const contents = handedOver(question, outside);
      if (typeof contents === 'string') return { ...found, undriven: contents };
      const driver = driverFor({
        source, include: request.driver, program, entry, variables: inlined.variables, inputs: outside.inputs, arrays: contents, answers: taken(outside.readings, outside.outcome.nondetTaken),
        assertNames: options.assertNames, assumeNames: options.assumeNames, purpose: `Gets to line ${site.range.start.line} of ${request.driver}${asserted?.run ? ', where the assertion fails' : ''}.`,
      });
      return driver.kind === 'driver' ? { ...found, driver: driver.text } : { ...found, undriven: driver.why };
    }
    const elsewhere = lost === null && entry !== fn && namedWithoutCall(source, fn.name) ? { code: 'unknown-call', message: `\`${fn.name}\` is used as a pointer: who else calls it is not known.`, range: fn.nameRange } : lost;
    if (!elsewhere && (answer === null || answer.verdict === 'holds')) return { ...about, verdict: 'unreachable', engine: answer?.engine ?? 'paths', ms };
    const condition = elsewhere ? null : necessaryCondition(inlined, context);
    const reason = elsewhere ?? answer?.reason;
    return { ...about, verdict: 'unknown', ...(condition ? { condition } : {}), ...(reason ? { reason } : {}), engine: answer?.engine ?? 'none', ms: host.now() - started };
  }).catch((e: unknown): ReachReport => {
    const reason = givenUp(e, fn);
    if (!reason) throw e;
    return { ...about, verdict: 'unknown', reason, engine: 'none', ms: host.now() - started };
  });
}

/** What a test has to put into the arrays that the run looks at, by id; a text says why that can't be. */
function handedOver(fn: IrFunction, run: Replay): ReadonlyMap<number, readonly bigint[]> | string {
  const out = new Map<number, readonly bigint[]>();
  for (const a of fn.arrays) {
    if (!comesFromOutside(fn, a)) continue;
    const position = a.scope === 'param' ? fn.paramPointers?.[fn.paramArrays?.indexOf(a.id) ?? -1] : undefined;
    const needed = handed(fn, run, a.id, position == null ? undefined : run.inputs.get(position) ?? 0n);
    if (needed.kind === 'impossible') return needed.why;
    if (needed.kind === 'elements') out.set(a.id, needed.values);
  }
  return out;
}

/** Final values of a function for rows of parameter values (design, section 8: `eval`). */
export async function evaluate(
  source: string, request: { readonly function: string; readonly rows: readonly ReadonlyMap<string, bigint>[]; readonly options: AnalysisOptions }, host: AnalysisHost,
): Promise<EvalResult | { readonly missing: readonly string[] }> {
  const { options, rows } = request;
  const { program } = await lower(source, options, host);
  trimTerms(TERMS_KEPT);
  const fn = program.functions.find((f) => f.name === request.function);
  if (!fn) return { missing: program.functions.filter((f) => !f.inHeader).map((f) => f.name) };
  const inlined = inlineCalls(program, fn, INLINE_LIMITS);
  return fromScratch(Number.POSITIVE_INFINITY, { struck: () => host.cancelled() }, factorOf(options.loopBudget), ({ budget }) => evaluateFunction(inlined, { rows, options }, budget));
}
