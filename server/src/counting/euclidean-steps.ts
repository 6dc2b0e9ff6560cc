/**
 * Euclid's algorithm: `t = a % b; a = b; b = t;` while b isn't 0. Each divisor is at least the sum of the two that come
 * after it, so that k iterations need one that is at least the (k + 1)th of Fibonacci's numbers 1, 1, 2, 3, 5, ...
 * Example: an `unsigned` b is below the 48th, which leaves at most 46 iterations.
 * Source: Lamé, Note sur la limite du nombre des divisions dans la recherche du plus grand commun diviseur (1844).
 */
import { TRUNCATED_REMAINDER, intervalOf, partsOf, substitute, sym, symbolsOf } from '../logic/index.ts';
import type { Interval, Symbol, Term } from '../logic/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { ExitTest } from './exit-tests.ts';
import type { GeometricCount } from './geometric-factors.ts';
import type { AtEntry } from './no-wrap.ts';

/** Null where an iteration does anything else to the two. */
export function countEuclidean(test: ExitTest, effects: BlockEffects, entry: AtEntry): GeometricCount | null {
  const divisor = divisorOf(test);
  if (divisor === null) return null;
  const after = valuesAfter(effects);
  const left = after?.get(divisor);
  const remainder = left?.kind === 'mod' ? left.arg : left;
  if (!after || remainder?.kind !== 'app' || remainder.fn !== TRUNCATED_REMAINDER) return null;
  const [dividend, by] = remainder.args;
  if (by !== sym(divisor) || dividend?.kind !== 'sym' || after.get(dividend.symbol) !== by) return null;
  const atEntry = (t: Term): Interval => intervalOf(substitute(t, entry.values), entry.range);
  const { lo, hi } = atEntry(by);
  if (lo === null || hi === null) return null;
  // -1 % 5 is 255 in an unsigned char: what is reduced must be a remainder of numbers that aren't negative
  if (left?.kind === 'mod' && (lo < 0n || hi >= left.by || (atEntry(dividend).lo ?? -1n) < 0n)) return null;
  const passed = mostDivisions(-lo > hi ? -lo : hi);
  return { most: test.begun ? passed + 1n : passed, exact: false };
}

/** While b != 0, or b > 0. */
function divisorOf({ kind, quantity }: ExitTest): Symbol | null {
  const { constant, parts } = partsOf(quantity);
  const [only, ...others] = parts;
  if (only?.mono.kind !== 'sym' || others.length > 0) return null;
  const isLeft = kind === 'ne' ? constant === 0n : kind === 'ge' && only.coef === 1n && constant < 0n;
  return isLeft ? only.mono.symbol : null;
}

/** The greatest k whose Fibonacci number F(k + 1) is no greater than the divisor. */
function mostDivisions(divisor: bigint): bigint {
  let k = 0n;
  for (let [a, b] = [1n, 1n]; b <= divisor; [a, b] = [b, a + b]) k++;
  return k;
}

/**
 * What an iteration leaves, over the values at its start (null: not known); null where there are several ways through
 * it.
 */
function valuesAfter(effects: BlockEffects): ReadonlyMap<Symbol, Term | null> | null {
  const { order, spine, inner, cfg } = effects.shape;
  if (inner.size > 0 || !order.every((b) => spine.has(b))) return null;
  const after = new Map<Symbol, Term | null>();
  for (const b of order) {
    const values = [...effects.of(b)].map(([v, t]) => [cfg.symbols[v] as Symbol, t && behind(t, after)] as const);
    for (const [symbol, value] of values) after.set(symbol, value);
  }
  return after;
}

function behind(t: Term, after: ReadonlyMap<Symbol, Term | null>): Term | null {
  const known = new Map([...after].flatMap(([s, value]) => (value ? [[s, value] as const] : [])));
  return [...symbolsOf(t)].some((s) => after.get(s) === null) ? null : substitute(t, known);
}
