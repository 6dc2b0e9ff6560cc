/**
 * Is there a whole solution of linear rows? Equalities are solved for an atom, inequalities are combined until none is
 * left. Each row is divided by what its coefficients have in common, and rounded: `2 x >= 1` is `x >= 1`, which is
 * tighter over the integers. Source: Fourier and Motzkin.
 */
import { BIG, onMachineNumbers, MACHINE, floorDiv } from '../arithmetic/index.ts';
import type { Interval } from '../logic/index.ts';
import type { Entries, Kernel } from '../arithmetic/index.ts';

/** Sum of coefficients times atoms, plus the constant. */
export interface LinearRow {
  /** Atom, coefficient; no atom twice. */
  readonly parts: readonly (readonly [number, bigint])[];
  readonly constant: bigint;
}

export interface LinearSystem {
  /** = 0 */
  readonly equalities: readonly LinearRow[];
  /** >= 0 */
  readonly inequalities: readonly LinearRow[];
  /** Atoms. */
  readonly width: number;
  /** The rows say all that is to be known of the atoms. */
  readonly integral: boolean;
}

export interface Eliminated {
  /** `yes` only for what is integral and eliminated exactly. */
  readonly feasibility: 'yes' | 'no' | 'maybe';
  /** A value for each atom that satisfies the rows, where one was found. */
  readonly point: readonly bigint[] | null;
}

const ROW_LIMIT = 120;
const NO: Eliminated = { feasibility: 'no', point: null };
const MAYBE: Eliminated = { feasibility: 'maybe', point: null };

/** `budget.work`: coefficients that may be computed; beyond, the answer is `maybe`. */
export function eliminate(system: LinearSystem, budget: { work: number }): Eliminated {
  const { work } = budget;
  return onMachineNumbers(
    () => new Elimination(MACHINE, system, budget).run(),
    () => {
      budget.work = work;
      return new Elimination(BIG, system, budget).run();
    },
  );
}

interface Row<N> {
  readonly coefs: Entries<N>;
  readonly constant: bigint;
}

/** How an eliminated atom is bounded by those eliminated after it. */
interface Step<N> {
  readonly at: number;
  readonly bounds: readonly Row<N>[];
  readonly equality: boolean;
}

class Elimination<N extends number | bigint> {
  private readonly kernel: Kernel<N>;
  private readonly width: number;
  private readonly budget: { work: number };
  private readonly steps: Step<N>[] = [];
  private equalities: Row<N>[];
  private rows: Row<N>[];
  private exact: boolean;

  constructor(kernel: Kernel<N>, system: LinearSystem, budget: { work: number }) {
    this.kernel = kernel;
    this.width = system.width;
    this.budget = budget;
    this.exact = system.integral;
    const row = ({ parts, constant }: LinearRow): Row<N> => {
      const coefs = kernel.zeros(system.width);
      for (const [v, c] of parts) coefs[v] = kernel.from(c);
      return { coefs, constant };
    };
    this.equalities = system.equalities.map(row);
    this.rows = system.inequalities.map(row);
  }

  run(): Eliminated {
    while (this.equalities.length > 0) if (!this.solveFirst()) return NO;
    for (let round = 0; round <= this.width; round++) {
      this.budget.work -= this.rows.length * this.width;
      if (this.budget.work < 0) return MAYBE;
      const strongest = this.strongest();
      if (strongest === null) return NO;
      this.rows = strongest;
      if (strongest.length === 0) return { feasibility: this.exact ? 'yes' : 'maybe', point: this.backSubstitute() };
      if (!this.combineOut(this.cheapest())) return MAYBE;
    }
    return MAYBE;
  }

  /** Removes an atom by means of the first equality; false: that has no solution. */
  private solveFirst(): boolean {
    const { kernel, width } = this;
    const first = this.equalities[0] as Row<N>;
    const divisor = kernel.common(first.coefs);
    if (!(divisor > 0)) {
      if (first.constant !== 0n) return false;
      this.equalities = this.equalities.slice(1);
      return true;
    }
    if (first.constant % kernel.big(divisor) !== 0n) return false;
    const equation =
      divisor === kernel.one
        ? first
        : { coefs: this.divided(first.coefs, divisor), constant: first.constant / kernel.big(divisor) };
    let at = -1;
    let any = -1;
    for (let v = 0; v < width && at < 0; v++) {
      const c = equation.coefs[v] as N;
      if (c === kernel.one || c === kernel.minusOne) at = v;
      else if (any < 0 && isNonzero(c)) any = v;
    }
    if (at < 0) {
      at = any;
      this.exact = false;
    }
    const coefficient = equation.coefs[at] as N;
    const size = coefficient > 0 ? coefficient : kernel.negated(coefficient);
    const cut = (r: Row<N>): Row<N> => {
      const d = r.coefs[at] as N;
      return isNonzero(d) ? this.combination(r, size, equation, coefficient > 0 ? kernel.negated(d) : d) : r;
    };
    this.steps.push({ at, bounds: [equation], equality: true });
    this.budget.work -= (this.equalities.length + this.rows.length) * width;
    this.equalities = this.equalities.slice(1).map(cut);
    this.rows = this.rows.map(cut);
    return true;
  }

  /** The rows, tightened, of those with the same coefficients the strongest; null: one of them can't hold. */
  private strongest(): Row<N>[] | null {
    const { kernel } = this;
    const out: Row<N>[] = [];
    const byHash = new Map<number, number[]>();
    for (const row of this.rows) {
      const divisor = kernel.common(row.coefs);
      if (!(divisor > 0)) {
        if (row.constant < 0n) return null;
        continue;
      }
      const tightened =
        divisor === kernel.one
          ? row
          : { coefs: this.divided(row.coefs, divisor), constant: floorDiv(row.constant, kernel.big(divisor)) };
      const hash = kernel.hash(tightened.coefs);
      const alike = byHash.get(hash);
      const known = alike?.find((i) => same((out[i] as Row<N>).coefs, tightened.coefs));
      if (known === undefined) {
        if (alike) alike.push(out.length);
        else byHash.set(hash, [out.length]);
        out.push(tightened);
      } else if ((out[known] as Row<N>).constant > tightened.constant) out[known] = tightened;
    }
    return out;
  }

  /** The atom whose elimination makes the fewest rows. */
  private cheapest(): number {
    let pick = -1;
    let cost = Infinity;
    for (let atom = 0; atom < this.width; atom++) {
      let positive = 0;
      let negative = 0;
      for (const r of this.rows) {
        const c = r.coefs[atom] as N;
        if (c > 0) positive++;
        else if (c < 0) negative++;
      }
      if (positive + negative > 0 && positive * negative - positive - negative < cost) {
        cost = positive * negative - positive - negative;
        pick = atom;
      }
    }
    return pick;
  }

  /** Combines every row that bounds the atom from below with every one from above; false: too many. */
  private combineOut(at: number): boolean {
    const { kernel, rows } = this;
    const lower: Row<N>[] = [];
    const upper: Row<N>[] = [];
    const rest: Row<N>[] = [];
    for (const r of rows) {
      const c = r.coefs[at] as N;
      (c > 0 ? lower : c < 0 ? upper : rest).push(r);
    }
    if (
      this.exact &&
      !lower.every((r) => r.coefs[at] === kernel.one) &&
      !upper.every((r) => r.coefs[at] === kernel.minusOne)
    )
      this.exact = false;
    this.budget.work -= lower.length * upper.length * this.width;
    if (this.budget.work < 0 || rest.length + lower.length * upper.length > ROW_LIMIT) return false;
    this.steps.push({ at, bounds: [...lower, ...upper], equality: false });
    for (const l of lower)
      for (const u of upper) rest.push(this.combination(l, kernel.negated(u.coefs[at] as N), u, l.coefs[at] as N));
    this.rows = rest;
    return true;
  }

  private combination(first: Row<N>, x: N, second: Row<N>, y: N): Row<N> {
    const { kernel } = this;
    return {
      coefs: kernel.sum(first.coefs, x, second.coefs, y),
      constant: first.constant * kernel.big(x) + second.constant * kernel.big(y),
    };
  }

  private divided(coefs: Readonly<Entries<N>>, by: N): Entries<N> {
    const { kernel } = this;
    const out = kernel.sum(coefs, kernel.one, coefs, kernel.zero);
    kernel.divide(out, by);
    return out;
  }

  /**
   * Values for the atoms, last eliminated first: the one next to zero between the bounds. Null where an atom has no
   * whole value left.
   */
  private backSubstitute(): readonly bigint[] | null {
    const point = new Array<bigint>(this.width).fill(0n);
    for (const step of [...this.steps].reverse()) {
      const value = step.equality ? this.solvedFor(step, point) : this.valueBetween(step, point);
      if (value === null) return null;
      point[step.at] = value;
    }
    return point;
  }

  /** What the row is at a point without the part of one atom. */
  private restOf(row: Row<N>, at: number, point: readonly bigint[]): bigint {
    const { kernel, width } = this;
    let rest = row.constant;
    for (let i = 0; i < width; i++) {
      if (i !== at && isNonzero(row.coefs[i] as N)) rest += kernel.big(row.coefs[i] as N) * (point[i] as bigint);
    }
    return rest;
  }

  /** `c x + rest = 0` */
  private solvedFor({ at, bounds }: Step<N>, point: readonly bigint[]): bigint | null {
    let value = 0n;
    for (const r of bounds) {
      const c = this.kernel.big(r.coefs[at] as N);
      const rest = this.restOf(r, at, point);
      if (rest % c !== 0n) return null;
      value = -rest / c;
    }
    return value;
  }

  /** `c x + rest >= 0` in each row: the value next to zero. */
  private valueBetween({ at, bounds }: Step<N>, point: readonly bigint[]): bigint | null {
    let lo: bigint | null = null;
    let hi: bigint | null = null;
    for (const r of bounds) {
      const c = this.kernel.big(r.coefs[at] as N);
      const rest = this.restOf(r, at, point);
      if (c > 0n) {
        const bound = -floorDiv(rest, c);
        if (lo === null || bound > lo) lo = bound;
      } else {
        const bound = floorDiv(rest, -c);
        if (hi === null || bound < hi) hi = bound;
      }
    }
    return lo !== null && hi !== null && lo > hi ? null : nearestToZero({ lo, hi });
  }
}

const isNonzero = (v: number | bigint): boolean => v > 0 || v < 0;

function same<N>(a: Readonly<Entries<N>>, b: Readonly<Entries<N>>): boolean {
  for (let j = 0; j < a.length; j++) if (a[j] !== b[j]) return false;
  return true;
}

/** The whole number next to zero in an interval that has one. */
export function nearestToZero(i: Interval): bigint {
  if (i.lo !== null && i.lo > 0n) return i.lo;
  return i.hi !== null && i.hi < 0n ? i.hi : 0n;
}
