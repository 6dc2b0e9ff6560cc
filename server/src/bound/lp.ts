/**
 * Linear programs over the rationals, exactly: variables that are free or not negative, equalities, one objective after another.
 * Simplex on rows of integers (each row may be scaled); machine numbers first, big integers where those would be inexact.
 */

/** Coefficients by variable. */
export type Linear = ReadonlyMap<number, bigint>;

export interface Rational {
  readonly num: bigint;
  /** Positive. */
  readonly den: bigint;
}

export type LpResult =
  | { readonly kind: 'infeasible' }
  | { readonly kind: 'unbounded' }
  /** Gave up: the work limit was reached. */
  | { readonly kind: 'limit' }
  | { readonly kind: 'optimal'; readonly value: Rational; readonly values: readonly Rational[] };

/** Work of all the programs of one question, in coefficients computed. */
export interface LpBudget {
  work: number;
}

/** Not errors: a stack would cost much. */
class Inexact {}
class OutOfWork {}

/** So many cells are made in the time that computing a coefficient takes. */
const CELLS_PER_WORK = 8;

interface Row<N> {
  [index: number]: N;
  readonly length: number;
}

interface Arithmetic<N> {
  /** A row of zeros. */
  row(width: number): Row<N>;
  readonly zero: N;
  readonly one: N;
  from(v: bigint): N;
  big(v: N): bigint;
  sign(v: N): number;
  neg(v: N): N;
  /** a * b - c * d */
  cross(a: N, b: N, c: N, d: N): N;
  /** Divides a row by what its entries have in common. */
  reduce(row: Row<N>): void;
}

const LIMIT = Number.MAX_SAFE_INTEGER;
const checked = (v: number): number => {
  if (v > LIMIT || v < -LIMIT) throw new Inexact();
  return v;
};

const MACHINE: Arithmetic<number> = {
  row: (width) => new Float64Array(width),
  zero: 0, one: 1,
  from: (v) => checked(Number(v)),
  big: (v) => BigInt(v),
  sign: (v) => (v > 0 ? 1 : v < 0 ? -1 : 0),
  neg: (v) => (v === 0 ? 0 : -v),
  cross: (a, b, c, d) => checked(checked(a * b) - checked(c * d)),
  reduce(row) {
    let g = 0;
    for (let i = 0; i < row.length; i++) {
      let v = Math.abs(row[i] as number);
      if (v === 0) continue;
      while (v !== 0) [g, v] = [v, g % v];
      if (g === 1) return;
    }
    if (g > 1) for (let i = 0; i < row.length; i++) row[i] = (row[i] as number) / g;
  },
};

const BIG: Arithmetic<bigint> = {
  row: (width) => new Array<bigint>(width).fill(0n),
  zero: 0n, one: 1n,
  from: (v) => v,
  big: (v) => v,
  sign: (v) => (v > 0n ? 1 : v < 0n ? -1 : 0),
  neg: (v) => -v,
  cross: (a, b, c, d) => a * b - c * d,
  reduce(row) {
    let g = 0n;
    for (let i = 0; i < row.length; i++) {
      let v = row[i] as bigint;
      if (v === 0n) continue;
      if (v < 0n) v = -v;
      while (v !== 0n) [g, v] = [v, g % v];
      if (g === 1n) return;
    }
    if (g > 1n) for (let i = 0; i < row.length; i++) row[i] = (row[i] as bigint) / g;
  },
};

/** Constraints over numbered variables; any number of objectives may be asked afterwards. */
export class LinearProgram {
  private readonly free: boolean[] = [];
  private readonly rows: { readonly coefs: Linear; readonly constant: bigint }[] = [];
  private readonly budget: LpBudget;
  private machine: Tableau<number> | null | undefined;
  private big: Tableau<bigint> | undefined;

  constructor(budget: LpBudget) {
    this.budget = budget;
  }

  /** A new variable: any value, or any that is not negative. */
  variable(kind: 'free' | 'nonnegative'): number {
    this.free.push(kind === 'free');
    return this.free.length - 1;
  }

  /** coefs + constant = 0 */
  equal(coefs: Linear, constant: bigint): void {
    this.rows.push({ coefs, constant });
  }

  /** coefs + constant >= 0 */
  atLeast(coefs: Linear, constant: bigint): void {
    const slack = this.variable('nonnegative');
    this.rows.push({ coefs: new Map([...coefs, [slack, -1n]]), constant });
  }

  /** The greatest value of the objective, and where it is taken. */
  maximize(objective: Linear): LpResult {
    try {
      if (this.machine !== null) {
        try {
          this.machine ??= new Tableau(MACHINE, this.free, this.rows, this.budget);
          return this.machine.maximize(objective);
        } catch (e) {
          if (!(e instanceof Inexact)) throw e;
          this.machine = null;
        }
      }
      this.big ??= new Tableau(BIG, this.free, this.rows, this.budget);
      return this.big.maximize(objective);
    } catch (e) {
      if (e instanceof OutOfWork) return { kind: 'limit' };
      throw e;
    }
  }
}

/** Rows `sum of coefficients * variables = right side`; each active row has a basic variable with a positive coefficient. */
class Tableau<N> {
  private readonly a: Arithmetic<N>;
  private readonly width: number;
  private readonly count: number;
  private readonly rows: Row<N>[] = [];
  private readonly basis: number[] = [];
  /** Rows that define a free variable: they take no part in the ratio test. */
  private readonly defining: boolean[] = [];
  /** Free variables that no row determines. */
  private readonly undetermined: number[] = [];
  private readonly feasible: boolean;
  private readonly budget: LpBudget;

  constructor(a: Arithmetic<N>, free: readonly boolean[], constraints: readonly { readonly coefs: Linear; readonly constant: bigint }[], budget: LpBudget) {
    this.a = a;
    this.count = free.length;
    this.budget = budget;
    const artificial = this.count;
    this.width = this.count + 1;
    budget.work -= Math.floor((constraints.length * this.width) / CELLS_PER_WORK);
    if (budget.work < 0) throw new OutOfWork();
    for (const c of constraints) {
      const row = a.row(this.width);
      for (const [v, k] of c.coefs) row[v] = a.from(k);
      row[this.width - 1] = a.from(-c.constant);
      this.rows.push(row);
      this.basis.push(-1);
      this.defining.push(false);
    }
    for (const [v, isFree] of free.entries()) {
      if (!isFree) continue;
      const at = this.rows.findIndex((r, i) => this.basis[i] === -1 && a.sign(r[v] as N) !== 0);
      if (at < 0) {
        this.undetermined.push(v);
        continue;
      }
      this.pivot(at, v);
      this.defining[at] = true;
    }
    // a start: each open row gets an artificial variable (without a column: none comes back), whose sum is then driven to zero
    const cost = a.row(this.width);
    let open = 0;
    for (const [i, row] of this.rows.entries()) {
      if (this.defining[i]) continue;
      if (a.sign(row[this.width - 1] as N) < 0) for (let j = 0; j < this.width; j++) row[j] = a.neg(row[j] as N);
      this.basis[i] = artificial + i;
      for (let j = 0; j < this.width; j++) cost[j] = a.cross(cost[j] as N, a.one, a.neg(a.one), row[j] as N);
      open++;
    }
    this.feasible = open === 0 || this.phaseOne(cost, artificial);
    if (this.feasible) this.dropArtificial(artificial);
  }

  private phaseOne(cost: Row<N>, artificial: number): boolean {
    this.run(cost, (j) => j < artificial);
    return this.a.sign(cost[this.width - 1] as N) === 0;
  }

  /** Artificial variables still in the basis are zero: exchange them, or leave out the row. */
  private dropArtificial(artificial: number): void {
    const { a } = this;
    for (let i = this.rows.length - 1; i >= 0; i--) {
      if ((this.basis[i] as number) < artificial) continue;
      const row = this.rows[i] as Row<N>;
      let v = -1;
      for (let j = 0; j < artificial && v < 0; j++) if (a.sign(row[j] as N) !== 0) v = j;
      if (v >= 0) this.pivot(i, v);
      else {
        this.rows.splice(i, 1);
        this.basis.splice(i, 1);
        this.defining.splice(i, 1);
      }
    }
  }

  maximize(objective: Linear): LpResult {
    if (!this.feasible) return { kind: 'infeasible' };
    const { a } = this;
    // what each variable still has to gain, the basic ones being expressed by the others
    const cost = a.row(this.width);
    for (const [v, k] of objective) cost[v] = a.from(k);
    for (const [i, row] of this.rows.entries()) this.eliminate(cost, row, this.basis[i] as number);
    for (const j of this.undetermined) if (a.sign(cost[j] as N) !== 0) return { kind: 'unbounded' };
    if (!this.run(cost, (j) => j < this.count)) return { kind: 'unbounded' };
    const values: Rational[] = Array.from({ length: this.count }, () => ({ num: 0n, den: 1n }));
    for (const [i, row] of this.rows.entries()) {
      values[this.basis[i] as number] = rational(a.big(row[this.width - 1] as N), a.big(row[this.basis[i] as number] as N));
    }
    let num = 0n;
    let den = 1n;
    for (const [v, k] of objective) {
      const x = values[v] as Rational;
      num = num * x.den + k * x.num * den;
      den *= x.den;
    }
    return { kind: 'optimal', value: rational(num, den), values };
  }

  /** Improves until nothing is left to gain (true) or the gain is unbounded (false). */
  private run(cost: Row<N>, allowed: (j: number) => boolean): boolean {
    const { a } = this;
    const last = this.width - 1;
    for (let step = 0; ; step++) {
      let enter = -1;
      for (let j = 0; j < last; j++) {
        if (!allowed(j) || a.sign(cost[j] as N) <= 0) continue;
        // the steepest first; the first one after a while, which can't cycle
        if (enter < 0 || (step < 30 && a.sign(a.cross(cost[j] as N, a.one, cost[enter] as N, a.one)) > 0)) enter = j;
        if (step >= 30) break;
      }
      if (enter < 0) return true;
      let leave = -1;
      for (const [i, row] of this.rows.entries()) {
        if (this.defining[i] || a.sign(row[enter] as N) <= 0) continue;
        if (leave < 0) {
          leave = i;
          continue;
        }
        const best = this.rows[leave] as Row<N>;
        const order = a.sign(a.cross(row[last] as N, best[enter] as N, best[last] as N, row[enter] as N));
        if (order < 0 || (order === 0 && (this.basis[i] as number) < (this.basis[leave] as number))) leave = i;
      }
      if (leave < 0) return false;
      this.pivot(leave, enter);
      this.eliminate(cost, this.rows[leave] as Row<N>, enter);
    }
  }

  private pivot(at: number, v: number): void {
    const { a } = this;
    const row = this.rows[at] as Row<N>;
    if (a.sign(row[v] as N) < 0) for (let j = 0; j < row.length; j++) row[j] = a.neg(row[j] as N);
    a.reduce(row);
    this.budget.work -= this.rows.length;
    for (let i = 0; i < this.rows.length; i++) if (i !== at) this.eliminate(this.rows[i] as Row<N>, row, v);
    this.basis[at] = v;
  }

  /** Makes the entry of a row at v zero by means of another one, whose entry is positive. */
  private eliminate(target: Row<N>, by: Readonly<Row<N>>, v: number): void {
    const { a } = this;
    const c = target[v] as N;
    if (a.sign(c) === 0) return;
    const p = by[v] as N;
    this.budget.work -= this.width;
    if (p === a.one) {
      for (let j = 0; j < this.width; j++) {
        const b = by[j] as N;
        if (b === a.zero) continue;
        target[j] = a.cross(target[j] as N, p, c, b);
      }
    } else {
      for (let j = 0; j < this.width; j++) target[j] = a.cross(target[j] as N, p, c, by[j] as N);
    }
    if (this.budget.work < 0) throw new OutOfWork();
    a.reduce(target);
  }
}

function rational(num: bigint, den: bigint): Rational {
  let x = num < 0n ? -num : num;
  let y = den < 0n ? -den : den;
  while (y !== 0n) [x, y] = [y, x % y];
  const g = den < 0n ? -x : x;
  return g === 0n ? { num: 0n, den: 1n } : { num: num / g, den: den / g };
}
