/**
 * Remainders and quotients by powers of two as a source has them that has masks and shifts: `x & 3`, `x & 0xC0`,
 * `x | 0x80`.
 */
import { CASTS } from './casts-in-terms.ts';
import type { Literal, Part, Term } from './expression.ts';
import { partsOf, sumOf } from './term.ts';

export const isPowerOfTwo = (n: bigint): boolean => n > 1n && (n & (n - 1n)) === 0n;

export const logarithm = (power: bigint): number => power.toString(2).length - 1;

/** Bits are read in hexadecimal digits, but for the lowest few. */
export const mask = (bits: bigint): string =>
  bits < 10n || (bits < 128n && isPowerOfTwo(bits + 1n)) ? `${bits}` : `0x${bits.toString(16).toUpperCase()}`;

/** `(x / 64) mod 4 = 2` is `(x & 0xC0) == 0x80`; null for other literals. */
export function maskedBits(
  literal: Literal,
): { readonly arg: Term; readonly bits: bigint; readonly value: bigint } | null {
  const { constant: c, parts } = partsOf(literal.term);
  const [only, ...others] = parts;
  if (literal.kind === 'ge' || others.length > 0 || only?.mono.kind !== 'mod') return null;
  if (only.coef !== 1n && only.coef !== -1n) return null;
  const { arg, by } = only.mono;
  const value = -c * only.coef;
  if (!isPowerOfTwo(by) || CASTS.has(by) || value < 0n || value >= by) return null;
  if (arg.kind !== 'div' || !isPowerOfTwo(arg.by)) return { arg, bits: by - 1n, value };
  return { arg: arg.arg, bits: (by - 1n) * arg.by, value: value * arg.by };
}

/**
 * With `c` a power of two, `x - c * ((x / c) % 2)` clears that bit of x, `x & ~c`; plus `c` it sets it, `x | c`. Null
 * for other sums.
 */
export function singleBit(
  constantPart: bigint,
  given: readonly Part[],
): { readonly of: Term; readonly operator: string } | null {
  const tested = given.find(({ coef, mono }) => isPowerOfTwo(-coef) && mono.kind === 'mod' && mono.by === 2n);
  if (tested?.mono.kind !== 'mod') return null;
  const bit = -tested.coef;
  const { arg } = tested.mono;
  const of = sumOf(
    0n,
    given.filter((p) => p !== tested),
  );
  if (arg.kind !== 'div' || arg.by !== bit || arg.arg !== of) return null;
  if (constantPart === 0n) return { of, operator: `& ~${mask(bit)}` };
  return constantPart === bit ? { of, operator: `| ${mask(bit)}` } : null;
}
