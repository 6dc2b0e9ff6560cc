/** Conditions: `&&`, `||`, `?:` - terms where nothing has an effect, control flow elsewhere. */
import { constantValue } from '../../program/index.ts';
import type { Expr } from '../../program/index.ts';
import { INT } from '../../machine/index.ts';
import {
  MOST_DEPTH,
  NULL_POSITION,
  aside,
  assign,
  binary,
  branch,
  cast,
  chosenPointer,
  commonPointer,
  constant,
  continueAt,
  convertTo,
  intValue,
  isAddress,
  keepRecord,
  lowerExpr,
  lowerInt,
  lowerTruth,
  newBlock,
  newPointer,
  noValue,
  positionOf,
  rangeOf,
  recordValue,
  temporary,
  temporaryRecord,
  text,
  toInt,
  truth,
  variable,
} from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { UNKNOWN, commonType, intType } from '../types/index.ts';
import type { CType, Value } from '../types/index.ts';
import { child } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** `&&` and `||` as values: a term where the right side has no effects, else control flow. */
export function lowerLogical(
  f: Draft,
  node: SyntaxNode,
  leftNode: SyntaxNode,
  rightNode: SyntaxNode,
  and: boolean,
): Value {
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
  if (
    node.type === 'parenthesized_expression' &&
    node.children[0] !== undefined &&
    node.children[0].type !== 'compound_statement'
  ) {
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

/** An arm of `c ? a : b`, lowered on trial. */
type Arm = ReturnType<typeof aside<Value>> & { readonly node: SyntaxNode };

export function lowerConditional(f: Draft, node: SyntaxNode): Value {
  const condition = child(node, 'condition');
  const consequence = child(node, 'consequence');
  const alternative = child(node, 'alternative');
  if (condition === null || alternative === null) return noValue(UNKNOWN);
  if (consequence === null) return lowerElvis(f, condition, alternative, node);
  const cond = lowerTruth(f, condition);
  const then: Arm = { ...aside(f, () => lowerExpr(f, consequence)), node: consequence };
  const otherwise: Arm = { ...aside(f, () => lowerExpr(f, alternative)), node: alternative };
  const [a, b] = [then.value, otherwise.value];
  const type = (isAddress(a) || isAddress(b) ? commonPointer(a, b) : null) ?? resultType(a.type, b.type);
  const chosen = then.pure && otherwise.pure ? chosenValue(f, cond, [a, b], type, node) : null;
  if (chosen !== null) return chosen;
  const result = conditionalResult(f, type);
  const join = newBlock(f);
  const thenStart = then.pure ? newBlock(f) : then.start;
  const otherwiseStart = otherwise.pure ? newBlock(f) : otherwise.start;
  branch(f, cond, thenStart, otherwiseStart, rangeOf(f, condition));
  for (const [arm, start] of [
    [then, thenStart],
    [otherwise, otherwiseStart],
  ] as const) {
    // an arm found pure has no block of its own any more
    f.current = arm.pure ? start : arm.end;
    result.keep(arm);
    continueAt(f, join);
  }
  f.current = join;
  return result.value;
}

/** `c ? a : b` as a term, where neither arm has effects; null where a value is not known. */
function chosenValue(
  f: Draft,
  cond: Expr,
  [a, b]: readonly [Value, Value],
  type: CType,
  node: SyntaxNode,
): Value | null {
  const known = constantValue(cond);
  if (known !== null) {
    const value = known !== 0n ? a : b;
    return type.kind === 'int' || type.kind === 'pointer' ? convertTo(f, value, type, node) : value;
  }
  switch (type.kind) {
    case 'pointer':
      return chosenPointer(f, cond, a, b, node) ?? noValue(type);
    case 'record':
      return null;
    case 'int':
      if (a.expr === null || b.expr === null) return null;
      return intValue({
        kind: 'ite',
        cond,
        then: cast(a.expr, type.int),
        else: cast(b.expr, type.int),
        type: type.int,
      });
    default:
      return noValue(type);
  }
}

/** Where both arms of a conditional put their values. */
interface ConditionalResult {
  readonly value: Value;
  readonly keep: (arm: Arm) => void;
}

function conditionalResult(f: Draft, type: CType): ConditionalResult {
  switch (type.kind) {
    case 'int': {
      const target = temporary(f, type.int);
      const keep = ({ value, node }: Arm): void =>
        assign(f, target, cast(toInt(f, value, node), type.int), rangeOf(f, node));
      return { value: intValue(variable(f, target)), keep };
    }
    case 'pointer': {
      const target = newPointer(f, `$${++f.temporaries}`, 'temp', null);
      const keep = ({ value, node }: Arm): void =>
        assign(f, target, positionOf(f, convertTo(f, value, type, node), node), rangeOf(f, node));
      return { value: { ...noValue(type), position: variable(f, target) }, keep };
    }
    case 'record': {
      const record = temporaryRecord(f, type);
      const keep = ({ value, node }: Arm): void => keepRecord(f, type, record, value, node);
      return { value: recordValue(f, type, record), keep };
    }
    default:
      return { value: noValue(type), keep: () => undefined };
  }
}

/** GNU: `a ?: b`. */
function lowerElvis(f: Draft, condition: SyntaxNode, alternative: SyntaxNode, node: SyntaxNode): Value {
  const chosen = lowerExpr(f, condition);
  if (isAddress(chosen)) return pointerElvis(f, chosen, condition, alternative);
  const value = toInt(f, chosen, condition);
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

/** The pointer that is tested is evaluated once. */
function pointerElvis(f: Draft, first: Value, condition: SyntaxNode, alternative: SyntaxNode): Value {
  const kept = newPointer(f, `$${++f.temporaries}`, 'temp', null);
  assign(f, kept, positionOf(f, first, condition), rangeOf(f, condition));
  const value: Value = { ...noValue(first.type), position: variable(f, kept) };
  const otherwise: Arm = { ...aside(f, () => lowerExpr(f, alternative)), node: alternative };
  const result = conditionalResult(f, commonPointer(value, otherwise.value) ?? first.type);
  const [then, join] = [newBlock(f), newBlock(f)];
  const start = otherwise.pure ? newBlock(f) : otherwise.start;
  branch(f, binary('ne', variable(f, kept), NULL_POSITION, null), then, start, rangeOf(f, condition));
  f.current = then;
  result.keep({ ...otherwise, value, node: condition });
  continueAt(f, join);
  f.current = otherwise.pure ? start : otherwise.end;
  result.keep(otherwise);
  continueAt(f, join);
  f.current = join;
  return result.value;
}

function resultType(a: CType, b: CType): CType {
  if (a.kind === 'int' && b.kind === 'int') return intType(commonType(a.int, b.int));
  if (a.kind === 'float') return a;
  if (b.kind === 'float') return b;
  if (a.kind === 'pointer' || a.kind === 'array') return a;
  return b;
}
