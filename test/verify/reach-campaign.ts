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
    const reaches = (answer: (index: number) => bigint, maxSteps: number): string =>
      run(fn, { mode: 'c', inputs: new Map(), maxSteps, nondet: answer }).kind;
    if (report.verdict === 'unknown') tally.open++;
    else if (report.verdict === 'unreachable') {
      tally.unreachable++;
      for (let r = 0; r < RUNS; r++) {
        const wide = [3, 8, 30, 300, 5_000_000_000][r % 5] as number;
        const kind = reaches(
          () => BigInt(Math.floor(random() * wide)) - (r % 3 === 0 ? BigInt(Math.floor(wide / 2)) : 0n),
          STEPS,
        );
        if (kind !== 'assertion-failed') continue;
        tally.defects.push(`unreachable by ${report.engine}, but reached: line ${line}\n${source}`);
        break;
      }
    } else {
      tally.reachable++;
      const values: bigint[] = [];
      for (const v of report.nondet ?? []) {
        if (typeof v === 'string') values.push(BigInt(v));
        else for (let k = 0; k < v[1] && values.length < 200_000; k++) values.push(BigInt(v[0]));
      }
      const kind = reaches((index) => values[index] ?? 0n, 5_000_000);
      if (kind !== 'assertion-failed' && kind !== 'out-of-steps')
        tally.defects.push(
          `reachable by ${report.engine}, but ${kind}: line ${line}\n${source}\n${JSON.stringify(report.nondet)}`,
        );
    }
  }
  return tally;
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
