/** A symbol table that ends the work on it when the time is up: it is asked in every inner loop, wherever the time goes. */
import type { RangeOf } from '../ir/interval.ts';
import { Symbols } from '../ir/symbols.ts';

/** Thrown out of whatever was being computed. */
export class OutOfTime extends Error {}

const ASK_EVERY = 2048;

export function budgetedSymbols(over: () => boolean): Symbols {
  const table = new Symbols();
  const plain = table.range;
  let asked = 0;
  const range: RangeOf = (name) => {
    if (++asked % ASK_EVERY === 0 && over()) throw new OutOfTime();
    return plain(name);
  };
  return Object.assign(table, { range });
}
