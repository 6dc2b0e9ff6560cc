/** A symbol table that ends the work on it when its budget is used up: it is asked in every inner loop, wherever the work goes. */
import type { Budget } from '../budget/index.ts';
import { Exhausted } from '../budget/index.ts';
import type { RangeOf } from '../logic/index.ts';
import { Symbols } from '../logic/index.ts';

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
