/** C's types as far as the analysis needs them, and the conversions of C11 6.3.1. */
import { INT, sameType } from '../../machine/index.ts';
import type { IntType } from '../../machine/index.ts';
import { integer } from './standard-types.ts';

/**
 * `attributed`: an attribute may have changed its alignment. `aliasing`: what is read and written as this may be of
 * another type (`may_alias`).
 */
export type CType =
  | {
      readonly kind: 'int';
      readonly int: IntType;
      readonly volatile: boolean;
      readonly attributed?: true;
      readonly aliasing?: true;
    }
  | { readonly kind: 'float'; readonly bytes: number; readonly attributed?: true }
  | { readonly kind: 'void' }
  | {
      readonly kind: 'pointer';
      readonly to: CType;
      readonly restrict: boolean;
      readonly volatile?: true;
      readonly attributed?: true;
    }
  /** `length` is null where it is missing or no constant. `sized`: it isn't missing. */
  | {
      readonly kind: 'array';
      readonly of: CType;
      readonly length: bigint | null;
      readonly sized?: true;
      readonly attributed?: true;
    }
  | RecordType
  | { readonly kind: 'function'; readonly result: CType; readonly params: readonly CType[] | null }
  /** `bytes`: as large as this. */
  | { readonly kind: 'unknown'; readonly bytes?: number };

export interface RecordType {
  readonly kind: 'record';
  readonly tag: string;
  readonly union: boolean;
  /** Filled in when the definition is met; null: incomplete. */
  fields: readonly Field[] | null;
  /** How many scalars there are in it. */
  parts?: number;
  /** Attributes or pragmas may have changed how it is laid out. */
  attributed?: boolean;
  /** It may have more members, which headers know that weren't read. */
  open?: boolean;
  /** A standard header's, as nothing else in the file defines it so far. */
  standard?: boolean;
}

export interface Field {
  readonly name: string | null;
  readonly type: CType;
  /** Width of a bit-field. */
  readonly bits: number | null;
  /** Others of its struct follow: as an array it has as many elements as it says, and what ends a struct may have more. */
  readonly followed?: true;
}

export const UNKNOWN: CType = { kind: 'unknown' };
/** What `->` follows is a pointer, whatever its type is called. */
export const asPointer = (type: CType): CType => (type.kind === 'unknown' ? pointerTo(UNKNOWN) : type);

export const VOID: CType = { kind: 'void' };

export function intType(int: IntType, isVolatile = false): CType {
  return { kind: 'int', int, volatile: isVolatile };
}

export function pointerTo(to: CType, restrict = false): CType {
  return { kind: 'pointer', to: inMemory(to), restrict };
}

/** As what is somewhere in memory: where its type says nothing of what else is there, it isn't known but for its size and alignment. */
export function inMemory(type: CType): CType {
  if (type.kind === 'array') return { ...type, of: inMemory(type.of) };
  if (type.kind !== 'int' || type.aliasing !== true) return type;
  return type.attributed ? UNKNOWN : { kind: 'unknown', bytes: Math.ceil(type.int.bits / 8) };
}

const volatileTwins = new WeakMap<RecordType, RecordType>();

/** The type qualified volatile: what is in it may have any value whenever it is read. */
export function volatileType(type: CType): CType {
  switch (type.kind) {
    case 'int':
      return { ...type, volatile: true };
    case 'pointer':
      return { ...type, volatile: true };
    case 'array':
      return { ...type, of: volatileType(type.of) };
    case 'record': {
      let twin = volatileTwins.get(type);
      if (twin === undefined) {
        twin = { kind: 'record', tag: type.tag, union: type.union, fields: null };
        volatileTwins.set(type, twin);
      }
      // the definition may have come later
      if (twin.fields === null && type.fields !== null) {
        twin.fields = type.fields.map((field) => ({ ...field, type: volatileType(field.type) }));
        if (type.parts !== undefined) twin.parts = type.parts;
        if (type.attributed === true) twin.attributed = true;
        if (type.open === true) twin.open = true;
      }
      return twin;
    }
    default:
      return type;
  }
}

/** The integer promotions. */
export function promote(type: IntType): IntType {
  // a bit-field that is wider than int keeps its width, as gcc has it
  return type.bits < 32 ? INT : type;
}

/** The usual arithmetic conversions. Rank differs from width only between types that the rules treat alike. */
export function commonType(first: IntType, second: IntType): IntType {
  const left = promote(first);
  const right = promote(second);
  if (sameType(left, right)) return left;
  if (left.bits !== right.bits) return left.bits > right.bits ? left : right;
  return left.signed ? right : left;
}

/** The type of a bit-field's value. */
function bitField(type: IntType, bits: number): IntType {
  if (type.bool || bits >= type.bits) return type;
  return integer(bits, type.signed, `${type.name} : ${bits}`);
}

/** The member with the way to it (anonymous inner records go by `#` and their number). */
export function findField(
  record: RecordType,
  name: string,
): { readonly type: CType; readonly path: readonly string[]; readonly field: Field } | null {
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
  return field.bits !== null && field.type.kind === 'int'
    ? { ...field.type, int: bitField(field.type.int, field.bits) }
    : field.type;
}

/** The key of a member among the fields of a place. */
export function keyOf(field: Field, index: number): string {
  return field.name ?? `#${index}`;
}
