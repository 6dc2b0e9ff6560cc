/** Strings and the zeros at their ends, and memory that is copied or filled as a whole. */
import type { Pair } from './pair.ts';

const S = '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <strings.h>\n';

export const STRINGS: readonly Pair[] = [
  [
    'no room for the zero',
    `
      ${S}int f(void) {
       const char *s = "name";
       char *p = malloc(strlen(s) @{|+ 1});
       if (!p) return 0;
       strcpy(p, s);$
       free(p);
       return 1;
      }`,
  ],
  [
    'the zero behind the end',
    `
      ${S}int f(const char *s) {
       char a[8];
       strncpy(a, s, sizeof a @{|- 1});
       a[sizeof a @{|- 1}] = 0;$
       return a[0];
      }`,
  ],
  [
    'what is read, and a zero',
    `${S}int f(void) {\n char a[8];\n size_t n = fread(a, 1, sizeof a @{|- 1}, stdin);\n a[n] = 0;$\n return a[0];\n}`,
  ],
  ['joined', `${S}int f(void) {\n char a[10] = "";\n strcat(a, "12345");\n strcat(a, "6789@{0|}");$\n return a[0];\n}`],
  [
    'joined in a loop',
    `${S}int f(void) {\n char a[10] = "";\n for (int i = 0; i < @{5|4}; i++)\n  strcat(a, "ab");$\n return a[0];\n}`,
  ],
  ['printed into', `${S}int f(void) {\n char a[8];\n sprintf(a, "%s-%d", "abc", @{1000|100});$\n return a[0];\n}`],
  [
    'printed with a limit that is too high',
    `${S}int f(void) {\n char a[4];\n snprintf(a, @{40|sizeof a}, "%d", 123456);$\n return a[0];\n}`,
  ],
  [
    'copied until the zero',
    'int f(void) {\n const char *s = "abcd@{e|}";\n char a[5], *p = a;\n while ((*p++ = *s++))$\n  ;\n return a[0];\n}',
  ],
  [
    'behind the zero of a string',
    `
      int f(void) {
       const char *s = "abc";
       int n = 0;
       for (int i = 0; i <= @{4|3}; i++)
        n ^= s[i];$
       return n;
      }`,
  ],
  [
    'a string for a row',
    `${S}int f(void) {\n char names[2][4];\n strcpy(names[1], "abc@{d|}");$\n return names[1][0];\n}`,
  ],
  [
    'a string in a member',
    `
      ${S}struct s { char name[4]; int n; };
      int f(void) {
       struct s v;
       memset(&v, 0, sizeof v);
       v.name[@{sizeof v|3}] = 1;$
       return v.n;
      }`,
  ],
  [
    'cleared, then an index',
    `
      ${S}struct s { int at; int a[4]; };
      int f(void) {
       struct s v;
       memset(&v, 0, sizeof v);
       v.a[v.at @{- 1|}] = 1;$
       return v.at;
      }`,
  ],
  [
    'bzero, then an index',
    `
      ${S}struct s { int at; int a[4]; };
      int f(void) {
       struct s v;
       bzero(&v, sizeof v);
       v.a[v.at @{+ 4|}] = 1;$
       return v.at;
      }`,
  ],
  [
    'a copied record',
    `
      ${S}struct s { int n; };
      int f(void) {
       int a[4] = {0};
       struct s v = { @{4|3} }, w;
       memcpy(&w, &v, sizeof w);
       a[w.n] = 1;$
       return a[0];
      }`,
  ],
  ['more than there is', `${S}int f(void) {\n int a[4] = {0}, b[6];\n memcpy(b, a, sizeof @{b|a});$\n return b[0];\n}`],
  [
    'a length from a string',
    `${S}int f(void) {\n char a[6], n = (char)strlen("abcdef");\n a[n @{|- 1}] = 0;$\n return a[n - 1];\n}`,
  ],
  [
    'a digit as an index',
    `
      int f(void) {
       const char *s = "17@{9|3}";
       int a[8] = {0};
       for (int i = 0; s[i]; i++)
        a[s[i] - '0']++;$
       return a[0];
      }`,
  ],
  [
    'a letter that is not checked',
    `${S}int f(void) {\n int a[26] = {0}, c = getchar();\n @{|if (c >= 0 && c < 26)}\n a[c]++;$\n return a[0];\n}`,
  ],
];
