/**
 * What every run does wrong that gets to a place, as the front end finds it on the syntax. The rest of the analysis
 * sees it as data.
 */
import type { SourceRange } from '../source/index.ts';

export type MisstepKind =
  | 'index-outside'
  | 'never-ends'
  | 'signed-overflow'
  | 'division-by-zero'
  | 'shift-too-far'
  | 'uninitialised'
  /** A sum in a narrow type that doesn't fit it: not undefined. */
  | 'narrowed'
  | 'unreachable'
  /** Not wrong, but seldom meant: what is said of it is certain. */
  | 'suspicion';

/** What every run does wrong that gets to a place. */
export interface Misstep {
  readonly kind: MisstepKind;
  /** The function that it stands in. */
  readonly function: string;
  readonly range: SourceRange;
  /** The whole loop, of what is said at its head. */
  readonly extent?: SourceRange;
  readonly text: string;
  /** A sentence without its full stop. */
  readonly message: string;
  /** The rounds of the loops around, outermost first, from 0; empty: any. */
  readonly iteration: readonly number[];
  readonly related: readonly { readonly range: SourceRange; readonly message: string }[];
  /** Changes that mend it, where there is no doubt. */
  readonly fixes?: readonly Fix[];
}

/** A change of the source. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly { readonly range: SourceRange; readonly text: string }[];
}

/** What a parameter of a function must be, else something undefined is done. */
export interface Contract {
  readonly function: string;
  readonly kind: MisstepKind;
  /** In C: `n <= 100`. Necessary; it need not be sufficient. */
  readonly condition: string;
  /** What is done else. */
  readonly message: string;
  /** Where that is. */
  readonly range: SourceRange;
}

/** An access to an element. */
export interface ArrayAccess {
  readonly function: string;
  readonly range: SourceRange;
  readonly text: string;
  /**
   * Whether it may leave its array. `no`: it is proven that no run does, up to where it is undefined. `yes`: every run
   * that gets there some time does, or unless a parameter is as it must be.
   */
  readonly leaves: 'no' | 'yes' | 'unknown';
  /** With `no`: within its array, or within the object that its pointer leads into, of which that may be a part. */
  readonly within?: 'array' | 'object';
  /** A condition in C on a parameter, without which it does. */
  readonly unless?: string;
  /** How it leaves it, or what isn't known: a sentence without its full stop. */
  readonly message?: string;
}

/** A function that a defect of ours has cost an answer. */
export interface FailedFunction {
  readonly name: string;
  readonly range: SourceRange;
  readonly error: unknown;
}

/** What is certainly wrong in the functions of a file. */
export interface Missteps {
  readonly found: readonly Misstep[];
  readonly contracts: readonly Contract[];
  readonly accesses: readonly ArrayAccess[];
  /** Functions that were not looked at to the end, by a defect of ours. */
  readonly failed: readonly FailedFunction[];
}
