/** The loops that the papers show: what is claimed of them is what their runs do (docs/papers.md). */
import { afterAll, describe, expect, test } from 'vitest';
import { analyze, evaluate } from '../../server/src/analysis/analyze-file.ts';
import type { AnalysisOptions } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { ROOT } from '../architecture/imports.ts';
import { HOST, OPTIONS, agreement, functionOf, loopOf, programOf, randomRows } from './programs.ts';

afterAll(() => unloadSolver());

interface Claim {
  readonly type: number | null;
  readonly pattern: string;
  readonly exactness: 'exact' | 'over';
  readonly bound?: string;
  readonly termination?: string;
  /** Rows for which `eval` need not know everything, since it can't exclude overflow or the environment decides. */
  readonly open?: true;
  /** The environment decides, so that `eval` knows no row. */
  readonly asks?: true;
}

const CLAIMS: Readonly<Record<string, Readonly<Record<string, Claim>>>> = {
  proteus: {
    chase: { type: 1, pattern: 'periodic', exactness: 'exact', termination: 'always' },
    two_waves: { type: 2, pattern: 'irregular', exactness: 'over', bound: 'max(0, 100 - i)', open: true },
    strides: {
      type: 3,
      pattern: 'sequential',
      exactness: 'over',
      bound: 'max(0, limit)',
      termination: 'always',
      open: true,
    },
    three_heaps: { type: 4, pattern: 'irregular', exactness: 'over', termination: 'always', open: true },
    terminal: { type: 3, pattern: 'sequential', exactness: 'exact', termination: 'conditional' },
    list_length: { type: 4, pattern: 'irregular', exactness: 'over', bound: 'length(list)', open: true },
    string_length: { type: 4, pattern: 'irregular', exactness: 'over', bound: 'strlen(text)', open: true },
    insertion_point: { type: 4, pattern: 'irregular', exactness: 'over', bound: 'i + 1', open: true },
    by_twos: {
      type: 1,
      pattern: 'sequential',
      exactness: 'exact',
      bound: 'max(0, (n + 1) / 2)',
      termination: 'always',
    },
    four_phases: { type: 3, pattern: 'periodic', exactness: 'exact', termination: 'always', open: true, asks: true },
    rows: {
      type: 3,
      pattern: 'periodic',
      exactness: 'exact',
      bound: 'max(0, n * (m + 1))',
      termination: 'always',
      open: true,
      asks: true,
    },
  },
  loopscc: {
    acyclic: { type: 1, pattern: 'sequential', exactness: 'exact', termination: 'always' },
    cyclic: { type: 1, pattern: 'periodic', exactness: 'exact', termination: 'always' },
    trap: { type: 1, pattern: 'periodic', exactness: 'exact', termination: 'always' },
    trap_inside: { type: 1, pattern: 'periodic', exactness: 'exact', bound: 'n', termination: 'always' },
    connected: { type: 1, pattern: 'periodic', exactness: 'exact', termination: 'always' },
    contracted: { type: 1, pattern: 'periodic', exactness: 'exact', termination: 'always', open: true },
    second_order: { type: 1, pattern: 'periodic', exactness: 'exact', termination: 'always' },
    doubling: { type: 3, pattern: 'periodic', exactness: 'exact', termination: 'always', open: true },
    inner: {
      type: 1,
      pattern: 'sequential',
      exactness: 'exact',
      bound: 'max(0, (101 - x) / 2)',
      termination: 'always',
    },
    implicit: { type: 1, pattern: 'sequential', exactness: 'exact', termination: 'always' },
    one_shot: { type: 3, pattern: 'periodic', exactness: 'exact', termination: 'always', open: true },
    refill: { type: 3, pattern: 'sequential', exactness: 'exact', termination: 'always' },
    exchange: { type: 3, pattern: 'sequential', exactness: 'exact', termination: 'always' },
  },
  apc: {
    ones: {
      type: 4,
      pattern: 'irregular',
      exactness: 'over',
      bound: 'max(0, n - 3)',
      termination: 'always',
      open: true,
    },
    triangle: { type: 1, pattern: 'sequential', exactness: 'exact', bound: 'max(0, m)', termination: 'always' },
    weights: {
      type: 1,
      pattern: 'sequential',
      exactness: 'exact',
      bound: 'max(0, n)',
      termination: 'always',
      open: true,
    },
    swing: { type: 3, pattern: 'periodic', exactness: 'exact', termination: 'never' },
    ordered_up: {
      type: 1,
      pattern: 'sequential',
      exactness: 'exact',
      bound: 'max(0, n)',
      termination: 'always',
      open: true,
    },
    ordered_down: {
      type: 1,
      pattern: 'sequential',
      exactness: 'exact',
      bound: 'max(0, n)',
      termination: 'always',
      open: true,
    },
  },
};

describe.each(Object.keys(CLAIMS))('%s', (file) => {
  const source = programOf(ROOT, file);
  test.each(Object.entries(CLAIMS[file] ?? {}))(
    '%s',
    async (name, claim) => {
      const loop = await loopOf(source, name);
      expect(loop).toMatchObject({ type: claim.type, pattern: claim.pattern });
      expect(loop.exactness).toBe(claim.exactness);
      if (claim.bound !== undefined) expect(loop.bound?.text).toBe(claim.bound);
      if (claim.termination !== undefined) expect(loop.termination).toBe(claim.termination);
      if (name === 'swing') return;
      const rows = randomRows(await functionOf(source, name), 60, 5);
      const { wrong, some, none } = await agreement(source, name, rows);
      expect(wrong).toEqual([]);
      if (claim.open === undefined) expect(some + none).toBe(0);
    },
    120_000,
  );

  test.each(
    Object.entries(CLAIMS[file] ?? {}).filter(
      ([name, claim]) => claim.exactness === 'exact' && !claim.asks && name !== 'swing' && name !== 'doubling',
    ),
  )(
    '%s over unbounded integers, as in the paper',
    async (name) => {
      const options: AnalysisOptions = { ...OPTIONS, integers: 'mathematical' };
      const { wrong, some, none } = await agreement(
        source,
        name,
        randomRows(await functionOf(source, name), 40, 6),
        options,
      );
      expect({ wrong, some, none }).toEqual({ wrong: [], some: 0, none: 0 });
    },
    120_000,
  );
});

test('no loop says anything that a run contradicts, exact or not', async () => {
  for (const file of ['proteus', 'apc', 'loopscc']) {
    const source = programOf(ROOT, file);
    for (const name of ['match', 'back_and_forth', 'sentinel']) {
      if (!new RegExp(`^\\w+ ${name}\\(`, 'm').test(source)) continue;
      expect((await agreement(source, name, randomRows(await functionOf(source, name), 20, 8))).wrong).toEqual([]);
    }
  }
}, 240_000);

test("the oscillation of LoopSCC, figure 1(c): x' = (x - 48 + 11 n) mod 13 + 48", async () => {
  const rows = Array.from(
    { length: 13 * 30 },
    (_, i) =>
      new Map([
        ['x', BigInt(48 + (i % 13))],
        ['n', BigInt(Math.floor(i / 13) ** 3)],
      ]),
  );
  rows.push(
    new Map([
      ['x', 50n],
      ['n', 1_000_000_000n],
    ]),
  );
  const said = await evaluate(programOf(ROOT, 'loopscc'), { function: 'trap_inside', rows, options: OPTIONS }, HOST);
  if ('missing' in said) throw new Error('no such function');
  for (const [i, row] of rows.entries()) {
    const [x, n] = [row.get('x') ?? 0n, row.get('n') ?? 0n];
    expect(said.rows[i]?.get('x')).toBe(((x - 48n + 11n * n) % 13n) + 48n);
  }
}, 60_000);

test('Proteus, figure 1(b), once inside: a and j go round apart from each other', async () => {
  const source = programOf(ROOT, 'proteus');
  expect((await loopOf(source, 'two_waves_inside')).exactness).toBe('exact');
  const starts = Array.from({ length: 20 }, (_, s) => [BigInt(2 + (s % 5)), BigInt(5 + (s % 4))] as const);
  const rows = [-1_000_003n, 0n, 57n, 93n, 99n, 100n].flatMap((i) =>
    starts.map(
      ([a, j]) =>
        new Map([
          ['i', i],
          ['a', a],
          ['j', j],
        ]),
    ),
  );
  const said = await evaluate(source, { function: 'two_waves_inside', rows, options: OPTIONS }, HOST);
  if ('missing' in said) throw new Error('no such function');
  for (const [k, row] of rows.entries()) {
    const [i, a, j] = [row.get('i') ?? 0n, row.get('a') ?? 0n, row.get('j') ?? 0n];
    const n = 100n - i;
    expect([...['i', 'a', 'j'].map((x) => said.rows[k]?.get(x))]).toEqual([
      100n,
      ((a - 2n + n) % 5n) + 2n,
      ((j - 5n + n) % 4n) + 5n,
    ]);
  }
}, 120_000);

describe('assertions', () => {
  const verdict = async (file: string, name: string): Promise<string> =>
    (await analyze(programOf(ROOT, file), { ...OPTIONS, loops: false, function: name }, HOST)).assertions[0]?.verdict ??
    'none';
  test.each([
    ['proteus', 'strides'],
    ['proteus', 'three_heaps'],
    ['proteus', 'four_phases'],
    ['apc', 'swing'],
  ])('%s: %s', async (file, name) => expect(await verdict(file, name)).toBe('holds'), 120_000);
});
