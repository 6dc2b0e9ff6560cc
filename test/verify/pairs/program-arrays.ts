/** Whole programs: walks, matrices, members, callees, globals, tables without an end. */
import type { Pair } from './pair.ts';

export const ARRAYS_IN_PROGRAMS: readonly Pair[] = [
  [
    'until the end, included',
    `
static int a[6] = {1, 2, 3, 4, 5, 6};
int main(void) {
 int s = 0;
 for (const int *p = a; p <@{=|} a + 6; ++p)
  s ^= *p;$
 return s;
}
`,
  ],
  [
    'past the end by two',
    `
int main(void) {
 int a[5] = {1, 2, 3, 4, 5}, s = 0;
 for (int *p = a; p != a + @{6|5}; p++)
  s ^= *p;$
 return s;
}
`,
  ],
  [
    'swapped indices',
    `
int main(void) {
 int m[3][5], s = 0;
 for (int i = 0; i < 3; i++)
  for (int j = 0; j < 5; j++)
   m@{[j][i]|[i][j]} = 0;$
 for (int i = 0; i < 3; i++) s |= m[i][0];
 return s;
}
`,
  ],
  [
    'a transposed matrix',
    `
int main(void) {
 int a[2][3] = {{1, 2, 3}, {4, 5, 6}}, t[3][2];
 for (int i = 0; i < @{3|2}; i++)
  for (int j = 0; j < @{2|3}; j++)
   t[j][i] = a[i][j];$
 return t[0][0];
}
`,
  ],
  [
    'a matrix by a pointer',
    `
static int trace(int (*m)[4], int n) {
 int s = 0;
 for (int i = 0; i < n; i++)
  s ^= m[i][i];$
 return s;
}
int main(void) {
 int m[4][4] = {{0}};
 return trace(m, @{5|4});
}
`,
  ],
  [
    'a matrix as a row',
    `
int main(void) {
 int m[3][4], *p = &m[0][0];
 for (int i = 0; i < 3 * 4@{ + 1|}; i++)
  *p++ = i;$
 return m[0][0];
}
`,
  ],
  [
    "a record's array in an array",
    `
struct team { int n; int score[3]; };
int main(void) {
 struct team t[2] = {{3, {1, 2, 3}}, {@{4|3}, {1, 2, 3}}};
 int s = 0;
 for (int i = 0; i < 2; i++)
  for (int j = 0; j < t[i].n; j++)
   s ^= t[i].score[j];$
 return s;
}
`,
  ],
  [
    "the last member's array",
    `
struct msg { short len; char text[6]; };
static struct msg m;
int main(void) {
 m.len = sizeof m;
 for (int i = 0; i < m.len @{|- 2}; i++)
  m.text[i] = 'x';$
 return m.text[0];
}
`,
  ],
  [
    'a table of sizes',
    `
static const int sizes[] = { 4, 8, @{16|12} };
int main(void) {
 char buf[12];
 for (int k = 0; k < 3; k++)
  for (int i = 0; i < sizes[k]; i++)
   buf[i] = 0;$
 return buf[0];
}
`,
  ],
  [
    'the length of another',
    `
static int a[8], b[6];
int main(void) {
 for (unsigned i = 0; i < sizeof a / sizeof a[0]; i++)
  @{b|a}[i] = (int)i;$
 return b[0];
}
`,
  ],
  [
    'bytes for elements',
    `
static int t[10];
int main(void) {
 for (unsigned i = 0; i < sizeof t@{| / sizeof *t}; i++)
  t[i] = 1;$
 return t[0];
}
`,
  ],
  [
    "a sentinel that isn't there",
    `
static int length(const int *a) {
 int n = 0;
 while (a[n] != -1)$
  n++;
 return n;
}
int main(void) {
 int a[4] = {1, 2, 3, @{4|-1}};
 return length(a);
}
`,
  ],
  [
    'a table without its last row',
    `
struct opt { const char *name; int v; };
static const struct opt opts[] = { {"a", 1}, {@{"b"|0}, 2} };
int main(void) {
 int s = 0;
 for (const struct opt *o = opts; o->name; o++)$
  s ^= o->v;
 return s;
}
`,
  ],
  [
    'a search that starts too far',
    `
static int index_of(const char *s, char c) {
 int i = 0;
 while (s[i] != c)$
  i++;
 return i;
}
int main(void) { return index_of("hello", '@{z|l}'); }
`,
  ],
  [
    "a heap's children",
    `
static void down(int *h, int n) {
 int i = 0;
 while (2 * i + 1 < n) {
  int c = 2 * i + 1;
  if (@{|c + 1 < n &&} h[c + 1] > h[c]) c++;$
  if (h[i] >= h[c]) break;
  int t = h[i];
  h[i] = h[c];
  h[c] = t;
  i = c;
 }
}
int main(void) {
 int h[4] = {1, 9, 8, 7};
 down(h, 4);
 return h[0];
}
`,
  ],
  [
    'bubble sort',
    `
static void sort(int *a, int n) {
 for (int i = 0; i < n; i++)
  for (int j = 0; j < n - i@{| - 1}; j++)
   if (a[j] > a[j + 1]) {$
    int t = a[j];
    a[j] = a[j + 1];
    a[j + 1] = t;
   }
}
int main(void) {
 int a[5] = {5, 4, 3, 2, 1};
 sort(a, 5);
 return a[0];
}
`,
  ],
  [
    'merged',
    `
static void merge(int *out, const int *a, int n, const int *b, int m) {
 int i = 0, j = 0, k = 0;
 while ((i < n) @{+|*} (j < m))
  out[k++] = a[i] < b[j] ? a[i++] : b[j++];$
 while (i < n) out[k++] = a[i++];
 while (j < m) out[k++] = b[j++];
}
int main(void) {
 int a[2] = {1, 3}, b[2] = {2, 4}, c[4];
 merge(c, a, 2, b, 2);
 return c[0];
}
`,
  ],
  [
    'a sieve',
    `
static char composite[@{100|101}];
int main(void) {
 for (int i = 2; i * i <= 100; i++)
  if (!composite[i])
   for (int j = i * i; j <= 100; j += i)
    composite[j] = 1;$
 return composite[4];
}
`,
  ],
  [
    'a histogram',
    `
int main(void) {
 int marks[6] = {3, 9, 10, 0, 5, 7}, h[@{10|11}] = {0};
 for (int i = 0; i < 6; i++)
  h[marks[i]]++;$
 return h[3];
}
`,
  ],
  [
    "a queue that doesn't come round",
    `
static int q[4], head, tail;
static void put(int v) {
 q[tail] = v;$
 tail = @{tail + 1|(tail + 1) % 4};
}
int main(void) {
 head = tail = 0;
 for (int i = 0; i < 6; i++) put(i);
 return q[0];
}
`,
  ],
  [
    "Pascal's triangle",
    `
int main(void) {
 int t[5][5] = {{0}};
 for (int i = 0; i < 5; i++) {
  t[i][0] = 1;
  for (int j = 1; j <= i @{+ 1|}; j++)
   t[i][j] = @{t[i][j - 1]|t[i ? i - 1 : 0][j - 1] + (i ? t[i - 1][j] : 0)};$
 }
 return t[4][2];
}
`,
  ],
  [
    'windows',
    `
int main(void) {
 int a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, best = 0;
 for (int i = 0; i @{< 8|<= 8 - 3}; i++) {
  int s = 0;
  for (int k = 0; k < 3; k++)
   s += a[i + k];$
  if (s > best) best = s;
 }
 return best;
}
`,
  ],
  [
    'a callee with the wrong length',
    `
#define N 5
static void clear(double *v, int n) {
 while (n >= 0) {
  v[n @{|- 1}] = 0;$
  if (--n @{< 0|== 0}) break;
 }
}
int main(void) {
 double v[N];
 clear(v, N);
 return v[0] > 0;
}
`,
  ],
  [
    'a callee that fills from an offset',
    `
static int fill(char *buf, int size, int at) {
 int i;
 for (i = at; i < at + size; i++)
  buf[i] = 'z';$
 return i;
}
int main(void) {
 char b[10];
 int n = fill(b, 6, 0);
 n = fill(b, @{6|4}, n);
 return b[n > 0];
}
`,
  ],
  [
    'two strides',
    `
int main(void) {
 unsigned char rgb[3 * 4], gray[4];
 for (int i = 0; i < 12; i++) rgb[i] = (unsigned char)i;
 for (int i = 0; i < 4@{ + 1|}; i++)
  gray[i @{% 4|}] = (unsigned char)((rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2]) / 3);$
 return gray[0];
}
`,
  ],
  [
    'the wrong counter',
    `
int main(void) {
 int a[4] = {0}, b[9] = {0};
 for (int i = 0; i < 4; i++)
  for (int j = 0; j < 9; j++)
   b[j] ^= a[@{j|i}];$
 return b[0];
}
`,
  ],
  [
    "one function's length for another's array",
    `
static int lines(void) { return @{25|24}; }
static char screen[24][80];
static void wipe(void) {
 for (int y = 0; y < lines(); y++)
  for (int x = 0; x < 80; x++)
   screen[y][x] = ' ';$
}
int main(void) {
 wipe();
 return screen[0][0];
}
`,
  ],
  [
    'permuted',
    `
static const int perm[5] = { 3, 1, 4, @{5|0}, 2 };
int main(void) {
 int a[5] = {1, 2, 3, 4, 5}, b[5];
 for (int i = 0; i < 5; i++)
  b[perm[i]] = a[i];$
 return b[1];
}
`,
  ],
  [
    "a union's array",
    `
union word { unsigned u; unsigned char b[4]; };
int main(void) {
 union word w;
 w.u = 0;
 for (int i = 0; i < @{(int)sizeof(long)|(int)sizeof w}; i++)
  w.b[i] = 1;$
 return w.b[0];
}
`,
  ],
  [
    'an argument of main that is kept',
    `
static int opts[3];
static int n;
static void add(int o) {
 if (n @{<=|<} 3)
  opts[n++] = o;$
}
int main(void) {
 n = 0;
 for (int i = 0; i < 5; i++) add(i);
 return opts[0];
}
`,
  ],
];
