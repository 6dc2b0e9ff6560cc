/**
 * Expressions are pure: no side effects, no calls. The front end hoists side effects into statements and temporaries,
 * in an order that C allows. Every conversion of C is an explicit `cast`, so that operators need no typing rules. Both
 * operands of a binary operator have the same type, and so has its result. But comparisons and logical operators yield
 * `int` 0 or 1, and a shift's right operand may differ.
 *
 * Meaning of operators, on values of their type: `add`, `sub`, `mul`, `neg`, `shl` wrap around for unsigned types and
 * are undefined on overflow for signed ones (mode `c`); `div` and `rem` truncate towards zero, division by zero is
 * undefined; `shr` is arithmetic for signed types; `land`, `lor` and `ite` evaluate lazily, so that undefined behaviour
 * in an operand which is not evaluated does not count.
 */
import type { IntType } from '../machine/index.ts';
import type { SourceRange } from '../source/index.ts';

/** Index into `IrFunction.variables`. */
export type VarId = number;

export type UnaryOp = 'neg' | 'bitnot' | 'lognot';
export type BinaryOp =
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'rem'
  | 'shl'
  | 'shr'
  | 'and'
  | 'or'
  | 'xor'
  | 'lt'
  | 'le'
  | 'gt'
  | 'ge'
  | 'eq'
  | 'ne'
  | 'land'
  | 'lor';

export type Expr =
  | { readonly kind: 'const'; readonly value: bigint; readonly type: IntType }
  | { readonly kind: 'var'; readonly id: VarId; readonly type: IntType }
  | { readonly kind: 'unary'; readonly op: UnaryOp; readonly arg: Expr; readonly type: IntType }
  | {
      readonly kind: 'binary';
      readonly op: BinaryOp;
      readonly left: Expr;
      readonly right: Expr;
      readonly type: IntType;
      readonly range?: SourceRange;
    }
  /**
   * `exact`: the run is undefined where the value doesn't fit (a pointer moved out of every object); else it is
   * converted.
   */
  | { readonly kind: 'cast'; readonly arg: Expr; readonly type: IntType; readonly exact?: true }
  | { readonly kind: 'ite'; readonly cond: Expr; readonly then: Expr; readonly else: Expr; readonly type: IntType };
