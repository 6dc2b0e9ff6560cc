/** What is not wrong, but seldom meant, told where it was asked for; the mended program has none of it. */
import type { Pair } from './pair.ts';

export const SUSPICIONS: readonly Pair[] = [
  ['a condition that always holds', 'int g;\nvoid f(unsigned n) {\n if (n >= @{0|1})$\n  g = 1;\n}'],
  ['checked before', 'int g;\nvoid f(int n) {\n if (n < 3) return;\n if (n > @{2|4})$\n  g = 1;\n}'],
  [
    'a condition that never holds',
    'int g;\nint f(int n) {\n if (n < 3) return 0;\n if (n == @{2|4})$\n  return 1;\n g = 1;\n return 2;\n}',
  ],
  [
    'a body that runs once',
    `
      int f(const int *a, int n) {
       for (int i = 0; i < n; i++) {$
        if (a[i] == 0) return i;
        @{else return -1;|}
       }
       return -1;
      }`,
  ],
  [
    'a break that nothing guards',
    'int f(int n) {\n int s = 0;\n while (n > s) {$\n  s += 2;\n  @{|if (s > 7)} break;\n }\n return s;\n}',
  ],
  [
    'a counter changed twice',
    'int g;\nvoid f(const int *a, int n) {\n for (int i = 0; i < n; i++) {\n  g ^= a[i];\n  @{i++|g++};$\n }\n}',
  ],
  [
    'the counter of the loop around',
    'int g;\nvoid f(int n, int m) {\n for (int i = 0; i < n; i++)\n  for (int j = 0; j < m; @{i|j}++)$\n   g ^= n;\n}',
  ],
  [
    'one counter for two loops',
    `
      int g;
      void f(int n, int m) {
       int i, j;
       for (i = 0; i < n; i++)
        for (@{i|j} = 0; @{i|j} < m; @{i|j}++)$
         g ^= n;
       j = i;
      }`,
  ],
  [
    'a sum that starts anew',
    `
      int f(int n, const int *a) {
       int s = 0;
       for (int i = 0; i < n; i++) {
        @{s = 0|(void)n};$
        s += a[i];
       }
       return s;
      }`,
  ],
  [
    'a negative number that becomes large',
    'int f(int n) {\n int a[4] = { 0 };\n @{|if (n < 0) return 0;}\n return n < sizeof a / sizeof *a;$\n}',
  ],
  ['a constant that is too large', 'unsigned char f(void) {\n unsigned char c;\n c = @{256|255};$\n return c;\n}'],
  ['a sum that is too large', 'unsigned short f(void) {\n unsigned short a = 65535, b = a + @{1|0};$\n return b;\n}'],
];

/** None of these has a suspicion. */
export const UNSUSPICIOUS: readonly (readonly [name: string, source: string])[] = [
  ['all bits', 'unsigned f(void) {\n unsigned n = -1;\n signed char c = 0xff;\n return n + c;\n}'],
  ['a cast', 'unsigned char f(void) {\n return (unsigned char)300;\n}'],
  ['do while zero', 'int g;\nvoid f(void) {\n do { g = 1; } while (0);\n}'],
  ['for ever until', 'int g;\nint f(void) {\n for (;;) { g = 1; return 2; }\n}'],
  ['a switch of the build', '#define ON 1\nint g;\nvoid f(void) {\n if (ON) g = 1;\n}'],
  [
    'a row that has its own sum',
    `
      int g[9];
      void f(int n, const int *a) {
       int s;
       for (int i = 0; i < 9; i++) {
        s = 0;
        for (int j = 0; j < n; j++) s += a[j];
        g[i] = s;
       }
      }`,
  ],
  [
    'an element that is skipped',
    'int g;\nvoid f(const int *a, int n) {\n for (int i = 0; i < n; i++) {\n  if (a[i]) i++;\n  g ^= i;\n }\n}',
  ],
  ['a triangle', 'int g;\nvoid f(int n) {\n for (int i = 0; i < n; i++)\n  for (int j = i; j < n; j++)\n   g ^= j;\n}'],
];
