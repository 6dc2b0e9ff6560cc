/**
 * A static object that no function stores to by its name has its initial value, or what was stored through its address,
 * whenever a function is called: no caller can choose it. Where one is stored to, some sequence of calls may have left
 * what a failing run needs.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

afterAll(unloadSolver);

async function verdict(source: string): Promise<string | undefined> {
  const { assertions } = await analyze(
    `#include <assert.h>
     struct S { int v; struct S *n; };
     struct P { int m; struct S *s; int a[2]; struct { int z; } in; };
     static struct S *h; static struct P g; static int n; static int a[3]; static struct S object = { 1 };
     ${source}`,
    { ...DEFAULT_OPTIONS, loops: false, overflow: 'off', fileBudget: 20_000 },
    { now: () => performance.now(), cancelled: () => false },
  );
  return assertions[0]?.verdict;
}

/** Each of these is never true, or undefined before. */
const NEVER: readonly (readonly [string, string])[] = [
  ['a pointer', 'struct S **q = &h; (*q)->v = 1; assert(0);'],
  ['a pointer that is tested', 'struct S **q = &h; if (*q) assert(0);'],
  ['a pointer of the function', 'static struct S *k; struct S **q = &k; (*q)->v = 1; assert(0);'],
  ['a member, through the whole', 'struct P *q = &g; q->s->v = 1; assert(0);'],
  ['a member, through itself', 'struct S **q = &g.s; (*q)->v = 1; assert(0);'],
  ['a member of a struct of the function', 'static struct P k; struct P *q = &k; q->s->v = 1; assert(0);'],
  ['an integer', 'int *q = &n; if (*q == 3) assert(0);'],
  ['an integer of the function', 'static int k; int *q = &k; if (*q == 3) assert(0);'],
  ['an integer in a struct', 'struct P *q = &g; if (q->m == 4) assert(0);'],
  ['a nested member', 'int *q = &g.in.z; if (*q == 4) assert(0);'],
  ['an array', 'int *q = a; if (q[1] == 3) assert(0);'],
  ['an array in a struct', 'int *q = g.a; if (q[1] == 3) assert(0);'],
];

/** Stores that make no difference to some of them. */
const OTHER_STORES: readonly (readonly [string, string, string])[] = [
  ['a pointer that is made null', 'void s(void) { h = 0; }', 'h->v = 1; assert(0);'],
  ['a pointer that is moved along', 'void s(void) { while (h) h = h->n; }', 'h->v = 1; assert(0);'],
  ['a pointer that is gone through', 'void s(void) { h->v = 1; h[0].n = 0; *h = object; }', 'h->v = 1; assert(0);'],
  ['another member', 'void s(int x) { g.m = x; g.in.z = x; }', 'g.s->v = 1; assert(0);'],
  ['another object of the name', 'void s(int x) { int n; n = x; }', 'int *q = &n; if (*q == 3) assert(0);'],
];

/** Stores after which a call fails. */
const CHOICES: readonly (readonly [string, string, string])[] = [
  ['a pointer', 'void s(struct S *p) { h = p; }', 'struct S **q = &h; (*q)->v = 1; assert(0);'],
  [
    'a pointer, made null elsewhere',
    'void s(void) { h = 0; h = &object; }',
    'struct S **q = &h; (*q)->v = 1; assert(0);',
  ],
  ['a member', 'void s(struct S *p) { g.s = p; }', 'struct P *q = &g; q->s->v = 1; assert(0);'],
  ['a whole struct', 'void s(struct P *p) { g = *p; }', 'struct P *q = &g; q->s->v = 1; assert(0);'],
  ['an integer', 'void s(int x) { n = x; }', 'int *q = &n; if (*q == 3) assert(0);'],
  ['an integer that is stepped', 'void s(void) { ++n; }', 'int *q = &n; if (*q == 3) assert(0);'],
  ['a nested member', 'void s(void) { g.in.z = 4; }', 'int *q = &g.in.z; if (*q == 4) assert(0);'],
  ['an element', 'void s(int x) { a[x & 1] = x; }', 'int *q = a; if (q[1] == 3) assert(0);'],
  ['the first element', 'void s(int x) { *a = x; }', 'int *q = a; if (q[0] == 3) assert(0);'],
  ['an element of a member', 'void s(int x) { g.a[x & 1] = x; }', 'int *q = g.a; if (q[1] == 3) assert(0);'],
];

describe('a value that no caller can choose fails nothing', () => {
  it.each(NEVER)('%s', async (_, body) => {
    expect(await verdict(`void f(void) { ${body} }`)).not.toBe('violated');
  });
  it.each(OTHER_STORES)('%s', async (_, store, body) => {
    expect(await verdict(`${store} void f(void) { ${body} }`)).not.toBe('violated');
  });
});

describe('a value that calls may have left may fail', () => {
  it.each(CHOICES)('%s', async (_, store, body) => {
    expect(await verdict(`${store} void f(void) { ${body} }`)).toBe('violated');
  });
  it.each([
    'struct S **q = &h; assert(k != 5); *q = &object;',
    'int *q = &n, *r = a; assert(k != 5); *q = r[1];',
    'struct P *q = &g; int y = q->m; assert(k != 5 || (k && y > y)); n = q->a[1];',
  ])('where no value of the kind decides: %s', async (body) => {
    expect(await verdict(`void f(int x) { int k = x & 7; ${body} }`)).toBe('violated');
  });
  it('in the function itself', async () => {
    expect(await verdict('void f(void) { static int k; k++; int *q = &k; if (*q == 3) assert(0); }')).toBe('violated');
  });
});

it('a program starts with the initial values', async () => {
  expect(await verdict('int main(void) { int *q = &n; assert(*q == 0); *q = 1; return 0; }')).toBe('holds');
  expect(await verdict('int main(void) { int *q = &n; assert(*q != 0); return 0; }')).toBe('violated');
});

it('what a call changes through the address is known where the call is seen', async () => {
  expect(await verdict('static void s(int *p) { *p = 3; } void f(void) { s(&n); assert(n != 3); }')).toBe('violated');
});
