/** `container_of(e, T, m)` as macros spell it: a pointer to the struct that has what `e` points at as its member `m`. */
import { innermost, unwrapped } from './designated-names.ts';
import { child, isThroughArrow } from './syntax-node.ts';
import type { SyntaxNode } from './syntax-node.ts';

export interface ContainerOf {
  /** `e`. */
  readonly pointer: SyntaxNode;
  /** `T` or `T *`: a name of the type, or an expression of it. */
  readonly type: SyntaxNode;
  readonly member: string;
}

/** Null where it is anything else. */
export function containerOf(node: SyntaxNode | null, text: string): ContainerOf | null {
  const inner = unwrapped(node);
  if (inner?.type === 'compound_statement') return ofStatements(inner, text);
  const difference = withoutCasts(inner);
  const operator = difference?.type === 'binary_expression' ? child(difference, 'operator') : null;
  if (inner?.type !== 'cast_expression' || operator?.type !== '-') return null;
  const pointer = child(difference as SyntaxNode, 'left');
  const member = offsetOf(child(difference as SyntaxNode, 'right'), text);
  const isBytes =
    unwrapped(pointer)?.type === 'cast_expression' && BYTES.test(text.slice(pointer!.start, pointer!.end));
  return member && isBytes ? { ...member, pointer: withoutCasts(pointer) as SyntaxNode } : null;
}

/** What is subtracted from counts bytes: a cast says so. */
const BYTES =
  /^[\s(]*(?:const\s+)?(?:(?:(?:un)?signed\s+)?char\s*\*|uint8_t\s*\*|uintptr_t|intptr_t|unsigned\s+long|size_t)\s*\)/;

/** `({ const typeof(((T *)0)->m) *p = e; (T *)((char *)p - offsetof(T, m)); })`. */
function ofStatements(block: SyntaxNode, text: string): ContainerOf | null {
  const [declaration, result, ...others] = block.children;
  const spelled = ({ start, end }: SyntaxNode): string => text.slice(start, end);
  const declared =
    declaration?.type === 'declaration' ? declaration.children.filter((c) => c.field === 'declarator') : [];
  const [only] = declared;
  if (others.length > 0 || declared.length !== 1 || only?.type !== 'init_declarator') return null;
  const found = result?.type === 'expression_statement' ? containerOf(result.children[0] ?? null, text) : null;
  const [name, value] = [innermost(only), child(only, 'value')];
  const isDeclared = found?.pointer.type === 'identifier' && name !== null && spelled(found.pointer) === spelled(name);
  return isDeclared && value !== null ? { ...found, pointer: value } : null;
}

function withoutCasts(node: SyntaxNode | null): SyntaxNode | null {
  let at = unwrapped(node);
  while (at?.type === 'cast_expression') at = unwrapped(child(at, 'value'));
  return at;
}

/** `offsetof(T, m)`, `(size_t)&((T *)0)->m`. */
function offsetOf(node: SyntaxNode | null, text: string): Omit<ContainerOf, 'pointer'> | null {
  const offset = withoutCasts(node);
  if (offset?.type === 'offsetof_expression') {
    const [type, member] = [child(offset, 'type'), child(offset, 'member')];
    return type && member && { type, member: text.slice(member.start, member.end) };
  }
  const place = offset?.type === 'pointer_expression' && text[offset.start] === '&' ? child(offset, 'argument') : null;
  const designated = unwrapped(place);
  const [nowhere, member] =
    designated?.type === 'field_expression' && isThroughArrow(designated)
      ? [unwrapped(child(designated, 'argument')), child(designated, 'field')]
      : [null, null];
  const type = nowhere?.type === 'cast_expression' ? child(nowhere, 'type') : null;
  const value = nowhere && withoutCasts(nowhere);
  if (!type || !member || !value || text.slice(value.start, value.end) !== '0') return null;
  return { type, member: text.slice(member.start, member.end) };
}
