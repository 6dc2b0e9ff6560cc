/** Conditions: `&&`, `||`, `?:` - terms where nothing has an effect, control flow elsewhere. */
import { constantValue } from '../../program/index.ts';
import { INT } from '../../machine/index.ts';
import {
  MOST_DEPTH, aside, assign, binary, branch, cast, chosenPointer, commonPointer, constant, continueAt, convertTo,
  intValue, isAddress, keepRecord, lowerExpr, lowerInt, lowerTruth, newBlock, newPointer, noValue, positionOf,
  rangeOf, recordValue, temporary, temporaryRecord, text, toInt, truth, variable,
} from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { UNKNOWN, commonType, intType } from '../types/index.ts';
import type { CType, Value } from '../types/index.ts';
import { child } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** `&&` and `||` as values: a term where the right side has no effects, else control flow. */
export function lowerLogical(f: Draft, node: SyntaxNode, leftNode: SyntaxNode, rightNode: SyntaxNode, and: boolean): Value {
  const left = lowerTruth(f, leftNode);
  const known = constantValue(left);
  if (known !== null) {
    if ((known !== 0n) === and) return intValue(lowerTruth(f, rightNode));
    // the right side is never evaluated
    return intValue(constant(and ? 0n : 1n, INT));
  }
  const right = aside(f, () => lowerTruth(f, rightNode));
  if (right.pure) {
    const decided = constantValue(right.value);
    if (decided !== null && (decided !== 0n) === and) return intValue(left);
    return intValue(binary(and ? 'land' : 'lor', left, right.value, null));
  }
  const range = rangeOf(f, node);
  const target = temporary(f, INT);
  const [short, join] = [newBlock(f), newBlock(f)];
  branch(f, left, and ? right.start : short, and ? short : right.start, rangeOf(f, leftNode));
  f.current = right.end;
  assign(f, target, right.value, range);
  continueAt(f, join);
  f.current = short;
  assign(f, target, constant(and ? 0n : 1n, INT), range);
  continueAt(f, join);
  return intValue(variable(f, target));
}

/** Lowers a condition into a branch. */
export function lowerCondition(f: Draft, node: SyntaxNode, then: number, otherwise: number): void {
  if (node.type === 'parenthesized_expression' && node.children[0] !== undefined && node.children[0].type !== 'compound_statement') {
    lowerCondition(f, node.children[0], then, otherwise);
    return;
  }
  if (++f.depth < MOST_DEPTH && node.type === 'unary_expression' && text(f, node).startsWith('!')) {
    const argument = child(node, 'argument');
    if (argument !== null && /parenthesized|binary/.test(argument.type)) {
      const whole = lowerTruth(f, node);
      branch(f, whole, then, otherwise, rangeOf(f, node));
      f.depth--;
      return;
    }
  }
  const operator = node.type === 'binary_expression' ? child(node, 'operator') : null;
  const op = operator === null ? '' : text(f, operator);
  const left = child(node, 'left');
  const right = child(node, 'right');
  if ((op === '&&' || op === '||') && left !== null && right !== null && f.depth < MOST_DEPTH) {
    const middle = newBlock(f, true);
    lowerCondition(f, left, op === '&&' ? middle : then, op === '&&' ? otherwise : middle);
    f.current = middle;
    lowerCondition(f, right, then, otherwise);
  } else branch(f, lowerTruth(f, node), then, otherwise, rangeOf(f, node));
  f.depth--;
}

export function lowerConditional(f: Draft, node: SyntaxNode): Value {
  const condition = child(node, 'condition');
  const consequence = child(node, 'consequence');
  const alternative = child(node, 'alternative');
  if (condition === null || alternative === null) return noValue(UNKNOWN);
  if (consequence === null) return lowerElvis(f, condition, alternative, node);
  const cond = lowerTruth(f, condition);
  const known = constantValue(cond);
  const then = aside(f, () => lowerExpr(f, consequence));
  const otherwise = aside(f, () => lowerExpr(f, alternative));
  const [a, b] = [then.value, otherwise.value];
  const pointer = isAddress(a) || isAddress(b) ? commonPointer(a, b) : null;
  const type = pointer ?? resultType(a.type, b.type);
  if (then.pure && otherwise.pure) {
    if (known !== null) return type.kind === 'int' || type.kind === 'pointer' ? convertTo(f, known !== 0n ? a : b, type, node) : known !== 0n ? a : b;
    if (type.kind === 'pointer') return chosenPointer(f, cond, a, b, node) ?? noValue(type);
    if (type.kind !== 'int' && type.kind !== 'record') return noValue(type);
    if (type.kind === 'int' && a.expr !== null && b.expr !== null) return intValue({ kind: 'ite', cond, then: cast(a.expr, type.int), else: cast(b.expr, type.int), type: type.int });
  }
  const join = newBlock(f);
  const target = type.kind === 'int' ? temporary(f, type.int) : pointer !== null ? newPointer(f, `$${++f.temporaries}`, 'temp', null) : null;
  const record = type.kind === 'record' ? temporaryRecord(f, type) : null;
  const arm = (part: typeof then, partNode: SyntaxNode, start: number): void => {
    // an arm found pure has no block of its own any more
    f.current = start;
    if (!part.pure) f.current = part.end;
    if (target !== null && type.kind === 'int') assign(f, target, cast(toInt(f, part.value, partNode), type.int), rangeOf(f, partNode));
    else if (target !== null) assign(f, target, positionOf(f, convertTo(f, part.value, type, partNode), partNode), rangeOf(f, partNode));
    else if (record !== null && type.kind === 'record') keepRecord(f, type, record, part.value, partNode);
    continueAt(f, join);
  };
  const thenStart = then.pure ? newBlock(f) : then.start;
  const otherwiseStart = otherwise.pure ? newBlock(f) : otherwise.start;
  branch(f, cond, thenStart, otherwiseStart, rangeOf(f, condition));
  arm(then, consequence, thenStart);
  arm(otherwise, alternative, otherwiseStart);
  f.current = join;
  if (record !== null && type.kind === 'record') return recordValue(f, type, record);
  if (target === null) return noValue(type);
  return pointer === null ? intValue(variable(f, target)) : { ...noValue(type), position: variable(f, target) };
}

/** GNU: `a ?: b`. */
function lowerElvis(f: Draft, condition: SyntaxNode, alternative: SyntaxNode, node: SyntaxNode): Value {
  const value = lowerInt(f, condition);
  const kept = temporary(f, value.type);
  assign(f, kept, value, rangeOf(f, condition));
  const [otherwise, then, join] = [newBlock(f), newBlock(f), newBlock(f)];
  branch(f, truth(variable(f, kept)), then, otherwise, rangeOf(f, condition));
  f.current = otherwise;
  const other = lowerInt(f, alternative);
  const type = commonType(value.type, other.type);
  const target = temporary(f, type);
  assign(f, target, cast(other, type), rangeOf(f, node));
  continueAt(f, join);
  f.current = then;
  assign(f, target, cast(variable(f, kept), type), rangeOf(f, node));
  continueAt(f, join);
  return intValue(variable(f, target));
}

function resultType(a: CType, b: CType): CType {
  if (a.kind === 'int' && b.kind === 'int') return intType(commonType(a.int, b.int));
  if (a.kind === 'float') return a;
  if (b.kind === 'float') return b;
  if (a.kind === 'pointer' || a.kind === 'array') return a;
  return b;
}
