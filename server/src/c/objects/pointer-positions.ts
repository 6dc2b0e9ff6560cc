/** Where objects begin, as numbers: see `pointers.ts`. */
import type { Expr, VarId } from '../../program/index.ts';
import type { SourceRange } from '../../source/index.ts';
import type { IntType } from '../../machine/index.ts';
import { binary, constant } from './build-function.ts';
import type { Draft } from './function-draft.ts';
import type { CType, Place, Value } from '../types/index.ts';
import { pointerTo, sizeOf } from '../types/index.ts';

/** One bit less than differences have, so that these never overflow. */
export const POSITION: IntType = { bits: 63, signed: true, bool: false, name: 'pointer' };

export const NULL_POSITION: Expr = constant(0n, POSITION);

/** The position is that of the null pointer, or of an object that a program can have. */
export function isValid(position: Expr): Expr {
  const [first, last] = [constant(1n << 31n, POSITION), constant((1n << 61n) + (1n << 40n), POSITION)];
  const inside = binary('land', binary('ge', position, first, null), binary('le', position, last, null), null);
  return binary('lor', binary('eq', position, NULL_POSITION, null), inside, null);
}

/** A variable whose value is a position. */
export function newPointer(
  draft: Draft,
  name: string,
  scope: 'param' | 'local' | 'temp' | 'global',
  range: SourceRange | null,
  addressTaken = false,
): VarId {
  const id = draft.variables.length;
  draft.variables.push({ id, name, type: POSITION, scope, range, initial: null, addressTaken, pointer: true });
  return id;
}

/**
 * Where an object begins. Named objects get a number of their own; what a parameter leads to begins where the parameter
 * points.
 */
export function objectPosition(draft: Draft, place: Place, type: CType | null = null): Expr {
  const key = placeKey(place);
  const known = draft.positions.get(key) ?? draft.unborn.get(key)?.();
  if (known !== undefined) {
    draft.positions.set(key, known);
    return known;
  }
  // all functions know a global by the same position
  const named = [...draft.globals].find(([, p]) => placeKey(p) === key)?.[0];
  // a nested array seen as one row of elements
  const row =
    place.kind === 'array' ? [...draft.globals].find(([, p]) => p.kind === 'array' && p.id === place.id) : undefined;
  const global = named ?? (row === undefined ? undefined : `${row[0]}[]`);
  const name = nameOf(draft, place, global);
  const at =
    BigInt(hash(global === undefined ? `${draft.name}.${name}.${draft.positions.size}` : `.${global}`) + 1) << 32n;
  const position = constant(at, POSITION);
  draft.positions.set(key, position);
  draft.named.push({ name, at, place, type: objectType(draft, place, type), shared: global !== undefined });
  return position;
}

/**
 * A function's name as a value: a pointer to it (C11 6.3.2.1p4). Functions that may be others of another name, or none,
 * have no position.
 */
export function functionValue(draft: Draft, name: string, type: CType): Value {
  const pointer: Value = { type: pointerTo(type), expr: null, place: null };
  return draft.file.definitions.has(name) && !draft.file.elsewhere.has(name)
    ? { ...pointer, position: functionPosition(name) }
    : { ...pointer, type, leads: { kind: 'object' } };
}

/** Where a function of the file stands: the same place for all functions that name it. */
export const functionPosition = (name: string): Expr => constant(BigInt(hash(`${name}()`) + 1) << 32n, POSITION);

/** What the object is; null where that isn't modelled. */
function objectType(draft: Draft, place: Place, type: CType | null): CType | null {
  switch (place.kind) {
    case 'variable': {
      const v = draft.variables[place.id]!;
      if (v.pointer) return { kind: 'pointer', to: { kind: 'void' }, restrict: false };
      return type?.kind === 'record' ? type : { kind: 'int', int: v.type, volatile: false };
    }
    case 'array':
      return { kind: 'int', int: draft.arrays[place.id]!.element, volatile: false };
    case 'members':
    case 'table':
    case 'bits':
      return place.type;
    case 'opaque':
      return place.elements?.of ?? null;
    default:
      return null;
  }
}

/** By what an object's position is kept. */
export function placeKey(place: Place): Place | string {
  if (place.kind === 'bits')
    return `bits ${place.id} ${place.offset} ${place.type.kind === 'int' ? place.type.int.bits : ''}`;
  return place.kind === 'array'
    ? `array ${place.id} ${place.dims.length}`
    : place.kind === 'variable'
      ? `variable ${place.id}`
      : place;
}

function nameOf(draft: Draft, place: Place, global: string | undefined): string {
  switch (place.kind) {
    case 'array':
      return draft.arrays[place.id]!.name;
    case 'variable':
    case 'bits':
      return `&${draft.variables[place.id]!.name}`;
    case 'opaque':
      return `${place.array ? '' : '&'}${place.name ?? 'object'}`;
    case 'members':
      return `&${place.name ?? 'object'}`;
    default:
      return (
        global ?? [...draft.objects].find(([, objects]) => objects.some((o) => o.place === place))?.[0] ?? '&object'
      );
  }
}

/** FNV-1a, 29 bits of it: the same function gives its objects the same places each time. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 3;
}

/** Whether positions count the same elements: a conversion then keeps them. */
export function sameUnit(draft: Draft, from: CType, to: CType, explicit: boolean): boolean {
  const fromType = pointedType(from);
  const toType = pointedType(to);
  if (fromType === null || toType === null) return false;
  if (fromType === toType) return true;
  const [fromSize, toSize] = [sizeOf(fromType, draft.file.types.model), sizeOf(toType, draft.file.types.model)];
  // the members of a struct have positions of their own, counted from elsewhere
  if (
    fromSize !== null &&
    toSize !== null &&
    (fromType.kind === 'record' ||
      toType.kind === 'record' ||
      (fromType.kind === 'pointer') !== (toType.kind === 'pointer'))
  )
    return false;
  if (fromSize !== null && toSize !== null) return fromSize === toSize && fromSize > 0n;
  // the compiler has let it pass without a cast: the types are the same, whatever they are
  return !explicit && fromType.kind !== 'void' && toType.kind !== 'void';
}

export function pointedType(type: CType): CType | null {
  return type.kind === 'pointer' ? type.to : type.kind === 'array' ? type.of : null;
}
