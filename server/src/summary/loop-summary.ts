/** The disjunctive loop summary (Proteus, definition 6): cases that between them say all that a loop does. */
import type { Certificate, CounterClaim, CountersClaim, Step } from '../certify/index.ts';
import type { Reason } from '../source/index.ts';
import type { Symbol, Term } from '../logic/index.ts';
import type { InnerCase, LoopPath } from '../explore/index.ts';
import type { LoopType, Pattern } from '../report/index.ts';

/**
 * A piece of a trace: a path repeated, or a word of paths repeated. Counts are terms over the values before the loop.
 */
export type Segment =
  | { readonly kind: 'path'; readonly path: number; readonly count: Term }
  /** Paths in an order that their counts alone don't tell, as often as they say; `count` is 1. */
  | {
      readonly kind: 'mixed';
      readonly word: readonly { readonly path: number; readonly count: Term }[];
      readonly count: Term;
    }
  | {
      readonly kind: 'cycle';
      readonly word: readonly { readonly path: number; readonly count: Term }[];
      readonly count: Term;
    };

/** A disjunct: one way to run, with its trace. */
export interface Case extends InnerCase {
  /** Null where the order of the paths isn't known. */
  readonly trace: readonly Segment[] | null;
  /** The exit path taken, as an index into the paths; null where the loop doesn't end. */
  readonly exit: number | null;
  /** Path index -> how often. */
  readonly counts: ReadonlyMap<number, Term>;
  /** The trace's segments with their closed forms, for the checker; null where the order of the paths isn't known. */
  readonly steps: readonly Step[] | null;
  /**
   * What the case is made of where the number of iterations was found apart from the branches; then in place of steps.
   */
  readonly counter?: CounterClaim;
  /** What the checker found, for cases that are called exact. */
  readonly certificate?: Certificate;
}

export interface Summary {
  readonly paths: readonly LoopPath[];
  readonly cases: readonly Case[];
  /** The terms are over the symbols of the state at entry that was asked for, not over the loop's own. */
  readonly absolute?: boolean;
  /** What stands in the cases' steps for the symbols of that state. */
  readonly standIns?: ReadonlyMap<Symbol, Term>;
  /** Every run was followed to its end: a case with a trace happens as often as it says, and there are no others. */
  readonly followed: boolean;
  /** All of the loop's behaviours are in the cases, and each case happens as it says. */
  readonly exact: boolean;
  /** That the cases are all there is; null where that isn't claimed. */
  readonly coverage?: Certificate | null;
  /** What cases with counters were made of. */
  readonly counters?: CountersClaim | undefined;
  readonly type: LoopType | null;
  readonly pattern: Pattern | null;
  readonly arrays: readonly number[];
  readonly reasons: readonly Reason[];
}
