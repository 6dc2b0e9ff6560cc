/** An array at run time: elements are kept as they are touched; what was never written is zero, unset, or asked for. */
import { UndefinedBehaviour, toCell } from './compileExpr.ts';
import type { Cell } from './compileExpr.ts';
import type { SourceRange } from './source.ts';

export class MachineArray {
  private readonly length: number | bigint | null;
  private elements: Map<Cell, Cell>;
  /** Contents to start with; elements behind it are zero (`defined`) or unset. */
  private readonly initial: readonly bigint[] | null;
  private readonly defined: boolean;
  /** Set once the contents are no longer known. */
  /** Set where this is another array, seen from one of its elements on. */
  private behind: { readonly array: MachineArray; readonly first: bigint } | null = null;
  private unknown: (() => Cell | object) | null = null;

  constructor(length: bigint | null, initial: readonly bigint[] | null, defined: boolean) {
    this.length = length;
    this.initial = initial;
    this.defined = defined;
    this.elements = new Map();
  }

  /** The same array, with another element as its first. */
  from(first: Cell): MachineArray {
    if (first === 0) return this;
    const view = new MachineArray(null, null, true);
    view.behind = { array: this, first: BigInt(first) };
    return view;
  }

  private check(index: Cell, range: SourceRange): void {
    if (this.length !== null && (index < 0 || index >= this.length)) throw new UndefinedBehaviour('out-of-bounds', range);
  }

  /** The element, or the object that the supplier of unknown contents gave instead. */
  read<T extends object>(index: Cell, range: SourceRange): Cell | T {
    if (this.behind !== null) return this.behind.array.read(toCell(BigInt(index) + this.behind.first), range);
    const known = this.elements.get(index);
    if (known !== undefined) return known;
    this.check(index, range);
    if (this.unknown !== null) {
      const value = this.unknown();
      if (typeof value === 'object') return value as T;
      this.elements.set(index, value);
      return value;
    }
    const first = typeof index === 'number' && this.initial !== null ? this.initial[index] : undefined;
    if (first === undefined && !this.defined && this.initial === null) throw new UndefinedBehaviour('uninitialized', range);
    const value = first === undefined ? 0 : first >= -9007199254740991n && first <= 9007199254740991n ? Number(first) : first;
    this.elements.set(index, value);
    return value;
  }

  write(index: Cell, value: Cell, range: SourceRange): void {
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
    this.elements = new Map();
    this.unknown = supply;
  }

  contents(): ReadonlyMap<bigint, bigint> {
    return new Map([...this.elements].map(([i, v]) => [BigInt(i), BigInt(v)]));
  }
}
