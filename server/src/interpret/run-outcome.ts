/** What a run is given and how it ends. */
import type { BlockId, IrFunction, IrProgram, LoopSite, UndefinedCode, VarId, Variable } from '../program/index.ts';
import type { Reason, SourceRange } from '../source/index.ts';
import type { IntType, IntegerMode } from '../machine/index.ts';

/** Values at the end of a run. */
export interface Environment {
  /** By variable id; null: never assigned. */
  readonly values: readonly (bigint | null)[];
  /** Elements of the arrays by id, as far as they were written or read. */
  readonly arrays: readonly ReadonlyMap<bigint, bigint>[];
  /** Those that were, at any time: what is filled or forgotten as a whole has no elements of its own any more. */
  readonly touched: readonly ReadonlySet<bigint>[];
}

export interface Ended {
  readonly env: Environment;
  /** Statements and jumps executed. */
  readonly steps: number;
  /** Fresh values taken. */
  readonly nondetTaken: number;
}

export type Outcome = Ended &
  (
    | { readonly kind: 'returned'; readonly value: bigint | null }
    /** `iteration`: 0-based, one for each enclosing loop, outermost first. */
    | {
        readonly kind: 'assertion-failed';
        readonly assertion: number;
        readonly iteration: readonly number[];
        readonly callee: string;
      }
    | { readonly kind: 'halted'; readonly reason: Reason | null }
    | { readonly kind: 'assume-failed'; readonly range: SourceRange }
    | { readonly kind: 'undefined'; readonly code: UndefinedCode; readonly range: SourceRange | null }
    | { readonly kind: 'not-modelled'; readonly reason: Reason }
    | { readonly kind: 'out-of-steps' }
  );

/** What a loop's hook sees and may change when an iteration starts. */
export interface LoopState {
  /** 0 when the loop is entered. */
  readonly iteration: number;
  get(id: VarId): bigint | null;
  set(id: VarId, value: bigint): void;
  /** An element; null where it has no value yet. */
  element(array: number, index: bigint): bigint | null;
  /** So many iterations count as done, and so many fresh values as taken in each. */
  skip(iterations: number, fresh?: number): void;
}

export interface RunOptions {
  readonly mode: IntegerMode;
  /**
   * Values at entry: parameters, globals (their initial values, else 0, where missing); locals too, which are unset
   * otherwise.
   */
  readonly inputs: ReadonlyMap<VarId, bigint>;
  /** The fresh values in order; converted to the type. Missing: 0. */
  readonly nondet?: (index: number, type: IntType, callee: string, range: SourceRange) => bigint;
  readonly maxSteps: number;
  /** Where functions that are called are looked up. */
  readonly program?: IrProgram;
  /** Contents of arrays at entry, by id; elements left out are 0. */
  readonly arrays?: ReadonlyMap<number, readonly bigint[]>;
  /** Arrays whose contents at entry are not known, by id, with the reason. */
  readonly hidden?: ReadonlyMap<number, Reason>;
  /** Value for something that isn't modelled; null or missing: the run ends where it is needed. */
  readonly havoc?: (target: Variable | null, reason: Reason, type: IntType) => bigint | null;
  /** Called whenever an iteration starts; may change values, and may send the run to another block. */
  readonly onLoopHeader?: (loop: LoopSite, state: LoopState) => BlockId | null;
  /** Called before each block is executed, also those of functions that are called. */
  readonly onBlock?: (fn: IrFunction, block: BlockId, value: (id: VarId) => bigint | null) => void;
}
