/** Elements and members in a walk: which place an expression designates, and whether its index is one of the array's. */
import type { SyntaxNode } from '../syntax/index.ts';
import { child, isThroughArrow } from '../syntax/index.ts';
import { sizeOf, UNKNOWN } from '../types/index.ts';
import { seesElement, seesPointed, seesRow } from './walk-accesses.ts';
import { operated } from './walk-operators.ts';
import { behind, indexed, indexWithin, memberAt, read } from './walk-places.ts';
import type { Walk, WalkedPlace } from './walk-state.ts';
import { bare, textOf, WalkEnds } from './walk-state.ts';
import type { WalkedValue } from './walked-values.ts';

function pointedAt(value: WalkedValue): WalkedPlace {
  if (value.kind === 'function') return { kind: 'value', value, type: UNKNOWN };
  return value.kind === 'pointer' ? behind(value.to, value.target) : { kind: 'nowhere', type: UNKNOWN };
}

export function member(walk: Walk, node: SyntaxNode): WalkedPlace {
  const [base, name] = [child(node, 'argument'), child(node, 'field')];
  if (base === null || name === null) throw new WalkEnds();
  const whole = isThroughArrow(node) ? pointedAt(walk.follow.value(walk, base)) : walk.follow.place(walk, base);
  return memberAt(walk, whole, textOf(walk, name));
}

/**
 * What becomes of an element. It is accessed, or has elements of its own that are, or only its address is taken. That
 * may be the one behind the last element.
 */
type Use = 'accessed' | 'indexed' | 'address';

export function subscript(walk: Walk, node: SyntaxNode, use: Use = 'accessed'): WalkedPlace {
  const [base, at] = [child(node, 'argument') ?? node.children[0], child(node, 'index') ?? node.children[1]];
  if (base === undefined || at === undefined) throw new WalkEnds();
  const inner = bare(base);
  const array = !isPlace(inner)
    ? null
    : inner.type === 'subscript_expression'
      ? subscript(walk, inner, use === 'address' ? use : 'indexed')
      : walk.follow.place(walk, inner);
  if (array?.type.kind === 'array' && array.kind !== 'value') {
    const index = walk.follow.value(walk, at);
    const place = indexed(walk, array, array.type, index);
    const isAddress = use === 'address' || (use === 'accessed' && place.type.kind === 'array');
    if (!isAddress) seesElement(walk, node, { of: array.type, index, place });
    else if (use === 'accessed') seesRow(walk, node);
    if (!isAddress && isPart(walk, array, inner)) indexWithin(walk, array.type, index, node);
    return place;
  }
  const pointer = array === null ? walk.follow.value(walk, base) : read(walk, array, base);
  const index = walk.follow.value(walk, at);
  const moved = operated(walk, { op: '+', left: pointer, right: index, node, by: at });
  return use === 'address' ? pointedAt(moved) : dereferenced(walk, moved, node);
}

/** What a pointer leads to, where that is accessed. */
export function dereferenced(walk: Walk, pointer: WalkedValue, node: SyntaxNode): WalkedPlace {
  const place = pointedAt(pointer);
  if (place.type.kind === 'array') seesRow(walk, node);
  else seesPointed(walk, node, pointer, place);
  return place;
}

/**
 * An array within something else, that is as long as it is declared. What the whole is, is looked at where it is
 * accessed.
 */
function isPart(walk: Walk, array: WalkedPlace, node: SyntaxNode): boolean {
  const whole = array.kind === 'place' ? array.object : null;
  if (whole !== null && whole.kind !== 'allocated')
    return whole.size !== null && sizeOf(array.type, walk.file.types.model) !== whole.size;
  return node.type === 'subscript_expression' || hasMembersBehind(walk, node);
}

/** Members stand behind this one: the last may have been given more room than is declared. */
function hasMembersBehind(walk: Walk, node: SyntaxNode): boolean {
  const [base, name] = [child(node, 'argument'), child(node, 'field')];
  if (node.type !== 'field_expression' || base === null || name === null) return false;
  const type = walk.file.types.typeOf(base, walk.scope);
  const record = type.kind === 'pointer' ? type.to : type;
  if (record.kind !== 'record' || record.union) return false;
  const at = (record.fields ?? []).findIndex((f) => f.name === textOf(walk, name));
  return at >= 0 && at < (record.fields ?? []).length - 1;
}

export const isPlace = (node: SyntaxNode): boolean =>
  /^(identifier|field_expression|subscript_expression)$/.test(node.type);
