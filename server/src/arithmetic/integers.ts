/** Integers as mathematics has them: division that rounds down, greatest common divisors, powers. */

export const floorDiv = (a: bigint, b: bigint): bigint => {
  const q = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? q - 1n : q;
};
export const floorMod = (a: bigint, b: bigint): bigint => a - b * floorDiv(a, b);
export const gcd = (a: bigint, b: bigint): bigint => {
  let x = a < 0n ? -a : a;
  let y = b < 0n ? -b : b;
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
};
/** The least common multiple of two positive numbers. */
export const lcm = (a: bigint, b: bigint): bigint => (a / gcd(a, b)) * b;

export const abs = (a: bigint): bigint => (a < 0n ? -a : a);

/**
 * The least k >= 0 with `(a + b k) mod m` in [lo, hi], where 0 <= lo <= hi < m; null where there is none. By descent as
 * in Euclid's algorithm, so in about log m steps.
 */
export function firstWithin(a: bigint, b: bigint, m: bigint, lo: bigint, hi: bigint): bigint | null {
  const from = floorMod(lo - a, m);
  const to = from + hi - lo;
  // the interval for `b k` contains a multiple of m
  return from === 0n || to >= m ? 0n : firstMultiple(floorMod(b, m), m, from, to);
}

/** The least k with `(b k) mod m` in [lo, hi], where 0 < lo <= hi < m and 0 <= b < m. */
function firstMultiple(b: bigint, m: bigint, lo: bigint, hi: bigint): bigint | null {
  if (b === 0n) return null;
  if (2n * b > m) return firstMultiple(m - b, m, m - hi, m - lo);
  const k = -floorDiv(-lo, b);
  if (b * k <= hi) return k;
  // no multiple of b within: so many laps of m later there is one
  const laps = firstMultiple(m % b, b, floorMod(-hi, b), floorMod(-lo, b));
  return laps === null ? null : -floorDiv(-(lo + m * laps), b);
}

/** base^exponent mod by, by repeated squaring. */
export function modPow(base: bigint, exponent: bigint, by: bigint): bigint {
  let b = floorMod(base, by);
  let out = 1n % by;
  for (let e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) out = (out * b) % by;
    b = (b * b) % by;
  }
  return out;
}
