/**
 * Literals about bits that are cleared one by one: `x != 0` with `x &= x - 1` holds as long as bits are left,
 * popcount(x) times (Wegner, CACM 1960).
 */
import { collect, eq0, ge0, isLiteral, ne0 } from '../../logic/index.ts';
import type { Behaviour } from './acceleration.ts';
import { COUNTER } from './closed-forms.ts';
import { monotonicInequality } from './linear-literals.ts';
import type { MovingLiteral } from './moving-literal.ts';

/**
 * The condition on bits, said of their number: that is linear in the counter. Declines where it is about anything else.
 */
export function bitClearing(literal: MovingLiteral): Behaviour | null {
  const { kind } = literal.literal;
  const said = kind === 'ge' ? ge0(literal.term) : kind === 'eq' ? eq0(literal.term) : ne0(literal.term);
  if (!isLiteral(said) || said.kind !== 'ge' || said.term === literal.term) return null;
  return monotonicInequality({ ...literal, literal: said, term: said.term, polynomial: collect(said.term, COUNTER) });
}
