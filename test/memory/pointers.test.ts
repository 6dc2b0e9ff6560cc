/**
 * What is done through pointers is done to the objects that they lead to, where that can be told; else nothing is
 * claimed.
 */
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { campaign } from './campaign.ts';
import type { Tally } from './campaign.ts';
import { hasGcc } from '../c/gcc.ts';

const PRELUDE = `#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct P { int x, y; };
struct S { int a; short b; unsigned char c[4]; int d[3]; };
struct N { int v; struct N *next; };
struct Q { struct P in; int k; };
union U { int i; unsigned char c[4]; };
extern int *ext(int *); extern void touch(int *);
static int g = 5; static int *gp = &g; static int *keep;
static void set(int *p, int v) { *p = v; }
static void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }
static void move(struct P *p, int d) { p->x += d; p->y -= d; }
static void bump(struct S *s, int k) { s->a = s->a + k; s->d[k & 1] = s->b; s->c[k & 3]++; }
static void two(struct P *a, struct P *b) { a->x = 1; b->x = 2; }
static int *pick(int c, int *p, int *q) { return c ? p : q; }
static void through(int **pp, int *q) { *pp = q; }
static int count(struct N *l) { int n = 0; while (l) { n += l->v; l = l->next; } return n; }
static int local(int v) { int t = v; int *p = &t; set(p, t + 1); return t; }
static int rec(int n, int *p) { int t = n; *p += 1; if (n > 0) rec(n - 1, &t); return t; }
static void stash(int *p) { keep = p; }
static void high(union U *u) { u->c[3] = 1; }
`;

async function verdicts(body: string): Promise<string> {
  const { assertions } = await analyze(
    PRELUDE + body,
    { ...DEFAULT_OPTIONS, loops: false, fileBudget: 60_000 },
    { now: () => 0, cancelled: () => false },
  );
  return assertions.map((a) => a.verdict).join(' ');
}

describe('through pointers', () => {
  it.each([
    ['the callee changes a variable', 'void t(void) { int x = 1; set(&x, 3); assert(x == 3); }', 'holds'],
    ['one variable under two names', 'void t(int v) { int x = v; swap(&x, &x); assert(x == v); }', 'holds'],
    [
      'two elements',
      `
        void t(int a, int b) {
          int v[3] = { a, b, 7 };
          swap(&v[0], &v[2]);
          assert(v[0] == 7 && v[2] == a && v[1] == b);
        }`,
      'holds',
    ],
    [
      'a choice of two variables',
      `
        void t(int n) {
          int x = 1, y = 2;
          int *p = n ? &x : &y;
          *p = 5;
          assert(n ? x == 5 && y == 2 : x == 1 && y == 5);
        }`,
      'holds',
    ],
    [
      'a pointer that is returned',
      'void t(int n) { int x = 1, y = 2; int *p = pick(n, &x, &y); *p = 7; assert(n ? x == 7 : y == 7); }',
      'holds',
    ],
    [
      'a pointer to a pointer',
      `
        void t(void) {
          int x = 1, y = 2;
          int *p = &x;
          int **pp = &p;
          *pp = &y;
          *p = 9;
          **pp += 1;
          assert(y == 10 && x == 1);
        }`,
      'holds',
    ],
    [
      'a callee that turns a pointer',
      'void t(void) { int x = 0, y = 0; int *p = &x; through(&p, &y); *p = 3; assert(x == 0 && y == 3); }',
      'holds',
    ],
    [
      'a member of a struct',
      'void t(void) { struct P a = { 1, 2 }, *q; q = &a; q->x = 5; assert(a.x == 5 && a.y == 2); }',
      'holds',
    ],
    [
      'members, in a callee',
      'void t(void) { struct P a = { 1, 2 }; move(&a, 3); assert(a.x == 4 && a.y == -1); }',
      'holds',
    ],
    [
      'arrays among the members',
      `
        void t(void) {
          struct S s = { 1, 2, { 3, 4, 5, 6 }, { 7, 8, 9 } };
          bump(&s, 1);
          assert(s.a == 2 && s.d[1] == 2 && s.c[1] == 5 && s.b == 2);
        }`,
      'holds',
    ],
    [
      'one struct under two names',
      'void t(void) { struct P a = { 0, 0 }; two(&a, &a); assert(a.x == 2); assert(a.x == 1); }',
      'holds violated',
    ],
    [
      'a struct in a struct, as a whole',
      `
        void t(void) {
          struct Q q = { { 1, 2 }, 3 };
          struct P *p = &q.in;
          *p = (struct P){
            5, 6
          };
          struct P c = *p;
          assert(q.in.x == 5 && c.y == 6 && q.k == 3);
        }`,
      'holds',
    ],
    [
      'a struct in an array',
      `
        void t(void) {
          struct P v[3] = { { 1, 2 }, { 3, 4 } };
          move(&v[1], 1);
          struct P *p = v;
          p++;
          p->y = 8;
          assert(v[1].x == 4 && v[1].y == 8 && v[0].x == 1);
        }`,
      'holds',
    ],
    [
      'a list',
      `
        void t(void) {
          struct N a = { 1, 0 }, b = { 2, &a };
          b.next->v = 5;
          assert(a.v == 5);
          assert(count(&b) == 7);
        }`,
      'holds holds',
    ],
    ['part of a union', 'void t(void) { union U u = { 1 }; high(&u); assert(u.i == 0x1000001); }', 'holds'],
    [
      'a struct that a pointer may not lead to',
      `
        void t(int n) {
          struct P a = { 1, 2 };
          struct P *p = n ? &a : 0;
          if (p) p->x = 7;
          assert(n ? a.x == 7 : a.x == 1);
        }`,
      'holds',
    ],
    [
      'each call has its own variables',
      'void t(void) { assert(local(1) == 2); assert(local(2) + local(3) == 7); }',
      'holds holds',
    ],
    ['a pointer of the file', 'int main(void) { *gp = 7; assert(g == 7); return 0; }', 'holds'],
    ['a pointer that a callee keeps', 'void t(void) { int x = 1; stash(&x); *keep = 5; assert(x == 1); }', 'violated'],
    ['a pointer that is null', 'int main(void) { int x = 1; *keep = 1; x = 2; assert(x == 3); return 0; }', 'holds'],
    [
      'what only others lead to',
      'void t(int *z) { int x = 1; *z = 5; assert(x == 1); set(z, 3); assert(x == 1); }',
      'holds holds',
    ],
    [
      'structs are copied with their arrays',
      `
        void t(void) {
          struct S s = { 1, 2, { 3 }, { 4 } }, r;
          r = s;
          s.d[0] = 9;
          assert(r.d[0] == 4 && r.c[0] == 3 && r.b == 2);
        }`,
      'holds',
    ],
    [
      'the length of a string in an array',
      `
        void t(void) {
          char s[] = "hello";
          assert(strlen(s) == 5);
          s[2] = 0;
          assert(strlen(s) == 2);
          assert(strlen(s + 1) == 1);
        }`,
      'holds holds holds',
    ],
    [
      'the length of a string that an input ends',
      `
        void t(char k) {
          char s[4] = "abc";
          s[1] = k;
          assert(strlen(s) == 3 || k == 0);
          assert(strlen(s) == 3);
        }`,
      'holds violated',
    ],
    [
      'bytes that are set',
      `
        void t(int v) {
          int x = v;
          union U u;
          u.i = -1;
          memset(&x, 0, sizeof x);
          memset(u.c, 0, 2);
          assert(x == 0 && u.i == -65536);
        }`,
      'holds',
    ],
  ])('%s', async (_, body, expected) => {
    expect(await verdicts(body)).toBe(expected);
  });

  it.each([
    [
      'an unknown function may hand it back',
      'void t(void) { int x = 1; int *p = ext(&x); set(p, 7); assert(x == 1); }',
    ],
    [
      'it may be the other pointer',
      'void t(int n, int *z) { int x = 1; int *p = n ? &x : z; *p = 2; assert(x == 2); }',
    ],
    [
      'memory of its own',
      `
        void t(int n) {
          struct P *p = malloc(sizeof *p);
          if (!p) return;
          p->x = n;
          set(&p->x, 3);
          assert(p->x == n);
        }`,
    ],
    [
      'an unknown call in between',
      'void t(void) { int x = 3; touch(&x); int *p = &x; *p = 5; touch(0); assert(x == 5); }',
    ],
    [
      'a call that is not followed',
      `
        static void deep(int n, int *p) {
          int v[2] = { n, 0 };
          *p += v[n & 1];
          if (n > 0) deep(n - 1, p);
        }
        void t(int n) {
          int y = 7;
          deep(n, &y);
          assert(y == 7);
        }`,
    ],
    [
      'a global, in a call that is not followed',
      `
        int w;
        static void deep(int n, int *p) {
          *p = n;
          if (n > 0) deep(n - 1, &w);
        }
        static void f(int n) {
          int k;
          deep(n, &k);
        }
        void t(int n) {
          w = 7;
          f(n);
          assert(w == 7);
        }`,
    ],
  ])('nothing is claimed where %s', async (_, body) => {
    expect(await verdicts(body)).not.toMatch(/holds/);
  });
});

describe.runIf(hasGcc())('random functions over shared storage', () => {
  it('are decided as the compiled functions behave', async () => {
    const tally: Tally = { assertions: 0, decided: 0, wrong: [], open: new Map() };
    await campaign({ seed: 11, from: 0, count: 12, budget: 8_000 }, tally);
    expect(tally.wrong).toEqual([]);
    expect(tally.assertions).toBeGreaterThan(6);
  }, 120_000);
});
