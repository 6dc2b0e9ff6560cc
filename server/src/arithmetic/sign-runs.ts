/**
 * Where an exponential polynomial in one counter is not negative, for any range of the counter. The answer is runs of
 * integers, found by monotone stretches and bisection. This generalises what `univariate-polynomials.ts` does. With a
 * base b among those of f, `f(k) / b^k` rises where `f(k+1) - b f(k) >= 0`, and that has one coefficient less.
 */
import { abs } from './integers.ts';

/** From `lo` to `hi`, both included. */
export interface Stretch {
  readonly lo: bigint;
  readonly hi: bigint;
}

/** Base -> coefficients by ascending degree. */
export type Parts = ReadonlyMap<bigint, readonly bigint[]>;

/** Powers of larger numbers are compared by their logarithms. */
const COMPUTED = 4_000n;
/** Bases whose logarithms are as close as this are not compared: floating point might not tell them apart. */
const MIN_AHEAD = 1e-9;

/** Integers k in [lo, hi], lo >= 0, with f(k) >= 0, in ascending order; null where that can't be told. */
export function nonNegativeStretches(parts: Parts, lo: bigint, hi: bigint): readonly Stretch[] | null {
  if (lo > hi) return [];
  const coefficients = trimmed(parts);
  if (isSteady(coefficients)) return (coefficients.get(1n)?.[0] ?? 0n) >= 0n ? [{ lo, hi }] : [];
  const base = coefficients.has(1n) ? 1n : [...coefficients.keys()].reduce((x, y) => (x < y ? x : y));
  const rising = nonNegativeStretches(stepped(coefficients, base), lo, hi - 1n);
  if (rising === null) return null;
  const found: Stretch[] = [];
  const falling = gaps(rising, lo, hi - 1n);
  // monotone from k to k + 1 for each k of a stretch: one point more
  for (const [stretches, rises] of [
    [rising, true],
    [falling, false],
  ] as const)
    for (const s of stretches) {
      const part = monotone(coefficients, s.lo, s.hi + 1n, rises);
      if (part === null) return null;
      found.push(...part);
    }
  if (lo === hi) {
    const sign = signAt(coefficients, lo);
    return sign === null ? null : sign >= 0 ? [{ lo, hi }] : [];
  }
  return joinStretches(found);
}

/** What of [lo, hi] is in none of the stretches, which are in ascending order. */
export function gaps(stretches: readonly Stretch[], lo: bigint, hi: bigint): readonly Stretch[] {
  const out: Stretch[] = [];
  let from = lo;
  for (const s of stretches) {
    if (s.lo > from) out.push({ lo: from, hi: s.lo - 1n });
    from = s.hi + 1n;
  }
  if (from <= hi) out.push({ lo: from, hi });
  return out;
}

export function intersect(first: readonly Stretch[], second: readonly Stretch[]): readonly Stretch[] {
  return first.flatMap((x) =>
    second.flatMap((y): Stretch[] => {
      const lo = x.lo > y.lo ? x.lo : y.lo;
      const hi = x.hi < y.hi ? x.hi : y.hi;
      return lo <= hi ? [{ lo, hi }] : [];
    }),
  );
}

/** In ascending order, those that touch made one. */
export function joinStretches(all: readonly Stretch[]): readonly Stretch[] {
  const sorted = [...all].sort((a, b) => (a.lo < b.lo ? -1 : a.lo > b.lo ? 1 : 0));
  const out: Stretch[] = [];
  for (const s of sorted) {
    const last = out[out.length - 1];
    if (last && s.lo <= last.hi + 1n) out[out.length - 1] = { lo: last.lo, hi: s.hi > last.hi ? s.hi : last.hi };
    else out.push(s);
  }
  return out;
}

/** The part of [lo, hi] where f is not negative, f's sign changing once at most: upwards where `rises`. */
function monotone(parts: Parts, lo: bigint, hi: bigint, rises: boolean): readonly Stretch[] | null {
  const within = (k: bigint): boolean | null => {
    const sign = signAt(parts, k);
    return sign === null ? null : sign >= 0;
  };
  const [first, last] = [within(lo), within(hi)];
  if (first === null || last === null) return null;
  if (first && last) return [{ lo, hi }];
  if (!first && !last) return [];
  let [low, high] = [lo, hi];
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    const there = within(middle);
    if (there === null) return null;
    if (there === first) low = middle;
    else high = middle;
  }
  if (first !== !rises) return null;
  return rises ? [{ lo: high, hi }] : [{ lo, hi: low }];
}

function trimmed(parts: Parts): Parts {
  const out = new Map<bigint, readonly bigint[]>();
  for (const [base, c] of parts) {
    let length = c.length;
    while (length > 0 && c[length - 1] === 0n) length--;
    if (length > 0) out.set(base, c.slice(0, length));
  }
  return out;
}

const isSteady = (f: Parts): boolean => f.size === 0 || (f.size === 1 && f.get(1n)?.length === 1);

/** f(k+1) - base f(k) */
function stepped(parts: Parts, base: bigint): Parts {
  const out = new Map<bigint, readonly bigint[]>();
  for (const [exponential, coefficient] of parts) {
    const next = new Array<bigint>(coefficient.length).fill(0n);
    for (const [d, a] of coefficient.entries()) {
      let binomial = 1n;
      for (let j = 0; j <= d; j++) {
        next[j] = (next[j] as bigint) + exponential * a * binomial;
        binomial = (binomial * BigInt(d - j)) / BigInt(j + 1);
      }
      next[d] = (next[d] as bigint) - base * a;
    }
    out.set(exponential, next);
  }
  return trimmed(out);
}

const valueAt = (c: readonly bigint[], k: bigint): bigint => c.reduceRight((sum, a) => sum * k + a, 0n);

/** -1, 0 or 1; null where powers are too large and too close to each other. */
function signAt(parts: Parts, k: bigint): number | null {
  if (k <= COMPUTED || (parts.size === 1 && parts.has(1n)) || parts.size === 0) {
    let value = 0n;
    for (const [base, c] of parts) value += valueAt(c, k) * (base === 1n ? 1n : base ** k);
    return signOf(value);
  }
  const bases = [...parts.keys()].sort((x, y) => (x > y ? -1 : 1));
  for (const [i, base] of bases.entries()) {
    const lead = valueAt(parts.get(base) ?? [], k);
    if (lead !== 0n) return outweighs(lead, base, parts, bases.slice(i + 1), k) ? signOf(lead) : null;
  }
  return 0;
}

const signOf = (v: bigint): number => (v > 0n ? 1 : v < 0n ? -1 : 0);

/**
 * `lead base^k` is greater than all that the smaller bases, in descending order, come to. By logarithms; false where
 * these are too close.
 */
function outweighs(lead: bigint, base: bigint, parts: Parts, smaller: readonly bigint[], k: bigint): boolean {
  const [next] = smaller;
  if (next === undefined) return true;
  // together the others are less than their greatest power times the sum of their coefficients' sizes
  const others = smaller.reduce((sum, b) => sum + abs(valueAt(parts.get(b) ?? [], k)), 0n);
  const faster = log2(base) - log2(next);
  if (faster < MIN_AHEAD) return false;
  return others === 0n || Number(k) * faster + log2(abs(lead)) - log2(others) > 1;
}

/** Of a positive number, to within a rounding of floating point. */
function log2(value: bigint): number {
  const digits = value.toString(2);
  return digits.length <= 50
    ? Math.log2(Number(value))
    : digits.length - 50 + Math.log2(Number(BigInt(`0b${digits.slice(0, 50)}`)));
}
