/** String constants: adjacent ones are one (C11 5.1.1.2, phase 6), with the prefix that any of them has. */
import type { IntType } from '../../machine/index.ts';
import { stringUnits } from '../sources/index.ts';
import { UCHAR, UINT, USHORT, integer } from './standard-types.ts';
import type { TypeContext } from './scope.ts';
import type { SyntaxNode } from '../syntax/index.ts';

export function isString(node: SyntaxNode): boolean {
  return node.type === 'string_literal' || node.type === 'concatenated_string';
}

/** The type of the elements of a string with a prefix. */
function elementOf(ctx: TypeContext, prefix: string): IntType {
  switch (prefix) {
    case 'L':
      return ctx.standard.get('wchar_t')!;
    case 'u':
      return ctx.standard.get('char16_t') ?? USHORT;
    case 'U':
      return ctx.standard.get('char32_t') ?? UINT;
    default:
      return integer(8, ctx.model.charSigned, 'char');
  }
}

/** The type of a string's elements; null where something stands among them that is no string. */
export function stringElement(ctx: TypeContext, node: SyntaxNode): IntType | null {
  const prefix = prefixOf(ctx, node);
  return prefix === null ? null : elementOf(ctx, prefix);
}

function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.type === 'concatenated_string' ? node.children : [node];
}

function prefixOf(ctx: TypeContext, node: SyntaxNode): string | null {
  const prefixes = new Set<string>();
  for (const part of partsOf(node)) {
    const match =
      part.type === 'string_literal' ? /^(u8|u|U|L)?"/.exec(ctx.text.slice(part.start, part.start + 3)) : null;
    if (match === null) return null;
    if (match[1] !== undefined) prefixes.add(match[1]);
  }
  return prefixes.size > 1 ? null : ([...prefixes][0] ?? '');
}

/** A string's values, the terminating zero among them; null where they aren't known. */
export function stringValue(
  ctx: TypeContext,
  node: SyntaxNode,
): { readonly element: IntType; readonly values: bigint[] } | null {
  const prefix = prefixOf(ctx, node);
  if (prefix === null) return null;
  const element = elementOf(ctx, prefix);
  const values: bigint[] = [];
  for (const part of partsOf(node))
    for (const v of stringUnits(ctx.text.slice(part.start, part.end), element)) values.push(v);
  values.push(0n);
  return { element, values };
}

/** The type of a character constant with a prefix; null: `int`. */
export function characterType(ctx: TypeContext, prefix: string): IntType | null {
  return prefix === '' ? null : prefix === 'u8' ? UCHAR : elementOf(ctx, prefix);
}
