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

export function times(c: bigint, a: Interval): Interval {
  if (c === 0n) return point(0n);
  const lo = a.lo === null ? null : c * a.lo;
  const hi = a.hi === null ? null : c * a.hi;
  return c > 0n ? { lo, hi } : { lo: hi, hi: lo };
}

export function multiply(a: Interval, b: Interval): Interval {
  if (a.lo === 0n && a.hi === 0n) return a;
  if (b.lo === 0n && b.hi === 0n) return b;
  if (a.lo !== null && a.hi !== null && b.lo !== null && b.hi !== null) {
    const all = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
    return { lo: all.reduce((x, y) => (x < y ? x : y)), hi: all.reduce((x, y) => (x > y ? x : y)) };
  }
  if (a.lo !== null && b.lo !== null && a.lo >= 0n && b.lo >= 0n) {
    return { lo: a.lo * b.lo, hi: a.hi === null || b.hi === null ? null : a.hi * b.hi };
  }
  return UNBOUNDED;
}
