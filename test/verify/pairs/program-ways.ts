/** Whole programs: loops that never end, code that nothing reaches. */
import type { Pair } from './pair.ts';

export const DEAD_IN_PROGRAMS: readonly Pair[] = [
  [
    'an else of a chain',
    `
int grade(int p) {
 int g;
 if (p >= 50) g = 1;
 else if (p < @{50|30}) g = 2;
 else g = 3;$
 return g;
}
int main(void) { return grade(3); }
`,
  ],
  [
    'a condition that a check excluded',
    `
int clamp(int n) {
 int r = 0;
 if (n < 0) return 0;
 if (n > @{-1|9}) r = n;
 else r = 1;$
 return r;
}
int main(void) { return clamp(3); }
`,
  ],
  [
    'behind both ways',
    `
int side(int n) {
 int r = n;
 if (n > 0) { return 1; }
 else { @{return 2|r = 2}; }
 r++;$
 return r;
}
int main(void) { return side(1); }
`,
  ],
  [
    'an index that was searched below its limit',
    `
int main(void) {
 int i, hits = 0;
 for (i = 0; i < 10; i++) {
  if (i == @{10|9})
   hits++;$
 }
 return hits;
}
`,
  ],
  [
    'behind a switch that returns',
    `
int kind(int n) {
 int r = 0;
 switch (n) {
 case 1: return 1;
 case 2: return 2;
 default: @{return 3|break};
 }
 r = n * 0 + 4;$
 return r;
}
int main(void) { return kind(1); }
`,
  ],
  [
    'a size that is below zero',
    `
#include <string.h>
int used(const char *s) {
 int r = 1;
 size_t n = strlen(s);
 if (n @{< 0|< 1})
  r = -1;$
 return r;
}
int main(void) { return used("a"); }
`,
  ],
  [
    'a flag never set',
    `
int look(const int *a, int n) {
 int found = 0, r = 0;
 for (int i = 0; i < n; i++)
  if (a[i] == 7) @{r|found} = 1;
 if (found)
  r = 2;$
 return r;
}
int main(void) { int a[1] = {7}; return look(a, 1); }
`,
  ],
];

export const ENDLESS_IN_PROGRAMS: readonly Pair[] = [
  [
    'the wrong direction',
    `
int main(void) {
 unsigned s = 0;
 for (unsigned i = 0; i < 10; i += @{0|1})$
  s += i;
 return (int)s;
}
`,
  ],
  [
    'a counter reset inside',
    `
int main(void) {
 int a[5] = {1, 2, 3, 4, 5}, s = 0;
 for (int i = 0; i < 5; i++) {$
  @{i|s} = 0;
  s ^= a[i];
 }
 return s;
}
`,
  ],
  [
    'continue before the step',
    `
int main(void) {
 int i = 0, s = 0;
 while (i < 10) {$
  if (i % 3 == 2) {
   @{|i++;}
   continue;
  }
  s ^= i;
  i++;
 }
 return s;
}
`,
  ],
  [
    'the outer counter',
    `
int main(void) {
 int s = 0;
 for (int i = 0; i < 3; i++)
  for (int j = 0; j < 4; @{i|j}++) {$
   s ^= j;
   if (i > 1000) i = 0;
  }
 return s;
}
`,
  ],
  [
    'doubled from zero',
    `
int main(void) {
 int n = 0;
 for (int i = @{0|1}; i < 100; i *= 2)$
  n ^= 1;
 return n & 1;
}
`,
  ],
  [
    'binary search',
    `
static int search(const int *a, int n, int v) {
 int lo = 0, hi = n - 1;
 while (lo < hi) {$
  int mid = (lo + hi) / 2;
  if (a[mid] < v) lo = mid@{| + 1};
  else hi = mid;
 }
 return a[lo] == v ? lo : -1;
}
int main(void) {
 int a[4] = {1, 3, 5, 7};
 return search(a, 4, 7);
}
`,
  ],
  [
    'a list with itself',
    `
struct node { struct node *next; int v; };
int main(void) {
 struct node c = {0, 3}, b = {&c, 2}, a = {&b, 1};
 @{c.next = &a;|}
 int s = 0;
 for (struct node *p = &a; p; p = p->next)$
  s ^= p->v;
 return s;
}
`,
  ],
  [
    'the same node',
    `
struct node { struct node *next; int v; };
int main(void) {
 struct node b = {0, 2}, a = {&b, 1}, *p = &a;
 int s = 0;
 while (p) {$
  s ^= p->v;
  p = @{a.next|p->next};
 }
 return s;
}
`,
  ],
  [
    'an unsigned countdown by two',
    `
int main(void) {
 int s = 0;
 for (unsigned i = 9; i @{!=|>} 0 && i < 4000000000u; i -= 2) {$
  s ^= (int)i;
  @{if (i < 2) i = 11;|if (i < 2) break;}
 }
 return s;
}
`,
  ],
  [
    'a narrow counter to a limit',
    `
static int count(int limit) {
 int s = 0;
 for (@{unsigned char|int} i = 0; i < limit; i++)$
  s ^= i;
 return s;
}
int main(void) { return count(1000); }
`,
  ],
  [
    'a collatz that stays',
    `
int main(void) {
 unsigned n = 7, steps = 0;
 while (n != 1) {$
  n = n % 2 ? @{3 * n - 1|3 * n + 1} : n / 2;
  steps++;
 }
 return (int)steps & 1;
}
`,
  ],
  [
    'the pointer is not moved',
    `
int main(void) {
 const char *s = "abc";
 int n = 0;
 while (*s) {$
  n ^= *s;
  @{|s++;}
 }
 return n;
}
`,
  ],
  [
    'an and for an or',
    `
int main(void) {
 int i = 0, j = 5, s = 0;
 while (i < 5 || j @{>= 5|> 0}) {$
  if (i < 5) i++;
  else @{j++, j = 5|j--};
  s ^= i;
 }
 return s;
}
`,
  ],
  [
    'clamped below its limit',
    `
int main(void) {
 int v = 0, n = 0;
 while (v < 10) {$
  v += 3;
  if (v > @{9|12}) v = 9;
  n ^= 1;
 }
 return n;
}
`,
  ],
  [
    'gcd by subtraction',
    `
int main(void) {
 int a = @{0|12}, b = 18;
 while (a != b) {$
  if (a > b) a -= b;
  else b -= a;
 }
 return a;
}
`,
  ],
];
