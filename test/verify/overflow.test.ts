/** Overflow that must and can happen, and code that nothing gets to. */
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { AnalysisOptions } from '../../server/src/analysis/analyze-file.ts';
import type { Finding } from '../../server/src/report/report.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

afterAll(() => unloadSolver());

async function findings(source: string, options: Partial<AnalysisOptions> = {}): Promise<readonly Finding[]> {
  const all = { ...DEFAULT_OPTIONS, loopBudget: 120_000, fileBudget: 120_000, ...options };
  return (await analyze(source, all, { now: () => performance.now(), cancelled: () => false })).findings ?? [];
}

/** `text@line`, with `!` where it must happen, and the iterations. */
async function overflows(source: string, options: Partial<AnalysisOptions>): Promise<string[]> {
  return (await findings(source, options)).flatMap((f) =>
    f.kind === 'overflow'
      ? [`${f.text}@${f.range.start.line}${f.must ? '!' : ''} ${(f.iteration ?? []).join()}`.trim()]
      : [],
  );
}

describe('overflow', () => {
  const must: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'a sum of constants',
      `int main(void) {
  int s = 0;
  for (int i = 0; i < 1000000; i++) s += i;
  return s;
}`,
      ['s += i@3! 65536'],
    ],
    [
      'a counter that is to run out',
      `int f(int n) {
  for (int i = 1; i > 0; i++) n++;
  return n;
}`,
      ['for (int i = 1; i > 0; i++)@2! 2147483646'],
    ],
    [
      'a counter alone',
      `int f(void) {
  int i = 1;
  while (i > 0) i++;
  return 0;
}`,
      ['i++@3! 2147483646'],
    ],
    [
      'one that only can',
      `int f(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += i;
  return s;
}`,
      [],
    ],
    [
      'unsigned arithmetic',
      `int f(void) {
  unsigned i = 1;
  while (i != 0) i++;
  return 0;
}`,
      [],
    ],
    [
      'a loop that may be left',
      `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0;
  while (__VERIFIER_nondet_int()) i++;
  return i;
}`,
      [],
    ],
  ];
  test.each(must)(
    'must: %s',
    async (_, source, expected) => {
      expect(await overflows(source, { loops: true })).toEqual(expected);
      // without the loops' own reports
      expect(await overflows(source, { loops: false })).toEqual(expected);
    },
    240_000,
  );

  const can: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'a sum',
      `int f(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += i;
  return s;
}`,
      ['s += i@3 65536'],
    ],
    [
      'a product, a negation, a quotient',
      `int f(int n, int m) {
  if (n > 50000) n = n * n;
  if (m < 0) m = -m;
  return m == 0 ? 0 : n / m;
}`,
      ['n * n@2!', 'm = -m@3'],
    ],
    [
      'only where it is evaluated',
      `int f(int n) {
  return n < 9 && n > -9 && n + 5 > 0 ? n * 3 : 0;
}`,
      [],
    ],
    [
      'a counter left to the environment',
      `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 1;
  while (__VERIFIER_nondet_int()) i = i + 1;
  return i;
}`,
      ['i + 1@4 2147483646'],
    ],
    [
      'long long',
      `long long f(long long a) {
  return a + 1;
}`,
      ['a + 1@2'],
    ],
    [
      'bounded',
      `int f(int n) {
  int s = 0;
  for (int i = 0; i < n && i < 1000; i++) s += i;
  return s;
}`,
      [],
    ],
  ];
  test.each(can)(
    'can: %s',
    async (_, source, expected) => {
      expect(await overflows(source, { loops: false, overflow: 'can' })).toEqual(expected);
    },
    240_000,
  );

  test('not in other readings of C, nor when switched off', async () => {
    const source = `int f(int n) {
  return n + 1;
}`;
    expect(await overflows(source, { overflow: 'can' })).toEqual(['n + 1@2']);
    for (const options of [
      { overflow: 'off' },
      { integers: 'wrapv', overflow: 'can' },
      { integers: 'mathematical', overflow: 'can' },
    ] as const) {
      expect(await overflows(source, options)).toEqual([]);
    }
  }, 120_000);
});

describe('code that nothing gets to', () => {
  const table: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'branches',
      `int g(unsigned n) {
  unsigned i = 0;
  while (i != n)
    i++;
  if (i < n) {
    i = 7;
    n = 3;
  }
  if (i == n)
    return 1;
  else
    n = 2;
  return 2;
}`,
      ['6-7', '12-13'],
    ],
    [
      'behind a loop',
      `int g(unsigned n) {
  unsigned i = 1;
  while (i != 0) i = i == 9 ? 1 : i + 1;
  n = 4;
  return n;
}`,
      ['4-5'],
    ],
    [
      'nothing where all can be',
      `int g(int n) {
  for (int i = 0; i < n; i++)
    ;
  if (n > 3) n = 4;
  return n;
}`,
      [],
    ],
  ];
  test.each(table)(
    '%s',
    async (_, source, expected) => {
      const found = (await findings(source)).filter((f) => f.kind === 'unreachable');
      expect(found.map(({ range }) => `${range.start.line}-${range.end.line}`)).toEqual(expected);
    },
    120_000,
  );
});

test('a comment accepts a finding, and is no other', async () => {
  const [found] = await findings(
    `int f(int n) {
  // looplens: ignore
  return n + 1;
}`,
    { overflow: 'can' },
  );
  expect(found?.accepted).toBe('source');
  const [other] = await findings(
    `int f(int n) {
  return n + 1; // looplens ignore
}`,
    { overflow: 'can' },
  );
  expect(other?.accepted).toBeUndefined();
}, 60_000);
