/** What is known of the elements of an array that is still as it was initialised. */
import type { Interval } from '../ir/interval.ts';
import { isProgramStart } from '../ir/program.ts';
import type { ArrayObject } from '../ir/program.ts';
import type { Symbol } from '../ir/symbol.ts';
import type { ExploreRequest } from './region.ts';

/** The least and the greatest element of an array that is as it was initialised; null: it may hold anything. */
function rangeOfContents(a: ArrayObject, start: boolean): Interval | null {
  if (a.scope !== 'global' || a.initial === null || !(a.fixed || start)) return null;
  const full = a.length !== null && BigInt(a.initial.length) >= a.length;
  let lo = full ? a.initial[0] ?? 0n : 0n;
  let hi = lo;
  for (const v of a.initial) {
    if (v < lo) lo = v;
    if (v > hi) hi = v;
  }
  return { lo, hi };
}

/** What the array's elements are limited to when a symbol stands for them: its contents where they are known, else its type. */
export function settleContents(s: Symbol, a: ArrayObject, { cfg, symbols, mode }: ExploreRequest): void {
  const contents = rangeOfContents(a, isProgramStart(cfg.fn));
  if (contents === null) symbols.setType(s, a.element, mode);
  else symbols.settle(s, contents);
}
