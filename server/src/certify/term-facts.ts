/**
 * What linear arithmetic doesn't know of some terms. These are quotients by a symbolic divisor, products and powers,
 * and the first visit of an interval by a rotation. Each is said in inequalities, as far as what they need is proven.
 */
import type { AppTerm, ConstTerm, Formula, ModTerm, PowTerm, ProdTerm, RangeOf, Symbol, Term } from '../logic/index.ts';
import {
  FIRST_WITHIN,
  FLOOR_QUOTIENT,
  TRUE,
  add,
  and,
  conjuncts,
  derived,
  div,
  eq,
  ge,
  ge0,
  int,
  isConst,
  isLiteral,
  le,
  mod,
  mul,
  neg,
  not,
  partsOf,
  plus,
  scale,
  sub,
  substituteFormula,
  sumOf,
  sym,
} from '../logic/index.ts';
import { gcd } from '../arithmetic/index.ts';

const MAX_PRODUCTS = 8;

type Proves = (f: Formula) => boolean;

/** The formula with what its terms mean. */
export function withMeaning(formula: Formula, impossible: Proves): Formula {
  const found = Occurrences.in(formula);
  const facts: Formula[] = [];
  const proves: Proves = (f) => impossible(and(formula, not(f)));
  // signs of quotients give those of products
  const provesWith: Proves = (f) => impossible(and(formula, ...facts, not(f)));
  for (const q of found.quotients.values()) facts.push(...ofQuotient(q, proves));
  for (const p of [...found.products.values()].slice(0, MAX_PRODUCTS))
    facts.push(...ofProduct(p, provesWith), ...ofBounds(p, and(formula, ...facts), provesWith));
  // b^e is 1 modulo b - 1
  for (const p of found.powers.values())
    if (p.base > 2n && proves(ge0(p.exponent))) facts.push(eq(p, plus(scale(p.base - 1n, div(p, p.base - 1n)), 1)));
  for (const f of found.firsts.values()) {
    const visit = visitOf(f, proves);
    if (visit) facts.push(ge(visit.count, int(0)), within(visit, visit.count));
    if (visit && proves(le(visit.count, int(0)))) facts.push(within(visit, int(0)));
  }
  return facts.length === 0 ? formula : and(formula, ...facts);
}

/** b q <= a < b q + b for q = floor(a / b), where b is positive. */
function ofQuotient(quotient: AppTerm, proves: Proves): readonly Formula[] {
  const [a, b] = quotient.args;
  if (!a || !b || !proves(ge0(plus(b, -1)))) return [];
  const rest = sub(a, mul(b, quotient));
  const out = [ge0(rest), ge0(sub(plus(b, -1), rest))];
  if (proves(ge0(a))) out.push(ge0(quotient));
  else if (proves(ge0(plus(neg(a), -1)))) out.push(ge0(sub(int(-1), quotient)));
  // a quotient of less than the divisor is nothing
  if (proves(ge0(sub(plus(b, -1), a))) && proves(ge0(a))) out.push(ge0(neg(quotient)));
  if (proves(ge0(sub(a, b)))) out.push(ge0(plus(quotient, -1)));
  return out;
}

/** The sign of a product whose factors have one; one of positive factors is at least each of them. */
function ofProduct(product: ProdTerm, proves: Proves): readonly Formula[] {
  let sign = 1;
  let strict = true;
  for (const f of product.factors) {
    const s = signOf(f, proves);
    if (s === null) return [];
    if (s.value < 0) sign = -sign;
    strict &&= s.strict;
  }
  const own = sign > 0 ? product : neg(product);
  const out = [ge0(strict ? plus(own, -1) : own)];
  if (strict && product.factors.every((f) => proves(ge0(plus(f, -1)))))
    out.push(...product.factors.map((f) => ge(product, f)));
  return out;
}

/** Constant bounds of one factor, times the others where these aren't negative (McCormick). */
function ofBounds(monomial: ProdTerm, formula: Formula, proves: Proves): readonly Formula[] {
  const out: Formula[] = [];
  for (const [i, f] of monomial.factors.entries()) {
    const { lo, hi } = boundsIn(formula, f);
    if (lo === null && hi === null) continue;
    const rest = monomial.factors.filter((_, j) => j !== i).reduce<Term>((product, g) => mul(product, g), int(1));
    if (!proves(ge0(rest))) continue;
    if (lo !== null) out.push(ge(monomial, scale(lo, rest)));
    if (hi !== null) out.push(le(monomial, scale(hi, rest)));
  }
  return out;
}

/** Constants that conjuncts about nothing but the term say it lies between. */
function boundsIn(formula: Formula, term: Term): { readonly lo: bigint | null; readonly hi: bigint | null } {
  let lo: bigint | null = null;
  let hi: bigint | null = null;
  for (const f of conjuncts(formula)) {
    if (!isLiteral(f) || f.kind === 'ne') continue;
    const {
      constant,
      parts: [only, ...others],
    } = partsOf(f.term);
    if (!only || others.length > 0 || only.mono !== term || (only.coef !== 1n && only.coef !== -1n)) continue;
    const value = -constant * only.coef;
    if (f.kind === 'eq' || only.coef > 0n) lo = lo === null || value > lo ? value : lo;
    if (f.kind === 'eq' || only.coef < 0n) hi = hi === null || value < hi ? value : hi;
  }
  return { lo, hi };
}

function signOf(factor: Term, proves: Proves): { readonly value: 1 | -1; readonly strict: boolean } | null {
  if (factor.kind === 'pow' && factor.base >= 1n) return { value: 1, strict: true };
  for (const value of [1, -1] as const) {
    const t = value === 1 ? factor : neg(factor);
    if (proves(ge0(plus(t, -1)))) return { value, strict: true };
    if (proves(ge0(t))) return { value, strict: false };
  }
  return null;
}

/** `first(a, b, m, lo, hi)` where it is known to exist. */
export interface Visit {
  readonly count: Term;
  readonly start: Term;
  readonly step: Term;
  readonly modulus: bigint;
  readonly lo: Term;
  readonly hi: Term;
}

function visitOf(application: AppTerm, proves: Proves): Visit | null {
  const [start, step, m, lo, hi] = application.args;
  if (!start || !step || !lo || !hi || !m || !isConst(m) || !isConst(step) || m.value <= 0n) return null;
  // what is visited are all values that are the start modulo the greatest common divisor. The interval is as wide, or
  // has the least or greatest of them
  const apart = gcd(step.value, m.value);
  const least = add(lo, mod(sub(start, lo), apart));
  const greatest = add(plus(hi, 1n - apart), mod(plus(sub(start, hi), -1), apart));
  const bounds = and(ge0(lo), le(hi, int(m.value - 1n)));
  const exists = [ge0(plus(sub(hi, lo), 1n - apart)), le(least, hi), ge(greatest, lo)];
  return conjuncts(bounds).every(proves) && exists.some(proves)
    ? { count: application, start, step, modulus: m.value, lo, hi }
    : null;
}

const valueAt = (v: Visit, k: Term): Term => mod(add(v.start, mul(v.step, k)), v.modulus);
const within = (v: Visit, k: Term): Formula => and(ge(valueAt(v, k), v.lo), le(valueAt(v, k), v.hi));

/** The first visits in the terms that are known to exist. */
export function visitsIn(terms: readonly Term[], proves: Proves): readonly Visit[] {
  const found = Occurrences.in(terms);
  return [...found.firsts.values()].flatMap((f) => visitOf(f, proves) ?? []);
}

/** At no k >= 0 before its count is the interval visited: for the given visits and k. */
export function notVisited(visits: readonly Visit[], ks: readonly Term[], proves: Proves): Formula {
  return and(
    ...visits.flatMap((v) =>
      ks.filter((k) => proves(ge0(k)) && proves(ge0(plus(sub(v.count, k), -1)))).map((k) => not(within(v, k))),
    ),
  );
}

/**
 * The formula with what its first visits say of the remainders in it: those of earlier iterations are not in the
 * interval.
 */
export function withVisits(formula: Formula, impossible: Proves): Formula {
  if (!formula.key.includes(`(${FIRST_WITHIN.key} `)) return formula;
  const found = Occurrences.in(formula);
  const proves: Proves = (f) => impossible(and(formula, not(f)));
  const out: Formula[] = [];
  for (const f of found.firsts.values()) {
    const v = visitOf(f, proves);
    if (!v) continue;
    const ks = [...found.remainders.values()].flatMap((m) => (m.by === v.modulus ? (iterationOf(v, m.arg) ?? []) : []));
    out.push(...conjuncts(notVisited([v], [...ks, ...iterationsBefore(v.count, formula)], proves)));
  }
  return and(formula, ...out);
}

/** The greatest k of which a conjunct says that it is less than the count. */
function iterationsBefore(count: Term, formula: Formula): readonly Term[] {
  return conjuncts(formula).flatMap((conjunct) => {
    if (!isLiteral(conjunct) || conjunct.kind !== 'ge') return [];
    const { constant, parts } = partsOf(conjunct.term);
    return parts.some((p) => p.mono === count && p.coef === 1n)
      ? [
          plus(
            neg(
              sumOf(
                constant,
                parts.filter((p) => p.mono !== count),
              ),
            ),
            -1,
          ),
        ]
      : [];
  });
}

/** The k with start + step k = t; null where there is none as a term. */
function iterationOf(visit: Visit, term: Term): Term | null {
  const { constant, parts } = partsOf(sub(term, visit.start));
  const { value: step } = visit.step as ConstTerm;
  if (step === 0n || parts.some((p) => p.coef % step !== 0n)) return null;
  // the constant may be off by multiples of the modulus
  for (let c = constant, i = 0n; i < 64n && i < visit.modulus; i++, c += visit.modulus) {
    if (c % step === 0n)
      return sumOf(
        c / step,
        parts.map((p) => ({ coef: p.coef / step, mono: p.mono })),
      );
  }
  return null;
}

export const hasVisits = (t: Term): boolean => {
  const found = Occurrences.in([t]);
  return found.firsts.size > 0;
};

/**
 * Powers b^(n - c) as those of n - c for the greatest such c. So `b^n` and `b^(n - 1)` are multiples of one power:
 * with m = n - 1 they are b b^m and b^m.
 */
export function withLoweredExponents(formula: Formula, range: RangeOf): Formula {
  const found = Occurrences.in(formula);
  const by = new Map<Symbol, bigint>();
  for (const { exponent } of found.powers.values()) {
    const { constant, parts } = partsOf(exponent);
    const [only] = parts;
    if (
      parts.length === 1 &&
      only?.coef === 1n &&
      only.mono.kind === 'sym' &&
      -constant > (by.get(only.mono.symbol) ?? 0n)
    )
      by.set(only.mono.symbol, -constant);
  }
  if (by.size === 0) return formula;
  const lowered = new Map([...by].map(([s, c]) => [s, plus(sym(derived(s, `-${c}`)), c)]));
  const bounds = [...lowered].flatMap(([s, t]) => {
    const i = range(s);
    return [i?.lo == null ? TRUE : ge0(plus(t, -i.lo)), i?.hi == null ? TRUE : ge0(plus(neg(t), i.hi))];
  });
  return and(substituteFormula(formula, lowered), ...bounds);
}

/** Terms without a normal form that occur somewhere, by their keys. */
class Occurrences {
  readonly quotients = new Map<string, AppTerm>();
  readonly products = new Map<string, ProdTerm>();
  readonly powers = new Map<string, PowTerm>();
  readonly firsts = new Map<string, AppTerm>();
  readonly remainders = new Map<string, ModTerm>();

  static in(where: Formula | readonly Term[]): Occurrences {
    const found = new Occurrences();
    if ('kind' in where) found.takeFormula(where);
    else for (const t of where) found.take(t);
    return found;
  }

  private takeFormula(f: Formula): void {
    if (f.kind === 'and' || f.kind === 'or') for (const p of f.parts) this.takeFormula(p);
    else if (isLiteral(f)) this.take(f.term);
  }

  private take(term: Term): void {
    switch (term.kind) {
      case 'sum':
        for (const p of partsOf(term).parts) this.take(p.mono);
        break;
      case 'prod':
        this.products.set(term.key, term);
        for (const f of term.factors) this.take(f);
        break;
      case 'div':
      case 'mod':
        if (term.kind === 'mod') this.remainders.set(term.key, term);
        this.take(term.arg);
        break;
      case 'pow':
        this.powers.set(term.key, term);
        this.take(term.exponent);
        break;
      case 'app':
        if (term.fn === FLOOR_QUOTIENT) this.quotients.set(term.key, term);
        if (term.fn === FIRST_WITHIN) this.firsts.set(term.key, term);
        for (const a of term.args) this.take(a);
        break;
      default:
    }
  }
}
