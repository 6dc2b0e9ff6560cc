/** A symbol table that ends the work on it when its budget is used up: it is asked in every inner loop, wherever the work goes. */
import type { Budget } from '../ir/budget.ts';
import { Exhausted } from '../ir/budget.ts';
import type { RangeOf } from '../ir/interval.ts';
import { Symbols } from '../ir/symbols.ts';

const ASK_EVERY = 2048;

/** Throws `Exhausted` (or `Stopped`) out of whatever was being computed. */
export function budgetedSymbols(budget: Budget): Symbols {
  const table = new Symbols();
  const plain = table.range;
  let asked = 0;
  const range: RangeOf = (name) => {
    if (++asked % ASK_EVERY === 0 && budget.exhausted()) throw new Exhausted();
    return plain(name);
  };
  return Object.assign(table, { range });
}
