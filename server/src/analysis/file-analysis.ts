/**
 * The functions of one file, each asked what is wanted of it. What is known from before is taken over. The rest is a
 * task of its own.
 */
import { unknownLoop } from '../answer/index.ts';
import { inlineCalls } from '../inlining/index.ts';
import { atProgramStart, calledNames } from '../program/index.ts';
import type { IrFunction, IrProgram } from '../program/index.ts';
import type { AnalysisOptions, AssertionReport, Defect, Finding } from '../report/index.ts';
import type { Reason } from '../source/index.ts';
import type { AnalysisHost } from './analysis-host.ts';
import type { FunctionQuestion } from './analyze-function.ts';
import {
  INLINE_LIMITS,
  assertionsOf,
  defectIn,
  defective,
  loopsOf,
  overflowsOf,
  shareOf,
  spentBy,
} from './analyze-function.ts';
import type { Part } from './file-report.ts';
import { contains } from './file-report.ts';
import type { FunctionResults, ResultCache } from './function-cache.ts';
import { createResultCache } from './function-cache.ts';
import { calleesOf, notFollowed } from './lower-file.ts';
import { countsOf, loopsIn, reportCounted } from './counted-loops.ts';

/** What is told of a function. */
interface Wanted {
  readonly loops: boolean;
  readonly assertions: boolean;
  readonly findings: boolean;
}

/** One function with what is asked of it. */
interface Task {
  readonly part: Part;
  /** The function and all that may be inlined into it. */
  readonly inlinable: readonly IrFunction[];
  readonly wanted: Wanted;
  readonly known: FunctionResults | null;
  /** What is wanted and not known. */
  readonly missing: Wanted;
}

export class FileAnalysis {
  /** By function, in the order of the source: what was known before the others is told no earlier. */
  readonly parts: readonly Part[];
  /** Failures of ours, so far. */
  readonly defects: Defect[];
  private readonly program: IrProgram;
  private readonly options: AnalysisOptions;
  private readonly host: AnalysisHost;
  /** When the time for the file began to count. */
  private readonly begun: number;
  private readonly callees: ReturnType<typeof calleesOf>;
  /** What `main` reaches is checked in its context. */
  private readonly reached: readonly IrFunction[];
  private readonly cache: ResultCache | undefined;
  /** A key for all that results depend on beside the functions: options, headers, build. */
  private readonly optionsKey: string;
  /** Names of functions that others in the file call. */
  private readonly called: ReadonlySet<string>;
  /** Work for the assertions of one function. */
  private readonly share: number;

  constructor(program: IrProgram, options: AnalysisOptions, host: AnalysisHost, begun: number) {
    this.program = program;
    this.options = options;
    this.host = host;
    this.begun = begun;
    this.callees = calleesOf(program);
    this.reached = options.assertions ? this.callees('main') : [];
    this.cache = host.memory && (host.memory.results ??= createResultCache());
    this.called = new Set(program.functions.flatMap((f) => calledNames(f).filter((name) => name !== f.name)));
    this.optionsKey = JSON.stringify({ ...options, function: null, loops: null, assertions: null });
    const own = program.functions.filter((f) => !f.inHeader);
    this.parts = own.map((fn) => ({ fn, loops: [], counted: [], assertions: [], findings: [], invariants: [] }));
    this.defects = (program.failed ?? []).map((f) => defectIn(f, f.error));
    this.share = shareOf(own.filter((f) => this.isEntry(f) && asserts(this.inlinableInto(f))).length);
  }

  /** What is still to be found out; all that is known from before has its place in the parts then. */
  openTasks(): readonly Task[] {
    const asked = this.parts.filter(({ fn }) => this.options.function === null || fn.name === this.options.function);
    return asked.flatMap((part) => {
      if (this.host.skip?.has(part.fn.name)) {
        this.skip(part);
        return [];
      }
      const task = this.taskOf(part);
      takeKnown(task);
      const { loops, assertions, findings } = task.missing;
      return loops || assertions || findings ? [task] : [];
    });
  }

  /** Counts the loops of all functions before any is summarised: a file's lenses are there at once. */
  countAhead(tasks: readonly Task[]): void {
    for (const { part, missing, inlinable, known } of tasks) {
      if (!missing.loops || this.host.cancelled()) continue;
      if (known?.counted) {
        part.counted = known.counted;
        continue;
      }
      try {
        const counts = countsOf(part.fn, this.program, this.options.integers);
        part.counted = loopsIn(part.fn, counts).map((site) => reportCounted(part.fn, site, counts));
        // an edit elsewhere doesn't change them
        this.cache?.keep(inlinable, this.keyOf(part.fn), {
          loops: null,
          assertions: null,
          ...known,
          counted: part.counted,
        });
      } catch {
        // told where the function is answered
      }
    }
  }

  /** Answers what is missing of a function; a defect of ours costs it these answers and no more. */
  run(task: Task): void {
    try {
      this.answer(task);
    } catch (e) {
      const { part, wanted } = task;
      const { fn, loops, assertions } = part;
      this.defects.push(defectIn(fn, e));
      const reason = defective(fn.nameRange);
      if (wanted.loops && !loops.some((l) => l.function === fn.name))
        loops.push(...fn.loops.map((site) => unknownLoop(fn, site, reason)));
      if (wanted.assertions && !assertions.some((a) => a.function === fn.name))
        assertions.push(...unanswered(fn, reason));
    }
  }

  /** The function is checked from its start; what `main` reaches is not. */
  private isEntry(fn: IrFunction): boolean {
    return this.options.assertions && !this.reached.includes(fn);
  }

  private inlinableInto(fn: IrFunction): readonly IrFunction[] {
    return [fn, ...this.callees(fn)];
  }

  /** A static function that is called is judged by its callers: what fails for some inputs may not fail for theirs. */
  private isJudgedByCallers(fn: IrFunction): boolean {
    return fn.internal === true && this.called.has(fn.name);
  }

  /** What results depend on beside the functions that are looked at. */
  private keyOf(fn: IrFunction): string {
    const isJudged = this.isJudgedByCallers(fn) && asserts(this.inlinableInto(fn));
    return isJudged ? `${this.optionsKey} by callers` : this.optionsKey;
  }

  private skip({ fn, loops, assertions }: Part): void {
    const reason = {
      code: 'timeout',
      message: 'The analysis of this function did not end in time, or took too much memory.',
      range: fn.nameRange,
    };
    if (this.options.loops) loops.push(...fn.loops.map((site) => unknownLoop(fn, site, reason)));
    if (this.options.assertions) assertions.push(...unanswered(fn, reason));
  }

  private taskOf(part: Part): Task {
    const { fn } = part;
    const { options, share } = this;
    const inlinable = this.inlinableInto(fn);
    const kept = this.cache?.find(inlinable, this.keyOf(fn)) ?? null;
    // with more or fewer functions beside it, it may be given less or more work
    const known = options.assertions && kept?.units !== undefined && kept.units !== share ? null : kept;
    const loops = options.loops && fn.loops.length > 0;
    // findings from summaries come with the loops, others with what is an entry
    const findings = options.assertions && (loops || (this.isEntry(fn) && options.overflow !== 'off'));
    const wanted: Wanted = { loops, assertions: this.isEntry(fn) && asserts(inlinable), findings };
    const missing: Wanted = {
      loops: wanted.loops && !known?.loops,
      assertions: wanted.assertions && !known?.assertions,
      findings: wanted.findings && !known?.findings,
    };
    return { part, inlinable, wanted, known, missing };
  }

  private answer(task: Task): void {
    const { program, options, host } = this;
    const { part, missing, known } = task;
    const { fn } = part;
    const aboutLoops = missing.loops ? loopsOf(fn, program, options, host) : null;
    part.loops.push(...(aboutLoops?.results ?? []));
    const inlined =
      missing.assertions || missing.findings ? atProgramStart(inlineCalls(program, fn, INLINE_LIMITS)) : null;
    const aboutAssertions = inlined && missing.assertions ? this.checked(inlined, fn) : null;
    part.assertions.push(...(aboutAssertions?.results ?? []));
    part.invariants.push(...(aboutAssertions?.invariants ?? []));
    const aboutOverflow =
      inlined && missing.findings && this.asksOverflow(fn) ? overflowsOf(inlined, this.question()) : null;
    const findings = [...(aboutLoops?.findings ?? []), ...(aboutOverflow?.results ?? [])].filter((f) =>
      this.isInFunction(f),
    );
    if (!known?.findings) part.findings.push(...findings);
    const answers = [aboutLoops, aboutAssertions, aboutOverflow].filter((a) => a !== null);
    this.defects.push(...answers.flatMap((a) => a.defect ?? []));
    // it was ended by the clock: tried again
    if (host.cancelled() || answers.some((a) => a.late || a.defect)) return;
    this.keep(task, {
      loops: aboutLoops?.results ?? null,
      assertions: aboutAssertions?.results ?? null,
      findings,
      ...(aboutAssertions ? { invariants: aboutAssertions.invariants } : {}),
    });
  }

  /** Keeps what was found beside what was known. */
  private keep(
    { part, inlinable, known }: Task,
    found: Required<Pick<FunctionResults, 'findings'>> & FunctionResults,
  ): void {
    const { assertions } = this.options;
    this.cache?.keep(inlinable, this.keyOf(part.fn), {
      ...(assertions ? { units: this.share } : {}),
      loops: found.loops ?? known?.loops ?? null,
      assertions: found.assertions ?? known?.assertions ?? null,
      ...(assertions ? { findings: known?.findings ?? found.findings } : {}),
      invariants: found.invariants ?? known?.invariants ?? [],
    });
  }

  /**
   * Signed overflow is looked for by itself in entries; what must overflow comes with the loops where these are asked
   * for.
   */
  private asksOverflow(fn: IrFunction): boolean {
    const { overflow, loops } = this.options;
    return this.isEntry(fn) && !(overflow === 'must' && loops);
  }

  private isInFunction({ range }: Finding): boolean {
    return this.program.functions.some((f) => contains(f.range, range.start));
  }

  /** With what a function's assertions are checked now. */
  private question(): FunctionQuestion {
    const { options, host, share } = this;
    return { units: share, options, host, milliseconds: options.fileBudget - (spentBy(host) - this.begun) };
  }

  /** Verdicts on all assertions that a function leads to. */
  private checked(inlined: IrFunction, fn: IrFunction): ReturnType<typeof assertionsOf> {
    const question = this.question();
    // any other function is one that starts from any state: calls of it that aren't followed start from one of these
    const skipped = fn.name === 'main' ? notFollowed(this.program, inlined) : () => null;
    const present = new Set(inlined.assertions.map(({ range }) => `${range.start.line}:${range.start.column}`));
    const absent = this.callees(fn.name)
      .flatMap((g) => g.assertions)
      .flatMap(({ range, text }): AssertionReport[] => {
        const reason = present.has(`${range.start.line}:${range.start.column}`) ? null : skipped(range);
        return reason
          ? [{ function: fn.name, range, assertion: text, verdict: 'unknown', reason, engine: 'none', ms: 0 }]
          : [];
      });
    if (inlined.assertions.length === 0) return { results: absent, late: false, defect: null, invariants: [] };
    const found = assertionsOf(inlined, question);
    const results = found.results.map((a) => {
      const lost = a.verdict === 'holds' ? skipped(a.range) : null;
      if (lost) return { ...a, verdict: 'unknown' as const, reason: lost, engine: 'none' };
      return this.isJudgedByCallers(fn) ? leftToCallers(a) : a;
    });
    return { ...found, results: [...absent, ...results] };
  }
}

/** As its callers have to see to it, where it takes some input to fail. */
function leftToCallers(report: AssertionReport): AssertionReport {
  const { verdict, inputs = {}, function: name, range, assertion, ms } = report;
  if (verdict !== 'violated' || Object.keys(inputs).length === 0) return report;
  const message = `It depends on what \`${name}\` is called with: its callers are asked.`;
  const reason = { code: 'precondition', message, range };
  return { function: name, range, assertion, verdict: 'unknown', reason, engine: 'none', ms };
}

const asserts = (functions: readonly IrFunction[]): boolean => functions.some((f) => f.assertions.length > 0);

/** What is wanted and known from before takes its place. */
function takeKnown({ part, wanted, known }: Task): void {
  if (wanted.findings) part.findings.push(...(known?.findings ?? []));
  if (wanted.loops) part.loops.push(...(known?.loops ?? []));
  if (wanted.assertions) part.assertions.push(...(known?.assertions ?? []));
  if (wanted.assertions) part.invariants.push(...(known?.invariants ?? []));
}

/** Its own assertions with the reason why nothing is known of them. */
function unanswered(fn: IrFunction, reason: Reason): AssertionReport[] {
  return fn.assertions.map(({ range, text }) => ({
    function: fn.name,
    range,
    assertion: text,
    verdict: 'unknown',
    reason,
    engine: 'none',
    ms: 0,
  }));
}
