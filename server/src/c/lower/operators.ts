/** Unary and binary operators on values, with the conversions that C makes (C11 6.3.1.8). */
import { constantValue } from '../../program/index.ts';
import type { BinaryOp } from '../../program/index.ts';
import { INT } from '../../machine/index.ts';
import {
  RELATIONS,
  because,
  binary,
  cast,
  constant,
  intValue,
  isAddress,
  lowerExpr,
  lowerTruth,
  movedBy,
  negation,
  noValue,
  operatePointers,
  rangeOf,
  reasonFor,
  text,
  guessedAs,
  toInt,
  unary,
  unknownValue,
} from '../objects/index.ts';
import type { Draft, Operand } from '../objects/index.ts';
import { lowerLogical } from './conditions.ts';
import { UNKNOWN, commonType, promote } from '../types/index.ts';
import type { Value } from '../types/index.ts';
import { castInstead, namesType } from './missed-casts.ts';
import { child } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

const ARITHMETIC: Readonly<Record<string, BinaryOp>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'rem',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
};
const SHIFTS: Readonly<Record<string, BinaryOp>> = { '<<': 'shl', '>>': 'shr' };

export function lowerUnary(draft: Draft, node: SyntaxNode): Value {
  const operator = child(node, 'operator');
  const argument = child(node, 'argument');
  if (operator === null || argument === null) return noValue(UNKNOWN);
  const op = text(draft, operator);
  if (op === '!') return intValue(negation(lowerTruth(draft, argument)));
  const value = lowerExpr(draft, argument);
  if (value.type.kind === 'float') return noValue(value.type);
  const operand = toInt(draft, value, argument);
  const promoted = cast(operand, promote(operand.type));
  if (op === '-') return intValue(unary('neg', promoted));
  return intValue(op === '~' ? unary('bitnot', promoted) : promoted);
}

export function lowerBinary(draft: Draft, node: SyntaxNode): Value {
  const operator = child(node, 'operator');
  const leftNode = child(node, 'left');
  const rightNode = child(node, 'right');
  if (operator === null || leftNode === null || rightNode === null) return noValue(UNKNOWN);
  const op = text(draft, operator);
  if (/^[-+*&]$/.test(op) && namesType(draft, leftNode))
    return lowerExpr(draft, castInstead(leftNode, operator, rightNode, node));
  if (op === '&&' || op === '||') return lowerLogical(draft, node, leftNode, rightNode, op === '&&');
  const left = lowerExpr(draft, leftNode);
  const right = lowerExpr(draft, rightNode);
  return operate(draft, op, { value: left, node: leftNode }, { value: right, node: rightNode }, node);
}

/** A binary operator on values. */
export function operate(draft: Draft, op: string, left: Operand, right: Operand, node: SyntaxNode): Value {
  const [a, b] = [left.value, right.value];
  if (isAddress(a) || isAddress(b)) {
    const [pointer, { expr: offset, type }] = isAddress(a) ? [a, b] : [b, a];
    if ((op === '+' || op === '-') && type.kind === 'int' && offset !== null) movedBy(draft, pointer, offset, node);
    const result = operatePointers(draft, op, left, right, node);
    if (result !== null) return result;
  }
  return isInteger(a) && isInteger(b)
    ? operateIntegers(draft, op, left, right, node)
    : operateOthers(draft, op, a, b, node);
}

/** What isn't known is taken for an integer. */
function isInteger(v: Value): boolean {
  return v.type.kind === 'int' || v.type.kind === 'unknown';
}

/** Floating values, and pointers whose positions aren't known. */
function operateOthers(draft: Draft, op: string, left: Value, right: Value, node: SyntaxNode): Value {
  if (RELATIONS[op] !== undefined) {
    const [kind, side] = isInteger(left) ? ([right.type, 'right'] as const) : ([left.type, 'left'] as const);
    const reason = reasonFor(draft, kind, child(node, side) ?? node);
    return intValue(binary('ne', unknownValue(draft, INT, reason, node), constant(0n, INT), null));
  }
  // the larger type of both (C11 6.3.1.8p1)
  const floating = [left.type, right.type].flatMap((type) => (type.kind === 'float' ? [type] : []));
  const [first, second] = floating;
  if (first !== undefined) return noValue(second !== undefined && second.bytes > first.bytes ? second : first);
  if (isAddress(left) && isAddress(right)) {
    const reason = because(draft, 'pointer', 'the difference of two pointers is not modelled', node);
    return intValue(unknownValue(draft, draft.file.difference, reason, node));
  }
  if (!isAddress(left) && !isAddress(right)) return noValue(UNKNOWN);
  const [base, offset] = isAddress(left) ? [left, right] : [right, left];
  return noValue(base.type, offset.expr !== null && constantValue(offset.expr) === 0n ? base.place : null);
}

/** Operators that powers of two are also said by. */
const OF_BITS: ReadonlySet<string> = new Set(['>>', '<<', '&', '/', '%']);

function noteOperator(draft: Draft, operator: string, node: SyntaxNode): void {
  if (!OF_BITS.has(operator)) return;
  const range = rangeOf(draft, node);
  const key = `${operator} ${range.start.line}`;
  if (!draft.operators.has(key)) draft.operators.set(key, { operator, range });
}

function operateIntegers(draft: Draft, op: string, left: Operand, right: Operand, node: SyntaxNode): Value {
  noteOperator(draft, op, node);
  const first = toInt(draft, guessedAs(left.value, right.value.type), left.node);
  const second = toInt(draft, guessedAs(right.value, left.value.type), right.node);
  const shift = SHIFTS[op];
  if (shift !== undefined) {
    return intValue(
      binary(shift, cast(first, promote(first.type)), cast(second, promote(second.type)), rangeOf(draft, node)),
    );
  }
  const type = commonType(first.type, second.type);
  const relation = RELATIONS[op];
  if (relation !== undefined) return intValue(binary(relation, cast(first, type), cast(second, type), null));
  const arithmetic = ARITHMETIC[op];
  if (arithmetic === undefined) return noValue(UNKNOWN);
  const isDivision = arithmetic === 'div' || arithmetic === 'rem';
  const mayBeUndefined = isDivision || (type.signed && /^(add|sub|mul)$/.test(arithmetic));
  return intValue(
    binary(arithmetic, cast(first, type), cast(second, type), mayBeUndefined ? rangeOf(draft, node) : null),
  );
}
