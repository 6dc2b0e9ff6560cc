/**
 * Random functions, their summaries evaluated, the compiled program run: every difference and the shares that got an
 * answer.
 */
import { DEFAULT_OPTIONS } from '../../server/src/analysis/analyze-file.ts';
import type { AnalysisHost, AnalysisOptions } from '../../server/src/analysis/analyze-file.ts';
import type { EvaluateRequest, EvaluateResult } from '../../server/src/cli/engine-interface.ts';
import type { FileReport } from '../../server/src/report/report.ts';
import { everyInput, inputsFor } from './inputs.ts';
import { isUndefined } from './interpreted.ts';
import { execute } from './oracle.ts';
import type { Run, Task } from './oracle.ts';
import { random } from './random.ts';
import type { Random } from './random.ts';
import { generate } from './shapes.ts';
import type { Generated } from './shapes.ts';

export interface Subject {
  analyze(source: string, options: AnalysisOptions, host: AnalysisHost): Promise<FileReport>;
  evaluate(source: string, request: EvaluateRequest, host: AnalysisHost): Promise<EvaluateResult>;
}

export interface Plan {
  readonly seed: string;
  /** Functions, spread evenly over the classes. */
  readonly count: number;
  readonly shapes: readonly string[];
  readonly rows: number;
  /** Iterations after which a run is left out. */
  readonly cap: number;
  /**
   * The number of the first function: each depends on the seed and its number alone, so a campaign can go on where
   * another one ended.
   */
  readonly from?: number;
  /** Functions in one compiled program. */
  readonly batch?: number;
  /** All variables are of 8 bits, and every input is tried. */
  readonly bytes?: boolean;
  /** So many functions whose summary is not exact are kept; missing: all. */
  readonly keep?: number;
  /**
   * Of every so-manieth function a report is made as well, which is half the work; 1 where it is missing, 0: of none.
   */
  readonly reportEvery?: number;
  /** Milliseconds for the summary and the evaluation of a function, each. */
  readonly budget?: number;
}

export interface Difference {
  readonly source: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly variable: string;
  readonly expected: string;
  readonly got: string;
}

export interface Tally {
  readonly shape: string;
  functions: number;
  loops: number;
  /** Loops whose summary is called exact. */
  exact: number;
  /** Loops of which a report is made, and those of them that have a bound. */
  reported: number;
  bounded: number;
  /** Rows whose run returned in time, without undefined behaviour. */
  rows: number;
  /** Of these, the rows with a value for every variable. */
  answered: number;
  /** The same two of functions all of whose loops are exact. */
  exactRows: number;
  exactAnswered: number;
  /** Values that are not the program's. */
  differences: number;
  /** Functions on which the analysis threw. */
  crashes: number;
  /** Milliseconds in the analysis. */
  ms: number;
}

export interface Outcome {
  readonly tallies: readonly Tally[];
  readonly differences: readonly Difference[];
  readonly crashes: readonly { readonly source: string; readonly message: string }[];
  /** The functions that took longest, slowest first. */
  readonly slowest: readonly { readonly shape: string; readonly source: string; readonly ms: number }[];
  /** Functions all of whose loops are exact and that return for a row which has no values, with the first such row. */
  readonly blank: readonly {
    readonly shape: string;
    readonly source: string;
    readonly inputs: Readonly<Record<string, string>>;
  }[];
  /** Functions with a loop that is not exact, for who wants to know why. */
  readonly inexact: readonly { readonly shape: string; readonly source: string; readonly reasons: readonly string[] }[];
}

const BATCH = 100;
const BATCH_OF_BYTES = 10;
/** Milliseconds for the summary and the evaluation of a function, each, where the plan says nothing else. */
const BUDGET = 5_000;

/** The function of that number: it depends on the source and the number alone. */
export function drawn(source: Random, number: number, { shapes, bytes }: Pick<Plan, 'shapes' | 'bytes'>): Generated {
  return generate(shapes[number % shapes.length] ?? '', `f${number}`, source.fork(`function ${number}`), bytes);
}

/** Runs the plan. `progress` is told how many functions are done, `batchDone` what was found until then. */
export async function campaign(
  plan: Plan,
  subject: Subject,
  progress: (done: number) => void = () => {},
  batchDone: (next: number, outcome: Outcome) => void = () => {},
): Promise<Outcome> {
  const source = random(plan.seed);
  const tallies = new Map<string, Tally>();
  const differences: Difference[] = [];
  const crashes: { source: string; message: string }[] = [];
  let slowest: { shape: string; source: string; ms: number }[] = [];
  const inexact: { shape: string; source: string; reasons: readonly string[] }[] = [];
  const blank: { shape: string; source: string; inputs: Readonly<Record<string, string>> }[] = [];
  const begin = plan.from ?? 0;
  const batch = plan.batch ?? (plan.bytes ? BATCH_OF_BYTES : BATCH);
  for (let first = begin; first < begin + plan.count; first += batch) {
    const tasks = Array.from({ length: Math.min(batch, begin + plan.count - first) }, (_, k): Task => {
      const number = first + k;
      const generated = drawn(source, number, plan);
      return {
        generated,
        rows: plan.bytes ? everyInput(generated) : inputsFor(generated, plan.rows, source.fork(`rows ${number}`)),
      };
    });
    const runs = await execute(tasks, plan.cap);
    for (const [k, task] of tasks.entries()) {
      const every = plan.reportEvery ?? 1;
      const isReported = every > 0 && (first + k) % every === 0;
      const tally = tallyFor(tallies, task.generated.shape);
      tally.functions++;
      const started = performance.now();
      try {
        const found = await look(task, runs[k] ?? [], { isReported, plan, subject }, tally);
        const { shape, source: text } = task.generated;
        const isKept = (kept: readonly unknown[]): boolean => kept.length < (plan.keep ?? Infinity);
        if (found.reasons !== null && isKept(inexact)) inexact.push({ shape, source: text, reasons: found.reasons });
        if (found.blank !== null && isKept(blank)) blank.push({ shape, source: text, inputs: found.blank });
        differences.push(...found.differences);
      } catch (error) {
        tally.crashes++;
        crashes.push({
          source: task.generated.source,
          message: error instanceof Error ? (error.stack ?? error.message) : String(error),
        });
      }
      const ms = performance.now() - started;
      tally.ms += ms;
      slowest = [...slowest, { shape: task.generated.shape, source: task.generated.source, ms }]
        .sort((a, b) => b.ms - a.ms)
        .slice(0, 10);
      progress(first - begin + k + 1);
    }
    batchDone(first + tasks.length, { tallies: [...tallies.values()], differences, crashes, slowest, blank, inexact });
  }
  return { tallies: [...tallies.values()], differences, crashes, slowest, blank, inexact };
}

/** What one function brings up: why loops are not exact, a row without values though all are, values that are wrong. */
interface Found {
  readonly reasons: readonly string[] | null;
  readonly blank: Readonly<Record<string, string>> | null;
  readonly differences: readonly Difference[];
}

async function look(
  task: Task,
  runs: readonly Run[],
  { isReported, plan, subject }: { readonly isReported: boolean; readonly plan: Plan; readonly subject: Subject },
  tally: Tally,
): Promise<Found> {
  const { generated } = task;
  const reasons = isReported ? await reportOn(generated, plan, subject, tally) : null;
  const rows = task.rows.map((row) => new Map(generated.params.map(({ name }, column) => [name, row[column] ?? 0n])));
  const result = await subject.evaluate(
    generated.source,
    { function: generated.name, rows, options: DEFAULT_OPTIONS },
    host(plan.budget),
  );
  if ('missing' in result) throw new Error(`no function ${generated.name}`);
  if (!isReported) {
    tally.loops += result.exact.length;
    tally.exact += result.exact.filter((exact) => exact).length;
  }
  const before = { rows: tally.rows, answered: tally.answered };
  const { differences, blank } = await compare(generated, rows, runs, result.rows, tally);
  if (!result.exact.every((exact) => exact)) return { reasons, blank: null, differences };
  tally.exactRows += tally.rows - before.rows;
  tally.exactAnswered += tally.answered - before.answered;
  return { reasons, blank, differences };
}

/** Counts what is reported of the function's loops; why some are not exact, null where all are. */
async function reportOn(
  { source }: Generated,
  plan: Plan,
  subject: Subject,
  tally: Tally,
): Promise<readonly string[] | null> {
  const { loops } = await subject.analyze(source, { ...DEFAULT_OPTIONS, assertions: false }, host(plan.budget));
  const open = loops.filter((loop) => loop.exactness !== 'exact');
  tally.loops += loops.length;
  tally.exact += loops.length - open.length;
  tally.reported += loops.length;
  tally.bounded += loops.filter((loop) => loop.bound !== null).length;
  if (open.length === 0) return null;
  return open.flatMap((loop) => loop.reasons.map(({ code, message }) => `${code}: ${message}`));
}

/**
 * A value that the summary gives must be the program's; it may give none. `null` claims that the run does not return:
 * wrong where it does. Values claim that it returns: wrong where it has undefined behaviour.
 */
async function compare(
  generated: Generated,
  rows: readonly ReadonlyMap<string, bigint>[],
  runs: readonly Run[],
  answers: readonly (ReadonlyMap<string, bigint> | null)[],
  tally: Tally,
): Promise<{ readonly differences: readonly Difference[]; readonly blank: Readonly<Record<string, string>> | null }> {
  const found: Difference[] = [];
  let blank: Readonly<Record<string, string>> | null = null;
  const inputs = (index: number): Readonly<Record<string, string>> =>
    Object.fromEntries([...(rows[index] ?? [])].map(([name, value]) => [name, String(value)]));
  const differ = (index: number, variable: string, expected: string, got: string): void => {
    tally.differences++;
    if (found.length < 3) found.push({ source: generated.source, inputs: inputs(index), variable, expected, got });
  };
  for (const [index, run] of runs.entries()) {
    const answer = answers[index];
    if (run === 'long' || answer === undefined) continue;
    if (run === 'undefined') {
      if (answer !== null && answer.size > 0) differ(index, '(the run)', 'undefined behaviour', 'values');
      continue;
    }
    // gcc folds some arithmetic before it instruments it (`i <= m - 2`, narrowed sums): whether that was undefined, the
    // interpreter knows
    if (answer === null && (await isUndefined(generated, rows[index] ?? new Map()))) continue;
    tally.rows++;
    if (answer === null) {
      differ(index, '(the run)', 'it returns', 'it does not');
      continue;
    }
    const told = [...run].flatMap(([variable, expected]) => {
      const got = answer.get(variable);
      return got === undefined ? [] : [{ variable, expected, got }];
    });
    for (const { variable, expected, got } of told)
      if (got !== expected) differ(index, variable, String(expected), String(got));
    if (told.length === run.size) tally.answered++;
    else blank ??= inputs(index);
  }
  return { differences: found, blank };
}

export function described({ source, inputs, variable, expected, got }: Difference): string {
  return `DIFFERENCE: ${variable} is ${expected}, the summary says ${got}, for ${JSON.stringify(inputs)}\n${source}`;
}

function tallyFor(tallies: Map<string, Tally>, shape: string): Tally {
  const tally = tallies.get(shape) ?? emptyTally(shape);
  tallies.set(shape, tally);
  return tally;
}

function emptyTally(shape: string): Tally {
  return {
    shape,
    functions: 0,
    loops: 0,
    exact: 0,
    reported: 0,
    bounded: 0,
    rows: 0,
    answered: 0,
    exactRows: 0,
    exactAnswered: 0,
    differences: 0,
    crashes: 0,
    ms: 0,
  };
}

/** All tallies in one of that name. */
export function together(shape: string, tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, t) => ({
      shape,
      functions: sum.functions + t.functions,
      loops: sum.loops + t.loops,
      exact: sum.exact + t.exact,
      reported: sum.reported + t.reported,
      bounded: sum.bounded + t.bounded,
      rows: sum.rows + t.rows,
      answered: sum.answered + t.answered,
      exactRows: sum.exactRows + t.exactRows,
      exactAnswered: sum.exactAnswered + t.exactAnswered,
      differences: sum.differences + t.differences,
      crashes: sum.crashes + t.crashes,
      ms: sum.ms + t.ms,
    }),
    emptyTally(shape),
  );
}

function host(budget = BUDGET): AnalysisHost {
  const deadline = performance.now() + budget;
  return { now: () => performance.now(), cancelled: () => performance.now() > deadline };
}

/** The tallies as a table, with a line for all. */
export function tableOf(tallies: readonly Tally[]): string {
  const all = together('all', tallies);
  const lines = [...tallies, all].map((t) =>
    [
      t.shape.padEnd(10),
      String(t.functions).padStart(9),
      share(t.exact, t.loops).padStart(8),
      share(t.bounded, t.reported).padStart(8),
      share(t.answered, t.rows).padStart(9),
      share(t.exactAnswered, t.exactRows).padStart(9),
      String(t.crashes).padStart(7),
      (t.ms / Math.max(1, t.functions)).toFixed(1).padStart(11),
    ].join(' '),
  );
  return ['class      functions    exact  bounded  answered  of exact crashes ms/function', ...lines, ''].join('\n');
}

/** `98.0 %`. */
export const share = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
