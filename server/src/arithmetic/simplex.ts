/**
 * Points that satisfy linear inequalities which come one after another. Every inequality is a row over the variables
 * that are zero. So the size depends on the number of unknowns, and hardly on what was required of them so far. Exact.
 * Source: the simplex of Dutertre and de Moura (CAV 2006).
 */
import type { LpBudget, Rational } from './linear-program.ts';
import { BIG, onMachineNumbers, MACHINE } from './integer-rows.ts';
import type { Entries, Kernel } from './integer-rows.ts';

interface Requirement {
  readonly coefs: ReadonlyMap<number, bigint>;
  readonly constant: bigint;
}

/** Unknown rational numbers, of which it is required that sums of them are not negative. */
export class Candidates {
  private count = 0;
  private readonly requirements: Requirement[] = [];
  private readonly budget: LpBudget;
  private machine: Tableau<number> | null | undefined;
  private big: Tableau<bigint> | undefined;

  constructor(budget: LpBudget) {
    this.budget = budget;
  }

  /** A new unknown; all of them before the first question. */
  unknown(): number {
    return this.count++;
  }

  /** coefs + constant >= 0 */
  require(coefs: ReadonlyMap<number, bigint>, constant: bigint): void {
    this.requirements.push({ coefs, constant });
  }

  /** Values that satisfy all that has been required; null: there are none, or the work limit was reached. */
  find(): readonly Rational[] | null {
    return onMachineNumbers(
      () => this.onMachine(),
      () => this.onBigIntegers(),
    );
  }

  private onMachine(): readonly Rational[] | null {
    if (this.machine === null) return this.onBigIntegers();
    this.machine ??= new Tableau(MACHINE, this.count, this.budget);
    return this.machine.find(this.requirements);
  }

  private onBigIntegers(): readonly Rational[] | null {
    this.machine = null;
    this.big ??= new Tableau(BIG, this.count, this.budget);
    return this.big.find(this.requirements);
  }
}

/** `denominator * basic variable = entries * other variables + constant`; the others are zero. */
interface Row<N> {
  entries: Entries<N>;
  constant: bigint;
  /** Positive. */
  denominator: bigint;
  readonly basic: number;
}

/** Variables are the unknowns, which may have any value, and then what each requirement says is not negative. */
class Tableau<N extends number | bigint> {
  private readonly kernel: Kernel<N>;
  private readonly count: number;
  private readonly budget: LpBudget;
  private readonly rows: Row<N>[] = [];
  /** Variable of each column. */
  private readonly columns: number[];
  private taken = 0;

  constructor(kernel: Kernel<N>, count: number, budget: LpBudget) {
    this.kernel = kernel;
    this.count = count;
    this.budget = budget;
    this.columns = Array.from({ length: count }, (_, i) => i);
  }

  find(requirements: readonly Requirement[]): readonly Rational[] | null {
    for (; this.taken < requirements.length; this.taken++)
      this.take(requirements[this.taken] as Requirement, this.count + this.taken);
    for (;;) {
      const leave = this.violated();
      if (leave < 0) return this.values();
      const enter = this.mending(this.rows[leave] as Row<N>);
      if (enter < 0) return null;
      this.budget.work -= this.rows.length * this.count;
      if (this.budget.work < 0) return null;
      this.pivot(leave, enter);
    }
  }

  /** The row of the first requirement that doesn't hold; -1: all hold. */
  private violated(): number {
    let leave = -1;
    for (const [i, r] of this.rows.entries()) {
      if (r.constant < 0n && r.basic >= this.count && (leave < 0 || r.basic < (this.rows[leave] as Row<N>).basic))
        leave = i;
    }
    return leave;
  }

  /** The column of the first variable that can make the row greater; -1: none can. */
  private mending({ entries }: Row<N>): number {
    let enter = -1;
    for (const [k, v] of this.columns.entries()) {
      const e = entries[k] as N;
      const helps = e < 0 ? v < this.count : e > 0;
      if (helps && (enter < 0 || v < (this.columns[enter] as number))) enter = k;
    }
    return enter;
  }

  private take({ coefs, constant }: Requirement, basic: number): void {
    const { kernel } = this;
    const row: Row<N> = { entries: kernel.zeros(this.count), constant, denominator: 1n, basic };
    for (const [k, v] of this.columns.entries()) {
      const c = coefs.get(v);
      if (c !== undefined) row.entries[k] = kernel.from(c);
    }
    for (const r of this.rows) {
      const c = coefs.get(r.basic);
      if (c === undefined || c === 0n || r.basic >= this.count) continue;
      const factor = -c * row.denominator;
      kernel.combine(row.entries, kernel.from(r.denominator), r.entries, kernel.from(factor), null);
      row.constant = row.constant * r.denominator - r.constant * factor;
      row.denominator *= r.denominator;
      this.reduce(row);
    }
    this.budget.work -= this.rows.length;
    this.rows.push(row);
  }

  /** The row's variable becomes zero, the column's takes its place. */
  private pivot(at: number, column: number): void {
    const { kernel } = this;
    const row = this.rows[at] as Row<N>;
    const own = row.entries[column] as N;
    const positive = own > 0;
    // what the column's variable is worth, times `scale`, is the negation of this
    if (!positive) kernel.negate(row.entries);
    const scale = row.entries[column] as N;
    const by = row.entries;
    by[column] = kernel.from(positive ? -row.denominator : row.denominator);
    const constant = positive ? row.constant : -row.constant;
    for (const [i, r] of this.rows.entries()) {
      if (i === at) continue;
      const e = r.entries[column] as N;
      if (!(e < 0) && !(e > 0)) continue;
      r.entries[column] = kernel.zero;
      kernel.combine(r.entries, scale, by, e, null);
      r.constant = r.constant * kernel.big(scale) - constant * kernel.big(e);
      r.denominator *= kernel.big(scale);
      this.reduce(r);
    }
    kernel.negate(by);
    this.rows[at] = {
      entries: by,
      constant: -constant,
      denominator: kernel.big(scale),
      basic: this.columns[column] as number,
    };
    this.columns[column] = row.basic;
    this.reduce(this.rows[at] as Row<N>);
  }

  private reduce(row: Row<N>): void {
    const { kernel } = this;
    let divisor = row.denominator;
    if (divisor === 1n) return;
    for (const x of [kernel.big(kernel.common(row.entries)), row.constant < 0n ? -row.constant : row.constant]) {
      for (let v = x; v !== 0n; ) [divisor, v] = [v, divisor % v];
      if (divisor === 1n) return;
    }
    kernel.divide(row.entries, kernel.from(divisor));
    row.constant /= divisor;
    row.denominator /= divisor;
  }

  private values(): readonly Rational[] {
    const out: Rational[] = Array.from({ length: this.count }, () => ({ num: 0n, den: 1n }));
    for (const r of this.rows) if (r.basic < this.count) out[r.basic] = { num: r.constant, den: r.denominator };
    return out;
  }
}
