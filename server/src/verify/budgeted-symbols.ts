/**
 * A symbol table that ends the work on it when its budget is used up: it is asked in every inner loop, wherever the
 * work goes.
 */
import type { Budget } from '../budget/index.ts';
import { Exhausted } from '../budget/index.ts';
import { Symbols } from '../logic/index.ts';

const ASK_EVERY = 2048;

/** Throws `Exhausted` (or `Stopped`) out of whatever was being computed. */
export function budgetedSymbols(budget: Budget): Symbols {
  let asked = 0;
  return new Symbols(() => {
    if (++asked % ASK_EVERY === 0 && budget.exhausted()) throw new Exhausted();
  });
}
