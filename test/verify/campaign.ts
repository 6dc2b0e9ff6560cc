/**
 * Verdicts against runs: a proven assertion that some run fails, or a reported failure that doesn't happen, is a
 * defect.
 */
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { loadParser, lowerC, parseC } from '../../server/src/c/front-end.ts';
import { inlineCalls } from '../../server/src/inlining/inline-calls.ts';
import { run } from '../../server/src/interpret/interpreter.ts';
import type { IrFunction } from '../../server/src/program/program.ts';
import type { AssertionReport } from '../../server/src/report/report.ts';
import type { Random } from './generate.ts';
import { program, randomOf } from './generate.ts';

export interface Tally {
  assertions: number;
  holds: number;
  violated: number;
  readonly defects: string[];
  slowest: number;
  slowestSource: string;
}

const RUNS = 300;
const STEPS = 4_000;

export async function campaign(
  seed: number,
  count: number,
  budget: number,
  make: (random: Random) => string = program,
): Promise<Tally> {
  const tally: Tally = { assertions: 0, holds: 0, violated: 0, defects: [], slowest: 0, slowestSource: '' };
  for (let i = 0; i < count; i++) {
    const random = randomOf(seed * 100_003 + i);
    await examine(make(random), random, budget, tally);
  }
  return tally;
}

async function examine(source: string, random: Random, budget: number, tally: Tally): Promise<void> {
  const parser = await loadParser();
  const frontend = { dataModel: DEFAULT_OPTIONS.dataModel, charSigned: true, assertNames: [], assumeNames: [] };
  const parsed = parseC(parser, source, undefined, frontend);
  const lowered = lowerC(parsed, frontend);
  parsed.dispose();
  const main = lowered.functions.find((f) => f.name === 'main') as IrFunction;
  const fn = inlineCalls(lowered, main, { maxBlocks: 400, maxDepth: 8 });
  const started = performance.now();
  const report = await analyze(
    source,
    { ...DEFAULT_OPTIONS, loops: false, fileBudget: budget },
    { now: () => performance.now(), cancelled: () => false },
  );
  const took = performance.now() - started;
  if (took > tally.slowest) tally.slowestSource = source;
  tally.slowest = Math.max(tally.slowest, took);
  const failing = new Set<string>();
  for (let r = 0; r < RUNS; r++) {
    const outcome = run(fn, {
      mode: 'c',
      inputs: new Map(),
      maxSteps: STEPS,
      nondet: () => value(random, r),
      arrays: contents(fn, random, r),
    });
    if (outcome.kind === 'assertion-failed') failing.add(place(fn, outcome.assertion));
  }
  for (const a of report.assertions) {
    tally.assertions++;
    const at = `${a.range.start.line}:${a.range.start.column}`;
    if (a.verdict === 'holds') {
      tally.holds++;
      if (failing.has(at)) tally.defects.push(`proven by ${a.engine}, but fails: ${a.assertion} at ${at}\n${source}`);
    } else if (a.verdict === 'violated') {
      tally.violated++;
      if (!confirmed(fn, a, at))
        tally.defects.push(`reported by ${a.engine}, but not confirmed: ${a.assertion} at ${at}\n${source}`);
    }
  }
}

const place = (fn: IrFunction, assertion: number): string => {
  const { start } = (fn.assertions[assertion] as IrFunction['assertions'][number]).range;
  return `${start.line}:${start.column}`;
};

/** Local arrays hold anything at first. */
const contents = (fn: IrFunction, random: Random, r: number): Map<number, readonly bigint[]> =>
  new Map(
    fn.arrays
      .filter((a) => a.initial === null)
      .map((a) => [a.id, Array.from({ length: Number(a.length ?? 0n) }, () => value(random, r))]),
  );

function value(random: Random, r: number): bigint {
  const wide = [3, 8, 30, 300, 5_000_000_000][r % 5] as number;
  return BigInt(Math.floor(random() * wide)) - (r % 3 === 0 ? BigInt(Math.floor(wide / 2)) : 0n);
}

function confirmed(fn: IrFunction, a: AssertionReport, at: string): boolean {
  const values: bigint[] = [];
  for (const v of a.nondet ?? []) {
    if (typeof v === 'string') values.push(BigInt(v));
    else for (let k = 0; k < v[1] && values.length < 200_000; k++) values.push(BigInt(v[0]));
  }
  const outcome = run(fn, {
    mode: 'c',
    inputs: new Map(),
    maxSteps: 5_000_000,
    nondet: (i) => values[i] ?? 0n,
    arrays: new Map(fn.arrays.map((x) => [x.id, []])),
  });
  // a run that is too long to be repeated step by step was confirmed through summaries
  return (
    outcome.kind === 'out-of-steps' || (outcome.kind === 'assertion-failed' && place(fn, outcome.assertion) === at)
  );
}
