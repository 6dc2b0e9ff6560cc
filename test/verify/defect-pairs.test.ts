/** Each defect is found where it is, and the same program mended has no finding. */
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { showFinding } from '../../server/src/render/finding-kinds.ts';
import { BLOCKS } from './pairs/blocks.ts';
import { CALLEES } from './pairs/callees.ts';
import { ALIVE, DEAD } from './pairs/dead.ts';
import { FLAGS } from './pairs/flags.ts';
import { JUMPS, NO_JUMPS } from './pairs/jumps.ts';
import { LIBRARY } from './pairs/library.ts';
import { ENDLESS } from './pairs/loops.ts';
import { OVERFLOWS, SHIFTS, ZERO_DIVISORS } from './pairs/numbers.ts';
import type { Pair } from './pairs/pair.ts';
import { sides } from './pairs/pair.ts';
import { ARRAYS_IN_PROGRAMS } from './pairs/program-arrays.ts';
import { OVERFLOWS_IN_PROGRAMS, SHIFTS_IN_PROGRAMS, ZEROS_IN_PROGRAMS } from './pairs/program-numbers.ts';
import { SIZES_IN_PROGRAMS } from './pairs/program-sizes.ts';
import { STRINGS_IN_PROGRAMS } from './pairs/program-strings.ts';
import { UNSET_IN_PROGRAMS } from './pairs/program-values.ts';
import { DEAD_IN_PROGRAMS, ENDLESS_IN_PROGRAMS } from './pairs/program-ways.ts';
import { SIZES } from './pairs/sizes.ts';
import { STRINGS } from './pairs/strings.ts';
import { SYMBOLIC_LENGTHS } from './pairs/symbolic-lengths.ts';
import {
  ENDLESS_IN_SUITES,
  OUTSIDE_IN_SUITES,
  OVERFLOWS_IN_SUITES,
  SHIFTS_IN_SUITES,
  UNSET_IN_SUITES,
} from './pairs/suite-programs.ts';
import { SUSPICIONS, UNSUSPICIOUS } from './pairs/suspicions.ts';
import { UNDERRUNS } from './pairs/underruns.ts';
import { UNINITIALISED } from './pairs/uninitialised.ts';
import {
  ENDLESS_IN_FLOW,
  OVERFLOWS_IN_FLOW,
  SHIFTS_IN_FLOW,
  UNSET_IN_FLOW,
  ZEROS_IN_FLOW,
} from './pairs/values-in-flow.ts';

afterAll(() => unloadSolver());

async function found(source: string, suspicions = false): Promise<readonly string[]> {
  const report = await analyze(
    source,
    { ...DEFAULT_OPTIONS, loops: false, suspicions },
    { now: () => performance.now(), cancelled: () => false },
  );
  return (report.findings ?? []).map((f) => `${showFinding(f).kind}@${f.range.start.line}`);
}

const ALL: readonly (readonly [kind: string, pairs: readonly Pair[]])[] = [
  ['index-outside', UNDERRUNS],
  ['index-outside', BLOCKS],
  ['index-outside', LIBRARY],
  ['index-outside', CALLEES],
  ['index-outside', SIZES],
  ['index-outside', SYMBOLIC_LENGTHS],
  ['index-outside', FLAGS],
  ['index-outside', STRINGS],
  ['index-outside', JUMPS.filter(([name]) => !name.startsWith('never'))],
  ['uninitialised', JUMPS.filter(([name]) => name.startsWith('never'))],
  ['signed-overflow', OVERFLOWS],
  ['shift-too-far', SHIFTS],
  ['division-by-zero', ZERO_DIVISORS],
  ['never-ends', ENDLESS],
  ['uninitialised', UNINITIALISED],
  ['unreachable', DEAD],
  ['division-by-zero', ZEROS_IN_FLOW],
  ['signed-overflow', OVERFLOWS_IN_FLOW],
  ['shift-too-far', SHIFTS_IN_FLOW],
  ['uninitialised', UNSET_IN_FLOW],
  ['never-ends', ENDLESS_IN_FLOW],
  ['index-outside', SIZES_IN_PROGRAMS],
  ['index-outside', STRINGS_IN_PROGRAMS],
  ['index-outside', ARRAYS_IN_PROGRAMS],
  ['shift-too-far', SHIFTS_IN_PROGRAMS],
  ['signed-overflow', OVERFLOWS_IN_PROGRAMS],
  ['division-by-zero', ZEROS_IN_PROGRAMS],
  ['uninitialised', UNSET_IN_PROGRAMS],
  ['never-ends', ENDLESS_IN_PROGRAMS],
  ['unreachable', DEAD_IN_PROGRAMS],
  ['index-outside', OUTSIDE_IN_SUITES],
  ['signed-overflow', OVERFLOWS_IN_SUITES],
  ['shift-too-far', SHIFTS_IN_SUITES],
  ['uninitialised', UNSET_IN_SUITES],
  ['never-ends', ENDLESS_IN_SUITES],
];

/** Beside a defect: what it makes of the code behind it. */
const beside = (kind: string, f: string): boolean =>
  f.startsWith(kind) || !(f.startsWith('unreachable') || (kind === 'unreachable' && f.startsWith('never-ends')));

describe.each(ALL)('%s', (kind, pairs) => {
  test.each(pairs)('%s', async (_name, source) => {
    const { wrong, right, line } = sides(source);
    const [told, still] = [await found(wrong), await found(right)].map((all) => all.filter((f) => beside(kind, f)));
    expect(`${told} / ${still}`).toEqual(`${kind}@${line} / `);
  });
});

describe('nothing is certain', () => {
  test.each([...NO_JUMPS, ...ALIVE])('%s', async (_name, source) => {
    expect(await found(source)).toEqual([]);
  });
});

describe('suspicions', () => {
  const suspected = async (source: string): Promise<readonly string[]> =>
    (await found(source, true)).filter((f) => f.startsWith('suspicion'));

  test.each(SUSPICIONS)('%s', async (_name, source) => {
    const { wrong, right, line } = sides(source);
    expect(`${await suspected(wrong)} / ${await suspected(right)}`).toEqual(`suspicion@${line} / `);
  });

  test.each(SUSPICIONS)('unasked: %s', async (_name, source) => {
    expect((await found(sides(source).wrong)).filter((f) => f.startsWith('suspicion'))).toEqual([]);
  });

  test.each(UNSUSPICIOUS)('none: %s', async (_name, source) => {
    expect(await suspected(source)).toEqual([]);
  });
});
