/** Where members lie and how large objects are, as gcc lays them out (System V ABI: x86-64 and i386). */
import { fieldType } from './c-types.ts';
import type { CType, Field, RecordType } from './c-types.ts';
import type { DataModel } from './standard-types.ts';

interface Extent {
  /** In bits. */
  readonly size: number;
  readonly align: number;
}

export interface RecordLayout extends Extent {
  /** Where each member begins, in bits, by its place in `fields`. */
  readonly offsets: readonly number[];
}

/** Size in bytes; null where it is not known. Another alignment leaves a scalar as large as it is. */
export function sizeOf(type: CType, model: DataModel): bigint | null {
  const isScalar = type.kind === 'int' || type.kind === 'float' || type.kind === 'pointer';
  const extent = isScalar ? scalarExtent(type, model) : extentOf(type, model);
  return extent === null ? null : BigInt(extent.size / 8);
}

/**
 * An initialiser can make an object of the type larger than the type: `struct { int n; int v[]; } a = { 2, { 5, 6 } };`
 */
export function growsWithInitializer(type: CType): boolean {
  if (type.kind !== 'record' || type.union) return false;
  const last = type.fields?.at(-1)?.type;
  if (last?.kind === 'array') return last.length === null || last.length === 0n;
  return last !== undefined && growsWithInitializer(last);
}

/** Alignment in bytes; null where it is not known. */
export function alignOf(type: CType, model: DataModel): bigint | null {
  const extent = extentOf(type, model);
  // i386 aligns wide scalars more loosely within records than by themselves; compilers disagree on what they say of it
  if (model.pointer === 32 && extent !== null && (type.kind === 'int' || type.kind === 'float') && extent.size > 32)
    return null;
  return extent === null ? null : BigInt(extent.align / 8);
}

function scalar(bytes: number, model: DataModel): Extent {
  const loose = model.pointer === 32 && model.name !== 'LLP64' && bytes > 4;
  return { size: bytes * 8, align: (loose ? 4 : bytes) * 8 };
}

/** As it is where no attribute aligns it otherwise. */
function scalarExtent(type: CType & { readonly kind: 'int' | 'float' | 'pointer' }, model: DataModel): Extent {
  if (type.kind === 'pointer') return { size: model.pointer, align: model.pointer };
  if (type.kind === 'float') return scalar(type.bytes, model);
  // a value of a bit-field has the size of the type that holds it
  let bytes = 1;
  while (bytes * 8 < type.int.bits) bytes *= 2;
  return scalar(bytes, model);
}

function extentOf(type: CType, model: DataModel): Extent | null {
  if ('attributed' in type && type.attributed) return null;
  switch (type.kind) {
    case 'int':
    case 'float':
    case 'pointer':
      return scalarExtent(type, model);
    case 'array': {
      const element = extentOf(type.of, model);
      if (element === null || type.length === null || BigInt(element.size) * type.length > BigInt(LARGEST)) return null;
      return { size: element.size * Number(type.length), align: element.align };
    }
    case 'record':
      return layoutOf(type, model);
    case 'void':
    case 'function':
      return { size: 8, align: 8 };
    case 'unknown':
      return type.bytes === undefined ? null : scalar(type.bytes, model);
    default: {
      const never: never = type;
      return never;
    }
  }
}

/**
 * Layouts that are known, by data model. They don't change once a record is complete, unless by an attribute of a later
 * name for it.
 */
let layouts = new WeakMap<RecordType, Map<string, RecordLayout | null>>();

/** A record has got attributes: what it is in may lie otherwise. */
export function forgetLayouts(): void {
  layouts = new WeakMap();
}

/** The layout of a record; null where it is incomplete, or something in it is not known. */
export function layoutOf(record: RecordType, model: DataModel): RecordLayout | null {
  if (record.fields === null || record.attributed === true || record.open === true) return null;
  let known = layouts.get(record);
  if (known === undefined) {
    known = new Map();
    layouts.set(record, known);
  }
  const key = `${model.name} ${model.pointer}`;
  let layout = known.get(key);
  if (layout === undefined) {
    layout = laidOut(record, record.fields, model);
    known.set(key, layout);
  }
  return layout;
}

/** Larger sizes, in bits, are not counted with. */
const LARGEST = 2 ** 52;

function laidOut(record: RecordType, fields: readonly Field[], model: DataModel): RecordLayout | null {
  let at = 0;
  let size = 0;
  let align = 8;
  const offsets: number[] = [];
  const up = (n: number, to: number): number => Math.ceil(n / to) * to;
  for (const [index, field] of fields.entries()) {
    const last = index === fields.length - 1;
    // a flexible array member takes no room; one whose size isn't known some
    const { type } = field;
    const flexible = last && !record.union && type.kind === 'array' && type.length === null && type.sized !== true;
    const inner = extentOf(flexible ? { ...type, length: 0n } : type, model);
    if (inner === null || (field.bits !== null && model.name === 'LLP64')) return null;
    if (record.union) at = 0;
    if (field.bits === null) at = up(at, inner.align);
    else if (field.bits === 0) at = up(at, inner.align);
    // a bit-field lies within one unit of its type
    else if ((at % inner.align) + field.bits > inner.size) at = up(at, inner.align);
    offsets.push(at);
    if (field.name !== '') align = Math.max(align, inner.align);
    at += field.bits ?? inner.size;
    size = Math.max(size, at);
    if (size > LARGEST) return null;
  }
  return { size: up(size, align), align, offsets };
}

/**
 * Where a member begins, in bits, and its type; inner anonymous records are searched too. Null where that is not known.
 */
export function memberOffset(
  record: RecordType,
  name: string,
  model: DataModel,
): { readonly offset: number; readonly type: CType } | null {
  const layout = layoutOf(record, model);
  for (const [i, field] of (record.fields ?? []).entries()) {
    const offset = layout?.offsets[i];
    if (offset === undefined) return null;
    if (field.name === name) return { offset, type: fieldType(field) };
    if (field.name !== null || field.type.kind !== 'record') continue;
    const inner = memberOffset(field.type, name, model);
    if (inner !== null) return { ...inner, offset: offset + inner.offset };
  }
  return null;
}
