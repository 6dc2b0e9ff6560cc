/** One operator on concrete values, exactly as the IR's documentation says, with undefined behaviour as a result. */
import { convert, inRange } from '../machine/index.ts';
import type { IntType, IntegerMode } from '../machine/index.ts';
import type { BinaryOp, Expr, UnaryOp, VarId } from './expressions.ts';

export type UndefinedCode = 'signed-overflow' | 'division-by-zero' | 'shift' | 'uninitialized' | 'out-of-bounds';

/** A value, or the undefined behaviour that the operation is. */
export type Computed = bigint | UndefinedCode;

/** Brings the exact result of an operation into its type. */
function settle(value: bigint, type: IntType, mode: IntegerMode): Computed {
  if (mode === 'mathematical' || inRange(value, type)) return value;
  return type.signed && mode === 'c' ? 'signed-overflow' : convert(value, type);
}

/** Applies a unary operator; `type` is that of operand and result (of the operand for `lognot`). */
export function computeUnary(op: UnaryOp, value: bigint, type: IntType, mode: IntegerMode): Computed {
  switch (op) {
    case 'neg':
      return settle(-value, type, mode);
    case 'bitnot':
      return settle(~value, type, mode);
    case 'lognot':
      return value === 0n ? 1n : 0n;
  }
}

/** What a comparison gives in C. */
const truth = (holds: boolean): bigint => (holds ? 1n : 0n);

/** Applies a binary operator; `type` is that of the left operand (and of the result, but for comparisons). */
export function computeBinary(op: BinaryOp, left: bigint, right: bigint, type: IntType, mode: IntegerMode): Computed {
  switch (op) {
    case 'add':
      return settle(left + right, type, mode);
    case 'sub':
      return settle(left - right, type, mode);
    case 'mul':
      return settle(left * right, type, mode);
    case 'div':
      return right === 0n ? 'division-by-zero' : settle(left / right, type, mode);
    case 'rem':
      return remainder(left, right, type, mode);
    case 'shl':
      return shiftLeft(left, right, type, mode);
    case 'shr':
      return shiftRight(left, right, type, mode);
    case 'and':
      return left & right;
    case 'or':
      return left | right;
    case 'xor':
      return settle(left ^ right, type, mode);
    case 'lt':
      return truth(left < right);
    case 'le':
      return truth(left <= right);
    case 'gt':
      return truth(left > right);
    case 'ge':
      return truth(left >= right);
    case 'eq':
      return truth(left === right);
    case 'ne':
      return truth(left !== right);
    case 'land':
      return truth(left !== 0n && right !== 0n);
    case 'lor':
      return truth(left !== 0n || right !== 0n);
  }
}

/** C11 6.5.5: `INT_MIN % -1` is undefined, since the quotient overflows. */
function remainder(a: bigint, b: bigint, type: IntType, mode: IntegerMode): Computed {
  if (b === 0n) return 'division-by-zero';
  return mode === 'c' && type.signed && !inRange(a / b, type) ? 'signed-overflow' : a % b;
}

function shiftRight(a: bigint, b: bigint, type: IntType, mode: IntegerMode): Computed {
  return b < 0n || (mode !== 'mathematical' && b >= BigInt(type.bits)) ? 'shift' : a >> b;
}

/** Greatest shift that unbounded integers take part in; more would exhaust memory. */
const WIDEST_SHIFT = 100_000n;

/** C11 6.5.7. Overflow of a signed left shift is undefined; a negative operand by itself is not, as gcc documents. */
function shiftLeft(a: bigint, b: bigint, type: IntType, mode: IntegerMode): Computed {
  if (b < 0n) return 'shift';
  if (mode === 'mathematical') return b > WIDEST_SHIFT ? 'shift' : a << b;
  if (b >= BigInt(type.bits)) return 'shift';
  return settle(a << b, type, mode);
}

/** A cast to a type. Unbounded integers keep their value, but `_Bool` remains 0 or 1. */
export function computeCast(value: bigint, type: IntType, mode: IntegerMode): bigint {
  if (mode === 'mathematical' && !type.bool) return value;
  return convert(value, type);
}

const NO_VALUES: ReadonlyMap<VarId, bigint> = new Map();

/**
 * Value of an expression in C's arithmetic, with these values of variables; null where it has others or is undefined.
 */
export function constantValue(expr: Expr, values: ReadonlyMap<VarId, bigint> = NO_VALUES): bigint | null {
  switch (expr.kind) {
    case 'const':
      return expr.value;
    case 'var':
      return values.get(expr.id) ?? null;
    case 'cast': {
      const value = constantValue(expr.arg, values);
      return value === null ? null : convert(value, expr.type);
    }
    case 'unary': {
      const value = constantValue(expr.arg, values);
      return value === null ? null : defined(computeUnary(expr.op, value, expr.arg.type, 'c'));
    }
    case 'ite': {
      const cond = constantValue(expr.cond, values);
      return cond === null ? null : constantValue(cond !== 0n ? expr.then : expr.else, values);
    }
    case 'binary': {
      const a = constantValue(expr.left, values);
      if (expr.op === 'land' && a === 0n) return 0n;
      if (expr.op === 'lor' && a !== null && a !== 0n) return 1n;
      if (a === null) return null;
      const b = constantValue(expr.right, values);
      return b === null ? null : defined(computeBinary(expr.op, a, b, expr.left.type, 'c'));
    }
  }
}

function defined(value: Computed): bigint | null {
  return typeof value === 'bigint' ? value : null;
}
