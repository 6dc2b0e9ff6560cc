/** Reading and writing what an expression designates. */
import type { Access, Expr, VarId } from '../../program/index.ts';
import type { IntType } from '../../machine/index.ts';
import { memberAccess, scalarOf } from './memory-access.ts';
import type { OpenAccess } from './memory-access.ts';
import { loadElement, storeElement } from './array-elements.ts';
import {
  assign,
  because,
  cast,
  constant,
  emit,
  keep,
  rangeOf,
  temporary,
  written as asWritten,
  unknownValue,
  variable,
} from './build-function.ts';
import { convertTo } from './conversions.ts';
import { copyRecord } from './copy-struct.ts';
import { OPAQUE, fieldType, pointerTo } from '../types/index.ts';
import type { CType, RecordType, Value } from '../types/index.ts';
import type { Clobber, Draft } from './function-draft.ts';
import { goneThrough, partLeads } from './gone-through.ts';
import type { Lvalue } from './lvalue.ts';
import { newPointer } from './pointer-positions.ts';
import { renew } from './make-objects.ts';
import { pointerValue, positionOf } from './pointers.ts';
import { flattened } from './points-to.ts';
import { leafVariable, leavesOf, recordOf, temporaryRecord } from './struct-values.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { expose, loadEntry, storeEntry } from './struct-arrays.ts';
import { exposeBits, loadBits, storeBits } from './union-bits.ts';
import { intValue, noValue, reasonFor, toInt } from './expression-value.ts';

/** What is read. `follows`: the pointer is the member of what is at a position. */
interface Read {
  readonly type: CType;
  readonly follows?: Value['follows'];
}

/** Reads what is at the access into a variable. */
export function loadAccess(f: Draft, target: VarId, access: Access, { type, follows }: Read, node: SyntaxNode): void {
  const range = rangeOf(f, node);
  // that it was lost is said where it turns out to be
  const lost = f.reasons.length;
  const reason = reasonFor(f, type, node);
  f.reasons.length = lost;
  const isScalar = type.kind === 'int' || type.kind === 'pointer';
  emit(f, {
    kind: 'load-at',
    target,
    access,
    otherwise: [
      { kind: 'havoc', target, reason, range, ...(follows && { follows }), ...(isScalar && { from: access }) },
    ],
    range,
  });
}

/** Arrays turn into pointers to their first element. */
export function decay(f: Draft, value: Value): Value {
  if (value.type.kind !== 'array') return value;
  const { place } = value;
  if (place?.kind === 'bits') exposeBits(f, place.id);
  return {
    type: pointerTo(value.type.of),
    expr: null,
    leads: value.leads ?? { kind: 'memory' },
    place:
      place === null || place.kind === 'pointer' || place.kind === 'cursor'
        ? place
        : { kind: 'pointer', target: place },
  };
}

/** The value of what was located. */
export function load(f: Draft, lv: Lvalue, node: SyntaxNode): Value {
  switch (lv.kind) {
    case 'variable':
      return loadVariable(f, lv);
    case 'value':
      return lv.value;
    case 'element':
      return loadElement(f, lv, node);
    case 'entry':
      return loadEntry(f, lv, node);
    case 'bits':
      return loadBits(f, lv, node);
    case 'row':
      return loadRow(f, lv);
    case 'place':
      return loadPlace(f, lv, node);
    case 'memory': {
      const value = lv.access === undefined ? null : loadMemory(f, lv.access, lv, node);
      if (value !== null) return value;
      goneThrough(f, lv, node);
      if (lv.type.kind === 'array') return { ...noValue(lv.type), ...partLeads(lv) };
      return lv.follows === undefined || lv.type.kind !== 'pointer'
        ? noValue(lv.type)
        : { ...noValue(lv.type), follows: lv.follows };
    }
  }
}

function loadVariable(f: Draft, { id, type }: Lvalue & { readonly kind: 'variable' }): Value {
  const initial = f.constants.has(id) ? f.variables[id]!.initial : null;
  if (initial !== null && type.kind === 'int') return intValue(constant(initial, type.int));
  if (type.kind === 'record') return { type, expr: variable(f, id), place: null };
  return type.kind === 'pointer' ? pointerValue(f, id, type) : intValue(variable(f, id));
}

function loadRow(f: Draft, { array, dims, index, type }: Lvalue & { readonly kind: 'row' }): Value {
  if (f.arrays[array]!.field !== undefined) expose(f, { kind: 'array', id: array, dims: [] });
  if (dims.length !== 1) return noValue(type);
  return noValue(type, {
    kind: 'cursor',
    array: flattened(f, { kind: 'array', id: array, dims: [null, ...dims] }),
    index,
  });
}

function loadPlace(f: Draft, lv: Lvalue & { readonly kind: 'place' }, node: SyntaxNode): Value {
  const { place, type, reason } = lv;
  // members that are arrays are known elsewhere as soon as they are more than subscripted
  if (place.kind === 'array' && f.arrays[place.id]!.field !== undefined) expose(f, place);
  if (reason !== undefined && type.kind === 'int') return intValue(unknownValue(f, type.int, reason, node));
  if (place.kind === 'table') expose(f, place);
  goneThrough(f, lv, node);
  const isKnown = place.kind !== 'opaque' || (type.kind === 'array' && place !== OPAQUE);
  return noValue(type, isKnown ? place : null);
}

/** What is at the access: a scalar, a union, or the members of a struct. */
function loadMemory(f: Draft, access: OpenAccess, { type, follows }: Read, node: SyntaxNode): Value | null {
  const { model } = f.file.types;
  const scalar = scalarOf(type, model);
  if (scalar !== null) {
    const target = type.kind === 'pointer' ? newPointer(f, `$${++f.temporaries}`, 'temp', null) : temporary(f, scalar);
    loadAccess(f, target, { ...access, type: scalar }, { type, follows }, node);
    if (type.kind === 'pointer')
      return { type, expr: null, place: null, position: variable(f, target), ...(follows && { follows }) };
    return { type, expr: variable(f, target), place: null };
  }
  if (type.kind !== 'record' || type.union || type.fields === null) return null;
  const place = temporaryRecord(f, type);
  for (const leaf of leavesOf(type, model)) {
    const id = leafVariable(place, leaf.path);
    if (id !== null) loadAccess(f, id, { ...leaf.path.reduce(memberAccess, access), type: leaf.type }, { type }, node);
  }
  return noValue(type, place);
}

/** Writes to what was located; the value of the assignment comes back. */
export function store(f: Draft, lv: Lvalue, value: Value, valueNode: SyntaxNode, node: SyntaxNode): Value {
  switch (lv.kind) {
    case 'variable':
      return storeVariable(f, lv, value, valueNode, node);
    case 'element':
      return storeElement(f, lv, value, valueNode, node);
    case 'place':
      return storePlace(f, lv, value, valueNode, node);
    case 'bits': {
      if (lv.back === undefined) return storeBits(f, lv, value, valueNode, node);
      // it may have changed since it was located
      loadAccess(f, lv.id, lv.back, { type: lv.type }, node);
      const stored = storeBits(f, lv, value, valueNode, node);
      const { path } = lv.back;
      const within = path.slice(path.lastIndexOf('/') + 1);
      const element = lv.type.kind === 'int' ? lv.type.int : null;
      storeAccess(f, lv.back, { value: variable(f, lv.id), element, within }, node);
      return stored;
    }
    case 'entry':
      storeEntry(f, lv, value, node);
      return noValue(lv.type, value.place);
    case 'row':
    case 'value':
      return value;
    case 'memory': {
      const known =
        lv.access === undefined ? null : storeMemory(f, { ...lv, access: lv.access }, value, valueNode, node);
      return known ?? storeAnywhere(f, lv, value, valueNode, node);
    }
  }
}

function storeVariable(
  f: Draft,
  { id, type }: Lvalue & { readonly kind: 'variable' },
  value: Value,
  valueNode: SyntaxNode,
  node: SyntaxNode,
): Value {
  const range = rangeOf(f, node);
  if (type.kind === 'pointer') {
    const pointer = convertTo(f, value, type, valueNode);
    assign(f, id, positionOf(f, pointer, valueNode), range);
    return pointerValue(f, id, type);
  }
  assign(f, id, cast(toInt(f, value, valueNode), f.variables[id]!.type), range);
  if (type.kind === 'record') return { type, expr: variable(f, id), place: null };
  return intValue(variable(f, id));
}

function storePlace(
  f: Draft,
  lv: Lvalue & { readonly kind: 'place' },
  value: Value,
  valueNode: SyntaxNode,
  node: SyntaxNode,
): Value {
  const { place, type } = lv;
  const record = recordOf(f, place);
  goneThrough(f, lv, node);
  if (record !== null) copyRecord(f, record, value, node);
  else if (place.kind === 'members') {
    renew(f, place, { code: 'struct', message: `\`${asWritten(f, node)}\` changes a struct as a whole` }, node);
  } else if (place.kind === 'opaque') storeOpaque(f, type, node);
  return type.kind === 'int'
    ? convertTo(f, value, type, valueNode)
    : noValue(type, place.kind === 'record' ? place : null);
}

/** Writes through a pointer of which it won't show either where it leads. */
function storeAnywhere(f: Draft, lv: Memory, value: Value, valueNode: SyntaxNode, node: SyntaxNode): Value {
  const { type, field } = lv;
  goneThrough(f, lv, node);
  const reason = because(
    f,
    'pointer-store',
    `\`${asWritten(f, node)}\` writes through a pointer that may lead elsewhere`,
    node,
  );
  emit(f, {
    kind: 'clobber',
    cause: 'store',
    origin: 'unknown',
    element: elementOf(type),
    except: null,
    ...(field && { field }),
    ...written(lv, value),
    reason,
    range: rangeOf(f, node),
  });
  return type.kind === 'int' ? convertTo(f, value, type, valueNode) : noValue(type);
}

/** What is reached through a pointer. */
type Memory = Lvalue & { readonly kind: 'memory' };

/** Writes through a pointer of which it will show where it leads; null where the type is none that is modelled. */
function storeMemory(
  f: Draft,
  lv: Memory & { readonly access: OpenAccess },
  value: Value,
  valueNode: SyntaxNode,
  node: SyntaxNode,
): Value | null {
  const { type, access } = lv;
  const scalar = scalarOf(type, f.file.types.model);
  const field = lv.field && { field: lv.field };
  if (scalar !== null && type.kind === 'pointer') {
    const pointer = convertTo(f, value, type, valueNode);
    const position = positionOf(f, pointer, valueNode);
    const stored: Stored = { value: position, element: 'pointer', ...field, ...written(lv, value) };
    storeAccess(f, { ...access, type: scalar }, stored, node);
    return { ...noValue(type), position };
  }
  if (scalar !== null && (type.kind === 'int' || value.expr !== null)) {
    const converted = keep(f, cast(toInt(f, value, valueNode), scalar), rangeOf(f, node));
    const stored: Stored = { value: converted, element: type.kind === 'int' ? scalar : null, ...field };
    storeAccess(f, { ...access, type: scalar }, stored, node);
    return { type, expr: converted, place: null };
  }
  return type.kind === 'record' && !type.union ? storeMembers(f, access, type, value, node) : null;
}

/** Writes a struct's members one by one; null where some are no integers, and would be left behind. */
function storeMembers(f: Draft, access: OpenAccess, type: RecordType, value: Value, node: SyntaxNode): Value | null {
  const { place } = value;
  if (place?.kind !== 'record') return null;
  const leaves = leavesOf(type, f.file.types.model);
  if (leaves.some((leaf) => leafVariable(place, leaf.path) === null)) return null;
  if ((type.fields ?? []).some((field) => !isInteger(fieldType(field)))) return null;
  for (const leaf of leaves) {
    const stored = { value: variable(f, leafVariable(place, leaf.path)!), element: leaf.type };
    storeAccess(f, { ...leaf.path.reduce(memberAccess, access), type: leaf.type }, stored, node);
  }
  return value;
}

/** Integers, and structs of nothing else. */
function isInteger(type: CType): boolean {
  return (
    type.kind === 'int' ||
    (type.kind === 'record' && !type.union && (type.fields ?? []).every((field) => isInteger(fieldType(field))))
  );
}

/** What is stored through a pointer, and what is known of the object that it may hit. */
type Stored = Pick<Clobber, 'element' | 'field' | 'within' | 'written'> & { readonly value: Expr };

function storeAccess(f: Draft, access: Access, { value, ...hit }: Stored, node: SyntaxNode): void {
  const range = rangeOf(f, node);
  const reason = {
    code: 'pointer-store',
    message: `\`${asWritten(f, node)}\` writes through a pointer that may lead elsewhere`,
    range,
  };
  emit(f, {
    kind: 'clobber',
    cause: 'store',
    origin: 'unknown',
    except: null,
    ...hit,
    at: { access, value },
    reason,
    range,
  });
}

/** Which pointer is written where, for a member behind a pointer. */
function written({ follows, type }: Memory, value: Value): Pick<Clobber, 'written'> {
  if (follows === undefined || type.kind !== 'pointer') return {};
  return { written: { position: follows.position, value: value.position ?? null } };
}

/** The integer type whose objects a store of the type may hit; null: any. */
function elementOf(type: CType): IntType | 'pointer' | null {
  return type.kind === 'int' ? type.int : type.kind === 'pointer' ? 'pointer' : null;
}

/** A store to a named object that has no place: pointers that lead into it may see it. */
function storeOpaque(f: Draft, type: CType, node: SyntaxNode): void {
  if (type.kind === 'float') return;
  const reason = because(
    f,
    'pointer-store',
    `\`${asWritten(f, node)}\` writes to an object that pointers may lead to`,
    node,
  );
  emit(f, {
    kind: 'clobber',
    cause: 'store',
    origin: 'global',
    element: elementOf(type),
    except: null,
    reason,
    range: rangeOf(f, node),
  });
}
