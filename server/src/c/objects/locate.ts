/**
 * What an expression designates (C11 6.5.1, 6.5.2.1, 6.5.2.3, 6.5.3.2): names, members, elements, what pointers lead
 * to.
 */
import { constantValue } from '../../program/index.ts';
import type { Expr, Followed } from '../../program/index.ts';
import { accessThrough, elementAccess, memberAccess, pathAccess } from './memory-access.ts';
import type { OpenAccess } from './memory-access.ts';
import { binary, constant, keep, rangeOf, temporary, text } from './build-function.ts';
import {
  IN_UNION,
  OPAQUE,
  UNKNOWN,
  fieldType,
  findField,
  intType,
  isShared,
  keyOf,
  lookup,
  pointerTo,
  sizeOf,
  unionStorage,
  unknownPart,
} from '../types/index.ts';
import type { Bits, CType, Place, RecordType, TablePlace, Value } from '../types/index.ts';
import type { Draft } from './function-draft.ts';
import { goneThroughRow, staysWithin } from './gone-through.ts';
import { mustLive } from './lifetimes.ts';
import { hiddenObject, lostObject } from './lost-objects.ts';
import type { Lvalue, Memory } from './lvalue.ts';
import { decay, load, loadAccess } from './load-store.ts';
import { globalPlace, undeclared, unknownConstant, unknownSize } from './named-objects.ts';
import { entryMember, entryOf, indexEntry, indexRow, partOf, placed } from './object-parts.ts';
import { NULL_POSITION, functionValue } from './pointer-positions.ts';
import { memberPlace } from './make-objects.ts';
import { addIndex, hasPosition, positionOf } from './pointers.ts';
import { isInPart, partUntold, readAt } from './untold-parts.ts';
import { literalElement } from './string-literals.ts';
import { lowerExpr } from './sub-expressions.ts';
import { child, isThroughArrow } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { elementBits, pointedBits } from './union-bits.ts';
import { intValue, noValue, toInt } from './expression-value.ts';

/** Finds what an expression designates; evaluates the parts that it is made of. */
export function locate(draft: Draft, node: SyntaxNode): Lvalue {
  switch (node.type) {
    case 'identifier':
      return identifier(draft, node);
    case 'parenthesized_expression': {
      const inner = node.children[0];
      if (inner !== undefined && inner.type !== 'compound_statement') return locate(draft, inner);
      break;
    }
    case 'field_expression':
      return member(draft, node);
    case 'subscript_expression': {
      const [base, index] = [child(node, 'argument') ?? node.children[0], child(node, 'index') ?? node.children[1]];
      if (base === undefined || index === undefined) break;
      return subscript(draft, base, index, node);
    }
    case 'pointer_expression': {
      const operator = child(node, 'operator');
      const argument = child(node, 'argument');
      if (operator === null || argument === null || text(draft, operator) !== '*') break;
      return dereference(draft, argument);
    }
    case 'extension_expression':
      if (node.children[0] !== undefined) return locate(draft, node.children[0]);
  }
  const value = lowerExpr(draft, node);
  // a union is an integer
  if (value.type.kind === 'record' && value.expr !== null) {
    const kept = keep(draft, value.expr, rangeOf(draft, node));
    if (kept.kind === 'var') return { kind: 'variable', id: kept.id, type: value.type };
  }
  if (value.place !== null && value.place.kind !== 'pointer' && value.place.kind !== 'cursor')
    return { kind: 'place', place: value.place, type: value.type };
  return { kind: 'value', value, type: value.type };
}

function identifier(draft: Draft, node: SyntaxNode): Lvalue {
  const name = text(draft, node);
  const symbol = lookup(draft.scope, name);
  switch (symbol?.kind) {
    case 'local':
      return draft.trial
        ? { kind: 'value', value: noValue(symbol.type), type: symbol.type }
        : placed(symbol.place, symbol.type);
    case 'global': {
      const { object } = symbol;
      if (object.lost !== undefined) return lostObject(draft, object, object.lost, node);
      return placed(globalPlace(draft, object), object.type);
    }
    case 'constant':
      if (symbol.value === null) {
        const why = ['unknown-macro', `what \`${name}\` is was not worked out`] as const;
        const value = unknownConstant(draft, name, { ...symbol, why }, node);
        return { kind: 'value', value, type: intType(symbol.type) };
      }
      return { kind: 'value', value: intValue(constant(symbol.value, symbol.type)), type: intType(symbol.type) };
    case 'function':
      return { kind: 'value', value: functionValue(draft, name, symbol.type), type: symbol.type };
    case 'typedef':
      return { kind: 'value', value: noValue(UNKNOWN), type: UNKNOWN };
  }
  const known = draft.file.types.constants.get(name);
  if (known !== undefined)
    return { kind: 'value', value: intValue(constant(known.value, known.type)), type: intType(known.type) };
  if (name === 'NULL' || name === 'nullptr')
    return {
      kind: 'value',
      value: { ...noValue(pointerTo({ kind: 'void' })), position: NULL_POSITION },
      type: pointerTo({ kind: 'void' }),
    };
  if (/^(stdin|stdout|stderr)$/.test(name))
    return {
      kind: 'value',
      value: { ...noValue(pointerTo(UNKNOWN)), leads: { kind: 'given' } },
      type: pointerTo(UNKNOWN),
    };
  if (/^__(func|FUNCTION|PRETTY_FUNCTION)__$/.test(name))
    return {
      kind: 'value',
      value: { ...noValue(pointerTo(UNKNOWN)), leads: { kind: 'memory' } },
      // as long as the function's name
      type: UNKNOWN,
    };
  if (draft.facts.hidden.has(name) || draft.file.hidden.has(name)) return hiddenObject(draft, name, node);
  const id = undeclared(draft, name, node);
  return { kind: 'variable', id, type: intType(draft.variables[id]!.type) };
}

function member(draft: Draft, node: SyntaxNode): Lvalue {
  const base = child(node, 'argument');
  const name = child(node, 'field');
  if (base === null || name === null) return { kind: 'memory', type: UNKNOWN };
  const arrow = isThroughArrow(node);
  const whole = arrow ? dereference(draft, base) : locate(draft, base);
  const record = whole.type;
  const field = record.kind === 'record' && record.fields !== null ? findField(record, text(draft, name)) : null;
  if (record.kind !== 'record' || field === null) {
    if (whole.kind === 'place' && !arrow && !isKnown(record))
      return { kind: 'place', place: unknownPart(whole.place), type: UNKNOWN };
    const guess = draft.trial ? null : whereItWouldBe(draft, whole, { base, name, arrow });
    if (!guess) return { kind: 'memory', type: UNKNOWN };
    const follows = arrow && { follows: { position: guess.position, member: guess.path, beside: [] } };
    return { kind: 'memory', type: UNKNOWN, guess, ...follows };
  }
  return whole.kind === 'memory'
    ? memberBehind(draft, whole, field, node)
    : memberOfObject(draft, whole, record, field, node);
}

function memberOfObject(
  draft: Draft,
  whole: Exclude<Lvalue, Memory>,
  record: RecordType,
  field: NonNullable<ReturnType<typeof findField>>,
  node: SyntaxNode,
): Lvalue {
  const found = memberOf(draft, whole, record, field.path, node);
  const isUntold = found === null || (found.kind === 'place' && found.place.kind === 'opaque');
  if ((whole.kind === 'place' || whole.kind === 'entry') && isUntold)
    return partUntold(draft, whole, found, field, node);
  if (whole.kind === 'place' && found?.kind === 'place' && found.place.kind === 'table' && isInPart(found.place))
    return { ...found, ...readAt(draft, whole, record, field.path, node) };
  const within = whole.kind === 'bits' ? partWithin(draft, whole, field.path, node) : undefined;
  if (found?.kind === 'bits' && within) return { ...found, within };
  return found ?? { kind: 'place', place: OPAQUE, type: field.type };
}

const isKnown = (type: CType): boolean => type.kind === 'record' && type.fields !== null;

/** Where a member of what isn't known is read, if it is an integer; null: its object has no name. */
function whereItWouldBe(
  draft: Draft,
  whole: Lvalue,
  { base, name, arrow }: { readonly base: SyntaxNode; readonly name: SyntaxNode; readonly arrow: boolean },
): OpenAccess | null {
  const key = text(draft, name);
  if (whole.kind === 'memory' && whole.guess && !arrow) return memberAccess(whole.guess, key);
  const at = whole.kind === 'memory' ? whole.at : whole.kind === 'place' ? whole.led : undefined;
  if (!arrow || !at || constantValue(at.index) !== 0n || !hasPosition(at.pointer)) return null;
  // as many kinds of objects as ways to say it
  return { position: positionOf(draft, at.pointer, base), unit: `? ${text(draft, base)}`, path: key, index: null };
}

/** A member of a named object; null where it has no place. */
function memberOf(
  draft: Draft,
  whole: Lvalue,
  record: RecordType,
  path: readonly string[],
  node: SyntaxNode,
): Lvalue | null {
  const name = text(draft, child(node, 'field')!);
  const part = (): Lvalue | null =>
    path.reduce<Lvalue | null>((at, key) => (at === null ? null : partOf(draft, at, key)), whole);
  switch (whole.kind) {
    case 'variable':
    case 'bits':
      return part();
    case 'entry': {
      const found = path.reduce<Lvalue | null>(
        (at, key) => (at?.kind === 'entry' ? entryMember(draft, at, key) : null),
        whole,
      );
      if (found?.kind === 'place') staysWithin(draft, whole.index, lengthOf(whole.table), node);
      return found;
    }
    case 'place': {
      const { place } = whole;
      if (place.kind === 'members' && place.type !== record) return null;
      if (place.kind !== 'record' && place.kind !== 'members') return null;
      const found = place.kind === 'record' ? fieldPlace(place, name) : memberPlace(draft, place, name);
      return found === null ? part() : placed(found.place, found.type);
    }
    default:
      return null;
  }
}

/** How many structs there are in it; null: not known. */
const lengthOf = ({ dims }: TablePlace): bigint | null =>
  dims.reduce<bigint | null>((product, d) => (product === null || d === null ? null : product * d), 1n);

/** A member of what a pointer leads to. */
function memberBehind(
  draft: Draft,
  whole: Lvalue & { readonly kind: 'memory' },
  member: NonNullable<ReturnType<typeof findField>>,
  node: SyntaxNode,
): Lvalue {
  const { path, type, field } = member;
  const inside =
    whole.access === undefined ? null : memberOfMemory(draft, { ...whole, access: whole.access }, path, node);
  const within = partWithin(draft, whole, path, node);
  const follows = within && followed(whole, within, path);
  if (inside !== null && inside.kind !== 'memory') return within ? { ...inside, within } : inside;
  return {
    kind: 'memory',
    type: inside?.type ?? type,
    field,
    ...(whole.through && { through: whole.through }),
    ...(inside?.access && { access: inside.access }),
    ...(inside?.kind === 'memory' && inside.united && { united: inside.united }),
    ...(within && { within }),
    ...(follows && { follows }),
  };
}

/** The member of what is at a pointer's position, with all names that its bytes may go by. */
function partWithin(
  draft: Draft,
  { at, type, within }: Pick<Lvalue & { readonly kind: 'memory' }, 'at' | 'type' | 'within'>,
  path: readonly string[],
  node: SyntaxNode,
): Followed | undefined {
  const whole = at !== undefined && constantValue(at.index) === 0n ? at.pointer : null;
  const position = whole ? (whole.position ?? whole.castFrom?.position) : within?.position;
  if (position === undefined || type.kind !== 'record') return undefined;
  const member = text(draft, child(node, 'field')!);
  const names = new Set([...(within?.beside ?? []), ...(within ? [within.member] : []), ...unionNames(type, path)]);
  return { position, member, beside: [...names] };
}

/** The names of all members of unions on the way. */
function unionNames(record: RecordType, path: readonly string[]): readonly string[] {
  const [key, ...rest] = path;
  const fields = record.fields ?? [];
  const next = fields.find((field, n) => keyOf(field, n) === key)?.type;
  const own = record.union
    ? fields.flatMap(({ name, type }) => [...(name === null ? [] : [name]), ...namesIn(type)])
    : [];
  return [...own, ...(next?.kind === 'record' && rest.length > 0 ? unionNames(next, rest) : [])];
}

const namesIn = (type: CType): readonly string[] => {
  const of = type.kind === 'array' ? type.of : type;
  const fields = of.kind === 'record' ? (of.fields ?? []) : [];
  return fields.flatMap(({ name, type: inner }) => [...(name === null ? [] : [name]), ...namesIn(inner)]);
};

/** The member is that of the struct at a pointer's position, or a part of one. */
function followed(
  { at, type }: Lvalue & { readonly kind: 'memory' },
  { position, member, beside }: Followed,
  path: readonly string[],
): Value['follows'] {
  const isDirect = at !== undefined && type.kind === 'record' && !type.union && path.length === 1;
  return isDirect ? { position, member } : { position, member, beside: beside ?? [] };
}

/** A member of what a pointer leads to; of a union, the bits of a copy that is written back. */
function memberOfMemory(
  draft: Draft,
  whole: Lvalue & { readonly kind: 'memory'; readonly access: OpenAccess },
  path: readonly string[],
  node: SyntaxNode,
): (Lvalue & { readonly kind: 'memory' | 'bits' }) | null {
  let at = whole;
  for (const [i, key] of path.entries()) {
    const record = at.type;
    if (record.kind !== 'record') return null;
    const storage = record.union ? unionStorage(record, draft.file.types.model) : null;
    if (record.union && storage === null) {
      const inside = pathAccess(at.access, record, path.slice(i));
      return inside && { kind: 'memory', ...inside, ...(at.united && { united: at.united }) };
    }
    if (storage !== null) {
      const copy = temporary(draft, storage);
      loadAccess(draft, copy, { ...at.access, type: storage }, { type: record }, node);
      const bits = path.slice(i).reduce<Lvalue | null>((lv, k) => (lv === null ? null : partOf(draft, lv, k)), {
        kind: 'variable',
        id: copy,
        type: record,
      });
      return bits?.kind === 'bits' ? { ...bits, back: { ...at.access, type: storage } } : null;
    }
    const fieldIndex = (record.fields ?? []).findIndex((field, n) => keyOf(field, n) === key);
    if (fieldIndex < 0) return null;
    const { united } = at;
    const type = fieldType(record.fields![fieldIndex]!);
    at = { kind: 'memory', type, access: memberAccess(at.access, key), ...(united && { united }) };
  }
  return at;
}

function fieldPlace(
  record: Place & { readonly kind: 'record' },
  name: string,
): { readonly place: Place; readonly type: CType } | null {
  const direct = record.fields.get(name);
  if (direct !== undefined) return direct;
  for (const [key, field] of record.fields) {
    if (!key.startsWith('#') || field.place.kind !== 'record') continue;
    const inner = fieldPlace(field.place, name);
    if (inner !== null) return inner;
  }
  return null;
}

function dereference(draft: Draft, pointer: SyntaxNode): Lvalue {
  let at = pointer;
  while (
    at.type === 'parenthesized_expression' &&
    at.children[0] !== undefined &&
    at.children[0].type !== 'compound_statement'
  )
    at = at.children[0];
  const operator = at.type === 'binary_expression' ? child(at, 'operator') : null;
  const [left, right] = [child(at, 'left'), child(at, 'right')];
  // *(p + i) is p[i]
  if (operator !== null && text(draft, operator) === '+' && left !== null && right !== null)
    return subscript(draft, left, right, at);
  const value = decay(draft, lowerExpr(draft, at));
  return throughPointer(draft, value, constant(0n, draft.file.difference), pointer);
}

/** `base[index]`; either may be the pointer. */
function subscript(draft: Draft, baseNode: SyntaxNode, indexNode: SyntaxNode, node: SyntaxNode): Lvalue {
  const literal = literalElement(draft, baseNode, indexNode, node) ?? literalElement(draft, indexNode, baseNode, node);
  if (literal !== null) return literal;
  const base = designated(draft, baseNode);
  const index = lowerExpr(draft, indexNode);
  if (base.kind === 'entry') return indexEntry(draft, base, toInt(draft, index, indexNode), node);
  if (base.kind === 'place' && base.place.kind === 'table')
    return indexEntry(draft, entryOf(draft, base.place, base.type, base.access), toInt(draft, index, indexNode), node);
  if (base.kind === 'row') return indexRow(draft, base, toInt(draft, index, indexNode), node);
  const part = base.kind === 'bits' ? elementBits(draft, base, toInt(draft, index, indexNode)) : null;
  if (part !== null) return part;
  const element =
    base.kind === 'memory' && base.access && base.type.kind === 'array'
      ? elementAccess(draft, base.access, base.type, toInt(draft, index, indexNode))
      : null;
  if (element !== null && base.kind === 'memory' && base.type.kind === 'array')
    return elementInMemory(base, base.type.of, element);
  if (base.kind === 'place' && base.place.kind === 'array' && base.type.kind === 'array') {
    return indexRow(
      draft,
      { array: base.place.id, dims: base.place.dims, index: constant(0n, draft.file.difference), type: base.type },
      toInt(draft, index, indexNode),
      node,
    );
  }
  goneThroughRow(draft, base, node);
  const value = decay(draft, load(draft, base, baseNode));
  if (value.type.kind !== 'pointer' && index.type.kind === 'pointer')
    return throughPointer(draft, index, toInt(draft, value, baseNode), node);
  if (base.kind === 'place' && base.place.kind === 'opaque' && base.type.kind === 'array') {
    const at = { pointer: value, index: toInt(draft, index, indexNode) };
    staysWithin(draft, at.index, base.type.length ?? unknownLength(draft, baseNode, base.type.of, node), node);
    const access = base.access && elementAccess(draft, base.access, base.type, at.index);
    const { whole, field } = base;
    return {
      kind: 'place',
      place: isShared(base.place) ? IN_UNION : OPAQUE,
      type: base.type.of,
      at,
      ...(access && { access }),
      ...(whole && field && { whole, field }),
    };
  }
  return throughPointer(draft, value, toInt(draft, index, indexNode), node);
}

/** An element of an array that is a member of what a pointer leads to. */
function elementInMemory({ field, united, through }: Memory, type: CType, access: OpenAccess): Lvalue {
  return {
    kind: 'memory',
    type,
    access,
    // a store to it is one of its type: in a union any member may be meant
    ...(field && access.overlay === undefined && { field }),
    ...(united && { united }),
    ...(through && { through }),
  };
}

/** How many elements a table of the file has, where headers decide that which weren't read; null: it isn't one. */
function unknownLength(draft: Draft, table: SyntaxNode, element: CType, node: SyntaxNode): Expr | null {
  const name = text(draft, table);
  const symbol = table.type === 'identifier' ? lookup(draft.scope, name) : null;
  if (draft.trial || symbol?.kind !== 'global' || symbol.object.rowsDecidedBy === undefined) return null;
  const size = sizeOf(element, draft.file.types.model);
  const each = size === null ? unknownSize(draft, `sizeof ${name}[0]`, node).expr : constant(size, draft.file.size);
  const whole = unknownSize(draft, `sizeof ${name}`, node).expr;
  return whole && each && binary('div', whole, each, null);
}

/** The object an expression names, or its value where it names none. */
function designated(draft: Draft, node: SyntaxNode): Lvalue {
  if (
    /^(identifier|field_expression|subscript_expression|parenthesized_expression|pointer_expression)$/.test(node.type)
  ) {
    const isAddress = node.type === 'pointer_expression' && text(draft, node).startsWith('&');
    if (!isAddress) return locate(draft, node);
  }
  const value = lowerExpr(draft, node);
  return { kind: 'value', value, type: value.type };
}

/** What a pointer of which nothing more is known leads to. */
function behind(f: Draft, pointer: Value, type: CType, index: Expr, node: SyntaxNode): Lvalue {
  const access = accessThrough(f, pointer, index, node);
  return { kind: 'memory', type, at: { pointer, index }, through: { pointer, index }, ...(access && { access }) };
}

function throughPointer(draft: Draft, pointer: Value, index: Expr, node: SyntaxNode): Lvalue {
  const type = pointer.type.kind === 'pointer' ? pointer.type.to : UNKNOWN;
  const { place } = pointer;
  if (place?.kind === 'cursor') {
    mustLive(draft, place.array, node);
    return indexRow(
      draft,
      {
        array: place.array.id,
        dims: place.array.dims,
        index: addIndex(draft, place.index, '+', index, null),
        type: { kind: 'array', of: type, length: null },
      },
      constant(0n, draft.file.difference),
      null,
    );
  }
  const target = place?.kind === 'pointer' ? place.target : null;
  if (target === null) return behind(draft, pointer, type, index, node);
  mustLive(draft, target, node);
  if (target.kind === 'bits') return pointedTo(draft, target, type, index) ?? behind(draft, pointer, type, index, node);
  // the pointer is to an element of the outermost dimension
  if (target.kind === 'table')
    return indexEntry(draft, entryOf(draft, target, { kind: 'array', of: type, length: null }), index, null);
  if (target.kind === 'array')
    return indexRow(
      draft,
      {
        array: target.id,
        dims: target.dims,
        index: constant(0n, draft.file.difference),
        type: { kind: 'array', of: type, length: null },
      },
      index,
      null,
    );
  if (constantValue(index) !== 0n) return behind(draft, pointer, type, index, node);
  const found = placed(target, type);
  // what the caller's object is: an object of the function's own is written by its name
  const isLed = target.kind === 'members' || (target.kind === 'opaque' && !isKnown(type));
  return found.kind === 'place' && isLed ? { ...found, led: { pointer, index } } : found;
}

/** What a pointer to a part of a variable leads to. */
function pointedTo(draft: Draft, target: Bits, type: CType, index: Expr): Lvalue | null {
  return target.type.kind === 'array'
    ? elementBits(draft, target, index)
    : constantValue(index) === 0n
      ? target
      : pointedBits(draft, target, type, null, index);
}
