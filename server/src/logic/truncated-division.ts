/** C's `/` and `%` of signed numbers, which cut off towards zero, where they are spelled out by two cases. */
import type { Formula, Term } from './expression.ts';
import { ge0 } from './formula.ts';
import { div, mod, neg, plus } from './term.ts';

/** `x / by` or `x % by` as C computes it. */
export interface TruncatedDivision {
  readonly operator: '/' | '%';
  readonly arg: Term;
  readonly by: bigint;
}

/**
 * `x >= 0 ? ⌊x / d⌋ : ⌊(x + d - 1) / d⌋` is `x / d`, and `x >= 0 ? x mod d : -(-x mod d)` is `x % d`. Null: neither.
 */
export function truncatedDivision(cond: Formula, first: Term, second: Term): TruncatedDivision | null {
  if (first.kind !== 'div' && first.kind !== 'mod') return null;
  const { arg, by } = first;
  // at 0 both cases say the same
  if (![ge0(arg), ge0(plus(arg, -1))].some((f) => f.key === cond.key)) return null;
  const below = first.kind === 'div' ? div(plus(arg, by - 1n), by) : neg(mod(neg(arg), by));
  return below.key === second.key ? { operator: first.kind === 'div' ? '/' : '%', arg, by } : null;
}

/** `x >= 0 ? x mod d : 0` is `max(0, x % d)`, the same of quotients. Null: neither. */
export function divisionAboveZero(cond: Formula, first: Term, second: Term): TruncatedDivision | null {
  const [divided, other] = first.kind === 'const' ? [second, first] : [first, second];
  if ((divided.kind !== 'div' && divided.kind !== 'mod') || other.kind !== 'const' || other.value !== 0n) return null;
  const { arg, by } = divided;
  const above = divided === first ? arg : neg(arg);
  // at 0 both cases say the same
  if (![above, plus(above, -1)].some((t) => ge0(t).key === cond.key)) return null;
  return { operator: divided.kind === 'div' ? '/' : '%', arg, by };
}
