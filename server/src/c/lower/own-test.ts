/** A loop's own test, and the condition with which it ends the loop, in the source's words: `while (p != NULL && n)` ends when `p == NULL || n == 0`. */
import { rangeOf, text } from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { child } from '../syntax/index.ts';
import type { LoopTest } from '../../program/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import type { CType } from '../types/index.ts';

/** What is nested deeper is long, too. */
const DEEPEST = 30;

/** What is longer isn't read at a glance. */
const LONGEST = 42;

interface Reading {
  readonly f: Draft;
  /** A macro makes the loop: its test is read as it is after preprocessing. */
  readonly inMacro: boolean;
}

export function ownTest(f: Draft, loop: SyntaxNode, condition: SyntaxNode | null): LoopTest | null {
  if (condition === null) return null;
  const reading: Reading = { f, inMacro: f.file.locator.expanded(loop.start) };
  const isRead = !condition.hasError && condition.depth <= DEEPEST;
  const ways = !isRead ? [] : waysOut(reading, condition).filter((way) => !/\/[*/]/.test(way));
  return { range: rangeOf(f, condition), ...shortened(ways), against: isRead ? comparedWith(reading, condition) : '' };
}

/** `a == 0 || b == 0` is two ways out. */
function waysOut(r: Reading, node: SyntaxNode): string[] {
  const operator = child(node, 'operator');
  const [inner] = node.children;
  if (node.type === 'parenthesized_expression' && inner !== undefined && isWritten(r, node.start))
    return waysOut(r, inner);
  if (operator === null || text(r.f, operator) !== '&&' || !isWritten(r, operator.start))
    return [negated(r, node).text];
  return [child(node, 'left'), child(node, 'right')].flatMap((side) => (side === null ? [] : waysOut(r, side)));
}

function comparedWith(r: Reading, node: SyntaxNode): string {
  const [inner] = node.children;
  if (node.type === 'parenthesized_expression' && inner !== undefined) return comparedWith(r, inner);
  const [right, operator] = [child(node, 'right'), child(node, 'operator')];
  return right !== null && operator !== null && text(r.f, operator) in OPPOSITE ? written(r, right) : '';
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
  return { endsWhen, isWhole: count === ways.length };
}

/** How tightly the outermost operator of a text binds, from `||` to operands. */
type Binding = 'or' | 'and' | 'comparison' | 'operand';

interface Said {
  readonly text: string;
  readonly binding: Binding;
}

const OPPOSITE: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};

function negated(r: Reading, node: SyntaxNode): Said {
  const inner = node.children[0];
  if (node.type === 'parenthesized_expression' && inner !== undefined && isWritten(r, node.start))
    return negated(r, inner);
  if (node.type === 'unary_expression') return negatedUnary(r, node);
  const [left, right, operator] = [child(node, 'left'), child(node, 'right'), child(node, 'operator')];
  if (node.type !== 'binary_expression' || left === null || right === null || operator === null) return isZero(r, node);
  if (!isWritten(r, operator.start)) return isZero(r, node);
  const sign = text(r.f, operator);
  if (sign === '&&' || sign === '||') {
    // De Morgan: !(a && b) is !a || !b
    const binding = sign === '&&' ? 'or' : 'and';
    const parts = [negated(r, left), negated(r, right)].map((p) =>
      p.binding === 'or' && binding === 'and' ? `(${p.text})` : p.text,
    );
    return { text: parts.join(binding === 'or' ? ' || ' : ' && '), binding };
  }
  const opposite = OPPOSITE[sign];
  if (opposite === undefined) return isZero(r, node);
  // neither x < y nor x >= y holds of a NaN
  if (!/[=!]=/.test(sign) || sign === '<=' || sign === '>=')
    if ([left, right].some((side) => !isExact(typeOf(r, side))))
      return { text: `!(${written(r, node)})`, binding: 'operand' };
  const said = (say: typeof written): string => `${say(r, left)} ${opposite} ${say(r, right)}`;
  const full = said(written);
  return { text: full.length > LONGEST ? said(inShort) : full, binding: 'comparison' };
}

/** `!x` is over when x holds. */
function negatedUnary(r: Reading, node: SyntaxNode): Said {
  const [operator, argument] = [child(node, 'operator'), child(node, 'argument')];
  if (operator === null || argument === null || text(r.f, operator) !== '!' || !isWritten(r, node.start))
    return isZero(r, node);
  const type = typeOf(r, argument);
  const plain = written(r, argument);
  if (isTruth(type) || argument.type === 'parenthesized_expression' || argument.type === 'call_expression')
    return { text: bare(plain), binding: 'or' };
  return { text: `${plain} != ${zeroOf(type)}`, binding: 'comparison' };
}

/** A value that is tested against zero without saying so. */
function isZero(r: Reading, node: SyntaxNode): Said {
  const type = typeOf(r, node);
  const value = OPERANDS.has(node.type) || isCallOfMacro(r, node) ? written(r, node) : `(${written(r, node)})`;
  if (isTruth(type) || isCondition(r, node)) return { text: `!${value}`, binding: 'operand' };
  return { text: `${value} == ${zeroOf(type)}`, binding: 'comparison' };
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

/** A macro's parameters stand in parentheses: `(p)->next`, `(p) == q`, `(p)`. A cast stands before a name or a number. */
const withoutOwnParentheses = (text: string): string =>
  text.replace(/(?<![\w)\]] ?)\((\w+)\)(?=->|\.|\[| [=!<>]|$)/g, '$1');

/** The call alone of `(c = get(a, b))`, and without its arguments: `get()`. */
function inShort(r: Reading, node: SyntaxNode): string {
  const [inner] = node.children;
  if (node.type === 'parenthesized_expression' && inner !== undefined) return inShort(r, inner);
  const value = node.type === 'assignment_expression' ? child(node, 'right') : null;
  if (value?.type === 'call_expression') return inShort(r, value);
  const callee = node.type === 'call_expression' ? child(node, 'function') : null;
  return callee?.type === 'identifier' ? `${written(r, callee)}()` : written(r, node);
}

/** `(a < b)` without its parentheses. */
const bare = (said: string): string => /^\(([^()]*)\)$/.exec(said)?.[1] ?? said;
