/** Where the values of objects live in the IR, and what expressions are worth: data only. */
import type { Access, Expr, Followed, FromCall, Leads, LocalObject, VarId } from '../../program/index.ts';
import type { SourceRange } from '../../source/index.ts';
import type { CType, Field, RecordType } from './c-types.ts';
import type { Initial } from './initial-value.ts';

/**
 * Where an object's value lives in the IR. `opaque`: nowhere (floats, unions). `members`: a record whose members become
 * variables as they are met. `pointer`: a pointer that never changes, so that what it points at has a name. `cursor`
 * (of values only): a pointer to the element of the array.
 */
export type Place =
  | { readonly kind: 'variable'; readonly id: number }
  | { readonly kind: 'array'; readonly id: number; readonly dims: readonly (bigint | null)[] }
  | { readonly kind: 'record'; readonly fields: ReadonlyMap<string, { readonly place: Place; readonly type: CType }> }
  | {
      readonly kind: 'members';
      readonly name: string;
      readonly type: RecordType;
      readonly traits: ObjectTraits;
      readonly fields: Map<string, { readonly place: Place; readonly type: CType }>;
    }
  /** An array of structs: each member is an array (or table) with the dimensions of the whole before its own. */
  | {
      readonly kind: 'table';
      readonly dims: readonly (bigint | null)[];
      readonly type: RecordType;
      readonly fields: ReadonlyMap<string, { readonly place: Place; readonly type: CType }>;
      readonly whole: Whole;
    }
  | { readonly kind: 'pointer'; readonly target: Place }
  /**
   * Part of a variable: its bits from `offset` on. `bits`: how many, where the type doesn't tell (a bit-field of type
   * `_Bool`). `index`: it is an element of the array that begins there, and which one is no constant.
   */
  | {
      readonly kind: 'bits';
      readonly id: number;
      readonly offset: number;
      readonly type: CType;
      readonly bits?: number;
      readonly index?: { readonly at: Expr; readonly count: number };
      /** The variable is a copy of what is there, and written back. */
      readonly back?: Access;
      /** Of a copy: which part it is of what a pointer leads to. */
      readonly within?: Followed;
    }
  | { readonly kind: 'cursor'; readonly array: Place & { readonly kind: 'array' }; readonly index: Expr }
  /**
   * `fixed`: nothing can change it; `own`: a local variable, or within one, of a type that isn't known; `shared`: in a
   * union, whose bytes are whatever else is in there, too.
   */
  | {
      readonly kind: 'opaque';
      /** It is an array. */
      readonly array?: true;
      /** Of an array of pointers, of which there are so many. */
      readonly elements?: { readonly of: CType; readonly length: bigint };
      readonly name?: string;
      readonly fixed?: true;
      readonly own?: LocalObject;
      /** All of such a variable, whose address is never taken: what is assigned to it shows nowhere else. */
      readonly alone?: true;
      readonly shared?: true;
      /** Of a volatile integer that nothing leads to but its name: what was stored to it last, for runs. */
      readonly stored?: VarId;
    };

type PlacedArray = Place & { readonly kind: 'array' };

/**
 * The array that a pointer held in this place leads into: `a` for `p = a` and for `p = a + i`; null: not known, or no
 * array.
 */
export function arrayLedInto(place: Place | null): PlacedArray | null {
  if (place?.kind === 'cursor') return place.array;
  return place?.kind === 'pointer' && place.target.kind === 'array' ? place.target : null;
}

/**
 * Who may have a pointer to an object. `outer`: it is what a parameter leads to, `unknown`: what some other pointer
 * leads to. `block`: it is in memory that the function has made, and has no name.
 */
export type Origin = 'local' | 'global' | 'outer' | 'unknown' | 'block';

/** An object, as what it is: equal to itself alone. */
export type Whole = Readonly<Record<never, never>>;

/** What is known of an object when its place is made. */
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
  /** Set where it is declared, again and again in a loop, and by nothing else: `const`, and no static. */
  readonly readOnly?: true;
  /** It is this local variable, or in it, and nobody else knows where that is but the functions that get its address. */
  readonly lent?: string;
  /** Foreign pointers may lead to it. */
  readonly exposed: boolean;
  readonly origin: Origin;
  /** The object that it is a part of: no other part of that is the same memory. */
  readonly whole?: Whole;
  /** A compound literal, or a part of one. */
  readonly unnamed?: true;
  /** The member that it is, wherever the record stands. */
  readonly field?: Field;
  /** Of a member without a name: where it stands in the record around it. */
  readonly part?: string | undefined;
  /** In an array of structs: how many dimensions of that are before its own. */
  readonly tableDims?: number;
  /** In an array of structs: how it is spelled, each index as `[]`. */
  readonly spelling?: string;
  /** Attributes of a record that it is in may have put it anywhere. */
  readonly packed?: true;
}

/** Of an object that nothing leads to but its name. */
export const UNSHARED = {
  initial: null,
  addressTaken: false,
  escapes: false,
  isConst: false,
  exposed: false,
  origin: 'local',
} as const satisfies Partial<ObjectTraits>;

/** Of an object without a name of its own: it has no place. */
export const OPAQUE: Place = { kind: 'opaque' };
export const IN_UNION: Place = { kind: 'opaque', shared: true };

export const isShared = (place: Place): boolean => place.kind === 'opaque' && place.shared === true;

/** The place of a member of an object that isn't known any better. */
export const unknownPart = (whole: Place): Place =>
  whole.kind === 'opaque' && whole.own ? { kind: 'opaque', own: whole.own } : OPAQUE;

export const isNameless = (place: Place): boolean => place.kind === 'opaque' && place.name === undefined;

export const localOf = ({ own }: Place & { readonly kind: 'opaque' }): { readonly local?: LocalObject } =>
  own ? { local: own } : {};

/** Who may have a pointer into it. */
export const originOf = ({ own }: Place & { readonly kind: 'opaque' }): Origin => (own ? 'local' : 'global');

/** An array of integers. */
export type ArrayPlace = Place & { readonly kind: 'array' };

/** A part of a variable. */
export type Bits = Place & { readonly kind: 'bits' };

/** An array of structs. */
export type TablePlace = Place & { readonly kind: 'table' };

/** The same address, counted in elements of another type: those that a pointer to `to` leads to. */
export interface CastPosition {
  readonly position: Expr;
  readonly to: CType;
  /** The type that it was cast to, as C: `struct item *`. */
  readonly written: string;
}

/** A value: an integer term, or null for what is no integer or not known. */
export interface Value {
  readonly type: CType;
  readonly expr: Expr | null;
  /** What a pointer leads to, or which record it is, where that is known. */
  readonly place: Place | null;
  /** Where a pointer leads, as a number: see `pointers.ts`. Missing: as `place` says, or not known. */
  readonly position?: Expr;
  /** Of a pointer without a position that a cast has made of one which has: `(struct item *)bytes`. */
  readonly castFrom?: CastPosition;
  /** Of a pointer: it was read from the member so called of what is at this position. */
  readonly follows?: Followed;
  /** It is what a call returned, of which nothing is known. */
  readonly by?: FromCall;
  /** Of a pointer without a position: what is known of where it leads. */
  readonly leads?: Leads;
  /** Of a type that isn't known: where it is read, if it is an integer of this type. */
  readonly guess?: Access;
}
