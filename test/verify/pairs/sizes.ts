/** Sizes and indices that come from elsewhere: macros, enumerations, variables, members, other arrays. */
import type { Pair } from './pair.ts';

export const SIZES: readonly Pair[] = [
  [
    'a macro for another array',
    '#define ROWS 4\n#define COLUMNS 6\nint f(void) {\n int a[ROWS] = {0};\n for (int i = 0; i < @{COLUMNS|ROWS}; i++)\n  a[i] = i;$\n return a[0];\n}',
  ],
  [
    'a member of whatever is handed over',
    'struct s { int n, a[5], k; };\nvoid f(struct s *p) {\n for (int i = 0; i <@{=|} 5; i++)\n  p->a[i] = 0;$\n}',
  ],
  ['a row of whatever is handed over', 'void f(int (*p)[4]) {\n for (int i = 0; i < @{5|4}; i++)\n  p[1][i] = 0;$\n}'],
  [
    'a macro of macros',
    '#define N 5\n#define LAST (N @{|- 1})\nint f(void) {\n int a[N] = {0};\n a[LAST] = 1;$\n return a[0];\n}',
  ],
  [
    'a macro without parentheses',
    '#define HALF @{3 + 3|(3 + 3)}\nint f(void) {\n int a[13] = {0};\n a[HALF * 2] = 1;\n a[2 * HALF + 4 - @{0|4}] = 2;$\n return a[0];\n}',
  ],
  [
    'an enumeration',
    'enum { RED, GREEN, BLUE, COLOURS };\nint f(void) {\n int a[COLOURS] = {0};\n a[@{COLOURS|BLUE}] = 1;$\n return a[0];\n}',
  ],
  [
    'sizeof for a number of elements',
    'int f(void) {\n int a[10] = {0};\n for (unsigned i = 0; i < sizeof a @{|/ sizeof *a}; i++)\n  a[i] = 1;$\n return a[0];\n}',
  ],
  [
    'sizeof a pointer',
    '#include <string.h>\nint f(void) {\n char a[4] = "abc", *p = a;\n memset(p, 0, sizeof @{p|a});$\n return a[0];\n}',
  ],
  ['in a variable', 'int f(void) {\n int n = 8, a[8] = {0}, last = n @{|- 1};\n a[last] = 1;$\n return a[0];\n}'],
  [
    'a constant elsewhere',
    'static const int most = 12;\nint f(void) {\n int a[12] = {0};\n for (int i = 0; i <@{=|} most; i++)\n  a[i] = i;$\n return a[0];\n}',
  ],
  [
    'a member that counts',
    'struct list { int items[4]; int count; };\nint f(void) {\n struct list l = {{0}, 0};\n for (int k = 0; k < @{5|4}; k++)\n  l.items[l.count++] = k;$\n return l.items[0];\n}',
  ],
  [
    'an index from a table',
    'static const unsigned char order[4] = { 3, 1, @{4|2}, 0 };\nint f(void) {\n int a[4] = {0};\n a[order[2]] = 1;$\n return a[0];\n}',
  ],
  [
    'a table walked through',
    'static const int order[4] = { 3, 1, @{4|2}, 0 };\nint f(void) {\n int a[4] = {0};\n for (int i = 0; i < 4; i++)\n  a[order[i]] = i;$\n return a[0];\n}',
  ],
  [
    'an element of a local table',
    'int f(void) {\n int order[3] = { 0, 1, 2 }, a[3] = {0};\n order[1] += @{2|1};\n a[order[1]] = 1;$\n return a[0];\n}',
  ],
  [
    'a variable-length array',
    'int f(void) {\n int n = 3;\n n *= 2;\n int a[n];\n for (int i = 0; i <@{=|} n; i++)\n  a[i] = i;$\n return a[0];\n}',
  ],
  [
    'rows and columns exchanged',
    'int f(void) {\n int m[3][5] = {{0}};\n for (int i = 0; i < 3; i++)\n  for (int j = 0; j < 5; j++)\n   m@{[j][i]|[i][j]} = 1;$\n return m[0][0];\n}',
  ],
  [
    'flattened',
    'int f(void) {\n int m[12] = {0};\n for (int i = 0; i < 3; i++)\n  for (int j = 0; j < 4; j++)\n   m[i * @{5|4} + j] = 1;$\n return m[0];\n}',
  ],
  ['a remainder', 'int f(void) {\n int a[7] = {0}, n = 100;\n a[n % 31 @{|- 1}] = 1;$\n return a[0];\n}'],
  ['a shift as a size', 'int f(void) {\n int a[1 << 4] = {0};\n a[1 << @{4|3}] = 1;$\n return a[0];\n}'],
  [
    'a block of a computed size',
    '#include <stdlib.h>\nint f(void) {\n size_t n = 10;\n char *p = malloc(n @{|+ 1});\n if (!p) return 0;\n p[n] = 0;$\n free(p);\n return 1;\n}',
  ],
  [
    'a block that grows',
    '#include <stdlib.h>\nint f(void) {\n int n = 4, *p = malloc(n * sizeof *p), *q;\n if (!p) return 0;\n n *= 2;\n q = realloc(p, @{4|8} * sizeof *q);\n if (!q) return 0;\n q[n - 1] = 0;$\n free(q);\n return 1;\n}',
  ],
];
