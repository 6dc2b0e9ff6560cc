/**
 * Sums over the iterations before n, as terms in n. Powers of k are sums of binomial coefficients, whose sums are
 * binomial coefficients again (Stirling numbers of the second kind; Graham, Knuth and Patashnik, Concrete Mathematics,
 * 6.1): the sum of k² over 0 <= k < n is `n (n - 1) (2n - 1) / 6`. Geometric terms and quotients are summed beside
 * them. Source: Proteus, section 3.2.
 */
import { COUNTER } from '../../certify/index.ts';
import { abs, gcd } from '../../arithmetic/index.ts';
import type { Term } from '../../logic/index.ts';
import {
  add,
  collect,
  int,
  isOne,
  isZero,
  mentions,
  mul,
  partsOf,
  plus,
  scale,
  sub,
  substitute,
  sumOf,
  sym,
  withExactQuotients,
} from '../../logic/index.ts';
import { floorSum } from './floor-sums.ts';
import type { Rational } from './rational-sum.ts';

const ITERATIONS = sym(COUNTER);
const MAX_DEGREE = 6;

/**
 * Sum over 0 <= k < n of a polynomial in k plus geometric terms and quotients, as a numerator over a denominator. Null
 * where it isn't one.
 */
export function sumUpTo(term: Term, denominator: bigint): Rational | null {
  const { constant, parts } = partsOf(term);
  const polynomial = sumOf(
    constant,
    parts.filter((p) => collect(p.mono, COUNTER) !== null),
  );
  const rest = parts.filter((p) => collect(p.mono, COUNTER) === null);
  const coefficients = collect(polynomial, COUNTER);
  if (coefficients === null || coefficients.length > MAX_DEGREE) return null;
  // k^j = sum of S(j, i) i! C(k, i), and the sum of C(k, i) below n is C(n, i + 1)
  const degree = coefficients.length;
  let fact = 1n;
  for (let i = 2; i <= degree; i++) fact *= BigInt(i);
  let numerator: Term = int(0);
  for (let i = 0; i < degree; i++) {
    let weight: Term = int(0);
    for (let j = i; j < degree; j++)
      weight = add(weight, scale(stirling(j, i) * factorial(i), coefficients[j] as Term));
    if (isZero(weight)) continue;
    numerator = add(numerator, mul(scale(fact / factorial(i + 1), weight), fallingFactorial(i + 1)));
  }
  let scaled = fact;
  for (const p of rest) {
    const sum = geometricSum(p.mono) ?? exactSum(p.mono) ?? floorSum(p.mono);
    if (sum === null) return null;
    const common = (scaled * sum.denominator) / gcd(scaled, sum.denominator);
    numerator = add(scale(common / scaled, numerator), scale((common / sum.denominator) * p.coef, sum.numerator));
    scaled = common;
  }
  const content = contentOf(numerator, scaled);
  return {
    numerator: content === 1n ? numerator : divideExactly(numerator, content),
    denominator: (scaled / content) * denominator,
  };
}

/** Sum of a quotient that is a polynomial, times what doesn't change with k. */
function exactSum(mono: Term): Rational | null {
  const { term, scale: by } = withExactQuotients(mono);
  return by === 1n ? null : sumUpTo(term, by);
}

/** Sum of c * b^k below n: c * (b^n - 1) / (b - 1), for c free of k and b^k with exponent k + const. */
function geometricSum(mono: Term): Rational | null {
  const factors = mono.kind === 'prod' ? mono.factors : [mono];
  const powers = factors.filter((f) => mentions(f, COUNTER));
  const power = powers[0];
  if (powers.length !== 1 || !power || power.kind !== 'pow' || power.base < 2n) return null;
  const exponent = collect(power.exponent, COUNTER);
  if (exponent === null || exponent.length !== 2 || !isOne(exponent[1] as Term)) return null;
  const rest = factors.filter((f) => f !== power).reduce<Term>((acc, f) => mul(acc, f), int(1));
  return {
    numerator: mul(rest, sub(power, substitute(power, new Map([[COUNTER, int(0)]])))),
    denominator: power.base - 1n,
  };
}

function contentOf(t: Term, d: bigint): bigint {
  const { constant, parts } = partsOf(t);
  return abs(parts.reduce((g, p) => gcd(g, p.coef), gcd(d, constant)));
}

function divideExactly(term: Term, g: bigint): Term {
  const { constant, parts } = partsOf(term);
  return sumOf(
    constant / g,
    parts.map((p) => ({ coef: p.coef / g, mono: p.mono })),
  );
}

function factorial(n: number): bigint {
  let f = 1n;
  for (let i = 2; i <= n; i++) f *= BigInt(i);
  return f;
}

/** n (n - 1) ... (n - m + 1) */
function fallingFactorial(m: number): Term {
  let t: Term = int(1);
  for (let i = 0; i < m; i++) t = mul(t, plus(ITERATIONS, -i));
  return t;
}

/** Stirling numbers of the second kind. */
function stirling(j: number, i: number): bigint {
  if (i === j) return 1n;
  if (i === 0 || i > j) return 0n;
  return BigInt(i) * stirling(j - 1, i) + stirling(j - 1, i - 1);
}
