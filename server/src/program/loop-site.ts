/** A loop as it is written: where it stands, its test, and the ways out of it. */
import type { SourceRange } from '../source/index.ts';
import type { BlockId } from './blocks.ts';

/** A `return` or a `goto` out of a loop. */
export interface WayOut {
  /** The statement, without its semicolon. */
  readonly how: string;
  /** The condition of the `if` that it stands in alone, with nothing in between; empty: none. */
  readonly when: string;
  readonly range: SourceRange;
}

/** `endsWhen`: as `LoopTest.endsWhen`. */
interface Decision {
  readonly range: SourceRange;
  readonly endsWhen: string;
}

/** A loop as written. Its body is the natural loop of `header`; a loop whose body never comes back has no back edge. */
export interface LoopSite {
  readonly id: number;
  readonly kind: 'for' | 'while' | 'do' | 'goto';
  /** Target of the back edges: where an iteration starts. */
  readonly header: BlockId;
  /**
   * Where the body begins: an iteration that gets here has been begun. For `do` and loops made by `goto` the header.
   */
  readonly body: BlockId;
  /** Where a `break` and its own test lead; null: nothing gets there, or it is no statement (made by `goto`). */
  readonly behind: BlockId | null;
  /** The whole statement. */
  readonly range: SourceRange;
  /** From the keyword to the closing parenthesis of the head (for `do`: the keyword; for `goto`: the label). */
  readonly head: SourceRange;
  /** From the body's closing brace to the end of the statement; null: the body has no braces. */
  readonly tail: SourceRange | null;
  /** Ways out of it to another place than the statement behind it, as they are written. */
  readonly leaves: readonly WayOut[];
  /** Conditions of `if`s in it that lead to a `break`, `return` or `goto`, and when they do. */
  readonly decisions: readonly Decision[];
  /** What it assigns to floating objects, but in the loops within it. In the order of the source. */
  readonly floating: readonly FloatingChange[];
  /** A jump may lead into its middle: a label stands there, or a `case` of a `switch` around it. */
  readonly entered: boolean;
  /** A macro makes it: nothing of it stands at its place. */
  readonly fromMacro: boolean;
  /** Depth of nesting within the function: 0 for outermost. */
  readonly nested: number;
  /** The condition in its head, or at the end of a `do`; null where it has none. */
  readonly test: LoopTest | null;
  /** Its own test never leads back: `do { } while (0)`. What jumps into it goes round with what is around it. */
  readonly once: boolean;
  /** The loops that it stands in; in a copy of a function that was called, also those around the call. */
  readonly around: Around | null;
}

export interface LoopTest {
  readonly range: SourceRange;
  /**
   * The condition with which it ends the loop, as C in the source's words: `p == NULL`. Empty where that is long or a
   * macro's.
   */
  readonly endsWhen: string;
  /** False where the test also ends it otherwise. */
  readonly isWhole: boolean;
  /** What it is compared with, as the source has it: `EOF`. Empty where it is no comparison. */
  readonly against: string;
  /** Read over unbounded integers it says the same: nothing in it is computed or converted. */
  readonly isPlain: boolean;
  /** Calls whose results it compares; missing: none. */
  readonly limits?: readonly LimitCall[];
}

/** A call whose result is a part of a comparison. */
export interface LimitCall {
  /** The whole call, or that of the macro which makes it. */
  readonly range: SourceRange;
  /** As the source has it. */
  readonly text: string;
  /** Identifiers in it. */
  readonly names: readonly string[];
}

/** Ids of loops, innermost first; shared by the loops that stand in the same ones. */
export interface Around {
  readonly loop: number;
  readonly around: Around | null;
}

/** Whether a loop stands in another one. */
export function standsIn(site: LoopSite, loop: number): boolean {
  for (let a = site.around; a !== null; a = a.around) if (a.loop === loop) return true;
  return false;
}

/**
 * An assignment in a loop to an object of a floating type. No variable stands for such an object, so it is told as it
 * is written: `s += x[i]` has the place `s`, the operator `+=`, the value `x[i]`.
 */
export interface FloatingChange {
  /** The object, as C in the source's words. */
  readonly place: string;
  /** It has a name, and not only a place in memory. */
  readonly isNamed: boolean;
  /**
   * What is done to it, and in which iterations; null: the source has to be read. `swap`: `value` gets what the place
   * held.
   */
  readonly told: {
    readonly operator: '=' | '+=' | '-=' | '*=' | '/=' | 'swap';
    readonly value: string;
    /** The condition of the iterations that do it; empty: all of them. */
    readonly when: string;
  } | null;
  readonly range: SourceRange;
}
