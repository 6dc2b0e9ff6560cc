/**
 * Source text in, results of all its loops and assertions out: the one place that puts front end, summarizer, verifier and
 * solver together. Pure but for what is handed in.
 */
import type { ResultCache } from './cache.ts';
import { createResultCache } from './cache.ts';
import type { ParsedSource } from './c/frontend.ts';
import { loadParser, lowerC, parseC } from './c/frontend.ts';
import { TerminationAnalysis } from './bound/termination.ts';
import { describeLoop, unknownLoop } from './describe.ts';
import type { Loop } from './ir/cfg.ts';
import { buildCfg } from './ir/cfg.ts';
import { inlineCalls } from './ir/inline.ts';
import type { IrFunction, IrProgram } from './ir/program.ts';
import { TooLarge, trimTerms } from './ir/term.ts';
import type { SourceRange } from './ir/source.ts';
import { SymbolTable } from './loop/region.ts';
import type { AnalysisOptions } from './options.ts';
import type { AssertionReport, FileReport, LoopReport } from './report.ts';
import type { Solver } from './solver/solver.ts';
import { ABSENT, SolverNeeded, loadSolver } from './solver/solver.ts';
import { Summarizer } from './summary/summarize.ts';
import { arrivals } from './verify/backbone.ts';
import { checkFunction } from './verify/check.ts';
import type { EvalResult } from './verify/evaluate.ts';
import { evaluateFunction } from './verify/evaluate.ts';

export type { AnalysisOptions } from './options.ts';
export { DEFAULT_OPTIONS } from './options.ts';

/** What the analysis needs from the world. */
export interface AnalysisHost {
  /** Milliseconds, monotonic. */
  now(): number;
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
}

export interface DocumentMemory {
  parsed?: ParsedSource;
  /** Results by function; several documents can share them. */
  results?: ResultCache;
}

/** Interned terms that may stay when nothing is being analysed. */
const TERMS_KEPT = 5_000;
const INLINE_LIMITS = { maxBlocks: 400, maxDepth: 8 };

/** All loops and assertions of a file. Never throws for what a file contains. */
export async function analyze(source: string, options: AnalysisOptions, host: AnalysisHost): Promise<FileReport> {
  const started = host.now();
  const program = await lower(source, options, host);
  trimTerms(TERMS_KEPT);
  const callees = calleesOf(program);
  const reached = options.assertions ? callees('main') : [];
  const cache = host.memory && (host.memory.results ??= createResultCache());
  const optionsKey = JSON.stringify({ ...options, function: null, loops: null, assertions: null });
  const loops: LoopReport[] = [];
  const assertions: AssertionReport[] = [];
  const report = (): FileReport => ({
    loops: [...loops].sort(byPlace), assertions: onePerSite(assertions).sort(byPlace), syntaxErrors: program.errors,
    functions: program.functions.map((f) => ({ name: f.name, range: f.range, reasons: f.reasons })), ms: host.now() - started,
  });

  const open: (() => Promise<void>)[] = [];
  for (const fn of program.functions) {
    if (options.function !== null && fn.name !== options.function) continue;
    if (host.skip?.has(fn.name)) {
      const reason = { code: 'timeout', message: 'The analysis of this function took too long or too much memory.', range: fn.nameRange };
      if (options.loops) loops.push(...fn.loops.map((site) => unknownLoop(fn.name, site, reason)));
      if (options.assertions) assertions.push(...fn.assertions.map((a) => ({ function: fn.name, range: a.range, assertion: a.text, verdict: 'unknown' as const, reason, engine: 'none', ms: 0 })));
      continue;
    }
    const parts = [fn, ...callees(fn.name)];
    const known = cache?.find(parts, optionsKey);
    const wantsLoops = options.loops && fn.loops.length > 0;
    // what `main` reaches is checked in its context
    const wantsAssertions = options.assertions && !reached.includes(fn) && parts.some((f) => f.assertions.length > 0);
    if (wantsLoops && known?.loops) loops.push(...known.loops);
    if (wantsAssertions && known?.assertions) assertions.push(...known.assertions);
    if ((!wantsLoops || known?.loops) && (!wantsAssertions || known?.assertions)) continue;
    open.push(async () => {
      const begun = host.now();
      const foundLoops = wantsLoops && !known?.loops ? await loopsOf(fn, program, options, host) : known?.loops ?? null;
      if (wantsLoops && !known?.loops) loops.push(...(foundLoops ?? []));
      const deadline = started + options.fileBudget;
      const foundAssertions = wantsAssertions && !known?.assertions ? await assertionsOf(fn, program, options, host, deadline) : known?.assertions ?? null;
      if (wantsAssertions && !known?.assertions) assertions.push(...(foundAssertions ?? []));
      // what was cut short by others' use of the time is worth another try
      const cut = host.now() > deadline && begun - started > options.fileBudget / 10;
      if (!host.cancelled() && !(cut && wantsAssertions)) cache?.keep(parts, optionsKey, { loops: foundLoops, assertions: foundAssertions });
    });
  }
  // what is there already goes first
  for (const run of open) {
    if (host.cancelled()) break;
    await run();
    trimTerms();
    host.partial?.(report);
  }
  trimTerms(TERMS_KEPT);
  return report();
}

function byPlace(a: { readonly range: SourceRange }, b: { readonly range: SourceRange }): number {
  return a.range.start.line - b.range.start.line || a.range.start.column - b.range.start.column;
}

async function lower(source: string, options: AnalysisOptions, host: AnalysisHost): Promise<IrProgram> {
  const parser = await loadParser();
  const frontend = { dataModel: options.dataModel, charSigned: options.charSigned, assertNames: options.assertNames, assumeNames: options.assumeNames };
  const parsed = parseC(parser, source, host.memory?.parsed, frontend);
  const program = lowerC(parsed, frontend);
  host.memory?.parsed?.dispose();
  if (host.memory) host.memory.parsed = parsed;
  else parsed.dispose();
  return program;
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

/** Runs what may need the solver: without it first, and once more when it turned out to be needed. */
async function withSolver<T>(run: (solver: Solver) => T): Promise<T> {
  try {
    return run(loaded ?? ABSENT);
  } catch (e) {
    if (!(e instanceof SolverNeeded)) throw e;
    loaded = await loadSolver();
    return run(loaded);
  }
}
let loaded: Solver | null = null;

async function loopsOf(fn: IrFunction, program: IrProgram, options: AnalysisOptions, host: AnalysisHost): Promise<LoopReport[]> {
  return withSolver((solver) => loopsWith(solver, fn, program, options, host));
}

function loopsWith(solver: Solver, fn: IrFunction, program: IrProgram, options: AnalysisOptions, host: AnalysisHost): LoopReport[] {
  host.progress?.(fn.name, fn.range.start.line);
  const cfg = buildCfg(inlineCalls(program, fn, INLINE_LIMITS));
  const own = cfg.loops.flatMap(({ site }, i) => (fn.loops.some((l) => l.id === site.id && l.range.start.line === site.range.start.line) ? [i] : []));
  let deadline = host.now() + options.loopBudget;
  const cancelled = (): boolean => host.cancelled() || host.now() > deadline;
  const summarizer = new Summarizer(cfg, new SymbolTable(), { mode: options.integers, assertions: 'ignore', cancelled });
  const reports: LoopReport[] = [];
  let complete = false;
  try {
    complete = arrivals(cfg, summarizer, own, options.integers, cancelled);
  } catch (e) {
    if (!(e instanceof TooLarge)) throw e;
  }
  if (!complete) summarizer.distrustArrivals();
  let asked = 0;
  const counting: Solver = {
    get queries() {
      return asked;
    },
    check(...question) {
      asked++;
      return solver.check(...question);
    },
  };
  const termination = new TerminationAnalysis(summarizer, counting, complete, cancelled);
  for (const i of own) {
    const { site } = cfg.loops[i] as Loop;
    host.progress?.(fn.name, site.range.start.line);
    const begun = host.now();
    deadline = begun + options.loopBudget;
    try {
      const before = asked;
      const described = describeLoop(summarizer, i, summarizer.entryOf(i), termination, cancelled);
      reports.push({ ...described, function: fn.name, solverQueries: asked - before, ms: host.now() - begun });
    } catch (e) {
      if (!(e instanceof TooLarge)) throw e;
      reports.push(unknownLoop(fn.name, site, { code: 'too-large', message: 'The terms that describe the loop grow too large.', range: site.head }));
    }
  }
  return reports;
}

async function assertionsOf(fn: IrFunction, program: IrProgram, options: AnalysisOptions, host: AnalysisHost, deadline: number): Promise<AssertionReport[]> {
  const inlined = inlineCalls(program, fn, INLINE_LIMITS);
  if (inlined.assertions.length === 0) return [];
  host.progress?.(fn.name, fn.range.start.line);
  return withSolver((solver) => checkFunction(inlined, { options, solver, now: () => host.now(), cancelled: () => host.cancelled() || host.now() > deadline }));
}

/** Final values of a function for rows of parameter values (design, section 8: `eval`). */
export async function evaluate(
  source: string, request: { readonly function: string; readonly rows: readonly ReadonlyMap<string, bigint>[]; readonly options: AnalysisOptions }, host: AnalysisHost,
): Promise<EvalResult | { readonly missing: readonly string[] }> {
  const program = await lower(source, request.options, host);
  const fn = program.functions.find((f) => f.name === request.function);
  if (!fn) return { missing: program.functions.map((f) => f.name) };
  return evaluateFunction(inlineCalls(program, fn, INLINE_LIMITS), { rows: request.rows, options: request.options }, host);
}
