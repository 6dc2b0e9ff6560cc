/** An array at run time: elements are kept as they are touched; what was never written is zero, unset, or asked for. */
import { UndefinedBehaviour, toCell } from './compile-expression.ts';
import type { Cell, Eval } from './compile-expression.ts';
import { ROW } from '../program/index.ts';
import type { Expr } from '../program/index.ts';
import type { SourceRange } from '../source/index.ts';

export class MachineArray {
  private readonly length: number | bigint | null;
  /** An object in place of a value: it is not known. */
  private elements: Map<Cell, Cell | object>;
  /** Contents to start with, `rest` behind them; null: nothing is set. */
  private initial: readonly bigint[] | null;
  /** Of elements that are not kept and not among the initial ones. */
  private rest: Cell = 0;
  private readonly within: ((index: Cell) => boolean) | null;
  /** Set where this is another array, seen from one of its elements on. */
  private behind: { readonly array: MachineArray; readonly first: bigint } | null = null;
  /** Elements that were touched before all contents changed at once. */
  private readonly before = new Set<Cell>();
  /** Set once the contents are no longer known. */
  private unknown: (() => Cell | object) | null = null;

  constructor(
    length: bigint | null,
    initial: readonly bigint[] | null,
    within: ((index: Cell) => boolean) | null = null,
  ) {
    this.within = within;
    this.length = length;
    this.initial = initial;
    this.elements = new Map();
  }

  /** The same array, with another element as its first. */
  from(first: Cell): MachineArray {
    if (first === 0) return this;
    const view = new MachineArray(null, null);
    view.behind = { array: this, first: BigInt(first) };
    return view;
  }

  private check(index: Cell, range: SourceRange): void {
    if ((this.length !== null && (index < 0 || index >= this.length)) || this.within?.(index) === false)
      throw new UndefinedBehaviour('out-of-bounds', range);
  }

  /** The element, or the object that the supplier of unknown contents gave instead. */
  read<T extends object>(index: Cell, range: SourceRange): Cell | T {
    if (this.behind !== null) return this.behind.array.read(toCell(BigInt(index) + this.behind.first), range);
    const known = this.elements.get(index);
    if (known !== undefined) return known as Cell | T;
    this.check(index, range);
    if (this.unknown !== null) {
      const value = this.unknown();
      if (typeof value === 'object') return value as T;
      this.elements.set(index, value);
      return value;
    }
    if (this.initial === null) throw new UndefinedBehaviour('uninitialized', range);
    const first = this.initial[Number(index)];
    const value = first === undefined ? this.rest : toCell(first);
    this.elements.set(index, value);
    return value;
  }

  /** The element, if it is known; unlike a read this doesn't ask for a value. */
  peek(index: bigint): bigint | null {
    if (this.behind !== null) return this.behind.array.peek(index + this.behind.first);
    const cell = toCell(index);
    const known = this.elements.get(cell);
    if (typeof known === 'object') return null;
    if (known !== undefined) return BigInt(known);
    if (
      this.unknown !== null ||
      index < 0n ||
      (this.length !== null && index >= BigInt(this.length)) ||
      this.within?.(cell) === false
    )
      return null;
    return this.initial === null ? null : (this.initial[Number(cell)] ?? BigInt(this.rest));
  }

  write(index: Cell, value: Cell | object, range: SourceRange): void {
    if (this.behind !== null) {
      this.behind.array.write(toCell(BigInt(index) + this.behind.first), value, range);
      return;
    }
    this.check(index, range);
    this.elements.set(index, value);
  }

  forget(supply: () => Cell | object): void {
    if (this.behind !== null) {
      this.behind.array.forget(supply);
      return;
    }
    this.forgetElements();
    this.unknown = supply;
  }

  fill(value: Cell): void {
    if (this.behind !== null) {
      this.behind.array.fill(value);
      return;
    }
    this.forgetElements();
    this.initial = [];
    this.rest = value;
    this.unknown = null;
  }

  private forgetElements(): void {
    // a loop forgets in each iteration: what is kept already isn't gone through again
    for (const index of this.elements.keys()) this.before.add(index);
    this.elements = new Map();
  }

  /** Elements that were read or written at any time. */
  touched(): ReadonlySet<bigint> {
    return new Set([...this.before, ...this.elements.keys()].map((i) => BigInt(i)));
  }

  contents(): ReadonlyMap<bigint, bigint> {
    return new Map([...this.elements].flatMap(([i, v]) => (typeof v === 'object' ? [] : [[BigInt(i), BigInt(v)]])));
  }
}

/**
 * Whether an index lies in an array of these dimensions, as they are when it is asked. C11 6.5.6: in each of them by
 * itself where rows are `ROW` apart.
 */
export function withinSizes(sizes: readonly Expr[], value: (e: Expr) => Eval): (index: Cell) => boolean {
  const dims = sizes.map((e) => ({ size: value(e), stride: 1n }));
  for (let k = sizes.length - 2; k >= 0; k--) {
    const next = sizes[k + 1]!;
    dims[k]!.stride = dims[k + 1]!.stride * (next.kind === 'const' ? next.value : ROW);
  }
  const [only] = dims;
  if (dims.length === 1 && only !== undefined) return (index) => index >= 0 && index < only.size();
  return (index) => {
    let rest = BigInt(index);
    for (const { size, stride } of dims) {
      const at = rest / stride;
      if (rest < 0n || at >= size()) return false;
      rest -= at * stride;
    }
    return true;
  };
}
