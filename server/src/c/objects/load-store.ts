/** Reading and writing what an expression designates. */
import type { Access, Expr, VarId } from '../../program/index.ts';
import type { IntType } from '../../machine/index.ts';
import { memberAccess, scalarOf } from './memory-access.ts';
import type { OpenAccess } from './memory-access.ts';
import { loadElement, storeElement } from './array-elements.ts';
import {
  assign, because, cast, constant, emit, keep, rangeOf, temporary, text, unknownValue, variable,
} from './build-function.ts';
import { convertTo } from './conversions.ts';
import { copyRecord } from './copy-struct.ts';
import { OPAQUE, fieldType, pointerTo } from '../types/index.ts';
import type { CType, Value } from '../types/index.ts';
import type { Clobber, Draft } from './function-draft.ts';
import { goneThrough } from './gone-through.ts';
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

/** Reads what is at the access into a variable. */
export function loadAccess(f: Draft, target: VarId, access: Access, type: CType, node: SyntaxNode, follows?: Value['follows']): void {
  const range = rangeOf(f, node);
  // that it was lost is said where it turns out to be
  const lost = f.reasons.length;
  const reason = reasonFor(f, type, node);
  f.reasons.length = lost;
  emit(f, { kind: 'load-at', target, access, otherwise: [{ kind: 'havoc', target, reason, range, ...(follows && { follows }) }], range });
}

/** Arrays turn into pointers to their first element. */
export function decay(f: Draft, value: Value): Value {
  if (value.type.kind !== 'array') return value;
  const { place } = value;
  if (place?.kind === 'bits') exposeBits(f, place.id);
  return { type: pointerTo(value.type.of), expr: null, place: place === null || place.kind === 'pointer' || place.kind === 'cursor' ? place : { kind: 'pointer', target: place } };
}

/** The value of what was located. */
export function load(f: Draft, lv: Lvalue, node: SyntaxNode): Value {
  switch (lv.kind) {
    case 'variable': {
      const initial = f.constants.has(lv.id) ? f.variables[lv.id]!.initial : null;
      if (initial !== null && lv.type.kind === 'int') return intValue(constant(initial, lv.type.int));
      if (lv.type.kind === 'record') return { type: lv.type, expr: variable(f, lv.id), place: null };
      return lv.type.kind === 'pointer' ? pointerValue(f, lv.id, lv.type) : intValue(variable(f, lv.id));
    }
    case 'value': return lv.value;
    case 'element': return loadElement(f, lv, node);
    case 'entry': return loadEntry(f, lv, node);
    case 'bits': return loadBits(f, lv, node);
    case 'row':
      if (f.arrays[lv.array]!.field !== undefined) expose(f, { kind: 'array', id: lv.array, dims: [] });
      return lv.dims.length === 1 ? noValue(lv.type, { kind: 'cursor', array: flattened(f, { kind: 'array', id: lv.array, dims: [null, ...lv.dims] }), index: lv.index }) : noValue(lv.type);
    case 'place':
      // members that are arrays are known elsewhere as soon as they are more than subscripted
      if (lv.place.kind === 'array' && f.arrays[lv.place.id]!.field !== undefined) expose(f, lv.place);
      if (lv.reason !== undefined && lv.type.kind === 'int') return intValue(unknownValue(f, lv.type.int, lv.reason, node));
      if (lv.place.kind === 'table') expose(f, lv.place);
      goneThrough(f, lv, node);
      return noValue(lv.type, lv.place.kind !== 'opaque' || (lv.type.kind === 'array' && lv.place !== OPAQUE) ? lv.place : null);
    case 'memory': {
      const value = lv.access === undefined ? null : loadMemory(f, lv.access, lv.type, node, lv.follows);
      if (value !== null) return value;
      goneThrough(f, lv, node);
      return lv.follows === undefined || lv.type.kind !== 'pointer' ? noValue(lv.type) : { ...noValue(lv.type), follows: lv.follows };
    }
  }
}

/** What is at the access: a scalar, a union, or the members of a struct. */
function loadMemory(f: Draft, access: OpenAccess, type: CType, node: SyntaxNode, follows?: Value['follows']): Value | null {
  const { model } = f.file.types;
  const scalar = scalarOf(type, model);
  if (scalar !== null) {
    const target = type.kind === 'pointer' ? newPointer(f, `$${++f.temporaries}`, 'temp', null) : temporary(f, scalar);
    loadAccess(f, target, { ...access, type: scalar }, type, node, follows);
    if (type.kind === 'pointer') return { type, expr: null, place: null, position: variable(f, target), ...(follows && { follows }) };
    return { type, expr: variable(f, target), place: null };
  }
  if (type.kind !== 'record' || type.union || type.fields === null) return null;
  const place = temporaryRecord(f, type);
  for (const leaf of leavesOf(type, model)) {
    const id = leafVariable(place, leaf.path);
    if (id !== null) loadAccess(f, id, { ...leaf.path.reduce(memberAccess, access), type: leaf.type }, type, node);
  }
  return noValue(type, place);
}

/** Writes to what was located; the value of the assignment comes back. */
export function store(f: Draft, lv: Lvalue, value: Value, valueNode: SyntaxNode, node: SyntaxNode): Value {
  const range = rangeOf(f, node);
  switch (lv.kind) {
    case 'variable': {
      if (lv.type.kind === 'pointer') {
        const pointer = convertTo(f, value, lv.type, valueNode);
        assign(f, lv.id, positionOf(f, pointer, valueNode), range);
        return pointerValue(f, lv.id, lv.type);
      }
      const type = f.variables[lv.id]!.type;
      assign(f, lv.id, cast(toInt(f, value, valueNode), type), range);
      if (lv.type.kind === 'record') return { type: lv.type, expr: variable(f, lv.id), place: null };
      return intValue(variable(f, lv.id));
    }
    case 'element': return storeElement(f, lv, value, valueNode, node);
    case 'place': {
      const record = recordOf(f, lv.place);
      goneThrough(f, lv, node);
      if (record !== null) copyRecord(f, record, value, node);
      else if (lv.place.kind === 'members') renew(f, lv.place, { code: 'struct', message: `\`${shorten(text(f, node))}\` changes a struct as a whole` }, node);
      else if (lv.place.kind === 'opaque') storeOpaque(f, lv.type, node);
      return lv.type.kind === 'int' ? convertTo(f, value, lv.type, valueNode) : noValue(lv.type, lv.place.kind === 'record' ? lv.place : null);
    }
    case 'bits': {
      if (lv.back === undefined) return storeBits(f, lv, value, valueNode, node);
      // it may have changed since it was located
      loadAccess(f, lv.id, lv.back, lv.type, node);
      const stored = storeBits(f, lv, value, valueNode, node);
      const { path } = lv.back;
      storeAccess(f, lv.back, variable(f, lv.id), lv.type.kind === 'int' ? lv.type.int : null, undefined, node, undefined, path.slice(path.lastIndexOf('/') + 1));
      return stored;
    }
    case 'entry':
      storeEntry(f, lv, value, node);
      return noValue(lv.type, value.place);
    case 'row': case 'value': return value;
    case 'memory': {
      const known = lv.access === undefined ? null : storeMemory(f, { ...lv, access: lv.access }, value, valueNode, node);
      if (known !== null) return known;
      goneThrough(f, lv, node);
      const reason = because(f, 'pointer-store', `\`${shorten(text(f, node))}\` writes through a pointer that may lead elsewhere`, node);
      emit(f, { kind: 'clobber', cause: 'store', origin: 'unknown', element: elementOf(lv.type), except: null, ...(lv.field && { field: lv.field }), ...written(lv, value), reason, range });
      return lv.type.kind === 'int' ? convertTo(f, value, lv.type, valueNode) : noValue(lv.type);
    }
  }
}

/** Writes through a pointer of which it will show where it leads; null where the type is none that is modelled. */
function storeMemory(f: Draft, lv: Lvalue & { readonly kind: 'memory'; readonly access: OpenAccess }, value: Value, valueNode: SyntaxNode, node: SyntaxNode): Value | null {
  const { model } = f.file.types;
  const scalar = scalarOf(lv.type, model);
  const access = lv.access;
  if (scalar !== null && lv.type.kind === 'pointer') {
    const pointer = convertTo(f, value, lv.type, valueNode);
    const position = positionOf(f, pointer, valueNode);
    storeAccess(f, { ...access, type: scalar }, position, 'pointer', lv, node, value);
    return { ...noValue(lv.type), position };
  }
  if (scalar !== null && (lv.type.kind === 'int' || value.expr !== null)) {
    const converted = keep(f, cast(toInt(f, value, valueNode), scalar), rangeOf(f, node));
    storeAccess(f, { ...access, type: scalar }, converted, lv.type.kind === 'int' ? scalar : null, lv, node);
    return { type: lv.type, expr: converted, place: null };
  }
  const { type } = lv;
  if (type.kind !== 'record' || type.union || value.place?.kind !== 'record') return null;
  const leaves = leavesOf(type, model);
  // members that are no integers would be left behind
  if (leaves.some((leaf) => leafVariable(value.place, leaf.path) === null) || (type.fields ?? []).some((field) => !isInteger(fieldType(field)))) return null;
  for (const leaf of leaves) storeAccess(f, { ...leaf.path.reduce(memberAccess, access), type: leaf.type }, variable(f, leafVariable(value.place, leaf.path)!), leaf.type, undefined, node);
  return value;
}

/** Integers, and structs of nothing else. */
function isInteger(type: CType): boolean {
  return type.kind === 'int' || (type.kind === 'record' && !type.union && (type.fields ?? []).every((field) => isInteger(fieldType(field))));
}

function storeAccess(f: Draft, access: Access, value: Expr, element: IntType | 'pointer' | null, lv: (Lvalue & { readonly kind: 'memory' }) | undefined, node: SyntaxNode, given?: Value, within?: string): void {
  const range = rangeOf(f, node);
  const reason = { code: 'pointer-store', message: `\`${shorten(text(f, node))}\` writes through a pointer that may lead elsewhere`, range };
  emit(f, {
    kind: 'clobber', cause: 'store', origin: 'unknown', element, except: null, ...(lv?.field && { field: lv.field }), ...(within !== undefined && { within }), ...(lv && given && written(lv, given)), at: { access, value }, reason, range,
  });
}

/** Which pointer is written where, for a member behind a pointer. */
function written({ follows, type }: Lvalue & { readonly kind: 'memory' }, value: Value): Pick<Clobber, 'written'> {
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
  const reason = because(f, 'pointer-store', `\`${shorten(text(f, node))}\` writes to an object that pointers may lead to`, node);
  emit(f, { kind: 'clobber', cause: 'store', origin: 'global', element: elementOf(type), except: null, reason, range: rangeOf(f, node) });
}

function shorten(source: string): string {
  const line = source.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
