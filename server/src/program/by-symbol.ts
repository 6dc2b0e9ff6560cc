/**
 * What is said of variables, by the symbols that stand for them: `{ 0: 5 }` is `{ x: 5 }` where x stands for the first
 * variable.
 */
import type { Symbol } from '../logic/index.ts';
import type { VarId } from './expressions.ts';

export const bySymbol = <T>(values: Iterable<readonly [VarId, T]>, symbols: readonly Symbol[]): Map<Symbol, T> =>
  new Map([...values].map(([v, value]) => [symbols[v] as Symbol, value]));
