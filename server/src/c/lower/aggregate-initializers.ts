/** Initialisers of local arrays and structs: values into their parts, zero into what is left open. */
import type { Reason } from '../../source/index.ts';
import {
  assign, because, constant, effectsWithin, emit, havocPlace, intValue, lowerExpr, partOf, placed, rangeOf,
  reasonFor, store, zeroBits,
} from '../objects/index.ts';
import type { Draft, Lvalue } from '../objects/index.ts';
import { fieldType, keyOf, stringElements, valuesGiven } from '../types/index.ts';
import type { CType, Given, Place, Step, Value } from '../types/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** Most parts that an object is initialised by. */
const MOST_STORES = 256;
/** Arrays with more elements are filled with zeros first. */
const FEW_STORES = 16;

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
  const latest = new Map<string, Given>();
  for (const g of given) {
    const key = g.path.join('/');
    latest.delete(key);
    latest.set(key, g);
  }
  for (const array of filled ?? []) emit(f, { kind: 'fill-array', array, all: 0n, range: rangeOf(f, node) });
  const whole = placed(place, type);
  const part = (path: readonly Step[]): Lvalue | null => path.reduce<Lvalue | null>((at, step) => (at === null ? null : partOf(f, at, step)), whole);
  for (const path of leaves) {
    const isGiven = path.some((_, i) => latest.has(path.slice(0, i + 1).join('/'))) || latest.has('');
    if (!isGiven || latest.get('')?.value?.type === 'string_literal') zero(f, part(path), node);
  }
  const values = new Map<SyntaxNode, Value>();
  for (const { path, type: of, value: own } of latest.values()) {
    const target = part(path);
    const text = own !== null && of.kind === 'array' ? stringElements(f.file.types, of, own) : null;
    if (text !== null && of.kind === 'array' && of.of.kind === 'int') {
      const { int } = of.of;
      for (let i = 0; i < (filled === null ? Math.max(text.length, Number(of.length ?? 0n)) : text.length); i++) {
        const element = part([...path, BigInt(i)]);
        if (element !== null) store(f, element, intValue(constant(text[i] ?? 0n, int)), own!, node);
      }
      continue;
    }
    if (own === null) {
      if (filled === null) zero(f, target, node);
      continue;
    }
    // a range of designators has one value, which is worked out once
    const known = values.get(own) ?? lowerExpr(f, own);
    values.set(own, known);
    if (target === null) {
      // nothing of a union is left as it was where a part of it has no place
      const around = path.map((_, i) => part(path.slice(0, i))).find((lv) => lv?.kind === 'variable' || lv?.kind === 'bits');
      if (around?.kind === 'variable' || around?.kind === 'bits') havocPlace(f, { kind: 'variable', id: around.id }, reasonFor(f, of, own), node);
    }
    if (target === null || (target.kind === 'place' && target.place.kind === 'opaque')) continue;
    if (target.kind === 'row' || (target.kind === 'place' && target.place.kind === 'array')) havocPlace(f, place, reasonFor(f, of, own), node);
    else store(f, target, known, own, node);
  }
}

/** The arrays that a large object consists of; null: it is small, or there is something else in it. */
function fillable(f: Draft, place: Place, type: CType): readonly number[] | null {
  if (type.kind !== 'array' || leafPaths(type, FEW_STORES) !== null) return null;
  const found: number[] = [];
  const walk = (at: Place): boolean => {
    if (at.kind === 'array') found.push(at.id);
    return at.kind === 'array' ? f.arrays[at.id]!.length !== null : at.kind === 'table' && [...at.fields.values()].every((field) => walk(field.place));
  };
  return walk(place) ? found : null;
}

function zero(f: Draft, target: Lvalue | null, node: SyntaxNode): void {
  const range = rangeOf(f, node);
  if (target?.kind === 'variable') assign(f, target.id, constant(0n, f.variables[target.id]!.type), range);
  else if (target?.kind === 'bits') zeroBits(f, target, node);
  else if (target?.kind === 'element') emit(f, { kind: 'store', array: target.array, index: target.index, value: constant(0n, f.arrays[target.array]!.element), range });
}

/** The ways to all scalars in a type; null where there are too many, or it isn't known how many. */
function leafPaths(type: CType, most: number): readonly (readonly Step[])[] | null {
  const found: (readonly Step[])[] = [];
  const walk = (at: CType, path: readonly Step[]): boolean => {
    if (at.kind === 'array') {
      if (at.length === null || at.length > BigInt(most)) return false;
      for (let i = 0n; i < at.length; i++) if (!walk(at.of, [...path, i])) return false;
      return true;
    }
    if (at.kind === 'record' && !at.union) return (at.fields ?? []).every((field, i) => field.name === '' || walk(fieldType(field), [...path, keyOf(field, i)]));
    if (at.kind === 'int' || at.kind === 'pointer' || at.kind === 'record') found.push(path);
    return found.length <= most;
  };
  return walk(type, []) ? found : null;
}
