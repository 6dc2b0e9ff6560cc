/** What expressions say about pointers, which are positions in the graph. */
import type { Expr, VarId } from './program.ts';

/** The pointer that a position is counted from: what is behind it is gone through wherever the position leads. */
export function counted(position: Expr): Expr {
  if (position.kind === 'cast') return counted(position.arg);
  return position.kind === 'binary' && (position.op === 'add' || position.op === 'sub')
    ? counted(position.left)
    : position;
}

/** Pointers that are not null where the condition has this truth value. */
export function notNull(e: Expr, truth: boolean): VarId[] {
  if (e.kind === 'cast') return e.type.bits >= e.arg.type.bits || e.type.bool ? notNull(e.arg, truth) : [];
  if (e.kind === 'unary') return e.op === 'lognot' ? notNull(e.arg, !truth) : [];
  if (e.kind !== 'binary') return [];
  if (e.op === 'land' && truth) return [...notNull(e.left, true), ...notNull(e.right, true)];
  if (e.op === 'lor' && !truth) return [...notNull(e.left, false), ...notNull(e.right, false)];
  if (e.op !== 'eq' && e.op !== 'ne') return [];
  const [x, y] = e.left.kind === 'const' ? [e.right, e.left] : [e.left, e.right];
  const differs = (e.op === 'ne') === truth;
  if (y.kind !== 'const' || x.kind !== 'var') return y.kind === 'const' && y.value === 0n ? notNull(x, differs) : [];
  return differs === (y.value === 0n) ? [x.id] : [];
}
