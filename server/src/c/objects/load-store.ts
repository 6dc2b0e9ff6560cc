/** Reading and writing what an expression designates. */
import type { IntType } from '../../machine/index.ts';
import type { Access, Expr, VarId } from '../../program/index.ts';
import { accessThrough, memberAccess, scalarOf } from './memory-access.ts';
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
import { storeVolatile } from './volatile-objects.ts';
import { fieldType, isNameless, isShared, localOf, originOf, pointerTo } from '../types/index.ts';
import type { CType, Place, RecordType, Value } from '../types/index.ts';
import type { Clobber, Draft } from './function-draft.ts';
import { goneThrough, partLeads } from './gone-through.ts';
import type { Lvalue } from './lvalue.ts';
import { newPointer } from './pointer-positions.ts';
import { renew } from './make-objects.ts';
import { pointerValue, positionOf } from './pointers.ts';
import { flattened, originBehind } from './points-to.ts';
import { leafVariable, leavesOf, recordOf, temporaryRecord } from './struct-values.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { storedAs } from './stored-types.ts';
import { expose, loadEntry, storeEntry } from './struct-arrays.ts';
import { exposeBits, loadBits, storeBits } from './union-bits.ts';
import { intValue, noValue, reasonFor, toInt } from './expression-value.ts';

/** What is read. `follows`: the pointer is the member of what is at a position. */
interface Read {
  readonly type: CType;
  readonly follows?: Value['follows'];
}

/** Reads what is at the access into a variable. */
export function loadAccess(
  draft: Draft,
  target: VarId,
  access: Access,
  { type, follows }: Read,
  node: SyntaxNode,
): void {
  const range = rangeOf(draft, node);
  // that it was lost is said where it turns out to be
  const lost = draft.reasons.length;
  const reason = reasonFor(draft, type, node);
  draft.reasons.length = lost;
  const isScalar = scalarOf(type, draft.file.types.model) !== null;
  emit(draft, {
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
export function decay(draft: Draft, value: Value): Value {
  if (value.type.kind !== 'array') return value;
  const { place } = value;
  if (place?.kind === 'bits') exposeBits(draft, place.id);
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
export function load(draft: Draft, lvalue: Lvalue, node: SyntaxNode): Value {
  switch (lvalue.kind) {
    case 'variable':
      return loadVariable(draft, lvalue);
    case 'value':
      return lvalue.value;
    case 'element':
      return loadElement(draft, lvalue, node);
    case 'entry':
      return loadEntry(draft, lvalue, node);
    case 'bits':
      return followedBits(loadBits(draft, lvalue, node), lvalue);
    case 'row':
      return loadRow(draft, lvalue);
    case 'place':
      return loadPlace(draft, lvalue, node);
    case 'memory': {
      const value = lvalue.access === undefined ? null : loadMemory(draft, lvalue.access, lvalue, node);
      if (value !== null) return value;
      goneThrough(draft, lvalue, node);
      if (lvalue.guess) return untypedValue(lvalue, lvalue.guess, draft.file.long);
      if (lvalue.type.kind === 'array') return { ...noValue(lvalue.type), ...partLeads(lvalue) };
      return lvalue.follows === undefined || lvalue.type.kind !== 'pointer'
        ? noValue(lvalue.type)
        : { ...noValue(lvalue.type), follows: lvalue.follows };
    }
  }
}

/** It may be an integer, or a pointer. */
const untypedValue = ({ type, follows }: Memory, guess: OpenAccess, as: IntType): Value => ({
  ...noValue(type),
  guess: { ...guess, type: as, guessed: true },
  ...(follows && { follows }),
});

/** A pointer in a union: where it was read. */
const followedBits = (value: Value, { within }: Lvalue & { readonly kind: 'bits' }): Value =>
  within === undefined || value.type.kind !== 'pointer' ? value : { ...value, follows: within };

function loadVariable(draft: Draft, { id, type }: Lvalue & { readonly kind: 'variable' }): Value {
  const initial = draft.constants.has(id) ? draft.variables[id]!.initial : null;
  if (initial !== null && type.kind === 'int') return intValue(constant(initial, type.int));
  if (type.kind === 'record') return { type, expr: variable(draft, id), place: null };
  return type.kind === 'pointer' ? pointerValue(draft, id, type) : intValue(variable(draft, id));
}

function loadRow(draft: Draft, { array, dims, index, type }: Lvalue & { readonly kind: 'row' }): Value {
  if (draft.arrays[array]!.field !== undefined) expose(draft, { kind: 'array', id: array, dims: [] });
  if (dims.length !== 1) return noValue(type);
  return noValue(type, {
    kind: 'cursor',
    array: flattened(draft, { kind: 'array', id: array, dims: [null, ...dims] }),
    index,
  });
}

function loadPlace(draft: Draft, lvalue: Lvalue & { readonly kind: 'place' }, node: SyntaxNode): Value {
  const { place, type, reason, access } = lvalue;
  const read = access && loadMemory(draft, access, { type }, node);
  if (read) return read;
  // members that are arrays are known elsewhere as soon as they are more than subscripted
  if (place.kind === 'array' && draft.arrays[place.id]!.field !== undefined) expose(draft, place);
  if (reason !== undefined && type.kind === 'int') return intValue(unknownValue(draft, type.int, reason, node));
  if (place.kind === 'opaque' && place.stored !== undefined && type.kind === 'int')
    return intValue(loadVolatile(draft, place.stored, type, node));
  if (place.kind === 'table') expose(draft, place);
  goneThrough(draft, lvalue, node);
  const isKnown = place.kind !== 'opaque' || (type.kind === 'array' && !isNameless(place));
  return noValue(type, isKnown ? place : null);
}

/** Any value; what was stored last, in a run in which nobody else changes it. */
function loadVolatile(draft: Draft, stored: VarId, type: CType & { readonly kind: 'int' }, node: SyntaxNode): Expr {
  const target = temporary(draft, type.int);
  const reason = reasonFor(draft, type, node);
  emit(draft, { kind: 'havoc', target, reason, range: rangeOf(draft, node), computed: variable(draft, stored) });
  return variable(draft, target);
}

/** What is at the access: a scalar, a union, or the members of a struct. */
function loadMemory(draft: Draft, access: OpenAccess, { type, follows }: Read, node: SyntaxNode): Value | null {
  const { model } = draft.file.types;
  const scalar = scalarOf(type, model);
  if (scalar !== null) {
    const target =
      type.kind === 'pointer' ? newPointer(draft, `$${++draft.temporaries}`, 'temp', null) : temporary(draft, scalar);
    loadAccess(draft, target, { ...access, type: scalar }, { type, follows }, node);
    if (type.kind === 'pointer')
      return { type, expr: null, place: null, position: variable(draft, target), ...(follows && { follows }) };
    return { type, expr: variable(draft, target), place: null };
  }
  if (type.kind !== 'record' || type.union || type.fields === null) return null;
  const place = temporaryRecord(draft, type);
  for (const leaf of leavesOf(type, model)) {
    const id = leafVariable(place, leaf.path);
    if (id !== null)
      loadAccess(draft, id, { ...leaf.path.reduce(memberAccess, access), type: leaf.type }, { type }, node);
  }
  return noValue(type, place);
}

/** Writes to what was located; the value of the assignment comes back. */
export function store(draft: Draft, lvalue: Lvalue, value: Value, valueNode: SyntaxNode, node: SyntaxNode): Value {
  switch (lvalue.kind) {
    case 'variable':
      return storeVariable(draft, lvalue, value, valueNode, node);
    case 'element':
      return storeElement(draft, lvalue, value, valueNode, node);
    case 'place':
      return storePlace(draft, lvalue, value, valueNode, node);
    case 'bits': {
      if (lvalue.back === undefined) return storeBits(draft, lvalue, value, valueNode, node);
      // it may have changed since it was located
      loadAccess(draft, lvalue.id, lvalue.back, { type: lvalue.type }, node);
      const stored = storeBits(draft, lvalue, value, valueNode, node);
      const { path } = lvalue.back;
      const within = path.slice(path.lastIndexOf('/') + 1);
      const element = lvalue.type.kind === 'int' ? lvalue.type.int : null;
      storeAccess(draft, lvalue.back, { value: variable(draft, lvalue.id), element, within }, node);
      return stored;
    }
    case 'entry':
      storeEntry(draft, lvalue, value, node);
      return noValue(lvalue.type, value.place);
    case 'row':
    case 'value':
      return value;
    case 'memory': {
      const access = lvalue.access ?? accessAnywhere(draft, lvalue, node);
      // whatever else lies in a union is changed as well
      const known =
        access === null || access.overlay !== undefined
          ? null
          : storeMemory(draft, { ...lvalue, access }, value, valueNode, node);
      return known ?? storeAnywhere(draft, lvalue, value, valueNode, node);
    }
  }
}

function storeVariable(
  draft: Draft,
  { id, type }: Lvalue & { readonly kind: 'variable' },
  value: Value,
  valueNode: SyntaxNode,
  node: SyntaxNode,
): Value {
  const range = rangeOf(draft, node);
  if (type.kind === 'pointer') {
    const pointer = convertTo(draft, value, type, valueNode);
    assign(draft, id, positionOf(draft, pointer, valueNode), range);
    return pointerValue(draft, id, type);
  }
  assign(draft, id, cast(toInt(draft, value, valueNode), draft.variables[id]!.type), range);
  if (type.kind === 'record') return { type, expr: variable(draft, id), place: null };
  return intValue(variable(draft, id));
}

function storePlace(
  draft: Draft,
  lvalue: Lvalue & { readonly kind: 'place' },
  value: Value,
  valueNode: SyntaxNode,
  node: SyntaxNode,
): Value {
  const { place, type } = lvalue;
  const record = recordOf(draft, place);
  goneThrough(draft, lvalue, node);
  if (record !== null) copyRecord(draft, record, value, node);
  else if (place.kind === 'members') {
    const why = { code: 'struct', message: `\`${asWritten(draft, node)}\` changes a struct as a whole` };
    renew(draft, place, why, node);
    const range = rangeOf(draft, node);
    const { origin } = place.traits;
    // other names of its members show it as well
    emit(draft, {
      kind: 'clobber',
      cause: 'store',
      origin,
      ...storedAs(type),
      except: null,
      reason: { ...why, range },
      range,
    });
  } else if (place.kind === 'opaque' && place.stored !== undefined && type.kind === 'int') {
    const converted = cast(toInt(draft, value, valueNode), type.int);
    storeVolatile(draft, { stored: place.stored, name: place.name ?? '' }, converted, node);
    return intValue(converted);
  } else if (place.kind === 'opaque') storeOpaque(draft, lvalue, place, node);
  return type.kind === 'int'
    ? convertTo(draft, value, type, valueNode)
    : noValue(type, place.kind === 'record' ? place : null);
}

/** `*f() = 0`: where the pointer leads isn't known, but what is stored there is. Null: neither is. */
const accessAnywhere = (draft: Draft, { at }: Memory, node: SyntaxNode): OpenAccess | null =>
  at?.pointer.by && !draft.trial
    ? accessThrough(draft, { ...at.pointer, position: positionOf(draft, at.pointer, node) }, at.index, node)
    : null;

/** Writes through a pointer of which it won't show either where it leads. */
function storeAnywhere(draft: Draft, lvalue: Memory, value: Value, valueNode: SyntaxNode, node: SyntaxNode): Value {
  const { type, united, access } = lvalue;
  const scalar = united && scalarOf(type, draft.file.types.model);
  const field = united ? undefined : lvalue.field;
  goneThrough(draft, lvalue, node);
  const reason = because(
    draft,
    'pointer-store',
    `\`${asWritten(draft, node)}\` writes through a pointer that may lead elsewhere`,
    node,
  );
  emit(draft, {
    kind: 'clobber',
    cause: 'store',
    origin: originBehind(draft, node),
    // whatever else lies in a union is changed as well
    ...storedAs(united ?? type),
    except: null,
    ...(field && { field }),
    ...(lvalue.guess && { untyped: lvalue.guess.path }),
    ...(access && scalar && { to: { ...access, type: scalar } }),
    ...written(lvalue, value),
    reason,
    range: rangeOf(draft, node),
  });
  return type.kind === 'int' ? convertTo(draft, value, type, valueNode) : noValue(type);
}

/** What is reached through a pointer. */
type Memory = Lvalue & { readonly kind: 'memory' };

/** Writes through a pointer of which it will show where it leads; null where the type is none that is modelled. */
function storeMemory(
  draft: Draft,
  lvalue: Memory & { readonly access: OpenAccess },
  value: Value,
  valueNode: SyntaxNode,
  node: SyntaxNode,
): Value | null {
  const { type, access } = lvalue;
  const scalar = scalarOf(type, draft.file.types.model);
  const field = lvalue.field && { field: lvalue.field };
  if (scalar !== null && type.kind === 'pointer') {
    const pointer = convertTo(draft, value, type, valueNode);
    const position = positionOf(draft, pointer, valueNode);
    const stored: Stored = { value: position, element: 'pointer', ...field, ...written(lvalue, value) };
    storeAccess(draft, { ...access, type: scalar }, stored, node);
    return { ...noValue(type), position };
  }
  if (scalar !== null && (type.kind === 'int' || value.expr !== null)) {
    const converted = keep(draft, cast(toInt(draft, value, valueNode), scalar), rangeOf(draft, node));
    const stored: Stored = { value: converted, element: type.kind === 'int' ? scalar : null, ...field };
    storeAccess(draft, { ...access, type: scalar }, stored, node);
    return { type, expr: converted, place: null };
  }
  return type.kind === 'record' && !type.union ? storeMembers(draft, access, type, value, node) : null;
}

/** Writes a struct's members one by one; null where some are no integers, and would be left behind. */
function storeMembers(
  draft: Draft,
  access: OpenAccess,
  type: RecordType,
  value: Value,
  node: SyntaxNode,
): Value | null {
  const { place } = value;
  if (place?.kind !== 'record') return null;
  const leaves = leavesOf(type, draft.file.types.model);
  if (leaves.some((leaf) => leafVariable(place, leaf.path) === null)) return null;
  if ((type.fields ?? []).some((field) => !isInteger(fieldType(field)))) return null;
  for (const leaf of leaves) {
    const stored = { value: variable(draft, leafVariable(place, leaf.path)!), element: leaf.type };
    storeAccess(draft, { ...leaf.path.reduce(memberAccess, access), type: leaf.type }, stored, node);
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

function storeAccess(draft: Draft, access: Access, { value, ...hit }: Stored, node: SyntaxNode): void {
  const range = rangeOf(draft, node);
  const reason = {
    code: 'pointer-store',
    message: `\`${asWritten(draft, node)}\` writes through a pointer that may lead elsewhere`,
    range,
  };
  emit(draft, {
    kind: 'clobber',
    cause: 'store',
    origin: originBehind(draft, node),
    except: null,
    ...hit,
    at: { access, value },
    reason,
    range,
  });
}

/** Which pointer is written where, for a member behind a pointer. */
function written({ follows, type }: Memory, value: Value): Pick<Clobber, 'written'> {
  if (follows === undefined || follows.beside || type.kind !== 'pointer') return {};
  return { written: { position: follows.position, value: value.position ?? null } };
}

/** A store to a named object that has no place: pointers that lead into it may see it. */
function storeOpaque(
  draft: Draft,
  { type, field, whole }: Lvalue & { readonly kind: 'place' },
  place: Place & { readonly kind: 'opaque' },
  node: SyntaxNode,
): void {
  if (type.kind === 'float' && !isShared(place)) return;
  const reason = place.own
    ? because(draft, 'unknown-type', `the type of \`${place.own.name}\` is not known`, node)
    : because(
        draft,
        'pointer-store',
        `\`${asWritten(draft, node)}\` writes to an object that pointers may lead to`,
        node,
      );
  if (place.alone) {
    emit(draft, { kind: 'note', reason, stores: [], ...localOf(place) });
    return;
  }
  emit(draft, {
    kind: 'clobber',
    cause: 'store',
    origin: originOf(place),
    ...localOf(place),
    ...storedAs(type),
    ...(field && type.kind !== 'record' && { field }),
    ...(whole && { whole }),
    except: null,
    reason,
    range: rangeOf(draft, node),
  });
}
