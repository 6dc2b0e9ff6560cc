/** What an analysis may be asked for, and by which reading of C. Data only. */
import type { DataModelName, IntegerMode } from '../machine/index.ts';

/** `strict`: as compilers assume. `none`: as with `-fno-strict-aliasing`. */
export type Aliasing = 'strict' | 'none';

/** What may be asked about a line instead of everything about the file. */
export interface LineQuestion {
  readonly line: number;
  /**
   * A C program is wanted that gets to the line, or that fails the assertion there; it includes the file under this
   * name.
   */
  readonly driver?: string;
  /** The paths of the loop at the place and which may follow which are wanted, and a run of the function around it. */
  readonly watch?: WatchWish;
}

/** What is to be seen of a loop: the innermost around the place, else the last one before it. */
export interface WatchWish {
  readonly column: number;
  /**
   * Values at the function's start by name, as `RunInput` has them; null: of a run that gets to the line, and fails
   * there if one can.
   */
  readonly inputs: Readonly<Record<string, string>> | null;
}

export interface AnalysisOptions {
  readonly integers: IntegerMode;
  readonly dataModel: DataModelName;
  readonly charSigned: boolean;
  /** Whether objects are only read and written as what they are (C11 6.5p7), or through pointers to any type. */
  readonly aliasing?: Aliasing;
  /** Only this function. */
  readonly function: string | null;
  /** What to compute. */
  readonly loops: boolean;
  /** Which loops are summarised: all, those of which counting leaves something to win, none. Missing: all. */
  readonly climb?: 'always' | 'gain' | 'never';
  readonly assertions: boolean;
  /** Milliseconds for one loop, and for all the assertions of a file. */
  readonly loopBudget: number;
  readonly fileBudget: number;
  /** Further names of assert-like and assume-like functions. */
  readonly assertNames: readonly string[];
  readonly assumeNames: readonly string[];
  /** Which signed overflow is reported: none, what must happen on every run that gets there, or whatever can happen. */
  readonly overflow: 'off' | 'must' | 'can';
  /** What is not wrong, but seldom meant, is told, too. */
  readonly suspicions?: boolean;
  /**
   * Invariants are looked for also where a verdict rests on something else, and the places of the values read are kept.
   * For witnesses.
   */
  readonly invariants: boolean;
  /** What is called exact is looked at once more, also by the solver, whatever that costs. */
  readonly secondLook?: boolean;
  /** Whether accesses may leave their arrays, and what functions require, also where no assertions are asked for. */
  readonly limits?: boolean;
  /** What is lost in each function is not asked for: hovers show it, the command line doesn't. */
  readonly losses?: false;
  /** Nothing but this. */
  readonly question?: LineQuestion;
  /** Directories that are searched for headers, those of the compilation database behind them. */
  readonly includePaths: readonly string[];
  /** Macros as behind `-D`: `NAME` or `NAME=VALUE`; and names that are not defined. */
  readonly defines: readonly string[];
  readonly undefines: readonly string[];
  /** The compilation database, or its directory; null: it is looked for above each file. */
  readonly compileCommands: string | null;
  /** Who preprocesses a file: we ourselves, or the compiler that the compilation database names. */
  readonly preprocess: 'builtin' | 'compiler';
  /** A directory in which reports are kept from one process to the next; missing or null: none are. */
  readonly cache?: string | null;
}

export const DEFAULT_OPTIONS: AnalysisOptions = {
  integers: 'c',
  dataModel: 'LP64',
  charSigned: true,
  function: null,
  loops: true,
  assertions: true,
  loopBudget: 10_000,
  fileBudget: 10_000,
  assertNames: [],
  assumeNames: [],
  overflow: 'must',
  invariants: false,
  includePaths: [],
  defines: [],
  undefines: [],
  compileCommands: null,
  preprocess: 'builtin',
};
