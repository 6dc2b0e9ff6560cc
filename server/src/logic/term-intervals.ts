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
export function intervalOf(t: Term, range: RangeOf): Interval {
  switch (t.kind) {
    case 'const':
      return point(t.value);
    case 'sym':
      return range(t.symbol) ?? UNBOUNDED;
    case 'sum':
      return t.parts.reduce((acc, p) => sum(acc, times(p.coef, intervalOf(p.mono, range))), point(t.constant));
    case 'prod':
      return ofProduct(t.factors, range);
    case 'div': {
      const i = intervalOf(t.arg, range);
      return { lo: i.lo === null ? null : floorDiv(i.lo, t.by), hi: i.hi === null ? null : floorDiv(i.hi, t.by) };
    }
    case 'mod': {
      const i = intervalOf(t.arg, range);
      return i.lo !== null && i.hi !== null && i.lo >= 0n && i.hi < t.by ? i : { lo: 0n, hi: t.by - 1n };
    }
    case 'pow':
      return ofPower(t.base, intervalOf(t.exponent, range));
    case 'ite':
      return join(intervalOf(t.then, range), intervalOf(t.else, range));
    case 'app': {
      const of = t.of === null ? UNBOUNDED : (range(t.of) ?? UNBOUNDED);
      return MEANINGS[t.fn.kind].interval(
        t.args.map((x) => intervalOf(x, range)),
        t.fn,
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
