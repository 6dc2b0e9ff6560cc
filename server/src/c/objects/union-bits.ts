/**
 * Unions as integers. The object is one unsigned integer of its size (little-endian, as on x86). A member is a run of
 * its bits. The bytes of an integer variable are runs of its bits, too.
 */
import { constantValue } from '../../program/index.ts';
import type { Expr, VarId } from '../../program/index.ts';
import type { Reason } from '../../source/index.ts';
import { sameType } from '../../machine/index.ts';
import type { IntType } from '../../machine/index.ts';
import { fieldType, intType, keyOf, layoutOf, sizeOf, unionStorage } from '../types/index.ts';
import type { Bits, CType, Place, Step, Value } from '../types/index.ts';
import {
  assign,
  because,
  binary,
  cast,
  constant,
  rangeOf,
  temporary,
  unknownValue,
  variable,
} from './build-function.ts';
import type { Draft } from './function-draft.ts';
import { noValue, toInt } from './expression-value.ts';
import { leafVariable, leavesOf, temporaryRecord } from './struct-values.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** Arrays in a union with more elements are not indexed by what is no constant. */
const MOST_ELEMENTS = 16;

/** A part by its step, a member or an element; null where it isn't known where it lies. */
export function bitsOf(draft: Draft, id: VarId, offset: number, whole: CType, step: Step): Bits | null {
  if (typeof step === 'bigint')
    return whole.kind === 'array'
      ? elementBits(draft, { kind: 'bits', id, offset, type: whole }, constant(step, draft.file.difference))
      : null;
  if (whole.kind !== 'record') return null;
  const layout = layoutOf(whole, draft.file.types.model);
  const position = (whole.fields ?? []).findIndex((field, n) => keyOf(field, n) === step);
  const at = layout?.offsets[position];
  if (at === undefined) return null;
  const field = whole.fields![position]!;
  return {
    kind: 'bits',
    id,
    offset: offset + at,
    type: fieldType(field),
    ...(field.bits !== null && { bits: field.bits }),
  };
}

/** An element of an array in a union; null where it lies outside, or there are too many to tell them apart. */
export function elementBits(f: Draft, array: Bits, index: Expr): Bits | null {
  if (array.type.kind !== 'array' || array.index !== undefined) return null;
  return pointedBits(f, array, array.type.of, array.type.length, index);
}

/** What is `index` elements of the type behind the beginning of a part. */
export function pointedBits(draft: Draft, base: Bits, type: CType, length: bigint | null, index: Expr): Bits | null {
  const size = sizeOf(type, draft.file.types.model);
  const known = constantValue(index);
  if (size === null || size === 0n || base.index !== undefined) return null;
  const room = draft.variables[base.id]!.type.bits;
  const back = base.back && { back: base.back };
  if (known !== null) {
    const offset = base.offset + Number(known * size) * 8;
    return offset < 0 || offset + Number(size) * 8 > room ? null : { kind: 'bits', id: base.id, offset, type, ...back };
  }
  // from a member a pointer may go on to what is behind it
  if (length === null && draft.exposed.get(base.id)?.field) return null;
  const count = length === null ? (room - base.offset) / (Number(size) * 8) : Number(length);
  if (
    type.kind !== 'int' ||
    count > MOST_ELEMENTS ||
    !Number.isInteger(count) ||
    base.offset + count * Number(size) * 8 > room
  )
    return null;
  return { kind: 'bits', id: base.id, offset: base.offset, type, index: { at: index, count }, ...back };
}

/** The type whose bits are stored: a `_Bool` takes a byte where it is no bit-field. */
function stored(type: IntType, bits: number | undefined): IntType {
  return type.bool ? { bits: bits ?? 8, signed: false, bool: false, name: 'unsigned char' } : type;
}

/** A run of bits in a variable: its type's, or so many. */
type Run = Pick<Bits, 'id' | 'offset' | 'bits'>;

function extract(f: Draft, { id, offset, bits }: Run, type: IntType): Expr {
  const storage = variable(f, id);
  const shifted = offset === 0 ? storage : binary('shr', storage, constant(BigInt(offset), storage.type), null);
  return cast(cast(shifted, stored(type, bits)), type);
}

/** The variable's value with some of its bits replaced. */
function inserted(draft: Draft, { id, offset, bits }: Run, value: Expr): Expr {
  const own = variable(draft, id);
  const whole: IntType = { ...own.type, signed: false };
  const storage = cast(own, whole);
  const type = stored(value.type, bits);
  const unsigned: IntType = { ...type, signed: false };
  const raw = cast(cast(cast(value, type), unsigned), whole);
  const mask = ((1n << BigInt(type.bits)) - 1n) << BigInt(offset);
  const all = (1n << BigInt(whole.bits)) - 1n;
  const moved = offset === 0 ? raw : binary('shl', raw, constant(BigInt(offset), whole), null);
  return cast(
    mask === all ? raw : binary('or', binary('and', storage, constant(all & ~mask, whole), null), moved, null),
    own.type,
  );
}

function insert(f: Draft, run: Run, value: Expr, node: SyntaxNode): void {
  assign(f, run.id, inserted(f, run, value), rangeOf(f, node));
}

/** The index, kept; the run is undefined where it lies outside. */
function kept(draft: Draft, { at, count }: { readonly at: Expr; readonly count: number }, node: SyntaxNode): Expr {
  let width = 0;
  while (1 << width < count) width++;
  const within: IntType = { bits: Math.max(width, 1), signed: false, bool: false, name: 'index' };
  const wide = cast(at, draft.file.difference);
  const keep = (value: Expr): Expr => {
    const id = temporary(draft, within);
    assign(draft, id, { kind: 'cast', arg: value, type: within, exact: true }, rangeOf(draft, node));
    return variable(draft, id);
  };
  const index = keep(wide);
  if (count !== 1 << within.bits)
    keep(binary('sub', constant(BigInt(count - 1), wide.type), cast(index, wide.type), null));
  return index;
}

/** One value for each number that the index can have. */
function chosen(index: Expr, values: readonly Expr[]): Expr {
  return values.reduceRight((otherwise, then, i) => ({
    kind: 'ite',
    cond: binary('eq', index, constant(BigInt(i), index.type), null),
    then,
    else: otherwise,
    type: then.type,
  }));
}

/** The value of a part: integers, structs of them, unions within. */
export function loadBits(draft: Draft, part: Bits, node: SyntaxNode): Value {
  const { type, id, offset } = part;
  if (type.kind === 'int' && !type.volatile) {
    if (part.index === undefined) return { type, expr: extract(draft, part, type.int), place: null };
    const size = Number(sizeOf(type, draft.file.types.model)) * 8;
    const index = kept(draft, part.index, node);
    return {
      type,
      expr: chosen(
        index,
        Array.from({ length: part.index.count }, (_, i) => extract(draft, { id, offset: offset + i * size }, type.int)),
      ),
      place: null,
    };
  }
  // of a copy there is nothing to point at
  if (type.kind === 'array') return noValue(type, part.back === undefined ? part : null);
  if (type.kind !== 'record') return noValue(type);
  const storage = unionStorage(type, draft.file.types.model);
  if (storage !== null) return { type, expr: extract(draft, { id, offset }, storage), place: null };
  const place = temporaryRecord(draft, type);
  for (const leaf of leavesOf(type, draft.file.types.model)) {
    const target = leafVariable(place, leaf.path);
    const at = leafBits(draft, part, leaf.path);
    if (target !== null && at !== null) assign(draft, target, extract(draft, at, leaf.type), rangeOf(draft, node));
  }
  return noValue(type, place);
}

function leafBits(f: Draft, part: Bits, path: readonly string[]): Bits | null {
  return path.reduce<Bits | null>((at, key) => (at === null ? null : bitsOf(f, at.id, at.offset, at.type, key)), part);
}

/** Writes a part; what has no integer value makes the whole union unknown. */
export function storeBits(draft: Draft, part: Bits, value: Value, valueNode: SyntaxNode, node: SyntaxNode): Value {
  const { type, id, offset } = part;
  const { model } = draft.file.types;
  if (type.kind === 'int') {
    let converted = cast(toInt(draft, value, valueNode), type.int);
    if (part.index !== undefined) {
      const given = temporary(draft, type.int);
      assign(draft, given, converted, rangeOf(draft, node));
      converted = variable(draft, given);
      const size = Number(sizeOf(type, model)) * 8;
      const index = kept(draft, part.index, node);
      assign(
        draft,
        id,
        chosen(
          index,
          Array.from({ length: part.index.count }, (_, i) =>
            inserted(draft, { id, offset: offset + i * size }, converted),
          ),
        ),
        rangeOf(draft, node),
      );
      return { type: intType(type.int), expr: converted, place: null };
    }
    insert(draft, part, converted, node);
    return { type: intType(type.int), expr: extract(draft, part, type.int), place: null };
  }
  const storage = type.kind === 'record' ? unionStorage(type, model) : null;
  if (storage !== null && value.expr !== null) {
    insert(draft, { id, offset }, cast(value.expr, storage), node);
    return value;
  }
  const layout = type.kind === 'record' && !type.union ? layoutOf(type, model) : null;
  if (type.kind === 'record' && layout !== null && value.place?.kind === 'record') {
    const leaves = leavesOf(type, model).map((leaf) => ({ leaf, at: leafBits(draft, part, leaf.path) }));
    const covered = leaves.reduce((sum, { leaf, at }) => sum + (at?.bits ?? (leaf.type.bool ? 8 : leaf.type.bits)), 0);
    // members that are no integers, and the bytes between members
    if (covered !== layout.size)
      insert(
        draft,
        { id, offset },
        unknownValue(
          draft,
          { bits: layout.size, signed: false, bool: false, name: 'struct' },
          reason(draft, node),
          node,
        ),
        node,
      );
    for (const { leaf, at } of leaves) {
      const from = leafVariable(value.place, leaf.path);
      if (at !== null)
        insert(
          draft,
          { ...at, id },
          from === null ? unknownValue(draft, leaf.type, reason(draft, node), node) : variable(draft, from),
          node,
        );
    }
    return value;
  }
  assign(draft, id, unknownValue(draft, draft.variables[id]!.type, reason(draft, node), node), rangeOf(draft, node));
  return noValue(type);
}

/** All bits of a part become zero. */
export function zeroBits(draft: Draft, part: Bits, node: SyntaxNode): void {
  const size =
    part.bits ??
    (part.type.kind === 'int' ? part.type.int.bits : Number(sizeOf(part.type, draft.file.types.model) ?? 0n) * 8);
  if (size > 0)
    insert(
      draft,
      { id: part.id, offset: part.offset },
      constant(0n, { bits: size, signed: false, bool: false, name: 'bits' }),
      node,
    );
}

/** Bits from an offset on have any value. */
export function forgetBits(
  draft: Draft,
  at: Pick<Bits, 'id' | 'offset'>,
  bits: number,
  reason: Reason,
  node: SyntaxNode,
): void {
  insert(draft, at, unknownValue(draft, { bits, signed: false, bool: false, name: 'bits' }, reason, node), node);
}

/**
 * What a pointer to a variable or a part of one leads to, taken for a pointer to another type. It is the bits that a
 * compiled program reads there. Null where it can't be told.
 */
export function viewed(draft: Draft, target: Place, type: CType): Place | null {
  if (target.kind !== 'variable' && (target.kind !== 'bits' || target.index !== undefined || target.bits !== undefined))
    return null;
  const { id } = target;
  const whole = draft.variables[id]!;
  if (
    type.kind === 'void' ||
    (target.kind === 'variable' && type.kind === 'int' && !type.volatile && sameType(type.int, whole.type))
  )
    return target;
  if (type.kind !== 'int' && type.kind !== 'record') return null;
  const size = sizeOf(type, draft.file.types.model);
  const offset = target.kind === 'bits' ? target.offset : 0;
  if (
    whole.pointer === true ||
    whole.type.bool ||
    whole.type.bits % 8 !== 0 ||
    size === null ||
    offset + Number(size) * 8 > whole.type.bits
  )
    return null;
  if (type.kind === 'int' && (type.volatile || type.int.bits % 8 !== 0)) return null;
  exposeBits(draft, id);
  return { kind: 'bits', id, offset, type };
}

function reason(f: Draft, node: SyntaxNode) {
  return because(f, 'struct', 'a member that is no integer is written to a union', node);
}

/**
 * A pointer to a part of the variable is made. What is written through pointers may change it from anywhere in the
 * function.
 */
export function exposeBits(draft: Draft, id: VarId): void {
  draft.variables[id] = { ...draft.variables[id]!, addressTaken: true };
  const known = draft.exposed.get(id);
  draft.exposed.set(id, {
    origin: draft.variables[id]!.scope === 'global' ? 'global' : 'local',
    field: null,
    ...known,
    any: true,
  });
}
