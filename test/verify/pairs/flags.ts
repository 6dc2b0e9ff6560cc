/** Loops that are left by flags, by what they find, or that count down. */
import type { Pair } from './pair.ts';

export const FLAGS: readonly Pair[] = [
  [
    'a flag that ends it late',
    `
      int f(void) {
       int a[5] = {0}, i = 0, done = 0;
       while (!done) {
        a[i] = i;$
        if (i++ == @{5|4})
         done = 1;
       }
       return a[0];
      }`,
  ],
  [
    'break',
    `
      int f(void) {
       int a[5] = {0}, i;
       for (i = 0; ; i++) {
        if (i > @{5|4}) break;
        a[i] = i;$
       }
       return a[0];
      }`,
  ],
  [
    'behind the loop',
    'int f(void) {\n int a[5], i;\n for (i = 0; i < 5; i++)\n  a[i] = 0;\n a[i @{|- 1}] = 1;$\n return a[0];\n}',
  ],
  ['do', 'int f(void) {\n int a[5] = {0}, i = 0;\n do {\n  a[i++] = 1;$\n } while (i <@{=|} 5);\n return a[0];\n}'],
  [
    'goto',
    'int f(void) {\n int a[5] = {0}, i = 0;\nagain:\n a[i] = 1;$\n if (++i <@{=|} 5) goto again;\n return a[0];\n}',
  ],
  [
    'down to the one before',
    'int f(void) {\n int a[5] = {0}, i = 5;\n while (i-- >@{=|} 0)\n  a[i] = 1;$\n return a[0];\n}',
  ],
  [
    'down from the length',
    'int f(void) {\n int a[5] = {0};\n for (int i = 5; i @{>= 0; i--|-- > 0;})\n  a[i] = 1;$\n return a[0];\n}',
  ],
  [
    'a step of two',
    'int f(void) {\n int a[9] = {0};\n for (int i = 0; i < 9@{ + 1|}; i += 2)\n  a[i @{+ 1|}] = 1;$\n return a[0];\n}',
  ],
  [
    'neighbours',
    `
      int f(void) {
       int a[6] = {3, 1, 2, 0, 4, 5}, s = 0;
       for (int i = 0; i < 6@{| - 1}; i++)
        if (a[i] > a[i + 1])$
         s++;
       return s;
      }`,
  ],
  [
    'the neighbour before',
    `
      int f(void) {
       int a[6] = {3, 1, 2, 0, 4, 5};
       for (int i = @{0|1}; i < 6; i++)
        a[i] ^= a[i - 1];$
       return a[0];
      }`,
  ],
  [
    'doubled',
    'int f(void) {\n int a[64] = {0};\n for (int i = 1; i <@{=|} 64; i *= 2)\n  a[i] = 1;$\n return a[0];\n}',
  ],
  [
    'two counters',
    `
      int f(void) {
       int a[4] = {0}, b[8] = {0};
       for (int i = 0, j = 0; i < 8; i++, j += @{1|!(i & 1)})
        a[j] ^= b[i];$
       return a[0];
      }`,
  ],
  [
    'a triangle',
    `
      int f(void) {
       int a[5] = {0};
       for (int i = 0; i < 5; i++)
        for (int j = i; j < 5; j++)
         a[i + j @{|- i}] = 1;$
       return a[0];
      }`,
  ],
  [
    'pointers to the end',
    'int f(void) {\n int a[5] = {0}, *end = a + 5;\n for (int *p = a; p <@{=|} end; p++)\n  *p = 1;$\n return a[0];\n}',
  ],
  [
    'pointers downwards',
    'int f(void) {\n int a[5] = {0};\n for (int *p = a + 5; p @{>= a|> a}; )\n  *--p = 1;$\n return a[0];\n}',
  ],
  [
    'a search that goes on',
    'int f(void) {\n int a[4] = {1, 2, 3, 4}, i = 0;\n while (a[i] != @{5|4})$\n  i++;\n return i;\n}',
  ],
  [
    'a case for each round',
    `
      int f(void) {
       int a[3] = {0};
       for (int i = 0; i < 4; i++)
        switch (i) {
        case 3:
         a[i @{|- 1}] = 1;$
         break;
        default:
         a[i] = 0;
        }
       return a[0];
      }`,
  ],
  [
    'only in some rounds',
    `
      int f(void) {
       int a[4] = {0};
       for (int i = 0; i < 8; i++) {
        if (i % 2 == @{1|0}) continue;
        a[i / 2 @{+ 1|}] = 1;$
       }
       return a[0];
      }`,
  ],
];
