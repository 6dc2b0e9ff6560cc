/** Terms and formulas with their atoms replaced. */
import type { Formula, Term } from './expression.ts';
import { and, eq0, ge0, ne0, or } from './formula.ts';
import { add, div, int, ite, mod, mul, pow, scale } from './term.ts';
import { app } from './applied-functions.ts';
import type { FunctionSymbol } from './function-symbols.ts';

/** Replaces whatever `by` gives something for, from the outside in. */
export function rewrite(term: Term, by: (t: Term) => Term | null): Term {
  const replaced = by(term);
  if (replaced !== null) return replaced;
  const inside = (x: Term): Term => rewrite(x, by);
  switch (term.kind) {
    case 'const':
    case 'sym':
      return term;
    case 'sum':
      return term.parts.reduce<Term>((acc, p) => add(acc, scale(p.coef, inside(p.mono))), int(term.constant));
    case 'prod':
      return term.factors.reduce<Term>((acc, f) => mul(acc, inside(f)), int(1));
    case 'div':
      return div(inside(term.arg), term.by);
    case 'mod':
      return mod(inside(term.arg), term.by);
    case 'pow':
      return pow(term.base, inside(term.exponent));
    case 'ite':
      return ite(rewriteFormula(term.cond, by), inside(term.then), inside(term.else));
    case 'app':
      return app(term.fn, term.args.map(inside), term.of);
  }
}

/** Some part of the term, or all of it, is one of these. */
export function hasPart(term: Term, is: (t: Term) => boolean): boolean {
  let found = false;
  rewrite(term, (t) => {
    if (is(t)) found = true;
    return found ? t : null;
  });
  return found;
}

export function rewriteFormula(formula: Formula, by: (t: Term) => Term | null): Formula {
  return mapTerms(formula, (term) => rewrite(term, by));
}

/**
 * The formula with other terms in its literals: with `t + 1` for each t, `x >= 0 && y = 0` is
 * `x + 1 >= 0 && y + 1 = 0`.
 */
export function mapTerms(formula: Formula, to: (t: Term) => Term): Formula {
  switch (formula.kind) {
    case 'true':
    case 'false':
      return formula;
    case 'ge':
      return ge0(to(formula.term));
    case 'eq':
      return eq0(to(formula.term));
    case 'ne':
      return ne0(to(formula.term));
    case 'and':
      return and(...formula.parts.map((p) => mapTerms(p, to)));
    case 'or':
      return or(...formula.parts.map((p) => mapTerms(p, to)));
  }
}

/** All applications of a function, by their keys, inner ones included. */
export function applications(
  of: readonly (Term | Formula)[],
  fn: FunctionSymbol,
): Map<string, Term & { readonly kind: 'app' }> {
  const found = new Map<string, Term & { readonly kind: 'app' }>();
  const see = (t: Term): null => {
    if (t.kind === 'app' && t.fn === fn) found.set(t.key, t);
    return null;
  };
  for (const x of of) {
    if (isFormula(x)) rewriteFormula(x, see);
    else rewrite(x, see);
  }
  return found;
}

const FORMULAS = new Set(['true', 'false', 'ge', 'eq', 'ne', 'and', 'or']);
const isFormula = (x: Term | Formula): x is Formula => FORMULAS.has(x.kind);
