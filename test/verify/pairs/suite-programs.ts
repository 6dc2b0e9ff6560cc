/** Programs as suites of defects have them: each kind spelled in many ways, in functions that another one drives. */
import type { Pair } from './pair.ts';

export const OUTSIDE_IN_SUITES: readonly Pair[] = [
  [
    'a member that was checked behind its record',
    `
#include <stdlib.h>
struct s { int n; char *text; };
static struct s *g;
static void init(void) {
 g = (struct s *)malloc(sizeof(struct s));
 if (g != NULL) g->text = (char *)malloc(6);
}
void f(void) {
 int i = @{-1|0};
 init();
 if (g != NULL && g->text != NULL)
  g->text[i] = 0;$
}
`,
  ],
  [
    'a check that cannot fail beside one that is off by one',
    `
#include <stdlib.h>
void f(void) {
 int b[8];
 int i = rand();
 if (i <@{=|} 8 && i >= 0)
  b[i] = 0;$
}
`,
  ],
  [
    'a character that is read in the condition',
    `
#include <stdio.h>
void f(void) {
 int b[26] = {0}, c;
 while ((c = getchar()) != EOF)
  @{|if (c >= 'a' && c <= 'z')} b[c - 'a']++;$
}
`,
  ],
  [
    'scanned into an index',
    `
#include <stdio.h>
void f(void) {
 int b[10], i;
 if (scanf("%d", &i) != 1) return;
 @{(void)i|if (i < 0) return; if (i > 9) return};
 b[i] = 1;$
}
`,
  ],
  [
    'rows made in one function, used in another',
    `
#include <stdlib.h>
static int **grid;
static void make(void) {
 int i;
 grid = (int **)malloc(5 * sizeof(int *));
 for (i = 0; i < 5; i++)
  grid[i] = (int *)malloc(5 * sizeof(int));
}
static void use(void) {
 int i, j;
 for (i = 0; i < 5; i++) {
  for (j = 0; j <@{=|} 5; j++)
   *(*(grid + i) + j) = i;$
  free(grid[i]);
 }
 free(grid);
}
void f(void) {
 make();
 use();
}
`,
  ],
  [
    'a block that comes back by a pointer to its pointer',
    `
#include <stdlib.h>
static void make(int **out) {
 *out = (int *)malloc(5 * sizeof(int));
}
void f(void) {
 int *p;
 make(&p);
 if (p != NULL) {
  p[@{5|4}] = 1;$
  free(p);
 }
}
`,
  ],
  [
    'rows within one block',
    `
#include <stdlib.h>
void f(void) {
 int i;
 int *data = (int *)malloc(20 * sizeof(int));
 int **row = (int **)malloc(4 * sizeof(int *));
 if (data == NULL || row == NULL) return;
 for (i = 0; i < 4; i++) row[i] = data + i * 5;
 row[3][@{5|4}] = 1;$
 free(row); free(data);
}
`,
  ],
  [
    'rows of rows',
    `
#include <stdlib.h>
void f(void) {
 int i, j;
 int ***t = (int ***)malloc(2 * sizeof(int **));
 if (!t) return;
 for (i = 0; i < 2; i++) {
  t[i] = (int **)malloc(3 * sizeof(int *));
  for (j = 0; j < 3; j++) t[i][j] = (int *)malloc(4 * sizeof(int));
 }
 t[1][2][@{4|3}] = 1;$
}
`,
  ],
  [
    'a block in a record that is returned',
    `
#include <stdlib.h>
struct s { char *p; int n; };
static struct s mk(void) { struct s v; v.n = 4; v.p = (char *)malloc(4); return v; }
void f(void) {
 struct s v = mk();
 if (v.p != NULL) v.p[v.n@{| - 1}] = 0;$
}
`,
  ],
  [
    'a difference of pointers as an index',
    `
#include <stdlib.h>
void f(void) {
 int *p = (int *)malloc(5 * sizeof(int)), *e = p + 5;
 if (!p) return;
 p[e - p@{| - 1}] = 1;$
 free(p);
}
`,
  ],
  [
    'by a pointer to a function',
    `
#include <stdlib.h>
static void put(int *p, int i) {
 *(p + i) = 1;$
}
void f(void) {
 void (*fp)(int *, int) = put;
 int *p = (int *)malloc(5 * sizeof(int));
 if (p != NULL) {
  fp(p, @{5|4});
  free(p);
 }
}
`,
  ],
  [
    'a pointer that moves down',
    `
#include <stdlib.h>
void f(void) {
 int i;
 int *p = (int *)malloc(5 * sizeof(int)), *q;
 if (p == NULL) return;
 q = p + 4;
 for (i = 0; i <@{=|} 4; i++)
  *q-- = i;
 @{*q = 1|q[1] = 1};$
 free(p);
}
`,
  ],
  [
    'before an array of pointers',
    `
void f(void) {
 int a[3] = {0}, b[3] = {0};
 int *r[2];
 int **pp;
 r[0] = a; r[1] = b;
 pp = r;
 pp[@{-1|1}][0] = 2;$
}
`,
  ],
  [
    'the index in front',
    `
void f(void) {
 int b[4];
 (@{-1|1})[b] = 1;$
}
`,
  ],
  [
    'a pointer to a row that has a name',
    `
typedef int row[4];
static void clear(row *r, int k) {
 (*r)[k] = 0;$
}
void f(void) {
 row r;
 clear(&r, @{-1|3});
}
`,
  ],
  [
    'two counters',
    `
void f(void) {
 int b[5], i, j;
 for (i = 0, j = 4; i < @{6|5}; i++, j--)
  b[j] = i;$
}
`,
  ],
  [
    'an array in a record in an array in a record',
    `
struct in { char n[4]; };
struct out { struct in a[3]; int k; };
void f(void) {
 struct out o;
 int i, j;
 for (i = 0; i < 3; i++)
  for (j = 0; j <@{=|} 4; j++)
   o.a[i].n[j] = 'x';$
}
`,
  ],
  [
    'a character counts',
    `
void f(void) {
 char c;
 int b[26];
 for (c = 'a'; c <= 'z'; c++)
  b[c - 'a'@{ + 1|}] = 0;$
}
`,
  ],
  [
    'an index that a switch chooses',
    `
void f(void) {
 int b[4], i, k;
 for (i = 0; i < 3; i++) {
  switch (i) {
  case 0: k = 0; break;
  case 1: k = 3; break;
  default: k = @{4|2}; break;
  }
  b[k] = 1;$
 }
}
`,
  ],
  [
    'joined in a loop',
    `
#include <string.h>
void f(void) {
 char b[10];
 int i;
 b[0] = 0;
 for (i = 0; i < @{4|3}; i++)
  strcat(b, "abc");$
}
`,
  ],
  [
    'indices from a list',
    `
struct node { struct node *next; int at; };
void f(void) {
 int b[3];
 struct node c = {0, @{3|2}}, a = {&c, 0}, *p;
 for (p = &a; p; p = p->next)
  b[p->at] = 1;$
}
`,
  ],
  [
    'whichever it is',
    `
void f(int flag) {
 int b[5], i;
 i = flag ? @{5|4} : @{6|3};
 b[i] = 1;$
}
`,
  ],
];

export const OVERFLOWS_IN_SUITES: readonly Pair[] = [
  [
    'by a pointer',
    `
static void dec(int *p) {
 *p = *p - 1;$
}
void f(void) {
 int n = -2147483647 - @{1|0};
 dec(&n);
}
`,
  ],
  [
    'a sum that starts near its end',
    `
void f(void) {
 int i, s = -2000000000;
 for (i = 0; i < 20; i++)
  s -= @{10000000|10};$
 (void)s;
}
`,
  ],
  [
    'the largest by its macro',
    `
#include <limits.h>
void f(void) {
 int a = INT_MAX, r;
 r = a + @{1|0};$
 (void)r;
}
`,
  ],
  [
    'the least divided by minus one',
    `
void f(void) {
 int c = -2147483647 - 1, r, d = @{-1|1};
 r = c / d;$
 (void)r;
}
`,
  ],
];

export const SHIFTS_IN_SUITES: readonly Pair[] = [
  [
    'a mask for each bit and one more',
    `
void f(void) {
 unsigned a = 1;
 int i = 0;
 unsigned r = 0;
 while (i < @{33|32}) {
  r |= a << i;$
  i++;
 }
}
`,
  ],
  [
    'a count that falls below zero',
    `
int f(void) {
 int k = 3, r = 0, i;
 for (i = 0; i < @{5|4}; i++, k--)
  r ^= 1 << k;$
 return r;
}
`,
  ],
  [
    'a flag that was set',
    `
static int flag = 0;
void f(void) {
 int a = 1, r, s = 3;
 flag = 1;
 if (flag) s = @{32|2};
 r = a << s;$
 (void)r;
}
`,
  ],
  [
    'a bit by a macro',
    `
#define BIT(n) (1u << (n))
unsigned f(void) {
 return BIT(@{32|31});$
}
`,
  ],
];

export const UNSET_IN_SUITES: readonly Pair[] = [
  [
    'a member of a copy',
    `
typedef struct { int x, y; } S;
void f(void) {
 S s, t;
 int r;
 s.x = 1;
 @{|s.y = 2;}
 t = s;
 r = t.y;$
 (void)r;
}
`,
  ],
  [
    'an element of a row that was allocated',
    `
#include <stdlib.h>
void f(void) {
 int i, r;
 int **p = (int **)malloc(3 * sizeof(int *));
 if (p == NULL) return;
 for (i = 0; i < 3; i++) p[i] = (int *)@{malloc(4 * sizeof(int))|calloc(4, sizeof(int))};
 r = p[1][2];$
 (void)r;
}
`,
  ],
  [
    'the last pointer of an array',
    `
void f(void) {
 int x = 0, *t[3];
 t[0] = &x; t[1] = &x;
 @{|t[2] = &x;}
 *t[2] = 1;$
}
`,
  ],
  [
    'a function that sets it in some cases only',
    `
static void set(int *p, int k) {
 if (k > 3) *p = 1;
}
void f(void) {
 int a, r;
 set(&a, @{2|4});
 r = a;$
 (void)r;
}
`,
  ],
  [
    'jumped over',
    `
void f(void) {
 int a, r;
 @{goto out|;};
 a = 1;
out:
 r = @{a|a};$
 (void)r;
}
`,
  ],
  [
    'all elements but the last',
    `
#include <stdlib.h>
void f(void) {
 int i, r;
 int *p = (int *)malloc(5 * sizeof(int));
 if (p != NULL) {
  for (i = 0; i < @{4|5}; i++) p[i] = i;
  r = p[4];$
  free(p);
  (void)r;
 }
}
`,
  ],
  [
    'a pointer to a function',
    `
static int one(void) { return 1; }
int f(void) {
 int (*fp)(void)@{| = one};
 return fp();$
}
`,
  ],
  [
    'the other member of each element',
    `
struct s { int k, v; };
void f(void) {
 struct s a[4];
 int i, r = 0;
 for (i = 0; i < 4; i++) a[i].k = i;
 for (i = 0; i < 4; i++)
  r ^= a[i].@{v|k};$
 (void)r;
}
`,
  ],
];

/** Once begun, they never end: nothing in them changes what they ask for. */
export const ENDLESS_IN_SUITES: readonly Pair[] = [
  [
    'no step',
    'int f(const int *a, int n) {\n int i, s = 0;\n for (i = 0; i < n; @{|i++})$\n  s ^= a[i];\n return s;\n}',
  ],
  [
    'while without a step',
    'int f(const int *a, int n) {\n int i = 0, s = 0;\n while (i < n) {$\n  s ^= a[i];\n  @{|i++;}\n }\n return s;\n}',
  ],
  [
    'another is changed',
    `
      int f(const int *a, int n) {
       int i = n, k = 0, s = 0;
       do {$
        s ^= a[k];
        k ^= 1;
        @{k|i} ^= i;
       } while (i > 0);
       return s;
      }`,
  ],
  [
    'left by nothing but its test',
    'int f(int *a, int n) {\n while (n) {$\n  a[0] ^= 1;\n  @{|if (a[0]) break;}\n }\n return n;\n}',
  ],
  [
    'a pointer that stays',
    `
      int f(const char *p, const char *end) {
       int k = 0;
       while (p != end) {$
        k ^= *p;
        @{|p++;}
       }
       return k;
      }`,
  ],
  [
    'left by what it looks at only',
    `
      #include <string.h>
      const char *f(const char **names, const char *key, int n) {
       int i;
       for (i = 0; i < n; @{|i++}) {$
        const char *name = names[i];
        if (strcmp(name, key) == 0) return name;
       }
       return 0;
      }`,
  ],
];
