/**
 * A loop's own test, and the condition with which it ends the loop, in the source's words: `while (p != NULL && n)`
 * ends when `p == NULL || n == 0`. So are conditions of `if`s in its body.
 */
import { rangeOf, text } from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { MIRRORED, OPPOSITE, child, hasEffects } from '../syntax/index.ts';
import type { LoopTest } from '../../program/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { promote } from '../types/index.ts';
import type { CType } from '../types/index.ts';

/** What is nested deeper is long, too. */
const DEEPEST = 30;

/** What is longer isn't read at a glance. */
const LONGEST = 42;
/** Where there is nothing shorter. */
const LONGEST_ALONE = 90;

interface Reading {
  readonly f: Draft;
  /** A macro makes the loop: its test is read as it is after preprocessing. */
  readonly inMacro: boolean;
}

export function ownTest(draft: Draft, loop: SyntaxNode, condition: SyntaxNode | null): LoopTest | null {
  if (condition === null) return null;
  const reading: Reading = { f: draft, inMacro: draft.file.locator.expanded(loop.start) };
  const isRead = !condition.hasError && condition.depth <= DEEPEST;
  const ways = !isRead ? [] : waysOut(reading, condition).filter((way) => !/\/[*/]/.test(way));
  return {
    range: rangeOf(draft, condition),
    ...shortened(ways),
    against: isRead ? comparedWith(reading, condition) : '',
    isPlain: isRead && isPlain(reading, condition),
    ...(isRead ? comparedCalls(reading, condition) : {}),
  };
}

/** The condition of an `if` in a loop, where it holds or doesn't; empty where that is no text to read at a glance. */
export function decision(draft: Draft, condition: SyntaxNode, holds: boolean): string {
  const isRead = !condition.hasError && condition.depth <= DEEPEST && !hasEffects(condition);
  if (!isRead || draft.file.locator.expanded(condition.start)) return '';
  const told = said({ f: draft, inMacro: false }, condition, holds).text;
  return told.length > LONGEST || /\/[*/]/.test(told) ? '' : told;
}

function comparedCalls(reading: Reading, condition: SyntaxNode): Pick<LoopTest, 'limits'> {
  const calls = callsIn(reading, condition).filter((call) => !HAS_EFFECTS.test(text(reading.f, call)));
  const limits = calls.map((call) => ({
    range: rangeOf(reading.f, call),
    text: written(reading, call),
    names: identifiersIn(call).map((name) => text(reading.f, name)),
  }));
  return limits.length === 0 ? {} : { limits };
}

/** Its arguments change something. */
const HAS_EFFECTS = /\+\+|--|(?<![=!<>])=(?!=)/;

/** Calls that are operands of comparisons, or of sums there; of macros only such as are nothing but a call. */
function callsIn(reading: Reading, node: SyntaxNode): readonly SyntaxNode[] {
  const [inner] = node.children;
  if (node.type === 'parenthesized_expression') return inner === undefined ? [] : callsIn(reading, inner);
  if (node.type === 'cast_expression') {
    const value = child(node, 'value');
    return value === null ? [] : callsIn(reading, value);
  }
  if (node.type === 'call_expression') return text(reading.f, node).length > LONGEST_CALL ? [] : [node];
  const [left, right, operator] = [child(node, 'left'), child(node, 'right'), child(node, 'operator')];
  if (node.type !== 'binary_expression' || left === null || right === null || operator === null) return [];
  const isCombined = /^(&&|[-+*]|[!=]=|[<>]=?)$/.test(text(reading.f, operator));
  return isCombined && isWritten(reading, operator.start) ? [left, right].flatMap((n) => callsIn(reading, n)) : [];
}

/** What macros make of a call may be long. */
const LONGEST_CALL = 400;

function identifiersIn(node: SyntaxNode): readonly SyntaxNode[] {
  return node.type === 'identifier' ? [node] : node.children.flatMap(identifiersIn);
}

/**
 * Read over unbounded integers it says the same: it compares objects as they are, where neither is converted to a type
 * that lacks some of its values. `i + 1 < n` may wrap around, and `i < n` of an unsigned n takes -1 for the largest
 * number.
 */
function isPlain(reading: Reading, node: SyntaxNode): boolean {
  const [inner] = node.children;
  if (node.type === 'parenthesized_expression' && inner !== undefined) return isPlain(reading, inner);
  const [left, right, operator] = [child(node, 'left'), child(node, 'right'), child(node, 'operator')];
  const argument = child(node, 'argument');
  const sign = operator === null ? '' : text(reading.f, operator);
  if (node.type === 'unary_expression' && argument !== null && sign === '!') return isPlain(reading, argument);
  if (node.type !== 'binary_expression' || left === null || right === null) return isObject(node);
  if (sign === '&&' || sign === '||') return isPlain(reading, left) && isPlain(reading, right);
  return sign in OPPOSITE && isObject(left) && isObject(right) && isComparedAsIs(reading, left, right);
}

/** An object by its name, a member, an element at such a one, or a constant: nothing is computed. */
function isObject(node: SyntaxNode): boolean {
  if (node.type === 'parenthesized_expression') return node.children.every(isObject);
  if (!OBJECTS.has(node.type)) return false;
  return node.children.filter(({ type }) => /expression$/.test(type)).every(isObject);
}

const OBJECTS = new Set([
  'identifier',
  'field_expression',
  'subscript_expression',
  'pointer_expression',
  'number_literal',
  'char_literal',
  'null',
  'true',
  'false',
]);

function isComparedAsIs(reading: Reading, left: SyntaxNode, right: SyntaxNode): boolean {
  const [a, b] = [typeOf(reading, left), typeOf(reading, right)];
  if (a.kind !== 'int' || b.kind !== 'int') return isExact(a) && isExact(b);
  // the grammar counts a sign as part of a number
  const isConstant = (node: SyntaxNode): boolean =>
    /_literal$/.test(node.type) && !written(reading, node).startsWith('-');
  const [x, y] = [promote(a.int), promote(b.int)];
  if (x.signed === y.signed) return true;
  // a constant isn't negative
  return (isConstant(left) && !y.signed) || (isConstant(right) && !x.signed);
}

/** `a == 0 || b == 0` is two ways out. */
function waysOut(reading: Reading, node: SyntaxNode): string[] {
  const operator = child(node, 'operator');
  const [inner] = node.children;
  if (node.type === 'parenthesized_expression' && inner !== undefined && isWritten(reading, node.start))
    return waysOut(reading, inner);
  if (operator === null || logicalSign(reading, node) !== '&&' || !isWritten(reading, operator.start))
    return [said(reading, node, false).text];
  return [child(node, 'left'), child(node, 'right')].flatMap((side) => (side === null ? [] : waysOut(reading, side)));
}

function comparedWith(reading: Reading, node: SyntaxNode): string {
  const [inner] = node.children;
  if (node.type === 'parenthesized_expression' && inner !== undefined) return comparedWith(reading, inner);
  const [left, right, operator] = [child(node, 'left'), child(node, 'right'), child(node, 'operator')];
  if (left === null || right === null || operator === null || !(text(reading.f, operator) in OPPOSITE)) return '';
  return written(reading, isBackwards(reading, left, right) ? left : right);
}

/** `NULL != p`: the constant comes first. */
const isBackwards = (reading: Reading, left: SyntaxNode, right: SyntaxNode): boolean =>
  isConstant(reading, left) && !isConstant(reading, right);

/** By its value, or by a name such as constants have. */
function isConstant(reading: Reading, node: SyntaxNode): boolean {
  if (node.type === 'parenthesized_expression') return node.children.every((n) => isConstant(reading, n));
  if (node.type === 'identifier') return /^[A-Z_][A-Z0-9_]*$/.test(text(reading.f, node));
  return /^(number_literal|char_literal|null)$/.test(node.type);
}

/** As many of the ways as are short together. */
function shortened(ways: readonly string[]): Pick<LoopTest, 'endsWhen' | 'isWhole'> {
  let endsWhen = '';
  let count = 0;
  for (const way of ways) {
    const longer = endsWhen === '' ? way : `${endsWhen} || ${way}`;
    if (longer.length > LONGEST) continue;
    endsWhen = longer;
    count++;
  }
  const [shortest] = [...ways].sort((a, b) => a.length - b.length);
  if (endsWhen === '' && shortest !== undefined && shortest.length <= LONGEST_ALONE)
    return { endsWhen: shortest, isWhole: ways.length === 1 };
  return { endsWhen, isWhole: count === ways.length };
}

/** How tightly the outermost operator of a text binds, from `||` to operands. */
type Binding = 'or' | 'and' | 'comparison' | 'operand';

interface Said {
  readonly text: string;
  readonly binding: Binding;
}

/** That the condition holds, or that it doesn't. */
function said(reading: Reading, node: SyntaxNode, holds: boolean): Said {
  const inner = node.children[0];
  if (node.type === 'parenthesized_expression' && inner !== undefined && isWritten(reading, node.start))
    return said(reading, inner, holds);
  if (node.type === 'unary_expression') return saidUnary(reading, node, holds);
  const [left, right, operator] = [child(node, 'left'), child(node, 'right'), child(node, 'operator')];
  if (node.type !== 'binary_expression' || left === null || right === null || operator === null)
    return againstZero(reading, node, holds);
  if (!isWritten(reading, operator.start)) return againstZero(reading, node, holds);
  const sign = logicalSign(reading, node);
  if (sign === '&&' || sign === '||') {
    // De Morgan: !(a && b) is !a || !b
    const binding = (sign === '&&') === holds ? 'and' : 'or';
    const parts = [said(reading, left, holds), said(reading, right, holds)].map((p) =>
      p.binding === 'or' && binding === 'and' ? `(${p.text})` : p.text,
    );
    return { text: parts.join(binding === 'or' ? ' || ' : ' && '), binding };
  }
  const relation = isOverZero(reading, node)
    ? holds
      ? '!='
      : '=='
    : holds && sign in OPPOSITE
      ? sign
      : OPPOSITE[sign];
  if (relation === undefined) return againstZero(reading, node, holds);
  // neither x < y nor x >= y holds of a NaN
  if (!holds && (!/[=!]=/.test(sign) || sign === '<=' || sign === '>='))
    if ([left, right].some((side) => !isExact(typeOf(reading, side))))
      return { text: `!(${written(reading, node)})`, binding: 'operand' };
  return comparison(reading, left, relation, right);
}

/** `NULL != p` is `p != NULL`. */
function comparison(reading: Reading, left: SyntaxNode, relation: string, right: SyntaxNode): Said {
  const sides = [left, right].map((side) => withoutParentheses(reading, side)) as [SyntaxNode, SyntaxNode];
  const turns = isBackwards(reading, ...sides);
  const [first, second] = turns ? [sides[1], sides[0]] : sides;
  const sign = turns ? MIRRORED[relation] : relation;
  const told = (say: typeof written): string => `${say(reading, first)} ${sign} ${say(reading, second)}`;
  const full = told(written);
  const short = full.length > LONGEST ? told(inShort) : full;
  // of two calls of a function only their arguments tell which is which
  const calls = short.match(/\w+\(\)/g) ?? [];
  return { text: new Set(calls).size < calls.length ? full : short, binding: 'comparison' };
}

/** Macros put their arguments in parentheses, whatever they are. */
function withoutParentheses({ inMacro }: Reading, node: SyntaxNode): SyntaxNode {
  const [inner] = node.children;
  const isOperand = inner !== undefined && (OPERANDS.has(inner.type) || inner.type === 'pointer_expression');
  return inMacro && node.type === 'parenthesized_expression' && isOperand ? inner : node;
}

/** `n > 0`, or `0 < n`, of what is never below zero. */
function isOverZero(reading: Reading, node: SyntaxNode): boolean {
  const [left, right, operator] = [child(node, 'left'), child(node, 'right'), child(node, 'operator')];
  const sign = operator === null ? '' : text(reading.f, operator);
  const [more, less] = sign === '>' ? [left, right] : sign === '<' ? [right, left] : [null, null];
  if (more === null || less === null || text(reading.f, less) !== '0') return false;
  const type = typeOf(reading, more);
  return type.kind === 'int' && !type.int.signed;
}

/** A binary operator; of what is 0 or 1 `&` says what `&&` does. */
function logicalSign(reading: Reading, node: SyntaxNode): string {
  const [left, right, operator] = [child(node, 'left'), child(node, 'right'), child(node, 'operator')];
  const sign = operator === null ? '' : text(reading.f, operator);
  if ((sign !== '&' && sign !== '|') || left === null || right === null) return sign;
  return isCondition(reading, left) && isCondition(reading, right) ? sign + sign : sign;
}

/** `!x` is over when x holds. */
function saidUnary(reading: Reading, node: SyntaxNode, holds: boolean): Said {
  const [operator, argument] = [child(node, 'operator'), child(node, 'argument')];
  if (operator === null || argument === null || text(reading.f, operator) !== '!' || !isWritten(reading, node.start))
    return againstZero(reading, node, holds);
  if (holds) return said(reading, argument, false);
  const type = typeOf(reading, argument);
  const plain = written(reading, argument);
  if (isTruth(type) || argument.type === 'parenthesized_expression' || argument.type === 'call_expression')
    return { text: bare(plain), binding: 'or' };
  return { text: `${plain} != ${zeroOf(type)}`, binding: 'comparison' };
}

/** A value that is tested against zero without saying so. */
function againstZero(reading: Reading, node: SyntaxNode, holds: boolean): Said {
  const type = typeOf(reading, node);
  const value =
    OPERANDS.has(node.type) || isCallOfMacro(reading, node) ? written(reading, node) : `(${written(reading, node)})`;
  if (isTruth(type) || isCondition(reading, node))
    return { text: holds ? bare(value) : `!${value}`, binding: 'operand' };
  return { text: `${value} ${holds ? '!=' : '=='} ${zeroOf(type)}`, binding: 'comparison' };
}

/** A comparison or what connects them, maybe a macro's. */
function isCondition(r: Reading, node: SyntaxNode): boolean {
  const [inner, operator] = [node.children[0], child(node, 'operator')];
  if (node.type === 'parenthesized_expression' && inner !== undefined) return isCondition(r, inner);
  return operator !== null && /^(!|&&|\|\||[=!<>]=|[<>])$/.test(text(r.f, operator));
}

/** Nodes that need no parentheses beside `==`. */
const OPERANDS = new Set([
  'identifier',
  'call_expression',
  'field_expression',
  'subscript_expression',
  'pointer_expression',
  'parenthesized_expression',
  'update_expression',
  'unary_expression',
  'number_literal',
  'char_literal',
  'true',
  'false',
]);

const isTruth = (type: CType): boolean => type.kind === 'int' && type.int.bool === true;
const isExact = (type: CType): boolean => type.kind === 'int' || type.kind === 'pointer' || type.kind === 'array';
const zeroOf = (type: CType): string => (type.kind === 'pointer' || type.kind === 'array' ? 'NULL' : '0');

const typeOf = ({ f }: Reading, node: SyntaxNode): CType => f.file.types.typeOf(node, f.scope);

const isWritten = ({ f, inMacro }: Reading, offset: number): boolean => inMacro || !f.file.locator.expanded(offset);

/** All of it stems from macros: `IS_BLANK(c)`. */
const isCallOfMacro = (r: Reading, node: SyntaxNode): boolean =>
  !isWritten(r, node.start) && !isWritten(r, node.end - 1);

/** As it stands in the source, macros by their names. */
function written({ f, inMacro }: Reading, node: SyntaxNode): string {
  const { start, end } = inMacro ? node : f.file.locator.offsets(node.start, node.end);
  return withoutOwnParentheses(
    (inMacro ? f.file.types.text : f.file.source).slice(start, end).replace(/\s+/g, ' ').trim(),
  );
}

/**
 * A macro's parameters stand in parentheses: `(p)->next`, `(p) == q`, `(p)`. A cast stands before a name or a number.
 */
const withoutOwnParentheses = (text: string): string =>
  text.replace(/(?<![\w)\]] ?)\((\w+)\)(?=->|\.|\[| [=!<>]|$)/g, '$1');

/** The call alone of `(c = get(a, b))`, and without its arguments: `get()`. */
function inShort(reading: Reading, node: SyntaxNode): string {
  const [inner] = node.children;
  if (node.type === 'parenthesized_expression' && inner !== undefined) {
    const told = inShort(reading, inner);
    return told === written(reading, inner) && !OPERANDS.has(inner.type) ? written(reading, node) : told;
  }
  // of `n -= read()` the result is not what is tested
  const operator = node.type === 'assignment_expression' ? child(node, 'operator') : null;
  const value = operator !== null && text(reading.f, operator) === '=' ? child(node, 'right') : null;
  if (value !== null && isKeptBy(reading, node, value) && (OPERANDS.has(value.type) || isCallOfMacro(reading, value)))
    return inShort(reading, value);
  const callee = node.type === 'call_expression' ? child(node, 'function') : null;
  return callee?.type === 'identifier' ? `${written(reading, callee)}()` : written(reading, node);
}

/** What is assigned is worth what it was: it isn't cut off by a narrower type. */
function isKeptBy(reading: Reading, assignment: SyntaxNode, value: SyntaxNode): boolean {
  const [to, from] = [typeOf(reading, assignment), typeOf(reading, value)];
  if (to.kind !== 'int' || from.kind !== 'int') return to.kind !== 'int' && from.kind !== 'int';
  return to.int.bits === from.int.bits && to.int.signed === from.int.signed && to.int.bool === from.int.bool;
}

/** `(a < b)` without its parentheses. */
const bare = (said: string): string => /^\(([^()]*)\)$/.exec(said)?.[1] ?? said;
