/**
 * A stronger normal form than the one that terms are built in, for deciding equalities: remainders are written as what a quotient
 * leaves, coefficients under a division are reduced to residues, divisions of divisions are joined. Conditional values are resolved where a context decides their condition.
 */
import {
  FLOOR_QUOTIENT,
  add,
  and,
  app,
  div,
  eq0,
  ge0,
  int,
  isConst,
  ite,
  mod,
  mul,
  ne0,
  not,
  or,
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
export function canonical(t: Term): Term {
  if (t.kind === 'const' || t.kind === 'sym') return t;
  const cached = known.get(t);
  if (cached) return cached;
  const made = t.kind === 'mod' ? remainder(canonical(t.arg), t.by) : map(t, canonical, canonicalFormula);
  known.set(t, made);
  return made;
}

export function canonicalFormula(f: Formula): Formula {
  switch (f.kind) {
    case 'true':
    case 'false':
      return f;
    case 'ge':
      return ge0(canonical(f.term));
    case 'eq':
      return eq0(canonical(f.term));
    case 'ne':
      return ne0(canonical(f.term));
    case 'and':
      return and(...f.parts.map(canonicalFormula));
    case 'or':
      return or(...f.parts.map(canonicalFormula));
  }
}

/** The term with every conditional value replaced by the branch that is taken, where that is decided. */
export function withoutConditions(t: Term, holds: (f: Formula) => boolean): Term {
  if (t.kind === 'const' || t.kind === 'sym') return t;
  if (t.kind === 'ite') {
    if (holds(t.cond)) return withoutConditions(t.then, holds);
    if (holds(not(t.cond))) return withoutConditions(t.else, holds);
  }
  return map(
    t,
    (x) => withoutConditions(x, holds),
    (f) => f,
  );
}

/** Rebuilds a term from its parts. */
function map(t: Term, of: (t: Term) => Term, formula: (f: Formula) => Formula): Term {
  switch (t.kind) {
    case 'const':
    case 'sym':
      return t;
    case 'sum':
      return add(int(t.constant), ...t.parts.map((p) => scale(p.coef, of(p.mono))));
    case 'prod':
      return t.factors.reduce<Term>((acc, f) => mul(acc, of(f)), int(1));
    case 'div':
      return quotient(of(t.arg), t.by);
    case 'mod':
      return mod(of(t.arg), t.by);
    case 'pow':
      return pow(t.base, of(t.exponent));
    case 'ite':
      return ite(formula(t.cond), of(t.then), of(t.else));
    case 'app':
      return apply(t, t.args.map(of));
  }
}

/** t mod by, by what it is short of t. */
const remainder = (t: Term, by: bigint): Term => sub(t, scale(by, quotient(t, by)));

/** floor(t / by) as whole multiples outside and residues inside. */
function quotient(t: Term, by: bigint): Term {
  const { constant, parts } = partsOf(t);
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

/** floor(t / by) for coefficients from 0 to by - 1: of floor(t / 2) and t - floor((t + 1) / 2), which are equal, the one without the constant. */
function upright(t: Term, by: bigint): Term {
  const { constant, parts } = partsOf(t);
  if (2n * constant < by || parts.some((p) => 2n * p.coef !== by)) return div(t, by);
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
