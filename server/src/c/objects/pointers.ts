/**
 * Pointers as integers. A pointer is worth its position: an address counted in elements of what it points at, 0 where
 * it is null. Pointers into one object then differ as C says (6.5.6), and comparing them is comparing positions.
 * Objects of the function begin at arbitrary fixed positions, far from each other. Where foreign pointers lead is
 * open.
 */
import { constantValue } from '../../program/index.ts';
import type { BinaryOp, Expr, VarId } from '../../program/index.ts';
import type { SourceRange } from '../../source/index.ts';
import { INT, inRange } from '../../machine/index.ts';
import type { IntType } from '../../machine/index.ts';
import { assign, binary, cast, constant, emit, rangeOf, text, variable } from './build-function.ts';
import type { Draft } from './function-draft.ts';
import type { ArrayPlace, CType, Place, Value } from '../types/index.ts';
import { sizeOf } from '../types/index.ts';
import { NULL_POSITION, POSITION, newPointer, objectPosition, pointedType, sameUnit } from './pointer-positions.ts';
import { flattened, targetOf } from './points-to.ts';
import { notePun } from './pointer-puns.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { viewed } from './union-bits.ts';
import { intValue, noValue, reasonFor } from './expression-value.ts';
import type { Operand } from './expression-value.ts';
const WIDE: IntType = { bits: 64, signed: true, bool: false, name: 'long' };
const WIDEST: IntType = { bits: 128, signed: true, bool: false, name: '__int128' };

/** The value of a pointer variable; what it leads to, where that is known. */
export function pointerValue(draft: Draft, id: VarId, type: CType): Value {
  const position = variable(draft, id);
  const target = type.kind === 'pointer' ? targetOf(draft, id) : null;
  if (target === null || type.kind !== 'pointer' || !holds(draft, target, type.to))
    return { type, expr: null, place: null, position };
  return {
    type,
    expr: null,
    place: { kind: 'cursor', array: target, index: indexIn(draft, target, position) },
    position,
  };
}

/** Whether what the pointer leads to can be read as elements of the array. */
function holds(draft: Draft, array: ArrayPlace, element: CType): boolean {
  const { bits, bool } = draft.arrays[array.id]!.element;
  return (
    element.kind === 'int' &&
    !element.volatile &&
    element.int.bits === bits &&
    element.int.bool === bool &&
    array.dims.length === 1
  );
}

/** Whether the position can be told without asking the environment. */
export function hasPosition(value: Value): boolean {
  return (
    value.position !== undefined ||
    ((value.place?.kind === 'pointer' || value.place?.kind === 'cursor') && !isVoid(value.type)) ||
    isNull(value)
  );
}

/** What is known to lead to an object may be counted in elements of any size. */
function isVoid(type: CType): boolean {
  return type.kind === 'pointer' && type.to.kind === 'void';
}

/** Parts of a variable are counted from where the variable begins, in elements of their own size. */
function targetPosition(draft: Draft, target: Place, type: CType | null): Expr {
  if (target.kind !== 'bits') return objectPosition(draft, target, type);
  const unit =
    Number(sizeOf(target.type.kind === 'array' ? target.type.of : target.type, draft.file.types.model) ?? 1n) * 8;
  const rest = target.offset % unit;
  const first: Place =
    rest === 0 && unit === draft.variables[target.id]!.type.bits
      ? { kind: 'variable', id: target.id }
      : {
          kind: 'bits',
          id: target.id,
          offset: rest,
          type: { kind: 'int', int: { bits: unit, signed: false, bool: false, name: 'unit' }, volatile: false },
        };
  return shift(
    objectPosition(draft, first, first.kind === 'variable' ? target.type : null),
    '+',
    constant(BigInt((target.offset - rest) / unit), draft.file.difference),
  );
}

function isNull(value: Value): boolean {
  return value.expr !== null && constantValue(value.expr) === 0n;
}

/** A pointer's position; a fresh one, with the reason, where it is not known. */
export function positionOf(draft: Draft, value: Value, node: SyntaxNode): Expr {
  if (value.position !== undefined) return value.position;
  if (isNull(value)) return NULL_POSITION;
  const { place } = value;
  if (place?.kind === 'cursor') return shift(objectPosition(draft, place.array), '+', place.index);
  if (place?.kind === 'pointer' && !isVoid(value.type))
    return targetPosition(draft, place.target, pointedType(value.type));
  const id = newPointer(draft, `$${++draft.temporaries}`, 'temp', null);
  emit(draft, {
    kind: 'havoc',
    target: id,
    reason: reasonFor(
      draft,
      value.type.kind === 'int' ? { kind: 'pointer', to: value.type, restrict: false } : value.type,
      node,
    ),
    range: rangeOf(draft, node),
    ...(value.follows && { follows: value.follows }),
    ...(value.by && { by: value.by }),
    ...leadsOf(value),
  });
  return variable(draft, id);
}

/** What is known of a pointer that has no position, or none in the elements that it is counted in next. */
function leadsOf({ type, position, place, leads }: Value): Pick<Value, 'leads'> {
  if (type.kind !== 'pointer' && type.kind !== 'array') return {};
  if (position !== undefined) return { leads: { kind: 'as', position, part: false } };
  return leads !== undefined ? { leads } : place !== null ? { leads: { kind: 'memory' } } : {};
}

/** The index of a position in an array. */
function indexIn(f: Draft, array: ArrayPlace, position: Expr): Expr {
  const base = objectPosition(f, array);
  if (base.kind === 'var' && position.kind === 'var' && base.id === position.id) return constant(0n, f.file.difference);
  return exactly(binary('sub', cast(position, WIDE), cast(base, WIDE), null), f.file.difference);
}

function exactly(value: Expr, type: IntType): Expr {
  if (value.kind === 'const' && inRange(value.value, type)) return constant(value.value, type);
  return value.type.bits <= type.bits && value.type.signed
    ? cast(value, type)
    : { kind: 'cast', arg: value, type, exact: true };
}

/** A position some elements further on (or back). Leaving every object is undefined. */
export function shift(position: Expr, op: '+' | '-', offset: Expr): Expr {
  if (constantValue(offset) === 0n) return position;
  if (position.kind === 'const' && offset.kind === 'const') {
    const moved = op === '+' ? position.value + offset.value : position.value - offset.value;
    if (inRange(moved, POSITION)) return constant(moved, POSITION);
  }
  const type = offset.type.bits < 63 ? WIDE : WIDEST;
  return exactly(binary(op === '+' ? 'add' : 'sub', cast(position, type), cast(offset, type), null), POSITION);
}

/**
 * A pointer converted to another pointer type. What it leads to stays known as long as the elements are of the same
 * size.
 */
export function convertPointer(
  draft: Draft,
  value: Value,
  type: CType & { readonly kind: 'pointer' },
  explicit: boolean,
): Value {
  if (isNull(value)) return { type, expr: null, place: null, position: NULL_POSITION };
  // the compiler has let it pass: it is such a pointer
  if (value.guess && value.follows && !explicit) return { ...noValue(type), follows: value.follows };
  const from = pointedType(value.type);
  if (from !== null || value.type.kind === 'int') notePun(draft.puns, from, type.to);
  if (constantValue(value.position ?? constant(1n, INT)) === 0n)
    return { type, expr: null, place: null, position: NULL_POSITION };
  if (value.type.kind === 'pointer' && from === type.to && from.kind === 'record') return { ...value, type };
  const { place } = value;
  if (!sameUnit(draft, value.type, type, explicit)) {
    const seen = place?.kind === 'pointer' ? viewed(draft, place.target, type.to) : null;
    const target = seen === null ? null : ({ kind: 'pointer', target: seen } as const);
    const { by, follows } = value;
    return { type, expr: null, place: target, ...(by && { by }), ...(follows && { follows }), ...leadsOf(value) };
  }
  const kept = place === null ? null : convertedPlace(draft, place, type.to);
  if (kept !== null && value.position === undefined) return { type, expr: null, place: kept, ...leadsOf(value) };
  const position = value.position ?? (hasPosition(value) ? positionOf(draft, value, NOWHERE) : undefined);
  if (position !== undefined) return { type, expr: null, place: kept, position };
  return {
    type,
    expr: null,
    place: kept,
    ...(value.follows && { follows: value.follows }),
    ...(value.by && { by: value.by }),
    ...leadsOf(value),
  };
}

/** A pointer that a cast has made of another one, whose position doesn't count the elements that this one leads to. */
export function withCast(draft: Draft, pointer: Value, value: Value, cast: Cast): Value {
  const { type, castFrom } = value;
  if (draft.trial || pointer.type.kind !== 'pointer' || type.kind !== 'pointer') return pointer;
  if (pointer.position || pointer.place) return pointer;
  const from = hasPosition(value) ? { position: positionOf(draft, value, cast.node), to: type.to } : castFrom;
  if (!from) return pointer;
  const written = text(draft, cast.type)
    .replace(/\s+/g, ' ')
    .replace(/ ?(\*+)$/, ' $1');
  return { ...pointer, castFrom: { ...from, written } };
}

interface Cast {
  /** What is cast. */
  readonly node: SyntaxNode;
  /** The type that it is cast to. */
  readonly type: SyntaxNode;
}

/**
 * What a pointer to elements of the type leads to, where it led to the place as a pointer to others of the same size.
 */
function convertedPlace(draft: Draft, place: Place, element: CType): Place | null {
  const target = place.kind === 'pointer' ? place.target : null;
  const isPart = target?.kind === 'bits';
  if (isPart || (target?.kind === 'variable' && !fits(draft, place, element))) {
    const own = viewed(draft, target, element);
    if (own !== null) return { kind: 'pointer', target: own };
  }
  return !isPart && fits(draft, place, element) ? place : null;
}

/** A node that is never looked at: reasons need a place, and where the position is known there is no reason. */
const NOWHERE: SyntaxNode = {
  type: '',
  field: null,
  start: 0,
  end: 0,
  children: [],
  error: false,
  hasError: false,
  depth: 0,
};

function fits(draft: Draft, place: Place, element: CType): boolean {
  if (place.kind === 'cursor') return holds(draft, place.array, element);
  if (place.kind !== 'pointer') return false;
  const { target } = place;
  if (target.kind === 'array') {
    return target.dims.length === 1 ? holds(draft, target, element) : element.kind === 'array';
  }
  if (target.kind === 'variable') {
    const v = draft.variables[target.id]!;
    return v.pointer === true
      ? element.kind === 'pointer'
      : element.kind === 'int' &&
          element.int.bits === v.type.bits &&
          element.int.signed === v.type.signed &&
          element.int.bool === v.type.bool;
  }
  if (target.kind === 'members' || target.kind === 'table') return element === target.type;
  return true;
}

export const RELATIONS: Readonly<Record<string, BinaryOp>> = {
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  '==': 'eq',
  '!=': 'ne',
};

/** `p op q` where at least one is a pointer; null where nothing is known of the positions. */
export function operatePointers(
  draft: Draft,
  op: string,
  left: Operand,
  right: Operand,
  node: SyntaxNode,
): Value | null {
  const relation = RELATIONS[op];
  if (relation !== undefined) return comparedPointers(draft, relation, left, right);
  if (op !== '+' && op !== '-') return null;
  const isLeftAddress = isAddress(left.value);
  if (op === '-' && isLeftAddress && isAddress(right.value)) return pointerDifference(draft, left, right);
  if (op === '-' && !isLeftAddress) return null;
  const [pointer, offset] = isLeftAddress ? [left.value, right.value] : [right.value, left.value];
  if (offset.type.kind !== 'int' || offset.expr === null) return null;
  return moved(draft, pointer, op, offset.expr, node);
}

/** Pointers are compared as their positions, where these are counted in the same elements; any pointer with null. */
function comparedPointers(draft: Draft, relation: BinaryOp, left: Operand, right: Operand): Value | null {
  const [a, b] = [left.value, right.value];
  const isComparable = (v: Value): boolean =>
    (isAddress(v) || isNull(v)) && (hasPosition(v) || v.follows !== undefined);
  if (!isComparable(a) || !isComparable(b)) return null;
  const areObjects = isAddress(a) && isAddress(b) && !isNullPointer(a) && !isNullPointer(b);
  if (areObjects && !sameUnit(draft, a.type, b.type, false)) return null;
  return intValue(binary(relation, positionOf(draft, a, left.node), positionOf(draft, b, right.node), null));
}

/** `p - q`: how many elements there are between them (C11 6.5.6p9). */
function pointerDifference(draft: Draft, left: Operand, right: Operand): Value | null {
  const [a, b] = [left.value, right.value];
  if (!hasPosition(a) || !hasPosition(b) || !sameUnit(draft, a.type, b.type, false)) return null;
  const difference = binary(
    'sub',
    cast(positionOf(draft, a, left.node), WIDE),
    cast(positionOf(draft, b, right.node), WIDE),
    null,
  );
  return intValue(exactly(difference, draft.file.difference));
}

export function isAddress(v: Value): boolean {
  return v.type.kind === 'pointer' || v.type.kind === 'array';
}

export function isNullPointer(v: Value): boolean {
  return isNull(v) || (v.position !== undefined && constantValue(v.position) === 0n);
}

/** A pointer some elements further on. */
function moved(draft: Draft, pointer: Value, op: '+' | '-', offset: Expr, node: SyntaxNode): Value {
  const { type, place } = pointer;
  if (constantValue(offset) === 0n) return pointer;
  const array =
    place?.kind === 'cursor'
      ? place.array
      : place?.kind === 'pointer' && place.target.kind === 'array' && place.target.dims.length === 1
        ? place.target
        : null;
  const position = pointer.position === undefined ? undefined : shift(pointer.position, op, offset);
  if (array !== null) {
    const before = place?.kind === 'cursor' ? place.index : constant(0n, draft.file.difference);
    const index = addIndex(draft, before, op, offset, rangeOf(draft, node));
    return {
      type,
      expr: null,
      place: { kind: 'cursor', array, index },
      ...(position === undefined ? {} : { position }),
    };
  }
  if (position !== undefined) return { type, expr: null, place: null, position };
  if (!hasPosition(pointer)) return { type, expr: null, place: null, ...movedLeads(pointer, op, offset) };
  return { type, expr: null, place: null, position: shift(positionOf(draft, pointer, node), op, offset) };
}

/** The same some elements further on: of an object nothing is known but that it is there. */
function movedLeads({ leads }: Value, op: '+' | '-', offset: Expr): Pick<Value, 'leads'> {
  if (leads?.kind === 'as' && !leads.part) return { leads: { ...leads, position: shift(leads.position, op, offset) } };
  return leads?.kind === 'memory' || leads?.kind === 'given' ? { leads } : {};
}

/** An index some elements further on. */
export function addIndex(draft: Draft, index: Expr, op: '+' | '-', offset: Expr, range: SourceRange | null): Expr {
  if (op === '+' && constantValue(index) === 0n) return offset;
  const wide = draft.file.difference;
  const by =
    offset.type.bits > wide.bits || (offset.type.bits === wide.bits && !offset.type.signed)
      ? exactly(offset, wide)
      : cast(offset, wide);
  return binary(op === '+' ? 'add' : 'sub', cast(index, wide), by, range);
}

/** The pointer's value as it is now, whatever is assigned to the variable afterwards. */
export function keepPointer(draft: Draft, value: Value, node: SyntaxNode): Value {
  if (!hasPosition(value)) return value;
  const id = newPointer(draft, `$${++draft.temporaries}`, 'temp', null);
  assign(draft, id, positionOf(draft, value, node), rangeOf(draft, node));
  const position = variable(draft, id);
  const { place } = value;
  return {
    ...value,
    position,
    place: place?.kind === 'cursor' ? { ...place, index: indexIn(draft, place.array, position) } : place,
  };
}

/** `c ? p : q` where both are known; null otherwise. */
export function chosenPointer(draft: Draft, cond: Expr, left: Value, right: Value, node: SyntaxNode): Value | null {
  const type = commonPointer(left, right);
  if (type === null) return null;
  const [first, second] = [convertPointer(draft, left, type, false), convertPointer(draft, right, type, false)];
  if (!hasPosition(first) || !hasPosition(second)) return { type, expr: null, place: null };
  return {
    type,
    expr: null,
    place: null,
    position: {
      kind: 'ite',
      cond,
      then: positionOf(draft, first, node),
      else: positionOf(draft, second, node),
      type: POSITION,
    },
  };
}

/** The type of `c ? a : b` where that is a pointer. */
export function commonPointer(a: Value, b: Value): (CType & { readonly kind: 'pointer' }) | null {
  if (a.type.kind === 'pointer' && !isNullPointer(a)) return a.type;
  return b.type.kind === 'pointer' ? b.type : a.type.kind === 'pointer' ? a.type : null;
}

/** The pointer's truth: whether it is not null. */
export function pointerTruth(f: Draft, value: Value, node: SyntaxNode): Expr {
  return binary('ne', positionOf(f, value, node), NULL_POSITION, null);
}

/** The pointer to an element or row of an array. */
export function elementPointer(draft: Draft, array: ArrayPlace, index: Expr, type: CType): Value {
  const flat = flattened(draft, array);
  const place: Place =
    constantValue(index) === 0n ? { kind: 'pointer', target: flat } : { kind: 'cursor', array: flat, index };
  return { type, expr: null, place };
}
