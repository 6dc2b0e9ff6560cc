/**
 * Casts that the parser took for a call or a binary operator. Without the types it can't tell `(T)` from a variable in
 * parentheses.
 */
import { text } from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { lookup } from '../types/index.ts';
import { asOperand } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** `(T)`, with T a type: the grammar can't tell it from a variable in parentheses. */
export function namesType(draft: Draft, node: SyntaxNode): boolean {
  const inner = node.type === 'parenthesized_expression' ? node.children[0] : undefined;
  if (inner?.type !== 'identifier') return false;
  const name = text(draft, inner);
  const symbol = lookup(draft.scope, name);
  if (symbol !== null) return symbol.kind === 'typedef';
  // the header of a type may be missing: `int32 x; x = (int32)(y);`
  return /^(_Bool|__int128)$/.test(name) || draft.file.types.standard.has(name) || draft.facts.typeNames.has(name);
}

/** A node of ours: a unary operator that the parser took for a binary one. */
export const PREFIXED = 'prefixed';

/** `(T) - a * b`, taken for a subtraction, is `((T)-a) * b`. */
export function castInstead(type: SyntaxNode, operator: SyntaxNode, right: SyntaxNode, whole: SyntaxNode): SyntaxNode {
  if (right.type === 'binary_expression' && right.children[0] !== undefined) {
    const left = castInstead(type, operator, right.children[0], { ...whole, end: right.children[0].end });
    return { ...right, start: whole.start, children: [{ ...left, field: 'left' }, ...right.children.slice(1)] };
  }
  const argument: SyntaxNode = { ...right, field: 'argument' };
  return castOf(
    type,
    { ...whole, type: PREFIXED, start: operator.start, end: right.end, field: 'value', children: [operator, argument] },
    whole,
  );
}

function castOf(type: SyntaxNode, value: SyntaxNode, whole: SyntaxNode): SyntaxNode {
  const name = type.children[0]!;
  const descriptor: SyntaxNode = {
    ...type,
    type: 'type_descriptor',
    field: 'type',
    start: name.start,
    end: name.end,
    children: [{ ...name, type: 'type_identifier', field: 'type' }],
  };
  return { ...whole, type: 'cast_expression', children: [descriptor, value] };
}

/** `(T)(x)`, taken for a call. */
export function callAsCast(type: SyntaxNode, args: SyntaxNode, whole: SyntaxNode): SyntaxNode {
  return castOf(type, { ...asOperand(args)!, field: 'value' }, whole);
}
