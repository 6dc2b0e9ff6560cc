/** Which expressions have no value for some operands. */
import type { Expr } from './expressions.ts';

/** Signed arithmetic, division, shifts, and pointers that move: undefined for some operands. */
export function isPartial(expression: Expr): boolean {
  switch (expression.kind) {
    case 'const':
    case 'var':
      return false;
    case 'cast':
      return expression.exact === true || isPartial(expression.arg);
    case 'unary':
      return (expression.op === 'neg' && expression.type.signed) || isPartial(expression.arg);
    case 'ite':
      return isPartial(expression.cond) || isPartial(expression.then) || isPartial(expression.else);
    case 'binary':
      return !isTotal(expression) || isPartial(expression.left) || isPartial(expression.right);
  }
}

/** Some value is shifted by a number of bits that isn't a constant. */
export function shiftsByVariable(expression: Expr): boolean {
  switch (expression.kind) {
    case 'const':
    case 'var':
      return false;
    case 'cast':
    case 'unary':
      return shiftsByVariable(expression.arg);
    case 'ite':
      return [expression.cond, expression.then, expression.else].some(shiftsByVariable);
    case 'binary': {
      const { op, left, right } = expression;
      const isShift = (op === 'shl' || op === 'shr') && right.kind !== 'const';
      return isShift || shiftsByVariable(left) || shiftsByVariable(right);
    }
  }
}

/** Whether the operator has a result for all operands on its left, and this one on its right. */
function isTotal({ op, right, type }: Expr & { readonly kind: 'binary' }): boolean {
  if (TOTAL.has(op) || (!type.signed && RING.has(op))) return true;
  if (right.kind !== 'const') return false;
  const { value } = right;
  if (op === 'div' || op === 'rem') return value !== 0n && value !== -1n;
  return (op === 'shr' || (op === 'shl' && !type.signed)) && value >= 0n && value < type.bits;
}

const RING = new Set<string>(['add', 'sub', 'mul']);
const TOTAL = new Set<string>(['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'and', 'or', 'xor', 'land', 'lor']);
