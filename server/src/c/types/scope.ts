/** Names in scope: what an identifier means at a place. */
import type { SourceRange } from '../../source/index.ts';
import type { IntType } from '../../machine/index.ts';
import type { CType, RecordType } from './c-types.ts';
import { INCOMPLETE } from '../sources/index.ts';
import type { Decided } from '../sources/index.ts';
import type { Attribute, SyntaxNode } from '../syntax/index.ts';
import type { Place } from './object-place.ts';
import type { StandardStruct } from './standard-structs.ts';
import type { DataModel } from './standard-types.ts';

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
  /** Why its declaration can't be relied on: it is treated as if it could be written at any time. */
  readonly lost?: string;
  /** A macro that headers which weren't read may define decides which rows it is initialised with. */
  readonly rowsDecidedBy?: string;
  /** Initial value(s), once worked out: see `initialOf`. */
  initial?: { readonly value: bigint | null; readonly elements: readonly bigint[] | null };
}

export type Symbol =
  | { readonly kind: 'typedef'; readonly type: CType; readonly isConst?: boolean }
  /** `value`: null where it isn't known, and `held` the type of what it may be. */
  | { readonly kind: 'constant'; readonly value: bigint; readonly type: IntType }
  | { readonly kind: 'constant'; readonly value: null; readonly type: IntType; readonly held: IntType }
  | { readonly kind: 'global'; readonly object: GlobalObject }
  | { readonly kind: 'local'; readonly place: Place; readonly type: CType }
  | { readonly kind: 'function'; readonly type: CType; readonly noReturn: boolean };

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
  /** Names, and tags as `struct t`, that `#if`s declare in several ways. */
  readonly decided: ReadonlyMap<string, Decided>;
  /** What headers declare that are included and weren't read, by `struct stat` or the name of a `typedef`. */
  readonly structs: ReadonlyMap<string, StandardStruct>;
  readonly constants: ReadonlyMap<string, { readonly value: bigint; readonly type: IntType }>;
  /** Value of an integer constant expression; null where it is none. */
  readonly constant: (node: SyntaxNode, scope: Scope) => bigint | null;
  /** Type of an expression without evaluating it (for `sizeof` and `typeof`). */
  readonly typeOf: (node: SyntaxNode, scope: Scope) => CType;
}

/** Headers that weren't read decide what else stands there, or right behind it. */
export function isIncomplete({ text }: TypeContext, { start, end }: Pick<SyntaxNode, 'start' | 'end'>): boolean {
  let behind = end;
  while (text.charCodeAt(behind) <= 32) behind++;
  return text.slice(start, behind).includes(INCOMPLETE);
}

/** They decide about something between these places. */
export const isIncompleteWithin = ({ text }: TypeContext, start: number, end: number): boolean =>
  text.slice(start, end).includes(INCOMPLETE);

export function textOf(ctx: TypeContext, node: SyntaxNode): string {
  return ctx.text.slice(node.start, node.end);
}
