/** Accesses before the beginning of an array. */
import type { Pair } from './pair.ts';

export const UNDERRUNS: readonly Pair[] = [
  ['a constant', 'void f(void) {\n int a[5];\n a[@{-1|0}] = 1;$\n}'],
  ['chars', 'void f(void) {\n char a[9];\n a[@{-2|2}] = 1;$\n}'],
  ['read', 'int f(void) {\n long a[2] = {1, 2};\n return a[@{-1|1}];$\n}'],
  ['rows', 'void f(void) {\n short a[3][4];\n a[@{-1|1}][2] = 1;$\n}'],
  ['columns', 'void f(void) {\n short a[3][4];\n a[0][@{-1|3}] = 1;$\n}'],
  ['a variable', 'void f(void) {\n int a[5];\n int i = @{-3|3};\n a[i] = 1;$\n}'],
  ['computed', 'void f(void) {\n int a[5];\n int i = 2;\n a[2 * i - @{5|1}] = 1;$\n}'],
  ['a difference', 'void f(void) {\n float a[5];\n int i = 1, j = @{3|0};\n a[i - j] = 1.5f;$\n}'],
  [
    'counted down too far',
    'void f(void) {\n int a[6];\n int i;\n for (i = 5; i @{>= -1|>= 0}; i--) {\n  a[i] = i;$\n }\n}',
  ],
  ['while', 'void f(void) {\n int a[6], i = 5;\n while (i >@{= -2|= 0}) {\n  a[i] = 0;$\n  i--;\n }\n}'],
  ['do', 'void f(void) {\n int a[4], i = 4;\n do {\n  i--;\n  a[i] = 0;$\n } while (i >@{= 0| 0});\n}'],
  ['a pointer', 'void f(void) {\n int a[5], *p = a;\n *(p - @{1|0}) = 1;$\n}'],
  ['a pointer into the middle', 'void f(void) {\n int a[5], *p = &a[2];\n p[@{-3|-2}] = 1;$\n}'],
  [
    'a pointer that moves down',
    'void f(void) {\n int a[5], *p = a + 4, i;\n for (i = 0; i < @{6|5}; i++)\n  *p-- = i;$\n}',
  ],
  [
    'a pointer that is moved before',
    'void f(void) {\n int a[5], *p = a + @{4|5}, i;\n for (i = 0; i < 5; i++)\n  *--p = i;$\n}',
  ],
  ['to a pointer', 'void f(void) {\n int a[5], *p = a, **q = &p;\n *(*q - @{1|0}) = 1;$\n}'],
  ['in a record', 'struct s { int n; int a[5]; };\nvoid f(void) {\n struct s v;\n v.a[@{-1|1}] = 1;$\n}'],
  ['of a global', 'int table[7];\nint f(void) {\n int i = 0;\n i -= @{1|0};\n return table[i];$\n}'],
  [
    "a function's result",
    'static int none(void) { return @{-1|1}; }\nint table[7];\nvoid f(void) {\n table[none()] = 1;$\n}',
  ],
  [
    'an argument',
    'static int table[7];\nstatic void set(int i) {\n table[i] = 1;$\n}\nvoid f(void) {\n set(@{-1|6});\n}',
  ],
  [
    'an array as argument',
    'static void set(int *p, int i) {\n p[-i] = 1;$\n}\nvoid f(void) {\n int a[4];\n set(a, @{1|0});\n}',
  ],
  ['by a table', 'void f(void) {\n static const int at[3] = {0, -4, 2};\n int a[5];\n a[at[@{1|2}]] = 1;$\n}'],
  ['an index that is copied', 'void f(void) {\n int a[5], i = @{-1|1}, j, k;\n j = i;\n k = j;\n a[k] = 1;$\n}'],
  ['a pointer that is copied', 'void f(void) {\n int a[5], *p = a, *q, *r;\n q = p;\n r = q;\n r[@{-1|4}] = 1;$\n}'],
  [
    'not what the search found',
    `
      #include <string.h>
      int f(void) {
       char s[8] = "abcdefg";
       int i;
       for (i = 6; i >= 0; i--)
        if (s[i] == @{'x'|'b'}) break;
       return s[i];$
      }`,
  ],
  [
    'chosen by a constant',
    'static const int five = 5;\nvoid f(void) {\n int a[5], i = 0;\n if (five == 5) i = @{-1|1};\n a[i] = 1;$\n}',
  ],
];
