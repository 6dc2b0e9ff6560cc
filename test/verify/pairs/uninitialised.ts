/** What is read before it has a value. */
import type { Pair } from './pair.ts';

const M = '#include <stdlib.h>\n#include <string.h>\n';

export const UNINITIALISED: readonly Pair[] = [
  ['a variable', 'int f(void) {\n int a@{| = 0};\n return a;$\n}'],
  ['chars', 'char f(void) {\n char c@{| = 1};\n return c;$\n}'],
  ['floating', 'double f(void) {\n double d@{| = 0};\n return d * 2;$\n}'],
  [
    'an accumulator',
    'int f(const int *a) {\n int s@{| = 0};\n for (int i = 0; i < 4; i++)\n  s += a[i];$\n return s;\n}',
  ],
  ['a counter', 'int f(const int *a) {\n int s = 0, i@{| = 0};\n for (; i < 4; i++)$\n  s ^= a[i];\n return s;\n}'],
  ['incremented', 'int f(void) {\n int n@{| = 0};\n n++;$\n return n;\n}'],
  ['an element', 'int f(void) {\n int a[3];\n a[0] = a[1] = 0;\n return a[@{2|1}];$\n}'],
  ['rows', 'int f(void) {\n int a[2][2];\n a[0][0] = 1;\n a[1][1] = 2;\n return a[1][@{0|1}];$\n}'],
  [
    'one element too few',
    `
      int f(void) {
       int a[4], s = 0;
       for (int i = 0; i < @{3|4}; i++) a[i] = i;
       for (int i = 0; i < 4; i++)
        s += a[i];$
       return s;
      }`,
  ],
  ['a member', 'struct s { int a, b; };\nint f(void) {\n struct s v;\n v.a = 1;\n return v.@{b|a};$\n}'],
  ['of a copy', 'struct s { int a, b; };\nint f(void) {\n struct s v, w;\n v.a = 1;\n w = v;\n return w.@{b|a};$\n}'],
  ['in an expression', 'int f(int n) {\n int a@{| = 2}, b = n;\n b = b ^ a;$\n return b;\n}'],
  ['in a condition', 'int f(int n) {\n int a@{| = 2};\n if (a > 3)$\n  return n;\n return 0;\n}'],
  ['through a pointer', 'int f(void) {\n int a, *p = &a;\n @{|a = 1;}\n return *p;$\n}'],
  ['handed over', 'static int twice(int n) { return n ^ 2; }\nint f(void) {\n int a@{| = 1};\n return twice(a);$\n}'],
  [
    'read by a function',
    'static int get(const int *p) {\n return *p;$\n}\nint f(void) {\n int a;\n @{|a = 1;}\n return get(&a);\n}',
  ],
  ['a pointer', 'int f(void) {\n int a = 1, *p@{| = &a};\n return *p;$\n}'],
  ['written through a pointer', 'void f(void) {\n int a, *p@{| = &a};\n *p = 1;$\n}'],
  ['a pointer to a pointer', 'int f(void) {\n int a = 1, *p, **q = &p;\n @{|p = &a;}\n return **q;$\n}'],
  ['allocated', `${M}int f(void) {\n int *p = @{malloc(4)|calloc(1, 4)};\n return p ? *p : 0;$\n}`],
  [
    'allocated elements',
    `${M}int f(void) {\n int *p = malloc(20);\n if (!p) return 0;\n p[0] = 1;\n return p[@{1|0}];$\n}`,
  ],
  ['a string', `${M}unsigned long f(void) {\n char s[8];\n @{|s[0] = 0;}\n return strlen(s);$\n}`],
  ['a string that is appended to', `${M}void f(void) {\n char s[8];\n @{|s[0] = 0;}\n strcat(s, "ab");$\n}`],
  [
    'decided by a constant',
    'static const int five = 5;\nint f(void) {\n int a;\n if (five @{!=|==} 5) a = 1;\n return a;$\n}',
  ],
  [
    'decided by a function',
    'static int yes(void) { return 1; }\nint f(void) {\n int a;\n if (@{!|}yes()) a = 1;\n return a;$\n}',
  ],
  [
    'in the other case',
    `
      int f(void) {
       int a, k = @{3|1};
       switch (k) {
       case 1: a = 1; break;
       case 2: a = 2; break;
       }
       return a;$
      }`,
  ],
  [
    'behind a loop of no rounds',
    'int f(void) {\n int a, n = @{0|1};\n for (int i = 0; i < n; i++) a = i;\n return a;$\n}',
  ],
  ['a length', 'int f(void) {\n int n@{| = 4};\n char a[n];$\n a[0] = 1;\n return a[0];\n}'],
];
