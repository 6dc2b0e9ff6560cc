/** Accesses outside of what was allocated. */
import type { Pair } from './pair.ts';

const M = '#include <stdlib.h>\n#include <string.h>\n';

export const BLOCKS: readonly Pair[] = [
  [
    'malloc',
    `${M}void f(void) {\n int *p = malloc(5 * sizeof(int));\n if (p != NULL) {\n  p[@{5|4}] = 1;$\n  free(p);\n }\n}`,
  ],
  [
    'cast',
    `${M}void f(void) {\n char *p = (char *)malloc(5 * sizeof(char));\n if (p != NULL) {\n  *(p + @{5|4}) = 1;$\n  free(p);\n }\n}`,
  ],
  [
    'calloc',
    `${M}void f(void) {\n short *p = (short *)calloc(5, sizeof(short));\n if (p) {\n  p[@{5|4}] = 1;$\n  free(p);\n }\n}`,
  ],
  [
    'before a block',
    `${M}void f(void) {\n long *p = malloc(5 * sizeof *p);\n if (p) {\n  *(p - @{5|0}) = 1;$\n  free(p);\n }\n}`,
  ],
  ['not checked', `${M}int f(void) {\n float *p = calloc(5, sizeof(float));\n return p[@{5|4}] > 0;$\n}`],
  ['alloca', '#include <alloca.h>\nvoid f(void) {\n int *p = alloca(4 * sizeof *p);\n p[@{4|3}] = 1;$\n}'],
  ['strdup', `${M}int f(void) {\n char *p = strdup("abc");\n return p ? p[@{4|3}] : 0;$\n}`],
  [
    'realloc',
    `${M}void f(void) {\n int *p = malloc(4), *q;\n if (!p) return;\n q = realloc(p, 3 * sizeof *q);\n if (!q) return;\n q[@{3|2}] = 1;$\n}`,
  ],
  [
    'a row of rows',
    `${M}void f(void) {\n int **p = malloc(5 * sizeof(int *)), i;\n for (i = 0; i < 5; i++)\n  p[i] = malloc(5 * sizeof(int));\n p[4][@{5|4}] = 1;$\n}`,
  ],
  [
    'too many rows',
    `${M}void f(void) {\n int **p = malloc(5 * sizeof(int *)), i;\n for (i = 0; i < @{6|5}; i++)\n  p[i] = malloc(5 * sizeof(int));$\n}`,
  ],
  [
    'records',
    `${M}struct s { int a, b; };\nvoid f(void) {\n struct s *p = malloc(3 * sizeof *p);\n if (p) p[@{3|2}].b = 1;$\n}`,
  ],
  [
    'a record as large as another',
    `${M}struct s { int a; }; struct t { int a, b; };\nvoid f(void) {\n struct t *p = malloc(sizeof(struct @{s|t}));\n if (p) p->b = 1;$\n}`,
  ],
  [
    'in a member',
    `${M}struct s { char *p; };\nvoid f(void) {\n struct s v;\n v.p = malloc(10);\n if (v.p == NULL) return;\n v.p[@{10|9}] = 0;$\n free(v.p);\n}`,
  ],
  [
    'in a loop',
    `${M}void f(void) {\n int *p = malloc(5 * sizeof *p), i;\n if (p == NULL) return;\n for (i = 0; i <@{=|} 5; i++)\n  p[i] = i;$\n free(p);\n}`,
  ],
  [
    'computed',
    `${M}void f(void) {\n int *p = malloc(5 * sizeof *p), i = 2;\n if (p == NULL) return;\n p[i * 2 + @{1|0}] = 1;$\n free(p);\n}`,
  ],
  [
    'bytes for elements',
    `${M}void f(void) {\n int *p = malloc(@{5|5 * sizeof *p});\n if (p == NULL) return;\n p[3] = 1;$\n free(p);\n}`,
  ],
  [
    'from a function',
    `${M}static char *make(int n) { return malloc(n); }\nvoid f(void) {\n char *p = make(8);\n if (p) p[@{8|7}] = 0;$\n}`,
  ],
  [
    'handed over',
    `${M}static void put(char *p, int i) {\n p[i] = 0;$\n}\nvoid f(void) {\n char *p = malloc(8);\n if (p) { put(p, @{8|7}); free(p); }\n}`,
  ],
  [
    'a size that is computed',
    `${M}void f(void) {\n int n = 3;\n char *p;\n n = n * 2;\n p = malloc(n);\n if (p) p[n@{| - 1}] = 0;$\n}`,
  ],
  [
    'a global pointer',
    `${M}static double *g;\nvoid f(void) {\n g = malloc(4 * sizeof *g);\n if (g == NULL) return;\n g[@{4|3}] = 1;$\n free(g);\n}`,
  ],
  ['no room for the zero', `${M}void f(void) {\n char *p = malloc(@{5|6});\n if (p) strcpy(p, "12345");$\n}`],
  [
    'the length of a string',
    `${M}char *f(void) {\n const char *s = "hello";\n char *p = malloc(strlen(s)@{| + 1});\n if (p) strcpy(p, s);$\n return p;\n}`,
  ],
  ['copied too much', `${M}void f(const char *s) {\n char *p = malloc(16);\n if (p) memcpy(p, s, @{17|16});$\n}`],
  [
    'behind a goto',
    `${M}int f(void) {\n char *p = malloc(4);\n if (p == NULL) goto out;\n p[@{4|3}] = 1;$\n free(p);\nout:\n return 0;\n}`,
  ],
  [
    'by the environment',
    `${M}void f(void) {\n char *p = malloc(4);\n int i = rand();\n if (p == NULL) return;\n p[i@{| % 4}] = 1;$\n}`,
  ],
];
