/**
 * Accesses through pointers. Which objects they reach is found out once calls are inlined
 * (`inlining/resolve-memory.ts`).
 */
import { constantValue } from '../../program/index.ts';
import type { Access, Behind, Expr, Held, Positioned } from '../../program/index.ts';
import type { IntType } from '../../machine/index.ts';
import { fieldType, hasVolatile, keyOf, unionStorage } from '../types/index.ts';
import { binary, cast, constant } from './build-function.ts';
import type { Draft } from './function-draft.ts';
import type { CType, DataModel, Place, RecordType, Value } from '../types/index.ts';
import { lifeOf } from './lifetimes.ts';
import { POSITION } from './pointer-positions.ts';
import { hasPosition, positionOf, shift } from './pointers.ts';
import { MOST_PARTS } from './struct-values.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** An access that may still be narrowed down to a member or an element. */
export type OpenAccess = Omit<Access, 'type'>;

/**
 * The unit in which pointers to a type count, as a key: equal keys, equal layout. Null: such pointers are not modelled.
 */
function unitOf(type: CType, model: DataModel): string | null {
  switch (type.kind) {
    case 'int':
      return type.volatile || type.int.bits % 8 !== 0
        ? type.int.bool && !type.volatile
          ? 'bool'
          : null
        : `i${type.int.bits}`;
    case 'pointer':
      return type.volatile ? null : 'pointer';
    case 'record':
      return type.fields === null || !isAsDeclared(type)
        ? null
        : `${type.union ? 'union' : 'struct'} ${type.tag}{${type.fields
            .map((field, i) => `${keyOf(field, i)}:${field.bits ?? ''}${shortKey(field.type, model)}`)
            .join(' ')}}`;
    default:
      return null;
  }
}

/** No attribute has changed it, or what is in it. Types in it may be unknown: its members have names all the same. */
const isAsDeclared = ({ attributed, fields }: RecordType): boolean =>
  attributed !== true &&
  (fields ?? []).every(({ type }) => {
    let inner = type;
    while (inner.kind === 'array') inner = inner.of;
    return inner.kind !== 'record' || isAsDeclared(inner);
  });

/** As `unitOf`, but a pointer doesn't say what it points to: a list node points to list nodes, without end. */
function shortKey(type: CType, model: DataModel): string {
  return type.kind === 'array'
    ? `[${type.length ?? ''}]${shortKey(type.of, model)}`
    : (unitOf(type, model) ?? type.kind);
}

/** `*(pointer + index)`; null: nothing is known of where the pointer leads. */
export function accessThrough(draft: Draft, pointer: Value, index: Expr, node: SyntaxNode): OpenAccess | null {
  if (draft.trial || pointer.type.kind !== 'pointer') return null;
  const { model } = draft.file.types;
  const unit = unitOf(pointer.type.to, model);
  if (unit === null) return null;
  if (!hasPosition(pointer)) return constantValue(index) === 0n ? accessThroughCast(pointer, unit, model) : null;
  const base = positionOf(draft, pointer, node);
  return { position: constantValue(index) === 0n ? base : shift(base, '+', index), unit, path: '', index: null };
}

/**
 * `*(struct item *)bytes`. Positions that count other elements are nothing to those of the pointer's own type, so such
 * objects are of a unit of their own. What is written in another unit may change them.
 */
function accessThroughCast({ castFrom }: Value, unit: string, model: DataModel): OpenAccess | null {
  if (castFrom === undefined) return null;
  const { position, to, written } = castFrom;
  const counted = to.kind === 'void' ? 'void' : unitOf(to, model);
  return counted === null ? null : { position, unit: `${unit} at ${counted}`, path: '', index: null, cast: written };
}

/** A member, by its key. */
export function memberAccess(access: OpenAccess, key: string): OpenAccess {
  const indexed = access.index === null ? undefined : (access.indexed ?? access.path);
  return {
    ...access,
    path: access.path === '' ? key : `${access.path}/${key}`,
    ...(indexed !== undefined && { indexed }),
  };
}

/**
 * The member at the end of a path through records. What lies in a union that is no integer is reached as the members of
 * a struct are, and shares the union's bytes. Null where a type isn't known, or something may change at any time.
 */
export function pathAccess(
  access: OpenAccess,
  record: RecordType,
  path: readonly string[],
): { readonly access: OpenAccess; readonly type: CType; readonly united?: RecordType } | null {
  let [at, type]: [OpenAccess, CType] = [access, record];
  let united: RecordType | undefined;
  for (const key of path) {
    if (type.kind !== 'record' || (type.union && hasVolatile(type))) return null;
    const position: number = (type.fields ?? []).findIndex((field, n) => keyOf(field, n) === key);
    const field = type.fields?.[position];
    if (field === undefined) return null;
    if (type.union) united ??= type;
    at = memberAccess(type.union ? { ...at, overlay: at.overlay ?? at.path } : at, key);
    type = fieldType(field);
    if (field.bits !== null) return null;
  }
  return { access: at, type, ...(united && { united }) };
}

/** An element of an array; null for an array that is no member. */
export function elementAccess(draft: Draft, access: OpenAccess, of: CType, index: Expr): OpenAccess | null {
  if (of.kind !== 'array' || access.path === '') return null;
  if (access.index === null) return { ...access, index: cast(index, draft.file.difference) };
  if (of.length === null) return null;
  return {
    ...access,
    rows: [...(access.rows ?? []), of.length],
    index: binary(
      'add',
      binary('mul', access.index, constant(of.length, draft.file.difference), null),
      cast(index, draft.file.difference),
      null,
    ),
  };
}

/** The integer (or position) that a scalar or union is kept as; null for what has none. */
export function scalarOf(type: CType, model: DataModel): IntType | null {
  if (type.kind === 'int') return type.volatile ? null : type.int;
  if (type.kind === 'pointer') return type.volatile ? null : POSITION;
  return type.kind === 'record' && type.union ? unionStorage(type, model) : null;
}

interface StructPart {
  readonly path: string;
  readonly variable: number | null;
  readonly array: number | null;
}

/** The parts of a struct that are variables, or arrays; null where there are too many. */
function partsOf(struct: Place): readonly StructPart[] | null {
  const parts: StructPart[] = [];
  for (const part of partsBelow(struct, '')) {
    parts.push(part);
    if (parts.length > MOST_PARTS) return null;
  }
  return parts;
}

function* partsBelow(place: Place, path: string): Generator<StructPart> {
  switch (place.kind) {
    case 'variable':
      yield { path, variable: place.id, array: null };
      break;
    case 'array':
      yield { path, variable: null, array: place.id };
      break;
    case 'record':
    case 'members':
    // columns of an array of structs within a struct
    case 'table':
      for (const [key, field] of place.fields) yield* partsBelow(field.place, path === '' ? key : `${path}/${key}`);
      break;
    default:
  }
}

/** The variables and arrays that hold the object; null: it isn't modelled. */
function heldBy(draft: Draft, place: Place, type: CType): { readonly unit: string; readonly holds: Held } | null {
  const { model } = draft.file.types;
  const unit = unitOf(type, model);
  if (unit === null) return null;
  switch (place.kind) {
    case 'variable':
      return { unit, holds: { kind: 'variable', id: place.id, ...insideOf(draft, place.id) } };
    case 'array':
      return place.dims.length === 1 ? { unit, holds: { kind: 'elements', array: place.id } } : null;
    case 'bits': {
      const size = type.kind === 'int' ? type.int.bits : 0;
      const whole = draft.variables[place.id]!.type.bits;
      return size === 0
        ? null
        : {
            unit,
            holds: {
              kind: 'bits',
              id: place.id,
              offset: place.offset,
              count: Math.floor((whole - place.offset) / size),
              ...insideOf(draft, place.id),
            },
          };
    }
    case 'record':
    case 'members': {
      const parts = partsOf(place);
      return parts && { unit, holds: { kind: 'members', parts } };
    }
    case 'table': {
      const parts = partsOf(place);
      if (parts === null || place.dims.length !== 1) return null;
      return {
        unit,
        holds: {
          kind: 'rows',
          ...(place.dims[0] != null && { length: place.dims[0] }),
          parts: parts.flatMap((p) =>
            p.array === null ? [] : [{ path: p.path, array: p.array, size: sizeIn(place.type, p.path) }],
          ),
        },
      };
    }
    case 'opaque':
      return place.elements ? { unit, holds: { kind: 'rows', length: place.elements.length, parts: [] } } : null;
    default:
      return null;
  }
}

/** It is a member: programs go on from there to those behind it. */
const insideOf = ({ exposed }: Draft, id: number): { readonly inside?: true } =>
  exposed.get(id)?.field ? { inside: true } : {};

/** How many elements the member at a path has in one struct. */
function sizeIn(record: RecordType, path: string): bigint {
  let at: CType = record;
  let size = 1n;
  for (const key of path.split('/')) {
    if (at.kind !== 'record') break;
    const i = (at.fields ?? []).findIndex((field, n) => keyOf(field, n) === key);
    if (i < 0) break;
    at = fieldType(at.fields![i]!);
    for (; at.kind === 'array'; at = at.of) size *= at.length ?? 1n;
  }
  return size;
}

/** All named objects with what holds them; and the names for memory behind pointers that are never assigned. */
export function positionedObjects(draft: Draft): { readonly positions: Positioned[]; readonly behind: Behind[] } {
  const positions = draft.named.map(({ name, at, place, type, shared }): Positioned => {
    const held = type === null ? null : heldBy(draft, place, type);
    const lives = shared ? undefined : lifeOf(draft, place);
    return { name, at, ...(held ?? {}), ...(shared && { shared }), ...(lives && { lives }) };
  });
  const behind: Behind[] = [];
  for (const { place, type, position } of draft.led) {
    const at = position();
    // how an array of arrays is accessed isn't resolved, only that it is
    const nested =
      place.kind === 'array' && place.dims.length > 1
        ? { unit: 'array', holds: { kind: 'elements' as const, array: place.id, nested: true as const } }
        : null;
    const held = at?.kind === 'var' ? (nested ?? heldBy(draft, place, type)) : null;
    if (held !== null && at?.kind === 'var') behind.push({ pointer: at.id, ...held });
  }
  return { positions, behind };
}
