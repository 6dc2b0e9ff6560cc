/**
 * Formulas over integer terms in negation normal form: literals `t >= 0`, `t = 0`, `t != 0`, conjunctions and
 * disjunctions. Interned like terms; linear literals are tightened over the integers (2x - 1 >= 0 becomes x - 1 >= 0).
 */
import { termCache } from './term-caches.ts';
import { COST, lookUp, work } from '../budget/index.ts';
import type { Formula, Literal, Term } from './expression.ts';
import { complement, floorDiv, gcd, nonNegativeRuns } from '../arithmetic/index.ts';
import type { Run } from '../arithmetic/index.ts';
import { int, mod, neg, partsOf, plus, sub, sumOf } from './term.ts';
import { app } from './applied-functions.ts';
import { BITS_SET, LOWEST_BITS_CLEARED } from './function-symbols.ts';

export const TRUE: Formula = { kind: 'true', key: 'T', size: 1 };
export const FALSE: Formula = { kind: 'false', key: 'F', size: 1 };

export const isLiteral = (f: Formula): f is Literal => f.kind === 'ge' || f.kind === 'eq' || f.kind === 'ne';
const bool = (b: boolean): Formula => (b ? TRUE : FALSE);

const literals = termCache<string, Literal>();
const negations = termCache<string, Formula>();

function literal(kind: 'ge' | 'eq' | 'ne', term: Term): Literal {
  const key = `(${kind} ${term.key})`;
  lookUp(key);
  const known = literals.get(key);
  if (known) return known;
  const made: Literal = { kind, term, key, size: term.size + 1 };
  literals.set(key, made);
  return made;
}

const MAX_DEGREE = 8;

/** A polynomial of degree 2 and more in one symbol, with constant coefficients in ascending order. */
function univariateOf(term: Term): { x: Term; coefficients: readonly bigint[] } | null {
  const { constant, parts } = partsOf(term);
  const coefficients = [constant];
  let variable: Term | null = null;
  for (const { coef, mono } of parts) {
    const factors = mono.kind === 'prod' ? mono.factors : [mono];
    const [first] = factors;
    if (
      first?.kind !== 'sym' ||
      (variable !== null && first !== variable) ||
      factors.length > MAX_DEGREE ||
      factors.some((f) => f !== first)
    )
      return null;
    variable = first;
    coefficients[factors.length] = coef;
  }
  return variable === null || coefficients.length <= 2
    ? null
    : { x: variable, coefficients: Array.from(coefficients, (c) => c ?? 0n) };
}

/** x is in one of the runs. */
const within = (x: Term, runs: readonly Run[]): Formula =>
  or(
    ...runs.map((r) => and(r.lo === null ? TRUE : ge0(plus(x, -r.lo)), r.hi === null ? TRUE : ge0(sub(int(r.hi), x)))),
  );

/** The integers in runs of both. */
const common = (first: readonly Run[], second: readonly Run[]): readonly Run[] =>
  complement(
    [...complement(first), ...complement(second)].sort((r, s) =>
      r.lo === null ? -1 : s.lo === null ? 1 : r.lo < s.lo ? -1 : 1,
    ),
  );

/**
 * What is said of bits that are set or left as a condition on their number, and that on a number without bits: see
 * `aboutBits`.
 */
interface BitsLeft {
  readonly set: Formula;
  readonly none: Formula;
}

/**
 * A single function of bits, c times: cleared(a, k) is not 0 as long as k < popcount(a), and popcount(a) is 0 where a
 * is. (Their arguments are not negative.)
 */
function aboutBits(
  term: Term,
): { readonly coef: bigint; readonly constant: bigint; readonly left: () => BitsLeft } | null {
  const { constant, parts } = partsOf(term);
  const only = parts[0];
  if (parts.length !== 1 || only?.mono.kind !== 'app') return null;
  const {
    coef,
    mono: {
      fn,
      args: [number, cleared],
    },
  } = only;
  if (fn === BITS_SET && number) return { coef, constant, left: () => ({ set: ne0(number), none: eq0(number) }) };
  if (fn !== LOWEST_BITS_CLEARED || !number || !cleared) return null;
  const rest = sub(app(BITS_SET, [number]), cleared);
  return { coef, constant, left: () => ({ set: ge0(plus(rest, -1)), none: ge0(neg(rest)) }) };
}

/**
 * About popcount(cleared(a, k)), which is max(0, popcount(a) - k): at least 2 where popcount(a) - k is; null for other
 * terms.
 */
function bitsAfterClearing(term: Term): Formula | null {
  const { constant, parts } = partsOf(term);
  const [only, ...others] = parts;
  if (others.length > 0 || only?.mono.kind !== 'app' || only.mono.fn !== BITS_SET) return null;
  const [cleared] = only.mono.args;
  if (cleared?.kind !== 'app' || cleared.fn !== LOWEST_BITS_CLEARED) return null;
  const [number, removed] = cleared.args as [Term, Term];
  const left = sub(app(BITS_SET, [number]), removed);
  if (only.coef < 0n) {
    const most = floorDiv(constant, -only.coef);
    return most < 0n ? bool(false) : ge0(sub(int(most), left));
  }
  const least = -floorDiv(constant, only.coef);
  return least <= 0n ? bool(true) : ge0(plus(left, -least));
}

/** t >= 0 */
export function ge0(term: Term): Formula {
  if (term.kind === 'const') return bool(term.value >= 0n);
  const bits = aboutBits(term);
  if (bits !== null && bits.constant < 0n && bits.coef >= -bits.constant) return bits.left().set;
  if (bits !== null && bits.coef < 0n && bits.constant >= 0n && bits.constant < -bits.coef) return bits.left().none;
  const fewer = bitsAfterClearing(term);
  if (fewer !== null) return fewer;
  const univariate = univariateOf(term);
  if (univariate) return within(univariate.x, nonNegativeRuns(univariate.coefficients));
  const { constant, parts } = partsOf(term);
  const divisor = parts.reduce((d, p) => gcd(d, p.coef), 0n);
  if (divisor > 1n)
    return literal(
      'ge',
      sumOf(
        floorDiv(constant, divisor),
        parts.map((p) => ({ coef: p.coef / divisor, mono: p.mono })),
      ),
    );
  return literal('ge', term);
}

/** C's remainder, which has the sign of the dividend, is zero where this is; null: it isn't one. */
function remainderOf(term: Term): Term | null {
  if (term.kind !== 'ite' || term.then.kind !== 'mod') return null;
  const { arg, by } = term.then;
  return term.else === neg(mod(neg(arg), by)) ? term.then : null;
}

function equality(kind: 'eq' | 'ne', term: Term): Formula {
  if (term.kind === 'const') return bool((term.value === 0n) === (kind === 'eq'));
  const bits = aboutBits(term);
  if (bits?.constant === 0n) return kind === 'eq' ? bits.left().none : bits.left().set;
  const { constant, parts } = partsOf(term);
  const [only] = parts;
  const dividend = constant === 0n && parts.length === 1 && only ? remainderOf(only.mono) : null;
  if (dividend !== null) return equality(kind, dividend);
  let divisor = parts.reduce((d, p) => gcd(d, p.coef), 0n);
  if (constant % divisor !== 0n) return bool(kind === 'ne');
  const univariate = univariateOf(term);
  if (univariate) {
    const above = nonNegativeRuns(univariate.coefficients);
    const below = nonNegativeRuns(univariate.coefficients.map((c) => -c));
    const zero = within(univariate.x, common(above, below));
    return kind === 'eq' ? zero : not(zero);
  }
  if ((parts[0]?.coef ?? 1n) < 0n) divisor = -divisor;
  return literal(
    kind,
    divisor === 1n
      ? term
      : sumOf(
          constant / divisor,
          parts.map((p) => ({ coef: p.coef / divisor, mono: p.mono })),
        ),
  );
}

export const eq0 = (t: Term): Formula => equality('eq', t);
export const ne0 = (t: Term): Formula => equality('ne', t);
export const ge = (a: Term, b: Term): Formula => ge0(sub(a, b));
export const gt = (a: Term, b: Term): Formula => ge0(plus(sub(a, b), -1));
export const le = (a: Term, b: Term): Formula => ge(b, a);
export const lt = (a: Term, b: Term): Formula => gt(b, a);
export const eq = (a: Term, b: Term): Formula => eq0(sub(a, b));
export const ne = (a: Term, b: Term): Formula => ne0(sub(a, b));

export function not(formula: Formula): Formula {
  switch (formula.kind) {
    case 'true':
      return FALSE;
    case 'false':
      return TRUE;
    case 'ge': {
      const known = negations.get(formula.key);
      if (known) return known;
      const made = ge0(plus(neg(formula.term), -1));
      negations.set(formula.key, made);
      return made;
    }
    case 'eq':
      return literal('ne', formula.term);
    case 'ne':
      return literal('eq', formula.term);
    case 'and':
      return or(...formula.parts.map(not));
    case 'or':
      return and(...formula.parts.map(not));
  }
}

/** What a literal's term is without its constant, for comparing `t + c >= 0` with `t + d >= 0`. */
const slopes = termCache<Term, { readonly key: string; readonly opposite: string }>();
function slopeOf(term: Term): { readonly key: string; readonly opposite: string } {
  const known = slopes.get(term);
  if (known) return known;
  const s = plus(term, -partsOf(term).constant);
  const made = { key: s.key, opposite: neg(s).key };
  slopes.set(term, made);
  return made;
}

/** Conjunction: flattened, duplicates and weaker bounds dropped, contradictions between bounds found. */
export function and(...formulas: readonly Formula[]): Formula {
  const flat: Formula[] = [];
  for (const f of formulas) {
    if (f.kind === 'false') return FALSE;
    if (f.kind === 'true') continue;
    if (f.kind === 'and') flat.push(...f.parts);
    else flat.push(f);
  }
  work(COST.part * flat.length);
  const conjuncts = new Conjuncts();
  for (const f of flat) if (!conjuncts.take(f)) return FALSE;
  return conjunctionOf(conjuncts.parts());
}

/** The parts of a conjunction as they are put together. */
class Conjuncts {
  /** Null: a bound that a better one has made needless. */
  private readonly taken: (Formula | null)[] = [];
  private readonly seen = new Set<string>();
  /** By slope: the constant c of `slope + c >= 0`, and where it is among the parts. */
  private readonly lower = new Map<string, { constant: bigint; at: number }>();
  private readonly equal = new Map<string, bigint>();

  /** False where it contradicts a part from before. */
  take(formula: Formula): boolean {
    if (this.seen.has(formula.key)) return true;
    this.seen.add(formula.key);
    if (formula.kind === 'ge') {
      const kept = this.takeLowerBound(formula.term);
      if (kept === 'contradiction') return false;
      if (kept === 'weaker') return true;
    } else if (formula.kind === 'eq' && !this.takeEquality(formula.term)) return false;
    if (isLiteral(formula) && this.seen.has(not(formula).key)) return false;
    this.taken.push(formula);
    return true;
  }

  parts(): readonly Formula[] {
    this.joinOppositeBounds();
    return this.taken.filter((f): f is Formula => f !== null && f.kind !== 'true');
  }

  /**
   * Notes `t >= 0`, which is to be the next part; a weaker bound before it is dropped. `x - 3 >= 0` makes `x - 1 >= 0`
   * needless.
   */
  private takeLowerBound(term: Term): 'kept' | 'weaker' | 'contradiction' {
    const slope = slopeOf(term);
    const { constant } = partsOf(term);
    const known = this.lower.get(slope.key);
    if (known) {
      if (known.constant <= constant) return 'weaker';
      this.taken[known.at] = null;
    }
    const opposite = this.lower.get(slope.opposite);
    if (opposite && opposite.constant + constant < 0n) return 'contradiction';
    this.lower.set(slope.key, { constant, at: this.taken.length });
    return 'kept';
  }

  /** Notes `t = 0`; false where another equality contradicts it. */
  private takeEquality(term: Term): boolean {
    const { key } = slopeOf(term);
    const { constant } = partsOf(term);
    const known = this.equal.get(key);
    this.equal.set(key, constant);
    return known === undefined || known === constant;
  }

  /** `t + c >= 0` and `-t - c >= 0` are an equality. */
  private joinOppositeBounds(): void {
    for (const { constant, at } of this.lower.values()) {
      const f = this.taken[at];
      if (!f || f.kind !== 'ge') continue;
      const opposite = this.lower.get(slopeOf(f.term).opposite);
      if (opposite && opposite.constant + constant === 0n && this.taken[opposite.at]) {
        this.taken[opposite.at] = null;
        this.taken[at] = eq0(f.term);
      }
    }
  }
}

function conjunctionOf(parts: readonly Formula[]): Formula {
  if (parts.some((f) => f.kind === 'false')) return FALSE;
  if (parts.length === 0) return TRUE;
  if (parts.length === 1) return parts[0] as Formula;
  return {
    kind: 'and',
    parts,
    key: `(& ${parts.map((p) => p.key).join(' ')})`,
    size: parts.reduce((n, p) => n + p.size, 1),
  };
}

/** Disjunction: flattened, duplicates dropped, complementary literals make it true. */
export function or(...formulas: readonly Formula[]): Formula {
  const parts: Formula[] = [];
  const seen = new Set<string>();
  for (const f of formulas) {
    if (f.kind === 'true') return TRUE;
    for (const p of f.kind === 'or' ? f.parts : [f]) {
      if (p.kind === 'false' || seen.has(p.key)) continue;
      if (isLiteral(p) && seen.has(not(p).key)) return TRUE;
      seen.add(p.key);
      parts.push(p);
    }
  }
  work(COST.part * parts.length);
  if (parts.length === 0) return FALSE;
  if (parts.length === 1) return parts[0] as Formula;
  return {
    kind: 'or',
    parts,
    key: `(| ${parts.map((p) => p.key).join(' ')})`,
    size: parts.reduce((n, p) => n + p.size, 1),
  };
}

export const conjuncts = (f: Formula): readonly Formula[] =>
  f.kind === 'true' ? [] : f.kind === 'and' ? f.parts : [f];
export const disjuncts = (f: Formula): readonly Formula[] =>
  f.kind === 'false' ? [] : f.kind === 'or' ? f.parts : [f];

/** A formula as a term with values 0 and 1, and back. */
export const asFormula = (t: Term): Formula =>
  t.kind === 'ite' && t.then === int(1) && t.else === int(0) ? t.cond : ne0(t);

export const implication = (a: Formula, b: Formula): Formula => or(not(a), b);
