/** Formulas brought into a form in which what is equal looks equal: for decisions, not for showing. */
import { withExactQuotients } from './exact-quotients.ts';
import type { Formula } from './formula.ts';
import { and, eq0, ge0, ne0, or, substituteFormula } from './formula.ts';
import { rewrite } from './rewrite.ts';
import type { Symbol } from './symbol.ts';
import type { Term } from './term.ts';
import { add, div, int, mod, partsOf, scale } from './term.ts';

/** The formula in a form in which terms that are worth the same are more often the same term. */
export function comparable(f: Formula): Formula {
  const g = withConstants(f);
  return g.key.includes('(/ ') ? exactly(g) : g;
}

/** Symbols that are a constant are replaced by it in powers and functions, which no linear reasoning looks into. */
function withConstants(f: Formula): Formula {
  if (f.kind !== 'and' || !/\(\^|\((?!read|ge |eq |ne )[a-z]/.test(f.key)) return f;
  const known = new Map<Symbol, Term>();
  for (const p of f.parts) {
    if (p.kind !== 'eq') continue;
    const { constant, parts: [only, ...others] } = partsOf(p.term);
    if (only?.mono.kind === 'sym' && others.length === 0 && constant % only.coef === 0n) known.set(only.mono.symbol, int(-constant / only.coef));
  }
  return known.size === 0 ? f : and(...f.parts.map((p) => (p.kind === 'eq' && partsOf(p.term).parts.length === 1 ? p : substituteFormula(p, known))));
}

/** With exact quotients multiplied out. */
function exactly(f: Formula): Formula {
  switch (f.kind) {
    case 'true': case 'false': return f;
    case 'and': return and(...f.parts.map(exactly));
    case 'or': return or(...f.parts.map(exactly));
    case 'ge': return ge0(withExactQuotients(reducedWithin(f.term)).term);
    case 'eq': return eq0(withExactQuotients(reducedWithin(f.term)).term);
    case 'ne': return ne0(withExactQuotients(reducedWithin(f.term)).term);
  }
}

/** What is divided or reduced by a modulus, its exact quotients taken out where their factors are multiples of the divisors. */
function reducedWithin(t: Term): Term {
  return rewrite(t, (u) => {
    if (u.kind !== 'mod' && u.kind !== 'div') return null;
    const { constant, parts } = partsOf(reducedWithin(u.arg));
    const arg = parts.reduce<Term>((sum, p) => {
      const one = withExactQuotients(p.mono);
      return add(sum, p.coef % one.scale === 0n ? scale(p.coef / one.scale, one.term) : scale(p.coef, p.mono));
    }, int(constant));
    return u.kind === 'mod' ? mod(arg, u.by) : div(arg, u.by);
  });
}
