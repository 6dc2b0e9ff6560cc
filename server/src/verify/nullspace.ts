/** Linear algebra over the rationals in bigint: what vanishes on all samples, and what lies in a span. */
import { abs, gcd } from '../ir/term.ts';

type Row = bigint[];

function primitive(row: Row): Row {
  let g = 0n;
  for (const x of row) if (x !== 0n) { g = gcd(g, x); if (g === 1n) return row; }
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
      const v: Row = new Array<bigint>(this.width).fill(0n);
      v[free] = scale;
      for (const [p, row] of pivots) v[p] = (-(row[free] as bigint) * scale) / (row[p] as bigint);
      out.push(primitive(v));
    }
    return out;
  }
}

function eliminate(row: Row, by: Row, pivot: number): Row {
  const a = row[pivot] as bigint;
  if (a === 0n) return row;
  const b = by[pivot] as bigint;
  const g = gcd(a, b);
  const x = b / g;
  const y = a / g;
  return primitive(row.map((v, i) => v * x - (by[i] as bigint) * y));
}

/** A row with few entries: by column name. */
export type Sparse = Map<string, bigint>;

/** Is the goal a rational combination of the rows? */
export function inSpan(rows: readonly Sparse[], goal: Sparse, limit = 400): boolean {
  if (goal.size === 0) return true;
  // only rows that are connected with the goal by columns matter
  const relevant = new Set<string>(goal.keys());
  const used = new Set<Sparse>();
  for (let grown = true; grown; ) {
    grown = false;
    for (const r of rows) {
      if (used.has(r) || ![...r.keys()].some((k) => relevant.has(k))) continue;
      used.add(r);
      grown = true;
      for (const k of r.keys()) relevant.add(k);
    }
  }
  if (used.size > limit) return false;
  const basis: { pivot: string; row: Sparse }[] = [];
  for (const given of used) {
    let row = new Map(given);
    for (const b of basis) row = sparseEliminate(row, b.row, b.pivot);
    const pivot = row.keys().next().value;
    if (pivot === undefined) continue;
    for (const b of basis) b.row = sparseEliminate(b.row, row, pivot);
    basis.push({ pivot, row });
  }
  let rest = new Map(goal);
  for (const b of basis) rest = sparseEliminate(rest, b.row, b.pivot);
  return rest.size === 0;
}

function sparseEliminate(row: Sparse, by: Sparse, pivot: string): Sparse {
  const a = row.get(pivot);
  if (a === undefined) return row;
  const b = by.get(pivot) as bigint;
  const g = gcd(a, b);
  const x = b / g;
  const y = a / g;
  const out: Sparse = new Map();
  for (const [k, v] of row) out.set(k, v * x);
  for (const [k, v] of by) {
    const s = (out.get(k) ?? 0n) - v * y;
    if (s === 0n) out.delete(k);
    else out.set(k, s);
  }
  return out;
}
