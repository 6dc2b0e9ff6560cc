/** Which name an expression, a declarator or the target of a store comes down to. */
import { child, isThroughArrow } from './syntax-node.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** What the subscripts stand behind, and those before the last: `a` and `a[i]` of `a[i][j]`. */
export function subscripted(node: SyntaxNode): {
  readonly of: SyntaxNode | undefined;
  readonly inner: readonly SyntaxNode[];
} {
  const inner: SyntaxNode[] = [];
  let of = node.children[0];
  for (; of?.type === 'subscript_expression'; of = of.children[0]) inner.push(of);
  return { of, inner };
}

export function innermost(node: SyntaxNode): SyntaxNode | null {
  let at: SyntaxNode | null = node;
  while (at !== null && at.type !== 'identifier')
    at =
      child(at, 'declarator') ??
      at.children.find((c) => c.type === 'identifier' || c.type.endsWith('_declarator')) ??
      null;
  return at;
}

/** The object named in `&x`, `&x.y`, `&x[i].z`; null where the address is of what a pointer leads to. */
export function baseName(node: SyntaxNode | null): SyntaxNode | null {
  let at = node;
  while (at !== null) {
    if (at.type === 'identifier') return at;
    if (at.type === 'parenthesized_expression' || at.type === 'subscript_expression' || at.type === 'field_expression')
      at = at.children[0] ?? null;
    else return null;
  }
  return null;
}

/** The value of `{ x }` is that of `x`. */
export function withoutBraces(value: SyntaxNode | null): SyntaxNode | null {
  return value?.type === 'initializer_list' && value.children.length === 1 ? value.children[0]! : value;
}

export function unwrapped(node: SyntaxNode | null): SyntaxNode | null {
  let at = node;
  while (at?.type === 'parenthesized_expression') at = at.children[0] ?? null;
  return at;
}

export function hasPointer(declarator: SyntaxNode): boolean {
  return (
    declarator.type === 'pointer_declarator' ||
    declarator.children.some((c) => c.field === 'declarator' && hasPointer(c))
  );
}

const DESIGNATING: ReadonlySet<string> = new Set([
  'identifier',
  'subscript_expression',
  'pointer_expression',
  'parenthesized_expression',
  'field_expression',
  'update_expression',
]);

/** The name at the bottom of `x[i][j]`, `*x`, `*x++`, `x.y.z`; null where something else is stored to. */
export function storedBase(node: SyntaxNode): SyntaxNode | null {
  let at = node;
  while (at.type !== 'identifier') {
    const inner =
      at.type === 'pointer_expression' || at.type === 'update_expression'
        ? child(at, 'argument')
        : (at.children[0] ?? null);
    if (inner === null || !DESIGNATING.has(inner.type)) return null;
    if (inner.type === 'update_expression' && at.type !== 'pointer_expression') return null;
    // a member may be a pointer
    if (inner.type === 'field_expression' && at.type !== 'field_expression') return null;
    if (at.type === 'field_expression' && isThroughArrow(at)) return null;
    at = inner;
  }
  return at;
}

/** How an object is called: `x`, `x.y`, `x[].y`, the last also for `(*x).y`; null where it has no such name. */
export function storedPath(node: SyntaxNode, text: string): string | null {
  let behind = '';
  for (let at = unwrapped(node); at !== null; at = unwrapped(child(at, 'argument'))) {
    if (at.type === 'identifier') return text.slice(at.start, at.end) + behind;
    if (at.type === 'subscript_expression' || (at.type === 'pointer_expression' && text[at.start] === '*'))
      behind = `[]${behind}`;
    else {
      const member = at.type === 'field_expression' ? child(at, 'field') : null;
      if (member === null || isThroughArrow(at)) return null;
      behind = `.${text.slice(member.start, member.end)}${behind}`;
    }
  }
  return null;
}

/** The label in `&&label`, which the grammar takes for the address of an address. */
export function labelIn(node: SyntaxNode, text: string): SyntaxNode | null {
  const argument =
    node.type === 'pointer_expression' && text.startsWith('&&', node.start) ? child(node, 'argument') : null;
  const label = argument?.type === 'pointer_expression' ? child(argument, 'argument') : null;
  return label?.type === 'identifier' ? label : null;
}
