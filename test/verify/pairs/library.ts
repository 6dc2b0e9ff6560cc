/** What library functions are handed. */
import type { Pair } from './pair.ts';

const S = '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n';

export const LIBRARY: readonly Pair[] = [
  ['memcpy writes too much', `${S}void f(const char *s) {\n char a[10];\n memcpy(a, s, @{11|10});$\n}`],
  ['memcpy reads too much', `${S}void f(void) {\n char a[20], b[10] = "123456789";\n memcpy(a, b, @{20|10});$\n}`],
  ['elements for bytes', `${S}void f(const int *s) {\n int a[4];\n memcpy(a, s, @{8|4} * sizeof(int));$\n}`],
  ['the wrong sizeof', `${S}void f(void) {\n int a[4];\n double b[4];\n memset(a, 0, sizeof @{b|a});$\n}`],
  ['memset from the middle', `${S}void f(void) {\n int a[4];\n memset(&a[@{1|0}], 0, sizeof a);$\n}`],
  [
    'memset of a record',
    `
      ${S}struct s { int x; }; struct t { int x, y; };
      void f(void) {
       struct s v;
       memset(&v, 0, sizeof(struct @{t|s}));$
      }`,
  ],
  ['memmove', `${S}void f(void) {\n char a[8] = "abcdefg";\n memmove(a + 1, a, @{8|7});$\n}`],
  ['strcpy', `${S}void f(void) {\n char a[5];\n strcpy(a, "1234@{5|}");$\n}`],
  ['strcpy of a copy', `${S}void f(void) {\n char a[5], b[10];\n strcpy(b, "1234@{5678|}");\n strcpy(a, b);$\n}`],
  ['strncpy', `${S}void f(const char *s) {\n char a[5];\n strncpy(a, s, @{6|5});$\n}`],
  [
    'strncpy leaves no zero',
    `${S}unsigned long f(void) {\n char a[4];\n strncpy(a, "abcd@{|}", 4);\n @{|a[3] = 0;}\n return strlen(a);$\n}`,
  ],
  ['strcat', `${S}void f(void) {\n char a[8] = "abcd";\n strcat(a, "efg@{h|}");$\n}`],
  ['strcat twice', `${S}void f(void) {\n char a[8] = "ab";\n strcat(a, "cd");\n strcat(a, "ef@{gh|}");$\n}`],
  ['strncat', `${S}void f(void) {\n char a[8] = "abcd";\n strncat(a, "efgh", @{4|3});$\n}`],
  ['sprintf', `${S}void f(void) {\n char a[6];\n sprintf(a, "hello@{!|}");$\n}`],
  ['sprintf of a number', `${S}void f(void) {\n char a[4];\n int n = @{1000|999};\n sprintf(a, "%d", n);$\n}`],
  ['sprintf of a string', `${S}void f(void) {\n char a[8];\n sprintf(a, "<%s>", "hello@{!|}");$\n}`],
  ['snprintf', `${S}void f(void) {\n char a[8];\n snprintf(a, @{16|sizeof a}, "too long");$\n}`],
  ['fgets', `${S}void f(void) {\n char a[8];\n fgets(a, @{80|sizeof a}, stdin);$\n}`],
  ['fread', `${S}void f(FILE *in) {\n char a[8];\n fread(a, @{2|1}, sizeof a, in);$\n}`],
  ['fwrite', `${S}void f(FILE *out) {\n int a[8] = {0};\n fwrite(a, sizeof a@{|[0]}, 8, out);$\n}`],
  ['read', `#include <unistd.h>\nvoid f(int d) {\n char a[8];\n read(d, a, @{9|8});$\n}`],
  ['recv', `#include <sys/socket.h>\nvoid f(int d) {\n char a[8];\n recv(d, a, @{64|8}, 0);$\n}`],
  ['memcmp', `${S}int f(const char *s) {\n char a[4] = {1, 2, 3, 4};\n return memcmp(a, s, @{5|4});$\n}`],
  ['no zero', `${S}unsigned long f(void) {\n char a[3] = {'a', 'b', @{'c'|0}};\n return strlen(a);$\n}`],
  ['no room for a zero', `${S}unsigned long f(void) {\n char a[@{3|4}] = "abc";\n return strlen(a);$\n}`],
  ['no zero in a copy', `${S}void f(void) {\n char a[3] = {'a', 'b', @{'c'|0}}, b[10];\n strcpy(b, a);$\n}`],
  ['not printed', `${S}void f(void) {\n char a[3] = {'a', 'b', @{'c'|0}};\n puts(a);$\n}`],
  ['overwritten zero', `${S}unsigned long f(void) {\n char a[4] = "abc";\n a[@{3|2}] = 'x';\n return strlen(a);$\n}`],
  [
    'what was handed over',
    `
      ${S}static void clear(char *p, int n) {
       memset(p, 0, n);$
      }
      void f(void) {
       char a[8];
       clear(a, @{9|8});
      }`,
  ],
  [
    'a length that was read',
    `
      #include <sys/socket.h>
      void f(int d) {
       char a[8];
       long n = recv(d, a, @{sizeof a|sizeof a - 1}, 0);
       if (n < 0) return;
       a[n] = 0;$
      }`,
  ],
];
