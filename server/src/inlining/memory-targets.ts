/**
 * The variables and array elements that an access through a pointer may reach, given the objects that its pointer may
 * lead to.
 */
import { MOST_OBJECTS } from './pointer-values.ts';
import type { Beginnings, Pointed } from './pointer-values.ts';
import type { ArrayObject, Held, Positioned, VarId, Variable } from '../program/index.ts';
import type { IntType } from '../machine/index.ts';

/** The objects of a function whose calls are inlined. */
export interface Objects {
  readonly begins: Beginnings;
  /** By the position at which they begin. */
  readonly at: ReadonlyMap<bigint, Positioned>;
  readonly variables: readonly Variable[];
  readonly arrays: readonly ArrayObject[];
}

/**
 * One place that may be accessed. `at`: the position that the pointer has then; for an element, where its array begins.
 * `certain`: no other place can be accessed.
 */
export type MemoryTarget =
  | { readonly kind: 'variable'; readonly id: VarId; readonly at: bigint; readonly certain: boolean }
  | {
      readonly kind: 'bits';
      readonly id: VarId;
      readonly offset: number;
      readonly at: bigint;
      readonly certain: boolean;
    }
  /** An array that is a member of the object at this position. The access' own index selects the element: `p->a[i]`. */
  | { readonly kind: 'member'; readonly array: number; readonly at: bigint; readonly certain: boolean }
  /** An element of the array that begins at this position. The pointer's offset selects it, `size` for each element. */
  | {
      readonly kind: 'element';
      readonly array: number;
      readonly at: bigint;
      readonly size: bigint;
      readonly certain: boolean;
    };

/** What is accessed behind the pointer, and as what type. */
interface Wanted {
  readonly unit: string;
  readonly path: string;
  readonly type: IntType;
  /** The access has an index into an array that is a member. */
  readonly indexed: boolean;
  readonly pointer: boolean;
}

/**
 * All places that may be accessed; null: not known. None: every run that gets there is undefined, since the pointer can
 * only be null.
 */
export function accessTargets(objects: Objects, pointed: Pointed, wanted: Wanted): readonly MemoryTarget[] | null {
  if (pointed.unknown || pointed.objects.size > MOST_OBJECTS) return null;
  if (pointed.objects.size === 0) return pointed.isNull ? [] : null;
  const out: MemoryTarget[] = [];
  const alone = pointed.objects.size === 1 && !pointed.isNull;
  for (const [at, offset] of pointed.objects) {
    const found = targetsWithin(objects, { at, offset, alone }, wanted);
    if (found === null) return null;
    out.push(...found);
  }
  return out.length > MOST_OBJECTS * 2 ? null : out;
}

/** One object that the pointer may lead to. */
interface PointedObject {
  readonly at: bigint;
  /** From the object's beginning; null: not known. */
  readonly offset: bigint | null;
  /** The pointer can lead nowhere else. */
  readonly alone: boolean;
}

function targetsWithin(
  objects: Objects,
  { at, offset, alone }: PointedObject,
  wanted: Wanted,
): readonly MemoryTarget[] | null {
  const positioned = objects.at.get(at);
  const held = positioned?.unit === wanted.unit ? positioned.holds : undefined;
  if (held === undefined) return null;
  const { path, indexed } = wanted;
  const certain = alone && offset === 0n;
  const variable = (id: VarId): readonly MemoryTarget[] | null =>
    !indexed && fitsVariable(objects, id, wanted) ? [{ kind: 'variable', id, at, certain }] : null;
  switch (held.kind) {
    case 'variable':
      return path === '' && !(held.inside && offset !== 0n) ? variable(held.id) : null;
    case 'elements': {
      const fits = path === '' && !indexed && fitsArray(objects, held.array, wanted);
      return fits ? [{ kind: 'element', array: held.array, at, size: 1n, certain: alone }] : null;
    }
    case 'bits':
      return bitsWithin(held, { at, offset, alone }, wanted);
    case 'members': {
      const part = held.parts.find((p) => p.path === path);
      if (part === undefined) return null;
      if (part.variable !== null) return variable(part.variable);
      const fits = indexed && part.array !== null && fitsArray(objects, part.array, wanted);
      return fits ? [{ kind: 'member', array: part.array, at, certain }] : null;
    }
    case 'rows': {
      const part = held.parts.find((p) => p.path === path);
      // an index is there exactly where the member itself is an array
      if (part === undefined || !fitsArray(objects, part.array, wanted) || (!indexed && part.size !== 1n)) return null;
      return [{ kind: 'element', array: part.array, at, size: part.size, certain: alone }];
    }
  }
}

function fitsVariable(objects: Objects, id: VarId, { type, pointer }: Wanted): boolean {
  const v = objects.variables[id]!;
  return (v.pointer === true) === pointer && v.type.bits === type.bits && v.type.bool === type.bool;
}

function fitsArray(objects: Objects, id: number, { type, pointer }: Wanted): boolean {
  const { element } = objects.arrays[id]!;
  return element.bits === type.bits && element.bool === type.bool && !pointer;
}

/**
 * Parts of an integer, e.g. one byte of an `int`; the first is the lowest. All of them where the offset isn't known.
 */
function bitsWithin(
  held: Held & { readonly kind: 'bits' },
  pointed: PointedObject,
  wanted: Wanted,
): readonly MemoryTarget[] | null {
  const { at, offset, alone } = pointed;
  const { path, indexed, pointer, type } = wanted;
  if (path !== '' || indexed || pointer || type.bool) return null;
  const one = (k: number): MemoryTarget => ({
    kind: 'bits',
    id: held.id,
    offset: held.offset + k * type.bits,
    at: at + BigInt(k),
    certain: alone && offset !== null,
  });
  if (offset !== null) return offset >= 0n && offset < BigInt(held.count) ? [one(Number(offset))] : null;
  return held.inside ? null : Array.from({ length: held.count }, (_, k) => one(k));
}
