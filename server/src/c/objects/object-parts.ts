/** Parts of objects: members by their keys, elements by their indices. */
import { ROW, constantValue } from '../../program/index.ts';
import type { Expr } from '../../program/index.ts';
import type { IntType } from '../../machine/index.ts';
import type { CType, Place, Step, TablePlace } from '../types/index.ts';
import { binary, cast, constant, rangeOf } from './build-function.ts';
import type { Draft } from './function-draft.ts';
import { UNKNOWN } from '../types/index.ts';
import type { Entry, Lvalue } from './lvalue.ts';
import { memberPlace } from './make-objects.ts';
import { elementAccess, memberAccess } from './memory-access.ts';
import type { OpenAccess } from './memory-access.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { bitsOf } from './union-bits.ts';

/** A place as what was located. */
export function placed(place: Place, type: CType): Lvalue {
  if (place.kind === 'bits') return { ...place, type };
  return place.kind === 'variable' ? { kind: 'variable', id: place.id, type } : { kind: 'place', place, type };
}

/** Indices of arrays whose rows are `ROW` apart. */
const FAR: IntType = { bits: 192, signed: true, bool: false, name: 'index' };

/** One more subscript on an array: the flat index grows by `index` times the size of what is left. */
export function indexRow(
  draft: Draft,
  row: {
    readonly array: number;
    readonly dims: readonly (bigint | null)[];
    readonly index: Expr;
    readonly type: CType;
  },
  index: Expr,
  node: SyntaxNode | null,
): Lvalue {
  const rest = row.dims.slice(1);
  const type = row.type.kind === 'array' ? row.type.of : UNKNOWN;
  const stride = rest.reduce<bigint>((product, d) => product * (d ?? ROW), 1n);
  const first = constantValue(row.index) === 0n;
  if (rest.length === 0 && first) return { kind: 'element', array: row.array, index, type };
  const wide = stride >= ROW || row.index.type.bits > 64 ? FAR : draft.file.difference;
  const range = node === null ? null : rangeOf(draft, node);
  const scaled = stride === 1n ? cast(index, wide) : binary('mul', cast(index, wide), constant(stride, wide), range);
  const flat = first ? scaled : binary('add', cast(row.index, wide), scaled, range);
  return rest.length === 0
    ? { kind: 'element', array: row.array, index: flat, type }
    : { kind: 'row', array: row.array, dims: rest, index: flat, type };
}

/** The whole array of structs, before any subscript. */
export function entryOf(f: Draft, table: TablePlace, type: CType, access?: OpenAccess): Entry {
  const index = constant(0n, f.file.difference);
  return { kind: 'entry', table, dims: table.dims, index, type, ...(access && { access }) };
}

/** One more subscript. */
export function indexEntry(draft: Draft, entry: Entry, index: Expr, node: SyntaxNode | null): Lvalue {
  const rest = entry.dims.slice(1);
  const { access, ...before } = entry;
  const inside = access && elementAccess(draft, access, entry.type, index);
  return {
    ...before,
    ...(inside && { access: inside }),
    dims: rest,
    type: entry.type.kind === 'array' ? entry.type.of : UNKNOWN,
    index: scaled(draft, entry.index, rest, index, node),
  };
}

function scaled(
  draft: Draft,
  before: Expr,
  dims: readonly (bigint | null)[],
  index: Expr,
  node: SyntaxNode | null,
): Expr {
  const wide = draft.file.difference;
  const range = node === null ? null : rangeOf(draft, node);
  const stride = dims.reduce<bigint>((product, d) => product * (d ?? 1n), 1n);
  const by = stride === 1n ? cast(index, wide) : binary('mul', cast(index, wide), constant(stride, wide), range);
  return before.kind === 'const' && before.value === 0n ? by : binary('add', cast(before, wide), by, range);
}

/** A member of an element, by its key. */
export function entryMember(draft: Draft, entry: Entry, key: string): Lvalue | null {
  const member = entry.dims.length === 0 ? entry.table.fields.get(key) : undefined;
  if (member === undefined) return null;
  const { place, type } = member;
  const none = constant(0n, draft.file.difference);
  if (place.kind === 'array') {
    const dims = place.dims.slice(entry.table.dims.length);
    if (dims.length === 0) return { kind: 'element', array: place.id, index: entry.index, type };
    return { kind: 'row', array: place.id, dims, index: scaled(draft, none, dims, entry.index, null), type };
  }
  if (place.kind === 'table') {
    const dims = place.dims.slice(entry.table.dims.length);
    const index = scaled(draft, none, dims, entry.index, null);
    return {
      kind: 'entry',
      table: place,
      dims,
      index,
      type,
      ...(entry.access && { access: memberAccess(entry.access, key) }),
    };
  }
  return { kind: 'place', place, type };
}

/** A part of what was located; null where it has none of its own. */
export function partOf(draft: Draft, lvalue: Lvalue, step: Step): Lvalue | null {
  const at = (index: bigint): Expr => constant(index, draft.file.difference);
  if (lvalue.kind === 'entry')
    return typeof step === 'bigint' ? indexEntry(draft, lvalue, at(step), null) : entryMember(draft, lvalue, step);
  if (lvalue.kind === 'variable')
    return lvalue.type.kind === 'record' ? bitsOf(draft, lvalue.id, 0, lvalue.type, step) : null;
  if (lvalue.kind === 'bits') {
    const part = lvalue.index === undefined ? bitsOf(draft, lvalue.id, lvalue.offset, lvalue.type, step) : null;
    return part && lvalue.back ? { ...part, back: lvalue.back } : part;
  }
  if (lvalue.kind === 'row') return typeof step === 'bigint' ? indexRow(draft, lvalue, at(step), null) : null;
  if (lvalue.kind !== 'place') return null;
  const { place } = lvalue;
  if (place.kind === 'table') return partOf(draft, entryOf(draft, place, lvalue.type), step);
  if (place.kind === 'array' && typeof step === 'bigint')
    return indexRow(draft, { array: place.id, dims: place.dims, index: at(0n), type: lvalue.type }, at(step), null);
  if (typeof step === 'bigint') return null;
  const member =
    place.kind === 'record'
      ? place.fields.get(step)
      : place.kind === 'members'
        ? memberPlace(draft, place, step)
        : undefined;
  return member == null ? null : placed(member.place, member.type);
}
