/** Arrays whose sizes are computed at run time (C11 6.7.6.2). */
import { constantValue, undefinedWhere } from '../../program/index.ts';
import type { Expr } from '../../program/index.ts';
import { assign, binary, cast, constant, emit, rangeOf, temporary, text, variable } from './build-function.ts';
import type { Draft } from './function-draft.ts';
import type { CType, ObjectTraits, Place } from '../types/index.ts';
import { lowerExpr } from './sub-expressions.ts';
import { toInt } from './expression-value.ts';
import { leafOf, lookup } from '../types/index.ts';
import { newArray } from './make-objects.ts';
import { child } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/**
 * Works out the sizes of a local array where it is declared; null where all are constants, or the array has no place.
 */
export function variableLength(
  draft: Draft,
  name: string,
  type: CType & { readonly kind: 'array' },
  declarator: SyntaxNode,
  traits: Pick<ObjectTraits, 'scope' | 'range' | 'escapes' | 'addressTaken' | 'origin'>,
): Place | null {
  const dims = dimensions(type);
  if (!dims.includes(null)) return null;
  const nodes = sizeNodes(declarator);
  if (nodes === null || nodes.length !== dims.length) return null;
  const leaf = leafOf(type);
  // sizes are evaluated once, here or by who asks
  const known = dims.every((d, i) => d !== null || draft.file.types.typeOf(nodes[i]!, draft.scope).kind === 'int');
  if (leaf.kind !== 'int' || leaf.volatile || !known) return null;
  // rows whose length isn't known have no place in a row of elements: an element goes by all its indices
  const rows = dims.slice(1).filter((d) => d === null).length;
  if (rows > 1 || (rows === 1 && !onlySubscripted(draft, name, dims.length))) return null;
  const sizes = dims.map((d, i) => sizeOf(draft, d, nodes[i]!));
  const place = newArray(
    draft,
    name,
    { element: leaf.int, dims },
    {
      scope: 'local',
      initial: null,
      viaPointer: false,
      escapes: rows === 0 && (traits.escapes || traits.addressTaken),
      isConst: false,
      declaredAt: traits.range,
      origin: traits.origin,
    },
  );
  draft.arrays[place.id] = { ...draft.arrays[place.id]!, sizes };
  return place;
}

/** The size in bytes of an array, or of what some subscripts of it leave over; null where it isn't known. */
export function bytesOf(draft: Draft, array: number, subscripts: number): Expr | null {
  const object = draft.arrays[array];
  // `_Bool` has one bit, and takes a byte
  const each = object && BigInt(Math.ceil(object.element.bits / 8));
  const bytes = each === undefined ? undefined : constant(each, draft.file.size);
  if (!object || each === undefined || !bytes) return null;
  if (!object.sizes)
    return object.length === null || subscripts > 0 ? null : constant(object.length * each, draft.file.size);
  return subscripts > object.sizes.length
    ? null
    : object.sizes
        .slice(subscripts)
        .reduce<Expr>((all, n) => binary('mul', all, cast(n, draft.file.size), null), bytes);
}

/**
 * `sizeof` of an array whose size is computed at run time, by its name or with subscripts, which have no effects. Null
 * for anything else.
 */
export function variableSize(draft: Draft, operand: SyntaxNode): Expr | null {
  let at = operand;
  let subscripts = 0;
  for (; at.type !== 'identifier'; ) {
    const inside =
      at.type === 'parenthesized_expression'
        ? (at.children[0] ?? null)
        : at.type === 'subscript_expression'
          ? child(at, 'argument')
          : null;
    if (inside === null) return null;
    if (at.type === 'subscript_expression') {
      if (!/^[\w\s]*$/.test(text(draft, child(at, 'index') ?? at))) return null;
      subscripts++;
    }
    at = inside;
  }
  const symbol = lookup(draft.scope, text(draft, at));
  const place = symbol?.kind === 'local' ? symbol.place : null;
  return place?.kind === 'array' && draft.arrays[place.id]?.sizes ? bytesOf(draft, place.id, subscripts) : null;
}

function dimensions(type: CType): (bigint | null)[] {
  return type.kind === 'array' ? [type.length, ...dimensions(type.of)] : [];
}

/**
 * What stands between the brackets, outermost dimension first; null where the declarator is about something else, too.
 */
function sizeNodes(declarator: SyntaxNode): SyntaxNode[] | null {
  const found: SyntaxNode[] = [];
  for (let at: SyntaxNode | null = declarator; at !== null; at = child(at, 'declarator')) {
    if (at.type === 'identifier') return found;
    if (at.type !== 'array_declarator') return null;
    const size = child(at, 'size');
    if (size === null) return null;
    found.unshift(size);
  }
  return null;
}

/** A size that is computed at run time is greater than zero (C11 6.7.6.2p5). */
export function mustBePositive(f: Draft, size: Expr, node: SyntaxNode): void {
  if (!f.trial && constantValue(size) === null)
    emit(f, undefinedWhere(f.variables, notPositive(size), rangeOf(f, node)));
}

/** The same where compilers make nothing of it: a run gets no further. */
export function shouldBePositive(f: Draft, size: Expr, node: SyntaxNode): void {
  if (!f.trial && constantValue(size) === null)
    emit(f, { kind: 'go-through', position: null, guard: notPositive(size), range: rangeOf(f, node) });
}

const notPositive = (size: Expr): Expr => binary('le', size, constant(0n, size.type), null);

/** The value of a size, kept: what it is computed from may change. */
function sizeOf(draft: Draft, known: bigint | null, node: SyntaxNode): Expr {
  const wide = draft.file.difference;
  if (known !== null) return constant(known, wide);
  const value = lowerExpr(draft, node);
  const id = temporary(draft, wide);
  const size = toInt(draft, value, node);
  mustBePositive(draft, size, node);
  assign(draft, id, cast(size, wide), rangeOf(draft, node));
  return variable(draft, id);
}

/** The name stands nowhere but with all its subscripts. */
function onlySubscripted(draft: Draft, name: string, times: number): boolean {
  const { bare, lent, addressTaken, subscripts, opaque } = draft.facts;
  return (
    !opaque && !bare.has(name) && !lent.has(name) && !addressTaken.has(name) && (subscripts.get(name) ?? times) >= times
  );
}
