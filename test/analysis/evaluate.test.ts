/** Values from summaries: what can't be told is left out, whatever the reason. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, evaluate } from '../../server/src/analysis/analyze-file.ts';

describe('values at return', () => {
  it('are left out where the terms grow too large', async () => {
    const source = `unsigned short f(unsigned short n, unsigned short m) {
      unsigned short i = n; unsigned long s = 7; int q = 0;
      for (; i <= m; i += 7) { s += i; q += s; }
      return q;
    }`;
    const rows = [
      new Map([
        ['n', 3n],
        ['m', 9n],
      ]),
    ];
    const result = await evaluate(
      source,
      { function: 'f', rows, options: DEFAULT_OPTIONS },
      { now: () => performance.now(), cancelled: () => false },
    );
    if ('missing' in result) throw new Error('f is missing');
    const q = result.rows[0]?.get('q');
    expect([undefined, 10n]).toContain(q);
    expect(result.exact).toHaveLength(1);
  });
});

it('leaves rows empty where the clock strikes, whenever that is', async () => {
  const source = 'int f(int n) { int s = 0; for (int i = 0; i < n; i++) if (i % 3) s += i; else s -= 2; return s; }';
  for (const asked of [0, 1, 5, 20, 80, 1000]) {
    let left = asked;
    const result = await evaluate(
      source,
      { function: 'f', rows: [new Map([['n', 7n]])], options: DEFAULT_OPTIONS },
      { now: () => 0, cancelled: () => left-- <= 0 },
    );
    if ('missing' in result) throw new Error('f is missing');
    expect([undefined, 1n + 2n + 4n + 5n - 6n]).toContain(result.rows[0]?.get('return'));
  }
});

/**
 * Rows of values for the parameters in order, and the result; null where the run has undefined behaviour or doesn't
 * end.
 */
async function returns(source: string, rows: readonly (readonly bigint[])[]): Promise<readonly (bigint | null)[]> {
  const [, name = '', list = ''] = /(\w+)\(([^)]*)\)/.exec(source) ?? [];
  const parameters = list.split(',').map((p) => /(\w+)\s*$/.exec(p)?.[1] ?? '');
  const request = {
    function: name,
    rows: rows.map((row) => new Map(row.map((v, i) => [parameters[i] ?? '', v]))),
    options: DEFAULT_OPTIONS,
  };
  const result = await evaluate(source, request, { now: () => performance.now(), cancelled: () => false });
  if ('missing' in result) throw new Error(`${name} is missing`);
  return result.rows.map((row) => row?.get('return') ?? null);
}

const MAX = 2147483647n;
const MIN = -2147483648n;

describe('definedness along a run is decided at its extremes', () => {
  it.each<[string, string, readonly (readonly bigint[])[], readonly (bigint | null)[]]>([
    [
      'a sum of a counter passes the limit or not',
      'int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }',
      [[65536n], [65537n], [MAX]],
      [2147450880n, null, null],
    ],
    [
      'a sum comes back after it turned',
      'int f(int n, int a, int b) { for (int i = 0; i < n; i++) { a += b; b -= 2; } return a; }',
      [
        [101n, MAX - 2550n, 100n],
        [101n, MAX - 2549n, 100n],
      ],
      [MAX - 2550n, null],
    ],
    [
      'a change of sign',
      'int f(int a, int n) { for (int i = 0; i < n; i++) a = -a; return a; }',
      [
        [MIN + 1n, MAX],
        [MIN, 0n],
        [MIN, 1n],
      ],
      [MAX, MIN, null],
    ],
    [
      'doubling',
      'long f(long a, int n) { for (int i = 0; i < n; i++) a *= 2; return a; }',
      [
        [1n, 62n],
        [1n, 63n],
        [-1n, 63n],
        [-1n, 64n],
        [0n, MAX],
      ],
      [1n << 62n, null, -(1n << 63n), null, 0n],
    ],
    [
      'what is only in between',
      'int f(int n) { int y = 0; for (int i = 0; i < n; i++) y = i * i - i * i + 1; return y; }',
      [[46341n], [46342n], [0n]],
      [1n, null, 0n],
    ],
    [
      'a narrow counter wraps and is added',
      `
        int f(int n) {
          unsigned char c = 0;
          int s = 2147400000;
          for (int i = 0; i < n; i++) {
            s += c;
            c += 3;
          }
          return s;
        }`,
      [[10n], [600n], [700n]],
      [2147400000n + 135n, 2147400000n + sumOfWrapped(600), null],
    ],
    [
      'a shift by a variable',
      'int f(int x, int n) { return x << n; }',
      [
        [3n, 29n],
        [3n, 30n],
        [1n, 31n],
        [1n, 32n],
        [1n, -1n],
      ],
      [3n << 29n, null, null, null, null],
    ],
    [
      'a shift of a constant, in a sum',
      'int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += 1 << i; return s; }',
      [[0n], [5n], [31n], [32n]],
      [0n, 31n, MAX, null],
    ],
    [
      'both counters of a nest',
      `
        int f(int n) {
          int s = 0;
          for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) s += i * j;
          return s;
        }`,
      [[362n], [363n], [100000n]],
      [sumOfProducts(362), sumOfProducts(363), null],
    ],
  ])('%s', async (_, source, rows, expected) => {
    expect(await returns(source, rows)).toEqual(expected);
  });
});

function sumOfWrapped(n: number): bigint {
  let s = 0;
  for (let i = 0; i < n; i++) s += (3 * i) % 256;
  return BigInt(s);
}

function sumOfProducts(n: number): bigint | null {
  let s = 0;
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) s += i * j;
  return s <= 2147483647 ? BigInt(s) : null;
}
