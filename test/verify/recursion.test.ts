/** Functions that call themselves: from constants, and to a bounded depth. */
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

async function verdicts(source: string): Promise<Record<string, string>> {
  const report = await analyze(
    source,
    { ...DEFAULT_OPTIONS, loops: false, fileBudget: 20_000 },
    { now: () => performance.now(), cancelled: () => false },
  );
  return Object.fromEntries(report.assertions.map((a) => [a.function, a.verdict]));
}

afterAll(() => unloadSolver());

test('calls with constants are worth what they return', async () => {
  const source = `
    int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
    int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }
    int even(int n); int odd(int n) { return n == 0 ? 0 : even(n - 1); } int even(int n) {
      return n == 0 ? 1 : odd(n - 1); }
    int ack(int m, int n) { if (m == 0) return n + 1; if (n == 0) return ack(m - 1, 1);
      return ack(m - 1, ack(m, n - 1)); }
    int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
    int halves(int n) { int k = 0; while (n > 1) { n /= 2; k++; } return k < 3 ? k : 1 + halves(k); }
    int twice(int k) { return 2 * fact(k); }
    void right(void) { __VERIFIER_assert(fact(5) == 120 && fib(10) == 55 && ack(2, 3) == 9 && gcd(48, 18) == 6 &&
      even(10) && !odd(8)); }
    void wrong(void) { __VERIFIER_assert(fact(5) != 120); }
    void through(int x) { int k = 4; if (x) k = 4; __VERIFIER_assert(twice(k) == 48); }
    void loops(void) { __VERIFIER_assert(halves(1000) == 3); }`;
  expect(await verdicts(source)).toEqual({ right: 'holds', wrong: 'violated', through: 'holds', loops: 'holds' });
});

test('what else may come of a call is not forgotten', async () => {
  const source = `
    int nd(void); int calls;
    int count(int n) { calls++; return n == 0 ? 0 : count(n - 1); }
    int chance(int n) { if (nd()) return n; return n > 0 ? chance(n - 1) : 0; }
    int checks(int n) { __VERIFIER_assert(n >= 1); return n == 0 ? 0 : checks(n - 1); }
    void counted(void) { calls = 0; count(3); __VERIFIER_assert(calls == 0); }
    void asked(void) { __VERIFIER_assert(chance(3) == 0); }
    int main(void) { return checks(2); }`;
  const found = await verdicts(source);
  expect(found['counted']).not.toBe('holds');
  expect(found['asked']).not.toBe('holds');
  expect(Object.values(found)).toHaveLength(3);
  expect(
    Object.entries(found)
      .filter(([name]) => name !== 'counted' && name !== 'asked')
      .map(([, verdict]) => verdict),
  ).not.toContain('holds');
});

test('a few calls within each other are followed', async () => {
  const source = `
    int sum(int n) { if (n <= 0) return 0; return n + sum(n - 1); }
    int power(int b, int e) { if (e == 0) return 1; return b * power(b, e - 1); }
    void bounded(int n) { if (n >= 0 && n < 5) __VERIFIER_assert(sum(n) >= n); }
    void found(int n) { __VERIFIER_assert(sum(n) != 10); }
    void further(int n) { __VERIFIER_assert(sum(n) >= 0 || n < 40); }
    void square(int b) { if (b > -9 && b < 9) __VERIFIER_assert(power(b, 2) >= 0); }`;
  const { further, ...others } = await verdicts(source);
  expect(others).toEqual({ bounded: 'holds', found: 'violated', square: 'holds' });
  expect(further).not.toBe('violated');
});
