/**
 * Linear programs over the rationals, exactly. Variables are free or not negative. There are equalities, and one
 * objective after another. Simplex on rows of integers; each row may be scaled. Coefficients are machine numbers first,
 * and big integers where those would be inexact. Right sides are big integers always: the limits of 64-bit types are no
 * reason to leave the machine's numbers.
 */
import { COST, work } from '../budget/index.ts';
import { BIG, onMachineNumbers, MACHINE } from './integer-rows.ts';
import type { Entries, Kernel } from './integer-rows.ts';

/** Coefficients by variable. */
export type Linear = ReadonlyMap<number, bigint>;

export interface Rational {
  readonly num: bigint;
  /** Positive. */
  readonly den: bigint;
}

export type LpResult =
  | { readonly kind: 'infeasible' }
  /** The objective grows for ever along the ray. */
  | { readonly kind: 'unbounded'; readonly ray: readonly Rational[] }
  /** Gave up: the work limit was reached. */
  | { readonly kind: 'limit' }
  | { readonly kind: 'optimal'; readonly value: Rational; readonly values: readonly Rational[] };

/** Work of all the programs of one question, in coefficients computed. */
export interface LpBudget {
  work: number;
}

/** Not an error: a stack would cost much. */
class OutOfWork {}

/** So many cells are made in the time that computing a coefficient takes. */
const CELLS_PER_WORK = 8;
/** After so many steps that gain nothing the first column that could gain enters, which can't cycle (Bland). */
const MAX_STALLED = 8;

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
      return onMachineNumbers(
        () => this.onMachine(objective),
        () => this.onBigIntegers(objective),
      );
    } catch (e) {
      if (e instanceof OutOfWork) return { kind: 'limit' };
      throw e;
    }
  }

  private onMachine(objective: Linear): LpResult {
    if (this.machine === null) return this.onBigIntegers(objective);
    this.machine ??= new Tableau(MACHINE, this.free, this.rows, this.budget);
    return this.machine.maximize(objective);
  }

  private onBigIntegers(objective: Linear): LpResult {
    this.machine = null;
    this.big ??= new Tableau(BIG, this.free, this.rows, this.budget);
    return this.big.maximize(objective);
  }
}

/** `entries * variables = right` */
interface Row<N> {
  readonly entries: Entries<N>;
  right: bigint;
}

/** Each active row has a basic variable with a positive coefficient. */
class Tableau<N extends number | bigint> {
  private readonly kernel: Kernel<N>;
  private readonly count: number;
  private readonly rows: Row<N>[] = [];
  private readonly basis: number[] = [];
  /** Rows that define a free variable: they take no part in the ratio test. */
  private readonly defining: boolean[] = [];
  /** Free variables that no row determines. */
  private readonly undetermined: number[] = [];
  private readonly feasible: boolean;
  private readonly budget: LpBudget;

  constructor(
    kernel: Kernel<N>,
    free: readonly boolean[],
    constraints: readonly { readonly coefs: Linear; readonly constant: bigint }[],
    budget: LpBudget,
  ) {
    this.kernel = kernel;
    this.count = free.length;
    this.budget = budget;
    budget.work -= Math.floor((constraints.length * this.count) / CELLS_PER_WORK);
    if (budget.work < 0) throw new OutOfWork();
    for (const c of constraints) {
      const entries = kernel.zeros(this.count);
      for (const [v, k] of c.coefs) entries[v] = kernel.from(k);
      this.rows.push({ entries, right: -c.constant });
      this.basis.push(-1);
      this.defining.push(false);
    }
    for (const [v, isFree] of free.entries()) {
      if (!isFree) continue;
      const at = this.rows.findIndex((r, i) => this.basis[i] === -1 && sign(r.entries[v] as N) !== 0);
      if (at < 0) {
        this.undetermined.push(v);
        continue;
      }
      this.pivot(at, v);
      this.defining[at] = true;
    }
    // a start: each open row gets an artificial variable (without a column: none comes back), whose sum is then driven
    // to zero
    const cost: Row<N> = { entries: kernel.zeros(this.count), right: 0n };
    let open = 0;
    for (const [i, row] of this.rows.entries()) {
      if (this.defining[i]) continue;
      if (row.right < 0n) {
        kernel.negate(row.entries);
        row.right = -row.right;
      }
      this.basis[i] = this.count + i;
      kernel.combine(cost.entries, kernel.one, row.entries, kernel.minusOne, null);
      cost.right += row.right;
      open++;
    }
    this.feasible = open === 0 || this.phaseOne(cost);
    if (this.feasible) this.dropArtificial();
  }

  private phaseOne(cost: Row<N>): boolean {
    this.run(cost);
    return cost.right === 0n;
  }

  /** Artificial variables still in the basis are zero: exchange them, or leave out the row. */
  private dropArtificial(): void {
    for (let i = this.rows.length - 1; i >= 0; i--) {
      if ((this.basis[i] as number) < this.count) continue;
      const { entries } = this.rows[i] as Row<N>;
      let entering = -1;
      for (let j = 0; j < this.count && entering < 0; j++) if (sign(entries[j] as N) !== 0) entering = j;
      if (entering >= 0) this.pivot(i, entering);
      else {
        this.rows.splice(i, 1);
        this.basis.splice(i, 1);
        this.defining.splice(i, 1);
      }
    }
  }

  maximize(objective: Linear): LpResult {
    if (!this.feasible) return { kind: 'infeasible' };
    const { kernel } = this;
    // what each variable still has to gain, the basic ones being expressed by the others
    const cost: Row<N> = { entries: kernel.zeros(this.count), right: 0n };
    for (const [v, k] of objective) cost.entries[v] = kernel.from(k);
    for (const [i, row] of this.rows.entries()) this.eliminate(cost, row, this.basis[i] as number, null);
    for (const j of this.undetermined)
      if (sign(cost.entries[j] as N) !== 0)
        return { kind: 'unbounded', ray: this.ray(j, BigInt(sign(cost.entries[j] as N))) };
    const endless = this.run(cost);
    if (endless !== null) return { kind: 'unbounded', ray: this.ray(endless, 1n) };
    const values: Rational[] = Array.from({ length: this.count }, () => ZERO);
    for (const [i, row] of this.rows.entries()) {
      if (row.right !== 0n)
        values[this.basis[i] as number] = rational(row.right, kernel.big(row.entries[this.basis[i] as number] as N));
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

  /** How the variables change with one that nothing bounds in the given direction. */
  private ray(variable: number, direction: bigint): readonly Rational[] {
    const { kernel } = this;
    const out: Rational[] = Array.from({ length: this.count }, () => ZERO);
    out[variable] = { num: direction, den: 1n };
    for (const [i, { entries }] of this.rows.entries()) {
      const b = this.basis[i] as number;
      if (sign(entries[variable] as N) !== 0)
        out[b] = rational(-direction * kernel.big(entries[variable] as N), kernel.big(entries[b] as N));
    }
    return out;
  }

  /** Improves until nothing is left to gain (null) or a variable is found that gains for ever. */
  private run(cost: Row<N>): number | null {
    let stalled = 0;
    for (;;) {
      const enter = this.entering(cost, stalled >= MAX_STALLED);
      if (enter < 0) return null;
      const leave = this.leaving(enter);
      if (leave < 0) return enter;
      const row = this.rows[leave] as Row<N>;
      stalled = row.right === 0n ? stalled + 1 : 0;
      const support = this.pivot(leave, enter);
      this.eliminate(cost, row, enter, support);
    }
  }

  /** The variable that gains most for each step, or the first one that gains (Bland); -1: none gains. */
  private entering(cost: Row<N>, first: boolean): number {
    let enter = -1;
    for (let j = 0; j < this.count; j++) {
      const c = cost.entries[j] as N;
      if (c <= 0) continue;
      if (enter < 0 || c > (cost.entries[enter] as N)) enter = j;
      if (first) break;
    }
    return enter;
  }

  /**
   * The ratio test: the row that bounds the entering variable most, of several the one whose variable comes first; -1:
   * none does.
   */
  private leaving(enter: number): number {
    let leave = -1;
    for (const [i, row] of this.rows.entries()) {
      if (this.defining[i] || (row.entries[enter] as N) <= 0) continue;
      if (leave < 0) {
        leave = i;
        continue;
      }
      const order = this.ratio(row, this.rows[leave] as Row<N>, enter);
      if (order < 0 || (order === 0 && (this.basis[i] as number) < (this.basis[leave] as number))) leave = i;
    }
    return leave;
  }

  /** Which of two rows bounds the entering variable more: the sign of the difference of their ratios. */
  private ratio(row: Row<N>, best: Row<N>, enter: number): number {
    if (row.right === 0n || best.right === 0n) return row.right === best.right ? 0 : row.right === 0n ? -1 : 1;
    const { kernel } = this;
    const d = row.right * kernel.big(best.entries[enter] as N) - best.right * kernel.big(row.entries[enter] as N);
    return d > 0n ? 1 : d < 0n ? -1 : 0;
  }

  /** Makes a variable basic in a row; returns the row's columns that are not zero. */
  private pivot(at: number, entering: number): readonly number[] {
    const { kernel } = this;
    const row = this.rows[at] as Row<N>;
    if (sign(row.entries[entering] as N) < 0) {
      kernel.negate(row.entries);
      row.right = -row.right;
    }
    this.reduce(row);
    const support: number[] = [];
    for (let j = 0; j < this.count; j++) if (sign(row.entries[j] as N) !== 0) support.push(j);
    this.budget.work -= this.rows.length;
    work(COST.tableauCell * this.rows.length);
    for (let i = 0; i < this.rows.length; i++)
      if (i !== at) this.eliminate(this.rows[i] as Row<N>, row, entering, support);
    this.basis[at] = entering;
    return support;
  }

  /** Makes the entry of a row at v zero by means of another one, whose entry is positive. */
  private eliminate(target: Row<N>, by: Readonly<Row<N>>, variable: number, support: readonly number[] | null): void {
    const { kernel } = this;
    const coefficient = target.entries[variable] as N;
    if (sign(coefficient) === 0) return;
    const pivot = by.entries[variable] as N;
    this.budget.work -= this.count;
    work(COST.tableauCell * this.count);
    if (this.budget.work < 0) throw new OutOfWork();
    kernel.combine(target.entries, pivot, by.entries, coefficient, support);
    target.right = target.right * kernel.big(pivot) - by.right * kernel.big(coefficient);
    this.reduce(target);
  }

  /** Divides a row by what it has in common. */
  private reduce(row: Row<N>): void {
    const { kernel } = this;
    const own = kernel.common(row.entries);
    if (own === kernel.one || sign(own) === 0) return;
    let g = kernel.big(own);
    for (let v = row.right < 0n ? -row.right : row.right; v !== 0n; ) [g, v] = [v, g % v];
    if (g === 1n) return;
    kernel.divide(row.entries, kernel.from(g));
    row.right /= g;
  }
}

const sign = (v: number | bigint): number => (v > 0 ? 1 : v < 0 ? -1 : 0);

const ZERO: Rational = { num: 0n, den: 1n };

function rational(num: bigint, den: bigint): Rational {
  let x = num < 0n ? -num : num;
  let y = den < 0n ? -den : den;
  while (y !== 0n) [x, y] = [y, x % y];
  const g = den < 0n ? -x : x;
  return g === 0n ? ZERO : { num: num / g, den: den / g };
}
