/**
 * Rows of whole coefficients, and what linear programs and eliminations do with them. It is written once for machine
 * numbers, which give up where they would be inexact, and once for big integers.
 */

export interface Entries<N> {
  [index: number]: N;
  readonly length: number;
}

export interface Kernel<N extends number | bigint> {
  readonly zero: N;
  readonly one: N;
  readonly minusOne: N;
  zeros(width: number): Entries<N>;
  from(v: bigint): N;
  big(v: N): bigint;
  negated(v: N): N;
  /** Equal rows have equal hashes. */
  hash(row: Readonly<Entries<N>>): number;
  negate(row: Entries<N>): void;
  /** target := target * p - by * c, where `support` lists the columns of `by` that are not zero (null: not known). */
  combine(target: Entries<N>, p: N, by: Readonly<Entries<N>>, c: N, support: readonly number[] | null): void;
  /** a * x + b * y, a new row. */
  sum(a: Readonly<Entries<N>>, x: N, b: Readonly<Entries<N>>, y: N): Entries<N>;
  /** The greatest common divisor of the entries; 0 where all are zero. */
  common(row: Readonly<Entries<N>>): N;
  /** Divides the entries by what they have in common. */
  divide(row: Entries<N>, by: N): void;
}

/** A machine number would be inexact. Not an error: a stack would cost much. */
class Inexact {}

/**
 * What is computed on machine numbers, or on big integers where those would be inexact. This is the one place where
 * something begins anew.
 */
export function onMachineNumbers<T>(compute: () => T, onBigIntegers: () => T): T {
  try {
    return compute();
  } catch (e) {
    if (!(e instanceof Inexact)) throw e;
    return onBigIntegers();
  }
}

const LIMIT = Number.MAX_SAFE_INTEGER;
const INEXACT = new Inexact();

export const MACHINE: Kernel<number> = {
  zero: 0,
  one: 1,
  minusOne: -1,
  zeros: (width) => new Array<number>(width).fill(0),
  from(v) {
    const n = Number(v);
    if (n > LIMIT || n < -LIMIT) throw INEXACT;
    return n;
  },
  big: (v) => BigInt(v),
  negated: (v) => 0 - v,
  hash(row) {
    let h = 0;
    for (let j = 0; j < row.length; j++) h = (Math.imul(h, 31) + (row[j] as number)) | 0;
    return h;
  },
  negate(row) {
    for (let j = 0; j < row.length; j++) row[j] = 0 - (row[j] as number);
  },
  combine(target, targetFactor, by, factor, support) {
    if (targetFactor === 1 && support !== null) {
      for (let k = 0; k < support.length; k++) {
        const j = support[k] as number;
        const y = (by[j] as number) * factor;
        const z = (target[j] as number) - y;
        // a rounded product or difference is beyond the limit itself
        if (y > LIMIT || y < -LIMIT || z > LIMIT || z < -LIMIT) throw INEXACT;
        target[j] = z;
      }
      return;
    }
    for (let j = 0; j < target.length; j++) {
      const x = (target[j] as number) * targetFactor;
      const y = (by[j] as number) * factor;
      const z = x - y;
      if (x > LIMIT || x < -LIMIT || y > LIMIT || y < -LIMIT || z > LIMIT || z < -LIMIT) throw INEXACT;
      target[j] = z;
    }
  },
  sum(a, x, b, y) {
    const out = new Array<number>(a.length);
    for (let j = 0; j < out.length; j++) {
      const p = (a[j] as number) * x;
      const q = (b[j] as number) * y;
      // adding zero: no negative zero comes out
      const z = p + q + 0;
      if (p > LIMIT || p < -LIMIT || q > LIMIT || q < -LIMIT || z > LIMIT || z < -LIMIT) throw INEXACT;
      out[j] = z;
    }
    return out;
  },
  common(row) {
    let divisor = 0;
    for (let i = 0; i < row.length; i++) {
      let value = row[i] as number;
      if (value === 0) continue;
      if (value === 1 || value === -1) return 1;
      if (value < 0) value = -value;
      while (value !== 0) {
        const rest = divisor % value;
        divisor = value;
        value = rest;
      }
      if (divisor === 1) return 1;
    }
    return divisor;
  },
  divide(row, by) {
    for (let i = 0; i < row.length; i++) row[i] = (row[i] as number) / by;
  },
};

export const BIG: Kernel<bigint> = {
  zero: 0n,
  one: 1n,
  minusOne: -1n,
  zeros: (width) => new Array<bigint>(width).fill(0n),
  from: (v) => v,
  big: (v) => v,
  negated: (v) => -v,
  hash(row) {
    let h = 0;
    for (let j = 0; j < row.length; j++) h = (Math.imul(h, 31) + Number(BigInt.asIntN(32, row[j] as bigint))) | 0;
    return h;
  },
  negate(row) {
    for (let j = 0; j < row.length; j++) row[j] = -(row[j] as bigint);
  },
  combine(target, p, by, c, support) {
    if (p === 1n && support !== null)
      for (const j of support) target[j] = (target[j] as bigint) - (by[j] as bigint) * c;
    else for (let j = 0; j < target.length; j++) target[j] = (target[j] as bigint) * p - (by[j] as bigint) * c;
  },
  sum(a, x, b, y) {
    const out = new Array<bigint>(a.length);
    for (let j = 0; j < out.length; j++) out[j] = (a[j] as bigint) * x + (b[j] as bigint) * y;
    return out;
  },
  common(row) {
    let divisor = 0n;
    for (let i = 0; i < row.length; i++) {
      let v = row[i] as bigint;
      if (v === 0n) continue;
      if (v === 1n || v === -1n) return 1n;
      if (v < 0n) v = -v;
      while (v !== 0n) [divisor, v] = [v, divisor % v];
      if (divisor === 1n) return 1n;
    }
    return divisor;
  },
  divide(row, by) {
    for (let i = 0; i < row.length; i++) row[i] = (row[i] as bigint) / by;
  },
};
