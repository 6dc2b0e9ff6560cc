/**
 * Quotients that are none. A polynomial that leaves the same remainder whatever its variables are is divided as a
 * fraction is: `i (i + 1)` is always even, so half of it needs no rounding.
 */
import { evaluate } from './evaluate-terms.ts';
import { floorMod, gcd } from '../arithmetic/index.ts';
import type { Symbol } from './symbol.ts';
import type { DivTerm, Term } from './expression.ts';
import { add, int, mul, partsOf, plus, scale } from './term.ts';
import { symbolsOf } from './substitution.ts';

/** So many residues of the variables are tried. */
const MAX_TRIED = 400n;

/**
 * The remainder of the term modulo m, where it is the same for all values of its variables. Null: it isn't, or that
 * isn't known.
 */
export function constantResidue(term: Term, modulus: bigint): bigint | null {
  const names = [...symbolsOf(term)];
  if (!isPolynomial(term) || modulus ** BigInt(names.length) > MAX_TRIED) return null;
  const values = new Map<Symbol, bigint>();
  let residue: bigint | null = null;
  const same = (index: number): boolean => {
    const name = names[index];
    if (name === undefined) {
      const r = floorMod(evaluate(term, (x) => values.get(x)) as bigint, modulus);
      residue ??= r;
      return r === residue;
    }
    for (let v = 0n; v < modulus; v++) {
      values.set(name, v);
      if (!same(index + 1)) return false;
    }
    return true;
  };
  return same(0) ? residue : null;
}

function isPolynomial(term: Term): boolean {
  switch (term.kind) {
    case 'const':
    case 'sym':
      return true;
    case 'sum':
      return term.parts.every((p) => isPolynomial(p.mono));
    case 'prod':
      return term.factors.every(isPolynomial);
    default:
      return false;
  }
}

/** The term times `scale`, with its exact quotients as the polynomials that they are then. */
export function withExactQuotients(term: Term): { readonly term: Term; readonly scale: bigint } {
  const { constant, parts } = partsOf(term);
  const read = parts.map((p) => {
    const factors = p.mono.kind === 'prod' ? p.mono.factors : [p.mono];
    const quotient = factors.find((f): f is DivTerm => f.kind === 'div' && constantResidue(f.arg, f.by) !== null);
    return { p, factors, quotient };
  });
  let all = 1n;
  for (const { quotient } of read) if (quotient) all = (all * quotient.by) / gcd(all, quotient.by);
  if (all === 1n) return { term: term, scale: 1n };
  const out = read.map(({ p, factors, quotient }) => {
    if (!quotient) return scale(all * p.coef, p.mono);
    const rest = factors.filter((f) => f !== quotient).reduce<Term>((product, f) => mul(product, f), int(1));
    return scale(
      (all / quotient.by) * p.coef,
      mul(rest, plus(quotient.arg, -(constantResidue(quotient.arg, quotient.by) as bigint))),
    );
  });
  return { term: add(int(all * constant), ...out), scale: all };
}
