/** Nothing certain: what a walk doesn't follow to its end, or what another build has otherwise, is no finding. */
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

afterAll(() => unloadSolver());

async function kindsFound(source: string): Promise<readonly string[]> {
  const report = await analyze(source, { ...DEFAULT_OPTIONS, loops: false }, { now: () => 0, cancelled: () => false });
  return (report.findings ?? []).map((f) => `${f.kind}@${f.range.start.line}`);
}

const rows = (count: number): string => Array.from({ length: count }, (_, k) => `{ ${k + 1}, "n${k}" },`).join('\n');
const TABLE = (count: number): string => `
struct entry { int id; const char *name; };
static const struct entry table[] = { ${rows(count)} { 0, "" } };
const struct entry *find(int id) {
  const struct entry *e = table;
  while (e->id != 0) {
    if (e->id == id) return e;
    e++;
  }
  return 0;
}`;

test.each([
  ['a short table', TABLE(3), []],
  ['a constant table of more values than are followed', TABLE(900), []],
  [
    'a constant string of more characters than are followed',
    `static const char text[5000] = "${'x'.repeat(4990)}";
int f(void) { int n = 0; for (int i = 0; text[i] == 'x'; i++) n++; if (n == 0) return 1;
  return text[0] == 'x' ? 5 : 6; }`,
    [],
  ],
  [
    'a value that is set where a macro says so',
    `
      #define ALIGNED (!!1)
      int take(void);
      int f(unsigned x) {
        unsigned mask = 3;
        if (ALIGNED) mask = 0;
        while ((x & mask) != 0) if (!take()) return 1;
        return 0;
      }`,
    [],
  ],
  [
    'loops that wait for what others change, or what is called does',
    `
      int ask(void);
      int f(int n, volatile int *p) { int i = 0; while (i < n) { if (*p) return 1; } return 0; }
      int g(int n) { int i = 0; while (i < n) { if (ask()) return 1; } return 0; }
      int h(int n, const char *s) { int i = 0; while (i < n) { for (int k = 0; k < n; k++) if (s[k]) return 1; n--; } return 0; }
      int k(int n, const char *s) { while (n > 0) { if (*s) return 1; return 2; } return 0; }`,
    [],
  ],
  [
    'members of a struct that is declared nowhere, read as bytes',
    `
      unsigned f(unsigned len) {
        struct header h; unsigned sum = 0;
        h.kind = 1; h.length = len; h.rows[2] = 4;
        for (unsigned i = 0; i < sizeof h / 2; i++) sum += ((unsigned short *)&h)[i];
        return sum;
      }`,
    [],
  ],
  [
    'what is left of a value that was written in part',
    `
      void use(void *);
      static void swap(void *p, unsigned size) { unsigned *w = p; for (unsigned i = 0; i < size / 4; i++) w[i] = ~w[i]; }
      void f(char *data) { char *copy = data; swap(&copy, sizeof copy); use(copy); }
      int g(void) { unsigned a[4] = {0}; a[0] = 0x01020304; ((unsigned char *)a)[0] = 0;
        if (((unsigned char *)a)[1] == 0) return 1;
        return 2; }`,
    [],
  ],
  [
    'an array whose length a header tells that is not there',
    `
      #include <stdio.h>
      void use(void *);
      static char names[SOME_LENGTH] = "abc";
      void f(int fd) { char path[PATH_LENGTH] = {'\\0'}; sprintf(path, "/proc/%d/fd/%d", 1, fd); use(path); }
      void g(int n) { int row[SOME_LENGTH] = {1, 2}; row[4] = n; names[4] = 1; use(row); }`,
    [],
  ],
  [
    'a call of what is no function as a macro has it that another build has not',
    `
      #include <stdlib.h>
      void use(void *);
      #ifndef HAVE_ERROR
      static void message(int status, const char *text) { exit(status); }
      #define error(status, text) message(status, text)
      #endif
      int f(int n) { char *message; if (n < 0) error(1, "x"); message = "b"; use(message); return 0; }`,
    [],
  ],
  [
    'a label whose jumps a macro leaves out',
    `
      #define FULL(n) (!!0)
      void clear(void);
      int f(int n) {
        if (FULL(n)) goto full;
        return 0;
      full:
        clear();
        return 1;
      }`,
    [],
  ],
  [
    'a label that nothing jumps to',
    `
      void clear(void);
      int f(int n) {
        return 0;
      full:
        clear();
        return 1;
      }`,
    ['unreachable@5'],
  ],
  ['what nothing declares may be a macro that assigns', 'int f(void) { char *p; START(p); return *p; }', []],
  ['within its arguments, too', 'int f(int n) { int k; if (n) SET(&k, k + 1); else k = 0; return k; }', []],
  [
    'the address behind the last element of a member',
    `
      struct s { int a[5]; int k; };
      int f(struct s *p) {
        int *e = &p->a[5], c = 0;
        for (int *q = p->a; q < e; q++) c++;
        return c;
      }`,
    [],
  ],
  [
    'a row behind the last one',
    `
      struct s { int m[3][4]; int k; };
      int f(struct s *p) {
        int *e = p->m[3];
        struct s v;
        v.k = 1;
        return (int)(e - &p->m[0][0]) + v.k + (int)(&v.m[3][0] - v.m[1]);
      }`,
    [],
  ],
  [
    'the last member may have been given more room, a union has others',
    `
      struct s { int n; int a[4]; };
      union u { int a[2], b[9]; };
      void f(struct s *p, union u *q) {
        for (int i = 0; i < 9; i++) p->a[i] = q->a[i];
      }`,
    [],
  ],
  [
    'an object that its initialiser makes larger than its type',
    `
      struct f { int n; int v[]; };
      struct o { int n; struct { int k; int v[0]; } last; };
      static const struct f a = { 2, { 5, 6 } };
      struct o b = { 1, { 2, { 7, 8 } } };
      extern struct f elsewhere;
      int f(void) {
        static const struct f c = { 1, { 9 } };
        return a.v[1] + b.last.v[1] + c.v[0] + elsewhere.v[0];
      }`,
    [],
  ],
  ['no such number', 'double f(double x) { if (x < 0) return (x - x) / 0.0; return x / 2; }', []],
  [
    'what an allocator keeps before a block',
    '#include <stdlib.h>\nlong f(unsigned n) { long *p = malloc(n); return p == NULL ? 0 : p[-1]; }',
    [],
  ],
  [
    'a type of unknown size in the middle of an array',
    `
      typedef unsigned al32 __attribute__((__may_alias__));
      void h(char *);
      void f(void) {
        char a[6];
        *(al32 *)(a + 2) = 3;
        h(a);
      }`,
    [],
  ],
  [
    'what no build has',
    `
      #include <stdlib.h>
      void *f(void) {
       void *p;
      #if defined(A)
       p = malloc(3);
      #else
      # error choose
      #endif
       return p;
      }`,
    [],
  ],
  ['nor is it known of what type it is', 'unsigned long f(void) { return WIDE(1) << 62; }', []],
  ['an element', 'int f(void) { int a[3]; SET(a[1]); return a[1]; }', []],
  [
    'a declared function assigns to no argument',
    'int g(int); int f(void) { int k; return g(k); }',
    ['uninitialised@1'],
  ],
  [
    'a function of the library that a header declares for systems that lack it',
    `
      long sysconf(int) __attribute__((__noreturn__));
      int f(void) {
        long k = sysconf(2);
        int z;
        z = k + 1;
        return z;
      }`,
    [],
  ],
  [
    'a table whose rows another build chooses',
    `
      #if defined(WIDE)
      #define K(x) x,
      #else
      #define K(x)
      #endif
      static const int k[] = { 1, 2,
      #ifdef WIDE
      3, 4,
      #endif
      };
      int f(void) { int s = 0; for (int i = 0; i < 4; i++) s += k[i]; return s; }`,
    [],
  ],
  [
    'the size of a type',
    'int f(void) { typedef long lw; int a[3], i = 5; if (8 < sizeof (lw)) a[i] = 1; return 0; }',
    [],
  ],
  [
    'what a macro of another build sets',
    `
      #include "config.h"
      #if !(USE_POSIX || USE_WINDOWS)
      #define join_thread(result) 0
      #endif
      int f(int *dummy) { int result; if (join_thread(&result)) return 1; return result == *dummy; }`,
    [],
  ],
  [
    'the size of a type of a header that is not read',
    '#include "types.h"\nint f(void) { int a[3], i = 5; if (8 < sizeof (uint64_t)) a[i] = 1; return 0; }',
    [],
  ],
  ['a constant of a type', 'int g; int f(void) { typedef unsigned long lw; if ((lw)-1 < 8) g = 2; return g; }', []],
  [
    'any other that does not return',
    'void stop(void) __attribute__((__noreturn__)); int f(int n) { stop(); n = n * 2; return n + 1; }',
    ['unreachable@1'],
  ],
])('%s', async (_, source, kinds) => {
  expect(await kindsFound(source)).toEqual(kinds);
});

test.each([
  ['int g; int f(int a, int b) { assert(a > 0 && b < 4 || g > 3); return 1; }', 'precondition'],
  ['int g; int f(int a, int b) { if (a > 5) assert(a ? b > 3 : g); return 1; }', 'precondition'],
  ['int f(unsigned long n) { assert(0 < n && n <= undeclared.bytes); return 1; }', 'precondition'],
  ['static void g(char *s, int n) { assert(s && n < 4); } void f(char *s, int n) { g(s, n); }', 'precondition'],
  ['static void g(char *s, int n) { assert(s && n < 4); } void f(char *s, int n) { g(s, n + 1); }', 'violated'],
  ['static void g(char *s, int n) { assert(n < 4); } void f(char *s) { g(s, 4); }', 'violated'],
  ['int f(int *a) { assert(a[0] + a[1] <= 99); return 1; }', 'precondition'],
  ['struct s { int k; }; int f(struct s *p) { if (p->k > 3) assert(0); return 1; }', 'precondition'],
  ['int f(int *a) { a[0]++; assert(a[0] + a[1] <= 99); return 1; }', 'violated'],
  ['int f(int a) { switch (a) { case 1: return 3; default: assert(0); } return 4; }', 'precondition'],
  ['int f(int a) { a = 3; assert(0); return 4; }', 'violated'],
  [
    `
      unsigned f(const char *s, int type) { unsigned h = 0;
        switch (type) { case 1: while (*s++) h = h * 31 + 1; break; default: assert(0); } return h; }`,
    'precondition',
  ],
  [
    `
      struct t { char *text; }; static int m(char *s, char *p) { assert(s); for (; *p != 42; p++, s++) if (*s == 0) return 0;
        do { if (m(s, &p[1])) return 1; } while (*s++); return 0; }
      int f(struct t *a, struct t *b) { return m(a->text, b->text); }`,
    'precondition',
  ],
  ['int f(int a) { int i = 0; while (i < a) i += 3; if (i > a) assert(0); return 4; }', 'violated'],
  ['int f(int a, int b) { a++; assert(a > 0 && b < 4); return 1; }', 'violated'],
  ['int main(void) { int a = __VERIFIER_nondet_int(), b = 3; assert(a > 0 && b < 4); return 1; }', 'violated'],
  [
    'struct s { int k, m; }; int f(struct s *p) { const int limit = p->k; assert(p->m < limit); return 1; }',
    'precondition',
  ],
  ['int f(int n) { int k = n; k++; assert(k > 0); return k; }', 'violated'],
  // all that a macro makes stands at one place
  [
    `#define SUM(name) \\
      int name(int *p, int n) { int s = 0; assert(p != 0); for (int i = 0; i < n; i++) s += p[i]; return s; }
SUM(f)`,
    'precondition',
  ],
  ['#define MORE(name) int name(int n) { n++; assert(n > 0 && n < 9); return n; }\nMORE(f)', 'violated'],
  // what becomes of it afterwards is another thing
  ['void f(void *p) { char *z = (char *)p; assert(z); z--; use(z); }', 'precondition'],
  ['void f(void *p) { char *z = (char *)p; z++; assert(z != (char *)p); }', 'holds'],
  ['void f(int n) { int k = n; for (;;) { assert(k < 9); k = h(); } }', 'violated'],
  [
    'struct s { int k; }; void f(struct s *p, int i) { assert(i >= 0 && i < p->k); i = h(p); p->k = i; use(p); }',
    'precondition',
  ],
  // nobody knows what a name is that nothing declares
  ['int f(int k) { int a = k & OPEN_A, b = k & OPEN_B; assert(a == 0 || b == 0); return a; }', 'undeclared'],
  ['int f(int k) { k++; if (k == FAILED) return 1; assert(k > 3); return k; }', 'undeclared'],
  ['int f(int k) { k = 3; if (verbose) assert(k > 3); return k; }', 'undeclared'],
  ['int f(int k) { k = 3; assert(k > 3); return k == FAILED; }', 'violated'],
  // a static function is judged by its callers
  [
    `
      struct s { int k; }; static void g(struct s *p) { p->k += 2; assert(p->k < 9); } void f(struct s *p) { h();
        if (p->k < 5) g(p); }`,
    'precondition',
  ],
  ['static int g(int n) { n = n * 2; assert(n < 9); return n; } int f(void) { return g(4); }', 'precondition'],
  ['static int g(int n) { n = n * 2; assert(n < 9); return n; } int f(void) { return g(5); }', 'violated'],
  ['static int g(int n) { n = n * 2; assert(n < 9); return n; }', 'violated'],
  ['static int g(void) { int n = 5; assert(n < 5); return n; } int f(void) { return g(); }', 'violated'],
])('whose fault it is: %s', async (source, verdict) => {
  const text = `#include <assert.h>\nint __VERIFIER_nondet_int(void);\n${source}`;
  const report = await analyze(text, { ...DEFAULT_OPTIONS, loops: false }, { now: () => 0, cancelled: () => false });
  expect(report.assertions.map((a) => a.reason?.code ?? a.verdict)).toEqual([verdict]);
});
