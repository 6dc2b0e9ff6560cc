/** Loops whose counter can't fail their test. */
import type { Pair } from './pair.ts';

export const ENDLESS: readonly Pair[] = [
  [
    'an unsigned countdown',
    `
      int f(const int *a, unsigned n) {
       int s = 0;
       for (unsigned i = n; i @{>= 0|> 0}; i--)$
        s ^= a[i];
       return s;
      }`,
  ],
  [
    'of a size',
    `
      #include <stddef.h>
      int f(const int *a, size_t n) {
       int s = 0;
       for (size_t i = n; @{i >= 0|i != 0}; i--)$
        s ^= a[i];
       return s;
      }`,
  ],
  [
    'with while',
    `
      int f(const int *a, unsigned n) {
       int s = 0;
       unsigned i = n;
       while (i >@{=|} 0) {$
        s ^= a[i];
        i--;
       }
       return s;
      }`,
  ],
  [
    'of a byte',
    'unsigned f(void) {\n unsigned s = 0;\n for (unsigned char c = 200; c >@{=|} 0; c--)$\n  s ^= c;\n return s;\n}',
  ],
  [
    'with a step',
    'unsigned f(void) {\n unsigned s = 0;\n for (unsigned i = 100; i >@{=|} 0; i -= 10)$\n  s ^= i;\n return s;\n}',
  ],
  [
    'zero on the left',
    'int f(unsigned n) {\n int s = 0;\n for (unsigned i = n; 0 <@{=|} i; --i)$\n  s ^= 1;\n return s;\n}',
  ],
  [
    'a narrow counter',
    'int f(void) {\n int s = 0;\n for (@{unsigned char|int} c = 0; c < 256; c++)$\n  s ^= c;\n return s;\n}',
  ],
  [
    'a signed narrow counter',
    'int f(void) {\n int s = 0;\n for (@{signed char|short} c = 0; c < 200; c++)$\n  s ^= c;\n return s;\n}',
  ],
  [
    'a narrow counter to a large limit',
    'int f(void) {\n int s = 0;\n for (@{short|int} c = 0; c < 40000; c++)$\n  s ^= c;\n return s;\n}',
  ],
  [
    'the largest included',
    'int f(void) {\n int s = 0;\n for (unsigned char c = 0; c <@{= 255|250}; c++)$\n  s ^= c;\n return s;\n}',
  ],
  [
    'a limit in a variable',
    `
      int f(void) {
       int s = 0, limit = 300;
       for (@{unsigned char|int} c = 0; c < limit; c++)$
        s ^= c;
       return s;
      }`,
  ],
  [
    'a limit in a constant',
    `
      static const int limit = 70000;
      int f(void) {
       int s = 0;
       for (unsigned @{short|int} c = 0; c < limit; c++)$
        s ^= c;
       return s;
      }`,
  ],
  [
    'the size of an array',
    `
      static int table[300];
      int f(void) {
       int s = 0;
       for (unsigned @{char|} i = 0; i < sizeof table / sizeof *table; i++)$
        s ^= table[i];
       return s;
      }`,
  ],
  [
    'a step that is dropped',
    'int f(int n) {\n int s = 0, i = 0;\n while (i < 10) {$\n  s ^= n;\n @{|i++;}\n }\n return s;\n}',
  ],
  [
    'a step of something else',
    'int f(int n) {\n int s = 0;\n for (unsigned i = 0, j = 0; i < 10; @{j|i}++)$\n  s ^= 1;\n return s;\n}',
  ],
  [
    'an assignment',
    'int f(int n) {\n int s = 0, go = 1;\n while (go @{=|==} 1) {$\n  s ^= n;\n  go = 0;\n }\n return s;\n}',
  ],
  [
    'a flag',
    `
      int f(const int *a) {
       int found = 0, i = 0;
       while (!found) {$
        if (a[i & 7] == 3) @{i|found} = 1;
        i++;
        i &= 7;
       }
       return i;
      }`,
  ],
  [
    'a sign',
    `
      int f(const unsigned *a) {
       @{unsigned|int} c = a[0];
       int s = 0;
       do {$
        s ^= 3;
        c = c - 1;
       } while (c >= 0);
       return s;
      }`,
  ],
];
