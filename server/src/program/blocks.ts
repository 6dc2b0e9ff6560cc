/**
 * Statements, and blocks of them. What a call or a store through a pointer may change stands beside it as statements of
 * its own, each with its reason.
 */
import type { Bytes } from './byte-sets.ts';
import type { IntType } from '../machine/index.ts';
import type { Reason, SourceRange } from '../source/index.ts';
import type { VarId, Expr } from './expressions.ts';

/** Index into `IrFunction.blocks`. */
export type BlockId = number;

/**
 * Memory behind a pointer: which object it is shows once calls are inlined (`inlining/resolve-memory.ts`). `unit`: what
 * the position counts, as a key; `path`: the way to a member, its keys joined by `/`; `index`: the element of that
 * member where it is an array.
 */
export interface Access {
  readonly position: Expr;
  readonly unit: string;
  readonly path: string;
  readonly index: Expr | null;
  /**
   * Lengths of the member's rows where it is an array of arrays: 258 for `unsigned char len[6][258]`, whose `len[t][i]`
   * is element `258 * t + i`.
   */
  readonly rows?: readonly bigint[];
  /** Of a member of an element: the way to the array that the index is of. `arr` for `p->arr[i].n`. */
  readonly indexed?: string;
  /** The way to the outermost union that the member lies in: it shares its bytes with whatever else is in there. */
  readonly overlay?: string;
  /** It isn't known to be of this type. */
  readonly guessed?: true;
  /** The position is that of a pointer to something else, which is cast to this type, as C: `struct item *`. */
  readonly cast?: string;
  readonly type: IntType;
}

/** As an `Alias`: an object that is known, whichever. */
export const KNOWN = -1;

/** The object whose changed value may show under this name too: the change is nothing to it where both are known. */
export type Alias = { readonly variable: VarId } | { readonly array: number };

/** The call that a value comes from, or that may have changed what holds it. */
export interface FromCall {
  /** Null: through a pointer, or of a name that isn't what it seems. */
  readonly callee: string | null;
  /** The macro that stands in its place in the source; missing: none. */
  readonly writtenAs?: string;
  /** The call's result goes into the target, or else the call may have changed it. */
  readonly what: 'result' | 'effect';
  /** The whole call. */
  readonly range: SourceRange;
  /** Of a function of the file: what it and those that it calls store where pointers may lead. */
  readonly stores?: Stores;
  /** Of an effect: it, or one that it calls, sets the object by its name. */
  readonly named?: true;
  /** Of an effect: the object is one of those that pointers lead to, whatever the arguments are. */
  readonly reached?: true;
  /** Of an effect: variables whose addresses are its arguments; missing: none. It was called to set them. */
  readonly given?: readonly VarId[];
  /** Of an effect: names of locals in its arguments that only those know who get their addresses; missing: none. */
  readonly lent?: readonly string[];
  /** Of a result: where it leads if it isn't null. */
  readonly found?: FoundInText;
  /** Of a result: how many characters of a text are passed over. */
  readonly spans?: SpanOfText;
  /** Of a result: what a text is compared with. */
  readonly compared?: Compared;
}

/** So many characters of the text that begins where the variable leads, to its end at most. */
export interface SpanOfText {
  readonly text: VarId;
  /** Where none is passed the first is one of these. */
  readonly stopsAt: Bytes;
}

/** Where it is 0 the text that begins where the variable leads has at least so many characters. */
export interface Compared {
  readonly text: VarId;
  readonly characters: bigint;
}

/**
 * In the text that begins where the variable leads; there are at least so many characters from there to its end. `size`:
 * only so many are looked at, which may go on behind a zero.
 */
export interface FoundInText {
  readonly text: VarId;
  readonly characters: bigint;
  readonly size?: VarId;
  /** What is found begins with one of these. */
  readonly among: Bytes;
}

/** What is stored where pointers may lead. */
export type Stores = 'anything' | readonly EffectiveType[];

/**
 * An object, or what is stored, as far as effective types tell (C11 6.5p7). It is so many bits, a pointer or a
 * floating number, and of which member. Null: of none that is known.
 */
export interface EffectiveType {
  readonly element: number | 'pointer' | 'float';
  readonly member: string | null;
  /** The member itself, no element of it: bytes of such a name are no way to other members. */
  readonly whole?: true;
}

/** An object that a call may change if the callee stores such things. */
export interface TypedObject extends EffectiveType {
  /** What a pointer to plain integers, or to a pointer, leads to: it may be a member. */
  readonly pointed: boolean;
}

/** What a value is at least and at most, as numbers; `most` is evaluated before the statement. */
export interface Within {
  readonly least: bigint;
  readonly most: Expr;
}

/**
 * Each call takes something off what is left of these strings, at least one character or the end of one, or returns -1.
 */
export interface Scans {
  readonly count: Expr;
  /** Where the pointer to the first one is. */
  readonly vector: Expr;
}

/** What a function says of a character: the same of the same one, until the locale is another. */
export interface Classified {
  readonly by: string;
  readonly character: Expr;
  /** In every locale the same. */
  readonly always: boolean;
}

export type Stmt =
  | { readonly kind: 'assign'; readonly target: VarId; readonly value: Expr; readonly range: SourceRange }
  /**
   * A fresh value of the target's type: `__VERIFIER_nondet_*`, in the order of execution. `callee` names the function
   * called.
   */
  | {
      readonly kind: 'nondet';
      readonly target: VarId;
      readonly callee: string;
      readonly range: SourceRange;
      readonly by?: FromCall;
    }
  /** The target may have any value of its type from here on, for a reason. */
  | {
      readonly kind: 'havoc';
      readonly target: VarId;
      readonly reason: Reason;
      readonly range: SourceRange;
      readonly follows?: Followed;
      /** Of a pointer: what is known of where it leads. */
      readonly leads?: Leads;
      /** It is read from memory that isn't modelled. */
      readonly from?: Access;
      /** Its type isn't known: where it is read from, if it is an integer of this type. */
      readonly guess?: Access;
      /** Changed only if it is one with this, which has just been assigned. */
      readonly alias?: Alias;
      /** Missing: no call is why. */
      readonly by?: FromCall;
      /** Of what a call may change: it does so only where the callee stores something of the kind. */
      readonly object?: TypedObject;
      /** By a store through a pointer: what is stored, and what that may change as far as types tell. */
      readonly storing?: EffectiveType;
      readonly stores?: Stores;
      /** What is promised of the value: who doesn't look at it takes it for any of its type. */
      readonly within?: Within;
      /** What it is worth, for runs: for paths it is too large an expression. */
      readonly computed?: Expr;
      readonly scans?: Scans;
      readonly classified?: Classified;
    }
  | {
      readonly kind: 'load';
      readonly target: VarId;
      readonly array: number;
      readonly index: Expr;
      readonly range: SourceRange;
    }
  | {
      readonly kind: 'store';
      readonly array: number;
      readonly index: Expr;
      readonly value: Expr;
      readonly range: SourceRange;
      /**
       * Where calls are inlined, of what may be another object in disguise: the number of the copy that it stems from.
       */
      readonly frame?: number;
    }
  /** All elements are worth this from here on. */
  | { readonly kind: 'fill-array'; readonly array: number; readonly all: bigint; readonly range: SourceRange }
  /** `stored`: changed only if it is one with this array, which has just been stored to. */
  | {
      readonly kind: 'havoc-array';
      readonly array: number;
      readonly stored?: number;
      readonly storing?: EffectiveType;
      readonly alias?: Alias;
      readonly by?: FromCall;
      readonly object?: TypedObject;
      /** As a function is entered: for runs it is what it is initially. */
      readonly initially?: true;
      readonly reason: Reason;
      readonly range: SourceRange;
    }
  /**
   * A call of a function of the same file that `inlining/inline-calls.ts` may inline; `target` is null where the result
   * is not used.
   */
  | {
      readonly kind: 'call';
      readonly callee: string;
      readonly args: readonly Expr[];
      readonly target: VarId | null;
      readonly range: SourceRange;
      /**
       * For parameters that are arrays: the caller's array that is handed over whole; null: another pointer. Missing:
       * none.
       */
      readonly arrays?: readonly (number | null)[];
      /** For each of `arrays`: the element that the pointer leads to; null: the first. Missing: all the first. */
      readonly offsets?: readonly (Expr | null)[];
      /** For parameters that are pointers: their position; null: not known. Missing: none is. */
      readonly positions?: readonly (Expr | null)[];
      /** For a struct that is returned: the variables that take its members, in the order of `members` of `return`. */
      readonly results?: readonly VarId[];
      /** What the callee may change behind pointers where it can't be told what these lead to; and where it can. */
      readonly otherwise?: readonly Stmt[];
      readonly beside?: readonly Stmt[];
    }
  /** What is read behind a pointer; `otherwise`: where it can't be told what that is. Only before calls are inlined. */
  | {
      readonly kind: 'load-at';
      readonly target: VarId;
      readonly access: Access;
      readonly otherwise: readonly Stmt[];
      readonly range: SourceRange;
    }
  /** `beside`: what may change under other names even where it can be told what is written. */
  | {
      readonly kind: 'store-at';
      readonly access: Access;
      readonly value: Expr;
      readonly otherwise: readonly Stmt[];
      readonly beside: readonly Stmt[];
      readonly range: SourceRange;
    }
  /** The run ends silently where the condition is zero. */
  /** `start`: so it is where a program starts, but not where `main` is called. */
  | { readonly kind: 'assume'; readonly cond: Expr; readonly range: SourceRange; readonly start?: true }
  /** The run fails where the condition is zero. `assertion` indexes `IrFunction.assertions`. */
  | { readonly kind: 'assert'; readonly assertion: number; readonly cond: Expr; readonly range: SourceRange }
  /**
   * A pointer is gone through where the guard (if any) holds: undefined where it is null (C11 6.5.3.2p4). `position`:
   * with all that is added to the pointer; null: not known. It is for runs only: what matters to paths becomes an
   * assignment (`null-checks.ts`).
   */
  | {
      readonly kind: 'go-through';
      readonly position: Expr | null;
      readonly guard: Expr | null;
      readonly range: SourceRange;
    }
  /**
   * Something was executed that changes no variable or array of ours, but which we don't model (a note, for reports).
   */
  | {
      readonly kind: 'note';
      readonly reason: Reason;
      /** Memory may be written for which the function has no object; what it has one for is havocked beside it. */
      readonly beyond?: true;
      /** So may globals that only other functions name, by what isn't known: a call, or a store through a pointer. */
      readonly elsewhere?: 'call' | 'store';
      /** Where calls are inlined: the number of the copy that it stems from. */
      readonly frame?: number;
      /** The call that may write it. */
      readonly by?: FromCall;
      /** Missing: anything may be. */
      readonly stores?: Stores;
      /** What was written, of memory that isn't modelled. */
      readonly to?: Access;
      /** The pointer that was written there. */
      readonly put?: Expr;
      /** The way to the member that is written, of what isn't known. */
      readonly untyped?: string;
      /** Nothing but a member of this name was written. */
      readonly member?: string;
      /**
       * It is the member of what is at this position, and a pointer to there is what was written to it; null: not
       * known.
       */
      readonly written?: { readonly position: Expr; readonly value: Expr | null };
      /** What was written is this variable of the function's own, whose type isn't known. */
      readonly local?: LocalObject;
    };

/** Where a pointer is read: the member so called of what is at this position. */
export interface Followed {
  readonly position: Expr;
  readonly member: string;
  /** It is a part of a member, as in `p->u.next`: names on the way there, and of all that lies in the same bytes. */
  readonly beside?: readonly string[];
}

/** A local variable whose type isn't known. */
export interface LocalObject {
  readonly name: string;
  /** Where it is declared. */
  readonly range: SourceRange;
}

/**
 * What is known of a pointer whose position isn't. An `object` is there. A block of `memory` is there, as large as it
 * needs to be. The environment chose it (`given`), and what is in the memory behind it. It is null just `as` another
 * one is, and of what that leads to it leads to the whole or to a `part`.
 */
export type Leads =
  | { readonly kind: 'object' | 'memory' | 'given' }
  | {
      readonly kind: 'as';
      readonly position: Expr;
      readonly part: boolean;
      /** Which part: the member so called, as where a pointer is read. */
      readonly of?: Omit<Followed, 'position'>;
    };

export type Terminator =
  | { readonly kind: 'goto'; readonly to: BlockId }
  | {
      readonly kind: 'branch';
      readonly cond: Expr;
      readonly then: BlockId;
      readonly else: BlockId;
      readonly range: SourceRange;
    }
  /** `members`: of a struct, all its integer members in order of declaration. */
  | {
      readonly kind: 'return';
      readonly value: Expr | null;
      readonly range: SourceRange;
      readonly members?: readonly Expr[];
    }
  /** The run ends silently: abort, exit, or the end of code that can't be modelled (`reason` then). */
  /** `range`: the call that doesn't return. */
  | { readonly kind: 'halt'; readonly reason: Reason | null; readonly range?: SourceRange };

export interface Block {
  readonly id: BlockId;
  readonly stmts: readonly Stmt[];
  readonly end: Terminator;
}
