/** Whole programs: shifts, overflows, divisions that counters and accumulators come to. */
import type { Pair } from './pair.ts';

export const SHIFTS_IN_PROGRAMS: readonly Pair[] = [
  [
    'by the width of the type',
    `
#include <limits.h>
static unsigned mask(int n) {
 return (1u << n) - 1;$
}
int main(void) {
 int bits = sizeof(unsigned) * CHAR_BIT;
 return mask(bits @{|- 1}) == 0;
}
`,
  ],
  [
    'each byte of a word',
    `
int main(void) {
 unsigned v = 0;
 unsigned char b[8] = {1, 2, 3, 4, 5, 6, 7, 8};
 for (int i = 0; i < @{8|4}; i++)
  v |= (unsigned)b[i] << (8 * i);$
 return (int)(v & 1);
}
`,
  ],
  [
    'rotated by nothing',
    `
static unsigned rotate(unsigned x, int n) {
 return (x << n) | (x >> (32 - n));$
}
int main(void) { return (int)rotate(5u, @{0|3}) & 1; }
`,
  ],
  [
    'down to below zero',
    `
int main(void) {
 unsigned long v = 0xdeadbeef;
 int s = 0;
 for (int sh = 28; sh @{> -8|>= 0}; sh -= 4)
  s ^= (int)((v >> sh) & 15);$
 return s;
}
`,
  ],
  [
    'varint of too many groups',
    `
int main(void) {
 unsigned char in[6] = {0x80, 0x80, 0x80, 0x80, 0x@{8|0}0, 0x01};
 unsigned v = 0;
 int shift = 0, i = 0;
 for (;;) {
  v |= (unsigned)(in[i] & 0x7f) << shift;$
  if (!(in[i++] & 0x80)) break;
  shift += 7;
 }
 return (int)v;
}
`,
  ],
  [
    'a bit per element',
    `
int main(void) {
 int set[40] = {0};
 unsigned long bits = 0;
 set[39] = 1;
 for (int i = 0; i < 40; i++)
  if (set[i]) bits |= 1@{|UL} << i;$
 return bits != 0;
}
`,
  ],
  [
    'by a distance that is negative',
    `
static int scale(int v, int from, int to) {
 return v >> (from - to);$
}
int main(void) { return scale(64, @{2|8}, 5); }
`,
  ],
  [
    'by a table',
    `
static const int widths[4] = {8, 16, 32, 64};
int main(void) {
 unsigned m = 0;
 for (int i = 0; i < @{3|2}; i++)
  m |= 1u << widths[i];$
 return (int)(m & 1);
}
`,
  ],
];

export const OVERFLOWS_IN_PROGRAMS: readonly Pair[] = [
  [
    'a sum of large terms',
    `
int main(void) {
 int sum = 0;
 for (int i = 0; i < @{30000|1000}; i++)
  sum += i * 10;$
 return sum == 3;
}
`,
  ],
  [
    'Fibonacci',
    `
static int fib(int n) {
 int a = 0, b = 1;
 for (int i = 0; i < n; i++) {
  int t = a + b;$
  a = b;
  b = t;
 }
 return a;
}
int main(void) { return fib(@{50|40}) == 3; }
`,
  ],
  [
    'digits of a number',
    `
static int number(const char *s) {
 int v = 0;
 while (*s >= '0' && *s <= '9')
  v = v * 10 + (*s++ - '0');$
 return v;
}
int main(void) { return number("@{99999999999|99999999}") == 3; }
`,
  ],
  [
    'a hash',
    `
int main(void) {
 const char *s = "overflowing";
 @{int|unsigned} h = 5381;
 for (; *s; s++)
  h = h * 33 + *s;$
 return (int)(h & 1);
}
`,
  ],
  [
    'a power',
    `
static long power(long b, int e) {
 long r = 1;
 while (e-- > 0)
  r *= b;$
 return r;
}
int main(void) { return power(10, @{20|18}) == 3; }
`,
  ],
  [
    'the middle of two large numbers',
    `
int main(void) {
 int lo = 1500000000, hi = 2000000000;
 int mid = @{(lo + hi) / 2|lo + (hi - lo) / 2};$
 return mid == 3;
}
`,
  ],
  [
    'a product of sizes',
    `
int main(void) {
 int w = 65536, h = @{65536|1000};
 int n = w * h;$
 return n == 3;
}
`,
  ],
  [
    'the least divided by minus one',
    `
#include <limits.h>
int main(void) {
 int a[2] = {@{INT_MIN|INT_MAX}, -1};
 return a[0] / a[1] == 3;$
}
`,
  ],
  [
    'the magnitude of the least',
    `
#include <limits.h>
static int magnitude(int n) {
 return n < 0 ? -n : n;$
}
int main(void) { return magnitude(INT_MIN@{| + 1}) == 3; }
`,
  ],
  [
    'squares',
    `
int main(void) {
 int s = 0;
 for (int i = 46000; i < @{47000|46300}; i++)
  s ^= i * i;$
 return s == 3;
}
`,
  ],
  [
    'milliseconds of days',
    `
int main(void) {
 int days = @{30|20};
 int ms = days * 24 * 60 * 60 * 1000;$
 return ms == 3;
}
`,
  ],
];

export const ZEROS_IN_PROGRAMS: readonly Pair[] = [
  [
    'down to zero',
    `
int main(void) {
 int s = 0;
 for (int i = 5; i @{>=|>} 0; i--)
  s += 60 / i;$
 return s;
}
`,
  ],
  [
    'an average of nothing',
    `
static int average(const int *a, int n) {
 int s = 0;
 for (int i = 0; i < n; i++) s ^= a[i];
 return s / n;$
}
int main(void) {
 int a[3] = {1, 2, 3};
 return average(a, @{0|3});
}
`,
  ],
  [
    'a remainder by a counter that returns',
    `
int main(void) {
 int s = 0;
 unsigned char c = 250;
 for (int i = 0; i < @{10|3}; i++) {
  s += 1000 % c;$
  c++;
 }
 return s;
}
`,
  ],
  [
    "by a string's length",
    `
#include <string.h>
int main(void) {
 const char *s = "@{|abc}";
 return 100 / (int)strlen(s);$
}
`,
  ],
  [
    'by the distance of two',
    `
int main(void) {
 int x[4] = {0, 2, @{2|4}, 6}, s = 0;
 for (int i = 1; i < 4; i++)
  s += 12 / (x[i] - x[i - 1]);$
 return s;
}
`,
  ],
  [
    'the greatest divisor',
    `
static int gcd(int a, int b) {
 while (@{1|b != 0}) {
  int t = a % b;$
  a = b;
  b = t;
 }
 return a;
}
int main(void) { return gcd(12, 18); }
`,
  ],
  [
    'halved until nothing is left',
    `
int main(void) {
 int step = 16, s = 0;
 do {
  s += 100 / step;$
  step /= 2;
 } while (step >@{=|} 0);
 return s;
}
`,
  ],
  [
    'buckets by an integer quotient',
    `
int main(void) {
 int n = 10, buckets = 16;
 int per = @{n / buckets|(n + buckets) / buckets}, s = 0;
 for (int i = 0; i < n; i++)
  s += i / per;$
 return s;
}
`,
  ],
  [
    'a member not set',
    `
struct rate { int num, den; };
static struct rate r = { 3, @{0|2} };
int main(void) {
 struct rate *p = &r;
 int k = 10;
 p->num = k;
 return p->num / p->den;$
}
`,
  ],
  [
    'as many as were found',
    `
int main(void) {
 int a[5] = {1, 3, 5, 7, 9}, even = 0, sum = 0;
 for (int i = 0; i < 5; i++)
  if (a[i] % 2 == @{0|1}) { sum += a[i]; even++; }
 return sum / even;$
}
`,
  ],
];
