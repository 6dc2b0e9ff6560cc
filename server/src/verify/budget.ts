/** A symbol table that ends the work on it when the time is up: it is asked in every inner loop, wherever the time goes. */
import type { Interval } from '../ir/interval.ts';
import { SymbolTable } from '../loop/explore.ts';

/** Thrown out of whatever was being computed. */
export class OutOfTime extends Error {}

const ASK_EVERY = 4096;

export class BudgetedSymbols extends SymbolTable {
  override readonly range: (name: string) => Interval | undefined;
  private asked = 0;

  constructor(over: () => boolean) {
    super();
    const plain = this.lookUp.bind(this);
    this.range = (name) => {
      if (++this.asked % ASK_EVERY === 0 && over()) throw new OutOfTime();
      return plain(name);
    };
  }
}
