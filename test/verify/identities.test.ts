/** Assertions about what a loop adds up: identities, and bounds where the order of its steps isn't known. */
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

async function verdicts(source: string): Promise<string[]> {
  const report = await analyze(
    source,
    { ...DEFAULT_OPTIONS, loops: false, fileBudget: 60_000 },
    { now: () => performance.now(), cancelled: () => false },
  );
  return report.assertions.map((a) => a.verdict);
}

afterAll(() => unloadSolver());

test.each<[string, string, readonly string[]]>([
  [
    'two ways to be every other time 1, in types of their own',
    `
      void f(int n) {
        int a = 0;
        _Bool b = 0;
        for (int i = 0; i < n; i++) { a ^= 1; b = !b; }
        __VERIFIER_assert(a == b);
        __VERIFIER_assert(b != 1 || n % 2 != 0);
        __VERIFIER_assert(b == 0);
      }`,
    ['holds', 'holds', 'violated'],
  ],
  [
    'squares added up, times what they are divided by',
    `
      void f(int n) {
        if (n < 0) return;
        int s = 0;
        for (int i = 1; i <= n; i++) s += i * i;
        __VERIFIER_assert(6 * s == n * (n + 1) * (2 * n + 1));
      }`,
    ['holds'],
  ],
  [
    'the same, wrong by one',
    `
      void f(int n) {
        if (n < 0) return;
        int s = 0;
        for (int i = 1; i <= n; i++) s += i * i;
        __VERIFIER_assert(6 * s != n * (n + 1) * (2 * n + 1) || n < 4);
      }`,
    ['violated'],
  ],
  [
    'in a wider type',
    `
      void f(int n) {
        if (n < 0) return;
        long s = 0;
        for (int i = 0; i < n; i++) s += (long)i * i;
        __VERIFIER_assert(6 * s == (long)n * (n - 1) * (2L * n - 1));
      }`,
    ['holds'],
  ],
  [
    'modulo the width of an unsigned type',
    `
      void f(unsigned n) {
        unsigned s = 0;
        for (unsigned i = 0; i < n; i++) s += i * i;
        __VERIFIER_assert(6 * s == n * (n - 1) * (2 * n - 1));
      }`,
    ['holds'],
  ],
  [
    'cubes',
    `
      void f(int n) {
        if (n < 0) return;
        long s = 0;
        for (long i = 1; i <= n; i++) s += i * i * i;
        __VERIFIER_assert(4 * s == (long)n * n * (n + 1) * (n + 1));
      }`,
    ['holds'],
  ],
  [
    'a power and a shift',
    `
      void f(int n) {
        if (n < 0 || n > 20) return;
        int p = 3;
        for (int i = 0; i < n; i++) p *= 2;
        __VERIFIER_assert(p == 3 << n);
      }`,
    ['holds'],
  ],
  [
    'shifts added up',
    `
      void f(int n) {
        if (n < 0 || n > 20) return;
        int s = 0;
        for (int i = 0; i < n; i++) s += 1 << i;
        __VERIFIER_assert(s == (1 << n) - 1);
      }`,
    ['holds'],
  ],
])('%s', async (_, source, expected) => expect(await verdicts(source)).toEqual(expected), 60_000);

test.each<[string, string, readonly string[]]>([
  [
    'bits that are set',
    `
      void f(unsigned x) {
        int y = 0;
        while (x > 0) {
          y += x & 1;
          x >>= 1;
        }
        __VERIFIER_assert(0 <= y && y <= 32);
      }`,
    ['holds'],
  ],
  [
    'bits that are set, of positive numbers',
    'void f(int x) { int y = 0; while (x > 0) { y += x & 1; x >>= 1; } __VERIFIER_assert(y <= 31); }',
    ['holds'],
  ],
  [
    'one less than there can be',
    `
      void f(unsigned char x) {
        int y = 0;
        while (x > 0) {
          y += x & 1;
          x >>= 1;
        }
        __VERIFIER_assert(y <= 7);
      }`,
    ['violated'],
  ],
  [
    'digits',
    `
      void f(int n) {
        int s = 0;
        while (n > 0) {
          s += n % 10;
          n /= 10;
        }
        __VERIFIER_assert(s >= 0 && s <= 90);
      }`,
    ['holds'],
  ],
])('%s, added up', async (_, source, expected) => expect(await verdicts(source)).toEqual(expected), 60_000);

test.each<[string, string, readonly string[]]>([
  [
    'what is left when one is taken from the other divides both',
    `
      void f(int a, int b) {
        if (a <= 0 || b <= 0) return;
        int x = a, y = b;
        while (x != y) {
          if (x > y) x -= y;
          else y -= x;
        }
        __VERIFIER_assert(b % x == 0);
      }`,
    ['holds'],
  ],
  [
    'twice that doesn’t',
    `
      void f(int a, int b) {
        if (a <= 0 || b <= 0) return;
        int x = a, y = b;
        while (x != y) {
          if (x > y) x -= y;
          else y -= x;
        }
        __VERIFIER_assert(a % (2 * x) == 0);
      }`,
    ['violated'],
  ],
])('%s', async (_, source, expected) => expect(await verdicts(source)).toEqual(expected), 120_000);
