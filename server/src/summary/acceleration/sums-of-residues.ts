/**
 * Sums of residues that have no closed form without a sum sign: `(p(k) mod m)` for a polynomial p and a modulus so
 * small that adding up one period is little work.
 */
import { COUNTER } from '../../certify/index.ts';
import { WIDEST_PERIOD } from '../../arithmetic/index.ts';
import type { Term } from '../../logic/index.ts';
import { add, app, collect, mentions, neg, partsOf, plus, residueSumOf, scale, sumOf, sym } from '../../logic/index.ts';
import type { Rational } from './rational-sum.ts';

/** The polynomial over a denominator, in the counter. */
function polynomialOf(term: Term): Rational | null {
  const { constant, parts } = partsOf(term);
  const quotients = parts.filter((p) => collect(p.mono, COUNTER) === null);
  const [quotient] = quotients;
  const whole = sumOf(
    constant,
    parts.filter((p) => p !== quotient),
  );
  if (!quotient) return { numerator: term, denominator: 1n };
  if (
    quotients.length > 1 ||
    quotient.mono.kind !== 'div' ||
    collect(quotient.mono.arg, COUNTER) === null ||
    (quotient.coef !== 1n && quotient.coef !== -1n)
  )
    return null;
  const { arg, by } = quotient.mono;
  // -floor(a / d) = floor((d - 1 - a) / d)
  return { numerator: add(scale(by, whole), quotient.coef === 1n ? arg : plus(neg(arg), by - 1n)), denominator: by };
}

/**
 * Sum over 0 <= k < n of a remainder that changes with k; null where it isn't one of a polynomial, or its period is too
 * long.
 */
export function residueSum(term: Term): Rational | null {
  if (term.kind !== 'mod') return null;
  const p = polynomialOf(term.arg);
  const coefficients = p && collect(p.numerator, COUNTER);
  if (!p || !coefficients || term.by * p.denominator > WIDEST_PERIOD || coefficients.some((c) => mentions(c, COUNTER)))
    return null;
  return {
    numerator: app(residueSumOf({ denominator: p.denominator, modulus: term.by }), [sym(COUNTER), ...coefficients]),
    denominator: 1n,
  };
}
