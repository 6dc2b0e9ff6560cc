/** Assertions that are identities of what a loop adds up, or of what two variables keep between them. */
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis.ts';
import { unloadSolver } from '../../server/src/solver/solver.ts';

async function verdicts(source: string): Promise<string[]> {
  const report = await analyze(source, { ...DEFAULT_OPTIONS, loops: false, fileBudget: 20_000 }, { now: () => performance.now(), cancelled: () => false });
  return report.assertions.map((a) => a.verdict);
}

afterAll(() => unloadSolver());

test.each<[string, string, readonly string[]]>([
  ['squares added up, times what they are divided by', 'void f(int n) { if (n < 0) return; int s = 0; for (int i = 1; i <= n; i++) s += i * i; __VERIFIER_assert(6 * s == n * (n + 1) * (2 * n + 1)); }', ['holds']],
  ['the same, wrong by one', 'void f(int n) { if (n < 0) return; int s = 0; for (int i = 1; i <= n; i++) s += i * i; __VERIFIER_assert(6 * s != n * (n + 1) * (2 * n + 1) || n < 4); }', ['violated']],
  ['in a wider type', 'void f(int n) { if (n < 0) return; long s = 0; for (int i = 0; i < n; i++) s += (long)i * i; __VERIFIER_assert(6 * s == (long)n * (n - 1) * (2L * n - 1)); }', ['holds']],
  ['modulo the width of an unsigned type', 'void f(unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += i * i; __VERIFIER_assert(6 * s == n * (n - 1) * (2 * n - 1)); }', ['holds']],
  ['cubes', 'void f(int n) { if (n < 0) return; long s = 0; for (long i = 1; i <= n; i++) s += i * i * i; __VERIFIER_assert(4 * s == (long)n * n * (n + 1) * (n + 1)); }', ['holds']],
  ['a power and a shift', 'void f(int n) { if (n < 0 || n > 20) return; int p = 3; for (int i = 0; i < n; i++) p *= 2; __VERIFIER_assert(p == 3 << n); }', ['holds']],
  ['shifts added up', 'void f(int n) { if (n < 0 || n > 20) return; int s = 0; for (int i = 0; i < n; i++) s += 1 << i; __VERIFIER_assert(s == (1 << n) - 1); }', ['holds']],
])('%s', async (_, source, expected) => expect(await verdicts(source)).toEqual(expected), 60_000);
