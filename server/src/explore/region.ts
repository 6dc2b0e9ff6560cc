/**
 * What an exploration is asked for and what it finds: paths, their ends, inner loops' cases, symbols and their ranges.
 */
import type { Budget } from '../budget/index.ts';
import type { BlockId, Cfg, VarId } from '../program/index.ts';
import type { Formula, Symbol, Symbols, Term } from '../logic/index.ts';
import { substituteFormula } from '../logic/index.ts';
import type { Reason, SourceRange } from '../source/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import type { UndefinedBehaviour } from './symbolic-expressions.ts';
import type { Slice } from './slice-loop.ts';
import type { ArrayState } from './array-state.ts';

/** A symbol that no variable's value before the region determines. */
export interface Fresh {
  readonly symbol: Symbol;
  /**
   * `nondet`: read from the environment; `unmodelled`: may be anything, for a reason; `count`: a number of iterations.
   */
  readonly kind: 'nondet' | 'unmodelled' | 'count';
  readonly reason: Reason | null;
  /** It says which of the cases of an inner loop happens, by their numbers. */
  readonly choice?: true;
  /**
   * A count that is the least number >= 1 for which this holds; once it holds it goes on to hold. Over the symbol
   * itself and others.
   */
  readonly least?: Formula;
  /** It goes on to hold only up to this number: from there on the least is the first that is found. */
  readonly rises?: bigint | undefined;
  /** The member so called of what this position leads to. */
  readonly follows?: { readonly position: Term; readonly member: string };
}

/** The same for a symbol that stands for it; what defines it is said over the new symbols. */
export function renamed(f: Fresh, name: Symbol, map: ReadonlyMap<Symbol, Term>): Fresh {
  return f.least ? { ...f, symbol: name, least: substituteFormula(f.least, map) } : { ...f, symbol: name };
}

export type PathEnd =
  /** Back at the header: the path is iterative. */
  | { readonly kind: 'back' }
  /** Out of the region, to this block. */
  | { readonly kind: 'leave'; readonly to: BlockId }
  | { readonly kind: 'return'; readonly value: Term | null }
  /** The run ended silently. */
  | { readonly kind: 'halt'; readonly reason: Reason | null }
  /** The run failed this assertion. */
  | { readonly kind: 'fail'; readonly assertion: number }
  /** The run never ends. */
  | { readonly kind: 'diverge' }
  /** Not followed further: nothing is known of what comes. */
  | { readonly kind: 'lost'; readonly reason: Reason };

/** One way through an inner loop, over the symbols of the variables before it. */
export interface InnerCase {
  readonly guard: Formula;
  /** Holds where the case has no undefined behaviour; null: not known. */
  readonly defined: Formula | null;
  /** Values afterwards of the variables that may change. */
  readonly post: ReadonlyMap<VarId, Term>;
  readonly end: PathEnd;
  readonly fresh: readonly Fresh[];
  /** Total iterations; null where it never ends or isn't known. */
  readonly iterations: Term | null;
  /** Iterations of each path. */
  readonly counts?: ReadonlyMap<number, Term>;
  readonly exact: boolean;
  readonly reasons: readonly Reason[];
}

export interface InnerSummary {
  readonly cases: readonly InnerCase[];
  /** The terms are over the symbols of the state before the loop's region already, not over the loop's own. */
  readonly absolute?: boolean;
  /** Arrays that the loop may write. */
  readonly arrays: readonly number[];
}

export interface InnerUse {
  readonly loop: number;
  readonly summary: InnerSummary;
  readonly case: number;
  /**
   * Elements that its cases read have been put in. Its paths still read them where the loop is entered. Nobody may take
   * those for the path's own reads.
   */
  readonly placed?: true;
  readonly iterations: Term | null;
  /** How many fresh symbols the path had before. */
  readonly freshBefore: number;
  /** From the case's symbols to those of the path. */
  readonly renaming: ReadonlyMap<Symbol, Term>;
  /** Values of the function's variables before the loop, in the path's terms. */
  readonly entered: readonly Term[];
}

export interface ExploredPath {
  readonly end: PathEnd;
  /** What decided the path. */
  readonly guard: Formula;
  /** It came past `ExploreRequest.body`. */
  readonly begun: boolean;
  /** What undefined behaviour along the path is excluded by; over the same symbols. */
  readonly defined: Formula;
  /** False where there may be more undefined behaviour than `defined` excludes. */
  readonly definedKnown: boolean;
  readonly undefinedKinds: readonly UndefinedSite[];
  readonly env: readonly Term[];
  readonly fresh: readonly Fresh[];
  /** Answers of the environment of which the guard has only some that lead here. */
  readonly witnesses: ReadonlySet<Symbol>;
  readonly inner: readonly InnerUse[];
  /** Why the path is not exactly what the program does. */
  readonly reasons: readonly Reason[];
  readonly arraysWritten: ReadonlySet<number>;
  /** What was written to arrays along the path. */
  readonly stores: ReadonlyMap<number, ArrayState>;
  /**
   * The blocks that it comes through, inner loops' heads in place of these; where ways have joined those of one of
   * them.
   */
  readonly blocks: readonly BlockId[];
}

export interface UndefinedSite {
  readonly kind: UndefinedBehaviour;
  readonly range: SourceRange | null;
}

export interface ExploreRequest {
  readonly cfg: Cfg;
  readonly start: BlockId;
  /** Blocks of the region; null: the whole function. Reaching `start` again ends a path. */
  readonly region: ReadonlySet<BlockId> | null;
  /** Where the body of the loop begins whose iteration this is; missing: it is no loop's. */
  readonly body?: BlockId;
  readonly env: readonly Term[];
  readonly facts: Formula;
  readonly symbols: Symbols;
  readonly mode: IntegerMode;
  /** Variables whose wrap-around becomes paths of its own. */
  readonly splitOn: (id: VarId) => boolean;
  /** Conditional values are split into paths of their own where they are stored. */
  readonly splitValues?: boolean;
  /** Compared values may be split on wrap-around. */
  readonly splitConditions: boolean;
  /** `exact`: the program gets there in this state whenever the facts hold. */
  readonly inner: (loop: number, env: readonly Term[], facts: Formula, exact: boolean) => InnerSummary;
  /** `exit`: a failing assertion ends the path; `ignore`: assertions aren't there. */
  readonly assertions: 'exit' | 'ignore';
  /** Arrays written within the region: their elements before it may not be read as the same twice. */
  readonly unstableArrays: ReadonlySet<number>;
  /** Arrays with different names are taken not to overlap, and states that differ in what they wrote don't join. */
  readonly apart?: true;
  /** What is written matters: states that differ in it don't join. */
  readonly keepStores?: boolean;
  readonly maxPaths: number;
  /** Where more states than this meet they go on as one that contains them all; missing: they don't. */
  readonly mostAtJoins?: number;
  /** Work of the decision procedure; beyond, there are too many paths. */
  readonly maxEffort?: number;
  /** Follow only what this slice follows; missing: everything. */
  readonly slice?: Slice | null;
  readonly budget: Budget;
}

export interface ExploreResult {
  /**
   * `paths`: all of them. `too-many`: there are more. `too-much`: following them all takes more work than is allowed.
   */
  readonly kind: 'paths' | 'too-many' | 'too-much';
  readonly paths: readonly ExploredPath[];
  /** The blocks that some path gets to. */
  readonly visited: ReadonlySet<BlockId>;
}
