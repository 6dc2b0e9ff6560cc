/** Intervals of integers. `null` is unbounded. */

export interface Interval {
  readonly lo: bigint | null;
  readonly hi: bigint | null;
}

export const UNBOUNDED: Interval = { lo: null, hi: null };
export const point = (v: bigint): Interval => ({ lo: v, hi: v });

const plus = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a + b);
const least = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a < b ? a : b);
export const greatest = (a: bigint | null, b: bigint | null): bigint | null =>
  a === null || b === null ? null : a > b ? a : b;

export const sum = (a: Interval, b: Interval): Interval => ({ lo: plus(a.lo, b.lo), hi: plus(a.hi, b.hi) });
export const join = (a: Interval, b: Interval): Interval => ({ lo: least(a.lo, b.lo), hi: greatest(a.hi, b.hi) });

export function times(c: bigint, interval: Interval): Interval {
  if (c === 0n) return point(0n);
  const lo = interval.lo === null ? null : c * interval.lo;
  const hi = interval.hi === null ? null : c * interval.hi;
  return c > 0n ? { lo, hi } : { lo: hi, hi: lo };
}

export function multiply(first: Interval, second: Interval): Interval {
  if (first.lo === 0n && first.hi === 0n) return first;
  if (second.lo === 0n && second.hi === 0n) return second;
  if (first.lo !== null && first.hi !== null && second.lo !== null && second.hi !== null) {
    const all = [first.lo * second.lo, first.lo * second.hi, first.hi * second.lo, first.hi * second.hi];
    return { lo: all.reduce((x, y) => (x < y ? x : y)), hi: all.reduce((x, y) => (x > y ? x : y)) };
  }
  if (first.lo !== null && second.lo !== null && first.lo >= 0n && second.lo >= 0n) {
    return { lo: first.lo * second.lo, hi: first.hi === null || second.hi === null ? null : first.hi * second.hi };
  }
  return UNBOUNDED;
}
