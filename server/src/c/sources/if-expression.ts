/** The value of an `#if` expression (C11 6.10.1): integers of intmax_t and uintmax_t, unknown names are 0. */
import { anyWord } from './word-patterns.ts';
import { append } from './append-all.ts';
import type { Token } from './lexer.ts';
import { tokenize } from './lexer.ts';
import { expandName } from './macro-expansion.ts';
import type { Dynamic } from './macro-expansion.ts';
import type { Macros } from './macro-table.ts';
import { parseCharacter, parseInteger } from './literals.ts';

export interface ConditionContext {
  readonly macros: Macros;
  /** Known from the standard headers, read or not. */
  readonly constants: ReadonlyMap<string, { readonly value: bigint }>;
  /** Whether `__has_include` finds the header; the text is `"x.h"` or `<x.h>`. */
  readonly hasHeader: (text: string, next: boolean) => boolean;
  /** A header that was not read may tell how wide types are, `SIZEOF_LONG`, and tells what compilers do. */
  readonly isUnread: boolean;
  /** Names that a header which was not read may define. */
  readonly open: ((name: string) => boolean) | null;
  /** What these are defined as; missing: anything. */
  readonly openValue?: bigint;
  readonly dynamic?: Dynamic;
}

/** Whether the condition holds, which it doesn't where it is malformed; null: open names decide. */
export function holdsCondition(text: string, context: ConditionContext): boolean | null {
  // once more behind the expansion: macros may hide them
  const tokens = replaceOperators(expandAll(replaceOperators(tokenize(text), context), context), context);
  const state: State = { tokens, at: 0, depth: 0, context, orders: tokens.some(({ text }) => BYTE_ORDER.test(text)) };
  try {
    return truthOf(conditional(state));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** `BYTE_ORDER == LITTLE_ENDIAN`, of <endian.h>: nobody defines these otherwise, where they are compared. */
const BYTE_ORDER = /^_{0,2}BYTE_ORDER$/;
const LITTLE_ENDIAN = /^_{0,2}LITTLE_ENDIAN$/;
const BIG_ENDIAN = /^_{0,2}BIG_ENDIAN$/;

function byteOrder(name: string): bigint | null {
  if (BYTE_ORDER.test(name) || LITTLE_ENDIAN.test(name)) return 1234n;
  return BIG_ENDIAN.test(name) ? 4321n : null;
}

/** `SIZEOF_LONG`, as configurations name it. */
const SIZE = /(?:^|_)SIZEOF_(SHORT|INT|LONG|LONG_LONG|VOID_?P|SIZE_T|PTRDIFF_T|WCHAR_T|FLOAT|DOUBLE)$/;

function sizeTold(name: string, macros: Macros): bigint | null {
  const type = SIZE.exec(name)?.[1]?.replace(/^VOID_?P$/, 'POINTER');
  const size = type === undefined ? undefined : macros.get(`__SIZEOF_${type}__`)?.body[0];
  return size === undefined ? null : (parseInteger(size.text)?.value ?? null);
}

/** Names that `#ifdef` finds though they are no macros. */
const OPERATORS = /^__has_(include|include_next|attribute|c_attribute|builtin)$/;
/** What gcc has, as far as it tells something about functions or what may be assumed. */
const ATTRIBUTES = anyWord(
  `
    noreturn unused pure const nonnull format always_inline noinline malloc deprecated returns_nonnull
    warn_unused_result fallthrough packed aligned may_alias cold hot visibility weak section constructor
    destructor cleanup gnu_inline flatten leaf alloc_size sentinel nothrow
  `,
  '_*',
);
const BUILTINS = /^__builtin_\w+$/;

/** An operator with its operand, as a truth value, and what comes behind. */
interface Answered {
  readonly value: boolean | null;
  readonly next: number;
}

/** `defined X`, `__has_include(...)` and their kin, before macros are expanded. */
function replaceOperators(tokens: readonly Token[], context: ConditionContext): Token[] {
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; ) {
    const answered = answerDefined(tokens, i, context) ?? answerHas(tokens, i, context);
    if (answered === null) out.push(tokens[i]!);
    else if (answered.value === null) out.push({ kind: 'punctuator', text: OPEN_OPERATOR, space: true, hide: null });
    else out.push({ kind: 'number', text: answered.value ? '1' : '0', space: true, hide: null });
    i = answered?.next ?? i + 1;
  }
  return out;
}

/** `defined X`, `defined(X)`. */
function answerDefined(
  tokens: readonly Token[],
  at: number,
  { macros, constants, open, openValue }: ConditionContext,
): Answered | null {
  if (tokens[at]!.text !== 'defined') return null;
  const parenthesized = tokens[at + 1]?.text === '(';
  const name = tokens[at + (parenthesized ? 2 : 1)]?.text ?? '';
  const isKnown = macros.has(name) || constants.has(name) || OPERATORS.test(name);
  return {
    value: isKnown || (open?.(name) ? (openValue === undefined ? null : true) : false),
    next: at + (parenthesized ? 4 : 2),
  };
}

/** `__has_include(<x.h>)`, `__has_attribute(x)`, `__has_builtin(x)`. */
function answerHas(tokens: readonly Token[], at: number, context: ConditionContext): Answered | null {
  const { text } = tokens[at]!;
  if (!OPERATORS.test(text) || tokens[at + 1]?.text !== '(' || context.macros.has(text)) return null;
  const end = closing(tokens, at + 1);
  const inside = tokens.slice(at + 2, end);
  if (!text.startsWith('__has_include')) {
    const known = text === '__has_builtin' ? BUILTINS : ATTRIBUTES;
    return { value: known.test(inside[inside.length - 1]?.text ?? ''), next: end + 1 };
  }
  const isSpelled = inside[0]?.text === '<' || inside[0]?.kind === 'string';
  const header = spelled(isSpelled ? inside : expandAll(inside, context));
  return { value: context.hasHeader(header, text.endsWith('next')), next: end + 1 };
}

/** The text of tokens that name a header. */
export function spelled(tokens: readonly Token[]): string {
  return tokens.map((t, i) => (i > 0 && t.space ? ' ' : '') + t.text).join('');
}

/** Index of the parenthesis that closes the one at `open`. */
function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    if (tokens[i]!.text === '(') depth++;
    else if (tokens[i]!.text === ')' && --depth === 0) return i;
  }
  return tokens.length;
}

/** The tokens with all macros expanded. */
export function expandAll(
  tokens: readonly Token[],
  { macros, dynamic }: Pick<ConditionContext, 'macros' | 'dynamic'>,
): Token[] {
  const out: Token[] = [];
  let at = 0;
  const source = { peek: () => tokens[at] ?? null, take: () => tokens[at++] ?? null };
  while (at < tokens.length) {
    const token = tokens[at++]!;
    const result =
      token.kind === 'identifier' && macros.has(token.text) ? expandName(token, macros, source, dynamic) : [token];
    if (typeof result === 'string') out.push(token);
    else append(out, result);
  }
  return out;
}

interface State {
  tokens: readonly Token[];
  readonly context: ConditionContext;
  /** Byte orders are compared in it. */
  readonly orders: boolean;
  at: number;
  depth: number;
}

/** Stands for a `defined X` that isn't known. */
const OPEN_OPERATOR = '<open>';

interface Known {
  readonly value: bigint;
  readonly unsigned: boolean;
}

/** Null: open names decide. */
type Value = Known | null;

const ZERO: Known = { value: 0n, unsigned: false };
const signed = (value: bigint): Known => ({ value: BigInt.asIntN(64, value), unsigned: false });
const truth = (value: boolean | null): Value => (value === null ? null : signed(value ? 1n : 0n));
const truthOf = (value: Value): boolean | null => value && value.value !== 0n;
const negated = (value: boolean | null): boolean | null => (value === null ? null : !value);
const ofKind = (value: bigint, unsigned: boolean): Known =>
  unsigned ? { value: BigInt.asUintN(64, value), unsigned } : signed(value);

const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

function conditional(state: State): Value {
  const condition = binary(state, 0);
  if (state.tokens[state.at]?.text !== '?') return condition;
  state.at++;
  const then = conditional(state);
  if (state.tokens[state.at]?.text === ':') state.at++;
  const otherwise = conditional(state);
  const holds = truthOf(condition);
  const chosen = holds === null ? null : holds ? then : otherwise;
  return chosen && ofKind(chosen.value, chosen.unsigned || (holds ? otherwise : then)?.unsigned === true);
}

function binary(state: State, level: number): Value {
  const operators = LEVELS[level];
  if (operators === undefined) return unary(state);
  let left = binary(state, level + 1);
  for (;;) {
    const op = state.tokens[state.at]?.text ?? '';
    if (!operators.includes(op)) return left;
    state.at++;
    left = apply(op, left, binary(state, level + 1));
  }
}

function apply(op: string, left: Value, right: Value): Value {
  if (op === '||') return truth(negated(allOf(negated(truthOf(left)), negated(truthOf(right)))));
  if (op === '&&') return truth(allOf(truthOf(left), truthOf(right)));
  if (left === null || right === null) return null;
  if (op === '<<' || op === '>>') {
    const by = right.value >= 0n && right.value < 64n ? right.value : 64n;
    return ofKind(op === '<<' ? left.value << by : left.value >> by, left.unsigned);
  }
  const unsigned = left.unsigned || right.unsigned;
  const leftValue = ofKind(left.value, unsigned).value;
  const rightValue = ofKind(right.value, unsigned).value;
  switch (op) {
    case '|':
      return ofKind(leftValue | rightValue, unsigned);
    case '^':
      return ofKind(leftValue ^ rightValue, unsigned);
    case '&':
      return ofKind(leftValue & rightValue, unsigned);
    case '==':
      return truth(leftValue === rightValue);
    case '!=':
      return truth(leftValue !== rightValue);
    case '<':
      return truth(leftValue < rightValue);
    case '>':
      return truth(leftValue > rightValue);
    case '<=':
      return truth(leftValue <= rightValue);
    case '>=':
      return truth(leftValue >= rightValue);
    case '+':
      return ofKind(leftValue + rightValue, unsigned);
    case '-':
      return ofKind(leftValue - rightValue, unsigned);
    case '*':
      return ofKind(leftValue * rightValue, unsigned);
    case '/':
      return rightValue === 0n ? ZERO : ofKind(leftValue / rightValue, unsigned);
    default:
      return rightValue === 0n ? ZERO : ofKind(leftValue % rightValue, unsigned);
  }
}

function allOf(left: boolean | null, right: boolean | null): boolean | null {
  if (left === false || right === false) return false;
  return left === null || right === null ? null : true;
}

function unary(state: State): Value {
  const token = state.tokens[state.at++];
  if (token === undefined) return ZERO;
  if (++state.depth > 1000) throw new RangeError('condition nested too deeply');
  switch (token.text) {
    case '!':
      return truth(negated(truthOf(unary(state))));
    case '-': {
      const operand = unary(state);
      return operand && ofKind(-operand.value, operand.unsigned);
    }
    case '+':
      return unary(state);
    case '~': {
      const operand = unary(state);
      return operand && ofKind(~operand.value, operand.unsigned);
    }
    case '(': {
      const value = conditional(state);
      if (state.tokens[state.at]?.text === ')') state.at++;
      return value;
    }
  }
  if (token.kind === 'number') {
    const literal = parseInteger(token.text);
    return literal === null ? ZERO : ofKind(literal.value, literal.unsigned || literal.value > 0x7fff_ffff_ffff_ffffn);
  }
  if (token.kind === 'string') return signed(parseCharacter(token.text, true)?.value ?? 0n);
  if (token.kind === 'punctuator' && token.text === OPEN_OPERATOR) return null;
  // a function-like name that nothing defines: its arguments are passed
  if (state.tokens[state.at]?.text === '(') state.at = closing(state.tokens, state.at) + 1;
  const { open, openValue, constants } = state.context;
  const order = state.orders ? byteOrder(token.text) : null;
  if (order !== null) return signed(order);
  const size = state.context.isUnread ? sizeTold(token.text, state.context.macros) : null;
  if (size !== null) return signed(size);
  if (token.kind === 'identifier' && open?.(token.text)) return openValue === undefined ? null : signed(openValue);
  return signed(constants.get(token.text)?.value ?? 0n);
}
