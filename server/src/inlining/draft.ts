/** A function in which calls are being inlined, and how the copy of a callee is tied to its caller. */
import type {
  ArrayObject,
  AssertionSite,
  Behind,
  BlockId,
  Expr,
  IrFunction,
  IrProgram,
  Known,
  LoopSite,
  Positioned,
  Stmt,
  Variable,
} from '../program/index.ts';
import { globalKey } from '../program/index.ts';
import { isWithin } from '../source/index.ts';
import type { Reason, SourceRange } from '../source/index.ts';
import type { MemoryBlock } from './memory-function.ts';

export interface InlineLimits {
  /** No call is inlined that would make the function larger than this. */
  readonly maxBlocks: number;
  /** Calls within calls. */
  readonly maxDepth: number;
  /**
   * Nor one of a function into the middle of whose loops a jump leads: the caller's own loops couldn't be told apart
   * any more.
   */
  readonly onlyReducible?: boolean;
  /** Functions of no more blocks that use objects by their names alone, without loops, are inlined all the same. */
  readonly closedBlocks?: number;
  /** A run ends where it calls a function that isn't inlined and always ends it. */
  readonly cutsEnds?: boolean;
}

export interface Draft {
  readonly program: IrProgram;
  readonly functions: ReadonlyMap<string, IrFunction>;
  readonly limits: InlineLimits;
  readonly variables: Variable[];
  readonly arrays: ArrayObject[];
  readonly blocks: MemoryBlock[];
  readonly loops: LoopSite[];
  readonly assertions: AssertionSite[];
  readonly reasons: Reason[];
  readonly positions: Positioned[];
  /** Where these are. */
  readonly taken: Set<bigint>;
  /** By where an object of a callee is: where the latest copy of it went. */
  readonly latest: Map<bigint, bigint>;
  readonly behind: Behind[];
  /** By number: the function itself, then each call that was inlined. */
  readonly frames: { readonly parent: number | null; readonly call?: SourceRange; readonly named: Named }[];
  readonly unseen: Set<number>;
  /** Character constants of all that is inlined, by their values. */
  readonly characters: Map<bigint, string>;
  writesPointers: boolean;
  readonly globals: Map<string, number>;
  readonly globalArrays: Map<string, number>;
}

/** Objects that a copy of a function names. */
export interface Named {
  readonly variables: ReadonlySet<number>;
  readonly arrays: ReadonlySet<number>;
}

/** How a copy of a function is tied to its caller. */
export interface Frame {
  readonly fn: IrFunction;
  readonly number: number;
  /** Where the copy's objects begin, by where those of the function do. */
  readonly moved: ReadonlyMap<bigint, bigint>;
  readonly variables: readonly number[];
  readonly arrays: readonly number[];
  /** By the callee's array: where it begins in the caller's. */
  readonly offsets: ReadonlyMap<number, Expr>;
  readonly loops: readonly number[];
  readonly assertions: readonly number[];
  /** Where returns go and what takes the value; null in the function itself. */
  readonly continuation: {
    readonly block: BlockId;
    readonly target: number | null;
    readonly results: readonly number[];
  } | null;
  readonly callers: readonly string[];
  /** Loops (new ids) around the call, outermost first. */
  readonly enclosing: readonly number[];
  /** Parameters that are constants at this call. */
  readonly given: Known;
}

export function newBlock(d: Draft, frame: Pick<Frame, 'number'>): BlockId {
  d.blocks.push({ stmts: [], end: null, frame: frame.number });
  return d.blocks.length - 1;
}

export type Call = Stmt & { readonly kind: 'call' };

/** A static variable that the function declares. */
export const isStaticOf = ({ range: whole }: IrFunction, { scope, range }: Variable): boolean =>
  scope === 'global' && range !== null && isWithin(range, whole);

export function globalOf(draft: Draft, variable: Variable): number {
  const key = globalKey(variable);
  const known = draft.globals.get(key);
  if (known !== undefined) return known;
  const id = draft.variables.length;
  draft.variables.push({ ...variable, id });
  draft.globals.set(key, id);
  return id;
}

export function globalArrayOf(draft: Draft, array: ArrayObject): number {
  const key = array.key ?? array.name;
  const known = draft.globalArrays.get(key);
  if (known !== undefined) return known;
  const id = draft.arrays.length;
  draft.arrays.push({ ...array, id });
  draft.globalArrays.set(key, id);
  return id;
}
