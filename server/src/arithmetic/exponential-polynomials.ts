/**
 * Exponential polynomials in several counters with known coefficients: sums of `c k^d b^k j^e ...` over a common
 * denominator. What a closed form says of the k-th iteration is one, once the values at the start are known.
 */
import { floorMod } from './integers.ts';

/** `coefficient * product of (counter i)^degrees[i] * bases[i]^(counter i)`; bases are positive. */
interface Monomial {
  readonly coefficient: bigint;
  readonly degrees: readonly number[];
  readonly bases: readonly bigint[];
}

export interface ExpPoly {
  /** Positive. */
  readonly denominator: bigint;
  readonly monomials: readonly Monomial[];
}

const MAX_MONOMIALS = 80;
const MAX_DEGREE = 16;
/** Sizes of powers of two that are still computed. */
const MAX_BITS = 200_000n;

const keyOf = (m: Monomial): string => `${m.degrees.join()}|${m.bases.join()}`;
const isConstantMonomial = (m: Monomial): boolean => m.degrees.every((d) => d === 0) && m.bases.every((b) => b === 1n);

export const constant = (value: bigint): ExpPoly => ({
  denominator: 1n,
  monomials: value === 0n ? [] : [{ coefficient: value, degrees: [], bases: [] }],
});

/** The counter with this index. */
export function counter(index: number): ExpPoly {
  const degrees = new Array<number>(index).fill(0);
  return { denominator: 1n, monomials: [{ coefficient: 1n, degrees: [...degrees, 1], bases: [] }] };
}

/** Without trailing entries that say nothing, so that equal monomials have equal keys. */
function normal(coefficient: bigint, degrees: readonly number[], bases: readonly bigint[]): Monomial {
  let d = degrees.length;
  while (d > 0 && degrees[d - 1] === 0) d--;
  let b = bases.length;
  while (b > 0 && bases[b - 1] === 1n) b--;
  return { coefficient, degrees: degrees.slice(0, d), bases: bases.slice(0, b) };
}

/** Null where there would be too many monomials. */
function collected(denominator: bigint, monomials: readonly Monomial[]): ExpPoly | null {
  const byKey = new Map<string, Monomial>();
  for (const m of monomials) {
    const key = keyOf(m);
    const known = byKey.get(key);
    byKey.set(key, known ? { ...known, coefficient: known.coefficient + m.coefficient } : m);
  }
  const kept = [...byKey.values()].filter((m) => m.coefficient !== 0n);
  return kept.length > MAX_MONOMIALS ? null : { denominator, monomials: kept };
}

export function add(first: ExpPoly, second: ExpPoly): ExpPoly | null {
  const d = first.denominator === second.denominator ? first.denominator : first.denominator * second.denominator;
  const raise = (p: ExpPoly): readonly Monomial[] =>
    p.denominator === d
      ? p.monomials
      : p.monomials.map((m) => ({ ...m, coefficient: m.coefficient * (d / p.denominator) }));
  return collected(d, [...raise(first), ...raise(second)]);
}

export function scale(p: ExpPoly, by: bigint): ExpPoly {
  return by === 0n
    ? constant(0n)
    : { denominator: p.denominator, monomials: p.monomials.map((m) => ({ ...m, coefficient: m.coefficient * by })) };
}

export const over = (p: ExpPoly, by: bigint): ExpPoly => ({ ...p, denominator: p.denominator * by });

export function mul(first: ExpPoly, second: ExpPoly): ExpPoly | null {
  if (first.monomials.length * second.monomials.length > 4 * MAX_MONOMIALS) return null;
  const out: Monomial[] = [];
  for (const x of first.monomials)
    for (const y of second.monomials) {
      const length = Math.max(x.degrees.length, y.degrees.length);
      const degrees = Array.from({ length }, (_, i) => (x.degrees[i] ?? 0) + (y.degrees[i] ?? 0));
      if (degrees.some((d) => d > MAX_DEGREE)) return null;
      const bases = Array.from(
        { length: Math.max(x.bases.length, y.bases.length) },
        (_, i) => (x.bases[i] ?? 1n) * (y.bases[i] ?? 1n),
      );
      out.push(normal(x.coefficient * y.coefficient, degrees, bases));
    }
  return collected(first.denominator * second.denominator, out);
}

/** The value of one that mentions no counter; null where it does or isn't whole. */
export function constantOf(p: ExpPoly): bigint | null {
  if (p.monomials.some((m) => !isConstantMonomial(m))) return null;
  const value = p.monomials[0]?.coefficient ?? 0n;
  return value % p.denominator === 0n ? value / p.denominator : null;
}

export const isConstant = (p: ExpPoly): boolean => p.monomials.every(isConstantMonomial);
export const mentionsCounter = (p: ExpPoly, index: number): boolean =>
  p.monomials.some((m) => (m.degrees[index] ?? 0) > 0 || (m.bases[index] ?? 1n) !== 1n);

/** base^exponent for an exponent that is linear with whole coefficients and never falls; null for others. */
export function power(base: bigint, exponent: ExpPoly): ExpPoly | null {
  if (base < 1n || exponent.denominator !== 1n) return null;
  let [numerator, denominator] = [1n, 1n];
  const bases: bigint[] = [];
  const bits = BigInt(base.toString(2).length);
  for (const monomial of exponent.monomials) {
    if (isConstantMonomial(monomial)) {
      const size = monomial.coefficient < 0n ? -monomial.coefficient : monomial.coefficient;
      if (size * bits > MAX_BITS) return null;
      if (monomial.coefficient >= 0n) numerator = base ** monomial.coefficient;
      else denominator = base ** size;
      continue;
    }
    const at = monomial.degrees.length - 1;
    if (
      monomial.degrees.reduce((sum, d) => sum + d, 0) !== 1 ||
      monomial.bases.some((b) => b !== 1n) ||
      monomial.coefficient < 0n ||
      monomial.coefficient > 64n
    )
      return null;
    while (bases.length <= at) bases.push(1n);
    bases[at] = base ** monomial.coefficient;
  }
  return { denominator, monomials: [normal(numerator, [], bases)] };
}

/** With a counter replaced; null where the result is none. */
export function replace(polynomial: ExpPoly, index: number, by: ExpPoly): ExpPoly | null {
  let out: ExpPoly | null = {
    denominator: polynomial.denominator,
    monomials: polynomial.monomials.filter((m) => (m.degrees[index] ?? 0) === 0 && (m.bases[index] ?? 1n) === 1n),
  };
  const powers: (ExpPoly | null)[] = [constant(1n), by];
  for (const monomial of polynomial.monomials) {
    const degree = monomial.degrees[index] ?? 0;
    const base = monomial.bases[index] ?? 1n;
    if (degree === 0 && base === 1n) continue;
    while (powers.length <= degree) {
      const last: ExpPoly | null = powers[powers.length - 1] ?? null;
      powers.push(last && mul(last, by));
    }
    const rest: ExpPoly = {
      denominator: polynomial.denominator,
      monomials: [
        normal(
          monomial.coefficient,
          monomial.degrees.map((d, i) => (i === index ? 0 : d)),
          monomial.bases.map((b, i) => (i === index ? 1n : b)),
        ),
      ],
    };
    const raised = powers[degree] ?? null;
    const grown = base === 1n ? constant(1n) : power(base, by);
    const product: ExpPoly | null = raised && grown && mul(raised, grown);
    const whole: ExpPoly | null = product && mul(rest, product);
    out = out && whole && add(out, whole);
    if (out === null) return null;
  }
  return out;
}

/**
 * How a function of one counter is made up: base -> coefficients by degree. The denominator, being positive, is left
 * away.
 */
export function partsByBase(polynomial: ExpPoly, index: number): ReadonlyMap<bigint, readonly bigint[]> {
  const out = new Map<bigint, bigint[]>();
  for (const m of polynomial.monomials) {
    const base = m.bases[index] ?? 1n;
    const list = out.get(base) ?? [];
    const degree = m.degrees[index] ?? 0;
    while (list.length <= degree) list.push(0n);
    list[degree] = (list[degree] as bigint) + m.coefficient;
    out.set(base, list);
  }
  return out;
}

/** The most points at which it is tried whether a quotient is whole. */
const MAX_POINTS = 400;

/**
 * Whether it is a whole number for all whole counters from 0 on: `k (k + 1) / 2` is. Along each counter the numerator
 * satisfies a recurrence with whole coefficients and leading coefficient 1. Its order is the number of degrees and
 * bases. So that many values in a row decide for all.
 */
function isWhole(polynomial: ExpPoly): boolean {
  if (polynomial.denominator === 1n) return true;
  const counters = Math.max(0, ...polynomial.monomials.map((m) => Math.max(m.degrees.length, m.bases.length)));
  const lengths = Array.from({ length: counters }, (_, i) =>
    [...partsByBase(polynomial, i).values()].reduce((sum, c) => sum + c.length, 0),
  );
  if (lengths.reduce((product, n) => product * n, 1) > MAX_POINTS) return false;
  let points: bigint[][] = [[]];
  for (const n of lengths) points = points.flatMap((at) => Array.from({ length: n }, (_, k) => [...at, BigInt(k)]));
  return points.every(
    (at) => polynomial.monomials.reduce((sum, m) => sum + valueOfMonomial(m, at), 0n) % polynomial.denominator === 0n,
  );
}

function valueOfMonomial(monomial: Monomial, at: readonly bigint[]): bigint {
  let value = monomial.coefficient;
  for (const [i, d] of monomial.degrees.entries()) if (d > 0) value *= (at[i] ?? 0n) ** BigInt(d);
  for (const [i, b] of monomial.bases.entries()) if (b !== 1n) value *= b ** (at[i] ?? 0n);
  return value;
}

/** Modulo m where that is the same whatever the counters are; null where it isn't. For what is whole. */
export function residueOf(polynomial: ExpPoly, modulus: bigint): bigint | null {
  const atZero = polynomial.monomials.reduce((sum, x) => sum + valueOfMonomial(x, []), 0n) / polynomial.denominator;
  const r = floorMod(atZero, modulus);
  const rest = add(polynomial, constant(-r));
  return rest && isWhole(over(rest, modulus)) ? r : null;
}
