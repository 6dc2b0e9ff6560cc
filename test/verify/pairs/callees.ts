/** What a callee does with what its caller hands over: arrays, lengths, places, by pointers to functions too. */
import type { Pair } from './pair.ts';

export const CALLEES: readonly Pair[] = [
  [
    'a pointer to a function',
    'static void put(int *p, int n) {\n p[n] = 1;$\n}\nint f(void) {\n int a[4] = {0};\n void (*how)(int *, int) = put;\n how(a, @{4|3});\n return a[0];\n}',
  ],
  [
    'by its address',
    'static void put(int *p, int n) {\n *(p + n) = 1;$\n}\nint f(void) {\n int a[4] = {0};\n void (*how)(int *, int) = &put;\n (*how)(a, @{4|3});\n return a[0];\n}',
  ],
  [
    'a table of functions',
    'static int first(const int *p) { return p[0]; }\nstatic int last(const int *p) {\n return p[@{5|4}];$\n}\nint f(void) {\n int a[5] = {1, 2, 3, 4, 5};\n int (*const table[])(const int *) = { first, last };\n return table[1](a);\n}',
  ],
  [
    'a function in a member',
    'struct ops { int (*get)(const int *, int); };\nstatic int get(const int *p, int i) {\n return p[i];$\n}\nint f(void) {\n int a[3] = {1, 2, 3};\n struct ops o;\n o.get = get;\n return o.get(a, @{3|2});\n}',
  ],
  [
    'a length too long',
    'static int sum(const int *p, int n) {\n int s = 0;\n for (int i = 0; i < n; i++)\n  s ^= p[i];$\n return s;\n}\nint f(void) {\n int a[6] = {1, 2, 3, 4, 5, 6};\n return sum(a, @{7|6});\n}',
  ],
  [
    'the rest of an array',
    'static void clear(char *p, int n) {\n while (n-- > 0)\n  *p++ = 0;$\n}\nvoid f(char *out) {\n char a[8];\n clear(a + 2, @{8|6});\n out[0] = a[2];\n}',
  ],
  [
    'two calls deep',
    'static void deep(int *p, int i) {\n p[i] = 0;$\n}\nstatic void through(int *p, int i) {\n deep(p + 1, i);\n}\nint f(void) {\n int a[4] = {1};\n through(a, @{3|2});\n return a[0];\n}',
  ],
  [
    'a result as an index',
    'static int where(void) { return @{10|9}; }\nint f(void) {\n int a[10] = {0};\n a[where()] = 1;$\n return a[0];\n}',
  ],
  [
    'a result that is computed',
    'static int twice(int n) { return n * 2; }\nint f(void) {\n short a[10] = {0};\n a[twice(@{5|4})] = 1;$\n return a[0];\n}',
  ],
  [
    'a pointer as a result',
    'static int *at(int *p, int n) { return p + n; }\nint f(void) {\n int a[5] = {0};\n *at(a, @{5|4}) = 1;$\n return a[0];\n}',
  ],
  [
    'written through an argument',
    'static void size(int *n) { *n = @{9|8}; }\nint f(void) {\n int a[8] = {0}, n;\n size(&n);\n a[n - @{0|1}] = 1;$\n return a[0];\n}',
  ],
  [
    'a struct by value',
    'struct view { int *p; int n; };\nstatic void last(struct view v) {\n v.p[v.n] = 1;$\n}\nint f(void) {\n int a[5] = {0};\n struct view v = { a, @{5|4} };\n last(v);\n return a[0];\n}',
  ],
  [
    'a struct by its address',
    'struct view { int *p; int n; };\nstatic void fill(const struct view *v) {\n for (int i = 0; i < v->n; i++)\n  v->p[i] = i;$\n}\nint f(void) {\n int a[5] = {0};\n struct view v = { a, @{6|5} };\n fill(&v);\n return a[0];\n}',
  ],
  [
    'a row of a matrix',
    'static void fill(int *row, int n) {\n for (int j = 0; j < n; j++)\n  row[j] = j;$\n}\nint f(void) {\n int m[3][4] = {{0}};\n fill(m[2], @{5|4});\n return m[0][0];\n}',
  ],
  [
    'rows of a matrix',
    'static void fill(int (*m)[4], int n) {\n for (int i = 0; i < n; i++)\n  m[i][3] = i;$\n}\nint f(void) {\n int m[3][4] = {{0}};\n fill(m, @{4|3});\n return m[0][0];\n}',
  ],
  [
    'a pointer that moves in the callee',
    'static void skip(int **p, int n) { *p += n; }\nint f(void) {\n int a[5] = {0}, *p = a;\n skip(&p, @{5|4});\n *p = 1;$\n return a[0];\n}',
  ],
  [
    'recursion',
    'static void down(int *p, int n) {\n if (n == 0) return;\n p[n @{|- 1}] = n;$\n down(p, n - 1);\n}\nint f(void) {\n int a[4] = {0};\n down(a, 4);\n return a[0];\n}',
  ],
];
