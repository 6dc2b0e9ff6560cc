/** Structs as values: handed to functions, returned, chosen by `?:`. What has no variables in it is left out. */
import type { Expr, VarId } from '../../program/index.ts';
import type { IntType } from '../../machine/index.ts';
import { assign, cast, rangeOf, temporary, unknownValue, variable } from './build-function.ts';
import type { Draft } from './function-draft.ts';
import { OPAQUE, fieldType, keyOf, unionStorage } from '../types/index.ts';
import type { CType, DataModel, Place, RecordType, Value } from '../types/index.ts';
import { memberPlace } from './make-objects.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { noValue, reasonFor } from './expression-value.ts';

/** An integer member: the way to it by the keys of `Place` fields, and its type. */
export interface Leaf {
  readonly path: readonly string[];
  readonly type: IntType;
}

/** The integer members of a struct, those of inner ones included, in order of declaration; a union is one. */
export function leavesOf(record: RecordType, model: DataModel): Leaf[] {
  if (record.union) {
    const storage = unionStorage(record, model);
    return storage === null ? [] : [{ path: [], type: storage }];
  }
  return (record.fields ?? []).flatMap((field, i): Leaf[] => {
    const key = field.name ?? `#${i}`;
    const type = fieldType(field);
    if (key === '') return [];
    if (type.kind === 'int') return [{ path: [key], type: type.int }];
    return type.kind === 'record' ? leavesOf(type, model).map((leaf) => ({ ...leaf, path: [key, ...leaf.path] })) : [];
  });
}

/** The variable of a member; null where it has none. */
export function leafVariable(place: Place | null, path: readonly string[]): VarId | null {
  let at: Place | null = place;
  for (const key of path) at = at?.kind === 'record' ? (at.fields.get(key)?.place ?? null) : null;
  return at?.kind === 'variable' ? at.id : null;
}

/** The values of all integer members of a struct; unknown ones where it is not known which struct it is. */
export function leafValues(draft: Draft, record: RecordType, value: Value, node: SyntaxNode): Expr[] {
  const from = recordOf(draft, value.place) ?? value.place;
  return leavesOf(record, draft.file.types.model).map(({ path, type }) => {
    if (path.length === 0 && value.expr !== null) return cast(value.expr, type);
    const id = leafVariable(from, path);
    return id === null
      ? unknownValue(draft, type, reasonFor(draft, record, node), node, value.by && { by: value.by })
      : variable(draft, id);
  });
}

/** A struct of temporaries. */
export function temporaryRecord(draft: Draft, record: RecordType): Place {
  if (record.union) {
    const storage = unionStorage(record, draft.file.types.model);
    return storage === null ? OPAQUE : { kind: 'variable', id: temporary(draft, storage) };
  }
  if (record.fields === null) return OPAQUE;
  const fields = new Map<string, { place: Place; type: CType }>();
  record.fields.forEach((field, i) => {
    if (field.name === '') return;
    const type = fieldType(field);
    const place: Place =
      type.kind === 'int'
        ? { kind: 'variable', id: temporary(draft, type.int) }
        : type.kind === 'record'
          ? temporaryRecord(draft, type)
          : OPAQUE;
    fields.set(field.name ?? `#${i}`, { place, type });
  });
  return { kind: 'record', fields };
}

/** What a struct of temporaries is worth. */
export function recordValue(f: Draft, record: RecordType, place: Place): Value {
  return place.kind === 'variable'
    ? { type: record, expr: variable(f, place.id), place: null }
    : noValue(record, place);
}

/** Copies the integer members into a struct of temporaries. */
export function keepRecord(draft: Draft, record: RecordType, target: Place, source: Value, node: SyntaxNode): void {
  const values = leafValues(draft, record, source, node);
  leavesOf(record, draft.file.types.model).forEach(({ path }, i) => {
    const id = leafVariable(target, path);
    if (id !== null) assign(draft, id, values[i]!, rangeOf(draft, node));
  });
}

/** More members than this aren't made for an object that pointers lead to. */
export const MOST_PARTS = 64;

/** Makes all members of a record whose members are made as they are met. */
export function completeMembers(draft: Draft, place: Place): void {
  if (place.kind !== 'members') return;
  if (countLeaves(place.type) > MOST_PARTS) return;
  (place.type.fields ?? []).forEach((field, i) => {
    if (field.name === '') return;
    const made = memberPlace(draft, place, keyOf(field, i));
    if (made !== null) completeMembers(draft, made.place);
  });
}

/** A struct as the variables of its members; null where it has none for some. */
export function recordOf(draft: Draft, place: Place | null): (Place & { readonly kind: 'record' }) | null {
  if (place?.kind === 'record') return place;
  if (place?.kind !== 'members') return null;
  completeMembers(draft, place);
  const all = (place.type.fields ?? []).every((field, i) => field.name === '' || place.fields.has(keyOf(field, i)));
  if (!all) return null;
  const fields = new Map(
    [...place.fields].map(([key, field]) => [key, { ...field, place: recordOf(draft, field.place) ?? field.place }]),
  );
  return { kind: 'record', fields };
}

function countLeaves(type: RecordType): number {
  return (type.fields ?? []).reduce(
    (sum, field) => sum + (field.type.kind === 'record' ? countLeaves(field.type) : 1),
    0,
  );
}
