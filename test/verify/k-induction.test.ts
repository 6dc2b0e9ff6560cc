/**
 * k-induction: what was true of the last few states of a run that hasn't failed; and assertions that hinge on what
 * isn't modelled.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { AssertionReport } from '../../server/src/report/report.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

afterAll(() => unloadSolver());

const DECLARED = `extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
`;

async function assertions(body: string): Promise<readonly AssertionReport[]> {
  const options = { ...DEFAULT_OPTIONS, loops: false, fileBudget: 120_000 };
  return (
    await analyze(
      `${DECLARED}int unknown(int);
int main(void) {
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

const QUEUE = `int a = 1, b = 1, c = 1, d = 1, e = 1;
while (__VERIFIER_nondet_int()) {
  __VERIFIER_assert(CLAIM);
  e = d; d = c; c = b; b = a; a = __VERIFIER_nondet_int();
  REST
}`;
const queue = (claim: string, rest: string): string => QUEUE.replace('CLAIM', claim).replace('REST', rest);

describe('what went into a queue some iterations ago', () => {
  test.each([
    ['is not zero', queue('e != 0', 'if (a == 0) a = 1;'), 'holds'],
    ['leaves another remainder', queue('e % 7 != 3', 'if (a % 7 == 3) a = 1;'), 'holds'],
    [
      'is no square and one',
      queue('d != e * e + 1', 'if (a > 1000 || a < -1000) a = 0;\n  if (a == b * b + 1) a--;'),
      'holds',
    ],
    ['is zero at last', queue('e != 0', 'if (a == 5) a = 0;'), 'violated'],
  ])(
    '%s',
    async (_, body, verdict) => {
      const [a] = await assertions(body);
      expect(a?.verdict).toBe(verdict);
      if (verdict === 'holds') expect(a?.engine).toBe('k-induction');
    },
    240_000,
  );
});

test('it needs all of the steps: one exception is enough', async () => {
  const [a] = await assertions(
    queue('d != e * e + 1', 'if (a > 1000 || a < -1000) a = 0;\n  if (a == b * b + 1 && b != 7) a--;'),
  );
  expect(a?.verdict).not.toBe('holds');
}, 240_000);

describe('what an unknown call decides', () => {
  test.each([
    [
      'is not looked for',
      `int best = 0, n = __VERIFIER_nondet_int();
for (int i = 0; i < n; i++) { int v = unknown(i); if (v > best) best = v; else if (v < 0) break; }
__VERIFIER_assert(best <= 1000);`,
      'unknown',
      'unknown-call',
    ],
    [
      'has no part in a failure elsewhere',
      `int best = 0, n = __VERIFIER_nondet_int();
if (n < 0) best = unknown(n);
for (int i = 0; i < n; i++) { if (i == 7) best = 3; }
__VERIFIER_assert(best < 2);`,
      'violated',
      undefined,
    ],
    [
      'has limits',
      `int count = 0;
for (int i = 0; i < 9; i++) { if (unknown(i) > 3) count++; }
__VERIFIER_assert(count <= 9);`,
      'holds',
      undefined,
    ],
  ])(
    '%s',
    async (_, body, verdict, code) => {
      const [a] = await assertions(body);
      expect([a?.verdict, a?.reason?.code]).toEqual([verdict, code]);
    },
    240_000,
  );
});
