/**
 * Sequences that go round: `p(k) mod 2^w` for polynomials p and powers of odd numbers, all constant. Modulo 2^j they
 * repeat after 2^j terms, so that the values which occur at all are found bit by bit.
 */
import { floorMod, modPow } from '../arithmetic/index.ts';
import type { Symbol } from './symbol.ts';
import type { ModTerm, Term } from './expression.ts';
import { add, int, mul, partsOf } from './term.ts';
import { mentions } from './substitution.ts';

/** `sum of coefficient k^degree base^k`, divided by 2^shift, modulo 2^width. */
export interface Sequence {
  readonly parts: readonly { readonly coefficient: bigint; readonly degree: number; readonly base: bigint }[];
  readonly shift: bigint;
  readonly width: bigint;
}

const MAX_DEGREE = 4;
const MAX_SHIFT = 3n;
const MAX_BITS = 7n;
const MAX_CANDIDATES = 64;
const MAX_TRIED = 32;

const log2 = (m: bigint): bigint | null => (m > 0n && (m & (m - 1n)) === 0n ? BigInt(m.toString(2).length - 1) : null);

/** A remainder as such a sequence in the symbol; null where it is none. */
export function sequenceOf(term: ModTerm, symbol: Symbol): Sequence | null {
  const width = log2(term.by);
  const shift = term.arg.kind === 'div' ? log2(term.arg.by) : 0n;
  const body = term.arg.kind === 'div' ? term.arg.arg : term.arg;
  if (width === null || shift === null || shift > MAX_SHIFT || !mentions(body, symbol)) return null;
  const { constant, parts } = partsOf(inRing(body, term.by << shift));
  const found = [{ coefficient: constant, degree: 0, base: 1n }];
  for (const p of parts) {
    const one = factorsOf(p.mono, symbol);
    if (one === null) return null;
    found.push({ coefficient: p.coef, ...one });
  }
  return { parts: found, shift, width };
}

/** A term that is congruent, without reductions by multiples of the modulus. */
function inRing(term: Term, modulus: bigint): Term {
  const { constant, parts } = partsOf(term);
  return add(
    int(constant),
    ...parts.map(({ coef, mono }) =>
      (mono.kind === 'prod' ? mono.factors : [mono]).reduce<Term>(
        (product, f) => mul(product, f.kind === 'mod' && (coef * f.by) % modulus === 0n ? inRing(f.arg, f.by) : f),
        int(coef),
      ),
    ),
  );
}

function factorsOf(mono: Term, symbol: Symbol): { readonly degree: number; readonly base: bigint } | null {
  let degree = 0;
  let base = 1n;
  for (const factor of mono.kind === 'prod' ? mono.factors : [mono]) {
    if (factor.kind === 'sym' && factor.symbol === symbol) degree++;
    else if (
      factor.kind === 'pow' &&
      base === 1n &&
      factor.base % 2n === 1n &&
      factor.exponent.kind === 'sym' &&
      factor.exponent.symbol === symbol
    )
      base = factor.base;
    else return null;
  }
  return degree <= MAX_DEGREE ? { degree, base } : null;
}

/** The k-th value modulo 2^bits, for bits up to the width. */
export function valueModulo(sequence: Sequence, k: bigint, bits: bigint): bigint {
  const modulus = 1n << (bits + sequence.shift);
  const sum = sequence.parts.reduce(
    (total, p) => total + p.coefficient * k ** BigInt(p.degree) * (p.base === 1n ? 1n : modPow(p.base, k, modulus)),
    0n,
  );
  return floorMod(sum, modulus) >> sequence.shift;
}

/** Bounds of all values, by the residues that occur modulo small powers of two. */
export function boundsOfSequence(sequence: Sequence): { readonly least: bigint; readonly greatest: bigint } {
  let [least, greatest] = [0n, (1n << sequence.width) - 1n];
  for (let bits = 1n; bits <= MAX_BITS && bits <= sequence.width; bits++) {
    let [lo, hi] = [1n << bits, -1n];
    for (let k = 0n; k < 1n << (bits + sequence.shift); k++) {
      const v = valueModulo(sequence, k, bits);
      if (v < lo) lo = v;
      if (v > hi) hi = v;
    }
    const top = (1n << sequence.width) - (1n << bits) + hi;
    if (lo > least) least = lo;
    if (top < greatest) greatest = top;
  }
  return { least, greatest };
}

/** The greatest value that occurs, and where; null where it isn't the greatest that the residues allow. */
export function greatestOf(sequence: Sequence): { readonly value: bigint; readonly at: bigint } | null {
  const { greatest } = boundsOfSequence(sequence);
  for (let v = greatest; v >= 0n && v > greatest - BigInt(MAX_TRIED); v--) {
    const at = whereIs(sequence, v);
    if (at !== null) return v === greatest ? { value: v, at } : null;
  }
  return null;
}

/** Some k >= 1 with this value, lifted from its residues modulo 2, 4, ...; null where none is found. */
export function whereIs(sequence: Sequence, value: bigint): bigint | null {
  let candidates = [0n];
  for (let bits = 1n; bits <= sequence.width; bits++) {
    // k modulo 2^(bits + shift) decides the value modulo 2^bits
    const steps =
      bits === 1n
        ? Array.from({ length: 1 << Number(sequence.shift + 1n) }, (_, k) => BigInt(k))
        : [0n, 1n << (bits + sequence.shift - 1n)];
    const wanted = floorMod(value, 1n << bits);
    candidates = candidates
      .flatMap((k) => steps.map((step) => k + step))
      .filter((k) => valueModulo(sequence, k, bits) === wanted);
    if (candidates.length === 0) return null;
    if (candidates.length > MAX_CANDIDATES) candidates = candidates.slice(0, MAX_CANDIDATES);
  }
  const [first] = candidates;
  return first === undefined ? null : first > 0n ? first : first + (1n << (sequence.width + sequence.shift));
}

/** Up to this k >= 0 the values only rise, as they don't go round yet. */
export function risesUntil(sequence: Sequence): bigint {
  if (sequence.parts.some((p) => p.coefficient < 0n && (p.degree > 0 || p.base > 1n))) return 0n;
  const limit = 1n << (sequence.width + sequence.shift);
  const isBelow = (k: bigint): boolean =>
    (sequence.parts.every((p) => p.base === 1n) || k < sequence.width + sequence.shift) &&
    sequence.parts.reduce(
      (sum, p) => sum + p.coefficient * k ** BigInt(p.degree) * p.base ** (p.base === 1n ? 0n : k),
      0n,
    ) < limit;
  if ((sequence.parts[0]?.coefficient ?? 0n) < 0n || !isBelow(0n)) return 0n;
  let [low, high] = [0n, 1n];
  while (isBelow(high)) [low, high] = [high, 2n * high];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return low;
}
