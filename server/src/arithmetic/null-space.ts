/** Linear algebra over the rationals in bigint: what vanishes on all samples, and what lies in a span. */
import { COST, work } from '../budget/index.ts';
import { abs, gcd } from './integers.ts';

type Row = bigint[];

function primitive(row: Row): Row {
  let g = 0n;
  for (const x of row)
    if (x !== 0n) {
      g = gcd(g, x);
      if (g === 1n) return row;
    }
  return g > 1n ? row.map((x) => x / g) : row;
}

/** Rows in echelon form, kept reduced as rows are added. */
export class Echelon {
  readonly rows: { readonly pivot: number; row: Row }[] = [];
  private readonly width: number;

  constructor(width: number) {
    this.width = width;
  }

  /** Adds a row; false where it was in the span already. */
  add(given: readonly bigint[]): boolean {
    let row: Row = [...given];
    for (const r of this.rows) row = eliminate(row, r.row, r.pivot);
    const pivot = row.findIndex((x) => x !== 0n);
    if (pivot < 0) return false;
    row = primitive(row);
    for (const r of this.rows) r.row = eliminate(r.row, row, pivot);
    this.rows.push({ pivot, row });
    return true;
  }

  /** A basis of the vectors that are orthogonal to all rows. */
  nullSpace(): Row[] {
    const pivots = new Map(this.rows.map((r) => [r.pivot, r.row]));
    const out: Row[] = [];
    for (let free = 0; free < this.width; free++) {
      if (pivots.has(free)) continue;
      let scale = 1n;
      for (const [p, row] of pivots) {
        const a = abs(row[p] as bigint);
        if (row[free] !== 0n) scale = (scale * a) / gcd(scale, a);
      }
      const vector: Row = new Array<bigint>(this.width).fill(0n);
      vector[free] = scale;
      for (const [p, row] of pivots) vector[p] = (-(row[free] as bigint) * scale) / (row[p] as bigint);
      out.push(primitive(vector));
    }
    return out;
  }
}

function eliminate(row: Row, by: Row, pivot: number): Row {
  const a = row[pivot] as bigint;
  if (a === 0n) return row;
  work(COST.vectorEntry * row.length);
  const b = by[pivot] as bigint;
  const g = gcd(a, b);
  const x = b / g;
  const y = a / g;
  return primitive(row.map((v, i) => v * x - (by[i] as bigint) * y));
}

/** A row with few entries: by column name. */
export type Sparse = Map<string, bigint>;

/**
 * The combinations of some rows. They are rational or, given a power of two, those modulo it, which are found only
 * where odd pivots suffice.
 */
export class Span {
  private readonly field: Field;
  private readonly basis: { readonly pivot: string; row: Sparse }[] = [];

  constructor(modulus: bigint | null) {
    this.field = modulus === null ? RATIONAL : ring(modulus);
  }

  add(given: Sparse): void {
    const { field, basis } = this;
    const row = this.rest(given);
    const pivot = field.pivot(row);
    if (pivot === undefined) return;
    for (const b of basis) b.row = field.eliminate(b.row, row, pivot);
    basis.push({ pivot, row });
  }

  contains(goal: Sparse): boolean {
    return this.rest(goal).size === 0;
  }

  private rest(given: Sparse): Sparse {
    let row = this.field.reduce(given);
    for (const b of this.basis) row = this.field.eliminate(row, b.row, b.pivot);
    return row;
  }
}

interface Field {
  reduce(row: Sparse): Sparse;
  pivot(row: Sparse): string | undefined;
  /** Removes the pivot's column from a row. */
  eliminate(row: Sparse, by: Sparse, pivot: string): Sparse;
}

const RATIONAL: Field = {
  reduce: (row) => row,
  pivot: (row) => row.keys().next().value,
  eliminate(row, by, pivot) {
    const a = row.get(pivot);
    if (a === undefined) return row;
    const b = by.get(pivot) as bigint;
    const g = gcd(a, b);
    return combine(row, b / g, by, a / g, (x) => x);
  },
};

function ring(modulus: bigint): Field {
  const bits = modulus.toString(2).length - 1;
  const mod = (x: bigint): bigint => BigInt.asUintN(bits, x);
  const inverse = (value: bigint): bigint => {
    // Newton's iteration doubles the number of right bits
    let y = value;
    for (let i = 3; i < bits; i *= 2) y = mod(y * (2n - value * y));
    return y;
  };
  return {
    reduce: (row) => new Map([...row].map(([k, v]) => [k, mod(v)] as const).filter(([, v]) => v !== 0n)),
    pivot: (row) => [...row].find(([, v]) => (v & 1n) === 1n)?.[0],
    eliminate(row, by, pivot) {
      const a = row.get(pivot);
      return a === undefined ? row : combine(row, 1n, by, mod(a * inverse(by.get(pivot) as bigint)), mod);
    },
  };
}

/** row * x - by * y */
function combine(row: Sparse, first: bigint, by: Sparse, second: bigint, reduce: (v: bigint) => bigint): Sparse {
  const out: Sparse = new Map();
  for (const [k, v] of row) {
    const s = reduce(v * first);
    if (s !== 0n) out.set(k, s);
  }
  for (const [k, v] of by) {
    const s = reduce((out.get(k) ?? 0n) - v * second);
    if (s === 0n) out.delete(k);
    else out.set(k, s);
  }
  return out;
}
