/**
 * Integers in the code are unbounded to its reader, but whoever runs it has 128 bits at most. So a power is told only
 * where its value fits, since it is a variable's. It is told, too, where what is cut off doesn't matter, as under a
 * cast. Elsewhere its exponent must be bounded.
 */
import {
  FLOOR_QUOTIENT,
  add,
  app,
  div,
  int,
  intervalOf,
  isConst,
  mod,
  partsOf,
  pow,
  rewrite,
  rewriteFormula,
  scale,
} from '../logic/index.ts';
import type { Formula, RangeOf, Term } from '../logic/index.ts';
import { minimum } from '../termination/index.ts';

const MOST = 1n << 126n;

/**
 * Beyond so many places nothing is left of a number: `a / power(5, k)` for an unsigned `a` is
 * `a / power(5, min(k, 14))`.
 */
export function withBoundedDivisors(term: Term, range: RangeOf): Term {
  return rewrite(term, (x) => {
    if (x.kind !== 'app' || x.fn !== FLOOR_QUOTIENT) return null;
    const [a, b] = x.args as [Term, Term];
    const { lo, hi } = intervalOf(a, range);
    if (b.kind !== 'pow' || b.base < 2n || lo === null || lo < 0n || hi === null) return null;
    let places = 0n;
    for (let p = 1n; p <= hi; p *= b.base) places++;
    const most = intervalOf(b.exponent, range).hi;
    if (most !== null && most <= places) return null;
    return app(FLOOR_QUOTIENT, [a, pow(b.base, minimum(b.exponent, int(places)))]);
  });
}

/**
 * Of a dividend only the bits count that are left of it: `⌊(5^n - 1) / 4⌋ mod 256` is
 * `⌊((5^n - 1) mod 1024) / 4⌋ mod 256`.
 */
export function withReducedDividends(term: Term): Term {
  return rewrite(term, (x) => {
    if (x.kind !== 'mod' || !isPowerOfTwo(x.by)) return null;
    const { constant, parts } = partsOf(x.arg);
    const told = parts.map(({ coef, mono }) => {
      if (mono.kind !== 'div' || !isPowerOfTwo(mono.by)) return { coef, mono };
      return { coef, mono: div(mod(mono.arg, mono.by * x.by), mono.by) };
    });
    return mod(add(int(constant), ...told.map(({ coef, mono }) => scale(coef, mono))), x.by);
  });
}

const isPowerOfTwo = (n: bigint): boolean => n > 0n && (n & (n - 1n)) === 0n;

type Place = 'value' | 'reduced' | 'compared';

/** Nothing on the way to the value is too large, wherever the value itself isn't. */
export function fits(term: Term, range: RangeOf, place: Place = 'value'): boolean {
  const inside = (x: Term, at: Place): boolean => fits(x, range, at);
  switch (term.kind) {
    case 'const':
    case 'sym':
      return true;
    case 'sum':
      return term.parts.every((p) => inside(p.mono, place)) && (place !== 'compared' || isSmall(term, range));
    case 'prod':
      return term.factors.every((f) => inside(f, place)) && (place !== 'compared' || isSmall(term, range));
    case 'div':
      return inside(term.arg, place === 'value' ? 'value' : 'compared');
    case 'mod':
      // a power of two cuts off what doesn't fit
      return inside(term.arg, (term.by & (term.by - 1n)) === 0n ? 'reduced' : 'compared');
    case 'pow':
      return inside(term.exponent, 'compared') && (place !== 'compared' || isSmall(term, range));
    case 'ite':
      return fitsIn(term.cond, range) && inside(term.then, place) && inside(term.else, place);
    case 'app':
      return term.args.every((a) => isConst(a) || inside(a, 'compared'));
  }
}

export function fitsIn(formula: Formula, range: RangeOf): boolean {
  let all = true;
  rewriteFormula(formula, (t) => {
    if (!fits(t, range, 'compared')) all = false;
    return t;
  });
  return all;
}

function isSmall(term: Term, range: RangeOf): boolean {
  // powers with large exponents have no interval
  if (term.kind === 'pow') {
    const most = greatest(term.exponent, range);
    return most !== null && most <= 200n && term.base ** most < MOST;
  }
  const { lo, hi } = intervalOf(term, range);
  return lo !== null && hi !== null && lo > -MOST && hi < MOST;
}

/** Of a minimum the less of both. */
function greatest(term: Term, range: RangeOf): bigint | null {
  const { hi } = intervalOf(term, range);
  if (term.kind !== 'ite' || minimum(term.else, term.then) !== term) return hi;
  const both = [intervalOf(term.then, range).hi, intervalOf(term.else, range).hi].filter((x) => x !== null);
  return both.reduce<bigint | null>((a, b) => (a === null || b < a ? b : a), hi);
}
