/** The symbols in terms and formulas: which there are, and others in their places. */
import { termCache } from './term-caches.ts';
import type { Formula, Part, ProdTerm, Term } from './expression.ts';
import { mapTerms } from './rewrite-terms.ts';
import { NO_SYMBOLS } from './symbol.ts';
import type { Symbol } from './symbol.ts';
import { add, div, factorsOf, int, isZero, ite, mod, mul, partsOf, pow, productOf, scale, sumOf } from './term.ts';
import { app } from './applied-functions.ts';

const symbolCache = termCache<Term, ReadonlySet<Symbol>>();

/** Replaces symbols, simultaneously. */
export function substitute(term: Term, map: ReadonlyMap<Symbol, Term>): Term {
  if (map.size === 0) return term;
  switch (term.kind) {
    case 'const':
      return term;
    case 'sym':
      return map.get(term.symbol) ?? term;
    default:
  }
  let touched = false;
  for (const s of symbolsOf(term))
    if (map.has(s)) {
      touched = true;
      break;
    }
  if (!touched) return term;
  switch (term.kind) {
    case 'sum': {
      const pieces: Part[] = [];
      let constant = term.constant;
      for (const p of term.parts) {
        const r = partsOf(substitute(p.mono, map));
        constant += r.constant * p.coef;
        for (const x of r.parts) pieces.push({ coef: x.coef * p.coef, mono: x.mono });
      }
      return sumOf(constant, pieces);
    }
    case 'prod':
      return substituteProduct(term, map);
    case 'div':
      return div(substitute(term.arg, map), term.by);
    case 'mod':
      return mod(substitute(term.arg, map), term.by);
    case 'pow':
      return pow(term.base, substitute(term.exponent, map));
    case 'ite':
      return ite(substituteFormula(term.cond, map), substitute(term.then, map), substitute(term.else, map));
    case 'app':
      return app(
        term.fn,
        term.args.map((a) => substitute(a, map)),
        term.of,
      );
  }
}

/** What stays a monomial is multiplied at once: a nest's counts are products of as many factors as it is deep. */
function substituteProduct(product: ProdTerm, map: ReadonlyMap<Symbol, Term>): Term {
  let coef = 1n;
  const atoms: Term[] = [];
  const sums: Term[] = [];
  for (const f of product.factors) {
    const s = substitute(f, map);
    const { constant, parts } = partsOf(s);
    const [only] = parts;
    if (!only) coef *= constant;
    else if (parts.length === 1 && constant === 0n) {
      coef *= only.coef;
      atoms.push(...factorsOf(only.mono));
    } else sums.push(s);
  }
  if (coef === 0n) return int(0);
  const monomial = atoms.length === 0 ? int(coef) : scale(coef, productOf(atoms));
  return sums.reduce<Term>((acc, s) => mul(acc, s), monomial);
}

/** All symbols in a term. */
export function symbolsOf(term: Term): ReadonlySet<Symbol> {
  if (term.kind === 'const') return NO_SYMBOLS;
  const known = symbolCache.get(term);
  if (known) return known;
  const out = new Set<Symbol>();
  const take = (s: ReadonlySet<Symbol>): void => {
    for (const x of s) out.add(x);
  };
  switch (term.kind) {
    case 'sym':
      out.add(term.symbol);
      break;
    case 'sum':
      for (const p of term.parts) take(symbolsOf(p.mono));
      break;
    case 'prod':
      for (const f of term.factors) take(symbolsOf(f));
      break;
    case 'div':
    case 'mod':
      take(symbolsOf(term.arg));
      break;
    case 'pow':
      take(symbolsOf(term.exponent));
      break;
    case 'ite':
      take(symbolsOfFormula(term.cond));
      take(symbolsOf(term.then));
      take(symbolsOf(term.else));
      break;
    case 'app':
      for (const a of term.args) take(symbolsOf(a));
      break;
  }
  symbolCache.set(term, out);
  return out;
}

export const mentions = (t: Term, s: Symbol): boolean => symbolsOf(t).has(s);

/**
 * The term as a polynomial in one symbol: coefficients by ascending power, free of the symbol. Null where it occurs
 * inside a division, a condition or another function.
 */
export function collect(term: Term, name: Symbol): Term[] | null {
  const { constant, parts } = partsOf(term);
  const out: Term[] = [int(constant)];
  for (const { coef, mono } of parts) {
    const rest: Term[] = [];
    let degree = 0;
    for (const f of factorsOf(mono)) {
      if (f.kind === 'sym' && f.symbol === name) degree++;
      else if (mentions(f, name)) return null;
      else rest.push(f);
    }
    while (out.length <= degree) out.push(int(0));
    out[degree] = add(out[degree] as Term, rest.length === 0 ? int(coef) : scale(coef, productOf(rest)));
  }
  while (out.length > 1 && isZero(out[out.length - 1] as Term)) out.pop();
  return out;
}

export function substituteFormula(formula: Formula, map: ReadonlyMap<Symbol, Term>): Formula {
  return mapTerms(formula, (term) => substitute(term, map));
}

export function symbolsOfFormula(formula: Formula): ReadonlySet<Symbol> {
  switch (formula.kind) {
    case 'true':
    case 'false':
      return new Set();
    case 'ge':
    case 'eq':
    case 'ne':
      return symbolsOf(formula.term);
    case 'and':
    case 'or': {
      const out = new Set<Symbol>();
      for (const p of formula.parts) for (const s of symbolsOfFormula(p)) out.add(s);
      return out;
    }
  }
}
