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
  /** Names that a header which was not read may define: they count as defined, with the value 1. */
  readonly open: ((name: string) => boolean) | null;
  readonly dynamic?: Dynamic;
}

/** Value of the condition; 0 where it is malformed. */
export function evaluateCondition(text: string, context: ConditionContext): bigint {
  // once more behind the expansion: macros may hide them
  const tokens = replaceOperators(expandAll(replaceOperators(tokenize(text), context), context), context);
  const state: State = { tokens, at: 0, depth: 0, context };
  try {
    return conditional(state).value;
  } catch (error) {
    if (error instanceof RangeError) return 0n;
    throw error;
  }
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
  readonly value: boolean;
  readonly next: number;
}

/** `defined X`, `__has_include(...)` and their kin, before macros are expanded. */
function replaceOperators(tokens: readonly Token[], context: ConditionContext): Token[] {
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; ) {
    const answered = answerDefined(tokens, i, context) ?? answerHas(tokens, i, context);
    out.push(
      answered === null ? tokens[i]! : { kind: 'number', text: answered.value ? '1' : '0', space: true, hide: null },
    );
    i = answered?.next ?? i + 1;
  }
  return out;
}

/** `defined X`, `defined(X)`. */
function answerDefined(
  tokens: readonly Token[],
  at: number,
  { macros, constants, open }: ConditionContext,
): Answered | null {
  if (tokens[at]!.text !== 'defined') return null;
  const parenthesized = tokens[at + 1]?.text === '(';
  const name = tokens[at + (parenthesized ? 2 : 1)]?.text ?? '';
  const value = macros.has(name) || constants.has(name) || OPERATORS.test(name) || (open?.(name) ?? false);
  return { value, next: at + (parenthesized ? 4 : 2) };
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
  at: number;
  depth: number;
}

interface Value {
  readonly value: bigint;
  readonly unsigned: boolean;
}

const ZERO: Value = { value: 0n, unsigned: false };
const signed = (value: bigint): Value => ({ value: BigInt.asIntN(64, value), unsigned: false });
const truthOf = (value: boolean): Value => ({ value: value ? 1n : 0n, unsigned: false });
const ofKind = (value: bigint, unsigned: boolean): Value =>
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
  return ofKind(condition.value !== 0n ? then.value : otherwise.value, then.unsigned || otherwise.unsigned);
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
  if (op === '||') return truthOf(left.value !== 0n || right.value !== 0n);
  if (op === '&&') return truthOf(left.value !== 0n && right.value !== 0n);
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
      return truthOf(leftValue === rightValue);
    case '!=':
      return truthOf(leftValue !== rightValue);
    case '<':
      return truthOf(leftValue < rightValue);
    case '>':
      return truthOf(leftValue > rightValue);
    case '<=':
      return truthOf(leftValue <= rightValue);
    case '>=':
      return truthOf(leftValue >= rightValue);
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

function unary(state: State): Value {
  const token = state.tokens[state.at++];
  if (token === undefined) return ZERO;
  if (++state.depth > 1000) throw new RangeError('condition nested too deeply');
  switch (token.text) {
    case '!':
      return truthOf(unary(state).value === 0n);
    case '-': {
      const { value, unsigned } = unary(state);
      return ofKind(-value, unsigned);
    }
    case '+':
      return unary(state);
    case '~': {
      const { value, unsigned } = unary(state);
      return ofKind(~value, unsigned);
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
  // a function-like name that nothing defines: its arguments are passed
  if (state.tokens[state.at]?.text === '(') state.at = closing(state.tokens, state.at) + 1;
  if (token.kind === 'identifier' && state.context.open?.(token.text)) return truthOf(true);
  return signed(state.context.constants.get(token.text)?.value ?? 0n);
}
