/** Values of expressions: made, and asked for as integers. */
import type { Expr } from '../../program/index.ts';
import { because, unknownValue, writtenValue } from './build-function.ts';
import type { Draft } from './function-draft.ts';
import { intType } from '../types/index.ts';
import type { CType, Place, Value } from '../types/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** A value, and the expression that it is the value of. */
export interface Operand {
  readonly value: Value;
  readonly node: SyntaxNode;
}

/** An integer. */
export function intValue(expr: Expr): Value {
  return { type: intType(expr.type), expr, place: null };
}

/** A value that is no integer, or not known. */
export function noValue(type: CType, place: Place | null = null): Value {
  return { type, expr: null, place };
}

/** The value as an integer; what is none becomes an unknown one, with the reason. */
export function toInt(f: Draft, value: Value, node: SyntaxNode): Expr {
  if (value.expr !== null) return value.expr;
  const type = value.type.kind === 'int' ? value.type.int : f.file.long;
  const { by, guess } = value;
  return unknownValue(f, type, reasonFor(f, value.type, node), node, { ...(by && { by }), ...(guess && { guess }) });
}

/** What isn't known is taken to be of the type of what it meets, or is converted to, if that is an integer. */
export function guessedAs(value: Value, type: CType): Value {
  if (!value.guess || type.kind !== 'int') return value;
  return { ...value, guess: { ...value.guess, type: type.int, unit: `${value.guess.unit} ${type.int.bits}` } };
}

/** Why a value of the type is not known. */
export function reasonFor(draft: Draft, type: CType, node: SyntaxNode) {
  const shown = writtenValue(draft, node);
  switch (type.kind) {
    case 'float':
      return because(draft, 'float', `\`${shown}\` is a floating-point value`, node);
    case 'pointer':
    case 'array':
    case 'function':
      return because(draft, 'pointer', `\`${shown}\` is a pointer`, node);
    case 'record':
      return because(draft, 'struct', `\`${shown}\` is a struct or union`, node);
    case 'int':
      if (type.volatile)
        return because(draft, 'volatile', `\`${shown}\` is volatile: it may have any value whenever it is read`, node);
      return because(draft, 'memory', `\`${shown}\` is read from memory that isn't modelled`, node);
    default:
      return because(draft, 'unknown-type', `the type of \`${shown}\` is not known`, node);
  }
}
