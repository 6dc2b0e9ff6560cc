/**
 * Small arrays are followed element by element: what is written at one index leaves the others as they are, and what an
 * element holds at first is an input.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { reportsOf } from './checked-assertions.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

afterAll(() => unloadSolver());

const verdicts = async (source: string): Promise<string> => (await reportsOf(source)).map((a) => a.verdict).join(' ');

describe('elements', () => {
  test.each([
    [
      'of two indices that may be one',
      `
        int a[4];
        int f(unsigned i, unsigned j) {
          a[i & 3] = 1;
          a[j & 3] = 2;
          assert(a[i & 3] == ((i & 3) == (j & 3) ? 2 : 1));
          return 0;
        }`,
      'holds',
    ],
    [
      'at an index that another element tells',
      `
        int main(void) {
          int p[4] = { 2, 3, 1, 0 }, n = __VERIFIER_nondet_int() & 3;
          assert(p[p[n]] != n);
          assert(p[p[n]] != 1);
          return 0;
        }`,
      'holds violated',
    ],
    [
      'written in a loop at a growing index',
      `
        int main(void) {
          int a[5];
          for (int i = 0; i < 5; i++) a[i] = i * i;
          assert(a[3] == 9 && a[4] == 16);
          return 0;
        }`,
      'holds',
    ],
    [
      'of several dimensions',
      `
        int main(void) {
          int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }, n = __VERIFIER_nondet_int() & 1;
          m[n][2] = 0;
          assert(m[0][2] + m[1][2] == (n ? 3 : 6));
          return 0;
        }`,
      'holds',
    ],
    [
      'of structs',
      `
        struct s { int x; short v[2]; };
        int main(void) {
          struct s t[2] = { { 1, { 2, 3 } }, { 4, { 5, 6 } } };
          int n = __VERIFIER_nondet_int() & 1;
          t[n].v[1] = 9;
          assert(t[0].v[1] + t[1].v[1] == (n ? 12 : 15));
          assert(t[1].x == 1);
          return 0;
        }`,
      'holds violated',
    ],
    [
      'outside of the array: the run is undefined',
      `
        int main(void) {
          int a[3] = { 0 }, n = __VERIFIER_nondet_int();
          a[n] = 1;
          assert(n >= 0 && n < 3);
          return 0;
        }`,
      'holds',
    ],
    [
      'that were never written decide nothing',
      'int main(void) { int a[3]; a[0] = 1; assert(a[1] == 0); return 0; }',
      'unknown',
    ],
    [
      'of static arrays of one name',
      `
        static int g(int i) {
          static int t[2] = { 1, 2 };
          return t[i & 1]++;
        }
        static int h(int i) {
          static int t[2] = { 1, 2 };
          return t[i & 1];
        }
        int main(void) {
          g(0);
          assert(g(0) == 2 && h(0) == 1);
          return 0;
        }`,
      'holds',
    ],
    [
      'of narrow types wrap around',
      `
        int main(void) {
          unsigned char a[2] = { 255, 0 };
          int n = __VERIFIER_nondet_int() & 1;
          a[n]++;
          assert(a[0] + a[1] == (n ? 256 : 0));
          return 0;
        }`,
      'holds',
    ],
    [
      'behind a parameter',
      'int f(int *p) { if (p[1] == 7) { p[0] = 3; assert(p[0] + p[1] != 10); } return 0; }',
      'violated',
    ],
    [
      'behind two parameters that may be one',
      'int f(int *p, int *q) { p[0] = 1; q[0] = 2; assert(p[0] == 1); return 0; }',
      'unknown',
    ],
  ])('%s', async (_, source, expected) => expect(await verdicts(source)).toBe(expected), 60_000);

  test('are told by their names in C', async () => {
    const [a] = await reportsOf(
      `
        int m[2][2];
        struct s { int x, v[2]; } t[3];
        int f(int n) {
          if (n == 5 && m[1][0] == 3 && t[2].v[1] == 4) {
            n++;
            assert(n != 6);
          }
          return 0;
        }`,
    );
    expect(a?.inputs).toMatchObject({ n: '5', 'm[1][0]': '3', 't[2].v[1]': '4' });
  });
});

describe('loops that are jumped into', () => {
  test.each([
    [
      'by a switch',
      `
        int main(void) {
          int n = __VERIFIER_nondet_int() & 3, s = 0, k = 2;
          switch (n) {
            case 0: do {
              s += 4;
              case 1: s += 2;
              case 2: s += 1;
            } while (--k > 0);
          }
          assert(s == (n == 0 ? 14 : n == 1 ? 10 : n == 2 ? 8 : 0));
          assert(s != 10);
          return 0;
        }`,
      'holds violated',
    ],
    [
      'by a goto',
      `
        int main(void) {
          int n = __VERIFIER_nondet_int(), i = 7, s = 0;
          if (n > 3) goto in;
          for (i = 0; i < 9; i++) {
            s++;
            in: s += 10;
          }
          assert(n > 3 ? s == 21 : s == 99);
          return 0;
        }`,
      'holds',
    ],
    [
      'only by a goto',
      'int main(void) { int i = 0; goto in; while (i < 4) { i += 2; in: i++; } assert(i == 4); return 0; }',
      'holds',
    ],
    [
      'with an inner loop behind the label',
      `
        int main(void) {
          int n = __VERIFIER_nondet_int() & 1, i = 0, s = 0;
          if (n) goto in;
          while (i < 2) {
            i++;
            in: for (int j = 0; j < 3; j++) s++;
          }
          assert(s == (n ? 9 : 6));
          return 0;
        }`,
      'holds',
    ],
    [
      'with an assertion in the body',
      `
        int main(void) {
          int n = __VERIFIER_nondet_int() & 1, i = 0;
          if (n) goto in;
          for (; i < 3; i++) {
            in: assert(i < 2);
          }
          return 0;
        }`,
      'violated',
    ],
  ])('%s', async (_, source, expected) => expect(await verdicts(source)).toBe(expected), 60_000);
});

test('operators on bits are worth in a failing run what they are', async () => {
  expect(
    await verdicts(
      `
        int f(unsigned x, unsigned y) {
          if (x < 64 && y < 64) {
            unsigned z = x & y;
            assert(z != 37);
            assert(z <= x);
          }
          return 0;
        }`,
    ),
  ).toBe('violated holds');
});
