/** Whole programs: before the beginning of arrays, blocks whose sizes are computed, sizes below zero. */
import type { Pair } from './pair.ts';

export const SIZES_IN_PROGRAMS: readonly Pair[] = [
  [
    "a heap block's element before",
    `
#include <stdlib.h>
int main(void) {
 int *p = malloc(4 * sizeof *p), i;
 if (!p) return 0;
 for (i = 3; i >= @{-1|0}; --i)
  p[i] = i;$
 free(p);
 return 0;
}
`,
  ],
  [
    'insertion sort looks before the first',
    `
static void sort(int *a, int n) {
 for (int i = 1; i < n; i++) {
  int k = a[i], j = i - 1;
  while (@{|j >= 0 &&} a[j] > k) {$
   a[j + 1] = a[j];
   j--;
  }
  a[j + 1] = k;
 }
}
int main(void) {
 int a[4] = {4, 3, 2, 1};
 sort(a, 4);
 return a[0] - 1;
}
`,
  ],
  [
    'trimming an empty string',
    `
#include <string.h>
int main(void) {
 char *s = (char[4]){0};
 size_t n = strlen(s);
 @{|if (n > 0)}
 s[n - 1] = 0;$
 return 0;
}
`,
  ],
  [
    'trims blanks beyond the start',
    `
#include <string.h>
static void trim(char *s) {
 int n = (int)strlen(s);
 while (@{|n > 0 &&} s[n - 1] == ' ')$
  n--;
 s[n] = 0;
}
int main(void) {
 char line[4] = "   ";
 trim(line);
 return line[0];
}
`,
  ],
  [
    'a stack that is popped once too often',
    `
static int stack[8], top;
static void push(int v) { stack[top++] = v; }
static int pop(void) {
 return stack[--top];$
}
int main(void) {
 top = 0;
 push(1);
 int s = pop();
 @{|push(2);}
 s += pop();
 return s == 3;
}
`,
  ],
  [
    'the pointer before the array',
    `
int main(void) {
 char buf[10];
 char *p = buf + 9;
 int n = 1234, count = 0;
 while (count < @{11|10}) {
  *p-- = (char)('0' + n % 10);$
  n /= 10;
  count++;
 }
 return buf[0];
}
`,
  ],
  [
    'the previous row',
    `
int main(void) {
 int g[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, s = 0;
 for (int y = @{0|1}; y < 3; y++)
  for (int x = 0; x < 3; x++)
   s += g[y][x] - g[y - 1][x];$
 return s;
}
`,
  ],
  [
    'a previous neighbour in a block',
    `
#include <stdlib.h>
int main(void) {
 long *p = calloc(6, sizeof(long));
 if (p == NULL) return 1;
 for (int i = @{0|1}; i < 6; i++)
  p[i] += p[i - 1] + 1;$
 int r = (int)p[5];
 free(p);
 return r;
}
`,
  ],
  [
    'an index by a negative remainder',
    `
int main(void) {
 int t[7] = {0}, key = @{-3|3};
 t[key % 7]++;$
 return t[0];
}
`,
  ],
  [
    'a char as an index',
    `
int main(void) {
 int t[256] = {0};
 const char *s = "a\\xff";
 for (; *s; s++)
  t[@{(signed char)|(unsigned char)}*s]++;$
 return t[0];
}
`,
  ],
  [
    'found nothing',
    `
static int find(const int *a, int n, int v) {
 for (int i = 0; i < n; i++)
  if (a[i] == v) return i;
 return -1;
}
int main(void) {
 int a[4] = {1, 2, 3, 4};
 int at = find(a, 4, @{7|3});
 a[at] = 0;$
 return a[0];
}
`,
  ],
  [
    "a member array's start",
    `
struct ring { int head; int data[4]; };
static struct ring r;
int main(void) {
 r.head = 0;
 for (int i = 0; i < 3; i++) {
  r.head = @{r.head - 1|(r.head + 3) % 4};
  r.data[r.head] = i;$
 }
 return r.data[0];
}
`,
  ],
  [
    'memcpy from before',
    `
#include <string.h>
int main(void) {
 char a[8] = "abcdefg", b[8];
 int k = @{1|0};
 memcpy(b, a - k, 4);$
 return b[0];
}
`,
  ],
  [
    'a negative offset into a row of a block',
    `
#include <stdlib.h>
int main(void) {
 int w = 4, h = 3;
 int *m = malloc(w * h * sizeof *m);
 if (!m) return 1;
 for (int y = 0; y < h; y++)
  for (int x = 0; x < w; x++)
   m[y * w + x @{- 1|}] = 0;$
 free(m);
 return 0;
}
`,
  ],
  [
    'a computed size',
    `
#include <stdlib.h>
int main(void) {
 int rows = 5, cols = 6;
 size_t n = (size_t)rows * cols;
 char *p = malloc(n);
 if (!p) return 1;
 for (size_t i = 0; i <@{=|} n; i++)
  p[i] = 'x';$
 free(p);
 return 0;
}
`,
  ],
  [
    'rows for columns in a block',
    `
#include <stdlib.h>
int main(void) {
 int rows = 3, cols = 5;
 int *p = calloc(rows * cols, sizeof *p);
 if (!p) return 1;
 for (int i = 0; i < rows; i++)
  for (int j = 0; j < cols; j++)
   p[i * cols + j @{+ rows|}] = i;$
 free(p);
 return 0;
}
`,
  ],
  [
    'a copy without room for the zero',
    `
#include <stdlib.h>
#include <string.h>
static char *copy(const char *s) {
 char *p = malloc(strlen(s)@{| + 1});
 if (p)
  strcpy(p, s);$
 return p;
}
int main(void) {
 char *p = copy("hello");
 free(p);
 return 0;
}
`,
  ],
  [
    'copied by hand',
    `
#include <stdlib.h>
#include <string.h>
int main(void) {
 const char *s = "hello";
 size_t n = strlen(s);
 char *p = malloc(n@{| + 1});
 if (!p) return 1;
 for (size_t i = 0; i < n; i++)
  p[i] = s[i];
 p[n] = 0;$
 free(p);
 return 0;
}
`,
  ],
  [
    'two strings joined',
    `
#include <stdlib.h>
#include <string.h>
int main(void) {
 const char *a = "foo", *b = "barbaz";
 char *p = malloc(strlen(a) + strlen(b)@{| + 1});
 if (!p) return 1;
 strcpy(p, a);
 strcat(p, b);$
 free(p);
 return 0;
}
`,
  ],
  [
    'joined by sprintf',
    `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
 const char *dir = "/tmp", *name = "file";
 char *p = malloc(strlen(dir) + strlen(name) + @{1|2});
 if (!p) return 1;
 sprintf(p, "%s/%s", dir, name);$
 free(p);
 return 0;
}
`,
  ],
  [
    "strdup's last",
    `
#include <stdlib.h>
#include <string.h>
int main(void) {
 char *p = strdup("abcdef");
 if (!p) return 1;
 p[strlen(p) @{+ 1|- 1}] = 'x';$
 free(p);
 return 0;
}
`,
  ],
  [
    "a VLA's end",
    `
int main(void) {
 int n = 6, s = 0;
 int v[n];
 for (int i = 0; i <@{=|} n; i++)
  v[i] = i;$
 for (int i = 0; i < n; i++) s += v[i];
 return s;
}
`,
  ],
  [
    'a VLA of a parameter',
    `
static int sum(int n) {
 int v[n], s = 0;
 for (int i = 1; i <= n; i++)
  v[i @{|- 1}] = i;$
 for (int i = 0; i < n; i++) s += v[i];
 return s;
}
int main(void) { return sum(5); }
`,
  ],
  [
    'a VLA of rows',
    `
int main(void) {
 int h = 3, w = 4;
 char m[h][w];
 for (int y = 0; y < h; y++)
  for (int x = 0; x < w; x++)
   m[y][x @{* 2|}] = 1;$
 return m[0][0];
}
`,
  ],
  [
    "alloca's end",
    `
#include <alloca.h>
int main(void) {
 int n = 10;
 char *p = alloca(n);
 for (int i = n; i > 0; i--)
  p[i @{|- 1}] = 0;$
 return p[0];
}
`,
  ],
  [
    'a realloc that shrinks',
    `
#include <stdlib.h>
int main(void) {
 int *p = malloc(10 * sizeof(int));
 if (!p) return 1;
 int *q = realloc(p, 5 * sizeof(int));
 if (!q) { free(p); return 1; }
 for (int i = 0; i < @{10|5}; i++)
  q[i] = i;$
 free(q);
 return 0;
}
`,
  ],
  [
    'grown too little',
    `
#include <stdlib.h>
int main(void) {
 int cap = 4, n = 0;
 int *p = malloc(cap * sizeof *p);
 if (!p) return 1;
 for (int i = 0; i < 10; i++) {
  if (n @{> cap|== cap}) {
   cap *= 2;
   int *q = realloc(p, cap * sizeof *p);
   if (!q) { free(p); return 1; }
   p = q;
  }
  p[n++] = i;$
 }
 free(p);
 return 0;
}
`,
  ],
  [
    'grown by elements, not bytes',
    `
#include <stdlib.h>
int main(void) {
 int n = 4;
 int *p = malloc(n * sizeof(int));
 if (!p) return 1;
 int *q = realloc(p, 2 * n@{| * sizeof(int)});
 if (!q) { free(p); return 1; }
 q[2 * n - 1] = 0;$
 free(q);
 return 0;
}
`,
  ],
  [
    'a block in a record',
    `
#include <stdlib.h>
struct vec { int *at; int n; };
static struct vec make(int n) {
 struct vec v;
 v.at = malloc(n * sizeof(int));
 v.n = n;
 return v;
}
int main(void) {
 struct vec v = make(4);
 if (!v.at) return 1;
 for (int i = 0; i <@{=|} v.n; i++)
  v.at[i] = i;$
 free(v.at);
 return 0;
}
`,
  ],
  [
    'a record behind a pointer with its block',
    `
#include <stdlib.h>
struct buf { char *data; size_t size; };
static struct buf *make(size_t n) {
 struct buf *b = malloc(sizeof *b);
 if (!b) return NULL;
 b->data = malloc(n);
 b->size = n;
 if (!b->data) { free(b); return NULL; }
 return b;
}
static void fill(struct buf *b) {
 for (size_t i = 0; i < b->size; i++)
  b->data[i @{+ 1|}] = 0;$
}
int main(void) {
 struct buf *b = make(16);
 if (!b) return 1;
 fill(b);
 free(b->data);
 free(b);
 return 0;
}
`,
  ],
  [
    'sizeof a pointer',
    `
#include <stdlib.h>
#include <string.h>
int main(void) {
 short *p = malloc(@{2|4} * sizeof *p);
 if (!p) return 1;
 memset(p, 0, sizeof p);$
 free(p);
 return 0;
}
`,
  ],
  [
    'memset of the wrong block',
    `
#include <stdlib.h>
#include <string.h>
int main(void) {
 int n = 10;
 char *a = malloc(n), *b = malloc(2 * n);
 if (a && b) {
  memset(b, 1, 2 * n);
  memset(a, 0, @{2 *|} n);$
 }
 free(a);
 free(b);
 return 0;
}
`,
  ],
  [
    'a block of pointers',
    `
#include <stdlib.h>
int main(void) {
 int n = 3;
 char **names = malloc(n * sizeof(char @{|*}));
 if (!names) return 1;
 for (int i = 0; i < n; i++)
  names[i] = NULL;$
 free(names);
 return 0;
}
`,
  ],
  [
    'the terminator of a list',
    `
#include <stdlib.h>
int main(void) {
 int n = 3;
 const char **list = malloc((n@{| + 1}) * sizeof *list);
 if (!list) return 1;
 for (int i = 0; i < n; i++)
  list[i] = "x";
 list[n] = NULL;$
 free(list);
 return 0;
}
`,
  ],
  [
    'each row one too short',
    `
#include <stdlib.h>
int main(void) {
 int n = 3;
 int **t = malloc(n * sizeof *t);
 if (!t) return 1;
 for (int i = 0; i < n; i++) {
  t[i] = malloc((i @{|+ 1}) * sizeof(int) + 1);
  if (!t[i]) return 1;
 }
 for (int i = 0; i < n; i++)
  for (int j = 0; j <= i; j++)
   t[i][j] = 1;$
 return 0;
}
`,
  ],
  [
    'half of the block',
    `
#include <stdlib.h>
int main(void) {
 short *p = malloc(8);
 if (!p) return 1;
 for (int i = 0; i < @{8|4}; i++)
  p[i] = 0;$
 free(p);
 return 0;
}
`,
  ],
  [
    'a size of none less one',
    `
#include <string.h>
int main(void) {
 char d[8] = "", s[8] = "abc";
 size_t n = @{0|3};
 memcpy(d, s, n - 1);$
 return d[0];
}
`,
  ],
  [
    'the rest of a buffer',
    `
#include <string.h>
int main(void) {
 char d[16];
 size_t used = @{20|4};
 memset(d + 4, 0, sizeof d - used);$
 return d[4];
}
`,
  ],
  [
    'a difference of two lengths',
    `
#include <string.h>
int main(void) {
 char d[16] = "";
 const char *a = "ab", *b = "abcd";
 size_t n = @{strlen(a) - strlen(b)|strlen(b) - strlen(a)};
 memcpy(d, b, n);$
 return d[0];
}
`,
  ],
  [
    'an unsigned index before the first',
    `
int main(void) {
 int a[8] = {1}, s = 0;
 unsigned i = @{0|4};
 s += a[i - 1];$
 return s;
}
`,
  ],
  [
    'less than none',
    `
static int last(const int *a, unsigned n) {
 return a[n - 1];$
}
int main(void) {
 int a[4] = {1, 2, 3, 4};
 return last(a, @{0|4});
}
`,
  ],
  [
    'up to the length less one of nothing',
    `
static int sum(const int *a, unsigned n) {
 int s = 0;
 for (unsigned i = 0; i < n - 1; i++)
  s ^= a[i];$
 return s;
}
int main(void) {
 int a[4] = {1, 2, 3, 4};
 return sum(a, @{0|4});
}
`,
  ],
  [
    'a negative size for memcpy',
    `
#include <string.h>
int main(void) {
 char d[8], s[8] = "abcdefg";
 int from = 5, to = @{3|7};
 memcpy(d, s, to - from);$
 return d[0];
}
`,
  ],
  [
    'a gap moved by one too many',
    `
#include <string.h>
static void take(int *a, int n, int at) {
 memmove(a + at, a + at + 1, (n - at@{| - 1}) * sizeof *a);$
}
int main(void) {
 int a[5] = {1, 2, 3, 4, 5};
 take(a, 5, 2);
 return a[0];
}
`,
  ],
  [
    'a narrow sum as a size',
    `
#include <stdlib.h>
#include <string.h>
int main(void) {
 unsigned char a = 200, b = 100;
 @{unsigned char|int} n = a + b;
 char *p = malloc(n);
 if (!p) return 1;
 memset(p, 0, 300);$
 free(p);
 return 0;
}
`,
  ],
];
