/**
 * Arrays of structs: each integer member is an array of its own over all elements, so that `a[i].x` is element `i` of `a.x`; and parts
 * of objects by their steps.
 */
import type { Expr } from '../ir/program.ts';
import type { Step } from './braces.ts';
import { UNKNOWN, fieldType, keyOf } from './ctypes.ts';
import { binary, cast, constant, rangeOf, unknownValue, variable } from './build.ts';
import type { Draft } from './build.ts';
import type { CType, RecordType } from './ctypes.ts';
import { intValue, noValue, reasonFor, toInt } from './values.ts';
import type { ObjectTraits, Place, TablePlace, Value } from './places.ts';
import type { Initial } from './initial-value.ts';
import { leafOf, zeroOf } from './initializers.ts';
import { havocPlace, indexRow, load, placed, store } from './lvalues.ts';
import type { Lvalue } from './lvalues.ts';
import { OPAQUE } from './places.ts';
import { makePlace, memberPlace } from './objects.ts';
import type { SyntaxNode } from './syntax.ts';
import { bitsOf } from './unions.ts';

/** An element of an array of structs, or a row of such elements: `dims` are left to be indexed. `index` counts elements. */
export type Entry = { readonly kind: 'entry'; readonly table: TablePlace; readonly dims: readonly (bigint | null)[]; readonly index: Expr; readonly type: CType };

/** Structs with more members than this are not taken apart. */
const MOST_FIELDS = 64;

/** The place of a (nested) array of structs; `outer`: dimensions of what it is a member of. Null where it isn't taken apart. */
export function makeTable(f: Draft, name: string, type: CType, traits: ObjectTraits, outer: readonly (bigint | null)[] = []): TablePlace | null {
  const dims = [...outer];
  let record = type;
  while (record.kind === 'array') {
    dims.push(record.length);
    record = record.of;
  }
  if (record.kind !== 'record' || record.union || record.fields === null || record.fields.length > MOST_FIELDS || dims.slice(1).includes(null)) return null;
  const rows = traits.initial?.kind === 'rows' ? traits.initial.values : null;
  const fields = new Map<string, { place: Place; type: CType }>();
  record.fields.forEach((field, i) => {
    if (field.name === '') return;
    const inner = fieldType(field);
    const memberName = field.name === null ? name : `${name}.${field.name}`;
    const column = rows === null ? null : columnOf(rows, i, inner);
    const own: ObjectTraits = { ...traits, initial: column, field };
    const leaf = leafOf(inner);
    let place: Place = OPAQUE;
    if (leaf.kind === 'int') place = makePlace(f, memberName, dims.reduceRight<CType>((of, length) => ({ kind: 'array', of, length }), inner), own);
    else if (leaf.kind === 'record') place = makeTable(f, memberName, inner, own, dims) ?? OPAQUE;
    fields.set(keyOf(field, i), { place, type: inner });
  });
  return { kind: 'table', dims, type: record, fields };
}

/** Initial values of one member in all elements, flattened; null: not all constant. */
function columnOf(rows: readonly (Initial | undefined)[], field: number, type: CType): Initial | null {
  let size = 1;
  for (let at = type; at.kind === 'array'; at = at.of) size *= Number(at.length ?? 0n);
  const parts = rows.map((row): Initial | null => (row === undefined ? zeroOf(type) : row.kind === 'fields' ? row.values[field] ?? null : null));
  if (parts.includes(null)) return null;
  if (leafOf(type).kind === 'int') {
    const values = parts.flatMap((part): bigint[] => {
      const own = part?.kind === 'value' ? [part.value] : part?.kind === 'elements' ? [...part.values] : [];
      while (own.length < size) own.push(0n);
      return own;
    });
    return { kind: 'elements', values };
  }
  const values = parts.flatMap((part): (Initial | undefined)[] => {
    if (type.kind === 'record') return [part ?? undefined];
    const own = part?.kind === 'rows' ? [...part.values] : [];
    while (own.length < size) own.push(undefined);
    return own;
  });
  return { kind: 'rows', values };
}

/** The whole array of structs, before any subscript. */
export function entryOf(f: Draft, table: TablePlace, type: CType): Entry {
  return { kind: 'entry', table, dims: table.dims, index: constant(0n, f.file.difference), type };
}

/** One more subscript. */
export function indexEntry(f: Draft, entry: Entry, index: Expr, node: SyntaxNode | null): Lvalue {
  const rest = entry.dims.slice(1);
  return { ...entry, dims: rest, type: entry.type.kind === 'array' ? entry.type.of : UNKNOWN, index: scaled(f, entry.index, rest, index, node) };
}

function scaled(f: Draft, before: Expr, dims: readonly (bigint | null)[], index: Expr, node: SyntaxNode | null): Expr {
  const wide = f.file.difference;
  const range = node === null ? null : rangeOf(f, node);
  const stride = dims.reduce<bigint>((product, d) => product * (d ?? 1n), 1n);
  const by = stride === 1n ? cast(index, wide) : binary('mul', cast(index, wide), constant(stride, wide), range);
  return before.kind === 'const' && before.value === 0n ? by : binary('add', cast(before, wide), by, range);
}

/** A member of an element, by its key. */
export function entryMember(f: Draft, entry: Entry, key: string): Lvalue | null {
  const member = entry.dims.length === 0 ? entry.table.fields.get(key) : undefined;
  if (member === undefined) return null;
  const { place, type } = member;
  const none = constant(0n, f.file.difference);
  if (place.kind === 'array') {
    const dims = place.dims.slice(entry.table.dims.length);
    if (dims.length === 0) return { kind: 'element', array: place.id, index: entry.index, type };
    return { kind: 'row', array: place.id, dims, index: scaled(f, none, dims, entry.index, null), type };
  }
  if (place.kind === 'table') {
    const dims = place.dims.slice(entry.table.dims.length);
    return { kind: 'entry', table: place, dims, index: scaled(f, none, dims, entry.index, null), type };
  }
  return { kind: 'place', place, type };
}

/** A part of what was located; null where it has none of its own. */
export function partOf(f: Draft, lv: Lvalue, step: Step): Lvalue | null {
  const at = (index: bigint): Expr => constant(index, f.file.difference);
  if (lv.kind === 'entry') return typeof step === 'bigint' ? indexEntry(f, lv, at(step), null) : entryMember(f, lv, step);
  if (lv.kind === 'variable') return lv.type.kind === 'record' ? bitsOf(f, lv.id, 0, lv.type, step) : null;
  if (lv.kind === 'bits') {
    const part = lv.index === undefined ? bitsOf(f, lv.id, lv.offset, lv.type, step) : null;
    return part && lv.back ? { ...part, back: lv.back } : part;
  }
  if (lv.kind === 'row') return typeof step === 'bigint' ? indexRow(f, lv, at(step), null) : null;
  if (lv.kind !== 'place') return null;
  const { place } = lv;
  if (place.kind === 'table') return partOf(f, entryOf(f, place, lv.type), step);
  if (place.kind === 'array' && typeof step === 'bigint') return indexRow(f, { array: place.id, dims: place.dims, index: at(0n), type: lv.type }, at(step), null);
  if (typeof step === 'bigint') return null;
  const member = place.kind === 'record' ? place.fields.get(step) : place.kind === 'members' ? memberPlace(f, place, step) : undefined;
  return member == null ? null : placed(member.place, member.type);
}

/** A pointer into the object is made: others may lead there from now on. */
export function expose(f: Draft, place: Place): void {
  if (place.kind === 'array') f.arrays[place.id] = { ...f.arrays[place.id]!, escapes: true };
  else if (place.kind === 'table') for (const field of place.fields.values()) expose(f, field.place);
}

/** All integer members of a struct, as temporaries. */
export function loadEntry(f: Draft, entry: Entry, node: SyntaxNode): Value {
  if (entry.type.kind === 'array') expose(f, entry.table);
  return entry.dims.length === 0 && entry.type.kind === 'record' ? noValue(entry.type, loadRecord(f, entry, entry.type, node)) : noValue(entry.type);
}

function loadRecord(f: Draft, entry: Entry, record: RecordType, node: SyntaxNode): Place {
  const fields = new Map<string, { place: Place; type: CType }>();
  (record.fields ?? []).forEach((field, i) => {
    const key = keyOf(field, i);
    const part = entryMember(f, entry, key);
    if (part === null) return;
    let place: Place = OPAQUE;
    if (part.kind === 'element') {
      const value = toInt(f, load(f, part, node), node);
      if (value.kind === 'var') place = { kind: 'variable', id: value.id };
    } else if (part.kind === 'entry' && part.type.kind === 'record') place = loadRecord(f, part, part.type, node);
    fields.set(key, { place, type: part.type });
  });
  return { kind: 'record', fields };
}

/** Writes all integer members of a struct; arrays among them are unknown afterwards. */
export function storeEntry(f: Draft, entry: Entry, value: Value, node: SyntaxNode): void {
  if (entry.type.kind === 'record') storeRecord(f, entry, entry.type, value.place, node);
}

function storeRecord(f: Draft, entry: Entry, record: RecordType, source: Place | null, node: SyntaxNode): void {
  (record.fields ?? []).forEach((field, i) => {
    const key = keyOf(field, i);
    const part = entryMember(f, entry, key);
    if (part === null) return;
    const from = source?.kind === 'record' ? source.fields.get(key)?.place ?? null : null;
    if (part.kind === 'element') {
      const type = f.arrays[part.array]!.element;
      const value = from?.kind === 'variable' ? variable(f, from.id) : unknownValue(f, type, reasonFor(f, record, node), node);
      store(f, part, intValue(value), node, node);
    } else if (part.kind === 'entry' && part.type.kind === 'record') storeRecord(f, part, part.type, from, node);
    else havocPlace(f, entry.table.fields.get(key)!.place, reasonFor(f, record, node), node);
  });
}
