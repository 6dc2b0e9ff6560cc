/**
 * `(v) && n != 3`, which the grammar takes for `((v) &&n) != 3`, a cast of an address. Without the types it can't tell
 * whether v is a type. Where v is a value, the operators and operands from there on are put together anew.
 */
import type { SyntaxNode } from './syntax-node.ts';
import { child } from './syntax-node.ts';

type IsValue = (name: string) => boolean;

/** Deeper trees are left as they are. */
const MAX_DEPTH = 2_000;

/**
 * `isValue`: at file scope the name stands for an object, a constant or a function. Parameters and locals are found in
 * the node.
 */
export function withoutFalseCasts(node: SyntaxNode, text: string, isValue: IsValue): SyntaxNode {
  const casts: SyntaxNode[] = [];
  const locals = new Set<string>();
  const open = [node];
  for (let n = open.pop(); n !== undefined; n = open.pop()) {
    if (n.type === 'identifier' && n.field === 'declarator') locals.add(text.slice(n.start, n.end));
    if (n.type === 'cast_expression' && operatorIn(n, text) !== null) casts.push(n);
    for (const c of n.children) open.push(c);
  }
  const isFalse = (cast: SyntaxNode): boolean => {
    const name = text.slice(...(named(cast) ?? [0, 0]));
    return locals.has(name) || isValue(name);
  };
  const wrong = new Set(casts.filter(isFalse));
  return wrong.size === 0 || node.depth > MAX_DEPTH ? node : new Repair(wrong, text).fix(node);
}

/** Where the name stands that a cast has as its only type. */
function named(cast: SyntaxNode): readonly [number, number] | null {
  const descriptor = child(cast, 'type');
  const [only, ...others] = descriptor?.children ?? [];
  return only?.type === 'type_identifier' && others.length === 0 ? [only.start, only.end] : null;
}

/** What would be a binary operator if the cast were none, and the operand behind it. */
function operatorIn(
  cast: SyntaxNode,
  text: string,
): { readonly operator: SyntaxNode; readonly operand: SyntaxNode } | null {
  const value = child(cast, 'value');
  const prefix = value && prefixOf(value, text);
  if (!prefix || named(cast) === null || !/^[-+*&]$/.test(prefix.sign)) return null;
  const { operator, operand } = prefix;
  const next = prefix.sign === '&' ? prefixOf(operand, text) : null;
  if (next?.sign === '&' && next.operator.start === operator.end)
    return { operator: { ...operator, type: '&&', end: next.operator.end }, operand: next.operand };
  return { operator, operand };
}

function prefixOf(
  node: SyntaxNode,
  text: string,
): { readonly operator: SyntaxNode; readonly sign: string; readonly operand: SyntaxNode } | null {
  if (node.type !== 'pointer_expression' && node.type !== 'unary_expression') return null;
  const operator = child(node, 'operator');
  const operand = child(node, 'argument');
  return operator && operand ? { operator, sign: text.slice(operator.start, operator.end), operand } : null;
}

/** Operands with the operators between them. */
interface Sequence {
  readonly operands: readonly SyntaxNode[];
  readonly operators: readonly SyntaxNode[];
}

const PRECEDENCE: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '|': 3,
  '^': 4,
  '&': 5,
  '==': 6,
  '!=': 6,
  '<': 7,
  '<=': 7,
  '>': 7,
  '>=': 7,
  '<<': 8,
  '>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '%': 10,
};

class Repair {
  private readonly wrong: ReadonlySet<SyntaxNode>;
  private readonly text: string;

  constructor(wrong: ReadonlySet<SyntaxNode>, text: string) {
    this.wrong = wrong;
    this.text = text;
  }

  fix(node: SyntaxNode): SyntaxNode {
    const sequence = this.sequence(node);
    if (sequence !== null) return { ...this.joined(sequence, 0, 0).node, field: node.field };
    const children = node.children.map((c) => this.fix(c));
    return children.every((c, i) => c === node.children[i]) ? node : parent(node, children);
  }

  /** What an expression is made of where a false cast is among its operands; null: none is. */
  private sequence(node: SyntaxNode): Sequence | null {
    if (this.wrong.has(node)) {
      const { operator, operand } = operatorIn(node, this.text)!;
      const [start, end] = named(node)!;
      const value: SyntaxNode = { ...node, type: 'identifier', field: null, start, end, children: [], depth: 1 };
      const rest = this.sequence(operand) ?? { operands: [this.fix(operand)], operators: [] };
      return { operands: [value, ...rest.operands], operators: [operator, ...rest.operators] };
    }
    if (node.type === 'binary_expression') {
      const [left, operator, right] = [child(node, 'left'), child(node, 'operator'), child(node, 'right')];
      if (!left || !operator || !right) return null;
      const [before, after] = [this.sequence(left), this.sequence(right)];
      if (before === null && after === null) return null;
      return {
        operands: [...(before?.operands ?? [this.fix(left)]), ...(after?.operands ?? [this.fix(right)])],
        operators: [...(before?.operators ?? []), operator, ...(after?.operators ?? [])],
      };
    }
    const inner = PREFIXED.has(node.type) ? child(node, node.type === 'cast_expression' ? 'value' : 'argument') : null;
    // `(v) && n` is no operand of what stands behind it
    if (inner === null || inner.end !== node.end) return null;
    const within = this.sequence(inner);
    const [first, ...others] = within?.operands ?? [];
    if (!within || !first) return null;
    const applied = parent(
      { ...node, end: first.end, field: null },
      node.children.map((c) => (c === inner ? { ...first, field: inner.field } : c)),
    );
    return { operands: [applied, ...others], operators: within.operators };
  }

  /**
   * The operands from one on, joined from left to right by the operators that bind at least so strongly: of
   * `a * b + c` with the precedence of `*` that is `a * b`. `next`: the operand behind them.
   */
  private joined(
    sequence: Sequence,
    from: number,
    least: number,
  ): { readonly node: SyntaxNode; readonly next: number } {
    let left = sequence.operands[from]!;
    let next = from + 1;
    for (;;) {
      const operator = sequence.operators[next - 1];
      const own = operator === undefined ? -1 : (PRECEDENCE[this.text.slice(operator.start, operator.end)] ?? 0);
      if (operator === undefined || own < least) return { node: left, next };
      const right = this.joined(sequence, next, own + 1);
      left = parent({ ...left, type: 'binary_expression', field: null, end: right.node.end, error: false }, [
        { ...left, field: 'left' },
        { ...operator, field: 'operator' },
        { ...right.node, field: 'right' },
      ]);
      next = right.next;
    }
  }
}

/** What takes one operand behind it. */
const PREFIXED: ReadonlySet<string> = new Set([
  'unary_expression',
  'pointer_expression',
  'update_expression',
  'cast_expression',
]);

const parent = (node: SyntaxNode, children: readonly SyntaxNode[]): SyntaxNode => ({
  ...node,
  children,
  hasError: children.some((c) => c.hasError),
  depth: 1 + children.reduce((d, c) => Math.max(d, c.depth), 0),
});
