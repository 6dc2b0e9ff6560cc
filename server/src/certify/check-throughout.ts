/**
 * A literal that holds at every k with from <= k < count (obligation iii): each rule of the acceleration calculus as a statement of its
 * own that is checked anew, without the formulas that the engine derived from it. k is a symbol, so most are plain implications.
 */
import type { Formula, Literal, Symbol, Term } from '../logic/index.ts';
import {
  FLOOR_QUOTIENT, add, and, boundsOfSequence, collect, conjuncts, div, eq0, ge0, int, intervalOf, isConst,
  isLiteral, mentions, mod, mul, ne0, neg, not, or, partsOf, plus, scale, sequenceOf, sub, substitute, sumOf,
  sym, symbol,
} from '../logic/index.ts';
import { floorMod, gcd } from '../arithmetic/index.ts';
import type { Discharge } from './certificate.ts';
import { weaker } from './certificate.ts';
import { byResidues, periodIn } from './check-closed-forms.ts';
import { hasVisits, notVisited, visitsIn } from './term-facts.ts';
import type { Prover } from './prover.ts';

/** The symbol for an iteration that is not the last. */
export const INDEX = symbol('counter', '#k');
const K = sym(INDEX);

export interface Held {
  readonly discharge: Discharge;
  readonly rule: string;
}

export const literalOf = (kind: Literal['kind'], t: Term): Formula => (kind === 'ge' ? ge0(t) : kind === 'eq' ? eq0(t) : ne0(t));

/**
 * The literal `kind(t)`, t a term in INDEX, for all from <= INDEX < count (null: for ever), given the context. `inductive`: the literal is known
 * to be kept by one more iteration; `earlier`: what is known of an index from 1 on that is less than the count.
 */
export function throughout(
  kind: Literal['kind'], t: Term, from: bigint, count: Term | null, context: Formula, prover: Prover, inductive: () => boolean, earlier: Formula | null = null,
): Held | null {
  const at = (k: Term): Formula => literalOf(kind, substitute(t, new Map([[INDEX, k]])));
  const given = count === null ? context : and(context, ge0(plus(count, -from - 1n)));
  if (given.kind === 'false') return { discharge: 'identity', rule: 'no iteration' };
  const by = (rule: string, ...needed: readonly Formula[]): Held | null => {
    const how = prover.proves(given, and(...needed));
    return how && { discharge: how, rule };
  };
  if (!mentions(t, INDEX)) return by('unchanged', at(K));
  const first = at(int(from));
  if (first.kind === 'false') {
    const none = prover.refutes(given);
    if (none !== null) return { discharge: none, rule: 'no iteration' };
  }
  const last = count === null ? null : at(plus(count, -1));
  const shape = shapeOf(t, (f) => prover.proves(given, f) !== null);
  if (kind === 'ge' && shape !== 'other') {
    if (shape === 'rising') return by('rises', first) ?? (last && by('bends down', first, last));
    if (last && (shape === 'falling' || shape === 'concave')) {
      const ends = by(shape === 'falling' ? 'falls' : 'bends down', shape === 'falling' ? last : and(first, last));
      if (ends) return ends;
    }
  }
  if (kind === 'eq' && last && collect(t, INDEX)?.length === 2) {
    const both = by('linear', first, last);
    if (both) return both;
  }
  if (kind === 'ne') {
    const zero = firstZero(t, from, count, first, given, prover);
    if (zero) return zero;
  }
  if (inductive()) {
    const kept = by('inductive', first);
    if (kept) return kept;
  }
  const round = kind === 'ge' ? atItsWorst(t) : null;
  if (round) {
    const never = by('never gets there', round);
    if (never) return never;
  }
  const between = and(given, ge0(plus(K, -from)), count === null ? and() : ge0(sub(plus(count, -1), K)));
  const begins = prover.proves(given, first);
  const defined = begins && earlier && prover.proves(and(between, ge0(plus(K, -1)), ge0(plus(K, -from - 1n)), earlier), at(K));
  if (begins && defined) return { discharge: weaker(begins, defined), rule: 'before the least count' };
  const direct = begins && prover.proves(and(between, ge0(plus(K, -from - 1n))), at(K));
  if (direct) return { discharge: weaker(begins, direct), rule: 'at every iteration' };
  const visits = conjuncts(between).flatMap((f) => (isLiteral(f) && hasVisits(f.term) ? [f.term] : []));
  if (count !== null && visits.length > 0) {
    // iterations may be counted from a few later than those up to the visit
    const later = and(between, ...(begins ? [ge0(plus(K, -from - 1n))] : []));
    const ks = [K, plus(K, -1), plus(K, -2)];
    const provesLater = (f: Formula): boolean => prover.proves(later, f) !== null;
    const visited = prover.proves(and(later, notVisited(visitsIn(visits, provesLater), ks, provesLater)), at(K));
    if (visited) return { discharge: weaker(begins ?? 'identity', visited), rule: 'first visit' };
  }
  const period = periodIn([t], INDEX);
  if (period !== null) {
    const residues = byResidues(period, INDEX, from, (k, c) => {
      const value = k.get(INDEX) as Term;
      return prover.proves(and(given, c, count === null ? and() : ge0(sub(plus(count, -1), value))), at(value));
    });
    if (residues) return { discharge: residues, rule: 'periodic' };
  }
  const bounded = kind === 'ge' ? byDifferences(t, from, first, last, between, by, prover) : null;
  return bounded;
}

/** `c (p(k) mod 2^w) + r >= 0` at the value that is nearest to failing of those that may occur. */
function atItsWorst(t: Term): Formula | null {
  const [only, ...others] = partsOf(t).parts.filter((p) => mentions(p.mono, INDEX));
  const sequence = only?.mono.kind === 'mod' && others.length === 0 ? sequenceOf(only.mono, INDEX) : null;
  if (!only || sequence === null) return null;
  const { least, greatest } = boundsOfSequence(sequence);
  return ge0(plus(sub(t, scale(only.coef, only.mono)), only.coef * (only.coef > 0n ? least : greatest)));
}

type Shape = 'rising' | 'falling' | 'concave' | 'other';

/**
 * How a term moves as its index grows from 0: sums of coefficients times k, k^2, ... and b^k, each of which rises and is convex. So it rises
 * where no coefficient is negative, falls where none is positive, and bends down where only that of k itself may be positive.
 */
function shapeOf(t: Term, proves: (f: Formula) => boolean): Shape {
  const coefficients = new Map<string, { degree: number; sum: Term }>();
  const sign = (c: Term, s: 1 | -1): boolean => proves(ge0(s === 1 ? c : neg(c)));
  for (const p of partsOf(t).parts) {
    if (!mentions(p.mono, INDEX)) continue;
    const own: Term[] = [];
    let rest: Term = int(p.coef);
    for (const f of p.mono.kind === 'prod' ? p.mono.factors : [p.mono]) {
      if (mentions(f, INDEX)) own.push(f);
      else rest = mul(rest, f);
    }
    const [only] = own;
    if (own.length === 1 && only?.kind === 'app' && only.fn === FLOOR_QUOTIENT && isFading(only.args, proves)) {
      // falls, without a bend that is known
      coefficients.set(only.key, { degree: 0, sum: add(coefficients.get(only.key)?.sum ?? int(0), neg(rest)) });
      continue;
    }
    const powers = own.filter((f) => f.kind === 'pow' && f.base >= 2n && f.exponent === K);
    const plain = own.filter((f) => f === K);
    if (powers.length + plain.length !== own.length || powers.length > 1) return 'other';
    const key = own.map((f) => f.key).join(' ');
    coefficients.set(key, { degree: own.length + powers.length, sum: add(coefficients.get(key)?.sum ?? int(0), rest) });
  }
  const all = [...coefficients.values()];
  if (all.every((c) => sign(c.sum, 1))) return 'rising';
  if (all.every((c) => sign(c.sum, -1))) return 'falling';
  return all.every((c) => c.degree === 1 || (c.degree > 1 && sign(c.sum, -1))) ? 'concave' : 'other';
}

/** floor(x / b^k) for x >= 0. */
const isFading = ([x, power]: readonly Term[], proves: (f: Formula) => boolean): boolean =>
  x !== undefined && !mentions(x, INDEX) && power?.kind === 'pow' && power.base >= 2n && power.exponent === K && proves(ge0(x));

/**
 * `(a + b k) mod m` is not zero before `count`: it is zero at `count`, zeros are m / gcd(b, m) apart, and none is within that distance but
 * perhaps at the first index, where the literal holds. Or it never is zero, as gcd(b, m) doesn't divide a.
 */
function firstZero(t: Term, from: bigint, count: Term | null, first: Formula, given: Formula, prover: Prover): Held | null {
  const joined = joinedModulus(t, given, prover);
  const { constant, parts } = partsOf(joined);
  const m = constant === 0n && parts.length === 1 ? parts[0]?.mono : undefined;
  if (m?.kind !== 'mod') return null;
  const linear = collect(m.arg, INDEX);
  if (linear?.length !== 2 || !isConst(linear[1] as Term)) return null;
  const [a, b] = linear as [Term, Term & { kind: 'const' }];
  const g = gcd(b.value, m.by);
  const never = g === 1n ? null : prover.proves(given, ne0(mod(a, g)));
  if (never) return { discharge: never, rule: 'never a multiple' };
  if (count === null) return null;
  const apart = m.by / g;
  const zero = prover.proves(given, eq0(mod(add(a, mul(b, count)), m.by))) ?? solvedModulo(a, b.value, m.by, count, given, prover);
  const near = prover.proves(given, ge0(sub(int(apart + from), count)));
  const start = prover.proves(given, first);
  if (zero && near && start) return { discharge: near === 'identity' ? zero : near, rule: 'first multiple' };
  // the least index behind the first at which it is zero, if it ever is
  const inverse = inverseModulo(b.value / g, apart);
  if (!start || inverse === null) return null;
  const next = plus(mod(plus(scale(-inverse, div(a, g)), -from - 1n), apart), from + 1n);
  const before = prover.proves(given, or(g === 1n ? or() : ne0(mod(a, g)), ge0(sub(next, count))));
  return before && { discharge: weaker(start, before), rule: 'before the first multiple' };
}

/** The number that makes 1 of b, modulo m; null where there is none. */
function inverseModulo(b: bigint, m: bigint): bigint | null {
  let [r, next] = [floorMod(b, m), m];
  let [x, y] = [1n, 0n];
  while (next !== 0n) {
    const q = r / next;
    [r, next] = [next, r - q * next];
    [x, y] = [y, x - q * y];
  }
  return floorMod(x * b, m) === floorMod(1n, m) ? floorMod(x, m) : null;
}

/** a + b n = 0 (mod m) for n = e + c (u mod d): where m divides b c d, the reduction of u can be left away. */
function solvedModulo(a: Term, b: bigint, m: bigint, n: Term, given: Formula, prover: Prover): Discharge | null {
  const { constant, parts } = partsOf(n);
  const [only] = parts;
  if (parts.length !== 1 || only?.mono.kind !== 'mod' || (b * only.coef * only.mono.by) % m !== 0n) return null;
  return prover.proves(given, eq0(mod(add(a, int(b * constant), mul(int(b * only.coef), only.mono.arg)), m)));
}

/** `(u mod m) - r = 0` is `(u - r) mod m = 0` for residues r. */
function joinedModulus(t: Term, given: Formula, prover: Prover): Term {
  const { constant, parts } = partsOf(t);
  const own = parts.filter((p) => p.mono.kind === 'mod' && mentions(p.mono, INDEX));
  const m = own[0];
  if (own.length !== 1 || m?.mono.kind !== 'mod' || (m.coef !== 1n && m.coef !== -1n)) return t;
  const rest = sumOf(constant, parts.filter((p) => p !== m));
  if (mentions(rest, INDEX)) return t;
  const r = m.coef === 1n ? neg(rest) : rest;
  const i = intervalOf(r, prover.range);
  const isIn = (i.lo !== null && i.hi !== null && i.lo >= 0n && i.hi < m.mono.by) || prover.proves(given, and(ge0(r), ge0(sub(int(m.mono.by - 1n), r)))) !== null;
  return isIn ? mod(sub(m.mono.arg, r), m.mono.by) : t;
}

/** By the signs of the first and second differences, whatever the term is made of. */
function byDifferences(
  t: Term, from: bigint, first: Formula, last: Formula | null, between: Formula, by: (rule: string, ...needed: readonly Formula[]) => Held | null, prover: Prover,
): Held | null {
  const at = (k: Term): Term => substitute(t, new Map([[INDEX, k]]));
  const d = sub(at(plus(K, 1)), t);
  if (prover.proves(between, ge0(d))) return by('rises', first);
  if (last === null) return null;
  if (prover.proves(between, ge0(neg(d)))) return by('falls', last);
  const bend = sub(substitute(d, new Map([[INDEX, plus(K, 1)]])), d);
  return from >= 0n && prover.proves(between, ge0(neg(bend))) ? by('bends down', first, last) : null;
}

/** Literals without the index that make the given one hold at every index from 0 below `count`; null where none are known. */
export function ends(l: Literal, count: Term, proves: (f: Formula) => boolean): readonly Formula[] | null {
  if (!mentions(l.term, INDEX)) return [l];
  const at = (k: Term): Formula => literalOf(l.kind, substitute(l.term, new Map([[INDEX, k]])));
  const first = at(int(0));
  const last = at(plus(count, -1));
  if (isConst(count) && count.value <= 8n) return Array.from({ length: Number(count.value) }, (_, k) => at(int(k)));
  if (l.kind === 'eq') return collect(l.term, INDEX)?.length === 2 ? [first, last] : null;
  if (l.kind === 'ne') {
    // on one side of zero from the first to the last: what moves towards zero has not come there
    if (collect(l.term, INDEX)?.length !== 2) return null;
    const side = (sign: bigint): Formula => and(...[int(0), plus(count, -1)].map((k) => ge0(plus(scale(sign, substitute(l.term, new Map([[INDEX, k]]))), -1))));
    const sides = [side(-1n), side(1n)].filter((f) => f.kind !== 'false');
    const known = sides.find((f) => f.kind === 'true' || proves(f)) ?? sides[0];
    return known ? conjuncts(known) : null;
  }
  const shape = shapeOf(l.term, proves);
  return shape === 'rising' ? [first] : shape === 'falling' ? [last] : shape === 'concave' ? [first, last] : null;
}

/** A literal is kept by an update where the whole guard holds. */
export const isInductive = (l: Literal, guard: Formula, update: ReadonlyMap<Symbol, Term>, prover: Prover): boolean =>
  prover.refutes(and(guard, not(literalOf(l.kind, substitute(l.term, update))))) !== null;
