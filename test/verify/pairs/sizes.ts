/** Sizes and indices that come from elsewhere: macros, enumerations, variables, members, other arrays. */
import type { Pair } from './pair.ts';

export const SIZES: readonly Pair[] = [
  [
    'a macro for another array',
    `
      #define ROWS 4
      #define COLUMNS 6
      int f(void) {
       int a[ROWS] = {0};
       for (int i = 0; i < @{COLUMNS|ROWS}; i++)
        a[i] = i;$
       return a[0];
      }`,
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
    `
      #define HALF @{3 + 3|(3 + 3)}
      int f(void) {
       int a[13] = {0};
       a[HALF * 2] = 1;
       a[2 * HALF + 4 - @{0|4}] = 2;$
       return a[0];
      }`,
  ],
  [
    'an enumeration',
    `
      enum { RED, GREEN, BLUE, COLOURS };
      int f(void) {
       int a[COLOURS] = {0};
       a[@{COLOURS|BLUE}] = 1;$
       return a[0];
      }`,
  ],
  [
    'sizeof for a number of elements',
    `
      int f(void) {
       int a[10] = {0};
       for (unsigned i = 0; i < sizeof a @{|/ sizeof *a}; i++)
        a[i] = 1;$
       return a[0];
      }`,
  ],
  [
    'sizeof a pointer',
    '#include <string.h>\nint f(void) {\n char a[4] = "abc", *p = a;\n memset(p, 0, sizeof @{p|a});$\n return a[0];\n}',
  ],
  ['in a variable', 'int f(void) {\n int n = 8, a[8] = {0}, last = n @{|- 1};\n a[last] = 1;$\n return a[0];\n}'],
  [
    'a constant elsewhere',
    `
      static const int most = 12;
      int f(void) {
       int a[12] = {0};
       for (int i = 0; i <@{=|} most; i++)
        a[i] = i;$
       return a[0];
      }`,
  ],
  [
    'a member that counts',
    `
      struct list { int items[4]; int count; };
      int f(void) {
       struct list l = {{0}, 0};
       for (int k = 0; k < @{5|4}; k++)
        l.items[l.count++] = k;$
       return l.items[0];
      }`,
  ],
  [
    'an index from a table',
    `
      static const unsigned char order[4] = { 3, 1, @{4|2}, 0 };
      int f(void) {
       int a[4] = {0};
       a[order[2]] = 1;$
       return a[0];
      }`,
  ],
  [
    'a table walked through',
    `
      static const int order[4] = { 3, 1, @{4|2}, 0 };
      int f(void) {
       int a[4] = {0};
       for (int i = 0; i < 4; i++)
        a[order[i]] = i;$
       return a[0];
      }`,
  ],
  [
    'an element of a local table',
    `
      int f(void) {
       int order[3] = { 0, 1, 2 }, a[3] = {0};
       order[1] += @{2|1};
       a[order[1]] = 1;$
       return a[0];
      }`,
  ],
  [
    'a variable-length array',
    `
      int f(void) {
       int n = 3;
       n *= 2;
       int a[n];
       for (int i = 0; i <@{=|} n; i++)
        a[i] = i;$
       return a[0];
      }`,
  ],
  [
    'rows and columns exchanged',
    `
      int f(void) {
       int m[3][5] = {{0}};
       for (int i = 0; i < 3; i++)
        for (int j = 0; j < 5; j++)
         m@{[j][i]|[i][j]} = 1;$
       return m[0][0];
      }`,
  ],
  [
    'flattened',
    `
      int f(void) {
       int m[12] = {0};
       for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
         m[i * @{5|4} + j] = 1;$
       return m[0];
      }`,
  ],
  ['a remainder', 'int f(void) {\n int a[7] = {0}, n = 100;\n a[n % 31 @{|- 1}] = 1;$\n return a[0];\n}'],
  ['a shift as a size', 'int f(void) {\n int a[1 << 4] = {0};\n a[1 << @{4|3}] = 1;$\n return a[0];\n}'],
  [
    'a block of a computed size',
    `
      #include <stdlib.h>
      int f(void) {
       size_t n = 10;
       char *p = malloc(n @{|+ 1});
       if (!p) return 0;
       p[n] = 0;$
       free(p);
       return 1;
      }`,
  ],
  [
    'a block that grows',
    `
      #include <stdlib.h>
      int f(void) {
       int n = 4, *p = malloc(n * sizeof *p), *q;
       if (!p) return 0;
       n *= 2;
       q = realloc(p, @{4|8} * sizeof *q);
       if (!q) return 0;
       q[n - 1] = 0;$
       free(q);
       return 1;
      }`,
  ],
];
