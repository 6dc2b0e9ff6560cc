/** Lengths that only a variable tells: arrays, blocks and copies of `n` elements. */
import type { Pair } from './pair.ts';

const M = '#include <stdlib.h>\n#include <string.h>\n';

export const SYMBOLIC_LENGTHS: readonly Pair[] = [
  ['an array of n', `void f(int n) {\n int a[n];\n for (int i = 0; i <@{=|} n; i++)\n  a[i] = 0;$\n}`],
  ['counted behind', `void f(int n) {\n int a[n];\n for (int i = 0; i < n; i++)\n  a[i@{ + 1|}] = 0;$\n}`],
  [
    'a block of n elements',
    `
      ${M}int *f(int n) {
       int *p = malloc(n * sizeof(int));
       if (!p) return 0;
       for (int i = 0; i <@{=|} n; i++)
        p[i] = i;$
       return p;
      }`,
  ],
  [
    'a zeroed block',
    `
      ${M}int *f(unsigned n) {
       int *p = calloc(n, sizeof *p);
       if (p != NULL) {
        p[n@{| - 1}] = 3;$
       }
       return p;
      }`,
  ],
  [
    'a block of n bytes',
    `${M}char *f(size_t n) {\n char *p = malloc(n@{| + 1});\n if (!p) return 0;\n p[n] = 0;$\n return p;\n}`,
  ],
  [
    'a block that is set later',
    `
      ${M}char *f(const char *s) {
       size_t n = strlen(s);
       char *p = NULL;
       p = malloc(n@{| + 1});
       if (!p) return 0;
       memcpy(p, s, n);
       p[n] = 0;$
       return p;
      }`,
  ],
  [
    'a copy of a string',
    `
      ${M}char *f(const char *s) {
       char *p = malloc(strlen(s)@{| + 1});
       if (!p) return 0;
       strcpy(p, s);$
       return p;
      }`,
  ],
  // the twins: what may make the length another one, or the access never happen
  [
    'of another length meanwhile',
    `void f(int n) {\n int a[n];\n @{|n--;}\n for (int i = 0; i <= n; i++)\n  a[i] = 0;$\n}`,
  ],
  [
    'left in time',
    `
      int f(int n) {
       int a[n];
       for (int i = 0; i <= n; i++) {
        @{|if (i == n) break;}
        a[i] = 0;$
       }
       return 0;
      }`,
  ],
  [
    'left out in the last iteration',
    `int f(int n) {\n int a[n];\n for (int i = 0; i <= n; i++)\n  @{|if (i < n)}\n  a[i] = 0;$\n return 0;\n}`,
  ],
  [
    'another block by then',
    `
      ${M}int *f(int n) {
       int *p = malloc(n * sizeof *p);
       if (!p) return 0;
       @{|p = realloc(p, (n + 1) * sizeof *p);}
       p[n] = 1;$
       return p;
      }`,
  ],
  [
    'the address alone',
    `void g(int *);\nvoid f(int n) {\n int a[n];\n for (int i = 0; i < n; i++) a[i] = 0;\n g(@{a +|&a} @{a|}[n]);$\n}`,
  ],
];
