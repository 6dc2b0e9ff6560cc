/** A function whose calls have just been inlined, before it is known what its pointers lead to. Mutable. */
import type { ArrayObject, Behind, Positioned, Stmt, Terminator, VarId, Variable } from '../program/index.ts';
import type { Reason, SourceRange } from '../source/index.ts';

/** Behind an inlined call: what it may have changed. */
export interface AfterCall {
  readonly kind: 'after-call';
  /** The frame of the call. */
  readonly of: number;
  readonly otherwise: readonly Stmt[];
  readonly beside: readonly Stmt[];
}

export interface MemoryBlock {
  stmts: (Stmt | AfterCall)[];
  end: Terminator | null;
  /** Which call it belongs to; 0: none. */
  readonly frame: number;
}

export interface MemoryFunction {
  readonly isMain: boolean;
  readonly variables: Variable[];
  readonly arrays: ArrayObject[];
  readonly blocks: MemoryBlock[];
  readonly entry: number;
  readonly positions: readonly Positioned[];
  readonly behind: readonly Behind[];
  readonly reasons: Reason[];
  /** By number: the frame that the call stands in. */
  readonly frames: readonly { readonly parent: number | null; readonly call?: SourceRange }[];
  /** Frames that change what isn't seen. */
  readonly unseen: ReadonlySet<number>;
  /** Pointers were written to memory that isn't ours, or may have been. */
  writesPointers: boolean;
}

export function temporaryOf(fn: MemoryFunction, like: Pick<Variable, 'type' | 'pointer'>): VarId {
  const id = fn.variables.length;
  fn.variables.push({
    id,
    name: `$m${id}`,
    type: like.type,
    scope: 'temp',
    range: null,
    initial: null,
    addressTaken: false,
    ...(like.pointer && { pointer: true as const }),
  });
  return id;
}
