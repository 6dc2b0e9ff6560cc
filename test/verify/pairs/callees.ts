/** What a callee does with what its caller hands over: arrays, lengths, places, by pointers to functions too. */
import type { Pair } from './pair.ts';

export const CALLEES: readonly Pair[] = [
  [
    'a pointer to a function',
    `
      static void put(int *p, int n) {
       p[n] = 1;$
      }
      int f(void) {
       int a[4] = {0};
       void (*how)(int *, int) = put;
       how(a, @{4|3});
       return a[0];
      }`,
  ],
  [
    'by its address',
    `
      static void put(int *p, int n) {
       *(p + n) = 1;$
      }
      int f(void) {
       int a[4] = {0};
       void (*how)(int *, int) = &put;
       (*how)(a, @{4|3});
       return a[0];
      }`,
  ],
  [
    'a table of functions',
    `
      static int first(const int *p) { return p[0]; }
      static int last(const int *p) {
       return p[@{5|4}];$
      }
      int f(void) {
       int a[5] = {1, 2, 3, 4, 5};
       int (*const table[])(const int *) = { first, last };
       return table[1](a);
      }`,
  ],
  [
    'a function in a member',
    `
      struct ops { int (*get)(const int *, int); };
      static int get(const int *p, int i) {
       return p[i];$
      }
      int f(void) {
       int a[3] = {1, 2, 3};
       struct ops o;
       o.get = get;
       return o.get(a, @{3|2});
      }`,
  ],
  [
    'a length too long',
    `
      static int sum(const int *p, int n) {
       int s = 0;
       for (int i = 0; i < n; i++)
        s ^= p[i];$
       return s;
      }
      int f(void) {
       int a[6] = {1, 2, 3, 4, 5, 6};
       return sum(a, @{7|6});
      }`,
  ],
  [
    'the rest of an array',
    `
      static void clear(char *p, int n) {
       while (n-- > 0)
        *p++ = 0;$
      }
      void f(char *out) {
       char a[8];
       clear(a + 2, @{8|6});
       out[0] = a[2];
      }`,
  ],
  [
    'two calls deep',
    `
      static void deep(int *p, int i) {
       p[i] = 0;$
      }
      static void through(int *p, int i) {
       deep(p + 1, i);
      }
      int f(void) {
       int a[4] = {1};
       through(a, @{3|2});
       return a[0];
      }`,
  ],
  [
    'a result as an index',
    'static int where(void) { return @{10|9}; }\nint f(void) {\n int a[10] = {0};\n a[where()] = 1;$\n return a[0];\n}',
  ],
  [
    'a result that is computed',
    `
      static int twice(int n) { return n * 2; }
      int f(void) {
       short a[10] = {0};
       a[twice(@{5|4})] = 1;$
       return a[0];
      }`,
  ],
  [
    'a pointer as a result',
    `
      static int *at(int *p, int n) { return p + n; }
      int f(void) {
       int a[5] = {0};
       *at(a, @{5|4}) = 1;$
       return a[0];
      }`,
  ],
  [
    'written through an argument',
    `
      static void size(int *n) { *n = @{9|8}; }
      int f(void) {
       int a[8] = {0}, n;
       size(&n);
       a[n - @{0|1}] = 1;$
       return a[0];
      }`,
  ],
  [
    'a struct by value',
    `
      struct view { int *p; int n; };
      static void last(struct view v) {
       v.p[v.n] = 1;$
      }
      int f(void) {
       int a[5] = {0};
       struct view v = { a, @{5|4} };
       last(v);
       return a[0];
      }`,
  ],
  [
    'a struct by its address',
    `
      struct view { int *p; int n; };
      static void fill(const struct view *v) {
       for (int i = 0; i < v->n; i++)
        v->p[i] = i;$
      }
      int f(void) {
       int a[5] = {0};
       struct view v = { a, @{6|5} };
       fill(&v);
       return a[0];
      }`,
  ],
  [
    'a row of a matrix',
    `
      static void fill(int *row, int n) {
       for (int j = 0; j < n; j++)
        row[j] = j;$
      }
      int f(void) {
       int m[3][4] = {{0}};
       fill(m[2], @{5|4});
       return m[0][0];
      }`,
  ],
  [
    'rows of a matrix',
    `
      static void fill(int (*m)[4], int n) {
       for (int i = 0; i < n; i++)
        m[i][3] = i;$
      }
      int f(void) {
       int m[3][4] = {{0}};
       fill(m, @{4|3});
       return m[0][0];
      }`,
  ],
  [
    'a pointer that moves in the callee',
    `
      static void skip(int **p, int n) { *p += n; }
      int f(void) {
       int a[5] = {0}, *p = a;
       skip(&p, @{5|4});
       *p = 1;$
       return a[0];
      }`,
  ],
  [
    'recursion',
    `
      static void down(int *p, int n) {
       if (n == 0) return;
       p[n @{|- 1}] = n;$
       down(p, n - 1);
      }
      int f(void) {
       int a[4] = {0};
       down(a, 4);
       return a[0];
      }`,
  ],
];
