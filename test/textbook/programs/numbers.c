/* ideal: at most 46 iterations (Euclid; whatever can be proven) · afterwards b == 0; a = gcd of a and b */
int gcd(int a, int b) {
  while (b) {
    int t = a % b;
    a = b;
    b = t;
  }
  return a;
}

/* ideal: 1 to 10 iterations, one for each decimal digit of x · x = 0; d grows by their number */
int digits(unsigned x) {
  int d = 0;
  do {
    d++;
    x /= 10;
  } while (x);
  return d;
}

/* ideal: n - 1 iterations · n = min(n, 1); r is multiplied by n! */
int factorial(int n) {
  int r = 1;
  while (n > 1) r *= n--;
  return r;
}

/* ideal: n iterations · (a, b) moves n places on in Fibonacci's sequence */
unsigned fibonacci(int n) {
  unsigned a = 0, b = 1;
  for (int i = 0; i < n; i++) {
    unsigned t = a + b;
    a = b;
    b = t;
  }
  return a;
}

/* ideal: e iterations · r = r * power(b, e); e = min(e, 0) */
long power_slow(long b, int e) {
  long r = 1;
  while (e > 0) {
    r *= b;
    e--;
  }
  return r;
}

/* ideal: at most 32 iterations (bits of e) · e = 0 */
unsigned power_fast(unsigned b, unsigned e) {
  unsigned r = 1;
  while (e) {
    if (e & 1) r *= b;
    b *= b;
    e >>= 1;
  }
  return r;
}

/* ideal: no bound known · afterwards x == 1 */
int collatz(unsigned x) {
  int steps = 0;
  while (x != 1) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    steps++;
  }
  return steps;
}

/* ideal: at most 46341 iterations · r is the least r >= 0 with (r + 1)^2 > x */
int square_root(int x) {
  int r = 0;
  while ((r + 1) * (r + 1) <= x)
    r++;
  return r;
}

/* ideal: at most … iterations · returns 0 where n % d == 0 */
int is_prime(unsigned n) {
  for (unsigned d = 2; d * d <= n; d++)
    if (n % d == 0) return 0;
  return n > 1;
}

/* ideal: n iterations · s = n * (n + 1) / 2; i = max(1, n + 1) */
int sum_to(int n) {
  int s = 0;
  for (int i = 1; i <= n; i++)
    s += i;
  return s;
}

/* ideal: a / b iterations · q += a / b; a = a % b */
int divide(int a, int b) {
  int q = 0;
  if (b <= 0) return 0;
  while (a >= b) {
    a -= b;
    q++;
  }
  return q;
}

/* ideal: at most ... · x >= n, x <= max(before(x), n + 1), (z - before(z)) % 3 == 0 */
int chase(int x, int z, int n) {
  while (x < n) {
    if (z > x)
      x += 2;
    else
      z += 3;
  }
  return x + z;
}
