/** Code that nothing reaches. The mended program has nothing that is never reached. */
import type { Pair } from './pair.ts';

export const DEAD: readonly Pair[] = [
  ['behind a return', 'int f(int n) {\n int a = n;\n @{return a;|}\n a = a ^ 1;$\n return a;\n}'],
  ['a condition that is false', 'int g;\nvoid f(void) {\n int a = 0;\n if (a == @{1|0})\n  g = 1;$\n}'],
  ['a condition that is true', 'int g;\nvoid f(int n) {\n int a = @{1|n};\n if (a)\n  g = 1;\n else\n  g = 2;$\n}'],
  ['a loop of no rounds', 'int g;\nvoid f(void) {\n int n = @{0|3};\n for (int i = 0; i < n; i++)\n  g ^= i;$\n}'],
  ['while', 'int g;\nvoid f(void) {\n int n = @{0|3};\n while (n > 0) {\n  g ^= n;$\n  n--;\n }\n}'],
  [
    'behind break',
    'int g;\nvoid f(int n) {\n while (n > 0) {\n  n--;\n  if (g) {\n   @{break;|}\n   g = 0;$\n  }\n }\n}',
  ],
  [
    'behind continue',
    'int g;\nvoid f(int n) {\n while (n > 0) {\n  n--;\n  if (n & 1) {\n   @{continue;|}\n   g ^= 1;$\n  }\n }\n}',
  ],
  [
    "a case that isn't chosen",
    'int g;\nvoid f(void) {\n int k = @{1|2};\n switch (k) {\n case 1: break;\n case 2:\n  g = 2;$\n  break;\n }\n}',
  ],
  [
    'before the first case',
    'int g;\nvoid f(int k) {\n switch (k) {\n  @{|case 0:}\n  g = 1;$\n case 1:\n  g = 2;\n }\n}',
  ],
  ['behind a goto', 'int g;\nint f(void) {\n @{goto out;|}\n g = 1;$\n g = 2;\nout:\n return 0;\n}'],
  ["a sign that can't be", 'int g;\nvoid f(unsigned n) {\n if (n @{< 0|< 1})\n  g = 1;$\n}'],
  ['a contradiction', 'int g;\nvoid f(int n) {\n if (n > 5) {\n  if (n < @{4|7})\n   g = 1;$\n }\n}'],
  [
    'a function that says so',
    'int g;\nstatic int no(void) { return @{0|1}; }\nvoid f(void) {\n if (no())\n  g = 1;$\n}',
  ],
  ['behind exit', '#include <stdlib.h>\nint g;\nvoid f(void) {\n @{exit(1);|}\n g = 1;$\n}'],
  ['a remainder', 'int g;\nvoid f(unsigned n) {\n if (n % 4 == @{4|3})\n  g = 1;$\n}'],
  ['a range', 'int g;\nvoid f(unsigned char c) {\n if (c > @{255|254})\n  g = 1;$\n}'],
  ['a mask', 'int g;\nvoid f(int n) {\n if ((n & 6) > @{6|5})\n  g = 1;$\n}'],
  ['both', 'int g;\nvoid f(int n) {\n if (n < 3 && n > @{5|1})\n  g = 1;$\n}'],
  [
    'the inner loop',
    'int g;\nvoid f(void) {\n for (int i = 0; i < 3; i++)\n  for (int j = 5; j < @{5|6}; j++)\n   g ^= j;$\n}',
  ],
];

/** Dead, but on purpose, or alive. */
export const ALIVE: readonly Pair[] = [
  ['a switch', 'enum { DEBUG = 0 };\nint g;\nvoid f(void) {\n if (DEBUG)\n  g = 1;\n}'],
  ['a macro', '#define TRACE 0\nint g;\nvoid f(int n) {\n if (TRACE && n)\n  g = 1;\n}'],
  [
    'where types have another size',
    '#include <limits.h>\nint g;\nvoid f(unsigned long n) {\n if (n > ULONG_MAX)\n  g = 1;\n}',
  ],
  ['a static switch', 'static int debug;\nint g;\nvoid f(int n) {\n if (debug && n)\n  g = 1;\n}'],
  ['a size', 'int g;\nvoid f(void) {\n if (sizeof(long) == 4)\n  g = 1;\n}'],
  [
    'chosen by the preprocessor',
    'int g;\nvoid f(void) {\n int have = 0;\n#ifdef HAVE\n have = 1;\n#endif\n if (have)\n  g = 1;\n}',
  ],
  [
    'a stub',
    `
      #ifdef REAL
      int has(void);
      #else
      static int has(void) { return 0; }
      #endif
      int g;
      void f(void) {
       if (has())
        g = 1;
      }`,
  ],
  [
    'to please a compiler',
    `
      #include <stdlib.h>
      int f(int n) {
       switch (n) {
       case 1: return 2; break;
       default: exit(1);
       }
       return 0;
      }`,
  ],
  [
    'to be safe',
    `
      #include <stdlib.h>
      int f(int n) {
       switch (n & 1) {
       case 0: return 2;
       case 1: return 3;
       default: abort();
       }
      }`,
  ],
  [
    'an allocation may fail',
    `
      #include <stdlib.h>
      int g;
      void f(void) {
       char *p = malloc(3);
       if (p == NULL) {
        g = 1;
        return;
       }
       if (!p) return;
       free(p);
      }`,
  ],
  [
    'behind what is undefined',
    'int g;\nint f(int n) {\n int a[2] = {0};\n if (n) return a[1];\n g = 2;\n return g;\n}',
  ],
  ['a label that is jumped to', 'int g;\nint f(int n) {\n if (n) goto out;\n return 1;\nout:\n g = 1;\n return 2;\n}'],
  [
    'others change it',
    'extern int stop;\nvoid wait(void);\nint g;\nvoid f(void) {\n stop = 0;\n wait();\n if (stop)\n  g = 1;\n}',
  ],
  [
    'a second return',
    `
      #include <setjmp.h>
      static jmp_buf b;
      int g;
      void other(void);
      void f(void) {
       int n = 0;
       if (setjmp(b)) {
        if (n) g = 1;
        return;
       }
       n = 1;
       other();
      }`,
  ],
  [
    'a global that only one way names',
    'static int wrapped;\nint g;\nvoid f(int n) {\n if (n > 3) wrapped = 1;\n if (wrapped) g = 1;\n else g = 2;\n}',
  ],
  ['a header that is missing', '#include "config.h"\nint g;\nvoid f(void) {\n int n = 0;\n if (n) g = 1;\n}'],
  [
    'for a build without assertions',
    '#include <assert.h>\nint g;\nvoid f(int n) {\n assert(n >= 0);\n if (n < 0)\n  g = 1;\n}',
  ],
  [
    'a table without rows in this build',
    `
      struct row { int id; };
      static const struct row rows[] = {
      #ifdef WIDE
       { 1 },
      #endif
      };
      int g;
      void f(void) {
       int n = 0;
       for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        n = 1;
       if (n)
        g = 1;
      }`,
  ],
  [
    'compared with what depends on a condition',
    'int g;\nvoid f(int n, int limit) {\n if ((n > 0 ? n : -n) < limit) g = 1;\n else g = 2;\n if (n < 0)\n  g = 3;\n}',
  ],
  [
    'what a stub yields',
    `
      #if 1
      static int has(void) { return 0; }
      #else
      int has(void);
      #endif
      int g;
      void f(void) {
       int h = has();
       if (h)
        g = 1;
      }`,
  ],
  [
    'what another build sets',
    `
      static int get(int *p) {
      #ifdef REAL
        *p = 1;
        return 1;
      #endif
        return 0;
      }
      int f(void) {
        int v;
        if (get(&v)) return v;
        return 0;
      }`,
  ],
];
