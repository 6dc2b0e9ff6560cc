/** C's types as far as the analysis needs them, and the conversions of C11 6.3.1. */
import { INT, sameType } from '../ir/types.ts';
import type { IntType } from '../ir/types.ts';
import { integer } from './predefined.ts';

export type CType =
  | { readonly kind: 'int'; readonly int: IntType; readonly volatile: boolean }
  | { readonly kind: 'float'; readonly bytes: number }
  | { readonly kind: 'void' }
  | { readonly kind: 'pointer'; readonly to: CType; readonly restrict: boolean; readonly volatile?: true }
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
  /** Attributes or pragmas may have changed how it is laid out. */
  attributed?: boolean;
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
  // a bit-field that is wider than int keeps its width, as gcc has it
  return type.bits < 32 ? INT : type;
}

/** The usual arithmetic conversions. Rank differs from width only between types that the rules treat alike. */
export function commonType(a: IntType, b: IntType): IntType {
  const left = promote(a);
  const right = promote(b);
  if (sameType(left, right)) return left;
  if (left.bits !== right.bits) return left.bits > right.bits ? left : right;
  return left.signed ? right : left;
}

/** The type of a bit-field's value. */
export function bitField(type: IntType, bits: number): IntType {
  if (type.bool || bits >= type.bits) return type;
  return integer(bits, type.signed, `${type.name} : ${bits}`);
}

/** The member with the way to it (anonymous inner records go by `#` and their number). */
export function findField(record: RecordType, name: string): { readonly type: CType; readonly path: readonly string[]; readonly field: Field } | null {
  for (const [i, field] of (record.fields ?? []).entries()) {
    if (field.name === name) return { type: fieldType(field), path: [name], field };
    if (field.name === null && field.type.kind === 'record') {
      const inner = findField(field.type, name);
      if (inner !== null) return { ...inner, path: [`#${i}`, ...inner.path] };
    }
  }
  return null;
}

export function fieldType(field: Field): CType {
  return field.bits !== null && field.type.kind === 'int' ? { ...field.type, int: bitField(field.type.int, field.bits) } : field.type;
}
