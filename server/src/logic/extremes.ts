/** Which alternatives are a maximum or a minimum. */
import type { Formula, Term } from './expression.ts';
import { ge0 } from './formula.ts';
import { neg, plus, sub } from './term.ts';

/** `ite(a >= b, a, b)` is the maximum, also where it says `a > b`. */
export function extremeOf(cond: Formula, first: Term, second: Term): 'min' | 'max' | null {
  const d = sub(first, second);
  const is = (t: Term): boolean => [ge0(t), ge0(plus(t, -1))].some((f) => f.key === cond.key);
  if (is(d)) return 'max';
  return is(neg(d)) ? 'min' : null;
}
