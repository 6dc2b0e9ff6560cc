/** What expressions say about pointers, which are positions in the graph. */
import type { Expr, VarId } from './expressions.ts';

/** The pointer that a position is counted from: what is behind it is gone through wherever the position leads. */
export function counted(position: Expr): Expr {
  if (position.kind === 'cast') return counted(position.arg);
  return position.kind === 'binary' && (position.op === 'add' || position.op === 'sub')
    ? counted(position.left)
    : position;
}

/** Pointers that are not null where the condition has this truth value. */
export function notNull(expression: Expr, truth: boolean): VarId[] {
  if (expression.kind === 'cast')
    return expression.type.bits >= expression.arg.type.bits || expression.type.bool
      ? notNull(expression.arg, truth)
      : [];
  if (expression.kind === 'unary') return expression.op === 'lognot' ? notNull(expression.arg, !truth) : [];
  if (expression.kind !== 'binary') return [];
  if (expression.op === 'land' && truth) return [...notNull(expression.left, true), ...notNull(expression.right, true)];
  if (expression.op === 'lor' && !truth)
    return [...notNull(expression.left, false), ...notNull(expression.right, false)];
  if (expression.op !== 'eq' && expression.op !== 'ne') return [];
  const [tested, other] =
    expression.left.kind === 'const' ? [expression.right, expression.left] : [expression.left, expression.right];
  const differs = (expression.op === 'ne') === truth;
  if (other.kind !== 'const' || tested.kind !== 'var')
    return other.kind === 'const' && other.value === 0n ? notNull(tested, differs) : [];
  return differs === (other.value === 0n) ? [tested.id] : [];
}
