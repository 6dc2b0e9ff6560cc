/** Arithmetic that goes wrong with values that came a long way. */
import type { Pair } from './pair.ts';

export const ZEROS_IN_FLOW: readonly Pair[] = [
  [
    'a count that stayed zero',
    'int f(void) {\n int sum = 10, n = 0;\n for (int i = 0; i < 4; i++)\n  if (i > @{5|2}) n++;\n return sum / n;$\n}',
  ],
  ['counted down', 'int f(void) {\n int s = 0;\n for (int d = 3; d >@{=|} 0; d--)\n  s += 12 / d;$\n return s;\n}'],
  [
    'a member',
    `
      struct s { int d; };
      static int by(const struct s *v) {
       return 7 % v->d;$
      }
      int f(void) {
       struct s v = { @{0|2} };
       return by(&v);
      }`,
  ],
  [
    'cleared by memset',
    '#include <string.h>\nint f(void) {\n int a[4];\n memset(a, @{0|1}, sizeof a);\n return 7 / a[2];$\n}',
  ],
  ['a difference', 'int f(void) {\n int a = 4, b = a;\n b += @{0|1};\n return 10 / (b - a);$\n}'],
  ['a mask', 'int f(void) {\n unsigned n = @{8|9};\n return (int)(40u / (n & 7u));$\n}'],
];

export const OVERFLOWS_IN_FLOW: readonly Pair[] = [
  ['a factorial', 'int f(void) {\n int p = 1;\n for (int i = 1; i <= @{13|12}; i++)\n  p *= i;$\n return p;\n}'],
  ['a power', 'int f(void) {\n int p = 1;\n for (int i = 0; i < @{31|30}; i++)\n  p *= 2;$\n return p;\n}'],
  [
    'a callee',
    'static int next(int n) {\n return n + 1;$\n}\nint f(void) {\n return next(@{2147483647|2147483646});\n}',
  ],
  ['the other sign', '#include <limits.h>\nint f(void) {\n int a = INT_MIN@{| + 1};\n return -a;$\n}'],
  [
    'in a member',
    `
      #include <limits.h>
      struct s { int n; };
      int f(void) {
       struct s v = { INT_MAX };
       v.n @{+|-}= 1;$
       return v.n;
      }`,
  ],
  [
    'through a pointer',
    `
      #include <limits.h>
      static void add(int *p) {
       *p += 1;$
      }
      int f(void) {
       int n = INT_MAX@{| - 1};
       add(&n);
       return n;
      }`,
  ],
  [
    'Fibonacci',
    `
      int f(void) {
       int a = 0, b = 1;
       for (int i = 0; i < @{46|45}; i++) {
        int c = a + b;$
        a = b;
        b = c;
       }
       return a;
      }`,
  ],
];

export const SHIFTS_IN_FLOW: readonly Pair[] = [
  [
    'by the width',
    'unsigned f(void) {\n unsigned m = 0;\n for (int i = 0; i <@{=|} 32; i++)\n  m |= 1u << i;$\n return m;\n}',
  ],
  [
    'downwards past zero',
    'unsigned f(void) {\n unsigned m = 0;\n for (int i = 8; i >= @{-1|0}; i--)\n  m |= 1u << i;$\n return m;\n}',
  ],
  ['an int for a long', 'unsigned long f(void) {\n unsigned bits = 40;\n return @{1u|1ul} << bits;$\n}'],
  ['by a table', 'static const int by[] = { 1, 2, @{64|63} };\nunsigned long f(void) {\n return 1ul << by[2];$\n}'],
];

export const UNSET_IN_FLOW: readonly Pair[] = [
  ['a sum', 'int f(const int *a) {\n int s@{| = 0};\n for (int i = 0; i < 4; i++)\n  s += a[i];$\n return s;\n}'],
  [
    'a callee that only reads',
    'static int get(const int *p) {\n return *p;$\n}\nint f(void) {\n int n@{| = 1};\n return get(&n);\n}',
  ],
  [
    'one element too few',
    'int f(void) {\n int a[4];\n for (int i = 0; i < @{3|4}; i++)\n  a[i] = i;\n return a[3];$\n}',
  ],
  ['a row', 'int f(void) {\n int m[2][2];\n m[0][0] = m[0][1] = m[1][@{0|1}] = 1;\n return m[1][1];$\n}'],
  ['a member', 'struct s { int a, b; };\nint f(void) {\n struct s v;\n v.@{a|b} = 1;\n return v.b;$\n}'],
  [
    'a block',
    `
      #include <stdlib.h>
      int f(void) {
       int *p = @{malloc(sizeof *p)|calloc(1, sizeof *p)}, n;
       if (!p) return 0;
       n = *p;$
       free(p);
       return n;
      }`,
  ],
];

export const ENDLESS_IN_FLOW: readonly Pair[] = [
  [
    'the wrong counter',
    'int g;\nvoid f(void) {\n for (int i = 0; i < 3; i++)\n  for (int j = 0; @{i|j} < 3; j++)$\n   g ^= 1;\n}',
  ],
  [
    'an unsigned that counts down by two',
    'int g;\nvoid f(void) {\n for (unsigned i = 9; i >= @{0|3}; i -= 2)$\n  g ^= 1;\n}',
  ],
  [
    'a step of nothing',
    'int g;\nvoid f(void) {\n int step = @{0|1};\n for (int i = 0; i < 10; i += step)$\n  g ^= 1;\n}',
  ],
  [
    'a flag that nobody sets',
    'int g;\nvoid f(void) {\n int done = 0;\n while (!done) {$\n  g ^= 1;\n  done = @{0|1};\n }\n}',
  ],
  ['a product with zero', 'int g;\nvoid f(void) {\n for (int i = @{0|1}; i < 100; i *= 2)$\n  g ^= 1;\n}'],
];
