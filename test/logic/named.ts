/** Symbols by name, for tests of terms alone. */
import type { Symbol } from '../../server/src/logic/symbol.ts';
import { symbol } from '../../server/src/logic/symbol.ts';
import type { SymTerm } from '../../server/src/logic/expression.ts';
import { sym } from '../../server/src/logic/term.ts';

export const named = (name: string): Symbol => symbol('variable', name);
export const term = (name: string): SymTerm => sym(named(name));

/** Looks symbols up by what they are called. */
export const at =
  <V>(values: Readonly<Record<string, V>>) =>
  (s: Symbol): V | undefined =>
    values[s.display];

/** By symbol what is given by name. */
export const over = <V>(values: Readonly<Record<string, V>>): Map<Symbol, V> =>
  new Map(Object.entries(values).map(([name, v]) => [named(name), v]));
