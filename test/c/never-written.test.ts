/**
 * Static objects that nothing in the file writes keep their initial values; whatever may write one, as a compiler would
 * see it, ends that.
 */
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';

async function verdict(source: string): Promise<string | undefined> {
  const { assertions } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, loops: false },
    { now: () => performance.now(), cancelled: () => false },
  );
  return assertions[0]?.verdict;
}

describe('a static object that nothing writes', () => {
  it.each([
    ['a number', 'static int k = 5; int f(void) { assert(k == 5); return k; }'],
    ['without initialiser', 'static int k; int f(int n) { if (n > (k)) assert(k == 0); return k; }'],
    ['in a function', 'int f(void) { static int k = 5; assert(k == 5); return k; }'],
    ['a member', 'static struct { int a, b; } s = { 4, 5 }; int f(void) { assert(s.b == 5 && s.a == 4); return 0; }'],
    [
      'declared behind others that are initialised',
      'static int n = 3, *p = &n, t[2] = { 1, 2 }; int f(void) { assert(t[1] == 2); return *p; }',
    ],
    [
      'an element',
      `
        static int t[3] = { 1, 2 };
        int f(void) {
          assert(t[1] == 2 && t[2] == 0 && sizeof(t) == 12);
          return 0;
        }`,
    ],
    [
      'handed to a function by value',
      'static int k = 5; int g(int); int f(void) { g(k); assert(k == 5); return k & 1 && k; }',
    ],
    [
      'a name that is a member elsewhere',
      'static int k = 5; struct s { int k; }; int f(struct s *p) { p->k = 3; assert(k == 5); return 0; }',
    ],
    [
      'a pointer that is gone through',
      'static int *k; int f(int *p) { if (p == k) { *k = 1; k[2] = 3; assert(0); } return 0; }',
    ],
    [
      'a pointer to a struct, its members addressed',
      `
        static struct s { int a; } *k;
        int *g(void) {
          return &k->a;
        }
        int f(void) {
          k->a = 4;
          assert(k == 0);
          return 0;
        }`,
    ],
    ['after a call of somebody else', 'static int k = 5; void g(void); int f(void) { g(); assert(k == 5); return 0; }'],
  ])('%s', async (_, source) => {
    expect(await verdict(`#include <assert.h>\n${source}\n`)).toBe('holds');
  });

  it.each([
    ['assigned', 'static int k = 5; void g(void) { k = 3; } int f(void) { assert(k == 5); return 0; }'],
    [
      'stepped in parentheses behind the head of an `if`',
      'static int k = 5; int g(int n) { if (n) (k)++; return n; } int f(void) { assert(k == 5); return 0; }',
    ],
    [
      'assigned in parentheses behind `else`',
      'static int k = 5; int g(int n) { if (n) ; else (k) = 3; return n; } int f(void) { assert(k == 5); return 0; }',
    ],
    [
      'stepped in parentheses behind `do`',
      'static int k = 5; int g(int n) { do (k)--; while (n); return n; } int f(void) { assert(k == 5); return 0; }',
    ],
    [
      'stepped in parentheses behind `return`',
      'static int k = 5; int g(int n) { return (k)++; return n; } int f(void) { assert(k == 5); return 0; }',
    ],
    [
      'assigned in parentheses',
      'static int k = 5; void g(void) { ((k)) = 3; } int f(void) { assert(k == 5); return 0; }',
    ],
    [
      'a pointer moved while it is gone through',
      'static int *k; void g(void) { *k++ = 3; } int f(void) { assert(k == 0); return 0; }',
    ],
    ['counted', 'static int k = 5; void g(void) { ++ k; } int f(void) { assert(k == 5); return 0; }'],
    ['shifted', 'static int k = 5; void g(void) { k <<= 1; } int f(void) { assert(k == 5); return 0; }'],
    ['its address is taken', 'static int k = 5; int *g(void) { return &k; } int f(void) { assert(k == 5); return 0; }'],
    [
      'its address is taken in an initialiser',
      'static int k = 5; int *p = &k; int f(void) { assert(k == 5); return 0; }',
    ],
    [
      'a cast of its address',
      'static int k = 5; void *g(void) { return (void *)&k; } int f(void) { assert(k == 5); return 0; }',
    ],
    [
      'a member of it is written',
      `
        static struct { int a, b; } s = { 4, 5 };
        void g(void) {
          s.b = 3;
        }
        int f(void) {
          assert(s.b == 5);
          return 0;
        }`,
    ],
    [
      'an array used as a pointer',
      'static int t[3] = { 1, 2 }; int *g(void) { return t; } int f(void) { assert(t[1] == 2); return 0; }',
    ],
    ...['static int *p = t;', 'int *p = 0, *q = t + 1;', 'int *p = 1 ? 0 : t, n;', 'static void *p[1] = { t };'].map(
      (pointer) => [
        `what a pointer leads to from the start: ${pointer}`,
        `static int t[3] = { 1, 2 }; ${pointer} int f(void) { assert(t[1] == 2); return 0; }`,
      ],
    ),
    ...['static int t[3] = { 1, 2 }, *p = t;', 'static int t[3] = { 1, 2 }; static int *p = t;'].map((declarations) => [
      `what a pointer of the function leads to: ${declarations}`,
      `int f(void) { ${declarations} assert(t[1] == 2); p[1] = 3; return 0; }`,
    ]),
    [
      'a row used as a pointer',
      'static int t[2][2]; int *g(void) { return t[1]; } int f(void) { assert(t[1][1] == 0); return 0; }',
    ],
    [
      'an argument of a macro that was not read',
      '#include "macros.h"\nstatic int k = 5; void g(void) { BUMP(k); } int f(void) { assert(k == 5); return 0; }',
    ],
    [
      'a macro writes it',
      `static int k = 5;
#define BUMP k++
void g(void) { BUMP; } int f(void) { assert(k == 5); return 0; }`,
    ],
    [
      'a file that is included behind it',
      `static int k = 5;
#include "rest.c"
int f(void) { assert(k == 5); return 0; }`,
    ],
    [
      'code that is not understood',
      'static int k = 5; void g(void) { @@ k += 3; } int f(void) { assert(k == 5); return 0; }',
    ],
    [
      'assembly',
      `
        static int k = 5;
        void g(void) {
          __asm__("incl %0" : "+m"(k));
        }
        int f(void) {
          assert(k == 5);
          return 0;
        }`,
    ],
    [
      'an alias',
      `
        static int k = 5;
        extern int other __attribute__((alias("k")));
        void g(void) {
          other = 3;
        }
        int f(void) {
          assert(k == 5);
          return 0;
        }`,
    ],
    ['not static', 'int k = 5; int f(void) { assert(k == 5); return 0; }'],
    ['volatile', 'static volatile int k = 5; int f(void) { assert(k == 5); return 0; }'],
    ['in a function, where it is written', 'int f(void) { static int k = 5; assert(k == 5); k = 3; return k; }'],
  ])('but not: %s', async (_, source) => {
    expect(await verdict(`#include <assert.h>\n${source}\n`)).not.toBe('holds');
  });
});

const CONST = `typedef const long fixed; struct pair { int a, b; }; static int other = 1;
  const long n = 2; fixed m = 3; const int t[3] = { 4, 5, 6 }; const struct pair r = { 7, 8 }; int *const at = &other;
  const long *p = &n; fixed *q = &m; const int *row = t; const struct pair *s = &r; void use(const void *);`;

describe('a const object holds its initial value in every function, also where its address is taken', () => {
  it.each([
    ['a number', 'p = &n; assert(p[0] == 2);'],
    ['its type is const by its name', 'q = &m; assert(*q == 3 && m == 3);'],
    ['an array', 'row = t; assert(row[2] == 6);'],
    ['a struct', 's = &r; assert(s->a == 7 && s->b == 8);'],
    ['a pointer', 'other = 9; assert(*at == 9);'],
    ['in a function', 'static const int k = 5; const int *l = &k; use(l); assert(*l == 5);'],
  ])('%s', async (_, body) => {
    expect(await verdict(`#include <assert.h>\n${CONST}\nint f(int c) { ${body} return c; }\n`)).toBe('holds');
  });

  it.each([
    ['a pointer to const that may lead elsewhere', 'const int *l = c ? t : &other; assert(*l == 4);'],
    ['a pointer to a const object', 'assert(p == &n);'],
    ['a pointer of a name for a const type', 'assert(q == &m);'],
  ])('but not: %s', async (_, body) => {
    expect(await verdict(`#include <assert.h>\n${CONST}\nint f(int c) { ${body} return c; }\n`)).not.toBe('holds');
  });

  it('and is no input of a failing run', async () => {
    const source = `#include <assert.h>\n${CONST}\nint f(int c) { p = &n; c++; assert(*p == c); return c; }\n`;
    const { assertions } = await analyze(
      source,
      { ...DEFAULT_OPTIONS, loops: false },
      { now: () => performance.now(), cancelled: () => false },
    );
    expect(assertions[0]?.verdict).toBe('violated');
    expect(Object.keys(assertions[0]?.inputs ?? {})).toEqual(['c']);
  });
});
