/**
 * Conjunctions of literals as rows over columns. Each atom has a column: a symbol, or a term that is not linear, with
 * the facts that hold of it by what it is. Two questions are asked of them: what is the least value of a linear term,
 * and where is a linear term less than it should be?
 */
import type { AppTerm, Formula, RangeOf, Term } from '../logic/index.ts';
import { implies } from '../decide/index.ts';
import {
  TRUNCATED_QUOTIENT,
  TRUNCATED_REMAINDER,
  add,
  conjuncts,
  div,
  ge0,
  int,
  intervalOf,
  mul,
  neg,
  partsOf,
  plus,
  scale,
  sub,
} from '../logic/index.ts';
import type { LpBudget, LpResult, Rational } from '../arithmetic/index.ts';
import { LinearProgram, lcm } from '../arithmetic/index.ts';

export interface Row {
  readonly equality: boolean;
  readonly coefs: ReadonlyMap<string, bigint>;
  readonly constant: bigint;
}

export interface Polyhedron {
  readonly rows: readonly Row[];
  /** Keys of the atoms that have a column. */
  readonly columns: ReadonlyMap<string, Term>;
}

const MAX_PRODUCTS = 24;
/** Pairs of facts that are looked at for products. */
const MAX_TRIED = 80;
/** Facts of more parts than this are not multiplied. */
const MAX_FACTOR_PARTS = 12;

const degreeOf = (t: Term): number =>
  Math.max(0, ...partsOf(t).parts.map((p) => (p.mono.kind === 'prod' ? p.mono.factors.length : 1)));

/** A term that is zero, or not negative. */
interface Fact {
  readonly term: Term;
  readonly equality: boolean;
}

const zero = (term: Term): Fact => ({ term, equality: true });
const nonNegative = (term: Term): Fact => ({ term, equality: false });

/**
 * The literals of a formula and what holds of the atoms in them and in the further terms. Disjunctions and `!=` are
 * left out: the result contains the formula's solutions.
 */
export function polyhedron(formula: Formula, terms: readonly Term[], range: RangeOf): Polyhedron {
  const rows: Row[] = [];
  const columns = new Map<string, Term>();
  const push = ({ term, equality }: Fact): void => {
    register(term);
    const { constant, parts } = partsOf(term);
    rows.push({ equality, constant, coefs: new Map(parts.map((p) => [p.mono.key, p.coef])) });
  };
  const register = (term: Term): void => {
    for (const { mono } of partsOf(term).parts) {
      if (columns.has(mono.key)) continue;
      columns.set(mono.key, mono);
      for (const fact of factsOfAtom(mono, formula, range)) push(fact);
    }
  };
  const bounds: Term[] = [];
  for (const f of conjuncts(formula)) {
    if (f.kind === 'ge' || f.kind === 'eq') push({ term: f.term, equality: f.kind === 'eq' });
    if (f.kind === 'ge') bounds.push(f.term);
  }
  for (const t of terms) register(t);
  for (const product of productsOf(bounds, columns)) push(nonNegative(product));
  return { rows, columns };
}

/** What holds of an atom by what it is, where the formula holds. */
function* factsOfAtom(atom: Term, formula: Formula, range: RangeOf): Iterable<Fact> {
  const { lo, hi } = intervalOf(atom, range);
  if (lo !== null) yield nonNegative(plus(atom, -lo));
  if (hi !== null) yield nonNegative(sub(int(hi), atom));
  if (atom.kind === 'div') {
    const rest = sub(atom.arg, scale(atom.by, atom));
    yield nonNegative(rest);
    yield nonNegative(sub(int(atom.by - 1n), rest));
  } else if (atom.kind === 'mod') {
    yield zero(add(atom, scale(-1n, atom.arg), scale(atom.by, div(atom.arg, atom.by))));
  } else if (atom.kind === 'app' && (atom.fn === TRUNCATED_REMAINDER || atom.fn === TRUNCATED_QUOTIENT)) {
    yield* factsOfDivision(atom, formula, range);
  } else if (atom.kind === 'prod' && atom.factors.length === 2 && atom.factors[0] === atom.factors[1]) {
    // of integers: x * x >= x and x * x >= -x, x * x >= 3 x - 2 and x * x >= -3 x - 2
    const x = atom.factors[0] as Term;
    for (const c of [1n, -1n, 3n, -3n]) yield nonNegative(plus(sub(atom, scale(c, x)), c === 1n || c === -1n ? 0 : 2));
  }
}

/** Truncating division by what is not constant, where its sign is known. */
function* factsOfDivision(atom: AppTerm, formula: Formula, range: RangeOf): Iterable<Fact> {
  const [dividend, b] = atom.args as readonly [Term, Term];
  const sign = signOf(b, formula, range);
  if (sign === 0n) return;
  const size = scale(sign, b);
  const ofNonNegative = implies(formula, ge0(dividend), range);
  if (atom.fn === TRUNCATED_REMAINDER) {
    yield nonNegative(sub(plus(size, -1), atom));
    yield nonNegative(ofNonNegative ? atom : add(plus(size, -1), atom));
    if (ofNonNegative) yield nonNegative(sub(dividend, atom));
  } else if (ofNonNegative) {
    yield nonNegative(scale(sign, atom));
    // by two or more, at most half is left
    const halved = implies(formula, ge0(plus(size, -2)), range);
    yield nonNegative(sub(dividend, scale(halved ? 2n * sign : sign, atom)));
  }
}

/** 1 or -1 where the formula says that the term is positive or negative, else 0. */
function signOf(t: Term, formula: Formula, range: RangeOf): 1n | -1n | 0n {
  if (implies(formula, ge0(plus(t, -1)), range)) return 1n;
  return implies(formula, ge0(plus(neg(t), -1)), range) ? -1n : 0n;
}

/** Products of two bounds are facts about the products among the columns: a >= 0 and b >= 0 make a * b >= 0. */
function* productsOf(bounds: readonly Term[], columns: ReadonlyMap<string, Term>): Iterable<Term> {
  const most = Math.max(1, ...[...columns.values()].map((c) => (c.kind === 'prod' ? c.factors.length : 1)));
  if (most === 1) return;
  let made = 0;
  let tried = 0;
  const small = bounds
    .filter((t) => partsOf(t).parts.length <= MAX_FACTOR_PARTS)
    .map((t) => ({ t, degree: degreeOf(t) }));
  for (const [i, a] of small.entries()) {
    for (const b of small.slice(i)) {
      if (made >= MAX_PRODUCTS || tried > MAX_TRIED) return;
      if (a.degree + b.degree > most) continue;
      tried++;
      const product = mul(a.t, b.t);
      if (!partsOf(product).parts.every((p) => columns.has(p.mono.key) || p.mono.kind === 'sym')) continue;
      made++;
      yield product;
    }
  }
}

/** Asks for least values of terms over one polyhedron. */
export class Minimizer {
  private readonly lp: LinearProgram;
  private readonly column = new Map<string, number>();

  constructor(polyhedron: Polyhedron, budget: LpBudget) {
    this.lp = new LinearProgram(budget);
    for (const c of polyhedron.columns.keys()) this.column.set(c, this.lp.variable('free'));
    for (const r of polyhedron.rows) {
      const coefs = new Map([...r.coefs].map(([c, k]) => [this.column.get(c) as number, k]));
      if (r.equality) this.lp.equal(coefs, r.constant);
      else this.lp.atLeast(coefs, r.constant);
    }
  }

  /** A lower bound of an integer term: its least value over the rationals, rounded up. Null: none is known. */
  least(term: Term): bigint | null | 'empty' {
    const { constant, parts } = partsOf(term);
    const r = this.minimize(new Map(parts.map((p) => [p.mono.key, p.coef])));
    if (r === null || r.kind === 'infeasible') return r && 'empty';
    if (r.kind !== 'optimal') return null;
    const { num, den } = r.value;
    const least = -num;
    return constant + (least >= 0n ? (least + den - 1n) / den : -(-least / den));
  }

  /**
   * Where the sum (coefficients by column, the column '' being the constant) is less than `least`. A point, or a
   * direction in which it falls for ever. `none`: nowhere; null: not known.
   */
  below(coefs: ReadonlyMap<string, bigint>, least: bigint): Generator | 'none' | null {
    const constant = coefs.get('') ?? 0n;
    const r = this.minimize(coefs);
    if (r === null || r.kind === 'limit') return null;
    if (r.kind === 'infeasible') return 'none';
    if (r.kind === 'unbounded') return this.generator(r.ray, false);
    return -r.value.num >= (least - constant) * r.value.den ? 'none' : this.generator(r.values, true);
  }

  private minimize(coefs: ReadonlyMap<string, bigint>): LpResult | null {
    const objective = new Map<number, bigint>();
    for (const [key, coef] of coefs) {
      if (key === '' || coef === 0n) continue;
      const c = this.column.get(key);
      if (c === undefined) return null;
      objective.set(c, -coef);
    }
    return this.lp.maximize(objective);
  }

  private generator(values: readonly Rational[], point: boolean): Generator {
    let den = 1n;
    for (const c of this.column.values()) den = lcm(den, (values[c] as Rational).den);
    const out = new Map<string, bigint>(point ? [['', den]] : []);
    for (const [key, c] of this.column) {
      const { num, den: own } = values[c] as Rational;
      if (num !== 0n) out.set(key, (num * den) / own);
    }
    return out;
  }
}

/**
 * A point of a polyhedron, times the positive value of the column ''; without that column a direction in which it has
 * no end.
 */
export type Generator = ReadonlyMap<string, bigint>;

/**
 * A term whose coefficients are sums of unknowns of a linear program: column -> unknown -> factor. The column '' is the
 * constant.
 */
export type UnknownTerm = ReadonlyMap<string, ReadonlyMap<number, bigint>>;

/** `factor * unknown` in the coefficient of a column. */
export interface UnknownSummand {
  readonly column: string;
  readonly unknown: number;
  readonly factor: bigint;
}

export function unknownTerm(summands: readonly UnknownSummand[]): UnknownTerm {
  const term = new Map<string, Map<number, bigint>>();
  for (const { column, unknown, factor } of summands) {
    const coefficient = term.get(column) ?? new Map<number, bigint>();
    term.set(column, coefficient.set(unknown, (coefficient.get(unknown) ?? 0n) + factor));
  }
  return term;
}

/**
 * What the unknown term is worth at a point (times the point's denominator) or changes by in a direction: by unknown.
 */
export function valueAt(term: UnknownTerm, at: Generator): Map<number, bigint> {
  const out = new Map<number, bigint>();
  for (const [column, coefs] of term) {
    const x = at.get(column);
    if (x === undefined) continue;
    for (const [u, k] of coefs) out.set(u, (out.get(u) ?? 0n) + k * x);
  }
  return out;
}
