/** The objects of a walk: globals, strings, and what initialisers put into them. */

import type { SyntaxNode } from '../syntax/index.ts';
import type { CType, GlobalObject, Scope, Step } from '../types/index.ts';
import {
  fieldType,
  growsWithInitializer,
  initializerLength,
  isString,
  keyOf,
  layoutOf,
  sizeOf,
  stringValue,
  valuesGiven,
} from '../types/index.ts';
import { hasChoices } from './walk-configured.ts';
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
export function declaredObject(walk: Walk, at: number, described: Described): WalkedObject {
  const before = walk.declared.get(at);
  if (before === undefined || before.size !== described.size || !isAlike(before.type, described.type)) {
    const made = newObject(walk, described);
    walk.declared.set(at, made);
    return made;
  }
  walk.memory.add(before, without(before));
  return before;
}

/** `m[h][w]` may have other rows when it is declared again. */
function isAlike(a: CType | null, b: CType): boolean {
  if (a?.kind !== 'array' || b.kind !== 'array') return true;
  return a.length === b.length && isAlike(a.of, b.of);
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

/** More globals than this, or longer initialisers, are not looked at where a program begins. */
const MOST_BEGINNING = 200;
const LONGEST_BEGINNING = 2000;

/**
 * The first thing that runs is `main`: globals that only this file has, or gives a value, are as they were initialised.
 */
export function programBegins(walk: Walk): void {
  const { file } = walk;
  if (file.mainAgain || file.constructors.size > 0) return;
  const globals = [...file.fileScope.names.values()].flatMap((s) => (s.kind === 'global' ? [s.object] : []));
  for (const global of globals.slice(0, MOST_BEGINNING)) {
    const { initializer, isStatic, external, lost } = global;
    const isLong = initializer !== null && initializer.end - initializer.start > LONGEST_BEGINNING;
    const isOwn = !external && lost === undefined && (isStatic || initializer !== null);
    if (isOwn && !isLong && !(initializer !== null && hasChoices(file, initializer))) globalObject(walk, global, true);
  }
}

/** A global object. What it holds is known where nothing can change it, or where the program `begins`. */
export function globalObject(walk: Walk, global: GlobalObject, begins = false): WalkedObject {
  const before = walk.globals.get(global);
  // a memory that parted before the object was named doesn't have it yet
  if (before !== undefined && (!before.fixed || walk.memory.has(before))) return before;
  const type = completed(walk, global.type, global.initializer, walk.file.fileScope);
  const object = before ?? describedGlobal(walk, global, type);
  walk.globals.set(global, object);
  const isKept = object.fixed && !global.external && global.lost === undefined;
  const constant = object.size !== null && (isKept || begins);
  walk.memory.add(object, constant ? 'zero' : 'unknown');
  if (constant && global.initializer !== null) {
    const scope = walk.scope;
    walk.scope = walk.file.fileScope;
    walk.silent++;
    const done = attempt(() =>
      initialize(walk, { kind: 'place', object, low: 0n, high: 0n, type }, global.initializer!),
    );
    walk.silent--;
    walk.scope = scope;
    if (done === null) walk.memory.add(object, 'unknown');
  }
  return object;
}

function describedGlobal(walk: Walk, global: GlobalObject, type: CType): WalkedObject {
  // what is declared elsewhere may be larger there
  const { initializer } = global;
  // in another build a table may have other rows
  const isChosen = initializer !== null && hasChoices(walk.file, initializer);
  const size =
    !isChosen &&
    !growsWithInitializer(type) &&
    ((global.external && type.kind !== 'array') || global.lost === undefined)
      ? sizeOf(type, walk.file.types.model)
      : null;
  const fixed = global.isConst || walk.file.fixed.has(global.name);
  return { name: `\`${global.name}\``, kind: 'global', size, type, fixed, exposed: !fixed };
}

/** The array that a string constant stands for. */
export function stringObject(walk: Walk, node: SyntaxNode): WalkedObject {
  const before = walk.strings.get(node.start);
  if (before !== undefined && walk.memory.has(before)) return before;
  const found = stringValue(walk.file.types, node);
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
  walk.strings.set(node.start, object);
  walk.memory.add(object, 'unknown');
  if (element !== undefined && values.length < 1000)
    values.forEach((v, i) => walk.memory.write(object, i * element.bits, element.bits, integer(element, v)));
  return object;
}

/** Longest array that is initialised element by element. */
const MOST_GIVEN = 1024;

/** `T x = { ... }`: each part that is given gets its value, the others are zero. */
export function initialize(walk: Walk, place: WalkedPlace & { readonly kind: 'place' }, value: SyntaxNode): void {
  const { type, object } = place;
  const braced = value.type === 'initializer_list';
  if (!braced && !(type.kind === 'array' && isString(value))) {
    put(walk, place, type, Number(place.low), value);
    return;
  }
  const given = valuesGiven(walk.file.types, type, value, walk.scope);
  if (given === null || given.length > MOST_GIVEN) {
    walk.memory.add(object, 'unknown');
    return;
  }
  walk.memory.add(object, 'zero');
  for (const { path, type: part, value: v } of given) {
    step(walk);
    const at = offsetOf(walk, type, path);
    if (at === null) {
      walk.memory.add(object, 'unknown');
      return;
    }
    if (v !== null) put(walk, place, part, at, v);
  }
}

function put(
  walk: Walk,
  { object }: WalkedPlace & { readonly kind: 'place' },
  type: CType,
  at: number,
  value: SyntaxNode,
): void {
  if (type.kind === 'array') {
    const found = isString(value) ? stringValue(walk.file.types, value) : null;
    if (found === null || found.values.length > MOST_GIVEN) {
      walk.memory.add(object, 'unknown');
      return;
    }
    const { bits } = found.element;
    const room = type.length ?? BigInt(found.values.length);
    found.values
      .slice(0, Number(room))
      .forEach((v, i) => walk.memory.write(object, at + i * bits, bits, integer(found.element, v)));
    for (let i = found.values.length; i < Number(room) && i < MOST_GIVEN; i++)
      walk.memory.write(object, at + i * bits, bits, integer(found.element, 0n));
    return;
  }
  const bits = bitsOf(walk, type);
  const walked = walk.follow.value(walk, value);
  if (bits === null || type.kind === 'unknown') walk.memory.add(object, 'unknown');
  else if (type.kind === 'record')
    walk.memory.paste(object, { at, bits }, walked.kind === 'whole' ? walked.copy : null);
  else walk.memory.write(object, at, bits, asType(walked, type));
}

/** Where a part lies, in bits; null: not known. */
function offsetOf(walk: Walk, type: CType, path: readonly Step[]): number | null {
  let at = 0;
  let within = type;
  for (const step of path) {
    if (within.kind === 'array' && typeof step === 'bigint') {
      const bits = bitsOf(walk, within.of);
      if (bits === null) return null;
      at += Number(step) * bits;
      within = within.of;
      continue;
    }
    if (within.kind !== 'record') return null;
    const position = (within.fields ?? []).findIndex((field, k) => keyOf(field, k) === step);
    const offset = layoutOf(within, walk.file.types.model)?.offsets[position];
    const field = within.fields?.[position];
    if (offset === undefined || field === undefined || field.bits !== null) return null;
    at += offset;
    within = fieldType(field);
  }
  return at;
}
