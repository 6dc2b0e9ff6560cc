/**
 * What follows from products of inequalities. It is a factor that isn't negative times what isn't negative, where that
 * speaks of products that are there.
 */
import type { Formula, Literal, RangeOf, Symbol, Term } from '../logic/index.ts';
import { and, conjuncts, ge0, isLiteral, mul, neg, partsOf, scale, sym } from '../logic/index.ts';

const MAX_PRODUCTS = 12;

/** The formula with such products; null: there are none. */
export function withProducts(formula: Formula, range: RangeOf): Formula | null {
  const literals = conjuncts(formula).filter(isLiteral);
  const monomials = new Set(
    literals.flatMap((l) => partsOf(l.term).parts.map((p) => p.mono)).filter((m) => m.kind === 'prod'),
  );
  const factors = new Set(
    [...monomials]
      .flatMap((m) => (m.kind === 'prod' ? m.factors : []))
      .flatMap((f) => (f.kind === 'sym' ? [f.symbol] : [])),
  );
  const out: Formula[] = [];
  for (const multiplier of factors) {
    const sign = signOf(multiplier, literals, range);
    if (sign === null) continue;
    const factor = scale(sign, sym(multiplier));
    for (const l of literals) {
      if (out.length >= MAX_PRODUCTS) break;
      for (const t of notNegative(l)) {
        const product = mul(factor, t);
        const made = partsOf(product)
          .parts.map((p) => p.mono)
          .filter((m) => m.kind === 'prod');
        if (made.length > 0 && made.every((m) => monomials.has(m))) out.push(ge0(product));
      }
    }
  }
  return out.length === 0 ? null : and(formula, ...out);
}

const notNegative = (l: Literal): readonly Term[] =>
  l.kind === 'ge' ? [l.term] : l.kind === 'eq' ? [l.term, neg(l.term)] : [];

/**
 * 1 where the symbol isn't negative, -1 where it isn't positive, as a single condition or its range says; else null.
 */
function signOf(symbol: Symbol, literals: readonly Literal[], range: RangeOf): bigint | null {
  const interval = range(symbol);
  if (interval?.lo !== null && interval?.lo !== undefined && interval.lo >= 0n) return 1n;
  if (interval?.hi !== null && interval?.hi !== undefined && interval.hi <= 0n) return -1n;
  for (const l of literals)
    for (const t of notNegative(l)) {
      const {
        constant,
        parts: [only, ...more],
      } = partsOf(t);
      if (only?.mono.kind === 'sym' && only.mono.symbol === symbol && more.length === 0 && constant <= 0n)
        return only.coef > 0n ? 1n : -1n;
    }
  return null;
}
