/** Initialisers of local arrays and structs: each part gets its value, and the others zero. */
import type { Reason } from '../../source/index.ts';
import {
  assign,
  because,
  constant,
  effectsWithin,
  emit,
  forgetBits,
  havocPlace,
  intValue,
  lowerExpr,
  partOf,
  placed,
  rangeOf,
  reasonFor,
  store,
  text,
  zeroBits,
} from '../objects/index.ts';
import type { Draft, Lvalue, Operand } from '../objects/index.ts';
import { keyOf, sizeOf, stringElements, valuesGiven } from '../types/index.ts';
import type { CType, Given, Place, RecordType, Step, Value } from '../types/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { leafPaths, partAt } from './scalar-parts.ts';
import { rowsDecidedBy } from './undecided-conditions.ts';

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
export function initializeAggregate(
  draft: Draft,
  place: Place,
  type: CType,
  value: SyntaxNode,
  node: SyntaxNode,
): void {
  const isDecided = rowsDecidedBy(draft.file, value) === null;
  const given = isDecided ? valuesGiven(draft.file.types, type, value, draft.scope) : null;
  const filled = fillable(draft, place, type);
  const leaves = filled === null ? leafPaths(type, MOST_STORES) : [];
  if (given === null || leaves === null || given.length > MOST_STORES) {
    effectsWithin(draft, value);
    const reason: Reason = because(draft, 'initializer', 'this initialiser is not worked out', value);
    havocPlace(draft, place, reason, node);
    return;
  }
  const latest = latestValues(given);
  for (const array of filled ?? []) emit(draft, { kind: 'fill-array', array, all: 0n, range: rangeOf(draft, node) });
  const object: Initialized = { place, whole: placed(place, type), isZero: filled !== null, node, values: new Map() };
  const isString = latest.get('')?.value?.type === 'string_literal';
  for (const path of leaves) {
    const isGiven = latest.has('') || path.some((_, i) => latest.has(keyOfPath(path.slice(0, i + 1))));
    if (isGiven && !isString) continue;
    const target = partAt(draft, object.whole, path);
    zero(draft, target, node);
    if (target !== null) leavePadding(draft, target, memberGiven(path, given), node);
  }
  for (const part of latest.values()) initializePart(draft, object, part);
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

function initializePart(draft: Draft, object: Initialized, part: Given): void {
  const { path, type, value } = part;
  const target = partAt(draft, object.whole, path);
  if (value === null) {
    if (!object.isZero) zero(draft, target, object.node);
    return;
  }
  const text = type.kind === 'array' ? stringElements(draft.file.types, type, value) : null;
  if (text !== null && type.kind === 'array' && type.of.kind === 'int') {
    const length = object.isZero ? text.length : Math.max(text.length, Number(type.length ?? 0n));
    for (let i = 0; i < length; i++) {
      const element = partAt(draft, object.whole, [...path, BigInt(i)]);
      if (element !== null) store(draft, element, intValue(constant(text[i] ?? 0n, type.of.int)), value, object.node);
    }
    return;
  }
  const known = object.values.get(value) ?? lowerExpr(draft, value);
  object.values.set(value, known);
  if (target === null) loseUnionAround(draft, object, part, value);
  else storePart(draft, object, target, { value: known, node: value }, type);
}

/** A part without a place of its own in a union is written: the whole union becomes unknown. */
function loseUnionAround(draft: Draft, { whole, node }: Initialized, { path, type }: Given, value: SyntaxNode): void {
  const around = path
    .map((_, i) => partAt(draft, whole, path.slice(0, i)))
    .find((lv) => lv?.kind === 'variable' || lv?.kind === 'bits');
  if (around?.kind !== 'variable' && around?.kind !== 'bits') return;
  havocPlace(draft, { kind: 'variable', id: around.id }, reasonFor(draft, type, value), node);
}

function storePart(draft: Draft, { place, node }: Initialized, target: Lvalue, given: Operand, type: CType): void {
  if (target.kind === 'place' && target.place.kind === 'opaque') return;
  const isArray = target.kind === 'row' || (target.kind === 'place' && target.place.kind === 'array');
  if (isArray) havocPlace(draft, place, reasonFor(draft, type, given.node), node);
  else store(draft, target, given.value, given.node, node);
}

/** The member of a union at the path that the initialiser is for; null: it says none. */
const memberGiven = (path: readonly Step[], given: readonly Given[]): Step | null =>
  given.find((g) => g.path.length > path.length && path.every((step, i) => g.path[i] === step))?.path[path.length] ??
  null;

/**
 * What the initialised member of a union (the first one where none is named) doesn't cover has unspecified values
 * (C11 6.2.6.1p6): other members, and the padding of this one.
 */
function leavePadding(draft: Draft, target: Lvalue, member: Step | null, node: SyntaxNode): void {
  if (target.kind !== 'variable' && target.kind !== 'bits') return;
  const { id, type: union } = target;
  if (union.kind !== 'record' || !union.union) return;
  const left = uncovered(draft, target, union, member);
  if (left === 0n) return;
  const message = `what \`${text(draft, node)}\` leaves out of a union is not specified`;
  const reason = because(draft, 'uninitialized', message, node);
  const begins = target.kind === 'bits' ? target.offset : 0;
  for (const { index, 0: run } of [...left.toString(2)].reverse().join('').matchAll(/1+/g))
    forgetBits(draft, { id, offset: begins + index }, run.length, reason, node);
}

/** The bits of the union that are no bits of a scalar of the member, as a mask of its storage. */
function uncovered(draft: Draft, target: Lvalue, union: RecordType, member: Step | null): bigint {
  const first = (union.fields ?? []).findIndex(({ name }) => name !== '');
  const field = union.fields?.[first];
  const step = member ?? (field === undefined ? null : keyOf(field, first));
  const whole = step === null ? null : partOf(draft, target, step);
  const size = sizeOf(union, draft.file.types.model);
  const begins = target.kind === 'bits' ? target.offset : 0;
  if (size === null) return 0n;
  const all = (1n << (8n * size)) - 1n;
  const parts = whole === null ? null : leafPaths(whole.type, MOST_STORES);
  if (whole === null || parts === null) return all;
  return parts.reduce((left, path) => {
    const part = partAt(draft, whole, path);
    if (part?.kind !== 'bits' || part.type.kind === 'record') return left;
    const bytes =
      part.type.kind === 'int' ? part.type.int.bits : Number(sizeOf(part.type, draft.file.types.model) ?? 0n) * 8;
    return left & ~(((1n << BigInt(part.bits ?? bytes)) - 1n) << BigInt(part.offset - begins));
  }, all);
}

/** The arrays that a large object consists of; null: it is small, or not made of arrays alone. */
function fillable(draft: Draft, place: Place, type: CType): readonly number[] | null {
  if (type.kind !== 'array' || leafPaths(type, FEW_STORES) !== null) return null;
  const found: number[] = [];
  const walk = (at: Place): boolean => {
    if (at.kind === 'array') found.push(at.id);
    return at.kind === 'array'
      ? draft.arrays[at.id]!.length !== null
      : at.kind === 'table' && [...at.fields.values()].every((field) => walk(field.place));
  };
  return walk(place) ? found : null;
}

function zero(draft: Draft, target: Lvalue | null, node: SyntaxNode): void {
  const range = rangeOf(draft, node);
  if (target?.kind === 'variable') assign(draft, target.id, constant(0n, draft.variables[target.id]!.type), range);
  else if (target?.kind === 'bits') zeroBits(draft, target, node);
  else if (target?.kind === 'element')
    emit(draft, {
      kind: 'store',
      array: target.array,
      index: target.index,
      value: constant(0n, draft.arrays[target.array]!.element),
      range,
    });
}
