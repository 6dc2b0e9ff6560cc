/**
 * Expressions as closures over the values of a frame. A value is a JavaScript number where it is a safe integer, else a
 * bigint: most programs never meet the latter, and the results are the same either way.
 */
import { computeBinary, computeCast, computeUnary, isNever } from '../program/index.ts';
import type { BinaryOp, Expr, UndefinedCode } from '../program/index.ts';
import type { SourceRange } from '../source/index.ts';
import { maxOf, minOf } from '../machine/index.ts';
import type { IntType, IntegerMode } from '../machine/index.ts';

/** A number exactly where it is a safe integer. */
export type Cell = number | bigint;
export type Values = (Cell | undefined)[];
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

export interface ExprContext {
  readonly values: Values;
  readonly mode: IntegerMode;
}

/** Compiles an expression; `range` is blamed for undefined behaviour that has no place of its own. */
export function compileExpr(e: Expr, c: ExprContext, range: SourceRange | null): Eval {
  switch (e.kind) {
    case 'const': {
      const value = toCell(e.value);
      return () => value;
    }
    case 'var': {
      const { id } = e;
      const v = c.values;
      return () => {
        const x = v[id];
        if (x === undefined) throw new UndefinedBehaviour('uninitialized', range);
        return x;
      };
    }
    case 'cast':
      return e.exact && (c.mode !== 'mathematical' || isNever(e.type))
        ? compileFitting(compileExpr(e.arg, c, range), e.type, range)
        : compileCast(compileExpr(e.arg, c, range), e.arg.type, e.type, c.mode);
    case 'unary':
      return compileUnary(e, c, range);
    case 'ite': {
      const cond = compileExpr(e.cond, c, range);
      const then = compileExpr(e.then, c, range);
      const otherwise = compileExpr(e.else, c, range);
      return () => (cond() !== 0 ? then() : otherwise());
    }
    case 'binary': {
      if (e.op === 'land' || e.op === 'lor') {
        const a = compileExpr(e.left, c, range);
        const b = compileExpr(e.right, c, range);
        return e.op === 'land' ? () => (a() !== 0 && b() !== 0 ? 1 : 0) : () => (a() !== 0 || b() !== 0 ? 1 : 0);
      }
      return compileBinary(e, c, e.range ?? range);
    }
  }
}

/** Values of such types are always numbers. */
function isSmall(type: IntType, mode: IntegerMode): boolean {
  return type.bits <= 32 && mode !== 'mathematical';
}

function compileUnary(e: Expr & { readonly kind: 'unary' }, c: ExprContext, range: SourceRange | null): Eval {
  const arg = compileExpr(e.arg, c, range);
  const { type } = e.arg;
  const { mode } = c;
  if (e.op === 'lognot') return () => (arg() === 0 ? 1 : 0);
  const { op } = e;
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

function compileBinary(e: Expr & { readonly kind: 'binary' }, c: ExprContext, range: SourceRange | null): Eval {
  const { op } = e;
  const { type } = e.left;
  const comparison = compileComparison(e, c, range);
  if (comparison !== null) return comparison;
  const a = compileExpr(e.left, c, range);
  const b = compileExpr(e.right, c, range);
  const { mode } = c;
  const slow = (x: Cell, y: Cell): Cell => {
    const result = computeBinary(op, BigInt(x), BigInt(y), type, mode);
    if (typeof result === 'string') throw new UndefinedBehaviour(result, range);
    return toCell(result);
  };
  const operands: Operands = { a, b, slow };
  if (isSmall(type, mode) && type.bits === 32) {
    const fast = type.signed
      ? (plusConstant(e, operands, c) ?? signed32(op, operands, mode === 'c'))
      : unsigned32(op, operands);
    if (fast !== null) return fast;
  }
  if (type.bits >= 64 || mode === 'mathematical') {
    const fast = wide(op, operands, type.signed || mode === 'mathematical');
    if (fast !== null) return fast;
  }
  return () => slow(a(), b());
}

/** `x + 1`: what most loops do. */
function plusConstant(e: Expr & { readonly kind: 'binary' }, { a, slow }: Operands, c: ExprContext): Eval | null {
  if (e.op !== 'add' || e.right.kind !== 'const' || e.left.kind !== 'var') return null;
  const step = Number(e.right.value);
  const v = c.values;
  const { id } = e.left;
  return () => {
    const x = v[id];
    if (typeof x === 'number') {
      const s = x + step;
      if (s === (s | 0)) return s;
    }
    return slow(a(), step);
  };
}

function signed32(op: BinaryOp, { a, b, slow }: Operands, checked: boolean): Eval | null {
  switch (op) {
    case 'add':
      return checked
        ? () => {
            const x = a() as number;
            const y = b() as number;
            const s = x + y;
            return s === (s | 0) ? s : slow(x, y);
          }
        : () => ((a() as number) + (b() as number)) | 0;
    case 'sub':
      return checked
        ? () => {
            const x = a() as number;
            const y = b() as number;
            const s = x - y;
            return s === (s | 0) ? s : slow(x, y);
          }
        : () => ((a() as number) - (b() as number)) | 0;
    case 'mul':
      return checked
        ? () => {
            const x = a() as number;
            const y = b() as number;
            const s = x * y + 0;
            return s === (s | 0) ? s : slow(x, y);
          }
        : () => Math.imul(a() as number, b() as number);
    case 'div':
      return () => {
        const x = a() as number;
        const y = b() as number;
        return y > 0 ? (x / y) | 0 : slow(x, y);
      };
    case 'rem':
      return () => {
        const x = a() as number;
        const y = b() as number;
        return y > 0 ? (x % y) | 0 : slow(x, y);
      };
    case 'and':
      return () => (a() as number) & (b() as number);
    case 'or':
      return () => (a() as number) | (b() as number);
    case 'xor':
      return () => (a() as number) ^ (b() as number);
    case 'shr':
      return () => {
        const x = a() as number;
        const y = b();
        return typeof y === 'number' && y >= 0 && y < 32 ? x >> y : slow(x, y);
      };
    default:
      return null;
  }
}

function unsigned32(op: BinaryOp, { a, b, slow }: Operands): Eval | null {
  switch (op) {
    case 'add':
      return () => ((a() as number) + (b() as number)) >>> 0;
    case 'sub':
      return () => ((a() as number) - (b() as number)) >>> 0;
    case 'mul':
      return () => Math.imul(a() as number, b() as number) >>> 0;
    case 'div':
      return () => {
        const x = a() as number;
        const y = b() as number;
        return y > 0 ? Math.floor(x / y) : slow(x, y);
      };
    case 'rem':
      return () => {
        const x = a() as number;
        const y = b() as number;
        return y > 0 ? x % y : slow(x, y);
      };
    case 'and':
      return () => ((a() as number) & (b() as number)) >>> 0;
    case 'or':
      return () => ((a() as number) | (b() as number)) >>> 0;
    case 'xor':
      return () => ((a() as number) ^ (b() as number)) >>> 0;
    case 'shr':
      return () => {
        const x = a() as number;
        const y = b();
        return typeof y === 'number' && y >= 0 && y < 32 ? x >>> y : slow(x, y);
      };
    case 'shl':
      return () => {
        const x = a() as number;
        const y = b();
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
  e: Expr & { readonly kind: 'binary' },
  c: ExprContext,
  range: SourceRange | null,
): Eval | null {
  if (!/^(lt|le|gt|ge|eq|ne)$/.test(e.op)) return null;
  const b = compileExpr(e.right, c, range);
  if (e.left.kind === 'var') {
    const v = c.values;
    const { id } = e.left;
    const read = (): Cell => {
      const x = v[id];
      if (x === undefined) throw new UndefinedBehaviour('uninitialized', range);
      return x;
    };
    if (e.right.kind === 'const') {
      const k = toCell(e.right.value);
      switch (e.op) {
        case 'lt':
          return () => ((v[id] ?? read()) < k ? 1 : 0);
        case 'le':
          return () => ((v[id] ?? read()) <= k ? 1 : 0);
        case 'gt':
          return () => ((v[id] ?? read()) > k ? 1 : 0);
        case 'ge':
          return () => ((v[id] ?? read()) >= k ? 1 : 0);
        case 'eq':
          return () => ((v[id] ?? read()) === k ? 1 : 0);
        default:
          return () => ((v[id] ?? read()) !== k ? 1 : 0);
      }
    }
    switch (e.op) {
      case 'lt':
        return () => ((v[id] ?? read()) < b() ? 1 : 0);
      case 'le':
        return () => ((v[id] ?? read()) <= b() ? 1 : 0);
      case 'gt':
        return () => ((v[id] ?? read()) > b() ? 1 : 0);
      case 'ge':
        return () => ((v[id] ?? read()) >= b() ? 1 : 0);
      case 'eq':
        return () => ((v[id] ?? read()) === b() ? 1 : 0);
      default:
        return () => ((v[id] ?? read()) !== b() ? 1 : 0);
    }
  }
  const a = compileExpr(e.left, c, range);
  switch (e.op) {
    case 'lt':
      return () => (a() < b() ? 1 : 0);
    case 'le':
      return () => (a() <= b() ? 1 : 0);
    case 'gt':
      return () => (a() > b() ? 1 : 0);
    case 'ge':
      return () => (a() >= b() ? 1 : 0);
    case 'eq':
      return () => (a() === b() ? 1 : 0);
    default:
      return () => (a() !== b() ? 1 : 0);
  }
}
