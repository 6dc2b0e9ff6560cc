/**
 * Expressions as closures over the values of a frame. A value is a JavaScript number where it is a safe integer, else a
 * bigint. Most programs never meet the latter. The results are the same either way.
 */
import { computeBinary, computeCast, computeUnary, isNever } from '../program/index.ts';
import type { BinaryOp, Expr, UndefinedCode } from '../program/index.ts';
import type { SourceRange } from '../source/index.ts';
import { maxOf, minOf } from '../machine/index.ts';
import type { IntType, IntegerMode } from '../machine/index.ts';

/** A number exactly where it is a safe integer. */
export type Cell = number | bigint;
/** By variable; undefined: never set; null: it has been, to what isn't known. */
export type Values = (Cell | null | undefined)[];
export type Eval = () => Cell;

const LEAST_SAFE = BigInt(Number.MIN_SAFE_INTEGER);
const GREATEST_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

export function toCell(value: bigint): Cell {
  return value >= LEAST_SAFE && value <= GREATEST_SAFE ? Number(value) : value;
}

/** Thrown where a run does something undefined; caught by the machine. */
export class UndefinedBehaviour {
  readonly code: UndefinedCode;
  readonly range: SourceRange | null;
  constructor(code: UndefinedCode, range: SourceRange | null) {
    this.code = code;
    this.range = range;
  }
}

/** Thrown where a value is needed that isn't known; caught by the machine. */
export class UnknownValue {}

const missing = (value: null | undefined, range: SourceRange | null): UnknownValue | UndefinedBehaviour =>
  value === null ? new UnknownValue() : new UndefinedBehaviour('uninitialized', range);

export interface ExprContext {
  readonly values: Values;
  readonly mode: IntegerMode;
}

/** Compiles an expression; `range` is blamed for undefined behaviour that has no place of its own. */
export function compileExpr(expression: Expr, context: ExprContext, range: SourceRange | null): Eval {
  switch (expression.kind) {
    case 'const': {
      const value = toCell(expression.value);
      return () => value;
    }
    case 'var': {
      const { id } = expression;
      const v = context.values;
      return () => {
        const x = v[id];
        if (x === undefined || x === null) throw missing(x, range);
        return x;
      };
    }
    case 'cast':
      return expression.exact && (context.mode !== 'mathematical' || isNever(expression.type))
        ? compileFitting(compileExpr(expression.arg, context, range), expression.type, range)
        : compileCast(compileExpr(expression.arg, context, range), expression.arg.type, expression.type, context.mode);
    case 'unary':
      return compileUnary(expression, context, range);
    case 'ite': {
      const cond = compileExpr(expression.cond, context, range);
      const then = compileExpr(expression.then, context, range);
      const otherwise = compileExpr(expression.else, context, range);
      return () => (cond() !== 0 ? then() : otherwise());
    }
    case 'binary': {
      if (expression.op === 'land' || expression.op === 'lor') {
        const a = compileExpr(expression.left, context, range);
        const b = compileExpr(expression.right, context, range);
        return expression.op === 'land'
          ? () => (a() !== 0 && b() !== 0 ? 1 : 0)
          : () => (a() !== 0 || b() !== 0 ? 1 : 0);
      }
      return compileBinary(expression, context, expression.range ?? range);
    }
  }
}

/** Values of such types are always numbers. */
function isSmall(type: IntType, mode: IntegerMode): boolean {
  return type.bits <= 32 && mode !== 'mathematical';
}

function compileUnary(
  expression: Expr & { readonly kind: 'unary' },
  context: ExprContext,
  range: SourceRange | null,
): Eval {
  const arg = compileExpr(expression.arg, context, range);
  const { type } = expression.arg;
  const { mode } = context;
  if (expression.op === 'lognot') return () => (arg() === 0 ? 1 : 0);
  const { op } = expression;
  if (isSmall(type, mode) && type.bits === 32) {
    if (op === 'bitnot') return type.signed ? () => ~(arg() as number) : () => ~(arg() as number) >>> 0;
    if (!type.signed) return () => -(arg() as number) >>> 0;
  }
  return () => {
    const x = arg();
    if (op === 'neg' && type.signed && typeof x === 'number' && x > -2147483648) return 0 - x;
    const result = computeUnary(op, BigInt(x), type, mode);
    if (typeof result === 'string') throw new UndefinedBehaviour(result, range);
    return toCell(result);
  };
}

/** The value, which has to fit: where it doesn't, no object is meant. */
function compileFitting(arg: Eval, type: IntType, range: SourceRange | null): Eval {
  const [least, greatest] = [minOf(type), maxOf(type)];
  return () => {
    const value = arg();
    if (value < least || value > greatest) throw new UndefinedBehaviour('out-of-bounds', range);
    return value;
  };
}

function compileCast(arg: Eval, from: IntType, to: IntType, mode: IntegerMode): Eval {
  if (to.bool) return () => (arg() === 0 ? 0 : 1);
  if (mode === 'mathematical') return arg;
  const keeps = minOf(from) >= minOf(to) && maxOf(from) <= maxOf(to);
  if (keeps) return arg;
  const slow = (x: Cell): Cell => toCell(computeCast(BigInt(x), to, mode));
  if (to.bits === 32 && to.signed)
    return () => {
      const x = arg();
      return typeof x === 'number' ? x | 0 : slow(x);
    };
  if (to.bits === 32)
    return () => {
      const x = arg();
      return typeof x === 'number' ? x >>> 0 : slow(x);
    };
  if (to.bits === 8 && to.signed)
    return () => {
      const x = arg();
      return typeof x === 'number' ? (x << 24) >> 24 : slow(x);
    };
  if (to.bits === 8)
    return () => {
      const x = arg();
      return typeof x === 'number' ? x & 255 : slow(x);
    };
  if (to.bits === 16 && to.signed)
    return () => {
      const x = arg();
      return typeof x === 'number' ? (x << 16) >> 16 : slow(x);
    };
  if (to.bits === 16)
    return () => {
      const x = arg();
      return typeof x === 'number' ? x & 65535 : slow(x);
    };
  if (to.bits >= 64)
    return () => {
      const x = arg();
      return typeof x === 'number' && (x >= 0 || to.signed) ? x : slow(x);
    };
  return () => slow(arg());
}

/**
 * The operands of a binary operator as they are run, and what computes the result where the machine's numbers don't.
 */
interface Operands {
  readonly a: Eval;
  readonly b: Eval;
  readonly slow: (x: Cell, y: Cell) => Cell;
}

function compileBinary(
  expression: Expr & { readonly kind: 'binary' },
  context: ExprContext,
  range: SourceRange | null,
): Eval {
  const { op } = expression;
  const { type } = expression.left;
  const comparison = compileComparison(expression, context, range);
  if (comparison !== null) return comparison;
  const left = compileExpr(expression.left, context, range);
  const right = compileExpr(expression.right, context, range);
  const { mode } = context;
  const slow = (x: Cell, y: Cell): Cell => {
    const result = computeBinary(op, BigInt(x), BigInt(y), type, mode);
    if (typeof result === 'string') throw new UndefinedBehaviour(result, range);
    return toCell(result);
  };
  const operands: Operands = { a: left, b: right, slow };
  if (isSmall(type, mode) && type.bits === 32) {
    const fast = type.signed
      ? (plusConstant(expression, operands, context) ?? signed32(op, operands, mode === 'c'))
      : unsigned32(op, operands);
    if (fast !== null) return fast;
  }
  if (type.bits >= 64 || mode === 'mathematical') {
    const fast = wide(op, operands, type.signed || mode === 'mathematical');
    if (fast !== null) return fast;
  }
  return () => slow(left(), right());
}

/** `x + 1`: what most loops do. */
function plusConstant(
  expression: Expr & { readonly kind: 'binary' },
  { a: left, slow }: Operands,
  context: ExprContext,
): Eval | null {
  if (expression.op !== 'add' || expression.right.kind !== 'const' || expression.left.kind !== 'var') return null;
  const step = Number(expression.right.value);
  const values = context.values;
  const { id } = expression.left;
  return () => {
    const x = values[id];
    if (typeof x === 'number') {
      const s = x + step;
      if (s === (s | 0)) return s;
    }
    return slow(left(), step);
  };
}

function signed32(op: BinaryOp, { a: left, b: right, slow }: Operands, checked: boolean): Eval | null {
  switch (op) {
    case 'add':
      return checked
        ? () => {
            const x = left() as number;
            const y = right() as number;
            const s = x + y;
            return s === (s | 0) ? s : slow(x, y);
          }
        : () => ((left() as number) + (right() as number)) | 0;
    case 'sub':
      return checked
        ? () => {
            const x = left() as number;
            const y = right() as number;
            const s = x - y;
            return s === (s | 0) ? s : slow(x, y);
          }
        : () => ((left() as number) - (right() as number)) | 0;
    case 'mul':
      return checked
        ? () => {
            const x = left() as number;
            const y = right() as number;
            const s = x * y + 0;
            return s === (s | 0) ? s : slow(x, y);
          }
        : () => Math.imul(left() as number, right() as number);
    case 'div':
      return () => {
        const x = left() as number;
        const y = right() as number;
        return y > 0 ? (x / y) | 0 : slow(x, y);
      };
    case 'rem':
      return () => {
        const x = left() as number;
        const y = right() as number;
        return y > 0 ? (x % y) | 0 : slow(x, y);
      };
    case 'and':
      return () => (left() as number) & (right() as number);
    case 'or':
      return () => (left() as number) | (right() as number);
    case 'xor':
      return () => (left() as number) ^ (right() as number);
    case 'shr':
      return () => {
        const x = left() as number;
        const y = right();
        return typeof y === 'number' && y >= 0 && y < 32 ? x >> y : slow(x, y);
      };
    default:
      return null;
  }
}

function unsigned32(op: BinaryOp, { a: left, b: right, slow }: Operands): Eval | null {
  switch (op) {
    case 'add':
      return () => ((left() as number) + (right() as number)) >>> 0;
    case 'sub':
      return () => ((left() as number) - (right() as number)) >>> 0;
    case 'mul':
      return () => Math.imul(left() as number, right() as number) >>> 0;
    case 'div':
      return () => {
        const x = left() as number;
        const y = right() as number;
        return y > 0 ? Math.floor(x / y) : slow(x, y);
      };
    case 'rem':
      return () => {
        const x = left() as number;
        const y = right() as number;
        return y > 0 ? x % y : slow(x, y);
      };
    case 'and':
      return () => ((left() as number) & (right() as number)) >>> 0;
    case 'or':
      return () => ((left() as number) | (right() as number)) >>> 0;
    case 'xor':
      return () => ((left() as number) ^ (right() as number)) >>> 0;
    case 'shr':
      return () => {
        const x = left() as number;
        const y = right();
        return typeof y === 'number' && y >= 0 && y < 32 ? x >>> y : slow(x, y);
      };
    case 'shl':
      return () => {
        const x = left() as number;
        const y = right();
        return typeof y === 'number' && y >= 0 && y < 32 ? (x << y) >>> 0 : slow(x, y);
      };
    default:
      return null;
  }
}

/** 64 bits and more: numbers while the result is a safe integer of the type. */
function wide(op: BinaryOp, { a, b, slow }: Operands, negative: boolean): Eval | null {
  const apply =
    (compute: (x: number, y: number) => number): Eval =>
    () => {
      const x = a();
      const y = b();
      if (typeof x === 'number' && typeof y === 'number') {
        const s = compute(x, y);
        if (Number.isSafeInteger(s) && (negative || s >= 0)) return s;
      }
      return slow(x, y);
    };
  switch (op) {
    case 'add':
      return apply((x, y) => x + y);
    case 'sub':
      return apply((x, y) => x - y);
    case 'mul':
      return apply((x, y) => x * y + 0);
    // NaN leads to the slow way, where the zero is found
    case 'div':
      return apply((x, y) => (y === 0 ? Number.NaN : divide(x, y)));
    case 'rem':
      return apply((x, y) => (y === 0 ? Number.NaN : (x % y) + 0));
    default:
      return null;
  }
}

/** Truncating division of safe integers; the quotient of doubles may round up to a whole number that is too large. */
function divide(x: number, y: number): number {
  return (x - (x % y)) / y + 0;
}

function compileComparison(
  expression: Expr & { readonly kind: 'binary' },
  context: ExprContext,
  range: SourceRange | null,
): Eval | null {
  if (!/^(lt|le|gt|ge|eq|ne)$/.test(expression.op)) return null;
  const right = compileExpr(expression.right, context, range);
  if (expression.left.kind === 'var') {
    const values = context.values;
    const { id } = expression.left;
    const read = (): Cell => {
      const x = values[id];
      if (x === undefined || x === null) throw missing(x, range);
      return x;
    };
    if (expression.right.kind === 'const') {
      const limit = toCell(expression.right.value);
      switch (expression.op) {
        case 'lt':
          return () => ((values[id] ?? read()) < limit ? 1 : 0);
        case 'le':
          return () => ((values[id] ?? read()) <= limit ? 1 : 0);
        case 'gt':
          return () => ((values[id] ?? read()) > limit ? 1 : 0);
        case 'ge':
          return () => ((values[id] ?? read()) >= limit ? 1 : 0);
        case 'eq':
          return () => ((values[id] ?? read()) === limit ? 1 : 0);
        default:
          return () => ((values[id] ?? read()) !== limit ? 1 : 0);
      }
    }
    switch (expression.op) {
      case 'lt':
        return () => ((values[id] ?? read()) < right() ? 1 : 0);
      case 'le':
        return () => ((values[id] ?? read()) <= right() ? 1 : 0);
      case 'gt':
        return () => ((values[id] ?? read()) > right() ? 1 : 0);
      case 'ge':
        return () => ((values[id] ?? read()) >= right() ? 1 : 0);
      case 'eq':
        return () => ((values[id] ?? read()) === right() ? 1 : 0);
      default:
        return () => ((values[id] ?? read()) !== right() ? 1 : 0);
    }
  }
  const left = compileExpr(expression.left, context, range);
  switch (expression.op) {
    case 'lt':
      return () => (left() < right() ? 1 : 0);
    case 'le':
      return () => (left() <= right() ? 1 : 0);
    case 'gt':
      return () => (left() > right() ? 1 : 0);
    case 'ge':
      return () => (left() >= right() ? 1 : 0);
    case 'eq':
      return () => (left() === right() ? 1 : 0);
    default:
      return () => (left() !== right() ? 1 : 0);
  }
}
