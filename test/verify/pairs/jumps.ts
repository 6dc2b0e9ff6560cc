/** Defects in functions with jumps. */
import type { Pair } from './pair.ts';

export const JUMPS: readonly Pair[] = [
  ['before a label', 'int f(int n) {\n int a[3] = {0};\n if (n) goto out;\n a[@{3|2}] = 1;$\nout:\n return a[0];\n}'],
  [
    'behind a label',
    'int f(int n) {\n int a[3] = {0}, i = @{3|2};\n if (n) goto out;\n a[0] = 1;\nout:\n return a[i];$\n}',
  ],
  [
    'only known where it jumps',
    'int f(void) {\n int a[3] = {0}, i = 0;\n if (!i) { i = @{3|2}; goto out; }\n i = 1;\nout:\n return a[i];$\n}',
  ],
  [
    'out of loops',
    `
      int f(const int *s) {
       int a[3] = {0}, i, j;
       for (i = 0; i < 2; i++)
        for (j = 0; j < 9; j++)
         if (s[j]) goto out;
       a[0] = 1;
      out:
       return a[@{3|2}];$
      }`,
  ],
  [
    'back',
    `
      int f(const int *s) {
       int a[3] = {0}, n = 0;
      again:
       n = n & 1;
       if (s[n]) goto again;
       return a[n + @{3|1}];$
      }`,
  ],
  [
    'a round that jumps back',
    `
      int f(const int *s) {
       int i = 0;
       int a[3] = {0};
      again:
       i = 0;
       a[i + @{3|2}] = 1;$
       if (s[a[0]]) goto again;
       return 0;
      }`,
  ],
  [
    'two labels',
    `
      int f(int n) {
       int a[2] = {0};
       if (n == 1) goto one;
       if (n == 2) goto two;
       return 0;
      one:
       a[0] = 1;
      two:
       a[@{2|1}] = 2;$
       return a[0];
      }`,
  ],
  [
    'in a case',
    `
      int f(int n) {
       int a[2] = {0};
       switch (n) {
       case 1:
        if (a[1]) goto end;
        a[0] = 3;
       end:
        a[@{2|1}] = 1;$
        break;
       }
       return a[0];
      }`,
  ],
  [
    'never set where it jumps',
    'int f(int n) {\n int r;\n if (n) { @{|r = 1;} goto out; }\n return 0;\nout:\n return r;$\n}',
  ],
  ['assembly', 'int f(int n) {\n int a[2] = {0}, i = 5;\n __asm__("" : "+r"(n));\n @{|i = 1;}\n return a[i] + n;$\n}'],
  [
    'setjmp',
    `
      #include <setjmp.h>
      static jmp_buf b;
      int f(void) {
       int a[2] = {0};
       if (setjmp(b)) return 1;
       return a[@{2|1}];$
      }`,
  ],
];

/** Nothing is certain in these. */
export const NO_JUMPS: readonly Pair[] = [
  [
    'a label that is jumped to from elsewhere',
    'int f(int n) {\n int a[3] = {0}, i = 3;\n if (n) goto out;\n i = 1;\nout:\n return n ? 0 : a[i];\n}',
  ],
  [
    'set in a later round',
    `
      int f(const int *s) {
       int a[3] = {0}, i = 5, k = 0;
      again:
       if (s[k]) { i = 1; k++; goto again; }
       return k ? a[i] : 0;
      }`,
  ],
  [
    'counted by jumps',
    'int f(void) {\n int a[4], i = 0;\nagain:\n a[i] = i;\n i++;\n if (i < 4) goto again;\n return a[3];\n}',
  ],
  [
    'into a loop',
    `
      int f(int n) {
       int a[2] = {0}, i = 7;
       goto in;
       while (n) {
        i = 0;
       in:
        n--;
       }
       return a[i & 1];
      }`,
  ],
  [
    'into a loop of jumps',
    `
      int f(const int *s) {
       int a[3] = {0}, i = 0;
       goto in;
      again:
       i++;
      in:
       if (s[i] == 7) return a[i - 1];
       if (i < 2) goto again;
       return i;
      }`,
  ],
  [
    'over a declaration',
    'int f(int n) {\n int i = 0;\n if (n) goto out;\n n = 1;\n out: ;\n int k = 1;\n return k / (1 - i);\n}',
  ],
  [
    'what a second return finds',
    `
      #include <setjmp.h>
      static jmp_buf b;
      void other(void);
      int f(void) {
       volatile int v = 0;
       int a[2] = {0}, i = 5;
       if (setjmp(b) == 0) { i = 1; v = 1; other(); }
       return v ? a[i & 1] : 0;
      }`,
  ],
  [
    'what assembly writes',
    'int f(void) {\n int a[2] = {0}, i = 5;\n __asm__("mov $1, %0" : "=r"(i));\n return a[i];\n}',
  ],
  [
    'a global that a loop changes',
    `
      static int at;
      int f(int n) {
        int a[2] = {0};
        at = 5;
        while (n--) {
          if (n == 3) at = 1;
        }
        return a[at];
      }`,
  ],
  [
    'a global that a later round forgets',
    `
      static int at;
      void other(void);
      int f(int n) {
        int a[2] = {0}, s = 0;
        at = 5;
        while (n--) {
          if (s) s = a[at];
          other();
          s = 1;
        }
        return s;
      }`,
  ],
];
