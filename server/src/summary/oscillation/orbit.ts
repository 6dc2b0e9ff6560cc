/** Where the control values of an oscillating loop go from a given state. */
import type { Formula, RangeOf, Symbol, Term } from '../../logic/index.ts';

/** The state after n iterations, as terms in n over the state symbols at its start. */
export interface Orbit {
  /** Holds at the start: which of the states this is about. */
  readonly start: Formula;
  after(n: Term): ReadonlyMap<Symbol, Term>;
  /** How often each path was taken in n iterations. */
  counts(n: Term): ReadonlyMap<number, Term>;
  /** After so many iterations no path goes on; null: for ever. */
  readonly length: bigint | null;
  /**
   * The least value, over the first n + 1 states, of a term over the control values and what the loop doesn't change.
   * Also the least of all, and the iterations at which there is a new one. Null where the term isn't of that kind.
   */
  least(t: Term): Least | null;
  /**
   * The first iteration, from 0, on this branch at which a condition on the control values doesn't hold. Null: there is
   * none, or it isn't known.
   */
  firstFailure(branch: number, condition: Formula, range: RangeOf): bigint | null | 'unknown';
}

export interface Least {
  upTo(n: Term): Term;
  readonly ever: Term;
  readonly falls: readonly bigint[];
}
