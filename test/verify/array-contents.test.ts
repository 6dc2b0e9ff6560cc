/**
 * What a loop reads of an array is what the array contains where the loop is entered, not where the function begins;
 * `main` begins with the initialisers.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

afterAll(() => unloadSolver());

const verdicts = async (source: string, fileBudget = 30_000): Promise<readonly string[]> =>
  (
    await analyze(
      `#include <assert.h>\n${source}`,
      { ...DEFAULT_OPTIONS, loops: false, fileBudget },
      { now: () => performance.now(), cancelled: () => false },
    )
  ).assertions.map((a) => a.verdict);

describe('what was written before a loop', () => {
  test.each([
    [
      'read before and in the loop',
      `
        int f(int a[4]) {
          int x = a[0];
          a[0] = 5;
          int s = 0;
          for (int i = 0; i < 2; i++) s += a[0];
          assert(s == 2 * x);
          return 0;
        }`,
      'violated',
    ],
    [
      'at an index that is no constant',
      `
        int a[4];
        int f(int n) {
          int x = a[n & 3];
          a[n & 3] = 5;
          int s = 0;
          for (int i = 0; i < n; i++) s = a[n & 3];
          assert(n < 1 || s == x);
          return 0;
        }`,
      'violated',
    ],
    [
      'between two loops',
      `
        int a[4];
        int f(int n) {
          int s = 0, t = 0;
          for (int i = 0; i < 3; i++) s += a[n & 3];
          a[n & 3] = 5;
          for (int i = 0; i < 3; i++) t += a[n & 3];
          assert(s == t);
          return 0;
        }`,
      'violated',
    ],
    [
      'its value is known in the loop',
      `
        int f(int a[4], int n) {
          a[0] = 5;
          int s = 0;
          for (int i = 0; i < n; i++) s = a[0];
          assert(n < 1 || s == 5);
          return 0;
        }`,
      'holds',
    ],
    [
      'it bounds the loop',
      `
        int f(int a[4], int n) {
          a[1] = n;
          if (n < 0 || n > 9) return 0;
          int s = 0;
          for (int i = 0; i < a[1]; i++) s++;
          assert(s == n);
          return 0;
        }`,
      'holds',
    ],
    [
      'another element is the same',
      `
        int f(int a[4], int n) {
          int x = a[1];
          a[0] = 5;
          int s = 0;
          for (int i = 0; i < n; i++) s = a[1];
          assert(n < 1 || s == x);
          return 0;
        }`,
      'holds',
    ],
  ])('%s', async (_, source, expected) => expect(await verdicts(source)).toEqual([expected]), 60_000);

  test.each([
    [
      'a condition on what has been overwritten decides nothing',
      `
        int f(int a[4], int n) {
          int s = 0;
          if (a[0] > 3) {
            a[0] = -5;
            while (a[0] > n) {
              n++;
              s++;
            }
          }
          assert(s == 0);
          return 0;
        }`,
    ],
    [
      'an inner loop reads what the outer one writes',
      `
        int f(int a[4]) {
          int s = a[1], t = 0;
          for (int j = 0; j < 2; j++) {
            t = 0;
            for (int i = 0; i < 3; i++) t += a[1];
            a[1]++;
          }
          assert(t == 3 * s);
          return 0;
        }`,
    ],
  ])('%s', async (_, source) => expect(await verdicts(source, 3_000)).not.toContain('holds'), 60_000);
});

test('static arrays contain their initialisers where the program begins, until they are written', async () => {
  const source = `
extern int __VERIFIER_nondet_int(void);
unsigned long rows[2][3] = { { 1, 2, 3 }, { 4, 5 } };
int w[4] = { 3, 1, 4, 1 }, z[100];
static void bump(void) { w[1] += 10; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  assert(rows[1][2] == 0 && rows[0][1] == 2);
  assert(w[n & 3] <= 4);
  assert(z[n & 31] == 0);
  bump();
  assert(w[1] == 11 && w[2] == 4);
  int s = 0;
  for (int i = 0; i < 4; i++) s += w[2];
  assert(s == 16);
  assert(w[n & 3] <= 4);
  return 0;
}`;
  expect(await verdicts(source)).toEqual(['holds', 'holds', 'holds', 'holds', 'holds', 'violated']);
}, 60_000);

test('what is no start of the program begins with anything', async () => {
  expect(
    await verdicts('int w[4] = { 3, 1, 4, 1 }; int f(int n) { int x = w[2]; w[3] = x; assert(w[3] == 4); return n; }'),
  ).not.toContain('holds');
  expect(
    await verdicts(
      `
        int w[4] = { 3 };
        int main(int c, char **v) {
          w[1]++;
          assert(w[1] == 1);
          if (c > 3) return main(c - 1, v);
          return 0;
        }`,
    ),
  ).not.toContain('holds');
});

test('the range of initial contents is that of what is never written', async () => {
  const source = (body: string): string =>
    `extern int __VERIFIER_nondet_int(void);
int w[80] = { 1, 2 };
int main(void) { int n = __VERIFIER_nondet_int(), s = 0; if (n < 0 || n > 79) return 0; ${body} return 0; }`;
  expect(
    await verdicts(source('w[n] = 100; for (int i = 0; i < n; i++) if (w[i + 1] > 50) s++; assert(s == 0);'), 5_000),
  ).not.toContain('holds');
  expect(await verdicts(source('for (int i = 0; i < n; i++) if (w[i + 1] > 50) s++; assert(s == 0);'))).toEqual([
    'holds',
  ]);
}, 60_000);

describe('elements that may be the same one', () => {
  test.each([
    ['int s = a[i] + a[j], t = a[i]; a[i] = a[j]; a[j] = t; assert(a[i] + a[j] == s);', 'holds'],
    ['a[i] = 1; a[j] = 2; assert(a[i] == (i == j ? 2 : 1));', 'holds'],
    ['a[i] = 1; a[j] = 2; assert(a[i] == 1);', 'violated'],
    ['a[j] = 2; a[i] = 1; assert(a[i] == 1);', 'holds'],
    ['a[i] = 1; a[i + 1] = 3; a[j] = 2; assert(a[i + 1] != 1);', 'holds'],
    ['int x = a[k]; a[i] = 1; a[j] = 2; assert(a[k] == x || k == i || k == j);', 'holds'],
    ['int x = a[k]; a[i] = 1; a[j] = 2; assert(a[k] == x || k == i);', 'violated'],
  ])('%s', async (body, verdict) => {
    const source = `
      void f(int *a, unsigned i, unsigned j, unsigned k) { if (i > 6 || j > 6 || k > 6) return;
        if (a[i] > 99 || a[j] > 99 || a[i] < 0 || a[j] < 0) return; ${body} }`;
    expect(await verdicts(source)).toEqual([verdict]);
  });
});
