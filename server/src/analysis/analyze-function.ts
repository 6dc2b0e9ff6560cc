/**
 * One function at a time, each with nothing known from those before it: its loops, its assertions, what is found
 * beside them. Work is allotted by the input alone; the clock only cancels. A defect of ours is caught here and costs
 * this function's results, not the file's.
 */
import type { Counts } from './counted-loops.ts';
import { NO_INLINING, countsOf, loopsIn, mayGain, reportCounted, withCount } from './counted-loops.ts';
import { TerminationAnalysis } from '../termination/index.ts';
import { describeLoop, unknownLoop } from '../answer/index.ts';
import { Budget, Exhausted, Stopped, exhausted, stopped } from '../budget/index.ts';
import type { Clock } from '../budget/index.ts';
import type { Cfg, IrFunction, IrProgram, Loop, LoopSite } from '../program/index.ts';
import { atAnyCall, buildCfg, withElements, withLoopHeads } from '../program/index.ts';
import { inlineCalls } from '../inlining/index.ts';
import type { Reason, SourceRange } from '../source/index.ts';
import { Symbols, TooLarge, trimTerms } from '../logic/index.ts';
import type {
  AnalysisOptions,
  AssertionReport,
  Defect,
  Finding,
  InvariantReport,
  LoopReport,
} from '../report/index.ts';
import type { Solver, SolverSession } from '../decide/index.ts';
import { openSolver } from '../decide/index.ts';
import type { SecondLook } from '../certify/index.ts';
import { Summarizer, examined } from '../summary/index.ts';
import type { Summary } from '../summary/index.ts';
import { arrivals, checkFunction, findingsFromSummaries, overflowFindings } from '../verify/index.ts';
import type { CheckContext } from '../verify/index.ts';

export const INLINE_LIMITS = { maxBlocks: 400, maxDepth: 8 };
/** Where loops are looked at each by itself. */
export const LOOP_INLINE_LIMITS = { ...INLINE_LIMITS, onlyReducible: true };

/** Work for one loop, its termination and description included: one to three seconds. */
const LOOP_WORK = 15_000_000;
/** Where only a better bound is asked for: what gives one does so soon, and most loops have none. */
const GAIN_WORK = LOOP_WORK / 20;
/** Work for all that is asked of a file's assertions: about six seconds. */
const FILE_WORK = 33_000_000;
/** The least work for one function's assertions, however many functions share what the file has. */
const LEAST_SHARE = 1 / 16;
/** The time limit that these amounts belong to, in milliseconds: twice the time allows twice the work. */
const USUAL_TIME = 10_000;

/** What an analysis needs from the world. */
export interface FunctionHost {
  now(): number;
  spent?(): number;
  cancelled(): boolean;
  progress?(function_: string, line: number): void;
}

/** With how much work and time a function's assertions are looked at. */
export interface FunctionQuestion {
  readonly units: number;
  readonly milliseconds: number;
  readonly options: AnalysisOptions;
  readonly host: FunctionHost;
}

/** What one question about one function is answered with. */
export interface Unit {
  readonly budget: Budget;
  readonly solver: SolverSession;
}

/** Forgets what was asked before: terms, their caches and the solver's state decide neither answers nor work. */
export function fromScratch<T>(units: number, clock: Clock, factor: number, run: (unit: Unit) => T): T {
  trimTerms(0);
  const solver = openSolver();
  try {
    return run({ budget: Budget.of(units, clock, factor), solver });
  } finally {
    solver.close();
  }
}

export const spentBy = (host: FunctionHost): number => host.spent?.() ?? host.now();

/** Strikes after so many milliseconds, or when the result is no longer wanted. */
export function clockOf(host: FunctionHost, milliseconds: number): Clock {
  const deadline = spentBy(host) + milliseconds;
  return { struck: () => host.cancelled() || spentBy(host) > deadline };
}

/** How many times the usual work may be done where so much time is allowed. */
export const factorOf = (milliseconds: number): number => Math.max(1, milliseconds / USUAL_TIME);

/**
 * A function's part of the work for a file's assertions, where so many functions have any. It changes only now and
 * then as functions are added.
 */
export const shareOf = (functions: number): number =>
  FILE_WORK * Math.max(LEAST_SHARE, 2 ** -Math.ceil(Math.log2(Math.max(1, functions))));

/** What became of a question: the clock may have ended it. */
export interface Answered<T> {
  readonly results: readonly T[];
  readonly late: boolean;
  readonly defect: Defect | null;
}

/** A defect of ours in what was asked about a function. */
export function defectIn(fn: Pick<IrFunction, 'name'>, e: unknown): Defect {
  return { function: fn.name, message: e instanceof Error ? (e.stack ?? e.message) : String(e) };
}

export const defective = (range: SourceRange): Reason => ({
  code: 'defect',
  message: 'LoopLens failed here. This is a defect of LoopLens.',
  range,
});

/** Why a question was not answered, where that is no defect. */
export function givenUp(error: unknown, fn: IrFunction): Reason | null {
  if (error instanceof Stopped) return stopped('this function', fn.nameRange);
  if (error instanceof Exhausted) return exhausted('one function', fn.nameRange);
  if (error instanceof TooLarge)
    return { code: 'too-large', message: 'The terms that describe the function grow too large.', range: fn.nameRange };
  return null;
}

/** Reports on all the loops of a function, and what they show beside. */
export function loopsOf(
  fn: IrFunction,
  program: IrProgram,
  options: AnalysisOptions,
  host: FunctionHost,
): Answered<LoopReport> & { readonly findings: readonly Finding[] } {
  host.progress?.(fn.name, fn.range.start.line);
  let done: readonly LoopReport[] = [];
  let findings: readonly Finding[] = [];
  let known: Cfg | null = null;
  let counts: Counts = new Map();
  try {
    counts = countsOf(fn, program, options.integers);
    const climbed = climbedIn(fn, counts, options);
    if (climbed.length === 0) {
      const results = loopsIn(fn, counts).map((site) => reportCounted(fn, site, counts));
      return { results, late: false, defect: null, findings };
    }
    const cfg = buildCfg(atAnyCall(inlineCalls(program, fn, LOOP_INLINE_LIMITS)));
    known = cfg;
    const loops: FunctionLoops = { fn, cfg, own: loopsAt(climbed, cfg), counts, options, host };
    const told = withFewerFollowed(loops, program, describedIn(loops));
    findings = told.findings;
    done = told.reports;
    if (told.error !== null) throw told.error;
    const left = loopsIn(fn, counts)
      .filter((site) => !climbed.includes(site))
      .map((site) => reportCounted(fn, site, counts));
    return { results: [...done, ...left], late: false, defect: null, findings };
  } catch (error) {
    const reason = givenUp(error, fn);
    const said = new Set(done.map((l) => placeOf(l.range)));
    const rest = fn.loops
      .filter((site) => !said.has(placeOf(site.range)))
      .map((site) => withCount(unknownLoop(fn, site, reason ?? defective(fn.nameRange), known), fn, site, counts));
    return {
      results: [...done, ...rest],
      late: error instanceof Stopped,
      defect: reason ? null : defectIn(fn, error),
      findings,
    };
  }
}

const placeOf = ({ start }: SourceRange): string => `${start.line}:${start.column}`;

const loopsAt = (sites: readonly LoopSite[], { loops }: Cfg): readonly number[] =>
  loops.flatMap(({ site }, i) =>
    sites.some((l) => l.id === site.id && l.range.start.line === site.range.start.line) ? [i] : [],
  );

/** What is said of a function's loops, until an `error` stood in the way of the rest. */
interface Told {
  readonly reports: readonly LoopReport[];
  readonly findings: readonly Finding[];
  readonly error: unknown;
}

function describedIn(loops: FunctionLoops): Told {
  const { cfg, own, options, host } = loops;
  const reports: LoopReport[] = [];
  const clock = clockOf(host, options.loopBudget * Math.max(1, own.length));
  try {
    const units = options.climb === 'gain' ? GAIN_WORK * own.length : LOOP_WORK * (cfg.loops.length + 1);
    return fromScratch(units, clock, factorOf(options.loopBudget), (unit) => {
      const followed = follow(loops, unit);
      for (const i of own) reports.push(describeOne(i, loops, followed, unit));
      const findings = options.assertions
        ? findingsFromSummaries(followed.summarizer, own, followed.complete, contextOf(loops, unit))
        : [];
      return { reports, findings, error: null };
    });
  } catch (error) {
    return { reports, findings: [], error };
  }
}

/** Where it was too much to follow the calls within a loop, what they may change is enough to tell something. */
function withFewerFollowed(loops: FunctionLoops, program: IrProgram, told: Told): Told {
  const { fn, own, options } = loops;
  if (told.error !== null && !(told.error instanceof Exhausted)) return told;
  const open = own.filter((_, n) => isTangled(told.reports[n]));
  const cfg = open.length > 0 ? buildCfg(atAnyCall(inlineCalls(program, fn, NO_INLINING))) : loops.cfg;
  if (cfg.fn.blocks.length >= loops.cfg.fn.blocks.length) return told;
  const sites = open.flatMap((i) => loops.cfg.loops[i]?.site ?? []);
  const apart = describedIn({ ...loops, cfg, own: loopsAt(sites, cfg), options: { ...options, assertions: false } });
  const reports = own.flatMap((i, n) => {
    const { range } = (loops.cfg.loops[i] as Loop).site;
    const known = told.reports[n];
    const other = open.includes(i)
      ? apart.reports.find((r) => placeOf(r.range) === placeOf(range) && !isTangled(r))
      : undefined;
    return other ?? known ?? [];
  });
  return { ...told, reports, error: reports.length === own.length ? null : told.error };
}

/** Nothing is known of its ways, since there are too many, or nothing of it at all. */
const isTangled = (report: LoopReport | undefined): boolean =>
  report === undefined || (report.exactness === 'unknown' && report.reasons.some(({ code }) => TANGLED.has(code)));

/** Reasons that are about how much there is to follow. */
const TANGLED: ReadonlySet<string> = new Set(['too-many-paths', 'not-followed', 'too-large', 'effort']);

/** The loops that are summarised. */
function climbedIn({ loops }: IrFunction, counts: Counts, { climb = 'always' }: AnalysisOptions): readonly LoopSite[] {
  switch (climb) {
    case 'always':
      return loops;
    case 'gain':
      return loops.filter((site) => mayGain(site, counts));
    case 'never':
      return [];
  }
}

/** A function's own loops, in its graph with the calls inlined. */
interface FunctionLoops {
  readonly fn: IrFunction;
  readonly cfg: Cfg;
  readonly own: readonly number[];
  readonly counts: Counts;
  readonly options: AnalysisOptions;
  readonly host: FunctionHost;
}

const contextOf = ({ options, host }: FunctionLoops, { solver, budget }: Unit): CheckContext => ({
  options,
  solver,
  budget,
  now: () => host.now(),
});

/** What all loops of a function are described by. */
interface Followed {
  readonly summarizer: Summarizer;
  readonly termination: TerminationAnalysis;
  readonly solver: Solver;
  /** Every way that leads to a loop has been followed. */
  readonly complete: boolean;
}

/** Follows the function to its loops. */
function follow({ cfg, own, options }: FunctionLoops, { budget, solver: session }: Unit): Followed {
  const solver = session.within(budget);
  const summarizer = new Summarizer(cfg, new Symbols(), { mode: options.integers, assertions: 'ignore', budget });
  let complete = false;
  try {
    // a bound's loop is followed from any state. The way there takes most of the work, and hardly ever makes the bound
    // better
    complete = options.climb !== 'gain' && arrivals(cfg, summarizer, own, options.integers, budget);
  } catch (e) {
    if (!(e instanceof TooLarge)) throw e;
  }
  if (!complete) summarizer.distrustArrivals();
  return { summarizer, termination: new TerminationAnalysis(summarizer, solver, complete, budget), solver, complete };
}

function describeOne(
  index: number,
  { fn, cfg, counts, options, host }: FunctionLoops,
  { summarizer, termination, solver }: Followed,
  { budget }: Unit,
): LoopReport {
  const { site } = cfg.loops[index] as Loop;
  host.progress?.(fn.name, site.range.start.line);
  const begun = host.now();
  try {
    const before = solver.queries;
    const entry = summarizer.entryOf(index);
    const { range } = summarizer.symbols;
    // a second look takes nothing away from what the first one took
    let looking = 0;
    const look = (summary: Summary): SecondLook => {
      const asked = solver.queries;
      const seen = examined(
        { names: cfg.symbols, entry: entry.values, facts: entry.facts, range, budget },
        summary,
        solver,
      );
      looking += solver.queries - asked;
      return seen;
    };
    const described = describeLoop(summarizer, index, {
      entry,
      ends: termination,
      budget,
      examine: options.secondLook ? look : null,
    });
    const report = {
      ...described,
      function: fn.name,
      solverQueries: solver.queries - before - looking,
      ms: host.now() - begun,
    };
    return withCount(report, fn, site, counts);
  } catch (e) {
    if (!(e instanceof TooLarge)) throw e;
    const reason = { code: 'too-large', message: 'The terms that describe the loop grow too large.', range: site.head };
    return withCount(unknownLoop(fn, site, reason, cfg), fn, site, counts);
  }
}

/**
 * Verdicts on the assertions of a function whose calls are inlined, and what was proven to hold at its loops on the
 * way.
 */
export function assertionsOf(
  inlined: IrFunction,
  { units, options, host, milliseconds }: FunctionQuestion,
): Answered<AssertionReport> & { readonly invariants: readonly InvariantReport[] } {
  host.progress?.(inlined.name, inlined.range.start.line);
  const clock = clockOf(host, milliseconds);
  try {
    const { verdicts, invariants } = fromScratch(units, clock, factorOf(options.fileBudget), ({ budget, solver }) => {
      const context: CheckContext = { options, solver, budget, now: () => host.now(), withInvariants: true };
      const checked = checkFunction(withElements(withLoopHeads(inlined)), context);
      const asked = (r: AssertionReport): AssertionReport =>
        r.verdict === 'unknown' && solver.queries > 0 ? { ...r, solverQueries: solver.queries } : r;
      return { ...checked, verdicts: checked.verdicts.map(asked) };
    });
    const late = verdicts.some((r) => r.reason?.code === 'timeout');
    return { results: verdicts, late, defect: null, invariants };
  } catch (error) {
    const reason = givenUp(error, inlined);
    const results = inlined.assertions.map(
      ({ range, text }): AssertionReport => ({
        function: inlined.name,
        range,
        assertion: text,
        verdict: 'unknown',
        reason: reason ?? defective(inlined.nameRange),
        engine: 'none',
        ms: 0,
      }),
    );
    return {
      results,
      late: error instanceof Stopped,
      defect: reason ? null : defectIn(inlined, error),
      invariants: [],
    };
  }
}

/** Signed overflow in a function whose calls are inlined, by runs and proofs of their own. */
export function overflowsOf(
  inlined: IrFunction,
  { units, options, host, milliseconds }: FunctionQuestion,
): Answered<Finding> {
  try {
    const results = fromScratch(
      units,
      clockOf(host, milliseconds),
      factorOf(options.fileBudget),
      ({ budget, solver }) => overflowFindings(inlined, { options, solver, budget, now: () => host.now() }),
    );
    return { results, late: false, defect: null };
  } catch (e) {
    const reason = givenUp(e, inlined);
    return { results: [], late: e instanceof Stopped, defect: reason ? null : defectIn(inlined, e) };
  }
}
