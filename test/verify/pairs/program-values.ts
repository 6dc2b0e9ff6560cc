/** Whole programs: what is read before it has a value. */
import type { Pair } from './pair.ts';

export const UNSET_IN_PROGRAMS: readonly Pair[] = [
  [
    'only in a branch that is not taken',
    `
int main(void) {
 int limit, n = 3;
 if (n > @{5|2}) limit = 10;
 int s = 0;
 for (int i = 0; i < limit; i++)$
  s++;
 return s;
}
`,
  ],
  [
    'the largest of an empty array',
    `
static int largest(const int *a, int n) {
 int m;
 for (int i = 0; i < n; i++)
  if (i == 0 || a[i] > m) m = a[i];
 return m;$
}
int main(void) {
 int a[3] = {3, 1, 2};
 return largest(a, @{0|3}) > 100;
}
`,
  ],
  [
    'a sum that starts with nothing',
    `
int main(void) {
 int a[4] = {1, 2, 3, 4}, sum@{| = 0};
 for (int i = 0; i < 4; i++)
  sum += a[i];$
 return sum == 10;
}
`,
  ],
  [
    'the last element',
    `
int main(void) {
 int a[5], s = 0;
 for (int i = 0; i < @{4|5}; i++)
  a[i] = i;
 for (int i = 0; i < 5; i++)
  s ^= a[i];$
 return s;
}
`,
  ],
  [
    'every second element',
    `
int main(void) {
 int a[6], s = 0;
 for (int i = 0; i < 6; i += @{2|1})
  a[i] = i;
 for (int i = 0; i < 6; i++)
  s ^= a[i];$
 return s;
}
`,
  ],
  [
    'a member',
    `
struct point { int x, y; };
int main(void) {
 struct point p;
 p.x = 1;
 @{p.x|p.y} = 2;
 return p.x + p.y;$
}
`,
  ],
  [
    'a member by a constructor',
    `
struct span { int from, to; };
static void init(struct span *s, int n) {
 s->from = 0;
 @{(void)n|s->to = n};
}
int main(void) {
 struct span s;
 init(&s, 5);
 int k = 0;
 for (int i = s.from; i < s.to; i++)$
  k++;
 return k;
}
`,
  ],
  [
    'allocated',
    `
#include <stdlib.h>
int main(void) {
 int *p = @{malloc(4 * sizeof *p)|calloc(4, sizeof *p)};
 if (!p) return 1;
 int s = 0;
 for (int i = 0; i < 4; i++)
  s |= p[i] > 0;$
 free(p);
 return s;
}
`,
  ],
  [
    'counted in an array',
    `
int main(void) {
 @{|static} int count[10];
 const char *s = "1231";
 for (; *s; s++)
  count[*s - '0']++;$
 return count[1] == 2;
}
`,
  ],
  [
    'out of a function that fails',
    `
static int parse(const char *s, int *out) {
 if (*s < '0' || *s > '9') return -1;
 *out = *s - '0';
 return 0;
}
int main(void) {
 int v;
 @{parse("x", &v)|if (parse("x", &v) < 0) v = 0};
 return v > 0;$
}
`,
  ],
  [
    'a switch without that case',
    `
int main(void) {
 int w, k = @{3|2};
 switch (k) {
 case 1: w = 10; break;
 case 2: w = 20; break;
 }
 return w == 20;$
}
`,
  ],
  [
    'a diagonal',
    `
int main(void) {
 int m[3][3], s = 0;
 for (int i = 0; i < 3; i++)
  for (int j = 0; j < 3; j++)
   if (@{i != j|1}) m[i][j] = 0;
 for (int i = 0; i < 3; i++)
  s |= m[i][i];$
 return s;
}
`,
  ],
  [
    'swapped before it is set',
    `
int main(void) {
 int a = 1, b = 2, t;
 @{b = t;|t = a;}$
 a = b;
 b = t;
 return a - b;
}
`,
  ],
  [
    'an index',
    `
int main(void) {
 int a[4] = {0}, i;
 @{|i = 0;}
 while (i < 4)$
  a[i++] = 1;
 return a[0];
}
`,
  ],
  [
    'a pointer',
    `
int main(void) {
 int x = 1, *p@{| = &x};
 *p = 3;$
 return x;
}
`,
  ],
  [
    'a flag behind a search',
    `
int main(void) {
 int a[3] = {1, 2, 3}, found@{| = 0};
 for (int i = 0; i < 3; i++)
  if (a[i] == 9) found = 1;
 return found > 0;$
}
`,
  ],
  [
    'a string buffer',
    `
#include <string.h>
int main(void) {
 char b[8]@{| = ""};
 strcat(b, "ab");$
 return b[0] == 'a';
}
`,
  ],
  [
    'a row that is copied',
    `
struct cell { int v, w; };
int main(void) {
 struct cell a[3], c;
 for (int i = 0; i < 3; i++) {
  a[i].v = i;
  a[i].@{v|w} = 2 * i;
 }
 c = a[1];
 return c.w == 2;$
}
`,
  ],
];
