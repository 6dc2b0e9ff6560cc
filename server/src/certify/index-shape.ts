/** How a term moves as the iteration in it grows. */
import type { Formula, Term } from '../logic/index.ts';
import { FLOOR_QUOTIENT, add, ge0, int, mentions, mul, neg, partsOf } from '../logic/index.ts';
import { INDEX, ITERATION } from './every-iteration.ts';

export type Shape = 'rising' | 'falling' | 'concave' | 'other';

/**
 * How a term moves as its index grows from 0. It is a sum of coefficients times k, k^2, ... and b^k, each of which
 * rises and is convex. So it rises where no coefficient is negative, and falls where none is positive. It bends down
 * where only that of k itself may be positive.
 */
export function shapeOf(term: Term, proves: (f: Formula) => boolean): Shape {
  const coefficients = new Map<string, { degree: number; sum: Term }>();
  const sign = (c: Term, s: 1 | -1): boolean => proves(ge0(s === 1 ? c : neg(c)));
  for (const part of partsOf(term).parts) {
    if (!mentions(part.mono, INDEX)) continue;
    const own: Term[] = [];
    let rest: Term = int(part.coef);
    for (const f of part.mono.kind === 'prod' ? part.mono.factors : [part.mono]) {
      if (mentions(f, INDEX)) own.push(f);
      else rest = mul(rest, f);
    }
    const [only] = own;
    if (own.length === 1 && only?.kind === 'app' && only.fn === FLOOR_QUOTIENT && isFading(only.args, proves)) {
      // falls, without a bend that is known
      coefficients.set(only.key, { degree: 0, sum: add(coefficients.get(only.key)?.sum ?? int(0), neg(rest)) });
      continue;
    }
    const powers = own.filter((f) => f.kind === 'pow' && f.base >= 2n && f.exponent === ITERATION);
    const plain = own.filter((f) => f === ITERATION);
    if (powers.length + plain.length !== own.length || powers.length > 1) return 'other';
    const key = own.map((f) => f.key).join(' ');
    coefficients.set(key, { degree: own.length + powers.length, sum: add(coefficients.get(key)?.sum ?? int(0), rest) });
  }
  const all = [...coefficients.values()];
  if (all.every((c) => sign(c.sum, 1))) return 'rising';
  if (all.every((c) => sign(c.sum, -1))) return 'falling';
  return all.every((c) => c.degree === 1 || (c.degree > 1 && sign(c.sum, -1))) ? 'concave' : 'other';
}

/** floor(x / b^k) for x >= 0. */
const isFading = ([x, power]: readonly Term[], proves: (f: Formula) => boolean): boolean =>
  x !== undefined &&
  !mentions(x, INDEX) &&
  power?.kind === 'pow' &&
  power.base >= 2n &&
  power.exponent === ITERATION &&
  proves(ge0(x));
