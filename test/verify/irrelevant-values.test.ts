/** What isn't modelled keeps no run from failing where it decides nothing; where it does, nothing is claimed. */
import { afterAll, describe, expect, test } from 'vitest';
import { reportsOf } from './checked-assertions.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

afterAll(() => unloadSolver());

const reports = (source: string): ReturnType<typeof reportsOf> => reportsOf(source, ['string.h']);

const verdicts = async (source: string): Promise<string> => (await reports(source)).map((a) => a.verdict).join(' ');

describe('a value that is not known', () => {
  test.each([
    [
      'is never read',
      `
        int f(int n) {
          if (n < 1 || n > 20) return 0;
          int i = n;
          int z = sizeof(int[i++]);
          assert(i == n);
          return z;
        }`,
      'violated',
    ],
    [
      'is computed with, to no end',
      `
        int f(int n) {
          char a[9], b[9];
          int k = memcmp(a, b, 9) == 0;
          k += 2;
          int m = n + 1;
          assert(m != 3);
          return k;
        }`,
      'violated',
    ],
    // x | 64 is nothing that the solver computes: what it proposes takes another way, on which the value decides
    [
      'decides on the way that is really taken',
      `
        unsigned char g;
        int f(void) {
          g |= g - 3;
          for (int i = 0; i < g % 3; i++) g = "bacb"[2];
          assert(g != 3);
          assert(g % 2 == 1);
          return 0;
        }`,
      'violated unknown',
    ],
    ['is written over', 'int f(int n) { volatile int t = 1; int x = t; x = n; assert(x != 3); return t; }', 'violated'],
    [
      'is the rest of a union',
      `
        int main(void) {
          union { struct { int x, y; } p; int w[2]; } v;
          v.p.x = 1;
          v.w[0] = 2;
          assert(v.p.x == 1);
          return 0;
        }`,
      'violated',
    ],
    [
      'is what an initialiser leaves out of a union',
      `
        union u { struct { unsigned m : 4; int k; } p; int f; char s; };
        int main(void) {
          union u a = { { 3, 2 } }, b = { .s = 1 };
          assert(a.p.m == 3 && a.p.k == 2 && b.s == 1);
          assert(a.f >= 0);
          assert(b.f == 1);
          return 0;
        }`,
      'holds unknown unknown',
    ],
    [
      'is nothing of a union that its initialiser covers',
      'int main(void) { union { int w; char b[4]; } v = { 5 }; assert(v.b[0] == 5 && v.b[3] == 0); return 0; }',
      'holds',
    ],
    [
      'is an unset part of a union',
      'int main(void) { union { int w[2]; long l; } v; v.w[0] = 2; assert(v.w[1] == 0); return 0; }',
      'unknown',
    ],
    [
      'decides whether the assertion is reached',
      'int f(int n) { char a[9], b[9]; if (memcmp(a, b, 9) == 5) assert(n != 3); return 0; }',
      'unknown',
    ],
    [
      'decides which way an iteration goes',
      `struct s { int a; _Bool b : 1; }; struct s g[2] = { { 3, 15 }, { 11, 1 } };
void check(struct s r, int n) { assert(n == r.b); }
int main(void) {
  short a = __VERIFIER_nondet_int(); unsigned char c = __VERIFIER_nondet_int();
  for (struct s *p = g; &g[2]; p++) {
    if (7L < -p->a) {} else if ("bbaa"[0]) {} else { check(*p, 7u); }
    if (c == 3) a = (*p).b;
  }
}`,
      'unknown',
    ],
    [
      'decides what is asserted',
      'int f(int n) { char a[9], b[9]; unsigned x = memcmp(a, b, 9); assert((x ^ n) != 3); return 0; }',
      'unknown',
    ],
  ])('%s', async (_, source, expected) => expect(await verdicts(source)).toBe(expected), 60_000);
});

test('what a run has in the place of such a value is not told', async () => {
  const [a] = await reports(
    `
      char c[9], d[9];
      int f(int n) {
        int k = memcmp(c, d, 9) == 0;
        k += 2;
        int m = n + 1;
        assert(m != 3);
        return k;
      }`,
  );
  expect([a?.verdict, a?.values?.m, a?.values?.k]).toEqual(['violated', '3', undefined]);
});

/** One of the runs that it may take is the one in which nobody else does anything. */
describe('what may have any value, and has one in some run', () => {
  test.each([
    ['a volatile object', 'static volatile int g = 3; int main(void) { assert(g == 4); return 0; }', 'violated'],
    ['a volatile object holds nothing', 'volatile int g = 3; int main(void) { assert(g == 3); return 0; }', 'unknown'],
    ['it is stored to', 'volatile int g; int main(void) { g = 5; g++; assert(g != 6); return 0; }', 'violated'],
    [
      'it is set as a whole',
      'struct s { int a, b; }; volatile struct s g; int main(void) { g = (struct s){ 1, 2 }; assert(g.b == 2); return 0; }',
      'unknown',
    ],
    [
      'it is set as a whole, to something else',
      'struct s { int a, b; }; volatile struct s g; int main(void) { g = (struct s){ 1, 2 }; assert(g.b != 2); return 0; }',
      'violated',
    ],
    [
      'it counts',
      'int main(void) { int s = 0; for (volatile int i = 0; i < 4; i++) s += i; assert(s != 6); return 0; }',
      'violated',
    ],
    [
      'pointers lead to it',
      'volatile int g = 3; int main(void) { volatile int *p = &g; *p = 4; assert(g != 3); return 0; }',
      'unknown',
    ],
    ['it is defined elsewhere', 'extern volatile int g; int main(void) { assert(g == 4); return 0; }', 'unknown'],
    [
      'a static object nobody stores to',
      'static int n; int f(void) { int *q = &n; assert(*q == 1); return 0; }',
      'violated',
    ],
    [
      'it is changed through its address',
      'static int n; int f(int x) { int *q = &n; assert(n == 0); *q = x; return n; }',
      'unknown',
    ],
  ])('%s', async (_, source, expected) => {
    expect(await verdicts(source)).toBe(expected);
  });

  test('a store to one of them changes nothing else', async () => {
    const source = 'int g = 2; int *p = &g; int main(void) { volatile int t = 1; t = 7; assert(*p == 2); return t; }';
    expect(await verdicts(source)).toBe('holds');
  });
});

describe('an array whose contents are up to the caller', () => {
  test.each([
    ['is never read', 'int f(int *p, int n) { p[2] = n; int m = n * 2; assert(m != 8); return p[0]; }', 'violated'],
    [
      'has an element that decides, which is an input',
      'int f(int *p, int n) { int m = p[0] + n; assert(m != 8); return m; }',
      'violated',
    ],
  ])('%s', async (_, source, expected) => {
    expect(await verdicts(source)).toBe(expected);
  });
});
