/**
 * What an editor shows of a loop beside the answer: its path dependency automaton, and a run of the function around it,
 * an iteration at a time - on values that somebody has chosen, or on those with which a run gets to a line.
 */
import { Exhausted, Stopped } from '../budget/index.ts';
import { inlineCalls } from '../inlining/index.ts';
import { Symbols, TooLarge } from '../logic/index.ts';
import { atAnyCall, buildCfg } from '../program/index.ts';
import type { Cfg, IrFunction, IrProgram, Loop } from '../program/index.ts';
import type {
  AnalysisOptions,
  AutomatonReport,
  FileReport,
  LineQuestion,
  NoReachReport,
  RunReport,
  WatchReport,
  WatchWish,
} from '../report/index.ts';
import { isBefore, isWithin } from '../source/index.ts';
import type { Position } from '../source/index.ts';
import { Summarizer } from '../summary/index.ts';
import type { ChosenInputs, Replay } from '../verify/index.ts';
import { GUESSES, arrivals, automatonOf, chosenInputs, suppliedBy, watchRun } from '../verify/index.ts';
import type { AnalysisHost } from './analysis-host.ts';
import { LOOP_INLINE_LIMITS, clockOf, factorOf, fromScratch, shareOf } from './analyze-function.ts';
import { lower } from './lower-file.ts';
import { runTo } from './reach-in-file.ts';

interface WatchQuestion extends LineQuestion {
  readonly watch: WatchWish;
}

/** Work for what leads to the loop and its summary. */
const WATCH_WORK = 15_000_000;
/** Steps of a run that is shown, and of one that is tried. */
const MOST_STEPS = 400_000;
const TRIED_STEPS = 20_000;
/** Calls of a function whose constants are tried. */
const MOST_CALLS = 8;

const NO_AUTOMATON: AutomatonReport = { states: [], initial: [], edges: [] };

/** A report of nothing but the answer. What is kept of the document is left alone. */
export async function watching(
  source: string,
  question: WatchQuestion,
  options: AnalysisOptions,
  host: AnalysisHost,
): Promise<FileReport> {
  const started = host.now();
  const { memory: _, ...alone } = host;
  const watched = await watch(source, question, options, alone);
  return { loops: [], assertions: [], syntaxErrors: [], functions: [], watched, ms: host.now() - started };
}

async function watch(
  source: string,
  question: WatchQuestion,
  options: AnalysisOptions,
  host: AnalysisHost,
): Promise<WatchReport | NoReachReport> {
  const at: Position = { line: question.line, column: question.watch.column };
  const { program } = await lower(source, options, host);
  const fn = program.functions.find((f) => !f.inHeader && isWithin({ start: at, end: at }, f.range));
  if (!fn) return { missing: `line ${at.line} is in no function` };
  const found =
    question.watch.inputs === null ? await runTo(source, { line: question.line, options, driver: '' }, host) : null;
  const own = buildCfg(atAnyCall(inlineCalls(program, fn, LOOP_INLINE_LIMITS)));
  const loop = loopAt(own, fn, at);
  const seen: Seen = { program, fn, own, loop, options, host };
  const { automaton, summarizer } = withAutomaton(seen);
  const shown =
    found === null
      ? onInputs(seen, question.watch.inputs ?? {}, summarizer)
      : alongReplay(seen, found.fails ? found.question : withoutTargets(found.question), found.run, at);
  const run = found === null || shown.end.kind !== 'returned' ? shown : (asCalled(seen, summarizer, at) ?? shown);
  return { function: fn.name, head: loop?.site.head ?? null, automaton, run };
}

interface Seen {
  readonly program: IrProgram;
  readonly fn: IrFunction;
  /** The function by itself, its calls inlined as where its loops are told. */
  readonly own: Cfg;
  readonly loop: Loop | null;
  readonly options: AnalysisOptions;
  readonly host: AnalysisHost;
}

/** The innermost loop of the function around the place, else the last one that begins before it. */
function loopAt(cfg: Cfg, fn: IrFunction, at: Position): Loop | null {
  const own = cfg.loops.filter((l) => l.repeats && isWithin(l.site.range, fn.range) && !l.site.fromMacro);
  const around = own.filter((l) => isWithin({ start: at, end: at }, l.site.range));
  const heads = around.filter((l) => isWithin({ start: at, end: at }, l.site.head));
  const innermost = (all: readonly Loop[]): Loop | null =>
    all.reduce<Loop | null>((a, b) => (a === null || b.site.nested >= a.site.nested ? b : a), null);
  const before = own.filter((l) => isBefore(l.site.range.start, at) && l.site.around === null);
  return innermost(heads) ?? innermost(around) ?? before.at(-1) ?? null;
}

/** Null where following the function takes too much work: nothing is said of paths then. */
function withinWork<T>({ options, host }: Seen, look: (summarizer: (cfg: Cfg) => Summarizer) => T): T | null {
  try {
    return fromScratch(
      WATCH_WORK + shareOf(1),
      clockOf(host, options.loopBudget),
      factorOf(options.loopBudget),
      ({ budget }) =>
        look((cfg) => new Summarizer(cfg, new Symbols(), { mode: options.integers, assertions: 'ignore', budget })),
    );
  } catch (e) {
    if (e instanceof Exhausted || e instanceof Stopped || e instanceof TooLarge) return null;
    throw e;
  }
}

interface WithAutomaton {
  readonly automaton: AutomatonReport;
  readonly summarizer: Summarizer | null;
}

function withAutomaton(seen: Seen): WithAutomaton {
  const { own, loop, options } = seen;
  const none: WithAutomaton = { automaton: NO_AUTOMATON, summarizer: null };
  if (loop === null) return none;
  const index = own.loops.indexOf(loop);
  const made = withinWork(seen, (summarizerOf): WithAutomaton => {
    const summarizer = summarizerOf(own);
    const complete = arrivals(own, summarizer, [index], options.integers, summarizer.options.budget);
    if (!complete) summarizer.distrustArrivals();
    const entry = summarizer.entryOf(index);
    const { paths } = summarizer.summaryFrom(index, entry);
    return { automaton: automatonOf(summarizer, loop, paths, entry), summarizer };
  });
  return made ?? none;
}

/** Runs on inputs, with so many steps. */
function runner(seen: Seen, summarizer: Summarizer | null): (chosen: ChosenInputs, maxSteps: number) => RunReport {
  const { own, loop, program, options } = seen;
  const paths = loop && summarizer ? pathsOf(summarizer, own.loops.indexOf(loop)) : [];
  const common = { cfg: own, program, mode: options.integers, loop, paths };
  return (chosen, maxSteps) => watchRun({ ...common, chosen, maxSteps });
}

/** A run on constants with which the file calls the function, and that ends undefined in the line; null: there is none. */
function asCalled(seen: Seen, summarizer: Summarizer | null, at: Position): RunReport | null {
  const { own, fn, program, options } = seen;
  const on = runner(seen, summarizer);
  const calls = program.functions.flatMap((f) =>
    f.blocks.flatMap((b) => b.stmts.flatMap((s) => (s.kind === 'call' && s.callee === fn.name ? [s.args] : []))),
  );
  for (const args of calls.slice(0, MOST_CALLS)) {
    const given: Record<string, string> = {};
    for (const [i, arg] of args.entries()) {
      const name = fn.variables[fn.params[i] ?? -1]?.name;
      if (arg.kind === 'const' && name !== undefined) given[name] = `${arg.value}`;
    }
    for (const guess of GUESSES) {
      const run = on(chosenInputs(own.fn, given, options.integers, guess), TRIED_STEPS);
      if (run.end.kind === 'undefined' && run.end.range?.start.line === at.line) return run;
    }
  }
  return null;
}

/** Small numbers are tried where none were chosen: the run that shows most is the one. */
function onInputs(seen: Seen, given: Readonly<Record<string, string>>, summarizer: Summarizer | null): RunReport {
  const { own, options } = seen;
  const on = runner(seen, summarizer);
  const guessed = GUESSES.map((guess) => chosenInputs(own.fn, given, options.integers, guess));
  const tried = guessed.map((chosen) => ({ chosen, shows: showing(on(chosen, TRIED_STEPS)) }));
  const best = tried.reduce((a, b) => (b.shows > a.shows ? b : a));
  return on(best.chosen, MOST_STEPS);
}

/** Many different paths, a number of iterations that can be looked through, and an end. */
function showing({ iterations, total, end }: RunReport): number {
  const paths = new Set(iterations.map((i) => i.path)).size;
  const isEnded = end.kind === 'returned' || end.kind === 'failed' ? 1 : 0;
  return isEnded * 1_000 + paths * 100 + Math.min(total, 40) - Math.max(0, Math.min(total - 60, 500));
}

function pathsOf(summarizer: Summarizer, index: number): Parameters<typeof watchRun>[0]['paths'] {
  const { paths } = summarizer.summaryFrom(index, summarizer.entryOf(index));
  return summarizer.pathsOf(index).complete ? paths : [];
}

/** The run goes on behind the place that was asked about. */
const withoutTargets = (fn: IrFunction): IrFunction => ({
  ...fn,
  blocks: fn.blocks.map((b) => ({
    ...b,
    stmts: b.stmts.filter((s) => s.kind !== 'assert' || fn.assertions[s.assertion]?.target !== true),
  })),
});

/** The run that was found, from where it starts; loops of functions that it goes through on its way are passed over. */
function alongReplay(seen: Seen, question: IrFunction, replay: Replay, at: Position): RunReport {
  const { fn, program, options } = seen;
  const cfg = buildCfg(question);
  const loop = loopAt(cfg, fn, at);
  const common = { cfg, program, mode: options.integers, loop, maxSteps: MOST_STEPS };
  const chosen: ChosenInputs = { inputs: replay.inputs, arrays: replay.arrays ?? new Map() };
  const nondet = suppliedBy(replay);
  const told = withinWork(seen, (summarizerOf) => {
    const paths = loop ? pathsOf(summarizerOf(cfg), cfg.loops.indexOf(loop)) : [];
    return watchRun({ ...common, paths, chosen, nondet });
  });
  return told ?? watchRun({ ...common, paths: [], chosen, nondet });
}
