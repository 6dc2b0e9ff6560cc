/** Lengths that only a variable tells: arrays, blocks and copies of `n` elements. */
import type { Pair } from './pair.ts';

const M = '#include <stdlib.h>\n#include <string.h>\n';

export const SYMBOLIC_LENGTHS: readonly Pair[] = [
  ['an array of n', `void f(int n) {\n int a[n];\n for (int i = 0; i <@{=|} n; i++)\n  a[i] = 0;$\n}`],
  ['counted behind', `void f(int n) {\n int a[n];\n for (int i = 0; i < n; i++)\n  a[i@{ + 1|}] = 0;$\n}`],
  [
    'a block of n elements',
    `${M}int *f(int n) {\n int *p = malloc(n * sizeof(int));\n if (!p) return 0;\n for (int i = 0; i <@{=|} n; i++)\n  p[i] = i;$\n return p;\n}`,
  ],
  [
    'a zeroed block',
    `${M}int *f(unsigned n) {\n int *p = calloc(n, sizeof *p);\n if (p != NULL) {\n  p[n@{| - 1}] = 3;$\n }\n return p;\n}`,
  ],
  [
    'a block of n bytes',
    `${M}char *f(size_t n) {\n char *p = malloc(n@{| + 1});\n if (!p) return 0;\n p[n] = 0;$\n return p;\n}`,
  ],
  [
    'a block that is set later',
    `${M}char *f(const char *s) {\n size_t n = strlen(s);\n char *p = NULL;\n p = malloc(n@{| + 1});\n if (!p) return 0;\n memcpy(p, s, n);\n p[n] = 0;$\n return p;\n}`,
  ],
  [
    'a copy of a string',
    `${M}char *f(const char *s) {\n char *p = malloc(strlen(s)@{| + 1});\n if (!p) return 0;\n strcpy(p, s);$\n return p;\n}`,
  ],
  // the twins: what may make the length another one, or the access never happen
  [
    'of another length meanwhile',
    `void f(int n) {\n int a[n];\n @{|n--;}\n for (int i = 0; i <= n; i++)\n  a[i] = 0;$\n}`,
  ],
  [
    'left in time',
    `int f(int n) {\n int a[n];\n for (int i = 0; i <= n; i++) {\n  @{|if (i == n) break;}\n  a[i] = 0;$\n }\n return 0;\n}`,
  ],
  [
    'left out in the last iteration',
    `int f(int n) {\n int a[n];\n for (int i = 0; i <= n; i++)\n  @{|if (i < n)}\n  a[i] = 0;$\n return 0;\n}`,
  ],
  [
    'another block by then',
    `${M}int *f(int n) {\n int *p = malloc(n * sizeof *p);\n if (!p) return 0;\n @{|p = realloc(p, (n + 1) * sizeof *p);}\n p[n] = 1;$\n return p;\n}`,
  ],
  [
    'the address alone',
    `void g(int *);\nvoid f(int n) {\n int a[n];\n for (int i = 0; i < n; i++) a[i] = 0;\n g(@{a +|&a} @{a|}[n]);$\n}`,
  ],
];
