/** Verdicts that need more than a loop's summary: C in, one verdict per assertion beside it. */
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { campaign } from './campaign.ts';
import { arrayProgram } from './generate.ts';

async function verdicts(source: string): Promise<string[]> {
  const report = await analyze(
    source,
    { ...DEFAULT_OPTIONS, loops: false, fileBudget: 20_000 },
    { now: () => performance.now(), cancelled: () => false },
  );
  return report.assertions.map((a) => a.verdict);
}

const main = (body: string): string => `int main(void) { ${body} return 0; }`;
const ANY = '__VERIFIER_nondet_int()';
const UANY = '__VERIFIER_nondet_uint()';

afterAll(() => unloadSolver());

describe('invariants', () => {
  const table: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'order of the paths unknown, a linear equality',
      `
        int a = 0, b = 0, s = 0; while (${ANY}) { if (${ANY}) { a++; s += 2; } else { b++; s += 3; } }
        __VERIFIER_assert(s == 2 * a + 3 * b);`,
      ['holds'],
    ],
    [
      'the same, wrong by one',
      `
        int a = 0, b = 0, s = 0; while (${ANY}) { if (${ANY}) { a++; s += 2; } else { b++; s += 3; } }
        __VERIFIER_assert(s != 2 * a + 3 * b || s < 4);`,
      ['violated'],
    ],
    [
      'a remainder that every path keeps',
      `int a = 4; while (${ANY}) { if (${ANY}) a += 6; else a -= 9; } __VERIFIER_assert(a % 3 != 0);`,
      ['holds'],
    ],
    [
      'unsigned values that wrap around together',
      `
        unsigned a = ${UANY}, b = a + 5; while (${UANY}) { if (${UANY}) { a += 3; b += 3; } else { a -= 7; b -= 7; } }
        __VERIFIER_assert(b - a == 5);`,
      ['holds'],
    ],
    [
      'a phase after which the other variable rests',
      `
        int m = 0, a = 0, b = 0; while (${ANY}) { if (m == 0) { a++; if (a == 5) m = 1; } else { b++; if (b == 3) {
          m = 0; a = 0; b = 0; } } } __VERIFIER_assert(b == 0 || a == 5);`,
      ['holds'],
    ],
    [
      'an assertion in a nest',
      `
        int n = ${ANY}, i = 0, j = 0, k = 0; if (n < 0 || n > 50) return 0; while (i < n) { j = 0;
          while (j < i && ${ANY}) { j++; k++; __VERIFIER_assert(j <= i); } __VERIFIER_assert(j < n); i++; }
        __VERIFIER_assert(k >= 0);`,
      ['holds', 'holds', 'holds'],
    ],
    [
      'a product that is moved from factor to sum',
      `
        int x = ${ANY}, y = ${ANY}; if (x < 0 || x > 99 || y < 0 || y > 99) return 0; int s = 0, c = y; while (c > 0) {
          if (${ANY}) { s += x; c -= 1; } else if (c > 1) { s += 2 * x; c -= 2; } } __VERIFIER_assert(s == x * y);`,
      ['holds'],
    ],
    [
      'inputs that only the solver finds',
      `
        int a = ${ANY}, b = ${ANY}, i = 0; while (${ANY}) i++;
        if (a / 7 == 1234 && b == a + 3 * i) __VERIFIER_assert(b != 8650);`,
      ['violated'],
    ],
  ];
  for (const [name, source, expected] of table)
    test(name, async () => expect(await verdicts(main(source))).toEqual(expected), 60_000);
});

describe('elements of arrays', () => {
  const table: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'filled',
      `
        int n = ${ANY}; if (n < 1 || n > 64) return 0; int a[64]; for (int i = 0; i < n; i++) a[i] = 5;
        for (int i = 0; i < n; i++) __VERIFIER_assert(a[i] == 5);`,
      ['holds'],
    ],
    [
      'filled but for the last one',
      `
        int n = ${ANY}; if (n < 1 || n > 64) return 0; int a[64]; for (int i = 0; i + 1 < n; i++) a[i] = 5;
        for (int i = 0; i < n; i++) __VERIFIER_assert(a[i] == 5);`,
      ['violated'],
    ],
    [
      'copied',
      `
        int n = ${ANY}; if (n < 1 || n > 64) return 0; int a[64], b[64]; for (int i = 0; i < n; i++) b[i] = a[i];
        for (int i = 0; i < n; i++) __VERIFIER_assert(a[i] == b[i]);`,
      ['holds'],
    ],
  ];
  for (const [name, source, expected] of table)
    test(name, async () => expect(await verdicts(main(source))).toEqual(expected), 60_000);
});

describe('random programs', () => {
  test(
    'no verdict that a run contradicts',
    async () => expect((await campaign(11, 25, 2_000)).defects).toEqual([]),
    180_000,
  );
  test(
    'nor one about arrays',
    async () => expect((await campaign(12, 15, 2_000, arrayProgram)).defects).toEqual([]),
    180_000,
  );
});
