/** Random C functions that walk over arrays, strings and structs through pointers, always within them. */
import type { Random } from './generate.ts';
import { random } from './generate.ts';

export const POINTER_PRELUDE = `#include <string.h>
struct box { int v; unsigned char c; int d[4]; struct box *next; };
static int g[6] = { 4, 1, 3 };
int shared[5] = { 9, 8, 7, 6, 5 };
static struct box gb = { 3, 250, { 1, 2, 3, 4 } };
static int sum(const int *v, int k) { int s = 0; for (const int *e = v + k; v < e; v++) s += *v; return s; }
static int sum2(int *v, unsigned long k) { int s = 0; for (unsigned long i = 0; i < k; i++) s += v[i] * (int)(i + 1);
  return s; }
static void fill(int *v, int *end, int c) { while (v != end) *v++ = c++; }
static int find(int *v, int k, int x) { int *p = v; while (p < v + k && *p != x) ++p; return p - v; }
static int length(const char *s) { const char *p = s; while (*p) p++; return p - s; }
static int spaces(char *s) { int n = 0; for (; *s; s++) if (*s == ' ') n++; return n; }
static void bump(struct box *z, int k) { z->v += k; z->c++; z->d[k & 3] = z->v; }
static int total(struct box *z) { int s = z->v; for (int i = 0; i < 4; i++) s += z->d[i]; return s; }
static void set(int *x, int v) { *x = v; }
static void swap(int *x, int *y) { int t = *x; *x = *y; *y = t; }
static void two(struct box *y, struct box *z) { y->v = 5; z->v = y->v + 1; y->d[1] = z->v - y->v; }
static int both(int *y, int *z) { *y = 1; *z = 2; return *y * 10 + *z; }
static void setg(int *v) { g[1] = 40; v[1]++; g[2] = v[2]; }
static int *later(int *v, int k) { return v + k; }
static int maxOf(int *from, int *to) { int *best = from; for (; from < to; from++) if (*from > *best) best = from;
  return *best; }
static unsigned char low(unsigned char *s) { return s[0] + s[1]; }
`;

const NUMBER = [
  'n',
  'x',
  'y',
  'm & 7',
  '3',
  '-2',
  'x & 3',
  'b.v',
  'bp->v',
  'bp->c',
  '*p',
  '*q',
  'p[1]',
  'q[-1]',
  '(p - a)',
  '(q - p)',
  'a[2]',
  'g[1]',
  'shared[2]',
  '*(a + 3)',
  's[1]',
  '*t',
  '(t - s)',
  'u[0]',
  '(p < q)',
  '(p == q)',
  '(t == s)',
  '!p',
  '(q != 0)',
  '(p ? 4 : 5)',
  'bp->d[1]',
  'b.d[2]',
  'gb.v',
  '*r',
  '(r == a + 1)',
  'sum(a, 4)',
  'sum(p, 2)',
  'sum2(a + 1, 3)',
  'find(a, 8, x)',
  'length(s)',
  'length(t)',
  'spaces(s)',
  'total(&b)',
  'total(bp)',
  'maxOf(a, a + 5)',
  'maxOf(p, a + 10)',
  '(int)(end - p)',
  '*h',
  '(h - g)',
  'low((unsigned char *)s)',
  '(long)(p - a) * 2',
  '*later(a, 2)',
  'row[1]',
  'm2[1][2]',
  '*k',
];

const STATEMENT: readonly ((r: Random, e: () => string) => string)[] = [
  () => 'if (p < a + 8) p++;',
  () => 'if (p > a + 2) --p;',
  () => 'if (q > a + 2) q -= 1;',
  () => 'if (q < a + 7) q += 2;',
  (_, e) => `*p = ${e()};`,
  (_, e) => `q[0] = ${e()};`,
  (_, e) => `p[1] += ${e()};`,
  () => 'q = p;',
  () => 'p = q;',
  () => 'q = a + 1 + (m & 7);',
  () => 'p = &a[1 + (x & 7)];',
  () => 'if (t < s + 6) t++;',
  () => 't = s;',
  () => 'if (p < a + 8) x += *p++;',
  () => 'if (q > a + 2) *q-- = x;',
  (_, e) => `x = ${e()};`,
  (_, e) => `y += ${e()};`,
  (_, e) => `b.v = ${e()};`,
  (_, e) => `bp->v = ${e()};`,
  (_, e) => `bp->d[m & 3] = ${e()};`,
  () => 'bp->c += 7;',
  () => 'b.c--;',
  (_, e) => `a[m & 7] = ${e()};`,
  (_, e) => `for (h = g; h < g + 6; h++) *h += ${e()}; h = g;`,
  () => 'for (q = a + 9; q > a + 1; q--) x ^= *q;',
  () => 'for (int *z = a; z != a + 10; ++z) y += *z;',
  () => 'while (p < a + 8 && *p > 0) p++;',
  () => 'for (t = s; *t; t++) x++;',
  () => "while (t > s && t[-1] == ' ') t--;",
  () => 'fill(a, a + 4, x);',
  () => 'fill(p, a + 10, 2);',
  () => 'bump(&b, x & 7);',
  () => 'bump(bp, 3);',
  (_, e) => `set(&x, ${e()});`,
  () => 'set(p, 7);',
  () => 'set(&a[3], n);',
  () => 'swap(&x, &y);',
  () => 'swap(p, q);',
  () => 'swap(a, a + 2);',
  () => 'two(&b, bp);',
  () => 'two(bp, &gb);',
  () => 'two(&gb, &gb);',
  () => 'setg(g);',
  () => 'setg(a);',
  () => 'setg(shared);',
  (_, e) => `if (${e()}) r = a + 1; else r = a + 2;`,
  (_, e) => `r = ${e()} ? &g[2] : a + 1;`,
  (_, e) => `*r = ${e()};`,
  () => 'r = shared + 1;',
  () => 'r = &x;',
  (_, e) => `*k = ${e()};`,
  () => 'memset(a, 0, sizeof a);',
  () => "s[2] = ' ';",
  () => 's[6] = 0;',
  () => 'u = (unsigned char *)s + 1;',
  () => 'u[1] = 200;',
  () => 'if (p == 0) x = 99;',
  () => 'row = m2[x & 1];',
  (_, e) => `row[2] = ${e()};`,
  () => 'row = &m2[1][0];',
  () => 'h = g + (m & 3);',
  () => '{ int *p2 = p; if (p2 > a + 2) p2--; x += *p2; }',
  () => '{ struct box *z = &gb; z->v++; y += z->v; }',
  () => 'k = &y;',
  () => 'n = both(&x, &y);',
  () => 'n = both(p, q);',
  () => 'n = both(a, a + 1);',
  () => '*pp = a + 3;',
  () => 'x = **pp;',
  () => 'bp = bp == &b ? &gb : &b;',
  () => 'x++;',
];

/**
 * What makes the analysis lose sight of objects: at most one of these in a function, or nothing would be left to
 * compare.
 */
const HOSTILE = [
  /\bpp\b/,
  /\bbp = /,
  /\br\b/,
  /\bk\b/,
  /\bu\b/,
  /\bbp\b|&b\b/,
  /\b(set|swap|both)\((p|q|a|&a)/,
  /\b(set|swap|both)\(&/,
  /\btwo\(/,
  /later/,
  /memset/,
  /low/,
  /\bgb\b/,
  /shared/,
  /\bsetg\(/,
  /\brow\b/,
  /\bh\b/,
  /\bs\b|\bt\b/,
];

/** A function `int name(int n, int m)`. */
export function generatePointerFunction(seed: number, name: string): string {
  const r = random(seed);
  const excluded = HOSTILE.filter(() => r.chance(94));
  const isUsed = (text: string): boolean => !excluded.some((e) => e.test(text));
  const allowed = STATEMENT.filter((s) => isUsed(s(random(0), () => '0')) && r.chance(60));
  const numbers = NUMBER.filter(isUsed);
  const expression = (): string => {
    const one = r.pick(numbers);
    return r.chance(50) ? one : `${one} ${r.pick(['+', '-', '^', '&', '<', '=='])} ${r.pick(numbers)}`;
  };
  const statements = (count: number, depth: number): string[] =>
    Array.from({ length: count }, () => {
      if (depth < 2 && r.chance(22)) {
        const body = statements(1 + r.below(3), depth + 1).join(' ');
        return r.chance(50)
          ? `if (${expression()}) { ${body} }`
          : `for (int i${depth} = 0; i${depth} < ${1 + r.below(4)}; i${depth}++) { ${body} }`;
      }
      const text = (allowed.length === 0 ? STATEMENT[0]! : r.pick(allowed))(r, expression);
      return isUsed(text) ? text : 'y++;';
    });
  const lines = statements(5 + r.below(8), 0);
  const all = lines.join(' ');
  return `int ${name}(int n, int m) {
  int x = m, y = 2, a[12] = { 5, 3, 8, 1, 9, 2, 7, 4, 6, 1, 1, 1 }, m2[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
  char s[8] = "ab cd  "; struct box b = { 1, 2, { 3, 4, 5, 6 } };
  int *p = a + 2, *q = a + 5, *end = a + 12;${declared(all)}
  ${lines.join('\n  ')}
  return ${['x', '3 * y', 'sum(a, 12)', '7 * b.v', 'b.c', 'b.d[1]', '(p - a)', '2 * (q - a)', 's[2]', 'g[1]', 'gb.v', 'm2[1][2]', 'shared[1]'].filter(isUsed).join(' + ')};
}`;
}

/** The pointers that occur in the text. */
function declared(text: string): string {
  const all: readonly [RegExp, string][] = [
    [/\br\b/, 'int *r = a;'],
    [/\bh\b/, 'int *h = g;'],
    [/\brow\b/, 'int *row = m2[0];'],
    [/\bk\b/, 'int *k = &x;'],
    [/\bt\b/, 'char *t = s;'],
    [/\bu\b/, 'unsigned char *u = (unsigned char *)s;'],
    [/\bbp\b/, 'struct box *bp = &b;'],
    [/\bpp\b/, 'int **pp = &p;'],
  ];
  return all
    .filter(([pattern]) => pattern.test(text))
    .map(([, declaration]) => ` ${declaration}`)
    .join('');
}
