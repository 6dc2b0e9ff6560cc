/** The question whether a literal holds at every iteration of a repetition, the iteration being a symbol. */
import type { Formula, Literal, Term } from '../logic/index.ts';
import { and, eq0, ge0, ne0, plus, sub, substitute, sym, symbol } from '../logic/index.ts';
import type { Discharge } from './certificate.ts';
import type { Prover } from './prover.ts';

/** The symbol for an iteration that is not the last. */
export const INDEX = symbol('counter', '#k');
export const ITERATION = sym(INDEX);

export interface Held {
  readonly discharge: Discharge;
  readonly rule: string;
}

export const literalOf = (kind: Literal['kind'], t: Term): Formula =>
  kind === 'ge' ? ge0(t) : kind === 'eq' ? eq0(t) : ne0(t);

/** The literal `kind(term)`, a term in INDEX, for all from <= INDEX < count (null: for ever), given the context. */
export interface IterationClaim {
  readonly kind: Literal['kind'];
  readonly term: Term;
  readonly from: bigint;
  readonly count: Term | null;
  readonly context: Formula;
  /** The literal is known to be kept by one more iteration. */
  readonly inductive: () => boolean;
  /** What is known of an index from 1 on that is less than the count; null: nothing. */
  readonly earlier: Formula | null;
}

/** The claim where there is such an iteration. */
export interface Question extends IterationClaim {
  /** The context, and that there is an iteration. */
  readonly given: Formula;
  /** The literal at the first and at the last iteration; null: there is no last one. */
  readonly first: Formula;
  readonly last: Formula | null;
  readonly prover: Prover;
}

/** The claim's literal at an iteration. */
export const atIteration = ({ kind, term }: IterationClaim, k: Term): Formula =>
  literalOf(kind, substitute(term, new Map([[INDEX, k]])));

/** `k < count`. */
export const below = (count: Term | null, k: Term): Formula => (count === null ? and() : ge0(sub(plus(count, -1), k)));

/** By a rule that needs these formulas. */
export function byRule(
  { prover, given }: Pick<Question, 'prover' | 'given'>,
  rule: string,
  ...needed: readonly Formula[]
): Held | null {
  const discharge = prover.proves(given, and(...needed));
  return discharge && { discharge, rule };
}
