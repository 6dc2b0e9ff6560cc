/**
 * Unions as integers: the object is one unsigned integer of its size (little-endian, as on x86), and a member a run of its bits. Unions
 * that pointers may lead to stay opaque.
 */
import type { Expr, VarId } from '../ir/program.ts';
import type { IntType } from '../ir/types.ts';
import { keyOf } from './braces.ts';
import type { Step } from './braces.ts';
import { assign, because, binary, cast, constant, rangeOf, unknownValue, variable } from './build.ts';
import type { Draft } from './build.ts';
import { fieldType, intType } from './ctypes.ts';
import type { CType, RecordType } from './ctypes.ts';
import { noValue, toInt } from './expressions.ts';
import type { Value } from './expressions.ts';
import { layoutOf } from './layout.ts';
import { leafVariable, leavesOf, temporaryRecord } from './records.ts';
import type { DataModel } from './predefined.ts';
import type { SyntaxNode } from './syntax.ts';

/** Part of a union: the bits of its variable from `offset` on. */
export type Bits = { readonly kind: 'bits'; readonly id: VarId; readonly offset: number; readonly type: CType };

/** Widest union that is one integer, in bits. */
const WIDEST = 128;

/** The integer that holds a union; null where its layout is not known, it is too large, or something in it is volatile. */
export function unionStorage(type: RecordType, model: DataModel): IntType | null {
  if (!type.union || type.fields === null || type.fields.some((field) => field.type.kind === 'int' && field.type.volatile)) return null;
  const layout = layoutOf(type, model);
  if (layout === null || layout.size === 0 || layout.size > WIDEST) return null;
  return { bits: layout.size, signed: false, bool: false, name: type.tag === '' ? 'union' : `union ${type.tag}` };
}

/** A member by its key; null where it isn't known where it lies. */
export function bitsOf(f: Draft, id: VarId, offset: number, record: CType, key: Step): Bits | null {
  if (record.kind !== 'record') return null;
  const layout = layoutOf(record, f.file.types.model);
  const i = (record.fields ?? []).findIndex((field, n) => keyOf(field, n) === key);
  const at = layout?.offsets[i];
  return at === undefined ? null : { kind: 'bits', id, offset: offset + at, type: fieldType(record.fields![i]!) };
}

/** The type whose bits are stored: a `_Bool` takes a byte. */
function stored(type: IntType): IntType {
  return type.bool ? { bits: 8, signed: false, bool: false, name: 'unsigned char' } : type;
}

function extract(f: Draft, id: VarId, offset: number, type: IntType): Expr {
  const storage = variable(f, id);
  const shifted = offset === 0 ? storage : binary('shr', storage, constant(BigInt(offset), storage.type), null);
  return cast(cast(shifted, stored(type)), type);
}

function insert(f: Draft, id: VarId, offset: number, value: Expr, node: SyntaxNode): void {
  const storage = variable(f, id);
  const type = stored(value.type);
  const unsigned: IntType = { ...type, signed: false };
  const bits = cast(cast(cast(value, type), unsigned), storage.type);
  const mask = ((1n << BigInt(type.bits)) - 1n) << BigInt(offset);
  const all = (1n << BigInt(storage.type.bits)) - 1n;
  const moved = offset === 0 ? bits : binary('shl', bits, constant(BigInt(offset), storage.type), null);
  assign(f, id, mask === all ? bits : binary('or', binary('and', storage, constant(all & ~mask, storage.type), null), moved, null), rangeOf(f, node));
}

/** The value of a part: integers, structs of them, unions within. */
export function loadBits(f: Draft, part: Bits, node: SyntaxNode): Value {
  const { type, id, offset } = part;
  if (type.kind === 'int' && !type.volatile) return { type, expr: extract(f, id, offset, type.int), place: null };
  if (type.kind !== 'record') return noValue(type);
  const storage = unionStorage(type, f.file.types.model);
  if (storage !== null) return { type, expr: extract(f, id, offset, storage), place: null };
  const place = temporaryRecord(f, type);
  for (const leaf of leavesOf(type, f.file.types.model)) {
    const target = leafVariable(place, leaf.path);
    const at = leafBits(f, part, leaf.path);
    if (target !== null && at !== null) assign(f, target, extract(f, at.id, at.offset, leaf.type), rangeOf(f, node));
  }
  return noValue(type, place);
}

function leafBits(f: Draft, part: Bits, path: readonly string[]): Bits | null {
  return path.reduce<Bits | null>((at, key) => (at === null ? null : bitsOf(f, at.id, at.offset, at.type, key)), part);
}

/** Writes a part; what has no integer value makes the whole union unknown. */
export function storeBits(f: Draft, part: Bits, value: Value, valueNode: SyntaxNode, node: SyntaxNode): Value {
  const { type, id, offset } = part;
  const { model } = f.file.types;
  if (type.kind === 'int') {
    const converted = cast(toInt(f, value, valueNode), type.int);
    insert(f, id, offset, converted, node);
    return { type: intType(type.int), expr: extract(f, id, offset, type.int), place: null };
  }
  const storage = type.kind === 'record' ? unionStorage(type, model) : null;
  if (storage !== null && value.expr !== null) {
    insert(f, id, offset, cast(value.expr, storage), node);
    return value;
  }
  if (type.kind === 'record' && !type.union && value.place?.kind === 'record') {
    for (const leaf of leavesOf(type, model)) {
      const from = leafVariable(value.place, leaf.path);
      const at = leafBits(f, part, leaf.path);
      if (at !== null) insert(f, id, at.offset, from === null ? unknownValue(f, leaf.type, reason(f, node), node) : variable(f, from), node);
    }
    return value;
  }
  assign(f, id, unknownValue(f, f.variables[id]!.type, reason(f, node), node), rangeOf(f, node));
  return noValue(type);
}

function reason(f: Draft, node: SyntaxNode) {
  return because(f, 'struct', 'a member that is no integer is written to a union', node);
}
