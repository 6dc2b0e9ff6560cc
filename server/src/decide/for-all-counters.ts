/**
 * Whether a condition holds at every value of counters, all else being known numbers: "no overflow in any of n
 * iterations" without going through them. In one counter it is exact, by the stretches between changes of sign. With
 * several the innermost is taken at its ends where the condition is monotone in it. The work grows with the counters'
 * logarithm. Source: our own.
 */
import {
  add,
  constant,
  constantOf,
  counter,
  floorDiv,
  gaps,
  intersect,
  joinStretches,
  lcm,
  mul,
  nonNegativeStretches,
  notNegativeIn,
  over,
  partsByBase,
  power,
  replace,
  residueOf,
  scale,
} from '../arithmetic/index.ts';
import type { Assignment, Formula, Literal, Symbol, Term } from '../logic/index.ts';
import {
  applyFunction,
  evaluate,
  formulaHolds,
  intervalOf,
  partsOf,
  point,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { ExpPoly, Stretch } from '../arithmetic/index.ts';

/** A counter runs from 0 to below its limit, a term over the counters before it. */
export interface Counter {
  readonly name: Symbol;
  readonly limit: Term;
}

/** Pieces into which the range of one counter is divided where terms round or wrap. */
const MAX_PIECES = 300;
/** Residues that are looked at one by one. */
const MAX_RESIDUES = 64n;
/** Values of the outermost counter that are looked at one by one where nothing else helps. */
const MAX_SINGLE = 300n;

/** True, false (for some values of the counters it fails) or null: not found out. `value` knows all other symbols. */
export function holdsThroughout(condition: Formula, counters: readonly Counter[], value: Assignment): boolean | null {
  if (condition.kind === 'true') return true;
  if (condition.kind === 'and') return both(condition.parts.map((f) => () => holdsThroughout(f, counters, value)));
  const last = counters[counters.length - 1];
  if (!last) return formulaHolds(condition, value);
  const [first, ...inner] = counters as readonly [Counter, ...Counter[]];
  const count = evaluate(first.limit, value);
  if (count === null) return null;
  if (count <= 0n) return true;
  if (inner.length === 0) return inOne(condition, first.name, 0n, count - 1n, value);
  const whole = inSeveral(condition, counters, count, value);
  if (whole !== null || count > MAX_SINGLE) return whole;
  return both(
    Array.from(
      { length: Number(count) },
      (_, k) => () => holdsThroughout(condition, inner, (s) => (s === first.name ? BigInt(k) : value(s))),
    ),
  );
}

/** Conjunction in three values: one that is false decides. */
function both(parts: readonly (() => boolean | null)[]): boolean | null {
  let open = false;
  for (const part of parts) {
    const holds = part();
    if (holds === false) return false;
    if (holds === null) open = true;
  }
  return open ? null : true;
}

/** In one counter from lo to hi: by bounds of what goes round; where that isn't enough exactly. */
function inOne(formula: Formula, name: Symbol, lo: bigint, hi: bigint, value: Assignment): boolean | null {
  if (!symbolsOfFormula(formula).has(name)) return formulaHolds(formula, value);
  if (formula.kind !== 'ge') return exactlyInOne(formula, name, lo, hi, value);
  const counterOf = (s: Symbol): ExpPoly | null => (s === name ? counter(0) : null);
  const where = (worst: boolean): readonly Stretch[] | null => {
    const p = bounded(formula.term, worst, counterOf, value);
    return p && nonNegativeStretches(partsByBase(p, 0), lo, hi);
  };
  const surely = where(true);
  if (surely === null) return exactlyInOne(formula, name, lo, hi, value);
  const open = gaps(surely, lo, hi);
  if (open.length === 0) return true;
  const perhaps = where(false);
  if (perhaps !== null && gaps(perhaps, lo, hi).length > 0) return false;
  return both(open.map((s) => () => exactlyInOne(formula, name, s.lo, s.hi, value)));
}

/** By residues where terms go round soon, in pieces, one by one. */
function exactlyInOne(formula: Formula, name: Symbol, lo: bigint, hi: bigint, value: Assignment): boolean | null {
  const period = periodOf(formula, name, value);
  const few = hi - lo <= MAX_SINGLE;
  if (period !== null && period > 1n && period <= MAX_RESIDUES && hi - lo > period) {
    const residues = both(
      Array.from({ length: Number(period) }, (_, r) => () => {
        const at = add(scale(counter(0), period), constant(lo + BigInt(r)));
        return at && inPieces(formula, { name, at, lo: 0n, hi: floorDiv(hi - lo - BigInt(r), period), value });
      }),
    );
    if (residues !== null || !few) return residues;
  }
  const pieces = inPieces(formula, { name, at: counter(0), lo, hi, value });
  if (pieces !== null || !few) return pieces;
  return both(
    Array.from(
      { length: Number(hi - lo) + 1 },
      (_, k) => () => formulaHolds(formula, (s) => (s === name ? lo + BigInt(k) : value(s))),
    ),
  );
}

/** If the roundings in a formula repeat with the counter, after this many. */
function periodOf(formula: Formula, name: Symbol, value: Assignment): bigint | null {
  let period = 1n;
  const visit = (term: Term): void => {
    if (!symbolsOf(term).has(name)) return;
    switch (term.kind) {
      case 'sum':
        for (const p of term.parts) visit(p.mono);
        break;
      case 'prod':
        term.factors.forEach(visit);
        break;
      case 'mod':
      case 'div': {
        visit(term.arg);
        const counterOf = (s: Symbol): ExpPoly | null => (s === name ? counter(0) : null);
        const arg = fromTerm(term.arg, { counterOf, value, otherwise: () => null });
        const denominator = arg?.denominator ?? 1n;
        if (!arg || residueOf(arg, term.by) === null) period = lcm(period, term.by * denominator);
        break;
      }
      case 'app':
        term.args.forEach(visit);
        break;
      case 'ite':
        visit(term.then);
        visit(term.else);
        visitAll(term.cond);
        break;
      default:
    }
  };
  const visitAll = (g: Formula): void => {
    if (g.kind === 'and' || g.kind === 'or') g.parts.forEach(visitAll);
    else if (g.kind !== 'true' && g.kind !== 'false') visit(g.term);
  };
  visitAll(formula);
  return period;
}

/** A range of the counter, which is `at` a new one from lo to hi. */
interface Piece {
  readonly name: Symbol;
  readonly at: ExpPoly;
  readonly lo: bigint;
  readonly hi: bigint;
  readonly value: Assignment;
}

/** A rounding isn't the same all over a piece: it is, up to here. */
interface Divided {
  readonly upTo: bigint;
}

const isDivided = (found: ExpPoly | readonly Stretch[] | Divided | null): found is Divided =>
  found !== null && 'upTo' in found;

function inPieces(formula: Formula, whole: Piece): boolean | null {
  let pieces = 0;
  for (let lo = whole.lo; lo <= whole.hi; ) {
    let hi = whole.hi;
    for (;;) {
      if (++pieces > MAX_PIECES) return null;
      const where = stretchesOf(formula, { ...whole, lo, hi });
      if (where === null) return null;
      if (!isDivided(where)) {
        if (gaps(where, lo, hi).length > 0) return false;
        break;
      }
      hi = where.upTo;
    }
    lo = hi + 1n;
  }
  return true;
}

/** Where in the piece a formula holds. */
function stretchesOf(formula: Formula, piece: Piece): readonly Stretch[] | Divided | null {
  const { lo, hi } = piece;
  switch (formula.kind) {
    case 'true':
      return [{ lo, hi }];
    case 'false':
      return [];
    case 'and': {
      let out: readonly Stretch[] = [{ lo, hi }];
      for (const p of formula.parts) {
        const where = stretchesOf(p, piece);
        if (where === null || isDivided(where)) return where;
        out = intersect(out, where);
      }
      return out;
    }
    case 'or': {
      const all = formula.parts.map((p) => stretchesOf(p, piece));
      const divided = all.find(isDivided);
      if (divided) return divided;
      return all.every((w) => w !== null) ? joinStretches((all as (readonly Stretch[])[]).flat()) : null;
    }
    case 'ge':
    case 'eq':
    case 'ne': {
      const p = expPoly(formula.term, piece);
      return p === null || isDivided(p) ? p : ofLiteral(formula.kind, p, lo, hi);
    }
  }
}

function ofLiteral(kind: Literal['kind'], polynomial: ExpPoly, lo: bigint, hi: bigint): readonly Stretch[] | null {
  const above = nonNegativeStretches(partsByBase(polynomial, 0), lo, hi);
  if (kind === 'ge' || above === null) return above;
  const below = nonNegativeStretches(partsByBase(scale(polynomial, -1n), 0), lo, hi);
  if (below === null) return null;
  const zero = intersect(above, below);
  return kind === 'eq' ? zero : gaps(zero, lo, hi);
}

/** A term as an exponential polynomial in the one counter; null where it is none. */
function expPoly(term: Term, piece: Piece): ExpPoly | Divided | null {
  const divisions: Divided[] = [];
  const counterOf = (name: Symbol): ExpPoly | null => (name === piece.name ? piece.at : null);
  const otherwise = (u: Term, arg: ExpPoly | null): ExpPoly | null => {
    const found = roundedOrChosen(u, arg, piece);
    if (!isDivided(found)) return found;
    divisions.push(found);
    return null;
  };
  const found = fromTerm(term, { counterOf, value: piece.value, otherwise });
  return divisions[0] ?? found;
}

/**
 * What isn't plainly an exponential polynomial, but is one over the piece. It is a rounding (`arg`: of what), or one
 * branch of a conditional value.
 */
function roundedOrChosen(term: Term, arg: ExpPoly | null, piece: Piece): ExpPoly | Divided | null {
  if (term.kind === 'mod' || term.kind === 'div') return arg && rounded(term.kind, arg, term.by, piece);
  if (term.kind !== 'ite') return null;
  const where = stretchesOf(term.cond, piece);
  if (where === null || isDivided(where)) return where;
  const [first] = where;
  const begins = first !== undefined && first.lo === piece.lo;
  const end = begins ? first.hi : first === undefined ? piece.hi : first.lo - 1n;
  return end < piece.hi ? { upTo: end } : expPoly(begins ? term.then : term.else, piece);
}

/** A quotient or remainder, where the quotient is the same all over the piece. */
function rounded(kind: 'mod' | 'div', arg: ExpPoly, by: bigint, piece: Piece): ExpPoly | Divided | null {
  const first = replace(arg, 0, constant(piece.lo));
  const now = first && constantOf(first);
  if (now === null || now === undefined) return null;
  const quotient = floorDiv(now, by);
  const rest = add(arg, constant(-quotient * by));
  const above = rest && nonNegativeStretches(partsByBase(rest, 0), piece.lo, piece.hi);
  const left = rest && add(scale(rest, -1n), constant(by - 1n));
  const below = left && nonNegativeStretches(partsByBase(left, 0), piece.lo, piece.hi);
  if (!rest || !above || !below) return null;
  const end = intersect(above, below)[0]?.hi ?? piece.lo;
  if (end < piece.hi) return { upTo: end };
  return kind === 'mod' ? rest : constant(quotient);
}

/** How a term over counters is read. */
interface Reading {
  readonly counterOf: (name: Symbol) => ExpPoly | null;
  readonly value: Assignment;
  /**
   * Asked where a term isn't plainly an exponential polynomial, with what is divided if it is a quotient or remainder.
   */
  readonly otherwise: (t: Term, arg: ExpPoly | null) => ExpPoly | null;
}

/** A term over counters as an exponential polynomial in these. */
function fromTerm(term: Term, reading: Reading): ExpPoly | null {
  switch (term.kind) {
    case 'const':
      return constant(term.value);
    case 'sym': {
      const found = reading.counterOf(term.symbol);
      if (found) return found;
      const v = reading.value(term.symbol);
      return v === null || v === undefined ? null : constant(v);
    }
    case 'sum': {
      let sum: ExpPoly | null = constant(term.constant);
      for (const p of term.parts) {
        const one = fromTerm(p.mono, reading);
        sum = sum && one && add(sum, scale(one, p.coef));
        if (sum === null) return null;
      }
      return sum;
    }
    case 'prod': {
      const factors = term.factors.map((f) => fromTerm(f, reading));
      if (factors.some((f) => f?.monomials.length === 0)) return constant(0n);
      return factors.reduce<ExpPoly | null>((product, f) => product && f && mul(product, f), constant(1n));
    }
    case 'pow': {
      const exponent = fromTerm(term.exponent, reading);
      return exponent && power(term.base, exponent);
    }
    case 'div':
    case 'mod':
      return fromRounding(term, reading);
    case 'ite': {
      const holds = formulaHolds(term.cond, reading.value);
      return holds === null ? reading.otherwise(term, null) : fromTerm(holds ? term.then : term.else, reading);
    }
    case 'app':
      return fromApplication(term, reading);
  }
}

/** A quotient or remainder: exact where what is divided has the same residue everywhere. */
function fromRounding(term: Term & { readonly kind: 'div' | 'mod' }, reading: Reading): ExpPoly | null {
  const arg = fromTerm(term.arg, reading);
  const residue = arg && residueOf(arg, term.by);
  if (arg === null || residue === null) return reading.otherwise(term, arg);
  if (term.kind === 'mod') return constant(residue);
  const rest = add(arg, constant(-residue));
  return rest ? over(rest, term.by) : reading.otherwise(term, arg);
}

/** A function of constants. */
function fromApplication(term: Term & { readonly kind: 'app' }, reading: Reading): ExpPoly | null {
  const args = term.args.map((a) => {
    const p = fromTerm(a, reading);
    return p && constantOf(p);
  });
  if (!args.every((a) => a !== null)) return reading.otherwise(term, null);
  const v = applyFunction(term.fn, args);
  return v === null ? null : constant(v);
}

/** A sum with what isn't plainly an exponential polynomial replaced by a bound: the `worst` makes the sum smallest. */
function bounded(
  term: Term,
  worst: boolean,
  counterOf: (name: Symbol) => ExpPoly | null,
  value: Assignment,
): ExpPoly | null {
  const of = (u: Term): ExpPoly | null => fromTerm(u, { counterOf, value, otherwise: () => null });
  const { constant: base, parts } = partsOf(term);
  let sum: ExpPoly | null = constant(base);
  for (const { coef, mono } of parts) {
    const one = of(mono) ?? boundOf(mono, coef > 0n === worst, of, value);
    sum = sum && one && add(sum, scale(one, coef));
    if (sum === null) return null;
  }
  return sum;
}

/** What a term is never below, or never above. */
function boundOf(term: Term, below: boolean, of: (u: Term) => ExpPoly | null, value: Assignment): ExpPoly | null {
  const summed = term.kind === 'app' ? term.fn.summed : null;
  if (term.kind === 'app' && summed) {
    // so many remainders, none negative
    const count = term.args[0] && of(term.args[0]);
    return count?.monomials.every((m) => m.coefficient > 0n) ? scale(count, below ? 0n : summed.modulus - 1n) : null;
  }
  const { lo, hi } = intervalOf(term, (name) => {
    const v = value(name);
    return v === null || v === undefined ? undefined : point(v);
  });
  const bound = below ? lo : hi;
  return bound === null ? null : constant(bound);
}

/** One literal in several counters, of which the first runs from 0 to below n. */
function inSeveral(formula: Formula, counters: readonly Counter[], count: bigint, value: Assignment): boolean | null {
  if (formula.kind !== 'ge') return null;
  const counterOf = (name: Symbol): ExpPoly | null => {
    const i = counters.findIndex((c) => c.name === name);
    return i < 0 ? null : counter(i);
  };
  const of = (t: Term): ExpPoly | null => fromTerm(t, { counterOf, value, otherwise: () => null });
  const limits = counters.slice(1).map((c) => of(c.limit));
  if (limits.some((l) => l === null)) return null;
  const decided = (worst: boolean): boolean | null => {
    const p = bounded(formula.term, worst, counterOf, value);
    return p && notNegativeIn(p, count, limits as readonly ExpPoly[]);
  };
  return decided(true) === true ? true : decided(false) === false ? false : null;
}
