/** What acceleration is given of a path, and finds out about it: plain data. */
import type { Formula, Literal, Symbol, Term } from '../../logic/index.ts';
import { TRUE } from '../../logic/index.ts';
import type { ClosedForms } from './closed-forms.ts';

/**
 * One way to stop iterating: after exactly `count` >= 1 iterations, under a condition on the values before the first.
 */
export interface LeaveOption {
  readonly count: Term;
  readonly condition: Formula;
  /**
   * Where the count is a symbol of its own. It is the least number >= 1 for which this holds. From there on it holds,
   * up to `rises` where that is said.
   */
  readonly least?: { readonly symbol: Symbol; readonly stop: Formula; readonly rises?: bigint };
}

export interface Acceleration {
  readonly closed: ClosedForms;
  /** The ways in which the guard comes to fail; disjoint. */
  readonly leaves: readonly LeaveOption[];
  /** Condition under which the guard never fails. */
  readonly forever: Formula;
  /** Counts that are no constants must be greater than this. */
  readonly prefix: number;
  /** The guard holds before each of the first n >= 1 iterations; null where that has no rule for an arbitrary n. */
  holdsThrough(n: Term): Formula | null;
  /** No undefined behaviour in the first n >= 1 iterations; null: not known. */
  definedThrough(n: Term): Formula | null;
  /** No undefined behaviour, ever; null: not known. */
  readonly definedForever: Formula | null;
  /** Values after n >= 1 iterations. */
  valuesAfter(n: Term): ReadonlyMap<Symbol, Term>;
}

/**
 * How one literal behaves along the path, from iteration `prefix` on. All conditions are over the values at the start.
 */
export interface Behaviour {
  /** It holds at every k >= prefix that is < n. */
  through(n: Term): Formula | null;
  /** First k > prefix at which it fails, given that it holds at prefix; disjoint alternatives. */
  readonly fails: readonly LeaveOption[];
  /** It holds for ever, given that it holds at prefix. */
  readonly forever: Formula;
}

/** It never fails. */
export const ALWAYS: Behaviour = { through: () => TRUE, fails: [], forever: TRUE };

export interface PathLike {
  readonly guard: readonly Literal[];
  /** Symbol -> term over the values before. */
  readonly update: ReadonlyMap<Symbol, Term>;
  readonly defined: Formula;
  readonly fresh: ReadonlySet<Symbol>;
  /** Values that are constants whenever the path begins. */
  readonly start?: ReadonlyMap<Symbol, Term>;
}
