/** Intervals of terms from intervals of symbols: the cheapest of all facts. */
import { floorDiv } from '../arithmetic/index.ts';
import type { Term } from './expression.ts';
import { MEANINGS } from './function-symbols.ts';
import type { Interval } from './interval.ts';
import { UNBOUNDED, join, multiply, point, sum, times } from './interval.ts';
import type { Symbol } from './symbol.ts';

export type RangeOf = (symbol: Symbol) => Interval | undefined;

/** Powers with larger exponents have no bounds. */
const BOUNDED_EXPONENT = 256n;

/** An interval that contains every value of the term. */
export function intervalOf(term: Term, range: RangeOf): Interval {
  switch (term.kind) {
    case 'const':
      return point(term.value);
    case 'sym':
      return range(term.symbol) ?? UNBOUNDED;
    case 'sum':
      return term.parts.reduce((acc, p) => sum(acc, times(p.coef, intervalOf(p.mono, range))), point(term.constant));
    case 'prod':
      return ofProduct(term.factors, range);
    case 'div': {
      const i = intervalOf(term.arg, range);
      return { lo: i.lo === null ? null : floorDiv(i.lo, term.by), hi: i.hi === null ? null : floorDiv(i.hi, term.by) };
    }
    case 'mod': {
      const i = intervalOf(term.arg, range);
      return i.lo !== null && i.hi !== null && i.lo >= 0n && i.hi < term.by ? i : { lo: 0n, hi: term.by - 1n };
    }
    case 'pow':
      return ofPower(term.base, intervalOf(term.exponent, range));
    case 'ite':
      return join(intervalOf(term.then, range), intervalOf(term.else, range));
    case 'app': {
      const of = term.of === null ? UNBOUNDED : (range(term.of) ?? UNBOUNDED);
      return MEANINGS[term.fn.kind].interval(
        term.args.map((x) => intervalOf(x, range)),
        term.fn,
        of,
      );
    }
  }
}

function ofProduct([first, ...rest]: readonly Term[], range: RangeOf): Interval {
  if (!first) return UNBOUNDED;
  // an even power of one factor is not negative
  if (rest.length === 1 && rest[0] === first) {
    const i = multiply(intervalOf(first, range), intervalOf(first, range));
    return { lo: i.lo !== null && i.lo > 0n ? i.lo : 0n, hi: i.hi };
  }
  return rest.reduce((acc, f) => multiply(acc, intervalOf(f, range)), intervalOf(first, range));
}

function ofPower(base: bigint, exponent: Interval): Interval {
  if (base < 0n) return UNBOUNDED;
  if (base === 0n) return { lo: 0n, hi: 1n };
  const small = (x: bigint | null): bigint | null => (x === null || x > BOUNDED_EXPONENT || x < 0n ? null : base ** x);
  return { lo: exponent.lo !== null && exponent.lo >= 0n ? (small(exponent.lo) ?? 1n) : 1n, hi: small(exponent.hi) };
}
