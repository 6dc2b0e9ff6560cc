/**
 * A function under construction: its variables, blocks and scopes. Data only; mutable while one function is lowered,
 * never seen outside this folder.
 */
import type {
  Access,
  Alias,
  ArrayObject,
  AssertionSite,
  BlockId,
  Expr,
  FromCall,
  LocalObject,
  LoopTest,
  Stmt,
  Terminator,
  VarId,
  Variable,
  WrittenOperator,
} from '../../program/index.ts';
import type { Reason, SourceRange } from '../../source/index.ts';
import type { IntType } from '../../machine/index.ts';
import type {
  ArrayPlace,
  CType,
  Field,
  FileContext,
  Origin,
  Place,
  RecordType,
  Scope,
  Value,
  Whole,
} from '../types/index.ts';
import type { FunctionFacts, SyntaxNode } from '../syntax/index.ts';
import type { Puns, StoredElement } from './pointer-puns.ts';

/** A scalar in a struct, or the elements of an array there. */
export interface StoredPart {
  readonly element: StoredElement;
  readonly field: Field;
}

/**
 * What may change through pointers or in code that we don't see; resolved when all objects of the function are known.
 */
export interface Clobber {
  readonly kind: 'clobber';
  /**
   * `call`: everything that foreign code can reach. `store`: what a store through a pointer of this element type may
   * hit.
   */
  readonly cause: 'call' | 'store' | 'object';
  /** What is stored to: an object of the function, of the file, of the library, behind a parameter, or anything. */
  readonly origin: Origin | 'library';
  /** Type of what is stored; null: not known, or more than one. */
  readonly element: StoredElement | null;
  /** The member stored to, where it is one. */
  readonly field?: Field;
  /** The object whose member it is, of which nothing else changes. */
  readonly whole?: Whole;
  /** The object all of whose parts may be changed, from the one on whose address a library function got. */
  readonly around?: Whole;
  /** Of a struct that is stored as a whole: all that is in it. */
  readonly parts?: readonly StoredPart[];
  /** What is stored to lies in a union: the member of the struct that this one is, or ''. */
  readonly within?: string;
  /** For `object`: what is new, or changed as a whole. `moved`: the pointer to it leads elsewhere, too. */
  readonly place?: Place;
  readonly moved?: boolean;
  /** It is new: nothing has been written to it. */
  readonly first?: true;
  /** What is stored where, for what can be told once calls are inlined. */
  readonly at?: { readonly access: Access; readonly value: Expr };
  /** It is the member so called of what isn't known. */
  readonly untyped?: string;
  /** What is stored where in a union, with which it all changes. */
  readonly to?: Access;
  /** By the call before, where it can't be told what its pointers lead to. */
  readonly ofCall?: true;
  /** The member is that of what is at the position; a pointer to `value` is written to it. */
  readonly written?: { readonly position: Expr; readonly value: Expr | null };
  /** The object has been changed by its name, whatever is in it now: what is meant is the same by other names. */
  readonly named?: Alias;
  /** What is stored to is this variable. */
  readonly local?: LocalObject;
  /** The call that may change it. */
  readonly by?: FromCall;
  /** The array stored to, which is not havocked again. */
  readonly except: number | null;
  readonly reason: Reason;
  readonly range: SourceRange;
}

export interface DraftBlock {
  stmts: (Stmt | Clobber)[];
  end: Terminator | null;
  /** Made for an operand of `&&` or `||`: may be merged into the branch before it. */
  condition: boolean;
}

export interface DraftLoop {
  readonly kind: 'for' | 'while' | 'do' | 'goto';
  readonly header: BlockId;
  readonly body: BlockId;
  /** Where control goes on behind it. Missing for loops made by `goto`. */
  readonly exit?: BlockId;
  readonly node: { readonly start: number; readonly end: number };
  readonly head: { readonly start: number; readonly end: number };
  /** Null, too, where it turns out to be a constant. */
  test: LoopTest | null;
  /** Its own test never leads back. */
  once?: boolean;
  /** Missing for loops made by `goto`. */
  readonly statement?: SyntaxNode;
}

/** An `if` in a loop that leads to a jump and nowhere else: when it does. */
export interface WrittenDecision {
  readonly condition: SyntaxNode;
  readonly endsWhen: string;
  readonly jump: SyntaxNode;
  /** Where a `break` leads to there. */
  readonly breakTo: BlockId | undefined;
}

export interface DraftArray extends ArrayObject {
  /** Reached through a pointer: may be another object in disguise. */
  readonly viaPointer: boolean;
  /** Its address is known elsewhere: pointers may lead to it. */
  readonly escapes: boolean;
  readonly isConst: boolean;
  readonly readOnly?: true;
  /** The local that it is, or is in, if only functions know it that get its address. */
  readonly lent?: string;
  readonly origin: Origin;
  readonly whole?: Whole;
  /** Of a member of an array of structs: so many elements lie side by side; null: not known. */
  readonly run?: bigint | null;
  readonly field?: Field;
}

export interface SwitchTargets {
  /** `low` is null where the label's value is not known. */
  readonly cases: {
    readonly low: bigint | null;
    readonly high: bigint | null;
    readonly block: BlockId;
    readonly node: SyntaxNode;
  }[];
  /** Where labels may be hidden in code that isn't understood. */
  readonly hidden: { readonly block: BlockId; readonly reason: Reason }[];
  defaultBlock: BlockId | null;
  readonly type: IntType;
}

/** Where a jump leads, and the handlers that are still due there. */
export interface Jump {
  readonly block: BlockId;
  readonly cleanups: Cleanup | null;
}

/** Control of which it isn't known where it goes: see `lost-code.ts`. */
export interface Lost {
  /** Leads to all of the function; null: nothing needs that. */
  anywhere: BlockId | null;
  /** Leads to all labels whose address is taken. */
  computed: BlockId | null;
  readonly computedGotos: SyntaxNode[];
  /** Code that may hold labels. */
  readonly entries: BlockId[];
  /** A nested function may go to a label of the function. */
  nested: boolean;
  /** It isn't certain that statements are nested as they seem to be. */
  shapes: boolean;
}

/** What a name means somewhere in the function. `root`: where a pointer leads from the start. */
export interface NamedObject {
  readonly place: Place;
  readonly type: CType;
  readonly root: ArrayPlace | 'unknown' | null;
  readonly param: boolean;
}

/** What expressions are lowered by, for whoever has one that is a part of something else. */
export interface Lowering {
  /** The value; side effects go to the current block(s). */
  readonly value: (f: Draft, node: SyntaxNode) => Value;
  /** Its side effects only. */
  readonly effect: (f: Draft, node: SyntaxNode) => void;
  /** A statement within another one. */
  readonly statement: (f: Draft, node: SyntaxNode) => void;
  /** GNU `({ ... })`. */
  readonly statements: (f: Draft, body: SyntaxNode) => Value;
}

export interface Draft {
  readonly lower: Lowering;
  /** Only types or constants are wanted: locals of the function around have no variables here. */
  readonly trial: boolean;
  /**
   * Of the line that is asked about: where the statement begins that was taken for it. Also the first line behind it on
   * which one begins.
   */
  readonly asked: { found: number | null; next: number | null };
  readonly file: FileContext;
  readonly facts: FunctionFacts;
  readonly returnType: IntType | null;
  /** The struct that it returns; null: none. */
  returnRecord: RecordType | null;
  /** The type of pointer that it returns; null: none. */
  returnsPointer: (CType & { readonly kind: 'pointer' }) | null;
  readonly variables: Variable[];
  readonly arrays: DraftArray[];
  readonly blocks: DraftBlock[];
  readonly loops: DraftLoop[];
  readonly decisions: WrittenDecision[];
  readonly assertions: AssertionSite[];
  readonly reasons: Reason[];
  /** Character constants as they are written, by their values. */
  readonly characters: Map<bigint, string>;
  /** Assignments, `++` and `--` of floating objects, by where they start. */
  readonly floating: Map<number, SyntaxNode>;
  /** By operator and line. */
  readonly operators: Map<string, WrittenOperator>;
  readonly labels: Map<
    string,
    {
      readonly block: BlockId;
      readonly node: SyntaxNode | null;
      readonly defined: boolean;
      readonly cleanups: Cleanup | null;
    }
  >;
  /** `cleanups`: still to be run in the block that it starts `from`. */
  readonly gotos: {
    readonly label: string;
    readonly node: SyntaxNode;
    readonly from: BlockId;
    readonly cleanups: Cleanup | null;
    readonly scope: Scope;
  }[];
  readonly lost: Lost;
  cleanups: Cleanup | null;
  /** The innermost block. */
  block: SyntaxNode | null;
  /** By the key of an object's place: the block that it lives in. */
  readonly lifetimes: Map<Place | string, SyntaxNode>;
  /** Names already turned into objects of this function (file-scope ones). */
  readonly globals: Map<string, Place>;
  /** Globals that never change. */
  readonly constants: Set<VarId>;
  /** Locals that only their declaration sets. */
  readonly readOnly: Set<VarId>;
  /** Locals that only those functions know that get their addresses; variables that are such a local, or in it. */
  readonly lent: Map<string, ReadonlySet<string>>;
  readonly lentVariables: Map<VarId, string>;
  /** Of globals that are unions without a name: how their members are spelled. */
  readonly unionMembers: Map<VarId, readonly string[]>;
  /** Variables that pointers may lead to, with what is known of whose these are. */
  readonly exposed: Map<
    VarId,
    {
      readonly origin: Origin;
      readonly whole?: Whole;
      readonly field: Field | null;
      /** Through pointers to any type: its parts have several. */
      readonly any?: true;
    }
  >;
  /** Pointers that are converted to pointers to another type: see `pointer-puns.ts`. */
  readonly puns: Puns;
  readonly name: string;
  /** Where its body stands in the text; null: nowhere. */
  readonly span: { readonly start: number; readonly end: number } | null;
  /** Parameters and locals by name, in the order of their declarations. */
  readonly objects: Map<string, NamedObject[]>;
  /** Where pointers lead, once that was asked (null: not known). */
  readonly targets: Map<VarId, ArrayPlace | null>;
  /** Nested arrays as rows of elements. */
  readonly flat: Map<number, ArrayPlace>;
  /** Where objects begin. */
  readonly positions: Map<Place | string, Expr>;
  /** Positions that become variables when they are asked for. */
  readonly unborn: Map<Place | string, () => Expr>;
  readonly named: {
    readonly name: string;
    readonly at: bigint;
    readonly place: Place;
    readonly type: CType | null;
    readonly shared: boolean;
  }[];
  /** What pointers lead to that never change, and where that is, once it has been asked. */
  readonly led: { readonly place: Place; readonly type: CType; readonly position: () => Expr | undefined }[];
  /** It changes what isn't seen. */
  unseen: boolean;
  /** What comes before everything else. */
  readonly prologue: Stmt[];
  scope: Scope;
  current: BlockId;
  breakTo: Jump | null;
  continueTo: Jump | null;
  /** Where `return` leads in a nested function; null: out. */
  returnTo: Jump | null;
  switchTargets: SwitchTargets | null;
  temporaries: number;
  depth: number;
}

/** Handlers that are due, the innermost first. */
export interface Cleanup {
  readonly run: (f: Draft) => void;
  readonly outer: Cleanup | null;
}
