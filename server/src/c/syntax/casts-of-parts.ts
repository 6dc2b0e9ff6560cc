/**
 * `(T)(v)++`, which the grammar takes for a call whose result is stepped: without the types it can't tell whether T is
 * one. Where it is, what stands behind belongs to the operand. The same goes for members, subscripts and calls.
 */
import type { SyntaxNode } from './syntax-node.ts';
import { child } from './syntax-node.ts';

/** Deeper trees are left as they are. */
const MAX_DEPTH = 2_000;

/** `isType`: at file scope the name stands for a type. Those of the function itself are found in the node. */
export function withCastsOutside(node: SyntaxNode, text: string, isType: (name: string) => boolean): SyntaxNode {
  const found: SyntaxNode[] = [];
  const values = new Set<string>();
  const types = new Set<string>();
  const open = [node];
  for (let n = open.pop(); n !== undefined; n = open.pop()) {
    if (n.field === 'declarator' && n.type === 'identifier') values.add(text.slice(n.start, n.end));
    if (n.field === 'declarator' && n.type === 'type_identifier') types.add(text.slice(n.start, n.end));
    if (typeBelow(n) !== null) found.push(n);
    for (const c of n.children) open.push(c);
  }
  if (found.length === 0 || node.depth > MAX_DEPTH) return node;
  return repaired(node, (whole, name) => {
    const called = text.slice(name.start, name.end);
    // no call gives an object that could be stepped
    return whole.type === 'update_expression' || types.has(called) || (!values.has(called) && isType(called));
  });
}

/** Where the operand stands of what has it in front. */
const OPERAND: Readonly<Record<string, string>> = {
  update_expression: 'argument',
  subscript_expression: 'argument',
  field_expression: 'argument',
  call_expression: 'function',
};

function operandOf(node: SyntaxNode): SyntaxNode | null {
  const field = OPERAND[node.type];
  const [first] = node.children;
  return field !== undefined && first?.field === field ? first : null;
}

/** Of `(x)(y)` with something behind it: `(x)(y)`, and the name x. */
function typeBelow(node: SyntaxNode): { readonly call: SyntaxNode; readonly name: SyntaxNode } | null {
  for (let at = operandOf(node); at !== null; at = operandOf(at)) {
    if (at.type !== 'call_expression') continue;
    const callee = child(at, 'function');
    const [name] = callee?.children ?? [];
    if (callee?.type === 'parenthesized_expression' && name?.type === 'identifier') return { call: at, name };
  }
  return null;
}

type IsCast = (whole: SyntaxNode, name: SyntaxNode) => boolean;

function repaired(node: SyntaxNode, isCast: IsCast): SyntaxNode {
  const below = typeBelow(node);
  if (below !== null && isCast(node, below.name)) return castOutside(node, below, isCast);
  const children = node.children.map((c) => repaired(c, isCast));
  return children.every((c, i) => c === node.children[i]) ? node : remade(node, children);
}

function castOutside(
  whole: SyntaxNode,
  { call, name }: { readonly call: SyntaxNode; readonly name: SyntaxNode },
  isCast: IsCast,
): SyntaxNode {
  const callee = child(call, 'function')!;
  const args = child(call, 'arguments');
  const operand = args && asOperand(args);
  if (operand === null) return whole;
  const value = repaired(instead(whole, call, operand), isCast);
  const descriptor = remade({ ...callee, type: 'type_descriptor', field: 'type' }, [
    { ...name, type: 'type_identifier', field: 'type' },
  ]);
  return remade({ ...whole, type: 'cast_expression' }, [descriptor, { ...value, field: 'value' }]);
}

/** What was taken for arguments, as an expression in parentheses; null where there are none. */
export function asOperand(args: SyntaxNode): SyntaxNode | null {
  const [first, ...others] = args.children;
  if (first === undefined) return null;
  let inner = first;
  for (const next of others)
    inner = remade({ ...inner, type: 'comma_expression', field: null, end: next.end, error: false }, [
      { ...inner, field: 'left' },
      { ...next, field: 'right' },
    ]);
  return remade({ ...args, type: 'parenthesized_expression' }, [inner]);
}

/** The parts of the node with another operand in place of the innermost one. */
function instead(node: SyntaxNode, from: SyntaxNode, to: SyntaxNode): SyntaxNode {
  if (node === from) return to;
  const operand = operandOf(node)!;
  const other = { ...instead(operand, from, to), field: operand.field };
  return remade({ ...node, start: other.start }, [other, ...node.children.slice(1)]);
}

const remade = (node: SyntaxNode, children: readonly SyntaxNode[]): SyntaxNode => ({
  ...node,
  children,
  hasError: node.error || children.some((c) => c.hasError),
  depth: 1 + children.reduce((d, c) => Math.max(d, c.depth), 0),
});
