/** A literal of a path's guard in iteration k: its term over the counter and the values at the start. */
import { gcd } from '../../arithmetic/index.ts';
import type { Formula, Literal, RangeOf, Symbol, Term } from '../../logic/index.ts';
import { add, collect, int, mentions, partsOf, scale, substitute } from '../../logic/index.ts';
import { COUNTER, valueOf } from './closed-forms.ts';
import type { ClosedForms } from './closed-forms.ts';

/** What the rules of acceleration are asked about. */
export interface MovingLiteral {
  readonly literal: Literal;
  /** The literal's term in the counter, times a positive denominator; right for k >= prefix. */
  readonly term: Term;
  /** The term's coefficients by ascending degree of the counter; null where it is no polynomial in it. */
  readonly polynomial: readonly Term[] | null;
  readonly prefix: number;
  /** What holds of the values at the start. */
  readonly facts: Formula;
  readonly range: RangeOf;
  /** Values that are constants whenever the path begins. */
  readonly start: ReadonlyMap<Symbol, Term>;
  /** A name for a number of iterations that has no formula. */
  readonly newCount: () => Symbol;
}

/** The literal's term at iteration k >= prefix, in the counter. */
export function termAt(term: Term, closed: ClosedForms): { term: Term; denominator: bigint } {
  const map = new Map<Symbol, Term>();
  let denominator = 1n;
  const used = [...closed.forms].filter(([x]) => mentions(term, x));
  const linear = used.every(([x, f]) => f.modulus === null && (collect(term, x)?.length ?? 9) <= 2);
  if (linear && used.some(([, f]) => f.denominator !== 1n)) {
    for (const [, f] of used) denominator = (denominator * f.denominator) / gcd(denominator, f.denominator);
    let sum: Term = int(partsOf(term).constant * denominator);
    for (const p of partsOf(term).parts) {
      const own = used.filter(([x]) => mentions(p.mono, x));
      if (own.length > 1) {
        return { term: substitute(term, new Map([...used].map(([x, f]) => [x, valueOf(f)]))), denominator: 1n };
      }
      const f = own[0];
      if (f) {
        const numerator = substitute(p.mono, new Map([[f[0], f[1].numerator]]));
        sum = add(sum, scale(p.coef * (denominator / f[1].denominator), numerator));
      } else sum = add(sum, scale(p.coef * denominator, p.mono));
    }
    return { term: sum, denominator };
  }
  for (const [x, f] of used) map.set(x, valueOf(f));
  return { term: substitute(term, map), denominator };
}

/** A term over the counter in iteration n. */
export const atCounter = (t: Term, n: Term): Term => substitute(t, new Map([[COUNTER, n]]));
