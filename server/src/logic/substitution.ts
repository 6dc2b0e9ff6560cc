/** The symbols in terms and formulas: which there are, and others in their places. */
import { termCache } from './term-caches.ts';
import type { Formula, Part, ProdTerm, Term } from './expression.ts';
import { and, eq0, ge0, ne0, or } from './formula.ts';
import { NO_SYMBOLS } from './symbol.ts';
import type { Symbol } from './symbol.ts';
import { add, app, div, factorsOf, int, isZero, ite, mod, mul, partsOf, pow, productOf, scale, sumOf } from './term.ts';

const symbolCache = termCache<Term, ReadonlySet<Symbol>>();

/** Replaces symbols, simultaneously. */
export function substitute(t: Term, map: ReadonlyMap<Symbol, Term>): Term {
  if (map.size === 0) return t;
  switch (t.kind) {
    case 'const':
      return t;
    case 'sym':
      return map.get(t.symbol) ?? t;
    default:
  }
  let touched = false;
  for (const s of symbolsOf(t))
    if (map.has(s)) {
      touched = true;
      break;
    }
  if (!touched) return t;
  switch (t.kind) {
    case 'sum': {
      const pieces: Part[] = [];
      let constant = t.constant;
      for (const p of t.parts) {
        const r = partsOf(substitute(p.mono, map));
        constant += r.constant * p.coef;
        for (const x of r.parts) pieces.push({ coef: x.coef * p.coef, mono: x.mono });
      }
      return sumOf(constant, pieces);
    }
    case 'prod':
      return substituteProduct(t, map);
    case 'div':
      return div(substitute(t.arg, map), t.by);
    case 'mod':
      return mod(substitute(t.arg, map), t.by);
    case 'pow':
      return pow(t.base, substitute(t.exponent, map));
    case 'ite':
      return ite(substituteFormula(t.cond, map), substitute(t.then, map), substitute(t.else, map));
    case 'app':
      return app(
        t.fn,
        t.args.map((a) => substitute(a, map)),
        t.of,
      );
  }
}

/** What stays a monomial is multiplied at once: a nest's counts are products of as many factors as it is deep. */
function substituteProduct(t: ProdTerm, map: ReadonlyMap<Symbol, Term>): Term {
  let coef = 1n;
  const atoms: Term[] = [];
  const sums: Term[] = [];
  for (const f of t.factors) {
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
export function symbolsOf(t: Term): ReadonlySet<Symbol> {
  if (t.kind === 'const') return NO_SYMBOLS;
  const known = symbolCache.get(t);
  if (known) return known;
  const out = new Set<Symbol>();
  const take = (s: ReadonlySet<Symbol>): void => {
    for (const x of s) out.add(x);
  };
  switch (t.kind) {
    case 'sym':
      out.add(t.symbol);
      break;
    case 'sum':
      for (const p of t.parts) take(symbolsOf(p.mono));
      break;
    case 'prod':
      for (const f of t.factors) take(symbolsOf(f));
      break;
    case 'div':
    case 'mod':
      take(symbolsOf(t.arg));
      break;
    case 'pow':
      take(symbolsOf(t.exponent));
      break;
    case 'ite':
      take(symbolsOfFormula(t.cond));
      take(symbolsOf(t.then));
      take(symbolsOf(t.else));
      break;
    case 'app':
      for (const a of t.args) take(symbolsOf(a));
      break;
  }
  symbolCache.set(t, out);
  return out;
}

export const mentions = (t: Term, s: Symbol): boolean => symbolsOf(t).has(s);

/**
 * The term as a polynomial in one symbol: coefficients by ascending power, free of the symbol; null where it occurs inside a
 * division, a condition or another function.
 */
export function collect(t: Term, name: Symbol): Term[] | null {
  const { constant, parts } = partsOf(t);
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

export function substituteFormula(f: Formula, map: ReadonlyMap<Symbol, Term>): Formula {
  switch (f.kind) {
    case 'true':
    case 'false':
      return f;
    case 'ge':
      return ge0(substitute(f.term, map));
    case 'eq':
      return eq0(substitute(f.term, map));
    case 'ne':
      return ne0(substitute(f.term, map));
    case 'and':
      return and(...f.parts.map((p) => substituteFormula(p, map)));
    case 'or':
      return or(...f.parts.map((p) => substituteFormula(p, map)));
  }
}

export function symbolsOfFormula(f: Formula): ReadonlySet<Symbol> {
  switch (f.kind) {
    case 'true':
    case 'false':
      return new Set();
    case 'ge':
    case 'eq':
    case 'ne':
      return symbolsOf(f.term);
    case 'and':
    case 'or': {
      const out = new Set<Symbol>();
      for (const p of f.parts) for (const s of symbolsOfFormula(p)) out.add(s);
      return out;
    }
  }
}
