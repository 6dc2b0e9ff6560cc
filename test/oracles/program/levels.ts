/**
 * Text of expressions with the level of its outermost operator: parentheses only where C needs them, so that precedence
 * is tried as well.
 */
import type { IntegerType } from './types.ts';

export const LEVEL = {
  comma: 0,
  assign: 1,
  conditional: 2,
  or: 3,
  and: 4,
  bitOr: 5,
  bitXor: 6,
  bitAnd: 7,
  equal: 8,
  relation: 9,
  shift: 10,
  add: 11,
  multiply: 12,
  cast: 13,
  unary: 14,
  postfix: 15,
  primary: 16,
} as const;

export interface Expression {
  readonly text: string;
  readonly level: number;
}

export interface IntegerExpression extends Expression {
  readonly type: IntegerType;
}

/** The text, in parentheses where it binds less than is needed. */
export function within(e: Expression, level: number): string {
  return e.level < level ? `(${e.text})` : e.text;
}
