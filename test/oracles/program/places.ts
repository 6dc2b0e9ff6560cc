/**
 * Objects that an expression may name: variables, members, elements, and what pointers point at. Every one lies within
 * its object.
 */
import type { Draft, Variable } from './draft.ts';
import { choose, made } from './draft.ts';
import type { Expression } from './levels.ts';
import { LEVEL, within } from './levels.ts';
import type { ArrayType, CType, Field, IntegerType, PointerType, RecordType } from './types.ts';

export interface Place {
  readonly text: string;
  readonly level: number;
  readonly type: CType;
  readonly writable: boolean;
  readonly root: Variable;
  /** No pointer lies between the variable and the place. */
  readonly direct: boolean;
  readonly bitField: boolean;
  /** Of a pointer: elements that may be accessed behind it. */
  readonly extent: number;
  /** Elements of its array from it on. */
  readonly run: number;
  readonly index?: string;
}

export interface Wanted {
  readonly accept: (type: CType) => boolean;
  readonly write: boolean;
  /** Its address is to be taken. */
  readonly address?: boolean;
  /** Only these variables. */
  readonly only?: (v: Variable) => boolean;
}

/** A value for an index; handed in, since expressions need places and places need indices. */
export type IndexOf = (d: Draft, length: number) => Expression;

/** A place of a wanted type; null where none was found. */
export function drawPlace(d: Draft, wanted: Wanted, index: IndexOf): Place | null {
  const open = d.variables.filter(
    (v) =>
      !d.changed.has(v.name) &&
      (!wanted.write || !d.read.has(v.name)) &&
      !(wanted.address && v.private) &&
      (wanted.only?.(v) ?? true) &&
      (!wanted.write || !d.leaf || v.depth > 0),
  );
  if (open.length === 0) return null;
  for (let attempt = 0; attempt < 10; attempt++) {
    // what was declared last is of interest more often
    const root = d.r.chance(0.4) ? (open[Math.max(0, open.length - 1 - d.r.int(0, 3))] as Variable) : d.r.pick(open);
    const start: Place = {
      text: root.name,
      level: LEVEL.primary,
      type: root.type,
      writable: root.writable,
      root,
      direct: true,
      bitField: false,
      extent: root.extent ?? 1,
      run: 1,
      ...(root.index === undefined ? {} : { index: root.index }),
    };
    const found = walk(d, start, wanted, index, 5);
    if (found) {
      d.read.add(root.name);
      return found;
    }
  }
  return null;
}

function walk(d: Draft, place: Place, wanted: Wanted, index: IndexOf, steps: number): Place | null {
  const { type } = place;
  const fits =
    wanted.accept(type) &&
    (!wanted.write || place.writable) &&
    !(wanted.address && place.bitField) &&
    !(wanted.write && d.leaf && !place.direct);
  if (fits && (type.kind === 'integer' || steps === 0 || d.r.chance(0.6))) return place;
  if (steps === 0) return null;
  switch (type.kind) {
    case 'integer':
    case 'function':
      return null;
    case 'record':
      return walk(d, member(d, place, type, '.'), wanted, index, steps - 1);
    case 'array':
      return walk(d, element(d, place, type, index), wanted, index, steps - 1);
    case 'pointer':
      return type.to.kind === 'function' ? null : walk(d, pointed(d, place, type, index), wanted, index, steps - 1);
    default:
      return type satisfies never;
  }
}

function member(d: Draft, place: Place, record: RecordType, operator: '.' | '->'): Place {
  let [text, within_]: [string, RecordType] = [within(place, LEVEL.postfix), record];
  for (;;) {
    const field: Field = d.r.pick(within_.fields);
    if (within_.union) made(d, 'type: union member accessed', 0);
    if (field.name === null) {
      made(d, 'type: anonymous member accessed', 0);
      within_ = field.type as RecordType;
      continue;
    }
    text = `${text}${operator}${field.name}`;
    made(d, `operator: ${operator}`, 0);
    if (field.width !== undefined) made(d, 'type: bit-field accessed', 0);
    return {
      ...place,
      text,
      level: LEVEL.postfix,
      type: field.type,
      bitField: field.width !== undefined,
      extent: 1,
      run: 1,
    };
  }
}

function element(d: Draft, place: Place, type: ArrayType, index: IndexOf): Place {
  const k = place.index === undefined ? index(d, type.length) : { text: place.index, level: LEVEL.primary };
  const base = within(place, LEVEL.postfix);
  const { index: _, ...rest } = place;
  const at = /^\d+$/.test(k.text) ? Number(k.text) : type.length - 1;
  const common = { ...rest, type: type.of, extent: 1, run: Math.max(1, type.length - at) };
  if (d.r.chance(0.08))
    return made(d, 'operator: *(a + k)', {
      ...common,
      text: `*(${base} + ${within(k, LEVEL.add + 1)})`,
      level: LEVEL.unary,
    });
  if (d.r.chance(0.03))
    return made(d, 'operator: k[a]', { ...common, text: `${within(k, LEVEL.postfix)}[${base}]`, level: LEVEL.postfix });
  return made(d, 'operator: []', { ...common, text: `${base}[${k.text}]`, level: LEVEL.postfix });
}

function pointed(d: Draft, place: Place, type: PointerType, index: IndexOf): Place {
  const { index: _, ...rest } = place;
  const common: Place = {
    ...rest,
    type: type.to,
    writable: !type.readonly,
    direct: false,
    bitField: false,
    extent: 1,
    run: place.extent,
  };
  const star = (): Place =>
    made(d, 'operator: unary *', { ...common, text: `*${within(place, LEVEL.unary)}`, level: LEVEL.unary });
  return choose<Place>(d, [
    [
      4,
      () =>
        type.to.kind === 'record'
          ? member(d, { ...common, text: place.text, level: place.level }, type.to, '->')
          : null,
    ],
    [3, star],
    [
      2,
      () => {
        if (place.extent < 2) return null;
        const k = index(d, place.extent);
        return made(d, 'operator: p[k]', {
          ...common,
          text: `${within(place, LEVEL.postfix)}[${k.text}]`,
          level: LEVEL.postfix,
          run: 1,
        });
      },
    ],
    [
      1,
      () => made(d, 'operator: p[0]', { ...common, text: `${within(place, LEVEL.postfix)}[0]`, level: LEVEL.postfix }),
    ],
  ]) as Place;
}

/** Types of which a value can be read and that are integers. */
export const isInteger = (t: CType): t is IntegerType => t.kind === 'integer';
