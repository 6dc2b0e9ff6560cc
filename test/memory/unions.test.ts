/**
 * Names that share storage: what one changes, the others show, byte for byte as gcc lays objects out (little-endian).
 */
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { AnalysisOptions } from '../../server/src/analysis/analyze-file.ts';

const TYPES = `#include <assert.h>
#include <string.h>
struct P { int x, y; };
union U { int i; unsigned char c[4]; unsigned short h[2]; struct { unsigned lo : 4, mid : 9; int hi : 19; } f; };
union W { struct P p; int w[2]; long l; unsigned char c[8]; };
union V { struct { int a[2]; short s; } st; int w[3]; };
union F { float f; int i; };
union B { struct { _Bool f : 1; unsigned char g : 7; } b; unsigned char c; };
union G { struct { char a; int b; } s; unsigned char c[8]; };
struct T { int n; union { int i; unsigned char c[4]; }; };
static void set(unsigned char *p, int v) { *p = v; }
static int first(union U u) { return u.c[0]; }
static union U made(int v) { union U u = { v }; u.c[0] = 1; return u; }
`;

async function verdicts(body: string, options: Partial<AnalysisOptions> = {}): Promise<string[]> {
  const { assertions } = await analyze(
    TYPES + body,
    { ...DEFAULT_OPTIONS, loops: false, fileBudget: 60_000, ...options },
    { now: () => 0, cancelled: () => false },
  );
  return assertions.map((a) => a.verdict);
}

describe('a union without a name in what is passed by its address', () => {
  it.each([
    ['its members are read', 'int get(struct T *t) { return t->i; }', 'violated'],
    ['its bytes are read', 'int get(struct T *t) { return t->c[0]; }', 'violated'],
    ['its members are written', 'int get(struct T *t) { t->i = 5; return 0; }', 'violated'],
  ])('%s', async (_, get, verdict) => {
    const body = `static struct T g = { 16, { 0 } };
static ${get}
int main(void) { get(&g); assert(g.n != 16); return 0; }`;
    expect(await verdicts(body)).toEqual([verdict]);
  });
});

describe('a union is one object', () => {
  it.each([
    ['an element of an array', 'void t(void) { union U u; u.i = -1; u.c[0] = 0; assert(u.i == -256); }'],
    [
      'the first element, by the array',
      'void t(void) { union U u; u.i = 0; *u.c = 3; *(u.c + 1) = 1; assert(u.i == 259); }',
    ],
    [
      'an element that is no constant',
      `
        void t(int k) {
          union U u;
          u.i = 0;
          if (k < 0 || k > 3) return;
          u.c[k] = 1;
          assert(u.i == 1 || u.i == 256 || u.i == 65536 || u.i == 1 << 24);
        }`,
    ],
    ['a wider element', 'void t(void) { union U u; u.i = 0; u.h[1] = 5; assert(u.c[2] == 5 && u.i == 5 << 16); }'],
    ['a bit-field', 'void t(void) { union U u; u.i = -1; u.f.mid = 0; assert(u.i == (int)~(0x1ffu << 4)); }'],
    ['a _Bool bit-field', 'void t(void) { union B b; b.c = 0xff; b.b.f = 0; assert(b.c == 0xfe); }'],
    ['an initialiser for an array', 'void t(void) { union U u = { .c = { 1, 2, 3, 4 } }; assert(u.i == 0x04030201); }'],
    [
      'a static initialiser for an array',
      `
        int t(void) {
          static union U u = { .c = { 1, 2 } };
          return u.i;
        }
        int main(void) {
          assert(t() == 0x201);
          return 0;
        }`,
    ],
    ['a string in an initialiser', 'void t(void) { union U u = { .c = "ab" }; assert(u.i == 0x6261); }'],
    ['a compound literal', 'void t(void) { union U u; u = (union U){ .h = { 1, 2 } }; assert(u.i == 0x20001); }'],
    ['a struct in it', 'void t(void) { union W w; w.l = 0; w.p.y = 1; assert(w.l == 1L << 32 && w.w[1] == 1); }'],
    [
      'an array in a struct in it',
      `
        void t(void) {
          union V v = { .w = { 1, 2, 3 } };
          v.st.a[1] = 9;
          v.st.s = -1;
          assert(v.w[1] == 9 && v.w[2] == 65535);
        }`,
    ],
    ['a copy', 'void t(void) { union U u, v; u.i = 7; v = u; v.c[1] = 1; assert(u.i == 7 && v.i == 263); }'],
    ['a parameter', 'void t(void) { union U u; u.i = 513; assert(first(u) == 1); }'],
    ['a result', 'void t(void) { assert(made(512).i == 513); }'],
    [
      'in a struct',
      `
        void t(void) {
          struct T s;
          s.n = 1;
          s.i = 0;
          s.c[1] = 1;
          struct T r = s;
          r.c[0] = 1;
          assert(s.i == 256 && r.i == 257);
        }`,
    ],
    [
      'in a struct behind a pointer',
      'void t(void) { struct T s; s.i = 0; struct T *p = &s; p->c[1] = 1; assert(s.i == 256); }',
    ],
    ['a pointer to a member', 'void t(void) { union U u; u.i = 3; int *p = &u.i; *p = 7; assert(u.c[0] == 7); }'],
    ['a pointer to the union', 'void t(void) { union U u; union U *p = &u; p->i = 258; assert(u.c[1] == 1); }'],
    [
      'the bytes of an integer',
      'void t(void) { int x = 5; unsigned char *p = (unsigned char *)&x; p[1] = 1; assert(x == 261); }',
    ],
    ['half of an integer', 'void t(void) { long l = 0; int *p = (int *)&l; p[1] = 1; assert(l == 1L << 32); }'],
  ])('%s', async (_, body) => {
    expect(await verdicts(body)).toEqual(['holds']);
  });

  it.each([
    ['a callee', 'void t(void) { union U u; u.i = 0; set(u.c, 9); assert(u.i == 0); }'],
    ['a library function', 'void t(void) { union U u, v; v.i = 0; u.i = -1; memcpy(u.c, v.c, 2); assert(u.i == -1); }'],
    [
      'a pointer that moves',
      'void t(void) { union U u; u.i = 0; unsigned char *p = u.c; p++; *p = 1; assert(u.i == 0); }',
    ],
    ['a value that is no integer', 'void t(float x) { union F u; u.i = 0; u.f = x; assert(u.i == 0); }'],
    [
      'members that are no integers, and padding',
      `
        void t(void) {
          union G u = { .c = { 1, 2, 3, 4, 5, 6, 7, 8 } }, v;
          v.s.a = 1;
          v.s.b = 2;
          u.s = v.s;
          assert(u.c[1] == 2);
        }`,
    ],
    [
      'a struct with an array',
      `
        struct A { int a[2]; };
        union X { struct A s; int i; };
        void t(struct A a) {
          union X u;
          u.i = 1;
          u.s = a;
          assert(u.i == 1);
        }`,
    ],
  ])('is not kept: %s', async (_, body) => {
    expect(await verdicts(body)).not.toContain('holds');
  });
});

describe('objects of another type', () => {
  it.each([
    ['an array', 'void t(void) { int a[4] = { 1, 2, 3, 4 }; short *p = (short *)a; p[0] = 0; assert(a[0] == 1); }'],
    ['by way of void', 'void t(void) { int a[4] = { 1 }; void *v = a; short *p = v; p[0] = 0; assert(a[0] == 1); }'],
    [
      'by way of a number',
      'void t(void) { int a[4] = { 1 }; short *p = (short *)(long)a; p[0] = 0; assert(a[0] == 1); }',
    ],
    [
      'a struct as another',
      `
        struct Q { int x; };
        void t(void) {
          struct P a = { 1, 2 };
          struct Q *q = (struct Q *)&a;
          q->x = 0;
          assert(a.x == 1);
        }`,
    ],
    ['an integer as a struct', 'void t(void) { int i = 1; struct P *q = (struct P *)&i; q->x = 0; assert(i == 1); }'],
  ])('a function that makes them another changes them: %s', async (_, body) => {
    expect(await verdicts(body)).not.toContain('holds');
  });

  const foreign = `
      extern short *get(int *);
      void t(int n) {
        int x = n;
        short *p = get(&x);
        x = n;
        *p = 0;
        assert(x == n);
      }`;
  it('is left alone where compilers may rely on it', async () => {
    expect(await verdicts(foreign)).toEqual(['holds']);
  });
  it('is not with aliasing: none', async () => {
    expect(await verdicts(foreign, { aliasing: 'none' })).toEqual(['unknown']);
  });
});
