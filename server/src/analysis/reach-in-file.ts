/**
 * Whether a line of a file can be reached, and the test that gets there. `reach`, `testgen` and the editor's question
 * about a line ask it.
 */
import { driverFor, namedWithoutCall } from '../c/index.ts';
import { inlineCalls } from '../inlining/index.ts';
import { atProgramStart } from '../program/index.ts';
import type { IrFunction, IrProgram, Variable } from '../program/index.ts';
import type { AnalysisOptions, FileReport, LineQuestion, NoReachReport, ReachReport } from '../report/index.ts';
import type { Reason } from '../source/index.ts';
import type { CheckContext, Replay } from '../verify/index.ts';
import {
  comesFromOutside,
  fromOutside,
  handed,
  necessaryCondition,
  reachTarget,
  reachedByEveryRun,
  taken,
} from '../verify/index.ts';
import type { AnalysisHost } from './analysis-host.ts';
import { INLINE_LIMITS, clockOf, factorOf, fromScratch, givenUp, shareOf } from './analyze-function.ts';
import { contains } from './file-report.ts';
import { calleesOf, lower, notFollowed } from './lower-file.ts';

export interface ReachRequest extends LineQuestion {
  readonly options: AnalysisOptions;
}

/** A report of nothing but the answer. What is kept of the document is left alone. */
export async function answering(
  source: string,
  question: LineQuestion,
  options: AnalysisOptions,
  host: AnalysisHost,
): Promise<FileReport> {
  const started = host.now();
  const { memory: _, ...alone } = host;
  const empty = { loops: [], assertions: [], syntaxErrors: [], functions: [] };
  const answer = await reach(source, { ...question, options }, alone);
  return { ...empty, answer, ms: host.now() - started };
}

/** A run that gets to a line, or that fails the assertion there; null: none was found. */
export async function runTo(
  source: string,
  request: ReachRequest,
  host: AnalysisHost,
): Promise<{ readonly question: IrFunction; readonly run: Replay; readonly fails: boolean } | null> {
  const { options } = request;
  const target = await findTarget(source, request, host);
  if ('missing' in target) return null;
  try {
    return fromScratch(
      shareOf(1),
      clockOf(host, options.fileBudget),
      factorOf(options.fileBudget),
      ({ budget, solver }) => {
        const { found, fails } = wayTo(target, { options, solver, budget, now: () => host.now() });
        return found?.run && found.answer.verdict === 'violated'
          ? { question: found.question, run: found.run, fails }
          : null;
      },
    );
  } catch (e) {
    if (givenUp(e, target.fn)) return null;
    throw e;
  }
}

/** The best answer for the target; `fails`: for the assertion on its line. */
function wayTo(
  { request, site, inlined }: Target,
  context: CheckContext,
): { readonly found: ReturnType<typeof reachTarget>; readonly fails: boolean } {
  // a test for a line with an assertion is one that fails it, where there is one
  const asserted =
    request.driver === undefined
      ? null
      : reachTarget(inlined, context, (a) => !a.target && a.range.start.line === site.range.start.line);
  if (asserted?.run) return { found: asserted, fails: true };
  return { found: reachTarget(inlined, context, (a) => a.target === true), fails: false };
}

/** The line's statement, and the function from whose start runs may get there. */
interface Target {
  readonly source: string;
  readonly request: ReachRequest;
  readonly program: IrProgram;
  readonly fn: IrFunction;
  readonly site: IrFunction['assertions'][number];
  readonly entry: IrFunction;
  /** The entry with its calls inlined. */
  readonly inlined: IrFunction;
}

/** From `main` where that leads to the line, else from the line's function. */
export async function reach(
  source: string,
  request: ReachRequest,
  host: AnalysisHost,
): Promise<ReachReport | NoReachReport> {
  const { options } = request;
  const started = host.now();
  const target = await findTarget(source, request, host);
  if ('missing' in target) return target;
  const { fn, entry, site } = target;
  const elapsed = (): number => host.now() - started;
  try {
    return fromScratch(
      shareOf(1),
      clockOf(host, options.fileBudget),
      factorOf(options.fileBudget),
      ({ budget, solver }): ReachReport =>
        reachedOrNot(target, { options, solver, budget, now: () => host.now() }, elapsed),
    );
  } catch (e) {
    const reason = givenUp(e, fn);
    if (!reason) throw e;
    return {
      function: fn.name,
      entry: entry.name,
      range: site.range,
      verdict: 'unknown',
      reason,
      engine: 'none',
      ms: elapsed(),
    };
  }
}

/**
 * Lowers the file with a mark on the line; where no statement begins there, on the next line of the function with one.
 */
async function findTarget(source: string, request: ReachRequest, host: AnalysisHost): Promise<Target | NoReachReport> {
  const { line, options } = request;
  const around = (p: IrProgram): IrFunction | undefined =>
    p.functions.find((f) => !f.inHeader && f.range.start.line <= line && line <= f.range.end.line);
  let { program } = await lower(source, options, host, { line });
  const asked = around(program);
  if (!asked) return { missing: `line ${line} is in no function` };
  const next = asked.asked?.found ? null : (asked.asked?.next ?? null);
  if (next !== null && next <= asked.range.end.line) ({ program } = await lower(source, options, host, { line: next }));
  const fn = around(program);
  const site = fn?.assertions.find((a) => a.target);
  if (!fn || !site) return { missing: `no statement begins on line ${line} or behind it in \`${asked.name}\`` };
  const callees = calleesOf(program);
  const leads = (name: string): boolean => name === fn.name || callees(name).includes(fn);
  const entry = program.functions.find((f) => f.name === (options.function ?? 'main') && leads(f.name)) ?? fn;
  return {
    source,
    request,
    program,
    fn,
    site,
    entry,
    inlined: atProgramStart(inlineCalls(program, entry, INLINE_LIMITS)),
  };
}

function reachedOrNot(target: Target, context: CheckContext, elapsed: () => number): ReachReport {
  const { request, fn, site, entry, inlined } = target;
  const { found, fails } = wayTo(target, context);
  const about = { function: fn.name, entry: entry.name, range: site.range };
  const answer = found?.answer ?? null;
  const ms = elapsed();
  if (found && answer?.verdict === 'violated') {
    const { inputs = {}, nondet = [], iteration = [], values = {}, engine } = answer;
    const everyRun = found.run !== null && reachedByEveryRun(found.question, found.run);
    const reached: ReachReport = {
      ...about,
      verdict: 'reachable',
      ...(everyRun && { everyRun }),
      inputs,
      nondet,
      iteration,
      values,
      engine,
      ms,
    };
    return request.driver === undefined || found.run === null
      ? reached
      : { ...reached, ...testFor(target, request.driver, { ...found, run: found.run, fails }) };
  }
  const isExcluded = answer === null || answer.verdict === 'holds';
  const elsewhere = entry === fn ? null : comesFromElsewhere(target, isExcluded);
  if (!elsewhere && isExcluded) return { ...about, verdict: 'unreachable', engine: answer?.engine ?? 'paths', ms };
  const condition = elsewhere ? null : necessaryCondition(inlined, context);
  const reason = elsewhere ?? answer?.reason;
  return {
    ...about,
    verdict: 'unknown',
    ...(condition ? { condition } : {}),
    ...(reason ? { reason } : {}),
    engine: answer?.engine ?? 'none',
    ms: elapsed(),
  };
}

/**
 * Why runs may get to the line in ways that were not followed, though none gets there from the entry (`isExcluded`).
 * Null: there are no such ways.
 */
function comesFromElsewhere({ source, program, fn, site, inlined }: Target, isExcluded: boolean): Reason | null {
  const lost = isExcluded ? notFollowed(program, inlined)(site.range) : null;
  if (lost !== null || !namedWithoutCall(source, fn.name)) return lost;
  return {
    code: 'unknown-call',
    message: `\`${fn.name}\` is used as a pointer: who else calls it is not known.`,
    range: fn.nameRange,
  };
}

/** A run that gets there; `fails`: and fails the assertion on the line. */
interface FoundRun {
  readonly question: IrFunction;
  readonly run: Replay;
  readonly fails: boolean;
}

/** The test that does what the run did, or why there is none. `include`: how it includes the file. */
function testFor(
  { source, request: { options }, program, entry, site, inlined }: Target,
  include: string,
  { question, run, fails }: FoundRun,
): Pick<ReachReport, 'driver' | 'undriven'> {
  const within = (v: Variable): boolean =>
    program.functions.some((f) => v.range !== null && contains(f.range, v.range.start));
  const outside = fromOutside(question, run, options.integers, (v) => v.scope !== 'global' || !within(v));
  if (!outside)
    return {
      undriven:
        'the run depends on a variable that nobody has assigned to, on a static one inside a function, ' +
        'or on what pointers in memory lead to',
    };
  const arrays = handedOver(question, outside);
  if (typeof arrays === 'string') return { undriven: arrays };
  const driver = driverFor({
    source,
    include,
    program,
    entry,
    variables: inlined.variables,
    inputs: outside.inputs,
    arrays,
    answers: taken(outside.readings, outside.outcome.nondetTaken),
    assertNames: options.assertNames,
    assumeNames: options.assumeNames,
    purpose: `Gets to line ${site.range.start.line} of ${include}${fails ? ', where the assertion fails' : ''}.`,
  });
  return driver.kind === 'driver' ? { driver: driver.text } : { undriven: driver.why };
}

/** What a test has to put into the arrays that the run looks at, by id; a text says why that can't be. */
function handedOver(fn: IrFunction, run: Replay): ReadonlyMap<number, readonly bigint[]> | string {
  const out = new Map<number, readonly bigint[]>();
  for (const a of fn.arrays) {
    if (!comesFromOutside(fn, a)) continue;
    const position = a.scope === 'param' ? fn.paramPointers?.[fn.paramArrays?.indexOf(a.id) ?? -1] : undefined;
    const needed = handed(fn, run, a.id, position == null ? undefined : (run.inputs.get(position) ?? 0n));
    if (needed.kind === 'impossible') return needed.why;
    if (needed.kind === 'elements') out.set(a.id, needed.values);
  }
  return out;
}
