/** A sum that is a polynomial divided by a number. */
import type { Term } from '../../logic/index.ts';

export interface Rational {
  readonly numerator: Term;
  readonly denominator: bigint;
}
