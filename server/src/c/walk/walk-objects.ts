/** The objects of a walk: globals, strings, and what initialisers put into them. */

import type { SyntaxNode } from '../syntax/index.ts';
import type { CType, GlobalObject, Scope, Step } from '../types/index.ts';
import {
  fieldType,
  initializerLength,
  isString,
  keyOf,
  layoutOf,
  sizeOf,
  stringValue,
  valuesGiven,
} from '../types/index.ts';
import { asType, bitsOf } from './walk-places.ts';
import type { Walk, WalkedPlace } from './walk-state.ts';
import { attempt, step } from './walk-state.ts';
import type { WalkedObject } from './walked-values.ts';
import { integer } from './walked-values.ts';

interface Described {
  readonly name: string;
  readonly type: CType;
  readonly kind: WalkedObject['kind'];
  readonly size: bigint | null;
  /** Nothing changes it. */
  readonly fixed?: boolean;
}

/** The object of a declaration, which has no value yet: the same each time round. */
export function declaredObject(w: Walk, at: number, described: Described): WalkedObject {
  const before = w.declared.get(at);
  if (before === undefined || before.size !== described.size) {
    const made = newObject(w, described);
    w.declared.set(at, made);
    return made;
  }
  w.memory.add(before, without(before));
  return before;
}

/** Makes an object of a type, which has no value yet. */
export function newObject(w: Walk, { name, type, kind, size, fixed = false }: Described): WalkedObject {
  const object = { name, kind, size: type.kind === 'void' ? null : size, type, fixed, exposed: false };
  w.memory.add(object, without(object));
  return object;
}

const without = ({ kind, type }: Pick<WalkedObject, 'kind' | 'type'>): 'unset' | 'unknown' =>
  kind === 'local' && type !== null && unsettable(type) ? 'unset' : 'unknown';

/** Whether it shows that such an object has no value. */
function unsettable(type: CType): boolean {
  return (
    (type.kind === 'int' && !type.volatile) ||
    type.kind === 'float' ||
    type.kind === 'pointer' ||
    (type.kind === 'array' && unsettable(type.of)) ||
    (type.kind === 'record' && !type.union)
  );
}

/** An array gets its length from what it is initialised with. */
export function completed(w: Walk, type: CType, value: SyntaxNode | null, scope: Scope): CType {
  if (type.kind !== 'array' || type.length !== null || value === null) return type;
  return { ...type, length: initializerLength(w.file.types, type, value, scope) };
}

/** A global object. What it holds is known where nothing can change it, or where the program begins. */
export function globalObject(w: Walk, global: GlobalObject): WalkedObject {
  const before = w.globals.get(global);
  // a memory that parted before the object was named doesn't have it yet
  if (before !== undefined && (!before.fixed || w.memory.has(before))) return before;
  const type = completed(w, global.type, global.initializer, w.file.fileScope);
  const object = before ?? describedGlobal(w, global, type);
  w.globals.set(global, object);
  const constant = object.fixed && !global.external && global.lost === undefined;
  w.memory.add(object, constant ? 'zero' : 'unknown');
  if (constant && global.initializer !== null) {
    const scope = w.scope;
    w.scope = w.file.fileScope;
    w.silent++;
    const done = attempt(() => initialize(w, { kind: 'place', object, low: 0n, high: 0n, type }, global.initializer!));
    w.silent--;
    w.scope = scope;
    if (done === null) w.memory.add(object, 'unknown');
  }
  return object;
}

function describedGlobal(w: Walk, global: GlobalObject, type: CType): WalkedObject {
  // what is declared elsewhere may be larger there
  const size =
    (global.external && type.kind !== 'array') || global.lost === undefined ? sizeOf(type, w.file.types.model) : null;
  const fixed = global.isConst || w.file.fixed.has(global.name);
  return { name: `\`${global.name}\``, kind: 'global', size, type, fixed, exposed: !fixed };
}

/** The array that a string constant stands for. */
export function stringObject(w: Walk, node: SyntaxNode): WalkedObject {
  const before = w.strings.get(node.start);
  if (before !== undefined && w.memory.has(before)) return before;
  const found = stringValue(w.file.types, node);
  const element = found?.element;
  const bytes = element === undefined ? 1 : element.bits / 8;
  const values = found?.values ?? [];
  const type: CType =
    element === undefined
      ? { kind: 'unknown' }
      : { kind: 'array', of: { kind: 'int', int: element, volatile: false }, length: BigInt(values.length) };
  const object: WalkedObject = before ?? {
    name: 'the string',
    kind: 'string',
    size: found === null ? null : BigInt(values.length * bytes),
    type,
    fixed: true,
    exposed: false,
  };
  w.strings.set(node.start, object);
  w.memory.add(object, 'unknown');
  if (element !== undefined && values.length < 1000)
    values.forEach((v, i) => w.memory.write(object, i * element.bits, element.bits, integer(element, v)));
  return object;
}

/** Longest array that is initialised element by element. */
const MOST_GIVEN = 1024;

/** `T x = { ... }`: each part that is given gets its value, the others are zero. */
export function initialize(w: Walk, place: WalkedPlace & { readonly kind: 'place' }, value: SyntaxNode): void {
  const { type, object } = place;
  const braced = value.type === 'initializer_list';
  if (!braced && !(type.kind === 'array' && isString(value))) {
    put(w, place, type, Number(place.low), value);
    return;
  }
  const given = valuesGiven(w.file.types, type, value, w.scope);
  if (given === null || given.length > MOST_GIVEN) {
    w.memory.forget(object);
    return;
  }
  w.memory.add(object, 'zero');
  for (const { path, type: part, value: v } of given) {
    step(w);
    const at = offsetOf(w, type, path);
    if (at === null) {
      w.memory.forget(object);
      return;
    }
    if (v !== null) put(w, place, part, at, v);
  }
}

function put(
  w: Walk,
  { object }: WalkedPlace & { readonly kind: 'place' },
  type: CType,
  at: number,
  value: SyntaxNode,
): void {
  if (type.kind === 'array') {
    const found = isString(value) ? stringValue(w.file.types, value) : null;
    if (found === null || found.values.length > MOST_GIVEN) {
      w.memory.forget(object);
      return;
    }
    const { bits } = found.element;
    const room = type.length ?? BigInt(found.values.length);
    found.values
      .slice(0, Number(room))
      .forEach((v, i) => w.memory.write(object, at + i * bits, bits, integer(found.element, v)));
    for (let i = found.values.length; i < Number(room) && i < MOST_GIVEN; i++)
      w.memory.write(object, at + i * bits, bits, integer(found.element, 0n));
    return;
  }
  const bits = bitsOf(w, type);
  const v = w.follow.value(w, value);
  if (bits === null || type.kind === 'unknown') w.memory.forget(object);
  else if (type.kind === 'record') w.memory.paste(object, { at, bits }, v.kind === 'whole' ? v.copy : null);
  else w.memory.write(object, at, bits, asType(v, type));
}

/** Where a part lies, in bits; null: not known. */
function offsetOf(w: Walk, type: CType, path: readonly Step[]): number | null {
  let at = 0;
  let within = type;
  for (const s of path) {
    if (within.kind === 'array' && typeof s === 'bigint') {
      const bits = bitsOf(w, within.of);
      if (bits === null) return null;
      at += Number(s) * bits;
      within = within.of;
      continue;
    }
    if (within.kind !== 'record') return null;
    const i = (within.fields ?? []).findIndex((field, k) => keyOf(field, k) === s);
    const offset = layoutOf(within, w.file.types.model)?.offsets[i];
    const field = within.fields?.[i];
    if (offset === undefined || field === undefined || field.bits !== null) return null;
    at += offset;
    within = fieldType(field);
  }
  return at;
}
