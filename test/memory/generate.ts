/** Random C functions in which names share storage: pointers, structs, unions, arrays and calls, always defined. */
import type { Random } from '../c/generate.ts';
import { random } from '../c/generate.ts';

export const PRELUDE = `#include <assert.h>
#include <string.h>
struct S { int a; short b; unsigned char c[4]; int d[3]; };
struct P { int x, y; };
struct O { struct P p; int k; struct P q[2]; };
struct N { int v; struct N *next; };
union U { int i; unsigned char c[4]; unsigned short h[2]; struct { unsigned lo : 4, mid : 9; int hi : 19; } f; };
union W { struct P p; int w[2]; long l; unsigned char c[8]; };
struct T { int tag; union { int i; unsigned char c[4]; } v; };
int ga[4] = { 1, 2, 3, 4 }; static int gi = 5; static struct S gs = { 1, 2, { 3, 4, 5, 6 }, { 7, 8, 9 } }; static int *gp = &gi;
static void setp(int *p, int v) { *p = v; }
static void addp(int *p, const int *q) { *p = (*p & 0xffff) + (*q & 0xffff); }
static void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }
static int sum(const int *v, int n) { int s = 0; for (int i = 0; i < n; i++) s += v[i] & 0xfff; return s; }
static void fill(int *v, int n, int x) { for (int i = 0; i < n; i++) v[i] = x + i; }
static void bump(struct S *s, int k) { s->a = (s->a & 0xff) + k; s->d[k & 1] = s->b; s->c[k & 3]++; }
static int total(const struct S *s) { return (s->a & 0xff) + s->b + s->c[0] + s->c[3] + (s->d[1] & 0xff); }
static struct P makeP(int x, int y) { struct P r = { x, y }; return r; }
static struct P flip(struct P p) { struct P r; r.x = p.y; r.y = p.x; return r; }
static void movep(struct P *p, int d) { p->x = (p->x & 0xff) + d; p->y = (p->y & 0xff) - d; }
static int *pick(int c, int *p, int *q) { return c ? p : q; }
static void bytes(unsigned char *p, int n, int v) { for (int i = 0; i < n; i++) p[i] = v; }
static int byteOf(union U u, int k) { return u.c[k & 3]; }
static union U makeU(int v) { union U u; u.i = v; return u; }
static void setU(union U *u, int v) { u->h[1] = v; }
static int inc(int v) { return (v & 0xffff) + 1; }
static int dec(int v) { return (v & 0xffff) - 1; }
static int apply(int (*f)(int), int v) { return f(v); }
static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
static void setg(int v) { gi = v; }
static int count(struct N *l) { int n = 0; while (l) { n += l->v & 15; l = l->next; } return n; }
`;

/** What a function may declare; each statement and value names what it needs. */
const DECLARED: Readonly<Record<string, string>> = {
  x: 'int x = K;',
  y: 'int y = K;',
  z: 'int z = 3;',
  a: 'int a[5] = { 5, 3, K, 1, 9 };',
  s: 'struct S s = { K, 2, { 1, 2, 3, 4 }, { 5, 6, 7 } };',
  t: 'struct S t = { 2, 3, { 4 }, { 1 } };',
  o: 'struct O o = { { 1, K }, 3, { { 4, 5 }, { 6, 7 } } };',
  pa: 'struct P pa = { K, 4 };',
  pb: 'struct P pb = { 5, 6 };',
  ps: 'struct P ps[3] = { { 1, 2 }, { 3, K }, { 5, 6 } };',
  u: 'union U u; u.i = K;',
  w: 'union W w; w.l = K;',
  v: 'struct T v; v.tag = 1; v.v.i = K;',
  str: 'char str[8] = "hello";',
  dst: 'char dst[8] = "";',
  m: 'int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };',
  n1: 'struct N n1 = { K, 0 };',
  n2: 'struct N n2 = { 2, &n1 };',
  p: 'int *p = &x;',
  q: 'int *q = a;',
  r: 'int *r = &s.a;',
  pp: 'int **pp = &p;',
  sp: 'struct S *sp = &s;',
  op: 'struct P *op = &pa;',
  up: 'union U *up = &u;',
  cp: 'unsigned char *cp = u.c;',
  ip: 'int *ip = &u.i;',
  f: 'int (*f)(int) = inc;',
  e: 'int *e = a + 5;',
  np: 'struct N *np = &n2;',
  bx: 'unsigned char *bx = (unsigned char *)&x;',
  l: 'long l = K;',
};
/** What else must be declared before. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  p: ['x'],
  q: ['a'],
  r: ['s'],
  pp: ['x', 'p'],
  sp: ['s'],
  op: ['pa'],
  up: ['u'],
  cp: ['u'],
  ip: ['u'],
  e: ['a'],
  n2: ['n1'],
  np: ['n1', 'n2'],
  bx: ['x'],
};

const VALUES = [
  'K',
  'n',
  'x',
  'y',
  'z',
  'a[1]',
  'a[(n & 3)]',
  '*p',
  '*q',
  'q[1]',
  '*r',
  '**pp',
  's.a',
  's.b',
  's.c[1]',
  's.c[n & 3]',
  's.d[2]',
  'sp->a',
  'sp->b',
  'sp->c[2]',
  'sp->d[1]',
  't.a',
  't.d[0]',
  'o.p.y',
  'o.k',
  'o.q[1].x',
  'pa.x',
  'pa.y',
  'pb.x',
  'op->x',
  'op->y',
  'ps[1].y',
  'ps[n % 3].x',
  'u.i',
  'u.c[0]',
  'u.c[n & 3]',
  'u.h[1]',
  'u.f.mid',
  'u.f.hi',
  'up->i',
  'up->c[1]',
  '*cp',
  'cp[2]',
  '*ip',
  'w.p.y',
  'w.w[0]',
  'w.c[5]',
  '(int)w.l',
  'v.v.i',
  'v.v.c[1]',
  'v.tag',
  'str[1]',
  '(int)strlen(str)',
  'dst[2]',
  'm[1][2]',
  'm[n & 1][1]',
  'ga[2]',
  'gi',
  'gs.a',
  'gs.c[1]',
  '*gp',
  'sum(a, 5)',
  'sum(ga, 4)',
  'sum(s.d, 3)',
  'total(&s)',
  'total(sp)',
  'flip(pa).x',
  'makeP(x, 3).y',
  '*pick(n & 1, &x, &y)',
  'byteOf(u, 1)',
  'makeU(x).h[0]',
  'f(3)',
  'apply(inc, x)',
  'apply(f, 4)',
  'fact(5)',
  'n2.next->v',
  'np->v',
  'count(&n2)',
  '(p == &x)',
  '(q - a)',
  '(q < e)',
  '(op == &pa)',
  '(int)sizeof(struct S)',
  '(e - q)',
  'strcmp(str, "hello") == 0',
  'memcmp(&pa, &pb, 4) == 0',
  'bx[1]',
  '(int)l',
  '((unsigned char *)&y)[0]',
];

const STATEMENTS = [
  'x = V;',
  'y = V;',
  'z = V;',
  'a[1] = V;',
  'a[n % 5] = V;',
  'a[2] = a[3];',
  '*p = V;',
  '*q = V;',
  'q[1] = V;',
  '*r = V;',
  '**pp = V;',
  'p = &y;',
  'p = &x;',
  'p = n & 1 ? &x : &y;',
  'p = a + 1;',
  'p = &s.a;',
  'p = &ps[1].x;',
  'q = a + (n & 1);',
  'if (q < a + 3) q++;',
  'q = &a[2];',
  'r = &s.d[1];',
  'r = &x;',
  '*pp = &y;',
  'pp = &q;',
  'p = pick(n & 1, &x, &y);',
  'p = gp;',
  's.a = V;',
  's.b = V & 0xff;',
  's.c[1] = V;',
  's.c[n & 3] = V;',
  's.d[2] = V;',
  'sp->a = V;',
  'sp->b = 4;',
  'sp->c[2] = V;',
  'sp->d[n & 1] = V;',
  't = s;',
  's = t;',
  's = *sp;',
  '*sp = t;',
  'sp = &t;',
  'sp = n & 1 ? &s : &t;',
  'sp = &gs;',
  't.a = V;',
  'o.p.y = V;',
  'o.k = V;',
  'o.q[1].x = V;',
  'o.p = pa;',
  'o.q[n & 1] = o.p;',
  'pa = o.q[1];',
  'pa.x = V;',
  'pa = pb;',
  'pb = flip(pa);',
  'pa = makeP(V, 2);',
  'op->x = V;',
  'op->y = V;',
  'op = &pb;',
  'op = &ps[1];',
  'op = &o.p;',
  'op = n & 1 ? &pa : &pb;',
  '*op = pb;',
  'ps[1].y = V;',
  'ps[n % 3].x = V;',
  'ps[0] = ps[1];',
  'u.i = V;',
  'u.c[0] = V;',
  'u.c[n & 3] = V;',
  'u.h[1] = V;',
  'u.f.mid = V;',
  'u.f.hi = V & 0xff;',
  'up->i = V;',
  'up->c[1] = V;',
  '*cp = V;',
  'cp[2] = V;',
  '*ip = V;',
  'u = makeU(V);',
  'setU(&u, V);',
  'memset(&u, 0, sizeof u);',
  'memset(u.c, 1, 2);',
  'bytes(u.c, 2, 7);',
  'cp = u.c + 1;',
  'w.p.y = V;',
  'w.w[0] = V;',
  'w.c[5] = V;',
  'w.l = V;',
  'w.p = pa;',
  'pa = w.p;',
  'v.v.i = V;',
  'v.v.c[1] = V;',
  'v.tag = V;',
  "str[1] = 'x';",
  'str[3] = 0;',
  'strcpy(dst, str);',
  'memcpy(dst, str, 4);',
  'm[1][2] = V;',
  'm[n & 1][1] = V;',
  'ga[2] = V;',
  'ga[n & 3] = V;',
  'gi = V;',
  'gs.a = V;',
  '*gp = V;',
  'gp = &x;',
  'gp = &gi;',
  'setg(V);',
  'setp(&x, V);',
  'setp(p, V);',
  'setp(&a[1], V);',
  'setp(a, V);',
  'setp(&s.a, V);',
  'setp(&s.d[1], V);',
  'setp(&ps[1].x, V);',
  'setp(&o.q[1].y, V);',
  'setp(&gi, V);',
  'setp(gp, V);',
  'setp(&u.i, V);',
  'addp(&x, &y);',
  'addp(&x, &x);',
  'addp(p, q);',
  'swap(&x, &y);',
  'swap(&x, &x);',
  'swap(&a[0], &a[3]);',
  'swap(p, q);',
  'swap(&pa.x, &pa.y);',
  'swap(a, a + 1);',
  'fill(a, 5, V & 0xff);',
  'fill(a + 1, 2, 7);',
  'fill(s.d, 3, 1);',
  'fill(m[1], 3, 4);',
  'bump(&s, V & 7);',
  'bump(sp, 2);',
  'bump(&gs, 1);',
  'movep(&pa, 2);',
  'movep(op, 3);',
  'movep(&ps[1], 1);',
  'movep(&o.p, 2);',
  'memcpy(&pa, &pb, sizeof pa);',
  'memcpy(a, ga, sizeof a - 4);',
  'memset(a, 0, sizeof a);',
  'memset(&s, 0, sizeof s);',
  'memcpy(&x, &y, 4);',
  'memmove(a, a + 1, 8);',
  'f = dec;',
  'f = n & 1 ? inc : dec;',
  'x = f(V);',
  'n1.v = V;',
  'n2.next->v = V;',
  'np->next->v = V;',
  'np = np->next; np = np ? np : &n2;',
  'bx[1] = V;',
  'bx[n & 3] = 9;',
  'l = V;',
  '*(int *)&u = V;',
  '((unsigned char *)&y)[1] = V;',
  '{ int *k = &y; *k = V; }',
  '{ struct P *k = &pb; k->x = V; k->y++; }',
  '{ int t1 = x; x = y; y = t1; }',
  '{ static const int table[3] = { 4, 5, 6 }; z = table[n % 3]; }',
  'for (int i = 0; i < 3; i++) a[i] = a[i + 1];',
  'for (int i = 0; i < 5; i++) z = (z & 0xffff) + (a[i] & 0xff);',
  'for (int *k = a; k < a + 5; k++) *k = (*k & 0xff) + 1;',
  'for (q = a; q < e; q++) if (*q == 3) break; q = a;',
  'for (int i = 0; i < 3; i++) ps[i].x = ps[i].y;',
  'z = 0; for (int i = 0; i < 4; i++) z = (z & 0xffff) + u.c[i];',
];

/** Names used in a text. */
function names(text: string): string[] {
  return Object.keys(DECLARED).filter((name) =>
    new RegExp(`(?<![\\w.>])${name}\\b(?!\\()|(?<![\\w.>])${name}\\(`).test(text),
  );
}

export interface Drawn {
  readonly name: string;
  /** The function up to its end, without the closing brace. */
  readonly body: string;
  readonly observed: readonly string[];
  /** Whether it takes `int n`, between 0 and 7; else `n` is a constant. */
  readonly open: boolean;
}

/** Function number `k` of a seed. */
export function draw(seed: number, k: number): Drawn {
  const r: Random = random(seed * 1_000_003 + k);
  const open = r.chance(60);
  const constant = (): string => String(r.pick([0, 1, 2, 3, 7, 40, 255, 256, 70000, -1, -5]));
  // few things at once, used often
  const themes = Array.from({ length: 3 }, () => r.pick(Object.keys(DECLARED)));
  const allowed = new Set([...themes, ...themes.flatMap((t) => NEEDS[t] ?? []), 'x']);
  const fits = (text: string): boolean => names(text).every((n) => allowed.has(n));
  const values = VALUES.filter(fits);
  const statements = STATEMENTS.filter(fits);
  const favourite = values.filter((t) => names(t).some((n) => themes.includes(n)));
  const value = (): string =>
    r.chance(30) || favourite.length === 0
      ? constant()
      : r.pick(r.chance(80) ? favourite : values).replaceAll('K', constant());
  const expression = (): string =>
    r.chance(75) ? value() : `((${value()} & 0xffff) ${r.pick(['+', '-', '^', '|'])} (${value()} & 0xffff))`;
  const statement = (): string => {
    const text = r.pick(statements).replaceAll('V', `${'('}${expression()})`);
    return r.chance(12) && !text.includes('{')
      ? `if (${value()} ${r.pick(['<', '==', '>'])} ${constant()}) { ${text} }`
      : text;
  };
  const lines = Array.from({ length: 2 + r.below(6) }, statement);
  const observed = Array.from({ length: 2 }, () =>
    (favourite.length > 0 ? r.pick(favourite) : value()).replaceAll('K', constant()),
  );
  const all = [...lines, ...observed].join(' ');
  const used = new Set(names(all));
  for (const n of [...used]) for (const need of NEEDS[n] ?? []) used.add(need);
  const declared = Object.keys(DECLARED)
    .filter((n) => used.has(n))
    .map((n) => DECLARED[n]!.replaceAll('K', constant()));
  return {
    name: `t${k}`,
    observed,
    open,
    body: `void t${k}(${open ? 'int n' : 'void'}) {\n  ${open ? 'if (n < 0 || n > 7) return;' : `int n = ${r.below(8)};`} gp = &gi; gi = 5; ga[2] = 3; gs.a = 1; gs.b = 2; gs.d[0] = 7; gs.d[1] = 8; gs.d[2] = 9; gs.c[0] = 3; gs.c[1] = 4; gs.c[2] = 5; gs.c[3] = 6; ga[0] = 1; ga[1] = 2; ga[3] = 4;\n  ${declared.join(' ')}\n  ${lines.join('\n  ')}`,
  };
}
