/** Members that the place of their object doesn't tell. They are read where they lie behind the pointer that leads there. */
import { OPAQUE, IN_UNION, UNKNOWN, isShared, keyOf } from '../types/index.ts';
import type { CType, RecordType, TablePlace, Whole } from '../types/index.ts';
import type { findField } from '../types/index.ts';
import type { Draft } from './function-draft.ts';
import type { Lvalue } from './lvalue.ts';
import { accessThrough, pathAccess } from './memory-access.ts';
import type { OpenAccess } from './memory-access.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** A member that its object's place doesn't tell: it is read where it lies. */
export function partUntold(
  draft: Draft,
  whole: Lvalue & { readonly kind: 'place' | 'entry' },
  found: Lvalue | null,
  { path, type, field }: NonNullable<ReturnType<typeof findField>>,
  node: SyntaxNode,
): Lvalue {
  const record = whole.type.kind === 'record' ? whole.type : null;
  const isInUnion = record !== null && ((whole.kind === 'place' && isShared(whole.place)) || passesUnion(record, path));
  const place = found?.kind === 'place' ? found.place : OPAQUE;
  const own = isInUnion && place.kind === 'opaque' && !place.own && !place.fixed ? IN_UNION : place;
  const isRead = isInUnion || type.kind === 'record' || type.kind === 'array' || whole.access !== undefined;
  const partOf = isInUnion ? undefined : objectOf(whole);
  return {
    kind: 'place',
    place: own,
    type,
    ...(isRead && record && readAt(draft, whole, record, path, node)),
    ...(partOf && { whole: partOf, field }),
  };
}

/** Where a part lies behind the pointer that leads to the object. */
export function readAt(
  draft: Draft,
  whole: Lvalue & { readonly kind: 'place' | 'entry' },
  record: RecordType,
  path: readonly string[],
  node: SyntaxNode,
): { readonly access?: OpenAccess } {
  const led = whole.kind === 'place' ? whole.led : undefined;
  const root = whole.access ?? (led && accessThrough(draft, led.pointer, led.index, node));
  const inside = root && pathAccess(root, record, path);
  return inside ? { access: inside.access } : {};
}

/** The object that parts of it are told apart in. */
function objectOf(lvalue: Lvalue & { readonly kind: 'place' | 'entry' }): Whole | undefined {
  if (lvalue.kind === 'entry') return lvalue.table.whole;
  return lvalue.place.kind === 'members' ? lvalue.place.traits.whole : lvalue.whole;
}

/** Some members of its structs have no place. */
export const isInPart = ({ fields }: TablePlace): boolean =>
  [...fields.values()].some(({ place, type }) =>
    place.kind === 'table' ? isInPart(place) : place.kind === 'opaque' && type.kind !== 'float',
  );

/** The record is a union, or the way goes through one that has no name. */
function passesUnion(record: RecordType, path: readonly string[]): boolean {
  let at: CType = record;
  for (const key of path) {
    if (at.kind !== 'record') return false;
    if (at.union) return true;
    at = (at.fields ?? []).find((field, n) => keyOf(field, n) === key)?.type ?? UNKNOWN;
  }
  return false;
}
