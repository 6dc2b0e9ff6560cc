/** What expressions designate (C11 6.3.2.1): data only. */
import type { Expr, Followed, VarId } from '../../program/index.ts';
import type { Reason } from '../../source/index.ts';
import type { OpenAccess } from './memory-access.ts';
import type { Bits, CType, Field, Place, RecordType, TablePlace, Value, Whole } from '../types/index.ts';

/** What an expression designates: something that can be read and written, or only a value. */
export type Lvalue =
  | Entry
  | Bits
  | { readonly kind: 'variable'; readonly id: VarId; readonly type: CType }
  | { readonly kind: 'element'; readonly array: number; readonly index: Expr; readonly type: CType }
  /** A whole object: a record, an array (or row), a pointer, something opaque. */
  | {
      readonly kind: 'place';
      readonly place: Place;
      readonly type: CType;
      readonly at?: At;
      readonly reason?: Reason;
      /** The pointer that leads to it. */
      readonly led?: At;
      /** Where it is read, which the place doesn't tell: behind that pointer. */
      readonly access?: OpenAccess;
      /** The member that it is, and the object that it is a part of. */
      readonly field?: Field;
      readonly whole?: Whole;
    }
  /** Part of an array: dimensions are left to be indexed. */
  | {
      readonly kind: 'row';
      readonly array: number;
      readonly dims: readonly (bigint | null)[];
      readonly index: Expr;
      readonly type: CType;
    }
  /** A constant, a function: nothing that can be written. */
  | { readonly kind: 'value'; readonly value: Value; readonly type: CType }
  /** Reached through a pointer that may lead anywhere: some elements behind it. */
  | Memory;

/** What is reached through a pointer that may lead anywhere. */
export interface Memory {
  readonly kind: 'memory';
  readonly type: CType;
  /** It is just this; missing: a part of it. */
  readonly at?: At;
  readonly field?: Field;
  readonly follows?: Value['follows'];
  /** Of a part: which of what is at this position, as if it were a pointer that is read. */
  readonly within?: Followed;
  readonly access?: OpenAccess;
  /** Of a type that isn't known: where it is read, if it is an integer. */
  readonly guess?: OpenAccess;
  /** The outermost union that it lies in, of those that are no integers: with it whatever is in there changes. */
  readonly united?: RecordType;
  /** The pointer that is gone through. */
  readonly through?: At;
}

/** An element behind a pointer. */
interface At {
  readonly pointer: Value;
  readonly index: Expr;
}

/**
 * An element of an array of structs, or a row of such elements: `dims` are left to be indexed. `index` counts elements.
 */
export type Entry = {
  readonly kind: 'entry';
  readonly table: TablePlace;
  readonly dims: readonly (bigint | null)[];
  readonly index: Expr;
  readonly type: CType;
  /** Where it is read, for members that the table doesn't tell. */
  readonly access?: OpenAccess;
};
