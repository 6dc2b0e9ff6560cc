/** Formulas brought into a form in which what is equal looks equal: for decisions, not for showing. */
import { withExactQuotients } from './exact-quotients.ts';
import type { Formula, Term } from './expression.ts';
import { and, eq0, ge0, ne0, or } from './formula.ts';
import { mentions, substitute, substituteFormula } from './substitution.ts';
import { rewrite } from './rewrite-terms.ts';
import type { Symbol } from './symbol.ts';
import { add, div, int, mod, partsOf, scale, sub } from './term.ts';

/** The formula in a form in which terms that are worth the same are more often the same term. */
export function comparable(f: Formula): Formula {
  const g = withEquals(f);
  return g.key.includes('(/ ') ? exactly(g) : g;
}

/**
 * Replaces symbols by what they are equal to, in powers and functions: linear reasoning doesn't look into these.
 * `x = y + 1 ∧ 2^x > 8` becomes `x = y + 1 ∧ 2^(y + 1) > 8`.
 */
function withEquals(formula: Formula): Formula {
  if (formula.kind !== 'and' || !formula.parts.some((p) => isOpaque(p))) return formula;
  let known: ReadonlyMap<Symbol, Term> = new Map();
  for (const p of [...formula.parts].sort((a, b) => a.size - b.size)) {
    if (p.kind !== 'eq' || isOpaque(p)) continue;
    const solved = solvedFor(substitute(p.term, known));
    if (solved === null) continue;
    known = new Map([...[...known].map(([x, t]): [Symbol, Term] => [x, substitute(t, new Map([solved]))]), solved]);
  }
  return known.size === 0 ? formula : and(...formula.parts.map((p) => (isOpaque(p) ? substituteFormula(p, known) : p)));
}

const isOpaque = (f: Formula): boolean => /\(\^|\((?!read|ge |eq |ne )[a-z]/.test(f.key);

/** A symbol that must be worth a term without it for this to be zero. */
function solvedFor(term: Term): readonly [Symbol, Term] | null {
  const { parts } = partsOf(term);
  const [only] = parts;
  for (const { coef, mono } of parts) {
    if (mono.kind !== 'sym') continue;
    const rest = sub(term, scale(coef, mono));
    if (parts.length === 1 && only && partsOf(term).constant % coef === 0n)
      return [mono.symbol, int(-partsOf(term).constant / coef)];
    if ((coef === 1n || coef === -1n) && !mentions(rest, mono.symbol)) return [mono.symbol, scale(-coef, rest)];
  }
  return null;
}

/** With exact quotients multiplied out. */
function exactly(formula: Formula): Formula {
  switch (formula.kind) {
    case 'true':
    case 'false':
      return formula;
    case 'and':
      return and(...formula.parts.map(exactly));
    case 'or':
      return or(...formula.parts.map(exactly));
    case 'ge':
      return ge0(withExactQuotients(reducedWithin(formula.term)).term);
    case 'eq':
      return eq0(withExactQuotients(reducedWithin(formula.term)).term);
    case 'ne':
      return ne0(withExactQuotients(reducedWithin(formula.term)).term);
  }
}

/**
 * Within divisions and moduli. Exact quotients are taken out where their factors are multiples of the divisors, as in
 * `(4 (x / 2)) mod m`.
 */
function reducedWithin(term: Term): Term {
  return rewrite(term, (u) => {
    if (u.kind !== 'mod' && u.kind !== 'div') return null;
    const { constant, parts } = partsOf(reducedWithin(u.arg));
    const arg = parts.reduce<Term>((sum, p) => {
      const one = withExactQuotients(p.mono);
      return add(sum, p.coef % one.scale === 0n ? scale(p.coef / one.scale, one.term) : scale(p.coef, p.mono));
    }, int(constant));
    return u.kind === 'mod' ? mod(arg, u.by) : div(arg, u.by);
  });
}
