/**
 * Closed forms of a path's update: the values after n iterations as terms in n. The update is split into dependency
 * components, solved in topological order. Resets are a prefix. `x + c` and sums of polynomials give polynomials in n,
 * `a*x + c` gives powers. Moduli by a power of two are solved over the integers and reduced. Source: Proteus, section
 * 3.2.
 */
import { COUNTER } from '../../certify/index.ts';
import { gcd } from '../../arithmetic/index.ts';
import { implies } from '../../decide/index.ts';
import type { Formula, RangeOf, Symbol, Term } from '../../logic/index.ts';
import {
  FLOOR_QUOTIENT,
  LOWEST_BITS_CLEARED,
  TRUE,
  add,
  and,
  app,
  collect,
  div,
  ge,
  int,
  isConst,
  isOne,
  isZero,
  le,
  mentions,
  mod,
  mul,
  neg,
  partsOf,
  plus,
  pow,
  scale,
  sub,
  substitute,
  sumOf,
  sym,
  symbolsOf,
} from '../../logic/index.ts';
import { sumUpTo } from './polynomial-sums.ts';

/** `(numerator in n) / denominator`, exact for every n >= prefix. */
export interface Form {
  readonly numerator: Term;
  readonly denominator: bigint;
  /** The form is then to be taken modulo this. */
  readonly modulus: bigint | null;
  /** Offset of a wrapped signed value: value = ((form - offset) mod modulus) + offset. */
  readonly offset: bigint;
  /** From this n on. */
  readonly prefix: number;
  /** Only as long as nothing is undefined: the modulus is that of a signed type which is never left. */
  readonly whereDefined?: boolean;
}

export interface ClosedForms {
  /** The symbol n. */
  readonly n: Symbol;
  /** Variables that change and have a closed form. */
  readonly forms: ReadonlyMap<Symbol, Form>;
  /** Variables that change and have none. */
  readonly open: ReadonlySet<Symbol>;
  /** The greatest prefix. */
  readonly prefix: number;
}

export { COUNTER };
const ITERATIONS = sym(COUNTER);
const MAX_PREFIX = 4;

/**
 * Solves an update: symbol -> term over the symbols' values before. Symbols that are not keys don't change. `defined`
 * holds before every iteration.
 */
export function closedForms(
  update: ReadonlyMap<Symbol, Term>,
  fresh: ReadonlySet<Symbol>,
  range: RangeOf,
  defined: Formula = TRUE,
): ClosedForms {
  const forms = new Map<Symbol, Form>();
  const open = new Set<Symbol>();
  const state = { update, fresh, range, defined, forms, open, visiting: new Set<Symbol>() };
  for (const x of update.keys()) solve(x, state);
  const prefix = Math.max(0, ...[...forms.values()].map((f) => f.prefix));
  return { n: COUNTER, forms, open, prefix };
}

interface Solving {
  readonly update: ReadonlyMap<Symbol, Term>;
  readonly fresh: ReadonlySet<Symbol>;
  readonly range: RangeOf;
  readonly defined: Formula;
  readonly forms: Map<Symbol, Form>;
  readonly open: Set<Symbol>;
  readonly visiting: Set<Symbol>;
}

function solve(symbol: Symbol, solving: Solving): boolean {
  if (solving.forms.has(symbol)) return true;
  if (solving.open.has(symbol) || solving.visiting.has(symbol)) return false;
  solving.visiting.add(symbol);
  const form = attempt(symbol, solving);
  solving.visiting.delete(symbol);
  if (form && form.prefix <= MAX_PREFIX) {
    solving.forms.set(symbol, form);
    return true;
  }
  solving.open.add(symbol);
  return false;
}

/** The value after n iterations is what the last of them read from outside. */
export const readsFresh = (f: Form | undefined, fresh: ReadonlySet<Symbol>): boolean =>
  f !== undefined && [...symbolsOf(f.numerator)].some((y) => fresh.has(y));

function attempt(symbol: Symbol, solving: Solving): Form | null {
  const after = solving.update.get(symbol) as Term;
  const changed = [...symbolsOf(after)].filter((y) => y !== symbol && solving.update.has(y));
  for (const y of changed) if (!solve(y, solving)) return null;
  // what was read from outside is another value in each iteration: its form is good for the last one only
  if (changed.some((y) => readsFresh(solving.forms.get(y), solving.fresh))) return null;
  const form = formOf(symbol, after, unwrap(after), changed, solving);
  if (form !== null) return form;
  const signed = staysWithin(symbol, after, changed, solving);
  const within = signed && formOf(symbol, after, signed, changed, solving);
  return within && { ...within, whereDefined: true };
}

/** A term reduced to the residues from `offset` on. */
interface Wrapped {
  readonly body: Term;
  readonly modulus: bigint | null;
  readonly offset: bigint;
}

/**
 * A sum of values that wrap around may itself never leave its signed type, or the run were undefined. Then the
 * reductions of these values don't matter in the ring of the type's modulus.
 */
function staysWithin(symbol: Symbol, update: Term, changed: readonly Symbol[], solving: Solving): Wrapped | null {
  const interval = solving.range(symbol);
  if (interval?.lo == null || interval.hi === null) return null;
  const modulus = interval.hi - interval.lo + 1n;
  if (
    modulus < 2n ||
    !changed.some((y) => (solving.forms.get(y)?.modulus ?? 1n) % modulus === 0n) ||
    !implies(solving.defined, and(ge(update, int(interval.lo)), le(update, int(interval.hi))), solving.range)
  )
    return null;
  return unwrap(plus(mod(plus(update, -interval.lo), modulus), interval.lo));
}

function formOf(
  symbol: Symbol,
  update: Term,
  wrapped: Wrapped,
  changed: readonly Symbol[],
  solving: Solving,
): Form | null {
  const touched = [...symbolsOf(update)].some((y) => solving.fresh.has(y));
  const body = wrapped.body;
  if (update.kind === 'div' && update.arg === sym(symbol)) {
    // floor(floor(x / c) / c) = floor(x / c^2)
    return {
      numerator: app(FLOOR_QUOTIENT, [sym(symbol), pow(update.by, ITERATIONS)]),
      denominator: 1n,
      modulus: null,
      offset: 0n,
      prefix: 0,
    };
  }
  if (
    update.kind === 'app' &&
    update.fn === LOWEST_BITS_CLEARED &&
    update.args[0] === sym(symbol) &&
    update.args[1]?.kind === 'const'
  ) {
    return {
      numerator: app(LOWEST_BITS_CLEARED, [sym(symbol), scale(update.args[1].value, ITERATIONS)]),
      denominator: 1n,
      modulus: null,
      offset: 0n,
      prefix: 0,
    };
  }
  const inX = collect(body, symbol);
  if (inX === null || inX.length > 2)
    return wrapped.modulus === null && !mentions(update, symbol)
      ? reset(update, changed, solving)
      : idempotent(symbol, update, changed);
  const factor = inX[1] ?? int(0);
  const summed = inX[0] as Term;
  if (isZero(factor)) return reset(update, changed, solving);
  if (touched || !isConst(factor)) return null;
  // the summand at iteration k, as a polynomial in k
  const summand = at(summed, changed, solving, wrapped.modulus);
  if (summand === null) return null;
  if (wrapped.modulus === null && summand.modulus !== null) return null;
  const wrap = { modulus: wrapped.modulus, offset: wrapped.offset };
  const unreduced =
    wrapped.modulus !== null && !isReduced(symbol, wrapped.modulus, wrapped.offset, solving.range) ? 1 : 0;
  if (isOne(factor)) {
    const total = accumulate(symbol, summand, summed, solving);
    return total && { ...total, ...wrap, prefix: Math.max(total.prefix, unreduced) };
  }
  if (unreduced > 0) return idempotent(symbol, update, changed);
  if (mentions(summand.numerator, COUNTER) || summand.prefix > 0) return null;
  // with the factor a: x(n) = a^n x + q (a^n - 1) / (a - 1)
  if (factor.value === -1n) {
    const odd = mod(ITERATIONS, 2n);
    const flip = sub(summand.numerator, scale(2n * summand.denominator, sym(symbol)));
    return {
      numerator: add(scale(summand.denominator, sym(symbol)), mul(odd, flip)),
      denominator: summand.denominator,
      ...wrap,
      prefix: 0,
    };
  }
  if (factor.value < 0n) return null;
  const power = pow(factor.value, ITERATIONS);
  const d = summand.denominator * (factor.value - 1n);
  return {
    numerator: add(scale(d, mul(power, sym(symbol))), mul(summand.numerator, plus(power, -1))),
    denominator: d,
    ...wrap,
    prefix: 0,
  };
}

/**
 * `((t - offset) mod m) + offset` as t, m, offset; an unwrapped term has no modulus. Reductions are written with `mod`
 * or as `t - m * floor((t - offset) / m)`.
 */
export function unwrap(term: Term): Wrapped {
  if (term.kind === 'mod') return { body: term.arg, modulus: term.by, offset: 0n };
  const { constant, parts } = partsOf(term);
  const only = parts[0];
  if (parts.length === 1 && only && only.coef > 0n && only.mono.kind === 'mod') {
    // a factor of both the value and the modulus stands outside
    return {
      body: plus(scale(only.coef, only.mono.arg), constant),
      modulus: only.coef * only.mono.by,
      offset: constant,
    };
  }
  // c - (a mod m) is reduced to (c - m, c]
  if (parts.length === 1 && only && only.coef === -1n && only.mono.kind === 'mod') {
    return { body: sub(int(constant), only.mono.arg), modulus: only.mono.by, offset: constant - only.mono.by + 1n };
  }
  const quotients = parts.filter((p) => p.mono.kind === 'div');
  const quotient = quotients[0];
  if (
    quotients.length === 1 &&
    quotient &&
    quotient.mono.kind === 'div' &&
    (quotient.coef === quotient.mono.by || quotient.coef === -quotient.mono.by)
  ) {
    // u = t -+ m * floor(a / m): reduced where a is t, or its negative, up to a constant
    const t = sumOf(
      constant,
      parts.filter((p) => p !== quotient),
    );
    const a = quotient.coef < 0n ? quotient.mono.arg : plus(neg(quotient.mono.arg), quotient.mono.by - 1n);
    const difference = sub(t, a);
    if (isConst(difference)) return { body: t, modulus: quotient.mono.by, offset: difference.value };
  }
  return { body: term, modulus: null, offset: 0n };
}

/** Values of x are in [offset, offset + modulus) already before the first reduction. */
function isReduced(x: Symbol, modulus: bigint, offset: bigint, range: RangeOf): boolean {
  const i = range(x);
  return i !== undefined && i.lo !== null && i.hi !== null && i.lo >= offset && i.hi < offset + modulus;
}

/** A map that does nothing the second time: `f(f(x)) = f(x)` as terms. */
function idempotent(x: Symbol, u: Term, changed: readonly Symbol[]): Form | null {
  if (changed.length > 0 || substitute(u, new Map([[x, u]])) !== u) return null;
  return { numerator: u, denominator: 1n, modulus: null, offset: 0n, prefix: 1 };
}

/** A variable whose new value does not depend on its old one: its form is the right side's one iteration earlier. */
function reset(u: Term, changed: readonly Symbol[], solving: Solving): Form | null {
  const value = at(u, changed, solving, null);
  if (value === null) return null;
  if (value.modulus !== null) return null;
  const before = substitute(value.numerator, new Map([[COUNTER, plus(ITERATIONS, -1)]]));
  return { numerator: before, denominator: value.denominator, modulus: null, offset: 0n, prefix: value.prefix + 1 };
}

/**
 * A term with the changed variables replaced by their forms at n. `within`: reductions by a multiple of this modulus
 * may be dropped.
 */
function at(term: Term, changed: readonly Symbol[], solving: Solving, within: bigint | null): Form | null {
  let prefix = 0;
  let denominator = 1n;
  const map = new Map<Symbol, Term>();
  const rationals = new Map<Symbol, bigint>();
  for (const other of changed) {
    const form = solving.forms.get(other) as Form;
    prefix = Math.max(prefix, form.prefix);
    const free = form.modulus === null || (within !== null && form.modulus % within === 0n);
    if (!free) map.set(other, valueOf(form));
    else if (form.denominator === 1n) map.set(other, form.numerator);
    else if (isLinearIn(term, other)) {
      denominator = (denominator * form.denominator) / gcd(denominator, form.denominator);
      rationals.set(other, form.denominator);
      map.set(other, form.numerator);
    } else map.set(other, div(form.numerator, form.denominator));
  }
  const numerator = denominator === 1n ? substitute(term, map) : multipliedThrough(term, denominator, rationals, map);
  return numerator && { numerator, denominator, modulus: null, offset: 0n, prefix };
}

const isLinearIn = (t: Term, y: Symbol): boolean => (collect(t, y)?.length ?? 3) <= 2;

/**
 * The term times the denominator, linear in the variables with denominators: `x + y / 2` times 2 is `2 x + y`. Null
 * where it isn't.
 */
function multipliedThrough(
  term: Term,
  denominator: bigint,
  rationals: ReadonlyMap<Symbol, bigint>,
  numerators: ReadonlyMap<Symbol, Term>,
): Term | null {
  const { constant, parts } = partsOf(term);
  let sum: Term = int(constant * denominator);
  for (const p of parts) {
    const [rational, ...others] = [...rationals].filter(([y]) => mentions(p.mono, y));
    if (others.length > 0) return null;
    // a divisor of the common denominator
    const factor = rational === undefined ? denominator : denominator / rational[1];
    sum = add(sum, scale(p.coef * factor, substitute(p.mono, numerators)));
  }
  return sum;
}

/** x + sum of the summand over the iterations before n. */
function accumulate(symbol: Symbol, summand: Form, summed: Term, solving: Solving): Form | null {
  const prefix = summand.prefix;
  const tail = sumUpTo(summand.numerator, summand.denominator);
  if (tail === null) return null;
  // total(n) = x + early + tail(n) - tail(p)
  let numerator = add(
    scale(tail.denominator, sym(symbol)),
    tail.numerator,
    scale(-1n, substitute(tail.numerator, new Map([[COUNTER, int(prefix)]]))),
  );
  let values = new Map<Symbol, Term>();
  for (let k = 0; k < prefix; k++) {
    numerator = add(numerator, scale(tail.denominator, substitute(summed, values)));
    values = stepOnce(solving.update, values);
  }
  return { numerator, denominator: tail.denominator, modulus: null, offset: 0n, prefix: prefix };
}

/** One iteration more, from values given as terms over the start. */
function stepOnce(update: ReadonlyMap<Symbol, Term>, values: ReadonlyMap<Symbol, Term>): Map<Symbol, Term> {
  return new Map([...update].map(([y, u]) => [y, substitute(u, values)]));
}

/** The form as one term in n. */
export function valueOf(f: Form): Term {
  const exact = div(f.numerator, f.denominator);
  return f.modulus === null ? exact : plus(mod(plus(exact, -f.offset), f.modulus), f.offset);
}

/** All values after `n` iterations, for a term n that is at least the prefix. */
export function valuesAfter(closed: ClosedForms, n: Term): Map<Symbol, Term> {
  const map = new Map([[closed.n, n]]);
  return new Map([...closed.forms].map(([x, f]) => [x, valueOf({ ...f, numerator: substitute(f.numerator, map) })]));
}

/** Values after a small fixed number of iterations, by composing the update. */
export function valuesAfterSteps(update: ReadonlyMap<Symbol, Term>, steps: number): Map<Symbol, Term> {
  let values = new Map<Symbol, Term>();
  for (let k = 0; k < steps; k++) values = stepOnce(update, values);
  return values;
}
