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
  lowerEffect,
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
import { child, hasEffects } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** `&&` and `||` as values: a term where the right side has no effects, else control flow. */
export function lowerLogical(
  draft: Draft,
  node: SyntaxNode,
  leftNode: SyntaxNode,
  rightNode: SyntaxNode,
  and: boolean,
): Value {
  const left = lowerTruth(draft, leftNode);
  const known = constantValue(left);
  if (known !== null) {
    if ((known !== 0n) === and) return intValue(lowerTruth(draft, rightNode));
    // the right side is never evaluated
    return intValue(constant(and ? 0n : 1n, INT));
  }
  const right = aside(draft, () => lowerTruth(draft, rightNode));
  if (right.pure) {
    const decided = constantValue(right.value);
    if (decided !== null && (decided !== 0n) === and) return intValue(left);
    return intValue(binary(and ? 'land' : 'lor', left, right.value, null));
  }
  const range = rangeOf(draft, node);
  const target = temporary(draft, INT);
  const [short, join] = [newBlock(draft), newBlock(draft)];
  branch(draft, left, and ? right.start : short, and ? short : right.start, rangeOf(draft, leftNode));
  draft.current = right.end;
  assign(draft, target, right.value, range);
  continueAt(draft, join);
  draft.current = short;
  assign(draft, target, constant(and ? 0n : 1n, INT), range);
  continueAt(draft, join);
  return intValue(variable(draft, target));
}

/** Lowers a condition into a branch. */
export function lowerCondition(draft: Draft, node: SyntaxNode, then: number, otherwise: number): void {
  if (
    node.type === 'parenthesized_expression' &&
    node.children[0] !== undefined &&
    node.children[0].type !== 'compound_statement'
  ) {
    lowerCondition(draft, node.children[0], then, otherwise);
    return;
  }
  if (++draft.depth < MOST_DEPTH && node.type === 'unary_expression' && text(draft, node).startsWith('!')) {
    const argument = child(node, 'argument');
    if (argument !== null && /parenthesized|binary/.test(argument.type)) {
      if (needsBlocks(draft, argument)) {
        lowerCondition(draft, argument, otherwise, then);
        draft.depth--;
        return;
      }
      const whole = lowerTruth(draft, node);
      branch(draft, whole, then, otherwise, rangeOf(draft, node));
      draft.depth--;
      return;
    }
  }
  const operator = node.type === 'binary_expression' ? child(node, 'operator') : null;
  const op = operator === null ? '' : text(draft, operator);
  const left = child(node, 'left');
  const right = child(node, 'right');
  if ((op === '&&' || op === '||') && left !== null && right !== null && draft.depth < MOST_DEPTH) {
    const middle = newBlock(draft, true);
    lowerCondition(draft, left, op === '&&' ? middle : then, op === '&&' ? otherwise : middle);
    draft.current = middle;
    lowerCondition(draft, right, then, otherwise);
  } else if (draft.depth >= MOST_DEPTH || !lowerInOrder(draft, node, then, otherwise))
    branch(draft, lowerTruth(draft, node), then, otherwise, rangeOf(draft, node));
  draft.depth--;
}

/** `!(*s >= '0' && *s <= '9')`: what is read behind the operator is read only if the left side doesn't decide. */
function needsBlocks(draft: Draft, node: SyntaxNode): boolean {
  const [inner] = node.children;
  if (node.type === 'parenthesized_expression') return inner !== undefined && needsBlocks(draft, inner);
  const [operator, right] = [child(node, 'operator'), child(node, 'right')];
  if (node.type !== 'binary_expression' || operator === null || right === null) return false;
  return /^(&&|\|\|)$/.test(text(draft, operator)) && isRead(right);
}

const isRead = (node: SyntaxNode): boolean =>
  /^(call|subscript|pointer|field|assignment|update)_expression$/.test(node.type) || node.children.some(isRead);

/**
 * `x = next(), x > 0` and `i < n ? (x = a[i], 1) : 0` as control flow, which says what the condition in them decides;
 * false: it is neither, or no arm has an effect.
 */
function lowerInOrder(draft: Draft, node: SyntaxNode, then: number, otherwise: number): boolean {
  if (node.type === 'comma_expression') {
    const last = node.children.at(-1);
    if (last === undefined) return false;
    for (const c of node.children.slice(0, -1)) lowerEffect(draft, c);
    lowerCondition(draft, last, then, otherwise);
    return true;
  }
  if (node.type !== 'conditional_expression') return false;
  const condition = child(node, 'condition');
  const arms = [child(node, 'consequence'), child(node, 'alternative')].filter((arm) => arm !== null);
  if (condition === null || arms.length < 2 || !arms.some(hasEffects)) return false;
  const starts = arms.map(() => newBlock(draft, true));
  lowerCondition(draft, condition, starts[0]!, starts[1]!);
  for (const [i, arm] of arms.entries()) {
    draft.current = starts[i]!;
    lowerCondition(draft, arm, then, otherwise);
  }
  return true;
}

/** An arm of `c ? a : b`, lowered on trial. */
type Arm = ReturnType<typeof aside<Value>> & { readonly node: SyntaxNode };

export function lowerConditional(draft: Draft, node: SyntaxNode): Value {
  const condition = child(node, 'condition');
  const consequence = child(node, 'consequence');
  const alternative = child(node, 'alternative');
  if (condition === null || alternative === null) return noValue(UNKNOWN);
  if (consequence === null) return lowerElvis(draft, condition, alternative, node);
  const cond = lowerTruth(draft, condition);
  const then: Arm = { ...aside(draft, () => lowerExpr(draft, consequence)), node: consequence };
  const otherwise: Arm = { ...aside(draft, () => lowerExpr(draft, alternative)), node: alternative };
  const [first, second] = [then.value, otherwise.value];
  const type =
    (isAddress(first) || isAddress(second) ? commonPointer(first, second) : null) ??
    resultType(first.type, second.type);
  const chosen = then.pure && otherwise.pure ? chosenValue(draft, cond, [first, second], type, node) : null;
  if (chosen !== null) return chosen;
  const result = conditionalResult(draft, type);
  const join = newBlock(draft);
  const thenStart = then.pure ? newBlock(draft) : then.start;
  const otherwiseStart = otherwise.pure ? newBlock(draft) : otherwise.start;
  branch(draft, cond, thenStart, otherwiseStart, rangeOf(draft, condition));
  for (const [arm, start] of [
    [then, thenStart],
    [otherwise, otherwiseStart],
  ] as const) {
    // an arm found pure has no block of its own any more
    draft.current = arm.pure ? start : arm.end;
    result.keep(arm);
    continueAt(draft, join);
  }
  draft.current = join;
  return result.value;
}

/** `c ? a : b` as a term, where neither arm has effects; null where a value is not known. */
function chosenValue(
  draft: Draft,
  cond: Expr,
  [left, right]: readonly [Value, Value],
  type: CType,
  node: SyntaxNode,
): Value | null {
  const known = constantValue(cond);
  if (known !== null) {
    const value = known !== 0n ? left : right;
    return type.kind === 'record' || value.type === type ? value : convertTo(draft, value, type, node);
  }
  switch (type.kind) {
    case 'pointer':
      return chosenPointer(draft, cond, left, right, node) ?? noValue(type);
    case 'record':
      return null;
    case 'int':
      if (left.expr === null || right.expr === null) return null;
      return intValue({
        kind: 'ite',
        cond,
        then: cast(left.expr, type.int),
        else: cast(right.expr, type.int),
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

function conditionalResult(draft: Draft, type: CType): ConditionalResult {
  switch (type.kind) {
    case 'int': {
      const target = temporary(draft, type.int);
      const keep = ({ value, node }: Arm): void =>
        assign(draft, target, cast(toInt(draft, value, node), type.int), rangeOf(draft, node));
      return { value: intValue(variable(draft, target)), keep };
    }
    case 'pointer': {
      const target = newPointer(draft, `$${++draft.temporaries}`, 'temp', null);
      const keep = ({ value, node }: Arm): void =>
        assign(draft, target, positionOf(draft, convertTo(draft, value, type, node), node), rangeOf(draft, node));
      return { value: { ...noValue(type), position: variable(draft, target) }, keep };
    }
    case 'record': {
      const record = temporaryRecord(draft, type);
      const keep = ({ value, node }: Arm): void => keepRecord(draft, type, record, value, node);
      return { value: recordValue(draft, type, record), keep };
    }
    default:
      return { value: noValue(type), keep: () => undefined };
  }
}

/** GNU: `a ?: b`. */
function lowerElvis(draft: Draft, condition: SyntaxNode, alternative: SyntaxNode, node: SyntaxNode): Value {
  const chosen = lowerExpr(draft, condition);
  if (isAddress(chosen)) return pointerElvis(draft, chosen, condition, alternative);
  const value = toInt(draft, chosen, condition);
  const kept = temporary(draft, value.type);
  assign(draft, kept, value, rangeOf(draft, condition));
  const [otherwise, then, join] = [newBlock(draft), newBlock(draft), newBlock(draft)];
  branch(draft, truth(variable(draft, kept)), then, otherwise, rangeOf(draft, condition));
  draft.current = otherwise;
  const other = lowerInt(draft, alternative);
  const type = commonType(value.type, other.type);
  const target = temporary(draft, type);
  assign(draft, target, cast(other, type), rangeOf(draft, node));
  continueAt(draft, join);
  draft.current = then;
  assign(draft, target, cast(variable(draft, kept), type), rangeOf(draft, node));
  continueAt(draft, join);
  return intValue(variable(draft, target));
}

/** The pointer that is tested is evaluated once. */
function pointerElvis(draft: Draft, first: Value, condition: SyntaxNode, alternative: SyntaxNode): Value {
  const kept = newPointer(draft, `$${++draft.temporaries}`, 'temp', null);
  assign(draft, kept, positionOf(draft, first, condition), rangeOf(draft, condition));
  const value: Value = { ...noValue(first.type), position: variable(draft, kept) };
  const otherwise: Arm = { ...aside(draft, () => lowerExpr(draft, alternative)), node: alternative };
  const result = conditionalResult(draft, commonPointer(value, otherwise.value) ?? first.type);
  const [then, join] = [newBlock(draft), newBlock(draft)];
  const start = otherwise.pure ? newBlock(draft) : otherwise.start;
  branch(draft, binary('ne', variable(draft, kept), NULL_POSITION, null), then, start, rangeOf(draft, condition));
  draft.current = then;
  result.keep({ ...otherwise, value, node: condition });
  continueAt(draft, join);
  draft.current = otherwise.pure ? start : otherwise.end;
  result.keep(otherwise);
  continueAt(draft, join);
  draft.current = join;
  return result.value;
}

function resultType(first: CType, second: CType): CType {
  if (first.kind === 'int' && second.kind === 'int') return intType(commonType(first.int, second.int));
  if (first.kind === 'float') return second.kind === 'float' && second.bytes > first.bytes ? second : first;
  if (second.kind === 'float') return second;
  if (first.kind === 'pointer' || first.kind === 'array') return first;
  return second;
}
