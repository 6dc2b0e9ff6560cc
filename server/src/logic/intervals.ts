/** Intervals of terms from intervals of symbols: the cheapest of all facts. `null` is unbounded. */
import { FIRST_WITHIN, tableOf } from './function-symbols.ts';
import { floorDiv, gcd, summedResidues } from '../arithmetic/index.ts';
import type { Symbol } from './symbol.ts';
import type { Term } from './expression.ts';
import { READ } from './term.ts';


export interface Interval {
  readonly lo: bigint | null;
  readonly hi: bigint | null;
}

export const TOP: Interval = { lo: null, hi: null };
export const point = (v: bigint): Interval => ({ lo: v, hi: v });

export type RangeOf = (symbol: Symbol) => Interval | undefined;

const plus = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a + b);
const least = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a < b ? a : b);
const greatest = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a > b ? a : b);

export const sum = (a: Interval, b: Interval): Interval => ({ lo: plus(a.lo, b.lo), hi: plus(a.hi, b.hi) });
export const join = (a: Interval, b: Interval): Interval => ({ lo: least(a.lo, b.lo), hi: greatest(a.hi, b.hi) });

export function times(c: bigint, a: Interval): Interval {
  if (c === 0n) return point(0n);
  const lo = a.lo === null ? null : c * a.lo;
  const hi = a.hi === null ? null : c * a.hi;
  return c > 0n ? { lo, hi } : { lo: hi, hi: lo };
}

function multiply(a: Interval, b: Interval): Interval {
  if (a.lo === 0n && a.hi === 0n) return a;
  if (b.lo === 0n && b.hi === 0n) return b;
  if (a.lo !== null && a.hi !== null && b.lo !== null && b.hi !== null) {
    const all = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
    return { lo: all.reduce((x, y) => (x < y ? x : y)), hi: all.reduce((x, y) => (x > y ? x : y)) };
  }
  if (a.lo !== null && b.lo !== null && a.lo >= 0n && b.lo >= 0n) {
    return { lo: a.lo * b.lo, hi: a.hi === null || b.hi === null ? null : a.hi * b.hi };
  }
  return TOP;
}

/** An interval that contains every value of the term. */
export function intervalOf(t: Term, range: RangeOf): Interval {
  switch (t.kind) {
    case 'const': return point(t.value);
    case 'sym': return range(t.symbol) ?? TOP;
    case 'sum': return t.parts.reduce((acc, p) => sum(acc, times(p.coef, intervalOf(p.mono, range))), point(t.constant));
    case 'prod': {
      const [first, ...rest] = t.factors;
      if (!first) return TOP;
      // an even power of one factor is not negative
      if (t.factors.length === 2 && t.factors[0] === t.factors[1]) {
        const i = multiply(intervalOf(first, range), intervalOf(first, range));
        return { lo: i.lo !== null && i.lo > 0n ? i.lo : 0n, hi: i.hi };
      }
      return rest.reduce((acc, f) => multiply(acc, intervalOf(f, range)), intervalOf(first, range));
    }
    case 'div': {
      const i = intervalOf(t.arg, range);
      return { lo: i.lo === null ? null : floorDiv(i.lo, t.by), hi: i.hi === null ? null : floorDiv(i.hi, t.by) };
    }
    case 'mod': {
      const i = intervalOf(t.arg, range);
      return i.lo !== null && i.hi !== null && i.lo >= 0n && i.hi < t.by ? i : { lo: 0n, hi: t.by - 1n };
    }
    case 'pow': {
      const e = intervalOf(t.exponent, range);
      if (t.base < 0n) return TOP;
      const small = (x: bigint | null): bigint | null => (x === null || x > 256n || x < 0n ? null : t.base ** x);
      return t.base === 0n ? { lo: 0n, hi: 1n } : { lo: e.lo !== null && e.lo >= 0n ? small(e.lo) ?? 1n : 1n, hi: small(e.hi) };
    }
    case 'ite': return join(intervalOf(t.then, range), intervalOf(t.else, range));
    case 'app': {
      if (t.of !== null) return t.fn === READ ? range(t.of) ?? TOP : TOP;
      if (t.fn === FIRST_WITHIN) {
        const [, b, m] = t.args;
        return { lo: 0n, hi: b?.kind === 'const' && m?.kind === 'const' ? m.value / gcd(b.value, m.value) - 1n : null };
      }
      const values = tableOf(t.fn);
      if (values) return { lo: values.reduce((x, y) => (x < y ? x : y), 0n), hi: values.reduce((x, y) => (x > y ? x : y), 0n) };
      const [a, b] = t.args.map((x) => intervalOf(x, range));
      const summed = summedResidues(t.fn);
      if (summed) return { lo: 0n, hi: a?.hi == null ? null : a.hi > 0n ? a.hi * (summed.modulus - 1n) : 0n };
      if (!a || !b) return TOP;
      switch (t.fn) {
        case 'trem': {
          const m = b.lo === null || b.hi === null ? null : greatest(b.hi, -b.lo);
          if (m === null || m <= 0n) return { lo: a.lo !== null && a.lo >= 0n ? 0n : null, hi: null };
          return { lo: a.lo !== null && a.lo >= 0n ? 0n : -(m - 1n), hi: a.hi !== null && a.hi <= 0n ? 0n : m - 1n };
        }
        case 'tdiv': {
          const m = a.lo === null || a.hi === null ? null : greatest(a.hi, -a.lo);
          if (a.lo !== null && a.lo >= 0n && b.lo !== null && b.lo >= 0n) return { lo: 0n, hi: a.hi };
          return m === null ? TOP : { lo: -(m < 0n ? -m : m), hi: m < 0n ? -m : m };
        }
        case 'band': return a.lo !== null && a.lo >= 0n ? { lo: 0n, hi: a.hi } : b.lo !== null && b.lo >= 0n ? { lo: 0n, hi: b.hi } : TOP;
        case 'bor': case 'bxor': {
          if (a.lo === null || b.lo === null || a.lo < 0n || b.lo < 0n || a.hi === null || b.hi === null) return TOP;
          const top = a.hi > b.hi ? a.hi : b.hi;
          let p = 1n;
          while (p <= top) p <<= 1n;
          return { lo: 0n, hi: p - 1n };
        }
        case 'shl': return a.lo !== null && a.lo >= 0n && b.lo !== null && b.lo >= 0n && b.hi !== null && b.hi <= 256n ? { lo: a.lo << b.lo, hi: a.hi === null ? null : a.hi << b.hi } : TOP;
        case 'shr': return a.lo !== null && a.lo >= 0n ? { lo: 0n, hi: a.hi } : TOP;
        default: return TOP;
      }
    }
  }
}
