/** Verdicts on what takes all of a bounded run, or many equal answers in a row. */
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { AssertionReport } from '../../server/src/report/report.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

afterAll(() => unloadSolver());

const DECLARED =
  `extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
extern void __VERIFIER_assert(int);
` + 'void assume(int holds) { if (!holds) abort(); }\n';

async function assertions(body: string): Promise<readonly AssertionReport[]> {
  const options = { ...DEFAULT_OPTIONS, loops: false, fileBudget: 120_000 };
  return (
    await analyze(
      `${DECLARED}int main(void) {
${body}
return 0;
}
`,
      options,
      {
        now: () => performance.now(),
        cancelled: () => false,
      },
    )
  ).assertions;
}

describe('loops that end after a few iterations whatever comes', () => {
  const doubling = (claim: string): string =>
    `unsigned x = 1; int i = 0, n = __VERIFIER_nondet_int();
assume(n >= 0 && n < 31);
while (i < n) { x = x * 2; i++; }
__VERIFIER_assert(${claim});`;
  const shifting = (claim: string): string =>
    `unsigned x = __VERIFIER_nondet_uint(), c = 0;
while (x != 0) { x += x; c++; }
__VERIFIER_assert(${claim});`;
  test.each([
    ['doubling outgrows counting', doubling('x > (unsigned) i'), 'holds'],
    ['but not squares', doubling('x > (unsigned) (i * i)'), 'violated'],
    ['bits are shifted out', shifting('c <= 32'), 'holds'],
    ['all of them, at worst', shifting('c <= 31'), 'violated'],
  ])(
    '%s',
    async (_, body, verdict) => {
      const [a] = await assertions(body);
      expect(a?.verdict).toBe(verdict);
    },
    240_000,
  );
});

describe('hundreds of answers of one kind', () => {
  const steps = (claim: string): string =>
    `int i = 0, k = 0;
while (i < 600) { int v = __VERIFIER_nondet_int(); assume(v >= 1 && v <= 3); i += v; k++; }
__VERIFIER_assert(${claim});`;
  const least = (to: string): string =>
    `int a[400], i, m;
for (i = 0; i < 400; i++) a[i] = __VERIFIER_nondet_int();
m = a[0];
for (i = 1; i < ${to}; i++) if (a[i] < m) m = a[i];
for (i = 0; i < 400; i++) __VERIFIER_assert(a[i] >= m);`;
  test.each([
    ['the largest steps', steps('k > 200'), 'violated'],
    ['not fewer than these', steps('k >= 200'), 'holds'],
    ['what goes down has its least at the end', least('399'), 'violated'],
    ['which is found', least('400'), 'holds'],
  ])(
    '%s',
    async (_, body, verdict) => {
      const [a] = await assertions(body);
      expect(a?.verdict).toBe(verdict);
    },
    240_000,
  );
});
