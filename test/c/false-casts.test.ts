/** Names in parentheses that the grammar takes for types. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, evaluate } from '../../server/src/analysis/analyze-file.ts';

const ROWS = [0n, 1n, 3n, 4n].flatMap((v) =>
  [0n, 2n, 3n, 7n].map(
    (n) =>
      new Map([
        ['v', v],
        ['n', n],
      ]),
  ),
);

async function values(expression: string, before = ''): Promise<readonly unknown[]> {
  const source = `typedef int T; static const int g = 5; int f(int v, int n) { ${before} return ${expression}; }`;
  const result = await evaluate(
    source,
    { function: 'f', rows: ROWS, options: DEFAULT_OPTIONS },
    { now: () => performance.now(), cancelled: () => false },
  );
  return 'missing' in result ? [] : result.rows.map((row) => row?.get('return') ?? null);
}

describe('a name in parentheses', () => {
  it.each([
    ['(v) && n != 3', 'v && n != 3'],
    ['!(v) && n != n + 7 || v == 2', '(!v && n != n + 7) || v == 2'],
    ['(v) & n != 3', 'v & (n != 3)'],
    ['n == (v) && n != 3', '(n == v) && n != 3'],
    ['(v) && (n) && g == 5', 'v && n && g == 5'],
    ['(g) && n == 3 ? v : n', 'n == 3 ? v : n'],
    ['v + (n) * v - (g) * 2 < 4', 'v + n * v - 10 < 4'],
    ['(v) && -n < -2 && !(n) == 0 && v > 2', 'v && n > 2 && v > 2'],
    ['~(v) & n != 3', '~v & (n != 3)'],
    ['(int)(v) && n != 3', 'v && n != 3'],
    ['1 << (v) && n > 2 * (v) - n', '(1 << v) != 0 && n > 2 * v - n'],
  ])('%s', async (parenthesized, plain) => {
    const expected = await values(plain);
    expect(expected).not.toContain(null);
    expect(await values(parenthesized)).toEqual(expected);
  });

  it('is a type where it is one', async () => {
    expect(await values('(T) - n * 2 + v')).toEqual(await values('v - n * 2'));
  });

  it('is a variable where one hides the type', async () => {
    expect(await values('(T) && n != 3', 'int T = v;')).toEqual(await values('v && n != 3'));
  });
});
