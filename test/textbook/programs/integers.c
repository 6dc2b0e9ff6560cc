#include <stdint.h>

/* ideal: n iterations · out[i]: digit i of the sum of a and b; carry is 0 or 1 */
unsigned add_digits(const uint32_t *a, const uint32_t *b, uint32_t *out, int n) {
  uint64_t carry = 0;
  for (int i = 0; i < n; i++) {
    carry += (uint64_t)a[i] + b[i];
    out[i] = (uint32_t)carry;
    carry >>= 32;
  }
  return (unsigned)carry;
}

/* ideal: at most 16 iterations · bit = 0; result: the integer square root */
unsigned root_by_bits(unsigned x) {
  unsigned result = 0, bit = 1u << 30;
  while (bit > x)
    bit >>= 2;
  while (bit != 0) {
    if (x >= result + bit) {
      x -= result + bit;
      result = (result >> 1) + bit;
    } else
      result >>= 1;
    bit >>= 2;
  }
  return result;
}

/* ideal: at most max(a, b) - 1 iterations · a == b: the greatest common divisor; never ends if one of them is 0 */
unsigned gcd_by_subtraction(unsigned a, unsigned b) {
  while (a != b)
    if (a > b)
      a -= b;
    else
      b -= a;
  return a;
}

/* ideal: at most 32 iterations · makes a odd: a is divided by the largest power of two in it */
unsigned odd_part(unsigned a) {
  while (a != 0 && a % 2 == 0)
    a /= 2;
  return a;
}

/* ideal: 32 iterations · n += popcount(x) */
int popcount_by_bits(unsigned x) {
  int n = 0;
  for (int i = 0; i < 32; i++)
    if (x >> i & 1) n++;
  return n;
}

/* ideal: at most 32 iterations · x = 0; p is flipped for each bit that is set: popcount(x) % 2 */
int parity(unsigned x) {
  int p = 0;
  while (x) {
    p = !p;
    x &= x - 1;
  }
  return p;
}

/* ideal: 1 to 10 iterations, one for each digit · x = 0; s grows by the digit sum */
int digit_sum(unsigned x) {
  int s = 0;
  while (x > 0) {
    s += x % 10;
    x /= 10;
  }
  return s;
}

/* ideal: n iterations · a and b: the sums of Adler's checksum, each less than 65521 */
unsigned adler(const unsigned char *p, int n) {
  unsigned a = 1, b = 0;
  for (int i = 0; i < n; i++) {
    a = (a + p[i]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

/* ideal: at most 32 iterations · e = 0; r is multiplied by b for each bit of e, modulo m */
unsigned power_mod(unsigned b, unsigned e, unsigned m) {
  unsigned r = 1;
  for (; e > 0; e >>= 1) {
    if (e & 1) r = (uint64_t)r * b % m;
    b = (uint64_t)b * b % m;
  }
  return r;
}

/* ideal: at most 32 iterations · x = 0; n is the number of the highest bit that is set, plus one */
int bit_length(unsigned x) {
  int n = 0;
  for (; x != 0; x >>= 1)
    n++;
  return n;
}

/* ideal: n iterations · x = x * 1103515245 + 12345 each time (mod 2^32) */
unsigned step_generator(unsigned x, int n) {
  while (n-- > 0)
    x = x * 1103515245u + 12345u;
  return x;
}

/* ideal: n / 2 rounds up: (n + 1) / 2 iterations · even += 2 each time; i = the least even number >= n */
int sum_even(int n) {
  int sum = 0;
  for (int i = 0; i < n; i += 2)
    sum += i;
  return sum;
}
