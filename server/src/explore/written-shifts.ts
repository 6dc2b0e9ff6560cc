/** Where powers of two come from: shifts that the source writes, whose amounts fit, or doubling on and on. */
import type { Symbol, Term } from '../logic/index.ts';
import { partsOf, symbolsOf } from '../logic/index.ts';

/**
 * No iteration multiplies what the last one left: each power of two is a shift in the source, which has no meaning with
 * a larger amount (C11 6.5.7p3). `changes`: what variables are after an iteration, for each way through it.
 */
export function hasWrittenShiftsAlone(changes: Iterable<readonly [Symbol, Term]>): boolean {
  const all = [...changes];
  const changed = new Set(all.map(([s]) => s));
  return all.every(([, value]) => weight(value, changed) <= 1n);
}

const MUCH = 2n;

/** How many times what changes is in it; `MUCH` where that can't be told. */
function weight(t: Term, changed: ReadonlySet<Symbol>): bigint {
  switch (t.kind) {
    case 'const':
    case 'pow':
      return 0n;
    case 'sym':
      return changed.has(t.symbol) ? 1n : 0n;
    case 'sum':
      return partsOf(t).parts.reduce(
        (sum, { coef, mono }) => sum + (coef < 0n ? -coef : coef) * weight(mono, changed),
        0n,
      );
    case 'mod':
    case 'div':
      return weight(t.arg, changed);
    default:
      return [...symbolsOf(t)].some((s) => changed.has(s)) ? MUCH : 0n;
  }
}
