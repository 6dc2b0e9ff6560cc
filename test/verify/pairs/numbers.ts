/** Signed arithmetic that doesn't fit, and shifts that go too far. */
import type { Pair } from './pair.ts';

const R = '#include <stdlib.h>\n';

export const OVERFLOWS: readonly Pair[] = [
  ['the least', 'int f(void) {\n int least = -2147483647 - 1;\n return least - @{1|0};$\n}'],
  ['the least of a wide type', 'long f(void) {\n long least = -9223372036854775807L - 1;\n return least - @{1|0};$\n}'],
  ['two too much', 'int f(void) {\n int least = -2147483647;\n return least - @{2|1};$\n}'],
  ['decremented', 'int f(void) {\n int m = -2147483647@{ - 1|};\n m--;$\n return m;\n}'],
  ['incremented', 'int f(void) {\n int m = 214748364@{7|6};\n ++m;$\n return m;\n}'],
  ['product', 'int f(void) {\n int a = -1073741824;\n return a * @{3|2};$\n}'],
  ['squared', 'int f(void) {\n int a = 4634@{1|0};\n return a * a;$\n}'],
  ['compound', 'int f(void) {\n int a = -2147483647;\n a -= @{10|1};$\n return a;\n}'],
  ['negated', 'int f(void) {\n int a = -2147483647@{ - 1|};\n return -a;$\n}'],
  [
    'in a record',
    'struct s { int min; };\nint f(void) {\n struct s v;\n v.min = -2147483647;\n return v.min - @{2|1};$\n}',
  ],
  ['by a variable', 'int f(void) {\n int a = -2147483647, d = @{7|1};\n return a - d;$\n}'],
  ['by a product', 'int f(void) {\n int a = -1000000000;\n return (@{3|2} * a) - 1;$\n}'],
  [
    'by a result',
    'static int step(void) { return @{2|1}; }\nint f(void) {\n int a = -2147483647;\n return a - step();$\n}',
  ],
  [
    'by an argument',
    'static int down(int d) {\n int a = -2147483647;\n return a - d;$\n}\nint f(void) {\n return down(@{5|1});\n}',
  ],
  ['by a pointer', 'int f(void) {\n int a = -2147483647, d = @{3|1}, *p = &d;\n return a - *p;$\n}'],
  ['by an element', 'int f(void) {\n int a = 2147483647, d[3] = {-1, 0, 1};\n return a + d[@{2|1}];$\n}'],
  ['by a copy', 'int f(void) {\n int a = 2147483647, d = @{1|-1}, e, g;\n e = d;\n g = e;\n return a + g;$\n}'],
  ['a quotient', 'int f(void) {\n int a = -2147483647@{ - 1|}, b = -1;\n return a / b;$\n}'],
  ['in a loop', 'int f(void) {\n int p = 1, i;\n for (i = 0; i < @{32|19}; i++)\n  p *= 3;$\n return p;\n}'],
  ['a factorial', 'int f(void) {\n int p = 1, i;\n for (i = 2; i <= @{13|12}; i++)\n  p = p * i;$\n return p;\n}'],
  ['any number', `${R}int f(void) {\n int r = rand();\n return r@{| / 2} + 1;$\n}`],
  ['any number twice', `${R}int f(void) {\n int r = rand();\n return r@{| % 100} * 2;$\n}`],
  [
    'any number from a text',
    `
      #include <stdio.h>
      ${R}int f(void) {
       char s[20] = "";
       fgets(s, sizeof s, stdin);
       int r = atoi(s);
       return r@{| % 100} * 2;$
      }`,
  ],
  ['an absolute value', `${R}int f(void) {\n int a = -2147483647@{ - 1|};\n return a < 0 ? -a : a;$\n}`],
];

export const SHIFTS: readonly Pair[] = [
  ['all bits', 'int f(void) {\n int a = 1;\n return a << @{32|30};$\n}'],
  ['a wide type', 'long f(void) {\n long a = 1;\n return a << @{64|62};$\n}'],
  ['an unsigned one', 'unsigned f(void) {\n unsigned a = 1;\n return a << @{32|31};$\n}'],
  ['a wide unsigned one', 'unsigned long f(void) {\n unsigned long a = 1;\n return a << @{64|63};$\n}'],
  ['a negative amount', 'int f(void) {\n int a = 1;\n return a << @{-1|1};$\n}'],
  ['to the right', 'int f(void) {\n int a = 1;\n return a >> @{32|31};$\n}'],
  ['a narrow one is widened', 'int f(void) {\n unsigned char a = 1;\n return a >> @{40|9};$\n}'],
  ['an int where a long was meant', 'long f(void) {\n int n = 40;\n return 1@{|L} << n;$\n}'],
  ['compound', 'unsigned f(unsigned a) {\n a <<= @{33|3};$\n return a;\n}'],
  ['a variable', 'int f(void) {\n int a = 1, s = @{32|3};\n return a << s;$\n}'],
  ['computed', 'int f(void) {\n int a = 1, s = 16;\n return a << (s + @{16|4});$\n}'],
  ['squared', 'int f(void) {\n int a = 1, s = @{6|4};\n return a << (s * s - 3);$\n}'],
  ['a result', 'static int s(void) { return @{32|3}; }\nint f(void) {\n int a = 1;\n return a << s();$\n}'],
  ['an argument', 'static int up(int s) {\n return 1 << s;$\n}\nint f(void) {\n return up(@{32|3});\n}'],
  ['a member', 'struct s { int by; };\nint f(void) {\n struct s v;\n v.by = @{32|3};\n return 1 << v.by;$\n}'],
  ['an element', 'int f(void) {\n int by[3] = {8, 16, 32};\n return 1 << by[@{2|1}];$\n}'],
  ['a pointer', 'int f(void) {\n int by = @{32|3}, *p = &by;\n return 1 << *p;$\n}'],
  ['by a pointer to a pointer', 'int f(void) {\n int by = @{32|3}, *p = &by, **q = &p;\n return 1 << **q;$\n}'],
  ['copied', 'int f(void) {\n int a = @{32|3}, b, c;\n b = a;\n c = b;\n return 1 << c;$\n}'],
  ['any number', `${R}int f(void) {\n return 1 << rand()@{| % 30};$\n}`],
  [
    'in a loop',
    'unsigned f(void) {\n unsigned m = 0;\n int i;\n for (i = 0; i <@{=|} 32; i++)\n  m |= 1u << i;$\n return m;\n}',
  ],
  [
    'down',
    `
      unsigned f(unsigned x) {
       unsigned m = 0;
       int i;
       for (i = 31; i >= @{-1|0}; i--)
        m ^= x >> i;$
       return m;
      }`,
  ],
];

export const ZERO_DIVISORS: readonly Pair[] = [
  ['a difference', 'int f(int n) {\n int a = 3, b = @{3|2};\n return n / (a - b);$\n}'],
  [
    'an average of none',
    `
      int f(void) {
       int a[3] = {1, 2, 3}, n = 0, s = 0;
       for (int i = 0; i < 3; i++)
        if (a[i] > @{5|1}) { s += a[i]; n++; }
       return s / n;$
      }`,
  ],
  ['a counter', 'int f(void) {\n int s = 0;\n for (int i = @{0|1}; i < 5; i++)\n  s += 100 % i;$\n return s;\n}'],
  ['any number', `${R}int f(void) {\n int r = rand();\n return 100 / (r % 7@{| + 1});$\n}`],
  ['a member', 'struct s { int d; };\nint f(void) {\n struct s v = {@{0|4}};\n return 8 / v.d;$\n}'],
  ['a result', 'static int none(void) { return @{0|1}; }\nint f(int n) {\n return n % none();$\n}'],
  ['unsigned', 'unsigned f(unsigned n) {\n unsigned d = 16;\n while (d > @{0|1}) d /= 2;\n return n / d;$\n}'],
  ['compound', 'int f(int n) {\n int d = 2;\n d -= @{2|1};\n n /= d;$\n return n;\n}'],
];
