/**
 * What is certainly wrong in a function: each program with the defect and mended, and programs in which nothing is
 * certain.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { showFinding } from '../../server/src/render/finding-kinds.ts';

afterAll(() => unloadSolver());

/** `kind@line`, for findings that are certain. */
async function found(source: string, overflow: 'must' | 'can' = 'must'): Promise<readonly string[]> {
  const options = { ...DEFAULT_OPTIONS, loops: false, overflow };
  const report = await analyze(source, options, { now: () => performance.now(), cancelled: () => false });
  return (report.findings ?? []).map((f) => `${showFinding(f).kind}@${f.range.start.line}`);
}

type Row = readonly [name: string, source: string, expected: readonly string[]];

const index: readonly Row[] = [
  [
    'an element behind the last',
    `void f(void) {
 int a[5];
 a[5] = 1;
}`,
    ['index-outside@3'],
  ],
  [
    'the last element',
    `void f(void) {
 int a[5];
 a[4] = 1;
}`,
    [],
  ],
  [
    'before the first',
    `void f(void) {
 int a[5], i = 0;
 a[i - 1] = 1;
}`,
    ['index-outside@3'],
  ],
  [
    'a loop that goes one too far',
    `void f(void) {
 int a[100];
 for (int i = 0; i <= 100; i++)
  a[i] = i;
}`,
    ['index-outside@4'],
  ],
  [
    'a loop that does not',
    `void f(void) {
 int a[100];
 for (int i = 0; i < 100; i++)
  a[i] = i;
}`,
    [],
  ],
  [
    'down to before the first',
    `void f(void) {
 int a[8];
 for (int i = 7; i >= -1; i--)
  a[i] = i;
}`,
    ['index-outside@4'],
  ],
  [
    'as many as the caller says',
    `void f(int n) {
 int a[8];
 for (int i = 0; i < n; i++)
  a[i] = i;
}`,
    [],
  ],
  [
    'floating elements',
    `void f(void) {
 double a[3];
 a[3] = 1.5;
}`,
    ['index-outside@3'],
  ],
  [
    'a row too many',
    `void f(void) {
 int a[2][3];
 for (int i = 0; i <= 2; i++)
  for (int j = 0; j < 3; j++)
   a[i][j] = 0;
}`,
    ['index-outside@5'],
  ],
  [
    'a column too many',
    `void f(void) {
 int a[2][3];
 a[0][3] = 0;
}`,
    ['index-outside@3'],
  ],
  [
    'structs',
    `struct s { int x, y; };
int f(void) {
 struct s a[4];
 a[4].y = 1;
 return 0;
}`,
    ['index-outside@4'],
  ],
  [
    'a member',
    `struct s { int x; int a[3]; int y; } g;
void f(void) {
 g.a[3] = 1;
}`,
    ['index-outside@3'],
  ],
  [
    'through a pointer',
    `void f(void) {
 short a[4], *p = a;
 *(p + 4) = 1;
}`,
    ['index-outside@3'],
  ],
  [
    'through an array of pointers',
    `void f(void) {
 int a[3], b[2];
 int *p[2] = {a, b};
 p[1][2] = 1;
}`,
    ['index-outside@4'],
  ],
  [
    'through a pointer to a pointer',
    `void f(void) {
 int a[3], *p = a, **q = &p;
 (*q)[3] = 1;
}`,
    ['index-outside@3'],
  ],
  [
    'one behind the end is a pointer',
    `int f(void) {
 int a[3] = {1, 2, 3}, s = 0;
 for (int *p = a; p < a + 3; p++)
  s += *p;
 return s;
}`,
    [],
  ],
  [
    'a pointer that is moved',
    `void f(void) {
 int a[3], *p = a;
 for (int i = 0; i <= 3; i++)
  *p++ = 0;
}`,
    ['index-outside@4'],
  ],
  [
    'bytes of integers',
    `void f(void) {
 int a[2];
 char *p = (char *)a;
 p[8] = 0;
}`,
    ['index-outside@4'],
  ],
  [
    'bytes within integers',
    `void f(void) {
 int a[2];
 char *p = (char *)a;
 p[7] = 0;
}`,
    [],
  ],
  [
    'allocated',
    `#include <stdlib.h>
void f(void) {
 int *p = malloc(3 * sizeof *p);
 if (p == NULL) return;
 p[3] = 1;
 free(p);
}`,
    ['index-outside@5'],
  ],
  [
    'allocated as much',
    `#include <stdlib.h>
void f(void) {
 int *p = calloc(3, sizeof *p);
 if (p == NULL) return;
 p[2] = 1;
 free(p);
}`,
    [],
  ],
  [
    'before what was allocated',
    `#include <stdlib.h>
void f(void) {
 char *p = malloc(4);
 if (p) p[-1] = 1;
 free(p);
}`,
    ['index-outside@4'],
  ],
  [
    'a variable length',
    `void f(void) {
 int n = 4;
 int a[n];
 a[n] = 1;
}`,
    ['index-outside@4'],
  ],
  [
    'in a function that is called',
    `static void put(int *p, int i) {
 p[i] = 1;
}
void f(void) {
 int a[3];
 put(a, 3);
}`,
    ['index-outside@2'],
  ],
  [
    'a function that is called rightly',
    `static void put(int *p, int i) {
 p[i] = 1;
}
void f(void) {
 int a[3];
 put(a, 2);
}`,
    [],
  ],
  [
    'where the callee may not get there',
    `static void put(int *p, int i, int n) {
 if (i < n) p[i] = 1;
}
void f(int n) {
 int a[3];
 put(a, 3, n);
}`,
    [],
  ],
  [
    'an index that a function returns',
    `static int last(void) { return 3; }
void f(void) {
 int a[3];
 a[last()] = 1;
}`,
    ['index-outside@4'],
  ],
  [
    'an index of an array',
    `void f(void) {
 int a[3], at[2] = {2, 3};
 a[at[1]] = 1;
}`,
    ['index-outside@3'],
  ],
  [
    'only in some runs of a loop',
    `void f(const char *s) {
 char a[4];
 for (int i = 0; i <= 4; i++) {
  if (s[i] == 0) break;
  a[i] = s[i];
 }
}`,
    [],
  ],
  [
    'only where the loop is not in its first round',
    `int f(const char *s, int n) {
 char a[4]; int k = 0;
 for (int i = 0; i < n; i++) {
  if (s[i] == 1 && a[k - 1] == 2) return 1;
  a[k++ & 3] = s[i];
 }
 return 0;
}`,
    [],
  ],
  [
    'a random index',
    `#include <stdlib.h>
void f(void) {
 int a[5];
 int i = rand();
 a[i] = 1;
}`,
    ['index-outside@5'],
  ],
  [
    'a random index that is looked at',
    `#include <stdlib.h>
void f(void) {
 int a[5];
 int i = rand();
 if (i < 5) a[i] = 1;
}`,
    [],
  ],
  [
    'a random index that is reduced',
    `#include <stdlib.h>
void f(void) {
 int a[5];
 a[rand() % 5] = 1;
}`,
    [],
  ],
  [
    'reduced by too much',
    `#include <stdlib.h>
void f(void) {
 int a[5];
 a[rand() % 6] = 1;
}`,
    ['index-outside@4'],
  ],
  [
    'a copy that is too long',
    `#include <string.h>
void f(const char *s) {
 char a[8];
 memcpy(a, s, 9);
}`,
    ['index-outside@4'],
  ],
  [
    'a copy that fits',
    `#include <string.h>
void f(const char *s) {
 char a[8];
 memcpy(a, s, sizeof a);
}`,
    [],
  ],
  [
    'a string with its zero',
    `#include <string.h>
void f(void) {
 char a[5];
 strcpy(a, "12345");
}`,
    ['index-outside@4'],
  ],
  [
    'a string that fits',
    `#include <string.h>
void f(void) {
 char a[6];
 strcpy(a, "12345");
}`,
    [],
  ],
  [
    'strings joined',
    `#include <string.h>
void f(void) {
 char a[6] = "123";
 strcat(a, "456");
}`,
    ['index-outside@4'],
  ],
  [
    'memory that is set',
    `#include <string.h>
void f(void) {
 int a[4];
 memset(a + 1, 0, sizeof a);
}`,
    ['index-outside@4'],
  ],
  [
    'an array that ends a struct',
    `#include <stdlib.h>
struct s { int n; char a[1]; };
void f(void) {
 struct s *p = malloc(sizeof *p + 7);
 if (p) p->a[7] = 1;
}`,
    [],
  ],
  [
    'declared elsewhere',
    `extern int a[];
void f(void) {
 a[7] = 1;
}`,
    [],
  ],
  [
    'what follows a switch',
    `int f(int k) {
 int a[2] = {0, 0}, i = 0;
 switch (k) {
 case 1: i = 1; break;
 case 2: i = 2; break;
 default: return 0;
 }
 return a[i];
}`,
    [],
  ],
  [
    'correlated conditions',
    `int f(int k) {
 int a[2] = {0, 0}, i = 5;
 if (k) i = 1;
 if (k) return a[i];
 return 0;
}`,
    [],
  ],
  [
    'sizeof is no access',
    `unsigned long f(void) {
 int a[2];
 return sizeof a[2];
}`,
    [],
  ],
  [
    'the address of the end',
    `int *f(void) {
 static int a[2];
 return &a[2];
}`,
    [],
  ],
];

const arithmetic: readonly Row[] = [
  [
    'behind casts that look like calls and sums',
    `typedef int T;
int f(int n) {
 int d = (T)(0), e = (T)-1;
 return n / (d + e + 1);
}`,
    ['division-by-zero@4'],
  ],
  [
    'division by a constant',
    `int f(int n) {
 int d = 0;
 return n / d;
}`,
    ['division-by-zero@3'],
  ],
  [
    'of a floating value',
    `float f(float x) {
 float zero = 0;
 x /= zero;
 return x;
}`,
    ['division-by-zero@3'],
  ],
  // as infinity and NaN are made
  [
    'not of zero by zero',
    `double f(void) {
 double zero = 0.0;
 return zero / zero;
}`,
    [],
  ],
  [
    'not of a floating constant',
    `double f(void) {
 double zero = 0.0;
 return 1.0 / zero;
}`,
    [],
  ],
  [
    'remainder',
    `int f(int n) {
 return n % (2 - 2);
}`,
    ['division-by-zero@2'],
  ],
  [
    'by a parameter',
    `int f(int n) {
 return 100 / n;
}`,
    [],
  ],
  [
    'by an argument',
    `static int part(int n) {
 return 100 / n;
}
int f(void) {
 return part(0);
}`,
    ['division-by-zero@2'],
  ],
  [
    'by a counter that gets to zero',
    `int f(void) {
 int s = 0;
 for (int i = 3; i >= 0; i--)
  s += 12 / i;
 return s;
}`,
    ['division-by-zero@4'],
  ],
  [
    'by a counter that does not',
    `int f(void) {
 int s = 0;
 for (int i = 3; i > 0; i--)
  s += 12 / i;
 return s;
}`,
    [],
  ],
  [
    'by a random number',
    `#include <stdlib.h>
int f(void) {
 int d = rand();
 return 100 / d;
}`,
    ['division-by-zero@4'],
  ],
  [
    'by a random number that is looked at',
    `#include <stdlib.h>
int f(void) {
 int d = rand();
 if (d == 0) return 0;
 return 100 / d;
}`,
    [],
  ],
  [
    'a sum',
    `int f(void) {
 int m = 2147483647;
 return m + 1;
}`,
    ['signed-overflow@3'],
  ],
  [
    'a sum that fits',
    `int f(void) {
 int m = 2147483646;
 return m + 1;
}`,
    [],
  ],
  [
    'unsigned wraps around',
    `unsigned f(void) {
 unsigned m = 4294967295u;
 return m + 1;
}`,
    [],
  ],
  [
    'a product',
    `int f(void) {
 int m = 65536;
 return m * m;
}`,
    ['signed-overflow@3'],
  ],
  [
    'a negated least number',
    `int f(void) {
 int m = -2147483647 - 1;
 return -m;
}`,
    ['signed-overflow@3'],
  ],
  [
    'below the least',
    `int f(void) {
 int m = -2147483647 - 1;
 m--;
 return m;
}`,
    ['signed-overflow@3'],
  ],
  // the conversion wraps around, which is not undefined
  [
    'a narrow sum',
    `signed char f(void) {
 signed char c = 127, d;
 d = c + 1;
 return d;
}`,
    [],
  ],
  [
    'a parameter may be anything',
    `int f(int n) {
 return n + 1;
}`,
    [],
  ],
  [
    'a shift by the width',
    `int f(int n) {
 return n << 32;
}`,
    ['shift-too-far@2'],
  ],
  [
    'a shift below the width',
    `unsigned f(unsigned n) {
 return n << 31;
}`,
    [],
  ],
  [
    'a shift back',
    `int f(int n) {
 int k = -1;
 return n >> k;
}`,
    ['shift-too-far@3'],
  ],
  [
    'a shift of a wider type',
    `long f(long n) {
 return n << 32;
}`,
    [],
  ],
];

const loops: readonly Row[] = [
  [
    'a step that is missing',
    `int f(void) {
 int a = 0;
 for (int i = 0; i < 10;)
  a++;
 return a;
}`,
    ['never-ends@3'],
  ],
  [
    'a flag that nothing changes',
    `int f(void) {
 int go = 1, a = 0;
 while (go > 0) a ^= 1;
 return a;
}`,
    ['never-ends@3'],
  ],
  [
    'a flag that is changed',
    `int f(int n) {
 int go = 1, a = 0;
 while (go > 0) { a ^= 1; if (a == n) go = 0; }
 return a;
}`,
    [],
  ],
  [
    'an unsigned countdown',
    `unsigned f(unsigned n) {
 unsigned s = 0;
 for (unsigned i = n; i >= 0; i--) s ^= i;
 return s;
}`,
    ['never-ends@3'],
  ],
  [
    'a counter that is too narrow',
    `int f(void) {
 int s = 0;
 for (char c = 0; c < 256; c++) s ^= c;
 return s;
}`,
    ['never-ends@3'],
  ],
  [
    'upwards for ever',
    `unsigned f(void) {
 unsigned s = 0;
 for (int i = 10; i >= 0; i++) s ^= 1;
 return s;
}`,
    ['never-ends@3'],
  ],
  [
    'no exit and something behind',
    `int g;
void f(void) {
 int a = 0;
 while (1) { a ^= 1; }
 g = a;
}`,
    ['never-ends@4'],
  ],
  [
    'no exit and nothing behind',
    `int g;
void f(void) {
 for (;;) { g ^= 1; }
}`,
    [],
  ],
  [
    'left by a return',
    `int f(int n) {
 while (1) { if (n-- == 0) return 1; }
 return n;
}`,
    [],
  ],
  [
    'a call may end the program',
    `void other(void);
int f(void) {
 int go = 1;
 while (go) other();
 return go;
}`,
    [],
  ],
  [
    'others may change it',
    `void other(int *);
int f(void) {
 volatile int go = 1;
 while (go) { }
 return go;
}`,
    [],
  ],
  [
    'do while',
    `int f(void) {
 int i = 0, s = 0;
 do { s ^= 1; } while (i == 0);
 return s;
}`,
    ['never-ends@3'],
  ],
];

const reads: readonly Row[] = [
  [
    'nothing was assigned',
    `int f(void) {
 int x;
 return x + 1;
}`,
    ['uninitialised@3'],
  ],
  [
    'assigned on some ways',
    `int f(int n) {
 int x;
 if (n) x = 1;
 return x;
}`,
    [],
  ],
  [
    'an element',
    `int f(void) {
 int a[3];
 a[0] = 1;
 return a[1];
}`,
    ['uninitialised@4'],
  ],
  [
    'initialised in part',
    `int f(void) {
 int a[3] = {1};
 return a[2];
}`,
    [],
  ],
  [
    'filled by a loop',
    `int f(int n) {
 int a[3];
 for (int i = 0; i < n; i++) a[i] = 1;
 return a[1];
}`,
    [],
  ],
  [
    'a member',
    `struct s { int x, y; };
int f(void) {
 struct s v;
 v.x = 1;
 return v.y;
}`,
    ['uninitialised@5'],
  ],
  [
    'filled by a call',
    `void fill(int *);
int f(void) {
 int x;
 fill(&x);
 return x;
}`,
    [],
  ],
  [
    'filled by a function of the file',
    `static void fill(int *p) { *p = 1; }
int f(void) {
 int x;
 fill(&x);
 return x;
}`,
    [],
  ],
  [
    'itself, to quieten a compiler',
    `int f(void) {
 int x = x;
 return x;
}`,
    [],
  ],
  [
    'static objects are zero',
    `int f(void) {
 static int x;
 return x;
}`,
    [],
  ],
  [
    'allocated memory',
    `#include <stdlib.h>
int f(void) {
 int *p = malloc(8);
 if (!p) return 0;
 return p[1];
}`,
    ['uninitialised@5'],
  ],
  [
    'copied as a whole',
    `#include <string.h>
struct s { int x, y; };
int f(const struct s *p) {
 struct s v;
 memcpy(&v, p, sizeof v);
 return v.y;
}`,
    [],
  ],
];

describe.each([
  ['index-outside', index],
  ['arithmetic', arithmetic],
  ['never-ends', loops],
  ['uninitialised', reads],
] as const)('%s', (_, rows) => {
  test.each(rows)('%s', async (_name, source, expected) => {
    expect(await found(source)).toEqual(expected);
  });
});

test.each([
  ['assigned', 'signed char c = 127, d;\n d = c + 1;\n (void)d;', [3]],
  ['a step', 'signed char c = -128;\n c--;', [3]],
  ['compound', 'short c = -32760;\n c -= 10;', [3]],
  ['with an int', 'signed char c = -100, d;\n int k = 50; d = c - k;\n (void)d;', [3]],
  ['in a loop', 'short c = 32700;\n for (int i = 0; i < 100; i++) c++;', [3]],
  ['one that fits', 'short c = 32766;\n c++;', []],
  ['an unsigned one', 'unsigned char c = 255;\n c++;', []],
] as const)('a narrow sum is told of where what can overflow is asked for: %s', async (_name, body, lines) => {
  const source = `void f(void) {\n ${body}\n}`;
  expect(await found(source, 'can')).toEqual(lines.map((l) => `signed-overflow@${l}`));
  expect(await found(source)).toEqual([]);
});
