/** The least number with a property, for tests on concrete states. */
import { formulaHolds } from '../../server/src/logic/evaluate-terms.ts';
import type { Formula } from '../../server/src/logic/expression.ts';
import type { Symbol } from '../../server/src/logic/symbol.ts';

const MAX_LEAST = 2_000n;
const MAX_FAR = 1n << 40n;

/**
 * The least number >= 1 for which a condition holds, looked for one by one up to `most`; beyond that by halving, as it
 * goes on to hold.
 */
export function leastOf(
  name: Symbol,
  stop: Formula,
  look: (s: Symbol) => bigint | undefined,
  most = MAX_LEAST,
): bigint | null {
  for (let n = 1n; n <= most; n++) {
    const h = formulaHolds(stop, (s) => (s === name ? n : look(s)));
    if (h === null) return null;
    if (h) return n;
  }
  const at = (n: bigint): boolean | null => formulaHolds(stop, (s) => (s === name ? n : look(s)));
  let low = most;
  let high = most * 2n;
  for (; at(high) === false; high *= 2n) {
    if (high > MAX_FAR) return null;
    low = high;
  }
  if (at(high) === null) return null;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (at(middle) === true) high = middle;
    else low = middle;
  }
  return high;
}
