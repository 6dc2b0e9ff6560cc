/** What is certainly wrong in a function: each program with the defect and mended, and programs in which nothing is certain. */
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
  ['an element behind the last', 'void f(void) {\n int a[5];\n a[5] = 1;\n}', ['index-outside@3']],
  ['the last element', 'void f(void) {\n int a[5];\n a[4] = 1;\n}', []],
  ['before the first', 'void f(void) {\n int a[5], i = 0;\n a[i - 1] = 1;\n}', ['index-outside@3']],
  [
    'a loop that goes one too far',
    'void f(void) {\n int a[100];\n for (int i = 0; i <= 100; i++)\n  a[i] = i;\n}',
    ['index-outside@4'],
  ],
  ['a loop that does not', 'void f(void) {\n int a[100];\n for (int i = 0; i < 100; i++)\n  a[i] = i;\n}', []],
  [
    'down to before the first',
    'void f(void) {\n int a[8];\n for (int i = 7; i >= -1; i--)\n  a[i] = i;\n}',
    ['index-outside@4'],
  ],
  ['as many as the caller says', 'void f(int n) {\n int a[8];\n for (int i = 0; i < n; i++)\n  a[i] = i;\n}', []],
  ['floating elements', 'void f(void) {\n double a[3];\n a[3] = 1.5;\n}', ['index-outside@3']],
  [
    'a row too many',
    'void f(void) {\n int a[2][3];\n for (int i = 0; i <= 2; i++)\n  for (int j = 0; j < 3; j++)\n   a[i][j] = 0;\n}',
    ['index-outside@5'],
  ],
  ['a column too many', 'void f(void) {\n int a[2][3];\n a[0][3] = 0;\n}', ['index-outside@3']],
  [
    'structs',
    'struct s { int x, y; };\nint f(void) {\n struct s a[4];\n a[4].y = 1;\n return 0;\n}',
    ['index-outside@4'],
  ],
  ['a member', 'struct s { int x; int a[3]; int y; } g;\nvoid f(void) {\n g.a[3] = 1;\n}', ['index-outside@3']],
  ['through a pointer', 'void f(void) {\n short a[4], *p = a;\n *(p + 4) = 1;\n}', ['index-outside@3']],
  [
    'through an array of pointers',
    'void f(void) {\n int a[3], b[2];\n int *p[2] = {a, b};\n p[1][2] = 1;\n}',
    ['index-outside@4'],
  ],
  [
    'through a pointer to a pointer',
    'void f(void) {\n int a[3], *p = a, **q = &p;\n (*q)[3] = 1;\n}',
    ['index-outside@3'],
  ],
  [
    'one behind the end is a pointer',
    'int f(void) {\n int a[3] = {1, 2, 3}, s = 0;\n for (int *p = a; p < a + 3; p++)\n  s += *p;\n return s;\n}',
    [],
  ],
  [
    'a pointer that is moved',
    'void f(void) {\n int a[3], *p = a;\n for (int i = 0; i <= 3; i++)\n  *p++ = 0;\n}',
    ['index-outside@4'],
  ],
  ['bytes of integers', 'void f(void) {\n int a[2];\n char *p = (char *)a;\n p[8] = 0;\n}', ['index-outside@4']],
  ['bytes within integers', 'void f(void) {\n int a[2];\n char *p = (char *)a;\n p[7] = 0;\n}', []],
  [
    'allocated',
    '#include <stdlib.h>\nvoid f(void) {\n int *p = malloc(3 * sizeof *p);\n if (p == NULL) return;\n p[3] = 1;\n free(p);\n}',
    ['index-outside@5'],
  ],
  [
    'allocated as much',
    '#include <stdlib.h>\nvoid f(void) {\n int *p = calloc(3, sizeof *p);\n if (p == NULL) return;\n p[2] = 1;\n free(p);\n}',
    [],
  ],
  [
    'before what was allocated',
    '#include <stdlib.h>\nvoid f(void) {\n char *p = malloc(4);\n if (p) p[-1] = 1;\n free(p);\n}',
    ['index-outside@4'],
  ],
  ['a variable length', 'void f(void) {\n int n = 4;\n int a[n];\n a[n] = 1;\n}', ['index-outside@4']],
  [
    'in a function that is called',
    'static void put(int *p, int i) {\n p[i] = 1;\n}\nvoid f(void) {\n int a[3];\n put(a, 3);\n}',
    ['index-outside@2'],
  ],
  [
    'a function that is called rightly',
    'static void put(int *p, int i) {\n p[i] = 1;\n}\nvoid f(void) {\n int a[3];\n put(a, 2);\n}',
    [],
  ],
  [
    'where the callee may not get there',
    'static void put(int *p, int i, int n) {\n if (i < n) p[i] = 1;\n}\nvoid f(int n) {\n int a[3];\n put(a, 3, n);\n}',
    [],
  ],
  [
    'an index that a function returns',
    'static int last(void) { return 3; }\nvoid f(void) {\n int a[3];\n a[last()] = 1;\n}',
    ['index-outside@4'],
  ],
  ['an index of an array', 'void f(void) {\n int a[3], at[2] = {2, 3};\n a[at[1]] = 1;\n}', ['index-outside@3']],
  [
    'only in some runs of a loop',
    'void f(const char *s) {\n char a[4];\n for (int i = 0; i <= 4; i++) {\n  if (s[i] == 0) break;\n  a[i] = s[i];\n }\n}',
    [],
  ],
  [
    'only where the loop is not in its first round',
    'int f(const char *s, int n) {\n char a[4]; int k = 0;\n for (int i = 0; i < n; i++) {\n  if (s[i] == 1 && a[k - 1] == 2) return 1;\n  a[k++ & 3] = s[i];\n }\n return 0;\n}',
    [],
  ],
  [
    'a random index',
    '#include <stdlib.h>\nvoid f(void) {\n int a[5];\n int i = rand();\n a[i] = 1;\n}',
    ['index-outside@5'],
  ],
  [
    'a random index that is looked at',
    '#include <stdlib.h>\nvoid f(void) {\n int a[5];\n int i = rand();\n if (i < 5) a[i] = 1;\n}',
    [],
  ],
  ['a random index that is reduced', '#include <stdlib.h>\nvoid f(void) {\n int a[5];\n a[rand() % 5] = 1;\n}', []],
  [
    'reduced by too much',
    '#include <stdlib.h>\nvoid f(void) {\n int a[5];\n a[rand() % 6] = 1;\n}',
    ['index-outside@4'],
  ],
  [
    'a copy that is too long',
    '#include <string.h>\nvoid f(const char *s) {\n char a[8];\n memcpy(a, s, 9);\n}',
    ['index-outside@4'],
  ],
  ['a copy that fits', '#include <string.h>\nvoid f(const char *s) {\n char a[8];\n memcpy(a, s, sizeof a);\n}', []],
  [
    'a string with its zero',
    '#include <string.h>\nvoid f(void) {\n char a[5];\n strcpy(a, "12345");\n}',
    ['index-outside@4'],
  ],
  ['a string that fits', '#include <string.h>\nvoid f(void) {\n char a[6];\n strcpy(a, "12345");\n}', []],
  [
    'strings joined',
    '#include <string.h>\nvoid f(void) {\n char a[6] = "123";\n strcat(a, "456");\n}',
    ['index-outside@4'],
  ],
  [
    'memory that is set',
    '#include <string.h>\nvoid f(void) {\n int a[4];\n memset(a + 1, 0, sizeof a);\n}',
    ['index-outside@4'],
  ],
  [
    'an array that ends a struct',
    '#include <stdlib.h>\nstruct s { int n; char a[1]; };\nvoid f(void) {\n struct s *p = malloc(sizeof *p + 7);\n if (p) p->a[7] = 1;\n}',
    [],
  ],
  ['declared elsewhere', 'extern int a[];\nvoid f(void) {\n a[7] = 1;\n}', []],
  [
    'what follows a switch',
    'int f(int k) {\n int a[2] = {0, 0}, i = 0;\n switch (k) {\n case 1: i = 1; break;\n case 2: i = 2; break;\n default: return 0;\n }\n return a[i];\n}',
    [],
  ],
  [
    'correlated conditions',
    'int f(int k) {\n int a[2] = {0, 0}, i = 5;\n if (k) i = 1;\n if (k) return a[i];\n return 0;\n}',
    [],
  ],
  ['sizeof is no access', 'unsigned long f(void) {\n int a[2];\n return sizeof a[2];\n}', []],
  ['the address of the end', 'int *f(void) {\n static int a[2];\n return &a[2];\n}', []],
];

const arithmetic: readonly Row[] = [
  [
    'behind casts that look like calls and sums',
    'typedef int T;\nint f(int n) {\n int d = (T)(0), e = (T)-1;\n return n / (d + e + 1);\n}',
    ['division-by-zero@4'],
  ],
  ['division by a constant', 'int f(int n) {\n int d = 0;\n return n / d;\n}', ['division-by-zero@3']],
  ['of a floating value', 'float f(float x) {\n float zero = 0;\n x /= zero;\n return x;\n}', ['division-by-zero@3']],
  // as infinity and NaN are made
  ['not of zero by zero', 'double f(void) {\n double zero = 0.0;\n return zero / zero;\n}', []],
  ['not of a floating constant', 'double f(void) {\n double zero = 0.0;\n return 1.0 / zero;\n}', []],
  ['remainder', 'int f(int n) {\n return n % (2 - 2);\n}', ['division-by-zero@2']],
  ['by a parameter', 'int f(int n) {\n return 100 / n;\n}', []],
  [
    'by an argument',
    'static int part(int n) {\n return 100 / n;\n}\nint f(void) {\n return part(0);\n}',
    ['division-by-zero@2'],
  ],
  [
    'by a counter that gets to zero',
    'int f(void) {\n int s = 0;\n for (int i = 3; i >= 0; i--)\n  s += 12 / i;\n return s;\n}',
    ['division-by-zero@4'],
  ],
  [
    'by a counter that does not',
    'int f(void) {\n int s = 0;\n for (int i = 3; i > 0; i--)\n  s += 12 / i;\n return s;\n}',
    [],
  ],
  [
    'by a random number',
    '#include <stdlib.h>\nint f(void) {\n int d = rand();\n return 100 / d;\n}',
    ['division-by-zero@4'],
  ],
  [
    'by a random number that is looked at',
    '#include <stdlib.h>\nint f(void) {\n int d = rand();\n if (d == 0) return 0;\n return 100 / d;\n}',
    [],
  ],
  ['a sum', 'int f(void) {\n int m = 2147483647;\n return m + 1;\n}', ['signed-overflow@3']],
  ['a sum that fits', 'int f(void) {\n int m = 2147483646;\n return m + 1;\n}', []],
  ['unsigned wraps around', 'unsigned f(void) {\n unsigned m = 4294967295u;\n return m + 1;\n}', []],
  ['a product', 'int f(void) {\n int m = 65536;\n return m * m;\n}', ['signed-overflow@3']],
  ['a negated least number', 'int f(void) {\n int m = -2147483647 - 1;\n return -m;\n}', ['signed-overflow@3']],
  ['below the least', 'int f(void) {\n int m = -2147483647 - 1;\n m--;\n return m;\n}', ['signed-overflow@3']],
  // the conversion wraps around, which is not undefined
  ['a narrow sum', 'signed char f(void) {\n signed char c = 127, d;\n d = c + 1;\n return d;\n}', []],
  ['a parameter may be anything', 'int f(int n) {\n return n + 1;\n}', []],
  ['a shift by the width', 'int f(int n) {\n return n << 32;\n}', ['shift-too-far@2']],
  ['a shift below the width', 'unsigned f(unsigned n) {\n return n << 31;\n}', []],
  ['a shift back', 'int f(int n) {\n int k = -1;\n return n >> k;\n}', ['shift-too-far@3']],
  ['a shift of a wider type', 'long f(long n) {\n return n << 32;\n}', []],
];

const loops: readonly Row[] = [
  [
    'a step that is missing',
    'int f(void) {\n int a = 0;\n for (int i = 0; i < 10;)\n  a++;\n return a;\n}',
    ['never-ends@3'],
  ],
  [
    'a flag that nothing changes',
    'int f(void) {\n int go = 1, a = 0;\n while (go > 0) a ^= 1;\n return a;\n}',
    ['never-ends@3'],
  ],
  [
    'a flag that is changed',
    'int f(int n) {\n int go = 1, a = 0;\n while (go > 0) { a ^= 1; if (a == n) go = 0; }\n return a;\n}',
    [],
  ],
  [
    'an unsigned countdown',
    'unsigned f(unsigned n) {\n unsigned s = 0;\n for (unsigned i = n; i >= 0; i--) s ^= i;\n return s;\n}',
    ['never-ends@3'],
  ],
  [
    'a counter that is too narrow',
    'int f(void) {\n int s = 0;\n for (char c = 0; c < 256; c++) s ^= c;\n return s;\n}',
    ['never-ends@3'],
  ],
  [
    'upwards for ever',
    'unsigned f(void) {\n unsigned s = 0;\n for (int i = 10; i >= 0; i++) s ^= 1;\n return s;\n}',
    ['never-ends@3'],
  ],
  [
    'no exit and something behind',
    'int g;\nvoid f(void) {\n int a = 0;\n while (1) { a ^= 1; }\n g = a;\n}',
    ['never-ends@4'],
  ],
  ['no exit and nothing behind', 'int g;\nvoid f(void) {\n for (;;) { g ^= 1; }\n}', []],
  ['left by a return', 'int f(int n) {\n while (1) { if (n-- == 0) return 1; }\n return n;\n}', []],
  [
    'a call may end the program',
    'void other(void);\nint f(void) {\n int go = 1;\n while (go) other();\n return go;\n}',
    [],
  ],
  [
    'others may change it',
    'void other(int *);\nint f(void) {\n volatile int go = 1;\n while (go) { }\n return go;\n}',
    [],
  ],
  ['do while', 'int f(void) {\n int i = 0, s = 0;\n do { s ^= 1; } while (i == 0);\n return s;\n}', ['never-ends@3']],
];

const reads: readonly Row[] = [
  ['nothing was assigned', 'int f(void) {\n int x;\n return x + 1;\n}', ['uninitialised@3']],
  ['assigned on some ways', 'int f(int n) {\n int x;\n if (n) x = 1;\n return x;\n}', []],
  ['an element', 'int f(void) {\n int a[3];\n a[0] = 1;\n return a[1];\n}', ['uninitialised@4']],
  ['initialised in part', 'int f(void) {\n int a[3] = {1};\n return a[2];\n}', []],
  ['filled by a loop', 'int f(int n) {\n int a[3];\n for (int i = 0; i < n; i++) a[i] = 1;\n return a[1];\n}', []],
  ['a member', 'struct s { int x, y; };\nint f(void) {\n struct s v;\n v.x = 1;\n return v.y;\n}', ['uninitialised@5']],
  ['filled by a call', 'void fill(int *);\nint f(void) {\n int x;\n fill(&x);\n return x;\n}', []],
  [
    'filled by a function of the file',
    'static void fill(int *p) { *p = 1; }\nint f(void) {\n int x;\n fill(&x);\n return x;\n}',
    [],
  ],
  ['itself, to quieten a compiler', 'int f(void) {\n int x = x;\n return x;\n}', []],
  ['static objects are zero', 'int f(void) {\n static int x;\n return x;\n}', []],
  [
    'allocated memory',
    '#include <stdlib.h>\nint f(void) {\n int *p = malloc(8);\n if (!p) return 0;\n return p[1];\n}',
    ['uninitialised@5'],
  ],
  [
    'copied as a whole',
    '#include <string.h>\nstruct s { int x, y; };\nint f(const struct s *p) {\n struct s v;\n memcpy(&v, p, sizeof v);\n return v.y;\n}',
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

test('a narrow sum is told of where what can overflow is asked for', async () => {
  const source = 'signed char f(void) {\n signed char c = 127, d;\n d = c + 1;\n return d;\n}';
  expect(await found(source, 'can')).toEqual(['signed-overflow@3']);
});
