/** Code that nothing reaches. The mended program has nothing that is never reached. */
import type { Pair } from './pair.ts';

export const DEAD: readonly Pair[] = [
  ['behind a return', 'int f(int n) {\n int a = n;\n @{return a;|}\n a = a ^ 1;$\n return a;\n}'],
  ['a condition that is false', 'int g;\nvoid f(void) {\n int a = 0;\n if (a == @{1|0})\n  g = 1;$\n}'],
  ['a condition that is true', 'int g;\nvoid f(int n) {\n int a = @{1|n};\n if (a)\n  g = 1;\n else\n  g = 2;$\n}'],
  ['a loop of no rounds', 'int g;\nvoid f(void) {\n int n = @{0|3};\n for (int i = 0; i < n; i++)\n  g ^= i;$\n}'],
  ['while', 'int g;\nvoid f(void) {\n int n = @{0|3};\n while (n > 0) {\n  g ^= n;$\n  n--;\n }\n}'],
  [
    'behind a loop that never ends',
    'int g;\nint f(void) {\n for (;;) {\n  g ^= 1;\n  @{|if (g > 3) break;}\n }\n g = 5;$\n return 0;\n}',
  ],
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
