/** `(&x)->m` and `*&x`, as macros spell them: C has them mean `x.m` and `x` (C11 6.5.3.2), without an address. */
import { measure } from './prefix-operators.ts';
import type { OpenNode } from './prefix-operators.ts';

/** The finished node, or what it means without the address; what is left keeps its place in the text. */
export function withoutAddress(node: OpenNode): OpenNode {
  const isDereference = node.type === 'pointer_expression' && operatorOf(node) === '*';
  if (!isDereference && !(node.type === 'field_expression' && operatorOf(node) === '->')) return node;
  const pointer = node.children.findIndex((c) => c.field === 'argument');
  const designated = pointer < 0 ? null : addressed(node.children[pointer]!);
  if (designated === null) return node;
  if (isDereference) {
    designated.field = node.field;
    return designated;
  }
  designated.field = 'argument';
  node.children[pointer] = designated;
  node.children = node.children.filter((c) => c.field !== 'operator');
  measure(node);
  return node;
}

/** What `&` stands before; null where there is none. In `&&label` nothing has an address. */
function addressed(pointer: OpenNode): OpenNode | null {
  let at: OpenNode | undefined = pointer;
  while (at?.type === 'parenthesized_expression') at = at.children.length === 1 ? at.children[0] : undefined;
  if (at?.type !== 'pointer_expression' || operatorOf(at) !== '&') return null;
  const operand = at.children.find((c) => c.field === 'argument');
  return operand === undefined || (operand.type === 'pointer_expression' && operatorOf(operand) === '&')
    ? null
    : operand;
}

const operatorOf = (node: OpenNode): string | undefined => node.children.find((c) => c.field === 'operator')?.type;
