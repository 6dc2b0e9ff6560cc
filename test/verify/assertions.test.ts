/**
 * Verdicts on random functions against the compiler; `npm run fuzz:assertions` goes further. And what such runs have
 * found.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { assertionCampaign, emptyTally } from './assertion-campaign.ts';
import { search } from './search.ts';

afterAll(() => unloadSolver());

test('no proof is broken and every failure happens', async () => {
  const tally = emptyTally();
  await assertionCampaign({ seed: 'tests', from: 0, count: 40, batch: 10, budget: 2_000 }, tally);
  expect(tally.defects).toEqual([]);
  expect(tally.functions).toBe(40);
}, 240_000);

test('the search breaks what is wrong, and repeats what it is told to', async () => {
  const of = (name: string, body: string): { name: string; source: string; params: string[] } => ({
    name,
    source: `
void ${name}(int n, unsigned char m) {
${body}
}
`,
    params: ['int', 'unsigned char'],
  });
  const functions = [
    of(
      'f0',
      `  int s = 0;
  for (int i = 0; i < n; i++) s += 2;
  __VERIFIER_assert(s != 14);`,
    ),
    of(
      'f1',
      `  int k = n + 1;
  __VERIFIER_assert(k > n);
  __VERIFIER_assert(m < 255);`,
    ),
  ];
  const stream = [
    [7n, 1],
    [0n, 1],
  ] as const;
  const found = await search(
    functions,
    [
      { index: 0, line: 5, stream },
      { index: 1, line: 5, stream },
      { index: 1, line: 3, stream: [[2147483647n, 1]] },
    ],
    'c',
  );
  expect(found.failing.map((m) => [...m.keys()])).toEqual([[5], [5]]);
  expect(found.confirmed).toEqual([5, 'ends', 'undefined']);
  expect((await search(functions, [], 'wrapv')).failing.map((m) => [...m.keys()])).toEqual([[5], [5, 4]]);
}, 60_000);

describe('inputs', () => {
  test.each([
    [
      'unsigned char n',
      `
        unsigned x = n; for (int i = 0; i != 7; i++) { x = -(x + x); x = x % 5; }
        __VERIFIER_assert(n == 7 || x % 2 == 0);`,
    ],
    [
      'unsigned short n',
      `
        int a[4] = { 0, 3 }, y = 4; for (int i = n; i >= 0; i--) { if (i < 4) y = a[i]; }
        __VERIFIER_assert(y == 4 || y != 4 && y % 3 == 0);`,
    ],
  ])(
    'are of their types: %s',
    async (parameter, body) => {
      const source = `extern void __VERIFIER_assert(int);\nvoid f(${parameter}) { ${body} }`;
      const { assertions } = await analyze(
        source,
        { ...DEFAULT_OPTIONS, loops: false, fileBudget: 20_000 },
        { now: () => performance.now(), cancelled: () => false },
      );
      for (const a of assertions) expect(BigInt(a.inputs?.['n'] ?? 0)).toBeGreaterThanOrEqual(0n);
    },
    60_000,
  );
});

test('a run that is too long to be repeated fails nothing where it is undefined on the way', async () => {
  // from the first iteration on: y + n is beyond the limit
  const source = `extern short __VERIFIER_nondet_short(void); extern void __VERIFIER_assert(int);
    void f(int n) {
      short y = __VERIFIER_nondet_short(), first = y;
      for (int i = 0; i != n; i++) { y -= 1; if (n >= 8) { y += n; } y += 2; }
      __VERIFIER_assert(n != 2147483646 || first != 32767);
    }`;
  const { assertions } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, loops: false, fileBudget: 20_000 },
    { now: () => performance.now(), cancelled: () => false },
  );
  expect(assertions.map((a) => a.verdict)).not.toContain('violated');
}, 60_000);
