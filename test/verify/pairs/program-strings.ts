/** Whole programs: strings and their buffers. */
import type { Pair } from './pair.ts';

export const STRINGS_IN_PROGRAMS: readonly Pair[] = [
  [
    'a long name',
    `
#include <string.h>
struct entry { int id; char name[8]; };
static void set(struct entry *e, const char *s) {
 strcpy(e->name, s);$
}
int main(void) {
 struct entry e;
 set(&e, "long @{name|n}");
 return e.name[0];
}
`,
  ],
  [
    'strcat of a list',
    `
#include <string.h>
int main(void) {
 static const char *const words[] = { "one", "two", "three", "four" };
 char out[@{18|19}] = "";
 for (int i = 0; i < 4; i++) {
  strcat(out, words[i]);$
  if (i < 3) strcat(out, " ");
 }
 return out[0];
}
`,
  ],
  [
    'sprintf of a counter',
    `
#include <stdio.h>
int main(void) {
 char s[6];
 for (int i = 0; i < @{101|100}; i += 10)
  sprintf(s, "n=%03d", i * @{10|1});$
 return s[0];
}
`,
  ],
  [
    'hexadecimal digits',
    `
#include <stdio.h>
int main(void) {
 unsigned char d[4] = {1, 2, 3, 4};
 char out[@{8|9}];
 for (int i = 0; i < 4; i++)
  sprintf(out + 2 * i, "%02x", d[i]);$
 return out[0];
}
`,
  ],
  [
    'snprintf at an offset',
    `
#include <stdio.h>
int main(void) {
 char out[16];
 int n = snprintf(out, sizeof out, "%s", "abcdefgh");
 snprintf(out + n, sizeof out@{| - n}, "%s", "0123456789");$
 return out[0];
}
`,
  ],
  [
    'what snprintf would have written',
    `
#include <stdio.h>
int main(void) {
 char out[8];
 int n = snprintf(out, sizeof out, "%s", "0123456@{789|}");
 out[n] = 0;$
 return out[0];
}
`,
  ],
  [
    'strncpy without a zero',
    `
#include <string.h>
#include <stdio.h>
int main(void) {
 char a[4];
 strncpy(a, "abcd@{ef|}", sizeof a);
 @{|a[3] = 0;}
 return (int)strlen(a);$
}
`,
  ],
  [
    'a character at a time without a zero',
    `
#include <string.h>
int main(void) {
 char a[4];
 for (int i = 0; i < 4; i++)
  a[i] = (char)('a' + i);
 @{|a[3] = 0;}
 int n = 0;
 while (a[n])$
  n++;
 return n;
}
`,
  ],
  [
    'fgets into a smaller one',
    `
#include <stdio.h>
static int get(char *s, int n) {
 return fgets(s, n, stdin) != NULL;$
}
int main(void) {
 char line[64];
 return get(line, @{128|64});
}
`,
  ],
  [
    'a prefix that is longer',
    `
#include <string.h>
int main(void) {
 char s[4] = "ab";
 const char *p = "abcdef";
 int i = 0;
 while (@{p[i]|s[i]} != 0) {
  s[i] = 'x';$
  i++;
 }
 return i;
}
`,
  ],
  [
    'upper case of one too many',
    `
#include <ctype.h>
#include <string.h>
int main(void) {
 char s[6] = "hello", t[6];
 for (size_t i = 0; i <= strlen(s) @{+ 1|}; i++)
  t[i] = (char)toupper((unsigned char)s[i]);$
 return t[0];
}
`,
  ],
  [
    'reversed',
    `
#include <string.h>
int main(void) {
 char s[6] = "hello", t[6];
 int n = (int)strlen(s);
 for (int i = 0; i <@{=|} n; i++)
  t[i] = s[n - i - 1];$
 t[n] = 0;
 return t[0];
}
`,
  ],
  [
    'decimal digits',
    `
static void decimal(char *out, unsigned v) {
 int n = 0;
 char tmp[@{3|10}];
 do {
  tmp[n++] = (char)('0' + v % 10);$
  v /= 10;
 } while (v != 0);
 while (n > 0) *out++ = tmp[--n];
 *out = 0;
}
int main(void) {
 char s[12];
 decimal(s, 12345);
 return s[0];
}
`,
  ],
  [
    'bits as characters',
    `
int main(void) {
 char s[@{8|9}];
 unsigned v = 0xa5;
 for (int i = 7; i >= 0; i--)
  s[7 - i] = (v >> i) & 1 ? '1' : '0';
 s[8] = 0;$
 return s[0];
}
`,
  ],
  [
    'words of a text',
    `
int main(void) {
 const char *s = "a bc def g h";
 char word[4];
 int n = 0, words = 0;
 for (; *s; s++) {
  if (*s == ' ') { @{|n = 0;} words++; continue; }
  word[n++] = *s;$
 }
 return words;
}
`,
  ],
  [
    'strncat with the whole size',
    `
#include <string.h>
int main(void) {
 char a[8] = "abcd";
 strncat(a, "efghij", sizeof a@{| - strlen(a) - 1});$
 return a[0];
}
`,
  ],
  [
    "memchr's result and one",
    `
#include <string.h>
int main(void) {
 char s[5] = {'a', 'b', 'c', 'd', @{'e'|0}};
 return (int)strlen(s);$
}
`,
  ],
  [
    'a token behind the last',
    `
static const char *const names[] = { "red", "green", "blue" };
enum colour { RED, GREEN, BLUE, COLOURS };
static const char *name(enum colour c) {
 return names[c];$
}
int main(void) {
 int n = 0;
 for (int c = RED; c <@{=|} COLOURS; c++)
  if (name((enum colour)c)) n++;
 return n;
}
`,
  ],
];
