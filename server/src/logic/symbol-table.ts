/** The symbols of one analysed function: their intervals, and new ones that nothing else has. */
import type { Formula } from './expression.ts';
import { applications } from './rewrite-terms.ts';
import type { Symbol, SymbolKind } from './symbol.ts';
import { symbol } from './symbol.ts';
import type { IntType, IntegerMode } from '../machine/index.ts';
import { maxOf, minOf } from '../machine/index.ts';
import type { Interval } from './interval.ts';
import type { RangeOf } from './term-intervals.ts';
import { READ } from './function-symbols.ts';

/** Shared by all that is said of one function. */
export class Symbols {
  private readonly intervals = new Map<Symbol, Interval>();
  private readonly settled = new Set<Symbol>();
  private readonly beforeRange: () => void;
  private made = 0;
  readonly range: RangeOf = (s) => {
    this.beforeRange();
    return this.intervals.get(s);
  };

  /**
   * `beforeRange` is called whenever an interval is asked for, which every inner loop of the analysis does. It may end
   * the work by throwing.
   */
  constructor(beforeRange: () => void = () => {}) {
    this.beforeRange = beforeRange;
  }

  set(s: Symbol, interval: Interval): void {
    this.intervals.set(s, interval);
  }

  /** Limits the symbol to the values of a type. */
  setType(s: Symbol, type: IntType, mode: IntegerMode): void {
    if (mode === 'mathematical' && !type.bool) return;
    this.intervals.set(s, { lo: minOf(type), hi: maxOf(type) });
  }

  /** Elements of an array whose contents are known, though nothing but their range is used of them. */
  settle(s: Symbol, contents: Interval): void {
    this.set(s, contents);
    this.settled.add(s);
  }

  /** The formula speaks of such elements: not any value in their range can be had. */
  readsSettled(formula: Formula): boolean {
    return (
      this.settled.size > 0 &&
      [...applications([formula], READ).values()].some((t) => t.of !== null && this.settled.has(t.of))
    );
  }

  /** A symbol that nothing else has. */
  fresh(kind: SymbolKind, display: string, type: IntType | null = null, origin: Symbol | null = null): Symbol {
    return symbol(kind, display, this.number(), type, origin);
  }

  /** A new symbol of the same kind, display, type and interval. */
  renew(s: Symbol): Symbol {
    const made = this.fresh(s.kind, s.display, s.type, s.origin ?? s);
    this.copy(s, made);
    return made;
  }

  /** Gives a symbol the interval of another. */
  copy(from: Symbol, to: Symbol): void {
    const i = this.intervals.get(from);
    if (i) this.intervals.set(to, i);
  }

  /** A number that nothing else of the function has. */
  number(): number {
    return ++this.made;
  }
}
