/** Pointers that are gone through without a statement of the IR that says so. */
import { counted, nullCheck } from '../../program/index.ts';
import type { Expr } from '../../program/index.ts';
import type { Place, Value } from '../types/index.ts';
import { emit, rangeOf } from './build-function.ts';
import type { Draft } from './function-draft.ts';
import type { Lvalue } from './lvalue.ts';
import { objectPosition, placeKey } from './pointer-positions.ts';
import { lowerExpr } from './sub-expressions.ts';
import { child } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** What is read or written as a whole, or in a way that isn't modelled, behind a pointer: that must lead somewhere. */
export function goneThrough(f: Draft, lv: Lvalue & { readonly kind: 'memory' | 'place' }, node: SyntaxNode): void {
  if (lv.type.kind === 'array' || lv.type.kind === 'function') return;
  mustLead(f, lv.kind === 'place' ? pointerTo(f, lv.place) : (lv.access?.position ?? lv.at?.pointer.position), node);
}

/** An array behind a pointer to arrays is subscripted. */
export function goneThroughRow(f: Draft, lv: Lvalue, node: SyntaxNode): void {
  if (lv.kind === 'memory' && lv.type.kind === 'array')
    mustLead(f, lv.access?.position ?? lv.at?.pointer.position, node);
}

/** A function is called through the pointer, or a library function that goes through its argument. */
export function usedBy(f: Draft, { type, position, place }: Value, node: SyntaxNode): void {
  if (type.kind !== 'pointer') return;
  mustLead(
    f,
    position ??
      (place?.kind === 'pointer'
        ? pointerTo(f, place.target)
        : place?.kind === 'cursor'
          ? pointerTo(f, place.array)
          : undefined),
    node,
  );
}

/** `&p->m`: there is no member of nothing. */
export function memberAddressed(f: Draft, argument: SyntaxNode): void {
  const base = /^(field|subscript|parenthesized)_expression$/.test(argument.type)
    ? (child(argument, 'argument') ?? argument.children[0])
    : undefined;
  if (base === undefined) return;
  const name = argument.type === 'field_expression' ? child(argument, 'field') : null;
  if (base.type !== 'identifier') memberAddressed(f, base);
  else if (name !== null && f.file.types.text.slice(base.end, name.start).includes('->'))
    usedBy(f, lowerExpr(f, base), base);
}

function mustLead(f: Draft, position: Expr | undefined, node: SyntaxNode): void {
  if (position !== undefined && !f.trial) emit(f, nullCheck(f.variables, counted(position), null, rangeOf(f, node)));
}

/** The pointer that an object is behind, if it is. */
function pointerTo(f: Draft, place: Place): Expr | undefined {
  const key = placeKey(place);
  if (!f.led.some((l) => placeKey(l.place) === key)) return undefined;
  return f.positions.has(key) || f.unborn.has(key) ? objectPosition(f, place) : undefined;
}
