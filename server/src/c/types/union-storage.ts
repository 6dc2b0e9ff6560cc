/** The integers that unions are kept as. */
import type { IntType, UnionPart } from '../../machine/index.ts';
import type { CType, RecordType } from './c-types.ts';
import { layoutOf } from './memory-layout.ts';
import type { DataModel } from './standard-types.ts';

/** Widest union that is one integer, in bits. */
const WIDEST = 128;

/**
 * The integer that holds a union, signed as the first member that is all of it; null where its layout is not known, it
 * is too large, or something in it is volatile.
 */
export function unionStorage(type: RecordType, model: DataModel): IntType | null {
  if (!type.union || type.fields === null || hasVolatile(type)) return null;
  const layout = layoutOf(type, model);
  if (layout === null || layout.size === 0 || layout.size > WIDEST) return null;
  const union = partsOf(type, model);
  const signed = wholeOf(union, layout.size)?.type.signed ?? false;
  return { bits: layout.size, signed, bool: false, name: type.tag === '' ? 'union' : `union ${type.tag}`, union };
}

/** Its members that are plain integers, and those of structs and arrays in it. */
function partsOf(record: RecordType, model: DataModel, around = '', from = 0): readonly UnionPart[] {
  const { offsets = [] } = layoutOf(record, model) ?? {};
  return (record.fields ?? []).flatMap(({ name, type, bits }, i): readonly UnionPart[] => {
    const offset = from + (offsets[i] ?? 0);
    if (name === '' || bits !== null) return [];
    const spelled = [around, name ?? ''].filter((key) => key !== '').join('.');
    if (type.kind === 'record') return partsOf(type, model, spelled, offset);
    if (type.kind === 'array') return elementsOf(type, spelled, offset);
    return name !== null && type.kind === 'int' && !type.int.bool ? [{ name: spelled, offset, type: type.int }] : [];
  });
}

function elementsOf(
  { of, length }: CType & { readonly kind: 'array' },
  spelled: string,
  from: number,
): readonly UnionPart[] {
  if (of.kind !== 'int' || of.int.bool || length === null || length > WIDEST) return [];
  const { int } = of;
  return Array.from({ length: Number(length) }, (_, i) => ({
    name: `${spelled}[${i}]`,
    offset: from + i * int.bits,
    type: int,
  }));
}

/** The member that is all of it, if there is one. */
export const wholeOf = (parts: readonly UnionPart[], bits: number): UnionPart | undefined =>
  parts.find(({ name, type }) => type.bits === bits && !/[.[]/.test(name));

/** There is a union in it, however deep. */
export function holdsUnion(type: CType, around: readonly CType[] = []): boolean {
  if (type.kind === 'array') return holdsUnion(type.of, around);
  // no struct has itself as a member, whatever is written
  if (type.kind !== 'record' || around.includes(type)) return false;
  return type.union || (type.fields ?? []).some((field) => holdsUnion(field.type, [...around, type]));
}

/** Something in it may change at any time. */
export function hasVolatile(type: CType): boolean {
  if (type.kind === 'array') return hasVolatile(type.of);
  if (type.kind === 'record') return (type.fields ?? []).some((field) => hasVolatile(field.type));
  return (type.kind === 'int' || type.kind === 'pointer') && type.volatile === true;
}
