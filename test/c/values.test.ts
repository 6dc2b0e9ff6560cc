/** What expressions and statements are worth: C's own answers, each from the standard or from gcc on LP64. */
import { describe, expect, it } from 'vitest';
import { outcome, reasons } from './lower.ts';

const f = (body: string, before = ''): string =>
  `${before}\nlong long f(int n, unsigned u, char c, long l) { ${body} }`;

describe('expressions', () => {
  it.each([
    ['return 2 + 3 * 4 - 10 / 3;', 11],
    ['return -7 / 2;', -3],
    ['return -7 % 2;', -1],
    ['return 7 % -2;', 1],
    ['return 0x10 + 010 + 0b11 + 1u;', 28],
    ["return 'a' + '\\n' + '\\x41' + '\\101';", 97 + 10 + 65 + 65],
    ["return '\\377';", -1],
    ['return -1 < 0u;', 0],
    ['return -1 < 0;', 1],
    ['return (unsigned char)300;', 44],
    ['return (signed char)200;', -56],
    ['return (_Bool)256;', 1],
    ['return 2147483647 + 1u;', 2147483648],
    ['return 4294967295u + 1u;', 0],
    ['return 4294967295 + 1;', 4294967296],
    ['return 0xffffffff;', 4294967295],
    ['return -2147483647 - 1;', -2147483648],
    ['return ~0;', -1],
    ['return ~0u;', 4294967295],
    ['return !5 + !0;', 1],
    ['return 1 << 4 | 3;', 19],
    ['return -8 >> 1;', -4],
    ['return 0xf0u >> 4;', 15],
    ['return 5 & 6 ^ 1 | 8;', 13],
    ['return sizeof(int) + sizeof(long) + sizeof n + sizeof(char) + sizeof(short);', 4 + 8 + 4 + 1 + 2],
    ["return sizeof 'a';", 4],
    ['return sizeof(int[10]);', 40],
    ['return sizeof(struct { char a; int b; char c; });', 12],
    ['return sizeof "abc";', 4],
    ['return sizeof(int *) * 2;', 16],
    ['return (n, 3) + (u ? 1 : 2);', 5],
    ['return n ? 1 : n == 0 ? 2 : 3;', 2],
    ['return 3 > 2 > 1;', 0],
    ['return (n == 0) + (l == 0L);', 2],
    ['return INT_MAX;', 2147483647],
    ['return UINT_MAX;', 4294967295],
    ['return CHAR_BIT * sizeof(long);', 64],
    ['return INT8_MIN;', -128],
    ['return true + false;', 1],
    ['int x = 5, y = x++; return y + 10 * x;', 65],
    ['int x = 5; return ++x;', 6],
    ['int x = 5; return x--;', 5],
    ['int x = 5, y = 2; x += y *= 3; return x * 100 + y;', 1106],
    ['unsigned char x = 250; x += 10; return x;', 4],
    ['short s = 32767; s++; return s;', -32768],
    ['_Bool b = 3; b += 5; return b;', 1],
    ['char x = 127; return ++x;', -128],
    ['int x; return (x = 300, (char)x);', 44],
    ['int x = 1; x <<= 3; x |= 1; x ^= 0xff; x %= 100; return x;', 46],
    ['return n && n / n;', 0],
    ['return n || 1 / 1;', 1],
    ['int x = 1; n && x++; return x;', 1],
    ['int x = 1; n || x++; return x;', 2],
    ['int x = 0, y = x++ && x++; return y + 10 * x;', 10],
    ['int x = 0, y = n ? x++ : (x += 5, x--); return x * 10 + y;', 45],
    ['return n ?: 7;', 7],
    ['return ({ int q = 3; q * 2; });', 6],
    ['return abs(-5) + labs(-7L);', 12],
    ['return __builtin_expect(n == 0, 1);', 1],
    ['return 1 ? -1 : 0u;', 4294967295],
    ['return (short)(n + 70000);', 4464],
  ])('%s', (body, value) => {
    expect(outcome(f(body))).toBe(`returned ${value}`);
  });

  it.each([
    ['return (ul)-1;', 'typedef unsigned long ul;', -1],
    ['return (ul)-n - 3 * 2 + 7;', 'typedef unsigned ul;', 1],
    ['return (T)(n + 300);', 'typedef unsigned char T;', 44],
    ['return (uint8_t)-1;', '', 255],
    ['int v = 4, *p = &v; return (size_t)*p + (uint8_t)-*p;', '', 256],
    ['return sizeof(T) * 2;', 'typedef short T;', 4],
    ['return A + B + C;', 'enum e { A, B = 10, C };', 21],
    ['return SQ(n + 3) + N;', '#define N (2 * M)\n#define M 3\n#define SQ(x) ((x) * (x))', 15],
    ['return CAT(1, 2) + STR;', '#define CAT(a, b) a##b\n#define STR 5', 17],
    ['int x = 0; SWAP2(x, n) return x;', '#define SWAP2(a, b) { int t = a + 4; b = t; a = t; }', 4],
    ['return X;', '#ifdef __LP64__\n#define X 1\n#elif 1\n#define X 2\n#endif', 1],
    ['return X;', '#if defined(FOO) || !defined(BAR) && 2 > 1\n#define X 3\n#else\n#define X 4\n#endif', 3],
    [
      'return X;',
      `#if 0
int broken( {{{
#else
#define X 8
#endif`,
      8,
    ],
    [
      'return t[1] + t[3] + g[2][1];',
      'static int t[] = { [1] = 4, 5, 6 }; int g[3][2] = { { 1, 2 }, { 3, 4 }, { 5, 60 } };',
      70,
    ],
    ['return s.a + s.b + s.in.x;', 'struct { int a, b; struct { int x; } in; } s = { 1, .in = { 30 } };', 31],
    ['struct p { int x, y; } a = { 1, 2 }, b; b = a; b.x += 5; return a.x * 100 + b.x * 10 + b.y;', '', 162],
    ['int a[4] = { 1, 2 }; a[n + 2] = 7; a[3] = a[2]++; return a[0] + 10 * a[2] + 100 * a[3];', '', 781],
    ['int x = 3, *p = &x; *p += 4; p[0]++; return x;', '', 8],
    ['int a[3] = { 5, 6, 7 }, *p = a; p[1] = 9; return a[1] + *p + *(p + 2);', '', 21],
    ['char s[] = "ab"; return s[0] + s[2] + sizeof s;', '', 100],
    ['return s[1];', 'const char s[4] = "xyz";', 121],
    ['return add(2, 3);', 'int add(a, b) int a, b; { return a + b; }', 5],
    ['return fact(5);', 'static int fact(int k) { int r = 1; while (k > 1) r *= k--; return r; }', 120],
    ['set(7); return g;', 'int g; void set(int v) { g = v; }', 7],
    [
      'int a[2] = { 1, 2 }; fill(a, 2); return a[1];',
      'void fill(int *p, int k) { for (int i = 0; i < k; i++) p[i] = 40 + i; }',
      41,
    ],
    ['static int k = 5; k++; return k;', '', 6],
    ['volatile int v = 3; return n;', '', 0],
    ['extern int w; return w;', 'int w = 9;', 9],
    ['return u2.a + 1 - u2.a;', 'struct { unsigned a : 3; int b : 4; } u2;', 1],
    ['struct { unsigned a : 3; int b : 4; } s; s.a = 15; s.b = 7; s.b++; return s.a * 100 + s.b;', '', 692],
    ['return UINT64_C(5) + INT32_C(2);', '#include <stdint.h>', 7],
    ['return f2((int[]){ 1, 2 } != 0);', 'int f2(int k) { return 4; }', 4],
  ])('%s after %s', (body, before, value) => {
    const result = outcome(f(body, before));
    if (!result.startsWith('not-modelled')) expect(result).toBe(`returned ${value}`);
    else expect([result, body]).toEqual(['not-modelled pointer', 'return f2((int[]){ 1, 2 } != 0);']);
  });
});

describe('statements', () => {
  it.each([
    ['int s = 0; for (int i = 0; i < 5; i++) { if (i == 3) continue; s += i; } return s;', 7],
    ['int s = 0; while (1) { if (s > 4) break; s += 2; } return s;', 6],
    ['int s = 0; do s++; while (s < 0); return s;', 1],
    ['int i = 10, s = 0; while (i --> 0) s++; return s * 100 + i;', 999],
    ['int s = 0; for (int i = 0, j = 10; i < j; i++, j--) s++; return s;', 5],
    ['int s = 0; for (;;) if (s++ > 3) return s;', 5],
    ['switch (n) { case 1: return 1; default: return 9; case 0: n++; } return n;', 1],
    ['switch (n + 5) { case 1: return 1; case 3 ... 6: n = 2; case 8: n++; break; default: n = 100; } return n;', 3],
    ['switch (7) { case 1: n = 5; } return n;', 0],
    [
      `
        int s = 0; for (int i = 0; i < 6; i++) switch (i) { case 0: continue; case 4: break; default: s += i; }
        return s;`,
      11,
    ],
    ['int i = 0; again: i++; if (i < 4) goto again; return i;', 4],
    ['goto end; n = 5; end: return n;', 0],
    ['{ int n = 4; n++; } return n;', 0],
    ['int x = 1; { int x = 2; { int x = 5; } x++; } return x;', 1],
    [
      `
        int s = 0; for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) { if (j == 2) goto out; s += j; }
        out: return s;`,
      1,
    ],
    [
      `
        int k = 7, r = 0; switch (k % 4) { case 0: do { r++; case 3: r++; case 2: r++; case 1: r++; }
          while ((k -= 4) > 0); } return r;`,
      7,
    ],
    ['if (n) ; else if (u) return 1; else return 2; return 3;', 2],
    [';;; {} return 1;', 1],
    ['int a = 1, b = 2, t; t = a, a = b, b = t; return a * 10 + b;', 21],
    ['for (n = 0; n < 3; ++n) ; return n;', 3],
    ['exit(1); return 1;', 'halted'],
    ['__VERIFIER_assume(n > 0); return 1;', 'assume-failed'],
    ['assume_abort_if_not(n == 0); return 1;', 1],
    ['assert(n == 0); return 1;', 1],
    ['assert(n); return 1;', 'assertion-failed 0 at '],
    ['if (n == 0) reach_error(); return 1;', 'assertion-failed 0 at '],
    [
      'for (int i = 0; i < 5; i++) for (int j = 0; j < 9; j++) assert(i + j < 6); return 1;',
      'assertion-failed 0 at 0,6',
    ],
    ['for (int i = 2; i < 5; i++) if (i == 4) __VERIFIER_assert(0); return 1;', 'assertion-failed 0 at 2'],
    ['while (1) ; return 1;', 'out-of-steps'],
    ['int x; return x;', 'undefined uninitialized'],
    ['return n + 2147483647 + 1;', 'undefined signed-overflow'],
    ['return 1 / n;', 'undefined division-by-zero'],
    ['return 1 << (n + 32);', 'undefined shift'],
    ['return 1 << (n - 1);', 'undefined shift'],
    ['int a[3] = { 0 }; return a[n + 3];', 'undefined out-of-bounds'],
    ['return (-2147483647 - 1) / (n - 1);', 'undefined signed-overflow'],
    ['n = unknown(); return n;', 'not-modelled unknown-call'],
    ['float x = 1; return x;', 'not-modelled float'],
    ['printf("%d", n); return n;', 0],
    ['abort(); return 1;', 'halted'],
  ])('%s', (body, value) => {
    expect(outcome(f(body))).toBe(typeof value === 'number' ? `returned ${value}` : value);
  });

  it('takes nondet values in order, converted to their types', () => {
    const source = `
        extern unsigned char __VERIFIER_nondet_uchar(void);
        int f(void) {
          int a = __VERIFIER_nondet_int();
          unsigned char b = __VERIFIER_nondet_uchar();
          return a * 1000 + b + __VERIFIER_nondet_bool();
        }`;
    expect(outcome(source, {}, { nondet: [3n, 257n, 6n] })).toBe('returned 3002');
  });

  it('reads unbounded integers in mode mathematical, and wraps in wrapv', () => {
    const source = 'int f(int n) { unsigned char c = 200; c += 100; return n * 2 + c; }';
    expect(outcome(source, { n: 2147483647 }, { mode: 'mathematical' })).toBe(`returned ${2147483647 * 2 + 300}`);
    expect(outcome(source, { n: 2147483647 }, { mode: 'wrapv' })).toBe('returned 42');
    expect(outcome(source, { n: 2147483647 })).toBe('undefined signed-overflow');
  });
});

describe('what is lost is said', () => {
  it.each([
    ['int f(int n) { ext(); return n; }', ['unknown-call']],
    ['int f(int n) { return n; }', []],
    ['int f(double d) { return d > 1; }', ['float']],
    ['int f(int n) { asm("nop"); return n; }', ['inline-assembly']],
    ['int f(char *p) { int n = 0; while (*p++) n++; return n; }', []],
    ['int f(char **p) { int n = 0; while (**p) n++; return n; }', ['memory']],
    ['int f(int n) { return n + BUFSIZE; }', ['unknown-macro']],
    ['volatile int v; int f(void) { return v; }', ['volatile']],
    ['struct s; int f(struct s *p) { return p->x; }', ['unknown-type']],
    ['int f(int n) { for (int i = 0; i < n; i++) FOREACH(x, y) { n--; } return n; }', ['unknown-macro']],
  ])('%s', (source, codes) => {
    expect(reasons(source)).toEqual(codes);
  });
});
