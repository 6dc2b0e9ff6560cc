/** The objects that an access may reach. */
import { MOST_OBJECTS } from './pointer-values.ts';
import type { Beginnings, Pointed } from './pointer-values.ts';
import type { ArrayObject, Held, Positioned, VarId, Variable } from '../program/index.ts';
import type { IntType } from '../machine/index.ts';

export interface Objects {
  /** Where objects begin. */
  readonly begins: Beginnings;
  readonly at: ReadonlyMap<bigint, Positioned>;
  readonly variables: readonly Variable[];
  readonly arrays: readonly ArrayObject[];
}

/** One object that may be meant. */
export type MemoryTarget =
  /** It is meant where the position is just this. `certain`: that it is. */
  | { readonly kind: 'variable'; readonly id: VarId; readonly at: bigint; readonly certain: boolean }
  | {
      readonly kind: 'bits';
      readonly id: VarId;
      readonly offset: number;
      readonly at: bigint;
      readonly certain: boolean;
    }
  /** An array that is a member of an object at this position: the access' own index counts. */
  | { readonly kind: 'member'; readonly array: number; readonly at: bigint; readonly certain: boolean }
  /** An array whose elements the position counts, `size` for one. */
  | {
      readonly kind: 'element';
      readonly array: number;
      readonly at: bigint;
      readonly size: bigint;
      readonly certain: boolean;
    };

interface Wanted {
  readonly unit: string;
  readonly path: string;
  readonly type: IntType;
  /** There is an index into an array that is a member. */
  readonly indexed: boolean;
  readonly pointer: boolean;
}

/** All that may be meant; null where that isn't known. */
export function accessTargets(objects: Objects, led: Pointed, wanted: Wanted): readonly MemoryTarget[] | null {
  if (led.unknown || led.objects.size > MOST_OBJECTS) return null;
  // where it can only be null the run is undefined
  if (led.objects.size === 0) return led.isNull ? [] : null;
  const out: MemoryTarget[] = [];
  const alone = led.objects.size === 1 && !led.isNull;
  for (const [at, offset] of led.objects) {
    const found = targetsWithin(objects, { at, offset, alone }, wanted);
    if (found === null) return null;
    out.push(...found);
  }
  return out.length > MOST_OBJECTS * 2 ? null : out;
}

/** One object that an access may mean, and the way to the value within it. */
interface Meant {
  readonly at: bigint;
  /** From where the object begins; null: not known. */
  readonly offset: bigint | null;
  /** Nothing else may be meant. */
  readonly alone: boolean;
}

function targetsWithin(objects: Objects, { at, offset, alone }: Meant, wanted: Wanted): readonly MemoryTarget[] | null {
  const positioned = objects.at.get(at);
  const held = positioned?.unit === wanted.unit ? positioned.holds : undefined;
  if (held === undefined) return null;
  const { path, indexed } = wanted;
  const certain = alone && offset === 0n;
  const variable = (id: VarId): readonly MemoryTarget[] | null =>
    !indexed && fitsVariable(objects, id, wanted) ? [{ kind: 'variable', id, at, certain }] : null;
  switch (held.kind) {
    case 'variable':
      return path === '' ? variable(held.id) : null;
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
      // the member is an array itself just where there is an index
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

/** Parts of an integer, the first one lowest: any of them where the offset isn't known. */
function bitsWithin(
  held: Held & { readonly kind: 'bits' },
  meant: Meant,
  wanted: Wanted,
): readonly MemoryTarget[] | null {
  const { at, offset, alone } = meant;
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
  return Array.from({ length: held.count }, (_, k) => one(k));
}
