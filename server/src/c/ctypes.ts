/** C's types as far as the analysis needs them, and the conversions of C11 6.3.1. */
import { INT, sameType } from '../ir/types.ts';
import type { IntType } from '../ir/types.ts';
import type { DataModel } from './predefined.ts';
import { integer } from './predefined.ts';

export type CType =
  | { readonly kind: 'int'; readonly int: IntType; readonly volatile: boolean }
  | { readonly kind: 'float'; readonly bytes: number }
  | { readonly kind: 'void' }
  | { readonly kind: 'pointer'; readonly to: CType; readonly restrict: boolean }
  /** `length` is null where it is missing or no constant. */
  | { readonly kind: 'array'; readonly of: CType; readonly length: bigint | null }
  | RecordType
  | { readonly kind: 'function'; readonly result: CType; readonly params: readonly CType[] | null }
  | { readonly kind: 'unknown' };

export interface RecordType {
  readonly kind: 'record';
  readonly tag: string;
  readonly union: boolean;
  /** Filled in when the definition is met; null: incomplete. */
  fields: readonly Field[] | null;
}

export interface Field {
  readonly name: string | null;
  readonly type: CType;
  /** Width of a bit-field. */
  readonly bits: number | null;
}

export const UNKNOWN: CType = { kind: 'unknown' };
export const VOID: CType = { kind: 'void' };

export function intType(int: IntType, isVolatile = false): CType {
  return { kind: 'int', int, volatile: isVolatile };
}

export function pointerTo(to: CType, restrict = false): CType {
  return { kind: 'pointer', to, restrict };
}

/** The integer promotions. */
export function promote(type: IntType): IntType {
  if (type.bool || type.bits < 32 || (type.bits === 32 && type.signed)) return type.bits === 32 ? type : INT;
  // a bit-field that is no wider than int
  return type.bits > 32 && type.bits < 64 ? type : type;
}

/** The usual arithmetic conversions. Rank differs from width only between types that the rules treat alike. */
export function commonType(a: IntType, b: IntType): IntType {
  const left = promote(a);
  const right = promote(b);
  if (sameType(left, right)) return left;
  if (left.bits !== right.bits) return left.bits > right.bits ? left : right;
  return left.signed ? right : left;
}

/** Size in bytes; null where it is not known. */
export function sizeOf(type: CType, model: DataModel): bigint | null {
  return layout(type, model)?.size ?? null;
}

function layout(type: CType, model: DataModel): { size: bigint; align: bigint } | null {
  switch (type.kind) {
    case 'int': {
      const bytes = BigInt(Math.max(1, type.int.bits >> 3));
      return { size: bytes, align: model.pointer === 32 && bytes > 4n ? 4n : bytes };
    }
    case 'float': {
      const bytes = BigInt(type.bytes);
      return { size: bytes, align: model.pointer === 32 && bytes > 4n ? 4n : bytes };
    }
    case 'pointer': {
      const bytes = BigInt(model.pointer / 8);
      return { size: bytes, align: bytes };
    }
    case 'array': {
      const element = layout(type.of, model);
      return element === null || type.length === null ? null : { size: element.size * type.length, align: element.align };
    }
    case 'record': {
      if (type.fields === null) return null;
      let size = 0n;
      let align = 1n;
      for (const field of type.fields) {
        if (field.bits !== null) return null;
        const inner = layout(field.type, model);
        if (inner === null) return null;
        if (inner.align > align) align = inner.align;
        if (type.union) size = inner.size > size ? inner.size : size;
        else size = ((size + inner.align - 1n) / inner.align) * inner.align + inner.size;
      }
      return { size: ((size + align - 1n) / align) * align, align };
    }
    case 'void': case 'function':
      return { size: 1n, align: 1n };
    case 'unknown':
      return null;
    default: {
      const never: never = type;
      return never;
    }
  }
}

/** The type of a bit-field's value. */
export function bitField(type: IntType, bits: number): IntType {
  if (type.bool || bits >= type.bits) return type;
  return integer(bits, type.signed, `${type.name} : ${bits}`);
}

/** The member with its place in the record, anonymous inner records searched too. */
export function findField(record: RecordType, name: string): { readonly type: CType; readonly path: readonly string[] } | null {
  for (const field of record.fields ?? []) {
    if (field.name === name) return { type: fieldType(field), path: [name] };
    if (field.name === null && field.type.kind === 'record') {
      const inner = findField(field.type, name);
      if (inner !== null) return inner;
    }
  }
  return null;
}

export function fieldType(field: Field): CType {
  return field.bits !== null && field.type.kind === 'int' ? { ...field.type, int: bitField(field.type.int, field.bits) } : field.type;
}
