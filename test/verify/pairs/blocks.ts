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
    `
      ${M}void f(void) {
       char *p = (char *)malloc(5 * sizeof(char));
       if (p != NULL) {
        *(p + @{5|4}) = 1;$
        free(p);
       }
      }`,
  ],
  [
    'calloc',
    `
      ${M}void f(void) {
       short *p = (short *)calloc(5, sizeof(short));
       if (p) {
        p[@{5|4}] = 1;$
        free(p);
       }
      }`,
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
    `
      ${M}void f(void) {
       int *p = malloc(4), *q;
       if (!p) return;
       q = realloc(p, 3 * sizeof *q);
       if (!q) return;
       q[@{3|2}] = 1;$
      }`,
  ],
  [
    'a row of rows',
    `
      ${M}void f(void) {
       int **p = malloc(5 * sizeof(int *)), i;
       for (i = 0; i < 5; i++)
        p[i] = malloc(5 * sizeof(int));
       p[4][@{5|4}] = 1;$
      }`,
  ],
  [
    'too many rows',
    `
      ${M}void f(void) {
       int **p = malloc(5 * sizeof(int *)), i;
       for (i = 0; i < @{6|5}; i++)
        p[i] = malloc(5 * sizeof(int));$
      }`,
  ],
  [
    'records',
    `${M}struct s { int a, b; };\nvoid f(void) {\n struct s *p = malloc(3 * sizeof *p);\n if (p) p[@{3|2}].b = 1;$\n}`,
  ],
  [
    'a record as large as another',
    `
      ${M}struct s { int a; }; struct t { int a, b; };
      void f(void) {
       struct t *p = malloc(sizeof(struct @{s|t}));
       if (p) p->b = 1;$
      }`,
  ],
  [
    'in a member',
    `
      ${M}struct s { char *p; };
      void f(void) {
       struct s v;
       v.p = malloc(10);
       if (v.p == NULL) return;
       v.p[@{10|9}] = 0;$
       free(v.p);
      }`,
  ],
  [
    'in a loop',
    `
      ${M}void f(void) {
       int *p = malloc(5 * sizeof *p), i;
       if (p == NULL) return;
       for (i = 0; i <@{=|} 5; i++)
        p[i] = i;$
       free(p);
      }`,
  ],
  [
    'computed',
    `
      ${M}void f(void) {
       int *p = malloc(5 * sizeof *p), i = 2;
       if (p == NULL) return;
       p[i * 2 + @{1|0}] = 1;$
       free(p);
      }`,
  ],
  [
    'bytes for elements',
    `${M}void f(void) {\n int *p = malloc(@{5|5 * sizeof *p});\n if (p == NULL) return;\n p[3] = 1;$\n free(p);\n}`,
  ],
  [
    'from a function',
    `
      ${M}static char *make(int n) { return malloc(n); }
      void f(void) {
       char *p = make(8);
       if (p) p[@{8|7}] = 0;$
      }`,
  ],
  [
    'handed over',
    `
      ${M}static void put(char *p, int i) {
       p[i] = 0;$
      }
      void f(void) {
       char *p = malloc(8);
       if (p) { put(p, @{8|7}); free(p); }
      }`,
  ],
  [
    'a size that is computed',
    `${M}void f(void) {\n int n = 3;\n char *p;\n n = n * 2;\n p = malloc(n);\n if (p) p[n@{| - 1}] = 0;$\n}`,
  ],
  [
    'a global pointer',
    `
      ${M}static double *g;
      void f(void) {
       g = malloc(4 * sizeof *g);
       if (g == NULL) return;
       g[@{4|3}] = 1;$
       free(g);
      }`,
  ],
  ['no room for the zero', `${M}void f(void) {\n char *p = malloc(@{5|6});\n if (p) strcpy(p, "12345");$\n}`],
  [
    'the length of a string',
    `
      ${M}char *f(void) {
       const char *s = "hello";
       char *p = malloc(strlen(s)@{| + 1});
       if (p) strcpy(p, s);$
       return p;
      }`,
  ],
  ['copied too much', `${M}void f(const char *s) {\n char *p = malloc(16);\n if (p) memcpy(p, s, @{17|16});$\n}`],
  [
    'behind a goto',
    `
      ${M}int f(void) {
       char *p = malloc(4);
       if (p == NULL) goto out;
       p[@{4|3}] = 1;$
       free(p);
      out:
       return 0;
      }`,
  ],
  [
    'by the environment',
    `${M}void f(void) {\n char *p = malloc(4);\n int i = rand();\n if (p == NULL) return;\n p[i@{| % 4}] = 1;$\n}`,
  ],
];
