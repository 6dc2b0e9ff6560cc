/**
 * What a verdict says beside itself: the part that fails, the iteration, assumptions that contradict; and programs that
 * ask for trouble.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { AssertionReport } from '../../server/src/report/report.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

afterAll(() => unloadSolver());

async function assertions(source: string, fileBudget = 120_000): Promise<readonly AssertionReport[]> {
  return (
    await analyze(
      source,
      { ...DEFAULT_OPTIONS, loops: false, fileBudget },
      { now: () => performance.now(), cancelled: () => false },
    )
  ).assertions;
}

const DECLARED = `extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);
extern void reach_error(void);
`;

describe('the part that fails', () => {
  test.each([
    ['(s >= 0 && s < 5) && (i <= n)', 's < 5'],
    ['s < 100 && i <= n && s != 6', 's != 6'],
    ['s < 5 || i > n', undefined],
    ['s < 5', undefined],
  ])(
    'of %s',
    async (condition, conjunct) => {
      const [a] = await assertions(
        `${DECLARED}int f(int n) {
  int i, s = 0;
  for (i = 0; i < n; i++) { s += 2; __VERIFIER_assert(${condition}); }
  return s;
}`,
      );
      expect(a).toMatchObject({ verdict: 'violated', iteration: [2] });
      expect(a?.conjunct).toBe(conjunct);
    },
    120_000,
  );
});

test('the iteration of every loop around', async () => {
  const [inNest, inGoto] = await assertions(
    `${DECLARED}int f(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) { for (int j = 0; j < 3; j++) { s++; __VERIFIER_assert(s < 5); } }
  int t = 0;
again:
  t++;
  __VERIFIER_assert(t != 15);
  if (t < 20) goto again;
  return s;
}`,
  );
  expect(inNest).toMatchObject({ verdict: 'violated', iteration: [1, 1] });
  expect(inGoto).toMatchObject({ verdict: 'violated', iteration: [14] });
}, 120_000);

describe('assumptions that contradict each other', () => {
  const verdict = (body: string): Promise<(string | undefined)[]> =>
    assertions(`${DECLARED}int f(int n) { ${body} return 0; }`).then((all) =>
      all.map((a) => a.reason?.code ?? a.verdict),
    );
  test.each([
    [
      'two of them',
      '__VERIFIER_assume(n > 5); __VERIFIER_assume(n < 3); int m = n; __VERIFIER_assert(m == 77);',
      ['vacuous'],
    ],
    ['one by itself', '__VERIFIER_assume(n > 5 && n < 3); int m = n; __VERIFIER_assert(m == 77);', ['vacuous']],
    [
      'behind a loop',
      'int i = 0; __VERIFIER_assume(n > 5); while (i < n) i++; __VERIFIER_assume(i < 4); __VERIFIER_assert(i == 77);',
      ['vacuous'],
    ],
    ['an assumption that does its work', '__VERIFIER_assume(n > 5); if (n < 3) reach_error();', ['holds']],
    [
      'one in a branch of its own',
      'int m = 2; if (n > 5) { __VERIFIER_assume(n < 3); m = 4; } __VERIFIER_assert(m == 2);',
      ['holds'],
    ],
    [
      'code that nothing gets to anyway',
      'int m = 2; if (m > 5) { __VERIFIER_assume(n < 3); __VERIFIER_assert(m == 4); }',
      ['holds'],
    ],
  ])('%s', async (_, body, expected) => expect(await verdict(body)).toEqual(expected), 120_000);
});

describe('trouble', () => {
  const of = (source: string): Promise<string[]> => assertions(source).then((all) => all.map((a) => a.verdict));
  test(
    'an assertion with side effects',
    async () =>
      expect(
        await of(
          `
            ${DECLARED}int f(void) { int i = 0; while (i < 9) { __VERIFIER_assert(i++ < 9); } __VERIFIER_assert(i == 9);
              __VERIFIER_assert((i = 3) == 3 && i != 3); return i; }`,
        ),
      ).toEqual(['holds', 'holds', 'violated']),
    60_000,
  );
  test(
    'one with calls',
    async () =>
      expect(
        await of(
          `${DECLARED}static int twice(int x) { return x + x; }
int unknown(int);
int f(int n) { int m = n > 9 ? 9 : 3; __VERIFIER_assert(twice(m) == 18 || twice(m) == 6);
  __VERIFIER_assert(unknown(m) == 2); return 0; }`,
        ),
      ).toEqual(['holds', 'unknown']),
    60_000,
  );
  test(
    'one over floats',
    async () =>
      expect(
        await of(
          `
            ${DECLARED}int f(double d) { int n = 3; d = d * 2; __VERIFIER_assert(d > 1.0); __VERIFIER_assert(n == 3);
              return 0; }`,
        ),
      ).toEqual(['unknown', 'holds']),
    60_000,
  );
  test(
    'one in a recursion',
    async () =>
      expect(
        await of(
          `
            ${DECLARED}static void down(int n) { __VERIFIER_assert(n != 3); if (n > 0) down(n - 2); }
            int main(void) { int m = 7; down(m); return 0; }`,
        ),
      ).not.toEqual(['holds']),
    60_000,
  );
  test(
    'a recursion that is seen from every state',
    async () =>
      expect(
        await of(
          `
            ${DECLARED}int down(int n) { int m = n > 0 ? n : 1; if (n > 9) down(n - 2); __VERIFIER_assert(m > 0);
              return m; }`,
        ),
      ).toEqual(['holds']),
    60_000,
  );
  test('forty loops in a row', async () => {
    const loops = Array.from({ length: 40 }, (_, i) => `  for (int i = 0; i < ${i + 3}; i++) s += ${i % 3};\n`).join(
      '',
    );
    expect(
      await of(
        `${DECLARED}int f(int n) {
  unsigned s = 0;
${loops}  __VERIFIER_assert(s == 881);
  __VERIFIER_assert(n != 12 || s != 881);
  return 0;
}`,
      ),
    ).toHaveLength(2);
  }, 180_000);
  test('three thousand lines', async () => {
    const lines = Array.from({ length: 3_000 }, (_, i) =>
      i % 50 === 7 ? `  if (n == ${i}) x = x + ${i % 7};` : `  y = y * 3 + ${i % 11};`,
    ).join('\n');
    const all = await assertions(
      `${DECLARED}int f(int n) {
  unsigned x = 0, y = 1;
${lines}
  __VERIFIER_assert(x < 9);
  return y;
}`,
      4_000,
    );
    expect(all).toHaveLength(1);
    expect(all[0]?.verdict).not.toBe('violated');
  }, 120_000);
});
