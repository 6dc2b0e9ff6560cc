/** Loops and assertions over pointers: what C's usual idioms are bounded by, and what aliasing forbids to claim. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { FileReport } from '../../server/src/report/report.ts';

const TYPES = `#include <string.h>
#include <stdlib.h>
#include <assert.h>
struct s { int a; int b; int n; struct s *next; int d[4]; };
struct entry { const char *name; int value; };
extern struct entry table[];
union u { int i; struct s t; };
extern void ext(void); extern void take(int *); extern int *get(void);
int g, ga[8]; static int hidden;
static void write7(int *v) { *v = 7; ga[1] = 1; }
static int pair(const int *v, const int *e) { int t = *v++; return v < e ? t + *v : t; }
`;

function analyzed(source: string): Promise<FileReport> {
  return analyze(TYPES + source, { ...DEFAULT_OPTIONS, fileBudget: 60_000 }, { now: () => 0, cancelled: () => false });
}

/** Bound of the last loop, with its kind: `= n`, `<= n`, or `-` where it has none that is sure. */
async function bound(source: string): Promise<string> {
  const { loops } = await analyzed(source);
  const last = loops[loops.length - 1]?.bound;
  return last && !last.assuming ? `${last.kind === 'exact' ? '=' : '<='} ${last.text}` : '-';
}

describe('bounds', () => {
  it.each([
    ['int f(int *a, int n) { int s = 0, *p; for (p = a; p < a + n; p++) s += *p; return s; }', '= max(0, n)'],
    [
      `
      int f(int a[], unsigned n) {
        int s = 0;
        for (int *p = a, *e = a + n; p != e; ++p) s += *p;
        return s;
      }`,
      '= n',
    ],
    ['int f(char *p, char *end) { int k = 0; for (; p < end; p++) k++; return k; }', '= max(0, end - p)'],
    ['int f(char *p, char *end) { int k = 0; while (end-- > p) k++; return k; }', '= max(0, end - p)'],
    [
      'int f(short *p, short *end) { int k = 0; for (; p < end; p += 2) k++; return k; }',
      '= max(0, (end - p + 1) / 2)',
    ],
    ['int f(void) { int a[10], *p; for (p = a; p < &a[10]; p++) *p = 1; return a[0]; }', '= 10'],
    [
      `
        int f(void) {
          static int a[3][4];
          int s = 0;
          for (int *p = a[0]; p < a[0] + 12; p++) s += *p;
          return s;
        }`,
      '= 12',
    ],
    ['int f(struct s *l) { int k = 0; for (int i = 0; i < l->n; i++) k++; return k; }', '= max(0, l->n)'],
    ['void f(struct s *p, int n) { for (p->a = 0; p->a < n; p->a++) p->b++; }', '= max(0, n)'],
    [
      `
        int f(struct s *l) {
          struct s *m = l->next;
          int k = 0;
          for (int i = 0; i < m->n; i++) k++;
          return k;
        }`,
      '= max(0, m->n)',
    ],
    [
      `
        int f(struct entry *t, int n) {
          int k = 0;
          for (struct entry *p = t; p < t + n; p++) k += p->value;
          return k;
        }`,
      '= max(0, n)',
    ],
    [
      `
      int f(void) {
        int k = 0;
        for (struct entry *p = table; p < &table[20]; p++) k += p->value;
        return k;
      }`,
      '= 20',
    ],
    ['int f(char *s) { char *e = s + strlen(s); while (e > s && e[-1] == 32) e--; return e - s; }', '<= max(0, e - s)'],
    // what is written on the way may be the bound itself
    ['void f(struct s *l, int *p) { for (int i = 0; i < l->n; i++) p[i] = 0; }', '-'],
    ['void f(struct s *l, struct s *m) { for (int i = 0; i < l->n; i++) m->n++; }', '-'],
    ['void f(struct s *l, struct s *m) { for (int i = 0; i < l->n; i++) m->a++; }', '= max(0, l->n)'],
    ['void f(struct s *l) { for (int i = 0; i < l->n; i++) ext(); }', '-'],
    ['void f(int n, int *p) { int *q = &n; for (int i = 0; i < n; i++) p[i] = 0; *q = 1; }', '= max(0, n)'],
    ['void f(int *p) { for (int i = 0; i < g; i++) p[i] = 0; }', '-'],
    ['void f(int *p) { for (int i = 0; i < hidden; i++) p[i] = 0; }', '= 0'],
    ['int f(char **p) { int k = 0; for (int i = 0; i < 5; i++) { char *q = p[i]; k += *q; } return k; }', '= 5'],
    ['int f(int n) { int k; scanf("%d", &k); for (int i = 0; i < k; i++) ext(); return 0; }', '= max(0, k)'],
  ])('%s', async (source, expected) => {
    const found = await bound(source);
    // nothing is claimed where something else may be the case; the text of an upper bound says how far
    if (expected === '-') expect(found).not.toMatch(/^=/);
    else expect(found).toBe(expected);
  });
});

async function verdict(source: string): Promise<string> {
  return (await analyzed(source)).assertions[0]?.verdict ?? 'none';
}

describe('assertions', () => {
  it.each([
    ['void f(struct s *p, struct s *q) { p->a = 1; q->b = 2; assert(p->a == 1); }', 'holds'],
    [
      `
      void f(void) {
        int a[4] = { 0 };
        int *p = a + 1;
        *p++ = 3;
        *p = 4;
        assert(a[1] == 3 && a[2] == 4);
      }`,
      'holds',
    ],
    ['void f(int *p) { hidden = 1; *p = 2; assert(hidden == 1); }', 'holds'],
    ['void f(int *p) { int x = 1; take(&x); x = 1; *p = 2; assert(x == 1); }', 'holds'],
    ['void f(void) { struct s x; struct s *p = &x; x.a = 3; p->a = 4; assert(x.a == 4); }', 'holds'],
    ['void f(struct s *p) { struct s *q = p; q->a = 4; p->a = 5; assert(q->a == 5); }', 'holds'],
    ['void f(void) { int *p = malloc(40); int *q = p; p[1] = 3; q[1] = 4; assert(p[1] == 4); }', 'holds'],
    ['void f(struct s *p) { struct s l = *p; l.a = 1; p->a = 2; assert(l.a == 1); }', 'holds'],
    [
      `
        void f(int *a, int n) {
          int *p, c = 0;
          if (n < 0) return;
          for (p = a; p < a + n; p++) c++;
          assert(c == n);
        }`,
      'holds',
    ],
    ['void f(void) { int a[4], b[4]; int *p = a, *q = b; assert(p != q); }', 'holds'],
    ['void f(char *p) { p++; assert(p != 0); }', 'holds'],
    ['void f(void) { int a[4] = { 1, 2, 3, 4 }; int t = pair(a + 1, a + 3); assert(t == 5); }', 'holds'],
    [
      `
        void f(int *a, int n) {
          int *p, c = 0;
          if (n < 0) return;
          for (p = a; p <= a + n; p++) c++;
          assert(c == n);
        }`,
      'violated',
    ],
    [
      `
        void f(void) {
          char s[4] = "ab";
          unsigned char *u = (unsigned char *)s;
          u[0] = 200;
          assert(s[0] == 'a');
        }`,
      'violated',
    ],
    ['void f(struct s *p) { int *w = p->d; p->d[1] = 4; w[1] = 5; assert(p->d[1] == 4); }', 'violated'],
  ])('%s', async (source, expected) => {
    expect(await verdict(source)).toBe(expected);
  });

  it.each([
    'void f(struct s *p, struct s *q) { p->a = 1; q->a = 2; assert(p->a == 1); }',
    'void f(struct s *p, int *q) { p->a = 1; *q = 2; assert(p->a == 1); }',
    'void f(struct s *p) { p->a = 1; ext(); assert(p->a == 1); }',
    'void f(void) { int x = 1; int *p = &x; p++; p--; *p = 5; assert(x == 1); }',
    'void f(int *p, int *q) { *p = 1; *q = 2; assert(*p == 1); }',
    'void f(int *p) { g = 1; *p = 2; assert(g == 1); }',
    'void f(int *p) { ga[0] = 1; p[3] = 2; assert(ga[0] == 1); }',
    'void f(void) { int x = 1; take(&x); x = 1; int *q = get(); *q = 2; assert(x == 1); }',
    'void f(void) { int a[3] = { 1, 2, 3 }; int *p = a; int **pp = &p; *pp = a + 1; assert(*p == 1); }',
    `
      void f(void) {
        int a[3] = { 1 }, b[3] = { 4 };
        int *p = a;
        if (g) p = b;
        *p = 9;
        assert(a[0] == 1 && b[0] == 4);
      }`,
    'void f(struct s *p) { struct s *q = p->next; p->a = 4; q->a = 5; assert(p->a == 4); }',
    'void f(struct s *p) { int *w = &p->a; p->a = 4; *w = 5; assert(p->a == 4); }',
    'void f(void) { int x = 258; char *c = (char *)&x; *c = 0; assert(x == 258); }',
    'void f(int *q) { ga[0] = 1; int t = *q; write7(ga); assert(*q == t); }',
    'void f(struct s *p, struct s *q) { p->a = 1; *q = *p; q->a = 3; assert(p->a == 1); }',
    'void f(void) { int x = 1, y = 1; int *p = g ? &x : &y; *p = 2; assert(x == 1); }',
    'void f(union u *p, struct s *q) { q->a = 1; p->t.a = 2; assert(q->a == 1); }',
    'void f(char *c, struct s *q) { q->a = 1; *c = 2; assert(q->a == 1); }',
    'void f(struct s *p) { struct s *q = p; p = p->next; p->a = 1; q->a = 2; assert(p->a == 1); }',
  ])('may fail: %s', async (source) => {
    expect(await verdict(source)).not.toBe('holds');
  });

  it.each([
    'void f(void) { int x = 1; int *p = &x; p++; p--; *p = 5; assert(x == 5); }',
    'void f(struct s *p) { p->a = 4; p = p->next; p->a = 5; assert(p->a == 5); }',
    `
      void f(void) {
        int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
        int (*r)[3] = m;
        r++;
        assert((*r)[0] == 4);
      }`,
    'void f(int *p) { if (!p) return; int *q = p + 1; assert(q); }',
    `
      void f(void) {
        struct s x = { 1 }, y;
        y = x;
        struct s *p = &y;
        p->a++;
        assert(x.a == 1 && y.a == 2);
      }`,
    'void f(void) { const char *t = "abc"; assert(t != 0 && t[0] == 97); }',
  ])("can't fail: %s", async (source) => {
    expect(await verdict(source)).not.toBe('violated');
  });
});

describe('from a member on', () => {
  it.each([
    'int *q = &p->a; for (int i = 0; i < 9; i++) ((char *)q)[i] = 0;',
    'char *c = (char *)&p->a; for (int i = 0; i < 12; i++) c[i] = 0;',
    'clear((char *)&p->a, sizeof *p);',
    'memset(&p->a, 0, sizeof *p);',
    'memset(&p->b, 0, sizeof *p - 4);',
  ])('what is behind it may be written: %s', async (code) => {
    const clear = 'static void clear(char *c, int n) { for (int i = 0; i < n; i++) c[i] = 0; }';
    expect(await verdict(`${clear} void f(struct s *p) { p->n = 5; ${code} assert(p->n == 5); }`)).toBe('unknown');
  });

  const named =
    '#include <stddef.h>\nstruct t { int a, k, n; char tail[8]; }; struct o { int z; struct t in; int last; };';
  it.each([
    'struct t t; t.n = 5; memset(&t.k, 0, sizeof t - offsetof(struct t, k)); assert(t.n == 5);',
    'struct t t; t.n = 5; memset(&t.k, 0, (size_t)x); assert(t.n == 5);',
    'struct t t; t.n = 5; void *p = &t.k; memset(p, 0, 8); assert(t.n == 5);',
    'struct t t; t.n = 5; char *p = (char *)&t.k; memset(p, 0, 8); assert(t.n == 5);',
    'struct t t, u; u.k = u.n = 3; t.n = 5; memcpy(&t.k, &u.k, 8); assert(t.n == 5);',
    'struct o o; o.last = 5; memset(&o.in, 0, sizeof o - offsetof(struct o, in)); assert(o.last == 5);',
    'static struct t g; g.n = 5; read(0, &g.k, 8); assert(g.n == 5);',
    'struct t a[4]; a[1].n = 6; memset(&a[1].k, 0, 8); assert(a[1].n == 6);',
    'struct t a[4]; a[2].k = 7; memset(&a[1].k, 0, 8); assert(a[2].k == 7);',
    'struct t a[4], b[4]; a[2].k = 7; b[2].k = 1; memcpy(&a[1].k, &b[1].k, 8); assert(a[2].k == 7);',
  ])('of a struct with a name, too: %s', async (code) => {
    expect(await verdict(`${named} void f(int x) { ${code} }`)).toBe('unknown');
  });

  it.each([
    'struct t t; t.n = 5; memset(&t.k, 0, sizeof t.k); assert(t.n == 5 && t.k == 0);',
    'struct t t; t.n = 5; memset(t.tail, 0, 8); assert(t.n == 5 && t.tail[7] == 0);',
    'struct o o; o.last = 5; memset(&o.in, 0, sizeof o.in); assert(o.last == 5 && o.in.n == 0);',
    'struct t a[4]; a[1].n = 6; a[2].k = 7; memset(&a[1].k, 0, 4); assert(a[1].n == 6 && a[1].k == 0 && a[2].k == 7);',
    'struct t a[4]; a[1].n = 6; memset(a[1].tail, 0, 8); assert(a[1].n == 6 && a[1].tail[3] == 0);',
  ])('nothing else is written than the member: %s', async (code) => {
    expect(await verdict(`${named} void f(int x) { ${code} }`)).toBe('holds');
  });
});

describe('what a pointer to a pointer leads to', () => {
  const callees = `
    struct r { int *at; int n; };
    static void skip(const char **t) { while (**t == ' ') ++*t; }
    static void go_on(int **p, int n) { for (int i = 0; i < n; i++) (*p)++; }
    static void lead(int **p, int *q) { *p = q; **p = 7; }
    static int same(int **p, int **q, int *a) { *p = a; *q = a + 1; return *p == a; }
    void elsewhere(void *);`;
  it.each([
    ['void f(void) { char b[] = "  x"; const char *p = b; skip(&p); assert(p == b + 2); }', 'holds'],
    ['void f(void) { int a[9]; int *p = a; go_on(&p, 4); *p = 3; assert(p == a + 4 && a[4] == 3); }', 'holds'],
    ['void f(int x) { int y = 1; int *p = &x; lead(&p, &y); assert(p == &y && y == 7); }', 'holds'],
    ['void f(void) { int a[2]; int *x, *y; assert(same(&x, &y, a)); }', 'holds'],
    ['void f(void) { int a[2]; int *x; assert(same(&x, &x, a)); }', 'violated'],
    ['void f(struct r *r) { r->n = 3; go_on(&r->at, 2); assert(r->n == 3); }', 'holds'],
    ['void f(int **p, int **q, int *a) { *p = a; *q = a + 1; assert(*p == a); }', 'unknown'],
    ['void f(int **p, struct r *q) { int *o = *p; q->at = 0; assert(*p == o); }', 'unknown'],
    ['void f(int **p) { int *o = *p; p[0] = o + 1; assert(*p == o); }', 'unknown'],
    ['void f(char **p) { *p = 0; ((char *)p)[1] = 1; assert(*p == 0); }', 'unknown'],
    ['void f(char **p) { *p = 0; elsewhere(p); assert(*p == 0); }', 'unknown'],
    ['void f(char **p, char **q) { *p = 0; memcpy(p, q, sizeof *p); assert(*p == 0); }', 'unknown'],
  ])('%s', async (source, expected) => {
    expect(await verdict(callees + source)).toBe(expected);
  });
});
