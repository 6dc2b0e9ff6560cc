/**
 * Elements of arrays of structs as a whole. Each integer member is an array of its own over all elements: `a[i].x` is
 * element `i` of `a.x`.
 */
import { unknownValue, variable } from './build-function.ts';
import type { Draft } from './function-draft.ts';
import { OPAQUE, keyOf } from '../types/index.ts';
import type { CType, Place, RecordType, Value } from '../types/index.ts';
import { loadElement, storeElement } from './array-elements.ts';
import { havocPlace } from './havoc-object.ts';
import type { Entry } from './lvalue.ts';
import { entryMember } from './object-parts.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { intValue, noValue, reasonFor, toInt } from './expression-value.ts';

/** A pointer into the object is made: others may lead there from now on. */
export function expose(f: Draft, place: Place): void {
  if (place.kind === 'array') f.arrays[place.id] = { ...f.arrays[place.id]!, escapes: true };
  else if (place.kind === 'table') for (const field of place.fields.values()) expose(f, field.place);
}

/** All integer members of a struct, as temporaries. */
export function loadEntry(draft: Draft, entry: Entry, node: SyntaxNode): Value {
  if (entry.type.kind === 'array') expose(draft, entry.table);
  return entry.dims.length === 0 && entry.type.kind === 'record'
    ? noValue(entry.type, loadRecord(draft, entry, entry.type, node))
    : noValue(entry.type);
}

function loadRecord(draft: Draft, entry: Entry, record: RecordType, node: SyntaxNode): Place {
  const fields = new Map<string, { place: Place; type: CType }>();
  (record.fields ?? []).forEach((field, i) => {
    const key = keyOf(field, i);
    const part = entryMember(draft, entry, key);
    if (part === null) return;
    let place: Place = OPAQUE;
    if (part.kind === 'element') {
      const value = toInt(draft, loadElement(draft, part, node), node);
      if (value.kind === 'var') place = { kind: 'variable', id: value.id };
    } else if (part.kind === 'entry' && part.type.kind === 'record') place = loadRecord(draft, part, part.type, node);
    fields.set(key, { place, type: part.type });
  });
  return { kind: 'record', fields };
}

/** Writes all integer members of a struct; arrays among them are unknown afterwards. */
export function storeEntry(f: Draft, entry: Entry, value: Value, node: SyntaxNode): void {
  if (entry.type.kind === 'record') storeRecord(f, entry, entry.type, value.place, node);
}

function storeRecord(draft: Draft, entry: Entry, record: RecordType, source: Place | null, node: SyntaxNode): void {
  (record.fields ?? []).forEach((field, index) => {
    const key = keyOf(field, index);
    const part = entryMember(draft, entry, key);
    if (part === null) return;
    const from = source?.kind === 'record' ? (source.fields.get(key)?.place ?? null) : null;
    if (part.kind === 'element') {
      const type = draft.arrays[part.array]!.element;
      const value =
        from?.kind === 'variable'
          ? variable(draft, from.id)
          : unknownValue(draft, type, reasonFor(draft, record, node), node);
      storeElement(draft, part, intValue(value), node, node);
    } else if (part.kind === 'entry' && part.type.kind === 'record') storeRecord(draft, part, part.type, from, node);
    else havocPlace(draft, entry.table.fields.get(key)!.place, reasonFor(draft, record, node), node);
  });
}
