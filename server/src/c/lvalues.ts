/** What an expression designates, reading it and writing it. */
import { constantValue } from '../ir/arithmetic.ts';
import type { Access, Expr, VarId } from '../ir/program.ts';
import type { IntType } from '../ir/types.ts';
import { accessThrough, elementAccess, memberAccess, scalarOf } from './access.ts';
import type { OpenAccess } from './access.ts';
import {
  assign, because, cast, constant, emit, keep, rangeOf, temporary, text, unknownValue, variable,
} from './build.ts';
import type { Clobber, Draft } from './draft.ts';
import { convertTo } from './conversions.ts';
import { copyRecord } from './copies.ts';
import { UNKNOWN, fieldType, findField, intType, keyOf, pointerTo } from './ctypes.ts';
import type { CType } from './ctypes.ts';
import { loadElement, storeElement } from './array-elements.ts';
import { hiddenObject, lostObject } from './lost-objects.ts';
import type { Lvalue } from './lvalue.ts';
import { entryMember, entryOf, indexEntry, indexRow, partOf, placed } from './object-parts.ts';
import { NULL_POSITION, newPointer } from './object-positions.ts';
import { globalPlace, memberPlace, renew, undeclared } from './objects.ts';
import { OPAQUE } from './places.ts';
import type { Bits, Place, Value } from './places.ts';
import { addIndex, pointerValue, positionOf } from './pointers.ts';
import { flattened } from './points-to.ts';
import { leafVariable, leavesOf, recordOf, temporaryRecord } from './records.ts';
import { lookup } from './scope.ts';
import { lowerExpr } from './sub-expressions.ts';
import { child } from './syntax.ts';
import type { SyntaxNode } from './syntax.ts';
import { expose, loadEntry, storeEntry } from './tables.ts';
import { unionStorage } from './union-storage.ts';
import { elementBits, exposeBits, loadBits, pointedBits, storeBits } from './unions.ts';
import { intValue, noValue, reasonFor, toInt } from './values.ts';

/** Finds what an expression designates; evaluates the parts that it is made of. */
export function locate(f: Draft, node: SyntaxNode): Lvalue {
  switch (node.type) {
    case 'identifier': return identifier(f, node);
    case 'parenthesized_expression': {
      const inner = node.children[0];
      if (inner !== undefined && inner.type !== 'compound_statement') return locate(f, inner);
      break;
    }
    case 'field_expression': return member(f, node);
    case 'subscript_expression': {
      const [base, index] = [child(node, 'argument') ?? node.children[0], child(node, 'index') ?? node.children[1]];
      if (base === undefined || index === undefined) break;
      return subscript(f, base, index, node);
    }
    case 'pointer_expression': {
      const operator = child(node, 'operator');
      const argument = child(node, 'argument');
      if (operator === null || argument === null || text(f, operator) !== '*') break;
      return dereference(f, argument);
    }
    case 'extension_expression':
      if (node.children[0] !== undefined) return locate(f, node.children[0]);
  }
  const value = lowerExpr(f, node);
  // a union is an integer
  if (value.type.kind === 'record' && value.expr !== null) {
    const kept = keep(f, value.expr, rangeOf(f, node));
    if (kept.kind === 'var') return { kind: 'variable', id: kept.id, type: value.type };
  }
  if (value.place !== null && value.place.kind !== 'pointer' && value.place.kind !== 'cursor') return { kind: 'place', place: value.place, type: value.type };
  return { kind: 'value', value, type: value.type };
}

function identifier(f: Draft, node: SyntaxNode): Lvalue {
  const name = text(f, node);
  const symbol = lookup(f.scope, name);
  switch (symbol?.kind) {
    case 'local': return f.trial ? { kind: 'value', value: noValue(symbol.type), type: symbol.type } : placed(symbol.place, symbol.type);
    case 'global': {
      const { object } = symbol;
      if (object.lost !== undefined) return lostObject(f, object, object.lost, node);
      return placed(globalPlace(f, object), object.type);
    }
    case 'constant': return { kind: 'value', value: intValue(constant(symbol.value, symbol.type)), type: intType(symbol.type) };
    case 'function': return { kind: 'value', value: noValue(symbol.type), type: symbol.type };
    case 'typedef': return { kind: 'value', value: noValue(UNKNOWN), type: UNKNOWN };
  }
  const known = f.file.types.constants.get(name);
  if (known !== undefined) return { kind: 'value', value: intValue(constant(known.value, known.type)), type: intType(known.type) };
  if (name === 'NULL' || name === 'nullptr') return { kind: 'value', value: { ...noValue(pointerTo({ kind: 'void' })), position: NULL_POSITION }, type: pointerTo({ kind: 'void' }) };
  if (/^(stdin|stdout|stderr|environ|optarg)$/.test(name)) return { kind: 'place', place: OPAQUE, type: pointerTo(UNKNOWN) };
  if (/^__(func|FUNCTION|PRETTY_FUNCTION)__$/.test(name)) return { kind: 'value', value: noValue(pointerTo(UNKNOWN)), type: pointerTo(UNKNOWN) };
  if (f.facts.hidden.has(name) || f.file.hidden.has(name)) return hiddenObject(f, name, node);
  const id = undeclared(f, name, node);
  return { kind: 'variable', id, type: intType(f.variables[id]!.type) };
}

function member(f: Draft, node: SyntaxNode): Lvalue {
  const base = child(node, 'argument');
  const name = child(node, 'field');
  if (base === null || name === null) return { kind: 'memory', type: UNKNOWN };
  const arrow = f.file.types.text.slice(base.end, name.start).includes('->');
  const whole = arrow ? dereference(f, base) : locate(f, base);
  const record = whole.type;
  if (record.kind !== 'record') return whole.kind === 'place' && !arrow ? { kind: 'place', place: OPAQUE, type: UNKNOWN } : { kind: 'memory', type: UNKNOWN };
  const field = findField(record, text(f, name));
  if (field === null) return { kind: 'memory', type: UNKNOWN };
  if (whole.kind === 'place' && whole.place.kind === 'record') {
    const found = fieldPlace(whole.place, text(f, name));
    if (found !== null) return placed(found.place, found.type);
  }
  if ((whole.kind === 'variable' || whole.kind === 'bits') || (whole.kind === 'place' && whole.place.kind === 'record')) {
    const found = field.path.reduce<Lvalue | null>((at, key) => (at === null ? null : partOf(f, at, key)), whole);
    if (found !== null) return found;
  }
  if (whole.kind === 'place' && whole.place.kind === 'members' && whole.place.type === record) {
    const found = memberPlace(f, whole.place, text(f, name)) ?? null;
    if (found !== null) return placed(found.place, found.type);
    const part = field.path.reduce<Lvalue | null>((at, key) => (at === null ? null : partOf(f, at, key)), whole);
    if (part !== null) return part;
  }
  if (whole.kind === 'entry') {
    const found = field.path.reduce<Lvalue | null>((at, key) => (at?.kind === 'entry' ? entryMember(f, at, key) : null), whole);
    if (found !== null) return found;
  }
  if (whole.kind === 'memory') {
    const direct = whole.at !== undefined && constantValue(whole.at.index) === 0n && whole.at.pointer.position !== undefined && !record.union && field.path.length === 1;
    const inside = whole.access === undefined ? null : memberOfMemory(f, { ...whole, access: whole.access }, field.path, node);
    if (inside !== null && inside.kind !== 'memory') return inside;
    return { kind: 'memory', type: inside?.type ?? field.type, field: field.field, ...(inside?.access && { access: inside.access }), ...(direct && { follows: { position: whole.at.pointer.position, member: text(f, name) } }) };
  }
  return { kind: 'place', place: OPAQUE, type: field.type };
}

/** A member of what a pointer leads to; of a union, the bits of a copy that is written back. */
function memberOfMemory(f: Draft, whole: Lvalue & { readonly kind: 'memory'; readonly access: OpenAccess }, path: readonly string[], node: SyntaxNode): (Lvalue & { readonly kind: 'memory' | 'bits' }) | null {
  let at = whole;
  for (const [i, key] of path.entries()) {
    const record = at.type;
    if (record.kind !== 'record') return null;
    if (record.union) {
      const storage = unionStorage(record, f.file.types.model);
      if (storage === null) return null;
      const copy = temporary(f, storage);
      loadAccess(f, copy, { ...at.access, type: storage }, record, node);
      const bits = path.slice(i).reduce<Lvalue | null>((lv, k) => (lv === null ? null : partOf(f, lv, k)), { kind: 'variable', id: copy, type: record });
      return bits?.kind === 'bits' ? { ...bits, back: { ...at.access, type: storage } } : null;
    }
    const fieldIndex = (record.fields ?? []).findIndex((field, n) => keyOf(field, n) === key);
    if (fieldIndex < 0) return null;
    at = { kind: 'memory', type: fieldType(record.fields![fieldIndex]!), access: memberAccess(at.access, key) };
  }
  return at;
}

/** Reads what is at the access into a variable. */
function loadAccess(f: Draft, target: VarId, access: Access, type: CType, node: SyntaxNode, follows?: Value['follows']): void {
  const range = rangeOf(f, node);
  // that it was lost is said where it turns out to be
  const lost = f.reasons.length;
  const reason = reasonFor(f, type, node);
  f.reasons.length = lost;
  emit(f, { kind: 'load-at', target, access, otherwise: [{ kind: 'havoc', target, reason, range, ...(follows && { follows }) }], range });
}

function fieldPlace(record: Place & { readonly kind: 'record' }, name: string): { readonly place: Place; readonly type: CType } | null {
  const direct = record.fields.get(name);
  if (direct !== undefined) return direct;
  for (const [key, field] of record.fields) {
    if (!key.startsWith('#') || field.place.kind !== 'record') continue;
    const inner = fieldPlace(field.place, name);
    if (inner !== null) return inner;
  }
  return null;
}

function dereference(f: Draft, pointer: SyntaxNode): Lvalue {
  let at = pointer;
  while (at.type === 'parenthesized_expression' && at.children[0] !== undefined && at.children[0].type !== 'compound_statement') at = at.children[0];
  const operator = at.type === 'binary_expression' ? child(at, 'operator') : null;
  const [left, right] = [child(at, 'left'), child(at, 'right')];
  // *(p + i) is p[i]
  if (operator !== null && text(f, operator) === '+' && left !== null && right !== null) return subscript(f, left, right, at);
  const value = decay(f, lowerExpr(f, at));
  return throughPointer(f, value, constant(0n, f.file.difference), pointer);
}

/** `base[index]`; either may be the pointer. */
function subscript(f: Draft, baseNode: SyntaxNode, indexNode: SyntaxNode, node: SyntaxNode): Lvalue {
  const base = designated(f, baseNode);
  const index = lowerExpr(f, indexNode);
  if (base.kind === 'entry') return indexEntry(f, base, toInt(f, index, indexNode), node);
  if (base.kind === 'place' && base.place.kind === 'table') return indexEntry(f, entryOf(f, base.place, base.type), toInt(f, index, indexNode), node);
  if (base.kind === 'row') return indexRow(f, base, toInt(f, index, indexNode), node);
  const part = base.kind === 'bits' ? elementBits(f, base, toInt(f, index, indexNode)) : null;
  if (part !== null) return part;
  const element = base.kind === 'memory' && base.access && base.type.kind === 'array' ? elementAccess(f, base.access, base.type, toInt(f, index, indexNode)) : null;
  if (element !== null && base.kind === 'memory' && base.type.kind === 'array') return { kind: 'memory', type: base.type.of, access: element, ...(base.field && { field: base.field }) };
  if (base.kind === 'place' && base.place.kind === 'array' && base.type.kind === 'array') {
    return indexRow(f, { array: base.place.id, dims: base.place.dims, index: constant(0n, f.file.difference), type: base.type }, toInt(f, index, indexNode), node);
  }
  const value = decay(f, load(f, base, baseNode));
  if (value.type.kind !== 'pointer' && index.type.kind === 'pointer') return throughPointer(f, index, toInt(f, value, baseNode), node);
  if (base.kind === 'place' && base.place.kind === 'opaque' && base.type.kind === 'array') {
    return { kind: 'place', place: OPAQUE, type: base.type.of, at: { pointer: value, index: toInt(f, index, indexNode) } };
  }
  return throughPointer(f, value, toInt(f, index, indexNode), node);
}

/** The object an expression names, or its value where it names none. */
function designated(f: Draft, node: SyntaxNode): Lvalue {
  if (/^(identifier|field_expression|subscript_expression|parenthesized_expression|pointer_expression)$/.test(node.type)) {
    const isAddress = node.type === 'pointer_expression' && text(f, node).startsWith('&');
    if (!isAddress) return locate(f, node);
  }
  const value = lowerExpr(f, node);
  return { kind: 'value', value, type: value.type };
}

/** What a pointer of which nothing more is known leads to. */
function behind(f: Draft, pointer: Value, type: CType, index: Expr, node: SyntaxNode): Lvalue {
  const access = accessThrough(f, pointer, index, node);
  return { kind: 'memory', type, at: { pointer, index }, ...(access && { access }) };
}

function throughPointer(f: Draft, pointer: Value, index: Expr, node: SyntaxNode): Lvalue {
  const type = pointer.type.kind === 'pointer' ? pointer.type.to : UNKNOWN;
  const { place } = pointer;
  if (place?.kind === 'cursor') {
    return indexRow(f, { array: place.array.id, dims: place.array.dims, index: addIndex(f, place.index, '+', index, null), type: { kind: 'array', of: type, length: null } }, constant(0n, f.file.difference), null);
  }
  const target = place?.kind === 'pointer' ? place.target : null;
  if (target === null) return behind(f, pointer, type, index, node);
  if (target.kind === 'bits') return pointedTo(f, target, type, index) ?? behind(f, pointer, type, index, node);
  // the pointer is to an element of the outermost dimension
  if (target.kind === 'table') return indexEntry(f, entryOf(f, target, { kind: 'array', of: type, length: null }), index, null);
  if (target.kind === 'array') return indexRow(f, { array: target.id, dims: target.dims, index: constant(0n, f.file.difference), type: { kind: 'array', of: type, length: null } }, index, null);
  if (constantValue(index) !== 0n) return behind(f, pointer, type, index, node);
  return placed(target, type);
}

/** What a pointer to a part of a variable leads to. */
function pointedTo(f: Draft, target: Bits, type: CType, index: Expr): Lvalue | null {
  return target.type.kind === 'array' ? elementBits(f, target, index) : constantValue(index) === 0n ? target : pointedBits(f, target, type, null, index);
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
      return noValue(lv.type, lv.place.kind !== 'opaque' || (lv.type.kind === 'array' && lv.place !== OPAQUE) ? lv.place : null);
    case 'memory': {
      const value = lv.access === undefined ? null : loadMemory(f, lv.access, lv.type, node, lv.follows);
      if (value !== null) return value;
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
      if (record !== null) copyRecord(f, record, value, node);
      else if (lv.place.kind === 'members') renew(f, lv.place, false, 'struct', `\`${shorten(text(f, node))}\` changes a struct as a whole`, node);
      else if (lv.place.kind === 'opaque') storeOpaque(f, lv.type, node);
      return lv.type.kind === 'int' ? convertTo(f, value, lv.type, valueNode) : noValue(lv.type, lv.place.kind === 'record' ? lv.place : null);
    }
    case 'bits': {
      if (lv.back === undefined) return storeBits(f, lv, value, valueNode, node);
      // it may have changed since it was located
      loadAccess(f, lv.id, lv.back, lv.type, node);
      const stored = storeBits(f, lv, value, valueNode, node);
      storeAccess(f, lv.back, variable(f, lv.id), null, undefined, node);
      return stored;
    }
    case 'entry':
      storeEntry(f, lv, value, node);
      return noValue(lv.type, value.place);
    case 'row': case 'value': return value;
    case 'memory': {
      const known = lv.access === undefined ? null : storeMemory(f, { ...lv, access: lv.access }, value, valueNode, node);
      if (known !== null) return known;
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

function storeAccess(f: Draft, access: Access, value: Expr, element: IntType | 'pointer' | null, lv: (Lvalue & { readonly kind: 'memory' }) | undefined, node: SyntaxNode, given?: Value): void {
  const range = rangeOf(f, node);
  const reason = { code: 'pointer-store', message: `\`${shorten(text(f, node))}\` writes through a pointer that may lead elsewhere`, range };
  emit(f, {
    kind: 'clobber', cause: 'store', origin: 'unknown', element, except: null, ...(lv?.field && { field: lv.field }), ...(lv && given && written(lv, given)), at: { access, value }, reason, range,
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
