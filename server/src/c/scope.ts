/** Names in scope: what an identifier means at a place. */
import type { SourceRange } from '../ir/source.ts';
import type { IntType } from '../ir/types.ts';
import type { CType, Field, RecordType } from './ctypes.ts';
import type { Access, Expr } from '../ir/program.ts';
import type { Initial } from './initializers.ts';
import type { Attribute } from './attributes.ts';
import type { DataModel } from './predefined.ts';
import type { SyntaxNode } from './syntax.ts';

/** An object declared at file scope. */
export interface GlobalObject {
  readonly name: string;
  readonly type: CType;
  readonly range: SourceRange;
  readonly isStatic: boolean;
  readonly isConst: boolean;
  /** Declared `extern` and never defined here: its value is unknown at the start. */
  readonly external: boolean;
  readonly initializer: SyntaxNode | null;
  /** Why it can't be taken for what it seems to be: it is as if somebody else wrote to it at any time. */
  readonly lost?: string;
  /** Initial value(s), once worked out: see `initialOf`. */
  initial?: { readonly value: bigint | null; readonly elements: readonly bigint[] | null };
}

export type Symbol =
  | { readonly kind: 'typedef'; readonly type: CType; readonly isConst?: boolean }
  | { readonly kind: 'constant'; readonly value: bigint; readonly type: IntType }
  | { readonly kind: 'global'; readonly object: GlobalObject }
  | { readonly kind: 'local'; readonly place: Place; readonly type: CType }
  | { readonly kind: 'function'; readonly type: CType; readonly noReturn: boolean };

/**
 * Where an object's value lives in the IR. `opaque`: nowhere (floats, unions).
 * `members`: a record whose members become variables as they are met. `pointer`: a pointer that never changes, so that what it points
 * at has a name. `cursor` (of values only): a pointer to the element of the array.
 */
export type Place =
  | { readonly kind: 'variable'; readonly id: number }
  | { readonly kind: 'array'; readonly id: number; readonly dims: readonly (bigint | null)[] }
  | { readonly kind: 'record'; readonly fields: ReadonlyMap<string, { readonly place: Place; readonly type: CType }> }
  | { readonly kind: 'members'; readonly name: string; readonly type: RecordType; readonly traits: ObjectTraits; readonly fields: Map<string, { readonly place: Place; readonly type: CType }> }
  /** An array of structs: each member is an array (or table) with the dimensions of the whole before its own. */
  | { readonly kind: 'table'; readonly dims: readonly (bigint | null)[]; readonly type: RecordType; readonly fields: ReadonlyMap<string, { readonly place: Place; readonly type: CType }> }
  | { readonly kind: 'pointer'; readonly target: Place }
  /**
   * Part of a variable: its bits from `offset` on. `bits`: how many, where the type doesn't tell (a bit-field of type `_Bool`).
   * `index`: it is an element of the array that begins there, and which one is no constant.
   */
  | {
    readonly kind: 'bits'; readonly id: number; readonly offset: number; readonly type: CType; readonly bits?: number;
    readonly index?: { readonly at: Expr; readonly count: number };
    /** The variable is a copy of what is there, and written back. */
    readonly back?: Access;
  }
  | { readonly kind: 'cursor'; readonly array: Place & { readonly kind: 'array' }; readonly index: Expr }
  /** `fixed`: nothing can change it. */
  | { readonly kind: 'opaque'; readonly name?: string; readonly fixed?: true };

/** Who may have a pointer to an object. `outer`: it is what a parameter leads to, `unknown`: what some other pointer leads to. */
export type Origin = 'local' | 'global' | 'outer' | 'unknown';

export interface ObjectTraits {
  readonly scope: 'param' | 'local' | 'global';
  readonly range: SourceRange;
  readonly initial: Initial | null;
  /** The object is defined elsewhere, as is its initial value. */
  readonly external?: boolean;
  readonly addressTaken: boolean;
  /** An array's name is used as a pointer somewhere. */
  readonly escapes: boolean;
  readonly isConst: boolean;
  /** Foreign pointers may lead to it. */
  readonly exposed: boolean;
  readonly origin: Origin;
  /** The member that it is, wherever the record stands. */
  readonly field?: Field;
}

export interface Scope {
  readonly parent: Scope | null;
  readonly names: Map<string, Symbol>;
  readonly tags: Map<string, RecordType | IntType>;
}

export function newScope(parent: Scope | null): Scope {
  return { parent, names: new Map(), tags: new Map() };
}

export function lookup(scope: Scope, name: string): Symbol | null {
  for (let s: Scope | null = scope; s !== null; s = s.parent) {
    const symbol = s.names.get(name);
    if (symbol !== undefined) return symbol;
  }
  return null;
}

export function lookupTag(scope: Scope, key: string): RecordType | IntType | null {
  for (let s: Scope | null = scope; s !== null; s = s.parent) {
    const tag = s.tags.get(key);
    if (tag !== undefined) return tag;
  }
  return null;
}

/** What declarations are read with: the text, the data model, standard names, and how to work out constants. */
export interface TypeContext {
  /** As it is parsed: without attributes and comments. */
  readonly text: string;
  readonly attributes: readonly Attribute[];
  /** Where the operands of computed gotos begin. */
  readonly computedGotos: ReadonlySet<number>;
  /** `#pragma pack` stands somewhere in the file. */
  readonly packs: boolean;
  readonly model: DataModel;
  readonly standard: ReadonlyMap<string, IntType>;
  readonly constants: ReadonlyMap<string, { readonly value: bigint; readonly type: IntType }>;
  /** Value of an integer constant expression; null where it is none. */
  readonly constant: (node: SyntaxNode, scope: Scope) => bigint | null;
  /** Type of an expression without evaluating it (for `sizeof` and `typeof`). */
  readonly typeOf: (node: SyntaxNode, scope: Scope) => CType;
}
