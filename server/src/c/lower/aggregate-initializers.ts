/** Initialisers of local arrays and structs: each part gets its value, and the others zero. */
import type { Reason } from '../../source/index.ts';
import {
  assign,
  because,
  constant,
  effectsWithin,
  emit,
  havocPlace,
  intValue,
  lowerExpr,
  partOf,
  placed,
  rangeOf,
  reasonFor,
  store,
  zeroBits,
} from '../objects/index.ts';
import type { Draft, Lvalue, Operand } from '../objects/index.ts';
import { fieldType, keyOf, stringElements, valuesGiven } from '../types/index.ts';
import type { CType, Given, Place, Step, Value } from '../types/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** An object with more parts than this is not initialised part by part. */
const MOST_STORES = 256;
/** Arrays with more elements are filled with zeros first. */
const FEW_STORES = 16;

/** An object that is being initialised. */
interface Initialized {
  readonly place: Place;
  readonly whole: Lvalue;
  /** The object has been filled with zeros before. */
  readonly isZero: boolean;
  readonly node: SyntaxNode;
  /** A range of designators has one value, which is worked out once. */
  readonly values: Map<SyntaxNode, Value>;
}

/** `T x = { ... }` and `char s[] = "..."`: the object's parts are written one by one. */
export function initializeAggregate(f: Draft, place: Place, type: CType, value: SyntaxNode, node: SyntaxNode): void {
  const given = valuesGiven(f.file.types, type, value, f.scope);
  const filled = fillable(f, place, type);
  const leaves = filled === null ? leafPaths(type, MOST_STORES) : [];
  if (given === null || leaves === null || given.length > MOST_STORES) {
    effectsWithin(f, value);
    const reason: Reason = because(f, 'initializer', 'this initialiser is not worked out', value);
    havocPlace(f, place, reason, node);
    return;
  }
  const latest = latestValues(given);
  for (const array of filled ?? []) emit(f, { kind: 'fill-array', array, all: 0n, range: rangeOf(f, node) });
  const object: Initialized = { place, whole: placed(place, type), isZero: filled !== null, node, values: new Map() };
  const isString = latest.get('')?.value?.type === 'string_literal';
  for (const path of leaves) {
    const isGiven = latest.has('') || path.some((_, i) => latest.has(keyOfPath(path.slice(0, i + 1))));
    if (!isGiven || isString) zero(f, partAt(f, object.whole, path), node);
  }
  for (const part of latest.values()) initializePart(f, object, part);
}

/** The value of each part, by its path. Of several values for one part the last counts (C11 6.7.9p19). */
function latestValues(given: readonly Given[]): ReadonlyMap<string, Given> {
  const latest = new Map<string, Given>();
  for (const g of given) {
    const key = keyOfPath(g.path);
    latest.delete(key);
    latest.set(key, g);
  }
  return latest;
}

function keyOfPath(path: readonly Step[]): string {
  return path.join('/');
}

function partAt(f: Draft, whole: Lvalue, path: readonly Step[]): Lvalue | null {
  return path.reduce<Lvalue | null>((at, step) => (at === null ? null : partOf(f, at, step)), whole);
}

function initializePart(f: Draft, object: Initialized, part: Given): void {
  const { path, type, value } = part;
  const target = partAt(f, object.whole, path);
  if (value === null) {
    if (!object.isZero) zero(f, target, object.node);
    return;
  }
  const text = type.kind === 'array' ? stringElements(f.file.types, type, value) : null;
  if (text !== null && type.kind === 'array' && type.of.kind === 'int') {
    const length = object.isZero ? text.length : Math.max(text.length, Number(type.length ?? 0n));
    for (let i = 0; i < length; i++) {
      const element = partAt(f, object.whole, [...path, BigInt(i)]);
      if (element !== null) store(f, element, intValue(constant(text[i] ?? 0n, type.of.int)), value, object.node);
    }
    return;
  }
  const known = object.values.get(value) ?? lowerExpr(f, value);
  object.values.set(value, known);
  if (target === null) loseUnionAround(f, object, part, value);
  else storePart(f, object, target, { value: known, node: value }, type);
}

/** A part without a place of its own in a union is written: the whole union becomes unknown. */
function loseUnionAround(f: Draft, { whole, node }: Initialized, { path, type }: Given, value: SyntaxNode): void {
  const around = path
    .map((_, i) => partAt(f, whole, path.slice(0, i)))
    .find((lv) => lv?.kind === 'variable' || lv?.kind === 'bits');
  if (around?.kind !== 'variable' && around?.kind !== 'bits') return;
  havocPlace(f, { kind: 'variable', id: around.id }, reasonFor(f, type, value), node);
}

function storePart(f: Draft, { place, node }: Initialized, target: Lvalue, given: Operand, type: CType): void {
  if (target.kind === 'place' && target.place.kind === 'opaque') return;
  const isArray = target.kind === 'row' || (target.kind === 'place' && target.place.kind === 'array');
  if (isArray) havocPlace(f, place, reasonFor(f, type, given.node), node);
  else store(f, target, given.value, given.node, node);
}

/** The arrays that a large object consists of; null: it is small, or not made of arrays alone. */
function fillable(f: Draft, place: Place, type: CType): readonly number[] | null {
  if (type.kind !== 'array' || leafPaths(type, FEW_STORES) !== null) return null;
  const found: number[] = [];
  const walk = (at: Place): boolean => {
    if (at.kind === 'array') found.push(at.id);
    return at.kind === 'array'
      ? f.arrays[at.id]!.length !== null
      : at.kind === 'table' && [...at.fields.values()].every((field) => walk(field.place));
  };
  return walk(place) ? found : null;
}

function zero(f: Draft, target: Lvalue | null, node: SyntaxNode): void {
  const range = rangeOf(f, node);
  if (target?.kind === 'variable') assign(f, target.id, constant(0n, f.variables[target.id]!.type), range);
  else if (target?.kind === 'bits') zeroBits(f, target, node);
  else if (target?.kind === 'element')
    emit(f, {
      kind: 'store',
      array: target.array,
      index: target.index,
      value: constant(0n, f.arrays[target.array]!.element),
      range,
    });
}

/** The paths to all scalars in a type; null: too many, or their number isn't known. */
function leafPaths(type: CType, most: number): readonly (readonly Step[])[] | null {
  const found: (readonly Step[])[] = [];
  const walk = (at: CType, path: readonly Step[]): boolean => {
    if (at.kind === 'array') {
      if (at.length === null || at.length > BigInt(most)) return false;
      for (let i = 0n; i < at.length; i++) if (!walk(at.of, [...path, i])) return false;
      return true;
    }
    if (at.kind === 'record' && !at.union)
      return (at.fields ?? []).every(
        (field, i) => field.name === '' || walk(fieldType(field), [...path, keyOf(field, i)]),
      );
    if (at.kind === 'int' || at.kind === 'pointer' || at.kind === 'record') found.push(path);
    return found.length <= most;
  };
  return walk(type, []) ? found : null;
}
