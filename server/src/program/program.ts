/**
 * The intermediate representation: one control-flow graph per function over typed integer variables. Statements and
 * blocks are in `blocks.ts`, expressions in `expressions.ts`.
 */
import type { WrittenOperator } from './written-operator.ts';
import type { IntType } from '../machine/index.ts';
import type { Reason, SourceRange } from '../source/index.ts';
import type { LoopSite } from './loop-site.ts';
import type { FailedFunction } from './missteps.ts';
import type { VarId, Expr } from './expressions.ts';
import type { BlockId, Stores, Block } from './blocks.ts';

export interface Variable {
  readonly id: VarId;
  /** As in the source. */
  readonly name: string;
  readonly type: IntType;
  readonly scope: 'param' | 'local' | 'global' | 'temp';
  /** Where it is declared; null for temporaries. */
  readonly range: SourceRange | null;
  /** The block that it is declared in; null: the function's own. Undefined: no function declares it, or it isn't known. */
  readonly block?: SourceRange | null;
  /** `static` or global with a known initial value (used when the function is `main`); null: none or unknown. */
  readonly initial: bigint | null;
  /** Of a global or static: it has an initial value, but that could not be worked out. */
  readonly unknownInitial?: true;
  /**
   * Nothing can write it (it is const, or nothing does): it is worth what it is initially whenever a function is
   * entered.
   */
  readonly fixed?: true;
  /**
   * It is static, and no function stores to it by its name; to a pointer only null and what is behind it. So the
   * environment never chose its value. When a function is called it is worth its initial value, or what was stored
   * through its address. `static int calls;` that is only read is one.
   */
  readonly kept?: true;
  /**
   * Its address is taken somewhere: calls and stores through pointers may change it (as explicit `havoc` statements).
   */
  readonly addressTaken: boolean;
  /** Nothing that was read declares the name: what it is, and its type, are a guess; or it is a constant without a value. */
  readonly undeclared?: true;
  /** Of an object that has no name in C: a compound literal. */
  readonly unnamed?: true;
  /** A static object within another function that is followed: its name means nothing here. */
  readonly ofCallee?: true;
  /**
   * It is a pointer, and its value a position: an address counted in elements of what it points at, 0 for the null
   * pointer. What foreign pointers are worth is arbitrary; positions of objects of the function are
   * `IrFunction.positions`.
   */
  readonly pointer?: true;
  /** It is all that a foreign pointer leads to, or a member of that. */
  readonly behindPointer?: 'all' | 'member';
  /** It need not lie on a multiple of its size. */
  readonly packed?: true;
  /** Made by the analysis, not by the front end: what it stands for. */
  readonly made?: 'index' | 'element' | 'auxiliary';
  /** It is where this array begins. */
  readonly begins?: number;
  /** Of a global: what tells it from others, where that isn't its place. */
  readonly key?: string;
  /** Of a global: functions that aren't known may change it, or stores through pointers as well. */
  readonly open?: 'to calls' | 'to stores';
  /** Of an array: where nothing was written to it a run may not rest on what it holds. */
  readonly unset?: true;
}

/** Distance of rows whose length isn't constant: no row has as many elements. */
export const ROW = 1n << 64n;

export const isBehindPointer = (v: Variable): boolean => v.behindPointer !== undefined;

/** It is what a pointer leads to: `*p`, which may be a part of anything that has such parts. */
export const isLedTo = (v: Variable): boolean => v.behindPointer === 'all';

/** A static object of the file whose address nobody takes: no pointer leads there. */
export const isHidden = ({ open }: Pick<Variable, 'open'>): boolean => open === 'to calls';

/**
 * An array of integers with a name; anything else that is indexed or pointed at is havocked. Index into
 * `IrFunction.arrays`.
 */
export interface ArrayObject {
  readonly id: number;
  readonly name: string;
  /** It has no name in the function: a called one names it so, or nothing does. */
  readonly unspoken?: true;
  readonly element: IntType;
  /** Number of elements where it is a constant. */
  readonly length: bigint | null;
  /** It has no more than these: it isn't a parameter, nor what ends a struct behind a pointer. */
  readonly bounded?: true;
  /**
   * Of a variable length array: all its dimensions, constants or variables. Rows whose length is variable are `ROW`
   * apart in the indices.
   */
  readonly sizes?: readonly Expr[];
  /** An array of integers, not of arrays or structs: an element has one index in C, too. */
  readonly flat?: true;
  /**
   * How its elements are spelled in C where they have several indices: all of them, each a `[]` in the spelling. The
   * first of `dims` is 0 where it isn't known.
   */
  readonly shape?: { readonly dims: readonly bigint[]; readonly spelling: string };
  readonly scope: 'param' | 'local' | 'global';
  /**
   * Initial contents (a brace initialiser or string), padded with zeros; null: unknown (or zero for a global: then []).
   */
  readonly initial: readonly bigint[] | null;
  /** As `Variable.kept`. */
  readonly kept?: true;
  /** Of a global or static: it has initial contents, but these could not be worked out. */
  readonly unknownInitial?: true;
  /** Nothing writes it: it always contains what it does initially. */
  readonly fixed?: true;
  /** Of a static local: what tells it from other global arrays of the name. */
  readonly key?: string;
  /** As `Variable.open`. */
  readonly open?: 'to calls' | 'to stores';
  /** It is the function's own, and no pointer leads there: nobody takes its address. */
  readonly own?: true;
  /** Where it is declared, if it is local: it is gone behind a loop around that. */
  readonly declaredAt?: SourceRange;
  /** No other array with this mark is the same object, or a part of it. */
  readonly apart?: boolean;
}

/** It is what a pointer of the name leads to: `int *p` has no length as `int p[8]` has. */
export const isPointee = ({ scope, length, sizes }: ArrayObject): boolean =>
  scope === 'param' || (scope === 'local' && length === null && sizes === undefined);

/** As C has it: `s->m` where its elements are `s->m[][]`. */
export const spelled = ({ name, shape }: ArrayObject): string =>
  shape === undefined ? name : shape.spelling.replace(/(?:\[\])+$/, '');

/**
 * What stands at a position, in elements of the unit. `inside`: a member of a struct is what this is, and a pointer that
 * goes on from there may lead to what is behind it: `memset(&p->first, 0, ...)`.
 */
export type Held =
  | { readonly kind: 'variable'; readonly id: VarId; readonly inside?: true }
  /** The array's elements one after the other. */
  | {
      readonly kind: 'elements';
      readonly array: number;
      /** It is an array of arrays: what the position counts are rows. */
      readonly nested?: true;
    }
  /** Runs of a variable's bits, from `offset` on. */
  | {
      readonly kind: 'bits';
      readonly id: VarId;
      readonly offset: number;
      readonly count: number;
      readonly inside?: true;
    }
  | {
      readonly kind: 'members';
      readonly parts: readonly {
        readonly path: string;
        readonly variable: VarId | null;
        readonly array: number | null;
      }[];
    }
  /** Of structs in an array of this length; each member takes `size` elements of its array for one struct. */
  | {
      readonly kind: 'rows';
      readonly length?: bigint;
      readonly parts: readonly { readonly path: string; readonly array: number; readonly size: bigint }[];
    };

/** What stands for a part of what is held: at this path, a variable or an array. */
interface HeldPart {
  readonly path: string;
  readonly variable: VarId | null;
  readonly array: number | null;
}

/** The parts of what one object holds; of rows and bits none is told apart. */
export function partsHeld(held: Held): readonly HeldPart[] {
  switch (held.kind) {
    case 'members':
      return held.parts;
    case 'elements':
      return [{ path: '', variable: null, array: held.array }];
    case 'variable':
      return [{ path: '', variable: held.id, array: null }];
    default:
      return [];
  }
}

export interface AssertionSite {
  readonly id: number;
  /** The call or macro, whole. */
  readonly range: SourceRange;
  /** The asserted expression as in the source; empty for `reach_error()`. */
  readonly text: string;
  /** Loops (ids) that the assertion stands in, outermost first. */
  readonly loops?: readonly number[];
  /** Not in the source: a question about the place where it stands, never a condition on the callers. */
  readonly target?: boolean;
}

/** `shared`: the same object in all functions. */
export interface Positioned {
  readonly name: string;
  readonly at: bigint;
  readonly unit?: string;
  readonly holds?: Held;
  readonly shared?: true;
  /** Of a local object: the block that it lives in, and in which frame of an inlined function that is. */
  readonly lives?: SourceRange;
  readonly frame?: number;
}

export interface Behind {
  readonly pointer: VarId;
  readonly unit: string;
  readonly holds: Held;
}

export interface IrFunction {
  readonly name: string;
  /** It is `main`, and called in the file, or known as a pointer: globals may hold anything when it is entered. */
  readonly again?: true;
  /** A constructor of the file runs before its first call: not even then need statics hold their initial values. */
  readonly constructed?: true;
  /** It stands in a header, all of it at the place of the `#include`: nothing is reported about it. */
  readonly inHeader?: true;
  /** It is `static`: only this file calls it by its name. */
  readonly internal?: true;
  readonly range: SourceRange;
  readonly nameRange: SourceRange;
  /** Value returned; null for void or a type that is not an integer. */
  readonly returnType: IntType | null;
  readonly variables: readonly Variable[];
  readonly arrays: readonly ArrayObject[];
  /**
   * Parameters in order: the variable, or null where a parameter is no integer. Behind them, the integer members of
   * structs among them.
   */
  readonly params: readonly (VarId | null)[];
  /** For parameters that are pointers to integers: the array that they stand for. By position; missing: none. */
  readonly paramArrays?: readonly (number | null)[];
  /** For parameters that are pointers: the variable of their position. By position; missing: none. */
  readonly paramPointers?: readonly (VarId | null)[];
  /** Where objects begin whose positions are computed with: arbitrary, far from each other, never null. */
  readonly positions?: readonly Positioned[];
  /**
   * What pointers lead to that never change: the names stand for what is at the position. Where calls are inlined, those
   * that nothing better is known of.
   */
  readonly behind?: readonly Behind[];
  /** What it stores itself, calls aside, where pointers may lead; missing: anything. */
  readonly stores?: Stores;
  /**
   * Its pointers lead to objects of other types, too: effective types tell nothing. It converts some; or compilers are
   * told that pointers to any type may lead anywhere.
   */
  readonly punning?: 'converted' | 'any';
  /** It changes memory of which nothing is known but that pointers lead there. */
  readonly unseen?: true;
  /** Character constants in its text, by their values. */
  readonly characters?: ReadonlyMap<bigint, string>;
  /**
   * Where its text has operators that powers of two are also said by: `>>` and `/`, `&` and `%`; one of a kind in a
   * line.
   */
  readonly operators?: readonly WrittenOperator[];
  readonly blocks: readonly Block[];
  readonly entry: BlockId;
  readonly loops: readonly LoopSite[];
  readonly assertions: readonly AssertionSite[];
  /** `#if`s in its text that headers decide which weren't read: these macros were taken for undefined. */
  readonly undecided?: readonly UndecidedCondition[];
  /** What was lost in lowering the function (each also stands as a havoc, note or halt where it happens). */
  readonly reasons: readonly Reason[];
  /**
   * Where a line was asked about: whether a statement of the function begins there, and the next line on which one
   * does.
   */
  readonly asked?: { readonly found: boolean; readonly next: number | null };
}

export interface UndecidedCondition {
  readonly macros: readonly string[];
  readonly range: SourceRange;
  /** What a build that decides otherwise does there; null: anything. */
  readonly changes: UndecidedChanges | null;
  /** Names that may be declared there, once for each branch that does; null: any, or others are defined. */
  readonly declares: readonly string[] | null;
  /** Those of them that are declared otherwise in another build. */
  readonly retypes: readonly string[];
}

/** What whole statements may do that a build has or hasn't. They go on with the statement behind. */
export interface UndecidedChanges {
  /** Names of objects that are set. */
  readonly names: readonly string[];
  /** Names of those that others may know of from then on. */
  readonly addressed: readonly string[];
  /** Memory may be changed, and what has an address. */
  readonly memory: boolean;
}

export interface SyntaxError {
  readonly message: string;
  readonly range: SourceRange;
}

export interface IrProgram {
  readonly functions: readonly IrFunction[];
  /**
   * Functions that could not be lowered by a defect of ours. They are not among the others, so that calls of them are
   * of unknown functions.
   */
  readonly failed?: readonly FailedFunction[];
  /** Functions of the file that were not lowered, since no question was about them. */
  readonly left?: readonly { readonly name: string; readonly range: SourceRange }[];
  readonly errors: readonly SyntaxError[];
}
