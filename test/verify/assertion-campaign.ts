/**
 * Verdicts on random functions against the compiler: a proof that some input breaks, or a failure that doesn't happen,
 * is a defect.
 */
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { AnalysisOptions } from '../../server/src/analysis/analyze-file.ts';
import { loadParser, lowerC, parseC } from '../../server/src/c/front-end.ts';
import type { RunOptions } from '../../server/src/interpret/run-outcome.ts';
import { run } from '../../server/src/interpret/interpreter.ts';
import type { IrFunction } from '../../server/src/program/program.ts';
import { maxOf, minOf } from '../../server/src/machine/integer-types.ts';
import type { AssertionReport } from '../../server/src/report/report.ts';
import type { Random } from '../differential/random.ts';
import { random } from '../differential/random.ts';
import type { Drawn, Ending } from './functions.ts';
import { drawFunction } from './functions.ts';
import type { Claim, SearchMode, Stream } from './search.ts';
import { search } from './search.ts';

export interface AssertionTally {
  functions: number;
  assertions: number;
  readonly verdicts: Record<'holds' | 'violated' | 'unknown', Map<string, number>>;
  /** Failures that take too long to be repeated. */
  unrepeated: number;
  /** Open assertions of which the search found that they fail. */
  missed: number;
  ms: number;
  readonly defects: string[];
  readonly missedSources: string[];
}

export interface AssertionPlan {
  readonly seed: string;
  readonly from: number;
  readonly count: number;
  /** Functions compiled together; each batch is in one mode, in turn. */
  readonly batch: number;
  /** Milliseconds for a function's assertions. */
  readonly budget: number;
}

const MODES: readonly SearchMode[] = ['c', 'wrapv', 'c', 'unsigned-char'];
const OBSERVED = 24;

export function emptyTally(): AssertionTally {
  return {
    functions: 0,
    assertions: 0,
    verdicts: { holds: new Map(), violated: new Map(), unknown: new Map() },
    unrepeated: 0,
    missed: 0,
    ms: 0,
    defects: [],
    missedSources: [],
  };
}

/** Function K depends on the seed and K alone, its mode on K and the size of a batch. */
export async function assertionCampaign(
  plan: AssertionPlan,
  tally: AssertionTally,
  batchDone: (next: number) => void = () => undefined,
): Promise<void> {
  const source = random(plan.seed);
  for (let first = plan.from; first < plan.from + plan.count; first += plan.batch) {
    const mode = MODES[Math.floor(first / plan.batch) % MODES.length] as SearchMode;
    const options: AnalysisOptions = {
      ...DEFAULT_OPTIONS,
      loops: false,
      overflow: 'off',
      fileBudget: plan.budget,
      integers: mode === 'wrapv' ? 'wrapv' : 'c',
      charSigned: mode !== 'unsigned-char',
    };
    const functions: Drawn[] = [];
    const reports: (readonly AssertionReport[])[] = [];
    const claims: (Claim & { readonly report: AssertionReport })[] = [];
    for (let k = first; k < Math.min(first + plan.batch, plan.from + plan.count); k++) {
      const r = source.fork(`function ${k}`);
      const drawn = await drawFunction(`f${k}`, r, (text) => endings(text, options, r.fork('runs')));
      const started = performance.now();
      const { assertions } = await analyze(drawn.source, options, {
        now: () => performance.now(),
        cancelled: () => false,
      });
      tally.ms += performance.now() - started;
      for (const a of assertions)
        if (a.verdict === 'violated')
          claims.push({ index: functions.length, line: a.range.start.line, stream: streamOf(a, drawn), report: a });
      functions.push(drawn);
      reports.push(assertions);
    }
    const found = await search(functions, claims, mode);
    for (const [k, drawn] of functions.entries())
      await judge(drawn, reports[k] ?? [], found.failing[k] ?? new Map(), { mode, options }, tally);
    for (const [k, { index, line, report, stream }] of claims.entries()) {
      const ended = found.confirmed[k];
      if (ended === 'long') tally.unrepeated++;
      else if (ended !== line)
        tally.defects.push(
          `${mode}: reported by ${report.engine}, but ${ended}: line ${line} ${report.assertion}, ${stream.map(([v, n]) => `${v}*${n}`).join(' ')}\n${functions[index]?.source}`,
        );
    }
    batchDone(first + functions.length);
  }
}

async function judge(
  drawn: Drawn,
  reports: readonly AssertionReport[],
  failing: ReadonlyMap<number, string>,
  { mode, options }: { readonly mode: SearchMode; readonly options: AnalysisOptions },
  tally: AssertionTally,
): Promise<void> {
  tally.functions++;
  for (const a of reports) {
    tally.assertions++;
    const by = tally.verdicts[a.verdict];
    const why = a.verdict === 'unknown' ? (a.reason?.code ?? 'none') : a.engine;
    by.set(why, (by.get(why) ?? 0) + 1);
    const inputs = failing.get(a.range.start.line);
    if (inputs === undefined) continue;
    if (a.verdict === 'unknown' && why !== 'precondition') {
      tally.missed++;
      tally.missedSources.push(
        `${mode}: ${why}: line ${a.range.start.line} ${a.assertion} with ${inputs}\n${drawn.source}`,
      );
    }
    if (a.verdict === 'holds' && !(await excused(drawn.source, inputs, options))) {
      tally.defects.push(
        `${mode}: proven by ${a.engine}, but fails: line ${a.range.start.line} ${a.assertion} with ${inputs}\n${drawn.source}`,
      );
    }
  }
}

/** gcc folds some arithmetic before it instruments it: whether that was undefined, the interpreter knows. */
async function excused(source: string, inputs: string, options: AnalysisOptions): Promise<boolean> {
  const fn = await lowered(source, options);
  const values = inputs
    .split(',')
    .filter((t) => t !== '')
    .map(BigInt);
  const own = fn.params.length;
  const outcome = run(fn, {
    mode: options.integers,
    inputs: new Map(fn.params.flatMap((v, k) => (v === null ? [] : [[v, values[k] ?? 0n] as const]))),
    maxSteps: 5_000_000,
    nondet: (i) => values[own + i] ?? 0n,
  });
  return outcome.kind === 'undefined';
}

/** Parameters in their order, then what is read. */
function streamOf(a: AssertionReport, drawn: Drawn): Stream {
  const names = [
    ...(/\(([^)]*)\) \{/.exec(drawn.source.slice(drawn.source.indexOf('\nvoid')))?.[1] ?? '').matchAll(/(\w+)(?=,|$)/g),
  ]
    .map((m) => m[1] as string)
    .filter((n) => n !== 'void');
  return [
    ...names.map((n) => [BigInt(a.inputs?.[n] ?? 0), 1] as const),
    ...(a.nondet ?? []).map((v) =>
      typeof v === 'string' ? ([BigInt(v), 1] as const) : ([BigInt(v[0]), v[1]] as const),
    ),
  ];
}

async function lowered(source: string, options: AnalysisOptions): Promise<IrFunction> {
  const parser = await loadParser();
  const frontend = { dataModel: options.dataModel, charSigned: options.charSigned, assertNames: [], assumeNames: [] };
  const parsed = parseC(parser, source, undefined, frontend);
  const fn = lowerC(parsed, frontend).functions[0] as IrFunction;
  parsed.dispose();
  return fn;
}

/** Values at the end of some runs that return. */
async function endings(source: string, options: AnalysisOptions, r: Random): Promise<readonly Ending[]> {
  const fn = await lowered(source, options);
  const out: Ending[] = [];
  for (let k = 0; k < OBSERVED; k++) {
    const value = (): bigint =>
      BigInt(k % 4 === 0 ? r.int(0, 3) : k % 4 === 1 ? r.int(-5, 30) : k % 4 === 2 ? r.int(0, 12) : r.int(-300, 300));
    const inputs = new Map(
      fn.params.flatMap((v) => (v === null ? [] : [[v, fitting(value(), fn.variables[v]?.type)] as const])),
    );
    const request: RunOptions = {
      mode: options.integers,
      inputs,
      maxSteps: 3_000,
      nondet: (i) => (i > 3 && r.chance(0.3) ? 0n : value()),
    };
    const outcome = run(fn, request);
    if (outcome.kind !== 'returned') continue;
    out.push(
      new Map(
        fn.variables.flatMap((v) => {
          const end = outcome.env.values[v.id];
          return end === null || end === undefined ? [] : [[v.name, end] as const];
        }),
      ),
    );
  }
  return out;
}

const fitting = (v: bigint, type: IrFunction['variables'][number]['type'] | undefined): bigint =>
  !type ? v : v < minOf(type) ? 0n : v > maxOf(type) ? maxOf(type) : v;

/** The figures as lines. */
export function tallyText(t: AssertionTally): string {
  const sum = (m: ReadonlyMap<string, number>): number => [...m.values()].reduce((a, b) => a + b, 0);
  const list = (m: ReadonlyMap<string, number>): string =>
    [...m]
      .sort((a, b) => b[1] - a[1])
      .map(([k, n]) => `${k} ${n}`)
      .join(', ');
  const { holds, violated, unknown } = t.verdicts;
  const share = t.assertions === 0 ? 0 : (100 * (sum(holds) + sum(violated))) / t.assertions;
  return [
    `${t.functions} functions, ${t.assertions} assertions, ${share.toFixed(1)} % decided, ${(t.ms / Math.max(1, t.functions)).toFixed(0)} ms a function, ${t.defects.length} wrong`,
    `  holds ${sum(holds)}: ${list(holds)}`,
    `  violated ${sum(violated)}: ${list(violated)}; ${t.unrepeated} too long to repeat`,
    `  unknown ${sum(unknown)}: ${list(unknown)}; ${t.missed} of them fail in the search`,
  ].join('\n');
}
