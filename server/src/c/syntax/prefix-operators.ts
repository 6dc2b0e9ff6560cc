/**
 * `-n--`, which the grammar takes for `(-n)--`. It lets what stands behind an operand bind no stronger than what
 * stands before it. In C it always binds stronger, so that it belongs to the innermost operand.
 */

/** A node while it may still be changed. */
export interface OpenNode {
  type: string;
  field: string | null;
  start: number;
  end: number;
  children: OpenNode[];
  error: boolean;
  hasError: boolean;
  depth: number;
}

/** Where the operand stands of what has it in front. */
const BEHIND: Readonly<Record<string, string>> = {
  update_expression: 'argument',
  subscript_expression: 'argument',
  field_expression: 'argument',
  call_expression: 'function',
};

/** Where the operand stands of what has it behind. */
const BEFORE: Readonly<Record<string, string>> = {
  unary_expression: 'argument',
  pointer_expression: 'argument',
  update_expression: 'argument',
  cast_expression: 'value',
  sizeof_expression: 'value',
};

/**
 * The finished node, or what is in its place if its operand is `-n`, `(T)n` or the like. That has the node around the
 * innermost operand.
 */
export function withPrefixOutside(node: OpenNode): OpenNode {
  const field = BEHIND[node.type];
  const outer = node.children[0];
  if (field === undefined || outer === undefined || outer.field !== field) return node;
  const chain: OpenNode[] = [];
  let inner = outer;
  for (let next = operandBehind(inner); next !== null; next = operandBehind(inner)) {
    chain.push(inner);
    inner = next;
  }
  const last = chain.at(-1);
  if (last === undefined) return node;
  last.children[last.children.indexOf(inner)] = node;
  [outer.field, node.field, inner.field] = [node.field, inner.field, field];
  node.children[0] = inner;
  node.start = inner.start;
  measure(node);
  for (const around of chain.reverse()) {
    around.end = node.end;
    measure(around);
  }
  return outer;
}

/** Null where nothing stands before an operand. */
function operandBehind(node: OpenNode): OpenNode | null {
  const field = BEFORE[node.type];
  if (field === undefined) return null;
  const operand = node.children.find((c) => c.field === field) ?? null;
  if (operand === null && node.type === 'sizeof_expression') return namedBehind(node);
  return operand !== null && operand.end === node.end ? operand : null;
}

/** In `sizeof (n)--` the name can't be a type's. */
function namedBehind(size: OpenNode): OpenNode | null {
  const [descriptor] = size.children;
  const [name] = descriptor?.children ?? [];
  if (descriptor?.children.length !== 1 || name?.type !== 'type_identifier') return null;
  descriptor.type = 'parenthesized_expression';
  descriptor.field = 'value';
  name.type = 'identifier';
  name.field = null;
  return descriptor;
}

export function measure(node: OpenNode): void {
  node.depth = 1 + node.children.reduce((d, c) => Math.max(d, c.depth), 0);
  node.hasError = node.error || node.children.some((c) => c.hasError);
}
