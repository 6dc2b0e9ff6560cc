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
    'int f(const int *s) {\n int a[3] = {0}, i, j;\n for (i = 0; i < 2; i++)\n  for (j = 0; j < 9; j++)\n   if (s[j]) goto out;\n a[0] = 1;\nout:\n return a[@{3|2}];$\n}',
  ],
  [
    'back',
    'int f(const int *s) {\n int a[3] = {0}, n = 0;\nagain:\n n = n & 1;\n if (s[n]) goto again;\n return a[n + @{3|1}];$\n}',
  ],
  [
    'a round that jumps back',
    'int f(const int *s) {\n int i = 0;\n int a[3] = {0};\nagain:\n i = 0;\n a[i + @{3|2}] = 1;$\n if (s[a[0]]) goto again;\n return 0;\n}',
  ],
  [
    'two labels',
    'int f(int n) {\n int a[2] = {0};\n if (n == 1) goto one;\n if (n == 2) goto two;\n return 0;\none:\n a[0] = 1;\ntwo:\n a[@{2|1}] = 2;$\n return a[0];\n}',
  ],
  [
    'in a case',
    'int f(int n) {\n int a[2] = {0};\n switch (n) {\n case 1:\n  if (a[1]) goto end;\n  a[0] = 3;\n end:\n  a[@{2|1}] = 1;$\n  break;\n }\n return a[0];\n}',
  ],
  [
    'never set where it jumps',
    'int f(int n) {\n int r;\n if (n) { @{|r = 1;} goto out; }\n return 0;\nout:\n return r;$\n}',
  ],
  ['assembly', 'int f(int n) {\n int a[2] = {0}, i = 5;\n __asm__("" : "+r"(n));\n @{|i = 1;}\n return a[i] + n;$\n}'],
  [
    'setjmp',
    '#include <setjmp.h>\nstatic jmp_buf b;\nint f(void) {\n int a[2] = {0};\n if (setjmp(b)) return 1;\n return a[@{2|1}];$\n}',
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
    'int f(const int *s) {\n int a[3] = {0}, i = 5, k = 0;\nagain:\n if (s[k]) { i = 1; k++; goto again; }\n return k ? a[i] : 0;\n}',
  ],
  [
    'counted by jumps',
    'int f(void) {\n int a[4], i = 0;\nagain:\n a[i] = i;\n i++;\n if (i < 4) goto again;\n return a[3];\n}',
  ],
  [
    'into a loop',
    'int f(int n) {\n int a[2] = {0}, i = 7;\n goto in;\n while (n) {\n  i = 0;\n in:\n  n--;\n }\n return a[i & 1];\n}',
  ],
  [
    'into a loop of jumps',
    'int f(const int *s) {\n int a[3] = {0}, i = 0;\n goto in;\nagain:\n i++;\nin:\n if (s[i] == 7) return a[i - 1];\n if (i < 2) goto again;\n return i;\n}',
  ],
  [
    'over a declaration',
    'int f(int n) {\n int i = 0;\n if (n) goto out;\n n = 1;\n out: ;\n int k = 1;\n return k / (1 - i);\n}',
  ],
  [
    'what a second return finds',
    '#include <setjmp.h>\nstatic jmp_buf b;\nvoid other(void);\nint f(void) {\n volatile int v = 0;\n int a[2] = {0}, i = 5;\n if (setjmp(b) == 0) { i = 1; v = 1; other(); }\n return v ? a[i & 1] : 0;\n}',
  ],
  [
    'what assembly writes',
    'int f(void) {\n int a[2] = {0}, i = 5;\n __asm__("mov $1, %0" : "=r"(i));\n return a[i];\n}',
  ],
  [
    'a global that a loop changes',
    'static int at;\nint f(int n) {\n  int a[2] = {0};\n  at = 5;\n  while (n--) {\n    if (n == 3) at = 1;\n  }\n  return a[at];\n}',
  ],
  [
    'a global that a later round forgets',
    'static int at;\nvoid other(void);\nint f(int n) {\n  int a[2] = {0}, s = 0;\n  at = 5;\n  while (n--) {\n    if (s) s = a[at];\n    other();\n    s = 1;\n  }\n  return s;\n}',
  ],
];
