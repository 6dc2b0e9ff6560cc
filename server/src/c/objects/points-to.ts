/**
 * What a pointer may lead to, as far as the function's own assignments tell (flow-insensitive, by names, as in Andersen's
 * analysis restricted to pointers whose address is never taken).
 */
import type { VarId } from '../../program/index.ts';
import type { Draft, NamedObject } from './function-draft.ts';
import { OPAQUE } from '../types/index.ts';
import { globalPlace } from './named-objects.ts';
import type { ArrayPlace } from '../types/index.ts';
import type { Source } from '../syntax/index.ts';

/** The one array that the pointer variable can lead into; null: several, or unknown ones. */
export function targetOf(draft: Draft, id: VarId): ArrayPlace | null {
  const known = draft.targets.get(id);
  if (known !== undefined) return known;
  const { name, addressTaken } = draft.variables[id]!;
  const own = draft.objects.get(name)?.find((o) => o.place.kind === 'variable' && o.place.id === id);
  const found = new Set<ArrayPlace>();
  const certain =
    own !== undefined &&
    !addressTaken &&
    !draft.facts.opaque &&
    rootsOfObject(draft, name, own, found, new Set([name])) &&
    found.size === 1;
  const target = certain ? [...found][0]! : null;
  draft.targets.set(id, target);
  return target;
}

/** Adds the arrays that the name stands for or leads to; false: there may be others. */
function rootsOf(draft: Draft, name: string, found: Set<ArrayPlace>, seen: Set<string>): boolean {
  if (seen.has(name)) return true;
  seen.add(name);
  const row = name.endsWith('[]');
  const objects = objectsOf(draft, row ? name.slice(0, -2) : name);
  return objects?.every((o) => (row ? rowsOf(draft, o, found) : rootsOfObject(draft, name, o, found, seen))) ?? false;
}

/** Rows of a nested array; elements of others are unknown pointers. */
function rowsOf(draft: Draft, { place }: NamedObject, found: Set<ArrayPlace>): boolean {
  if (place.kind === 'array' && place.dims.length > 1) {
    found.add(flattened(draft, place));
    return true;
  }
  return false;
}

function rootsOfObject(
  draft: Draft,
  name: string,
  object: NamedObject,
  found: Set<ArrayPlace>,
  seen: Set<string>,
): boolean {
  const { place } = object;
  switch (place.kind) {
    case 'array':
      found.add(flattened(draft, place));
      return true;
    case 'pointer': {
      const { target } = place;
      if (target.kind !== 'array' || target.dims.length !== 1) return false;
      found.add(target);
      return true;
    }
    case 'variable':
      // an integer made a pointer
      if (draft.variables[place.id]!.pointer !== true) return false;
      if (object.root === 'unknown') return false;
      if (object.root !== null) found.add(object.root);
      return (draft.facts.sources.get(name) ?? []).every((s) => rootsOfSource(draft, s, found, seen));
    default:
      return false;
  }
}

function rootsOfSource(draft: Draft, source: Source, found: Set<ArrayPlace>, seen: Set<string>): boolean {
  switch (source.kind) {
    case 'nothing':
      return true;
    case 'unknown':
    case 'address':
      return false;
    case 'name':
      return rootsOf(draft, source.name, found, seen);
    case 'through':
      if (draft.file.definitions.has(source.callee) || draft.file.strangers.has(source.callee)) return false;
      return rootsOfSource(draft, source.of, found, seen);
    case 'either':
      return source.of.every((s) => rootsOfSource(draft, s, found, seen));
    case 'sum': {
      const pointer = [source.left, source.right].find((s) => s.kind !== 'name' || isPointer(draft, s.name) !== false);
      return pointer !== undefined && rootsOfSource(draft, pointer, found, seen);
    }
  }
}

/** Null: not known. */
function isPointer(f: Draft, name: string): boolean | null {
  const objects = name.endsWith('[]') ? null : objectsOf(f, name);
  const kinds = new Set((objects ?? []).map((o) => o.type.kind === 'pointer' || o.type.kind === 'array'));
  return kinds.size === 1 ? kinds.has(true) : null;
}

/** All objects that the name may mean in the function; null: not known. */
function objectsOf(draft: Draft, name: string): readonly NamedObject[] | null {
  const own = draft.objects.get(name) ?? [];
  // some declaration of the name is further down and has not been lowered yet
  if (own.filter((o) => !o.param).length < (draft.facts.declared.get(name) ?? 0)) return null;
  const outside = draft.file.fileScope.names.get(name);
  if (outside === undefined) return own.length > 0 ? own : null;
  if (own.some((o) => o.param)) return own;
  if (outside.kind === 'constant')
    return [
      ...own,
      { place: OPAQUE, type: { kind: 'int', int: outside.type, volatile: false }, root: null, param: false },
    ];
  return outside.kind === 'global'
    ? [...own, { place: globalPlace(draft, outside.object), type: outside.object.type, root: null, param: false }]
    : null;
}

/** A nested array seen as one row of elements. */
export function flattened(draft: Draft, place: ArrayPlace): ArrayPlace {
  if (place.dims.length === 1) return place;
  let flat = draft.flat.get(place.id);
  if (flat === undefined) {
    flat = { kind: 'array', id: place.id, dims: [draft.arrays[place.id]!.length] };
    draft.flat.set(place.id, flat);
  }
  return flat;
}
