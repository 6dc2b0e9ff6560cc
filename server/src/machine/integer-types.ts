/**
 * C's integer types under a data model, and the three readings of C integers.
 */

/** An integer type after the front end resolved typedefs, enums and the data model. */
export interface IntType {
  /** Width in bits, sign bit included: 1 (`_Bool`), 8, 16, 32, 64 (128 where the compiler has it). */
  readonly bits: number;
  readonly signed: boolean;
  /** `_Bool`: conversion to it yields 0 or 1 instead of truncating. */
  readonly bool: boolean;
  /** The spelling shown to people, e.g. `unsigned int`. */
  readonly name: string;
  /** A union is kept as an integer of this type: its members that are integers. */
  readonly union?: readonly UnionPart[];
}

/** An integer in a union. */
export interface UnionPart {
  /** The member's name, `s.n` of one in a struct; '': the union is spelled as the member is. */
  readonly name: string;
  /** Where it begins, in bits. */
  readonly offset: number;
  readonly type: IntType;
}

export type DataModelName = 'LP64' | 'ILP32' | 'LLP64';

/**
 * How signed arithmetic is read: `c`: overflow is undefined and ends the run. `wrapv`: it wraps around. `mathematical`:
 * no widths at all, unbounded integers, as in the papers.
 */
export type IntegerMode = 'c' | 'wrapv' | 'mathematical';

/** Least value of a type. */
export function minOf(type: IntType): bigint {
  return type.signed ? -(1n << BigInt(type.bits - 1)) : 0n;
}

/** Greatest value of a type. */
export function maxOf(type: IntType): bigint {
  return type.signed ? (1n << BigInt(type.bits - 1)) - 1n : (1n << BigInt(type.bits)) - 1n;
}

/** The number of values of a type: 2^bits. */
export function modulusOf(type: IntType): bigint {
  return 1n << BigInt(type.bits);
}

/**
 * Conversion of a mathematical integer to a type, as gcc does it (C11 6.3.1.3; signed: implementation-defined, modulo
 * 2^bits).
 */
export function convert(value: bigint, type: IntType): bigint {
  if (type.bool) return value === 0n ? 0n : 1n;
  return type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value);
}

export function inRange(value: bigint, type: IntType): boolean {
  return value >= minOf(type) && value <= maxOf(type);
}

export function sameType(a: IntType, b: IntType): boolean {
  return a.bits === b.bits && a.signed === b.signed && a.bool === b.bool;
}

export const BOOL: IntType = { bits: 1, signed: false, bool: true, name: '_Bool' };
export const INT: IntType = { bits: 32, signed: true, bool: false, name: 'int' };
