/** The integers that unions are kept as. */
import type { IntType } from '../../machine/index.ts';
import type { CType, RecordType } from './c-types.ts';
import { layoutOf } from './memory-layout.ts';
import type { DataModel } from './standard-types.ts';

/** Widest union that is one integer, in bits. */
const WIDEST = 128;

/**
 * The integer that holds a union; null where its layout is not known, it is too large, or something in it is volatile.
 */
export function unionStorage(type: RecordType, model: DataModel): IntType | null {
  if (!type.union || type.fields === null || hasVolatile(type)) return null;
  const layout = layoutOf(type, model);
  if (layout === null || layout.size === 0 || layout.size > WIDEST) return null;
  return { bits: layout.size, signed: false, bool: false, name: type.tag === '' ? 'union' : `union ${type.tag}` };
}

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
