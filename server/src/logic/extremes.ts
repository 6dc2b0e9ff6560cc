/** Which alternatives are a maximum or a minimum. */
import type { ConstTerm, Formula, Term } from './expression.ts';
import { ge0 } from './formula.ts';
import { neg, plus, sub } from './term.ts';

/** `ite(a >= b, a, b)` is the maximum, also where it says `a > b`. */
export function extremeOf(cond: Formula, first: Term, second: Term): 'min' | 'max' | null {
  const d = sub(first, second);
  const is = (t: Term): boolean => [ge0(t), ge0(plus(t, -1))].some((f) => f.key === cond.key);
  if (is(d)) return 'max';
  return is(neg(d)) ? 'min' : null;
}

/** Of `max(0, n)`: 0 and n. Null for others. */
export function atLeast(t: Term): { readonly least: ConstTerm; readonly of: Term } | null {
  if (t.kind !== 'ite' || extremeOf(t.cond, t.then, t.else) !== 'max') return null;
  const [least, of] = t.then.kind === 'const' ? [t.then, t.else] : [t.else, t.then];
  return least.kind === 'const' ? { least, of } : null;
}
