/**
 * Going through a null pointer is undefined (C11 6.5.3.2p4): a failure behind it is none, wherever the pointer comes
 * from and however it is gone through. Expected verdicts are those of the standard: undefined runs fail nothing.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

afterAll(unloadSolver);

async function verdict(source: string): Promise<string | undefined> {
  const { assertions } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, loops: false, overflow: 'off', fileBudget: 20_000 },
    { now: () => performance.now(), cancelled: () => false },
  );
  return assertions[0]?.verdict;
}

const OBJECTS = `
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct S { int v; struct S *next; int a[3]; struct { int z; } in; union { int u; char c[4]; } un; };
struct P { int m; struct S *s; int *p; };
static struct S c1 = { 4 }, c2 = { 1, &c1 };
static struct S *h;
static struct P g = { 3 }, t[2] = { { 1, 0, 0 }, { 2 } };
static struct S *tab[3];
static int y;
static void use(struct S *p) { p->v = 3; }
static void set(int *p) { *p = 4; }
static struct S *none(void) { return 0; }
static struct S *find(struct S *p, int k) { while (p && p->v != k) p = p->next; return p; }
extern int __VERIFIER_nondet_int(void);
`;

const inMain = (body: string): string =>
  `
    ${OBJECTS}int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 || x > 20) return 0; ${body} assert(x != 5);
      return 0; }`;

/** Where a null pointer comes from, and a way through it; each stands once in either column. */
const NULL_POINTERS: readonly (readonly [string, string])[] = [
  ['a static, its member written', 'h->next->v = x;'],
  ['assigned, an element', 'struct S *p = &c1; p = 0; p[0].v += 2;'],
  ['a copy of a struct, an array that is a member', 'struct P a = g; *a.s->a = 1;'],
  ['an element of an array of structs, compound assignment', '*t[x & 1].p *= 4;'],
  ['an element of an array of structs, a chain', 't[x & 1].s->in.z = 2;'],
  ['an array of pointers, an increment', 'tab[1]->v++;'],
  ['out of a loop over an array', 'struct S *p = &c1; for (int i = 0; i < 2; i++) p = t[i].s; y = p->v;'],
  ['a list that ends, a copy of the whole', '*c2.next->next = c1;'],
  ['a list walked to its end', 'struct S *p = &c2; for (int i = 0; i < 2; i++) p = p->next; c1 = *p;'],
  ['returned, a bit of a union', 'none()->un.c[1] = 2;'],
  ['not found', 'find(&c2, x + 10)->v = 1;'],
  ['through a pointer to it', 'struct S **q = &h; (*q)->v = 1;'],
  ['chosen, the address of a member', 'int *q = &(x == 7 ? &c1 : h)->v; *q = 1;'],
  ['the inner pointer behind the address of a member', 'struct S **q = &c2.next->next; (*q)->v = 3;'],
  ['the address of a member alone', 'int *q = &g.s->v;'],
  ['the address of an element of a member', 'int *q = &c1.next->a[1]; *q = 1;'],
  ['an array that becomes a pointer', 'int *q = t[0].s->a; *q = 1;'],
  ['handed to a function', 'use(t[1].s);'],
  ['the address of a member handed over', 'set(&g.s->v);'],
  ['handed to a library function', 'memset(tab[2], 0, sizeof(struct S));'],
  ['converted', '*(int *)h = 4;'],
  ['converted twice', 'void *w = g.s; ((struct S *)w)->v = 2;'],
  ['or another one', '(h ?: g.s)->v = 1;'],
  ['behind memory that was cleared', 'struct P a; memset(&a, 0, sizeof a); a.s->v = 1;'],
  ['behind memory that is zero', 'struct P *a = calloc(1, sizeof *a); if (!a) return 0; a->s->v = 1;'],
  ['out of a literal', '((struct P){ 1 }).s->v = 1;'],
];

describe('a failure behind a null pointer is none', () => {
  it.each(NULL_POINTERS)('%s', async (_, body) => {
    expect(await verdict(inMain(body))).not.toBe('violated');
  });

  it('in any function, where nothing in the file writes the pointer', async () => {
    const f = (body: string): string => `${OBJECTS}int f(int x) { ${body} assert(x != 5); return 0; }`;
    expect(await verdict(f('h->next->v = x;'))).not.toBe('violated');
    expect(await verdict(f('g.s->v = x;'))).not.toBe('violated');
  });
});

describe('a failure behind a pointer that leads somewhere is one', () => {
  it.each([
    ['an object', 'struct S *p = x == 5 ? &c2 : h; p->v = 1;'],
    ['a list', 'struct S a = { 1, &c1 }; a.next->v = 1; a.next->a[1] = 2;'],
    ['a copy', 'struct P a = g, b; a.s = &c2; b = a; b.s->v = 1;'],
    ['tested first', 'if (tab[1]) tab[1]->v = 2;'],
  ])('%s', async (_, body) => {
    expect(await verdict(inMain(body))).toBe('violated');
  });

  it.each([
    ['a parameter', 'int f(int n, int *p) { int k = n & 7; *p = 1; p[2] = 3; assert(k != 5); return 0; }'],
    [
      'behind a parameter',
      'int f(int n, struct S *p) { int k = n & 7; p->next->next->v = 1; assert(k != 5); return 0; }',
    ],
    [
      'a pointer into it',
      `
        int f(int n, struct S *p) {
          int k = n & 7;
          int *q = &p->next->v;
          *q = 1;
          assert(k != 5);
          return 0;
        }`,
    ],
    [
      'what a function elsewhere returns',
      'struct S *get(void); int f(int n) { int k = n & 7; get()->v = 1; assert(k != 5); return 0; }',
    ],
  ])('the environment may choose it: %s', async (_, source) => {
    expect(await verdict(OBJECTS + source)).toBe('violated');
  });
});

describe('sizes that are computed are positive (C11 6.7.6.2p5)', () => {
  it.each(['int a[x - 5]; a[0] = 1;', 'typedef int T[x - 5];', 'int a[2][x - 5];', 'unsigned u = x - 5; double a[u];'])(
    '%s',
    async (body) => {
      expect(await verdict(inMain(body))).toBe('holds');
    },
  );

  it('what `sizeof` makes of it is left open', async () => {
    expect(await verdict(inMain('y = sizeof(int[x - 5]);'))).toBe('unknown');
  });

  it('a positive one is fine', async () => {
    expect(await verdict(inMain('int a[x + 1]; a[x] = 2;'))).toBe('violated');
  });
});

describe('an array that is not modelled has its bounds', () => {
  it.each(['static int *l[3]; l[x - 2] = &y;', 'double d[3]; d[x - 2] = 1;'])('%s', async (body) => {
    expect(await verdict(inMain(body))).not.toBe('violated');
  });
  it('and elements', async () => {
    expect(await verdict(inMain('double d[9]; if (x < 9) d[x] = 1;'))).toBe('violated');
  });
});

describe('nothing lies beside a null pointer (C11 6.5.6p8)', () => {
  it.each([
    ['moved first', 'void f(int *p, int *e) { while (p != e) { int *t = p++; assert(t); *t = 0; } }'],
    ['moved there and back', 'void f(int *p) { int *q = p + 1; q--; assert(q != 0); }'],
    ['by a member', 'struct Q { int *head, *tail; }; void f(struct Q *q) { int *t = q->head++; assert(t); *t = 0; }'],
  ])('%s', async (_, source) => {
    expect(await verdict(OBJECTS + source)).toBe('holds');
  });

  it('but itself', async () => {
    expect(await verdict(`${OBJECTS}void f(int *p, int n) { int *q = p + n; assert(q != 0); }`)).toBe('violated');
  });
});

it("doesn't say of a pointer that it is null where another one would have to lead before it", async () => {
  const source = `
    #include <assert.h>
    struct c { int *cur; };
    int f(struct c *c, int *e) { int i = 0; while (c->cur < e) { c->cur++; i++; } assert(i != 3); return i; }`;
  const { assertions } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, loops: false, fileBudget: 20_000 },
    { now: () => performance.now(), cancelled: () => false },
  );
  expect(assertions[0]).toMatchObject({ verdict: 'violated', inputs: {} });
  expect(assertions[0]).not.toHaveProperty('inputs.e');
});
