/** Elements of string literals (C11 6.4.5): `"0123456789abcdef"[x & 15]`. */
import { constant } from './build-function.ts';
import { literalArray } from './literal-arrays.ts';
import { isString, intType } from '../types/index.ts';
import type { Draft } from './function-draft.ts';
import type { Lvalue } from './lvalue.ts';
import { indexRow } from './object-parts.ts';
import { lowerInt } from './sub-expressions.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** The element of a literal that is subscripted where it stands; null: it is something else, or isn't understood. */
export function literalElement(draft: Draft, literal: SyntaxNode, index: SyntaxNode, node: SyntaxNode): Lvalue | null {
  const inner = literal.type === 'parenthesized_expression' ? literal.children[0] : literal;
  if (draft.trial || inner === undefined || !isString(inner)) return null;
  const array = literalArray(draft, inner);
  if (array === null) return null;
  const type = intType(draft.arrays[array.id]!.element);
  return indexRow(
    draft,
    {
      array: array.id,
      dims: array.dims,
      index: constant(0n, draft.file.difference),
      type: { kind: 'array', of: type, length: array.dims[0] ?? null },
    },
    lowerInt(draft, index),
    node,
  );
}
