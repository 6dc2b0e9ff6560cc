/**
 * Answers about lines against runs: a line that no run reaches, but one does, or inputs that don't lead there, are
 * defects.
 */
import { DEFAULT_OPTIONS, reach } from '../../server/src/analysis/analyze-file.ts';
import { loadParser, lowerC, parseC } from '../../server/src/c/front-end.ts';
import { inlineCalls } from '../../server/src/inlining/inline-calls.ts';
import { run } from '../../server/src/interpret/interpreter.ts';
import type { IrFunction } from '../../server/src/program/program.ts';
import { asking } from '../../server/src/verify/reach-line.ts';
import { program, randomOf } from './generate.ts';

export interface ReachTally {
  readonly defects: string[];
  reachable: number;
  unreachable: number;
  open: number;
}

const RUNS = 400;
const STEPS = 4_000;
/** Of one answer so many at most. */
const MOST_REPEATED = 200_000;

/** Each program is asked about one of its lines. */
export async function reachCampaign(seed: number, count: number, budget: number): Promise<ReachTally> {
  const tally: ReachTally = { defects: [], reachable: 0, unreachable: 0, open: 0 };
  for (let i = 0; i < count; i++) {
    const random = randomOf(seed * 7_919 + i);
    const source = program(random);
    const line = 2 + Math.floor(random() * (source.split('\n').length - 4));
    const report = await reach(
      source,
      { line, options: { ...DEFAULT_OPTIONS, fileBudget: budget } },
      { now: () => performance.now(), cancelled: () => false },
    );
    if ('missing' in report) continue;
    const fn = await marked(source, report.range.start.line);
    const reaches: Reaches = (answer, maxSteps) =>
      run(fn, { mode: 'c', inputs: new Map(), maxSteps, nondet: answer }).kind;
    if (report.verdict === 'unknown') tally.open++;
    else if (report.verdict === 'unreachable') {
      tally.unreachable++;
      if (isReachedAtRandom(reaches, random))
        tally.defects.push(`unreachable by ${report.engine}, but reached: line ${line}\n${source}`);
    } else {
      tally.reachable++;
      const values = (report.nondet ?? []).flatMap((v) =>
        typeof v === 'string' ? [BigInt(v)] : Array.from({ length: Math.min(v[1], MOST_REPEATED) }, () => BigInt(v[0])),
      );
      const kind = reaches((index) => values[index] ?? 0n, 5_000_000);
      if (kind !== 'assertion-failed' && kind !== 'out-of-steps')
        tally.defects.push(
          `reachable by ${report.engine}, but ${kind}: line ${line}\n${source}\n${JSON.stringify(report.nondet)}`,
        );
    }
  }
  return tally;
}

/** How a run ends in which the environment gives these answers. */
type Reaches = (answer: (index: number) => bigint, maxSteps: number) => string;

function isReachedAtRandom(reaches: Reaches, random: () => number): boolean {
  for (let r = 0; r < RUNS; r++) {
    const wide = [3, 8, 30, 300, 5_000_000_000][r % 5] as number;
    const below = r % 3 === 0 ? BigInt(Math.floor(wide / 2)) : 0n;
    if (reaches(() => BigInt(Math.floor(random() * wide)) - below, STEPS) === 'assertion-failed') return true;
  }
  return false;
}

async function marked(source: string, line: number): Promise<IrFunction> {
  const options = { dataModel: DEFAULT_OPTIONS.dataModel, charSigned: true, assertNames: [], assumeNames: [], line };
  const parsed = parseC(await loadParser(), source, undefined, options);
  const lowered = lowerC(parsed, options);
  parsed.dispose();
  const main = lowered.functions.find((f) => f.name === 'main') as IrFunction;
  const fn = inlineCalls(lowered, main, { maxBlocks: 400, maxDepth: 8 });
  return asking(fn, (a) => fn.assertions[a]?.target === true);
}
