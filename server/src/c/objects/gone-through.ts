/** Pointers that are gone through without a statement of the IR that says so. */
import { constantValue } from '../../program/index.ts';
import type { Expr } from '../../program/index.ts';
import { maxOf } from '../../machine/index.ts';
import type { Place, Value } from '../types/index.ts';
import { binary, cast, constant, emit, rangeOf } from './build-function.ts';
import type { Draft } from './function-draft.ts';
import type { Lvalue, Memory } from './lvalue.ts';
import { objectPosition, placeKey } from './pointer-positions.ts';
import { hasPosition, positionOf, shift } from './pointers.ts';
import { lowerExpr } from './sub-expressions.ts';
import { child, isThroughArrow } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** What is read or written as a whole, or in a way that isn't modelled, behind a pointer: that must lead somewhere. */
export function goneThrough(
  draft: Draft,
  lvalue: Lvalue & { readonly kind: 'memory' | 'place' },
  node: SyntaxNode,
): void {
  // there is no object of these types
  if (lvalue.type.kind === 'function' || lvalue.type.kind === 'void') return;
  // an array within something is there where that is
  if (lvalue.type.kind === 'array' && !isMember(lvalue)) return;
  if (lvalue.kind === 'memory') goThrough(draft, lvalue, node);
  else mustLead(draft, pointerTo(draft, lvalue.place), node);
}

const isMember = (lv: Lvalue): boolean => lv.kind === 'memory' && lv.at === undefined;

/** An array behind a pointer to arrays is subscripted. */
export function goneThroughRow(f: Draft, lv: Lvalue, node: SyntaxNode): void {
  if (lv.kind === 'memory' && lv.type.kind === 'array') goThrough(f, lv, node);
}

/** A function is called through the pointer, or a library function that goes through its argument. */
export function usedBy(draft: Draft, value: Value, node: SyntaxNode): void {
  if (value.type.kind !== 'pointer') return;
  const { position, place, leads } = value;
  if (position !== undefined) mustLead(draft, position, node);
  else if (place?.kind === 'pointer') mustLead(draft, pointerTo(draft, place.target), node);
  else if (place?.kind === 'cursor') mustLead(draft, pointerTo(draft, place.array), node);
  else if (place === null) mayLead(draft, leads, node);
}

/** `p + n`, `p++`: a null pointer leads to no object within which it could be moved (C11 6.5.6p8). */
export function movedBy(draft: Draft, { position, place }: Value, offset: Expr, node: SyntaxNode): void {
  const moved = position ?? (place?.kind === 'pointer' ? pointerTo(draft, place.target) : undefined);
  if (moved === undefined || draft.trial) return;
  const known = constantValue(offset);
  if (known === 0n) return;
  const guard = known === null ? binary('ne', offset, constant(0n, offset.type), null) : null;
  emit(draft, { kind: 'go-through', position: moved, guard, range: rangeOf(draft, node) });
}

/** `&p->m`: there is no member of nothing. */
export function memberAddressed(draft: Draft, lvalue: Lvalue, argument: SyntaxNode): void {
  if (lvalue.kind === 'memory' && lvalue.at === undefined) {
    goThrough(draft, lvalue, argument);
    return;
  }
  const base = /^(field|subscript|parenthesized)_expression$/.test(argument.type)
    ? (child(argument, 'argument') ?? argument.children[0])
    : undefined;
  if (base === undefined) return;
  if (base.type !== 'identifier') memberAddressed(draft, { ...lvalue, kind: 'value' } as Lvalue, base);
  else if (argument.type === 'field_expression' && isThroughArrow(argument))
    usedBy(draft, lowerExpr(draft, base), base);
}

/** An element of an array that isn't modelled: a run has to know that it is there. */
export function staysWithin(draft: Draft, index: Expr, length: bigint | Expr | null, node: SyntaxNode): void {
  const known = constantValue(index);
  if (draft.trial || (known !== null && typeof length === 'bigint' && known >= 0n && known < length)) return;
  const below = index.type.signed ? binary('lt', index, constant(0n, index.type), null) : null;
  const beyond = isBeyond(draft, index, length);
  const outside = below !== null && beyond !== null ? binary('lor', below, beyond, null) : (below ?? beyond);
  if (outside !== null)
    emit(draft, { kind: 'go-through', position: null, guard: outside, range: rangeOf(draft, node) });
}

function isBeyond(draft: Draft, index: Expr, length: bigint | Expr | null): Expr | null {
  if (length === null) return null;
  if (typeof length !== 'bigint') return binary('ge', cast(index, draft.file.size), length, null);
  return length - 1n >= maxOf(index.type) ? null : binary('gt', index, constant(length - 1n, index.type), null);
}

/** What is known of the address of what is reached through a pointer that has been gone through. */
export function partLeads({ access, through, at, within }: Memory): Pick<Value, 'leads'> {
  const part = at === undefined;
  const { member, beside = [] } = within ?? {};
  const of = part && member !== undefined ? { of: { member, beside } } : {};
  if (access !== undefined) return { leads: { kind: 'as', position: access.position, part, ...of } };
  if (part) return { leads: { kind: 'object' } };
  const leads = through?.pointer.leads;
  return leads === undefined ? {} : { leads };
}

/** The pointer that memory is reached through. */
function goThrough(draft: Draft, { access, through }: Memory, node: SyntaxNode): void {
  if (access !== undefined) mustLead(draft, access.position, node);
  else if (through !== undefined) {
    const { pointer, index } = through;
    if (hasPosition(pointer)) mustLead(draft, shift(positionOf(draft, pointer, node), '+', index), node);
    else if (pointer.place === null) mayLead(draft, pointer.leads, node);
  }
}

function mustLead(f: Draft, position: Expr | undefined, node: SyntaxNode): void {
  if (position !== undefined && !f.trial)
    emit(f, { kind: 'go-through', position, guard: null, range: rangeOf(f, node) });
}

/** Of the pointer no more is known than this. */
function mayLead(f: Draft, leads: Value['leads'], node: SyntaxNode): void {
  if (f.trial || (leads !== undefined && leads.kind !== 'as')) return;
  emit(f, { kind: 'go-through', position: leads?.position ?? null, guard: null, range: rangeOf(f, node) });
}

/** The pointer that an object is behind, if it is. */
function pointerTo(f: Draft, place: Place): Expr | undefined {
  const key = placeKey(place);
  if (!f.led.some((l) => placeKey(l.place) === key)) return undefined;
  return f.positions.has(key) || f.unborn.has(key) ? objectPosition(f, place) : undefined;
}
