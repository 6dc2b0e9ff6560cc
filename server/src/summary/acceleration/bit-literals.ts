/** Literals about bits that are cleared one by one: `x != 0` with `x &= x - 1` holds as long as bits are left, popcount(x) times (Wegner, CACM 1960). */
import { collect, eq0, ge0, isLiteral, ne0 } from '../../logic/index.ts';
import type { Behaviour } from './acceleration.ts';
import { COUNTER } from './closed-forms.ts';
import { monotonicInequality } from './linear-literals.ts';
import type { MovingLiteral } from './moving-literal.ts';

/** The condition on bits, said of their number: that is linear in the counter. Declines where it is about anything else. */
export function bitClearing(l: MovingLiteral): Behaviour | null {
  const { kind } = l.literal;
  const said = kind === 'ge' ? ge0(l.term) : kind === 'eq' ? eq0(l.term) : ne0(l.term);
  if (!isLiteral(said) || said.kind !== 'ge' || said.term === l.term) return null;
  return monotonicInequality({ ...l, literal: said, term: said.term, polynomial: collect(said.term, COUNTER) });
}
