/** Objects become variables and arrays of the IR; what has no place there is opaque. */
import type { IntType } from '../ir/types.ts';
import { INT } from '../ir/types.ts';
import type { SourceRange } from '../ir/source.ts';
import type { VarId } from '../ir/program.ts';
import { because, newVariable } from './build.ts';
import type { Draft, DraftArray } from './build.ts';
import { fieldType } from './ctypes.ts';
import type { CType, RecordType } from './ctypes.ts';
import { initialValues } from './initializers.ts';
import type { Initial } from './initializers.ts';
import type { GlobalObject, Place } from './scope.ts';
import type { SyntaxNode } from './syntax.ts';

export const OPAQUE: Place = { kind: 'opaque' };

export interface ObjectTraits {
  readonly scope: 'param' | 'local' | 'global';
  readonly range: SourceRange;
  readonly initial: Initial | null;
  readonly addressTaken: boolean;
  /** An array's name is used as a pointer somewhere. */
  readonly escapes: boolean;
  readonly isConst: boolean;
  /** Foreign pointers may lead to it. */
  readonly exposed: boolean;
}

/** Records with more members than this stay opaque. */
const MOST_FIELDS = 64;

/** Makes the variables and arrays for an object of the type. */
export function makePlace(f: Draft, name: string, type: CType, traits: ObjectTraits): Place {
  switch (type.kind) {
    case 'int': {
      if (type.volatile) return OPAQUE;
      const initial = traits.initial?.kind === 'value' ? traits.initial.value : null;
      const id = newVariable(f, name, type.int, traits.scope, traits.range, initial, traits.addressTaken);
      if (traits.isConst) f.constants.add(id);
      if (traits.exposed || traits.addressTaken) f.exposed.add(id);
      return { kind: 'variable', id };
    }
    case 'array': {
      const shape = arrayShape(type);
      if (shape === null) return OPAQUE;
      const initial = traits.initial?.kind === 'elements' ? traits.initial.values : null;
      return newArray(f, name, shape.element, shape.dims, traits.scope, initial, { viaPointer: false, escapes: traits.escapes || traits.addressTaken || traits.exposed, isConst: traits.isConst });
    }
    case 'record': {
      if (traits.addressTaken || type.union || type.fields === null || countFields(type) > MOST_FIELDS) return OPAQUE;
      const fields = new Map<string, { place: Place; type: CType }>();
      const initials = traits.initial?.kind === 'fields' ? traits.initial.values : null;
      type.fields.forEach((field, i) => {
        if (field.name === '') return;
        const inner = fieldType(field);
        const key = field.name ?? `#${i}`;
        const place = makePlace(f, field.name === null ? name : `${name}.${field.name}`, inner, { ...traits, initial: initials?.[i] ?? null });
        fields.set(key, { place, type: inner });
      });
      return { kind: 'record', fields };
    }
    default:
      return OPAQUE;
  }
}

function countFields(type: RecordType): number {
  let count = 0;
  for (const field of type.fields ?? []) count += field.type.kind === 'record' ? countFields(field.type) : 1;
  return count;
}

/** Element type and dimensions of a (nested) array of integers; null for arrays of something else. */
export function arrayShape(type: CType): { readonly element: IntType; readonly dims: readonly (bigint | null)[] } | null {
  const dims: (bigint | null)[] = [];
  let at = type;
  while (at.kind === 'array') {
    dims.push(at.length);
    at = at.of;
  }
  // an unknown inner dimension leaves no way to number the elements
  if (at.kind !== 'int' || at.volatile || dims.slice(1).includes(null)) return null;
  return { element: at.int, dims };
}

export function newArray(
  f: Draft, name: string, element: IntType, dims: readonly (bigint | null)[], scope: DraftArray['scope'], initial: readonly bigint[] | null,
  traits: { readonly viaPointer: boolean; readonly escapes: boolean; readonly isConst: boolean },
): Place {
  const id = f.arrays.length;
  const length = dims.reduce<bigint | null>((product, d) => (product === null || d === null ? null : product * d), 1n);
  f.arrays.push({ id, name, element, length, scope, initial, ...traits });
  return { kind: 'array', id, dims };
}

/** What a pointer that never changes leads to: an array object of its own. */
export function pointee(f: Draft, name: string, type: CType & { readonly kind: 'pointer' }, scope: 'param' | 'local', viaPointer: boolean): Place {
  const shape = arrayShape({ kind: 'array', of: type.to, length: null });
  if (shape === null) return OPAQUE;
  return { kind: 'pointer', target: newArray(f, name, shape.element, shape.dims, scope, null, { viaPointer: viaPointer && !type.restrict, escapes: true, isConst: false }) };
}

/** The place of a file-scope object in this function, made at its first use. */
export function globalPlace(f: Draft, object: GlobalObject): Place {
  const known = f.globals.get(object.name);
  if (known !== undefined) return known;
  const place = makePlace(f, object.name, object.type, {
    scope: 'global',
    range: object.range,
    initial: object.external ? null : initialValues(f.file.types, object.type, object.initializer, f.file.fileScope, true),
    addressTaken: f.file.addressTaken.has(object.name),
    escapes: !object.isStatic || f.file.bare.has(object.name),
    isConst: object.isConst,
    exposed: !object.isStatic && !object.isConst,
  });
  f.globals.set(object.name, place);
  return place;
}

/** A name that nothing declares: a macro of a header that was not read, or an object of one. */
export function undeclared(f: Draft, name: string, node: SyntaxNode): VarId {
  const known = f.globals.get(name);
  if (known?.kind === 'variable') return known.id;
  const macro = /^[A-Z_][A-Z0-9_]*$/.test(name);
  const reason = macro
    ? because(f, 'unknown-macro', `\`${name}\` is not defined in this file: taken for a constant of type int`, node)
    : because(f, 'undeclared', `\`${name}\` is not declared in this file: taken for an int`, node);
  const id = newVariable(f, name, INT, 'global', reason.range, null, false);
  if (macro) f.constants.add(id);
  else f.exposed.add(id);
  f.globals.set(name, { kind: 'variable', id });
  return id;
}
