/**
 * A stronger normal form than the one that terms are built in, for deciding equalities. Remainders are written as what
 * a quotient leaves, `x mod 3` as `x - 3 floor(x / 3)`. Coefficients under a division are reduced to residues,
 * divisions of divisions are joined. Conditional values are resolved where a context decides their condition.
 */
import {
  FLOOR_QUOTIENT,
  add,
  app,
  div,
  int,
  isConst,
  ite,
  mapTerms,
  mod,
  mul,
  not,
  partsOf,
  pow,
  scale,
  sub,
  sumOf,
  termCache,
} from '../logic/index.ts';
import { floorDiv, floorMod } from '../arithmetic/index.ts';
import type { AppTerm, Formula, Part, Term } from '../logic/index.ts';

const known = termCache<Term, Term>();

/** An equal term; equal results mean equal terms. */
export function canonical(term: Term): Term {
  if (term.kind === 'const' || term.kind === 'sym') return term;
  const cached = known.get(term);
  if (cached) return cached;
  const made = term.kind === 'mod' ? remainder(canonical(term.arg), term.by) : map(term, canonical, canonicalFormula);
  known.set(term, made);
  return made;
}

export const canonicalFormula = (formula: Formula): Formula => mapTerms(formula, canonical);

/** The term with every conditional value replaced by the branch that is taken, where that is decided. */
export function withoutConditions(term: Term, holds: (f: Formula) => boolean): Term {
  if (term.kind === 'const' || term.kind === 'sym') return term;
  if (term.kind === 'ite') {
    if (holds(term.cond)) return withoutConditions(term.then, holds);
    if (holds(not(term.cond))) return withoutConditions(term.else, holds);
  }
  return map(
    term,
    (x) => withoutConditions(x, holds),
    (f) => f,
  );
}

/** Rebuilds a term from its parts. */
function map(term: Term, of: (t: Term) => Term, formula: (f: Formula) => Formula): Term {
  switch (term.kind) {
    case 'const':
    case 'sym':
      return term;
    case 'sum':
      return add(int(term.constant), ...term.parts.map((p) => scale(p.coef, of(p.mono))));
    case 'prod':
      return term.factors.reduce<Term>((acc, f) => mul(acc, of(f)), int(1));
    case 'div':
      return quotient(of(term.arg), term.by);
    case 'mod':
      return mod(of(term.arg), term.by);
    case 'pow':
      return pow(term.base, of(term.exponent));
    case 'ite':
      return ite(formula(term.cond), of(term.then), of(term.else));
    case 'app':
      return apply(term, term.args.map(of));
  }
}

/** t mod by, by what it is short of t. */
const remainder = (t: Term, by: bigint): Term => sub(t, scale(by, quotient(t, by)));

/** floor(t / by) as whole multiples outside and residues inside. */
function quotient(term: Term, by: bigint): Term {
  const { constant, parts } = partsOf(term);
  const outer: Part[] = parts.map((p) => ({ coef: floorDiv(p.coef, by), mono: p.mono }));
  const inner = sumOf(
    floorMod(constant, by),
    parts.map((p) => ({ coef: floorMod(p.coef, by), mono: p.mono })),
  );
  const whole = sumOf(floorDiv(constant, by), outer);
  // floor(floor(a / b) / c) = floor(a / (b c))
  if (inner.kind === 'app' && inner.fn === FLOOR_QUOTIENT)
    return add(whole, app(FLOOR_QUOTIENT, [inner.args[0] as Term, scale(by, inner.args[1] as Term)]));
  // floor((floor(a / b) + c) / d) = floor((a + b c) / (b d))
  const left = partsOf(inner);
  const [only, ...others] = left.parts;
  if (only?.mono.kind === 'div' && only.coef === 1n && others.length === 0)
    return add(whole, quotient(add(only.mono.arg, int(only.mono.by * left.constant)), only.mono.by * by));
  return add(whole, upright(inner, by));
}

/**
 * floor(t / by) for coefficients from 0 to by - 1. Of the equal floor(t / 2) and t - floor((t + 1) / 2) it is the one
 * without the constant.
 */
function upright(term: Term, by: bigint): Term {
  const { constant, parts } = partsOf(term);
  if (2n * constant < by || parts.some((p) => 2n * p.coef !== by)) return div(term, by);
  const turned = sumOf(
    by - 1n - constant,
    parts.map((p) => ({ coef: by - p.coef, mono: p.mono })),
  );
  return sub(
    sumOf(
      0n,
      parts.map((p) => ({ coef: 1n, mono: p.mono })),
    ),
    div(turned, by),
  );
}

function apply({ fn, of }: AppTerm, args: readonly Term[]): Term {
  const [a, b] = args;
  if (fn === FLOOR_QUOTIENT && a && b && isConst(b) && b.value > 0n) return quotient(a, b.value);
  return app(fn, args, of);
}
