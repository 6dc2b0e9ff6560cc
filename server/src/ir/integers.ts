/** Integers as mathematics has them: division that rounds down, greatest common divisors, powers. */

export const floorDiv = (a: bigint, b: bigint): bigint => {
  const q = a / b;
  return a % b !== 0n && (a < 0n) !== (b < 0n) ? q - 1n : q;
};
export const floorMod = (a: bigint, b: bigint): bigint => a - b * floorDiv(a, b);
export const gcd = (a: bigint, b: bigint): bigint => {
  let x = a < 0n ? -a : a;
  let y = b < 0n ? -b : b;
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
};
export const abs = (a: bigint): bigint => (a < 0n ? -a : a);

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
