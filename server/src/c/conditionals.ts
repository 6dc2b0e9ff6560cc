/** The value of an `#if` expression (C11 6.10.1): integers of intmax_t, unknown names are 0. */
import type { Token } from './lexer.ts';
import { tokenize } from './lexer.ts';
import { expandName } from './macros.ts';
import type { Macro } from './macros.ts';
import { parseCharacter, parseInteger } from './literals.ts';

/**
 * Value of the condition; 0 where it is malformed. `isOpen` names those that a header which was not read may define: they
 * count as defined, with the value 1, where `optimistic` is set, else as not defined.
 */
export function evaluateCondition(
  text: string, macros: ReadonlyMap<string, Macro>, constants: ReadonlyMap<string, { readonly value: bigint }>, isOpen: (name: string) => boolean = () => false, optimistic = false,
): bigint {
  const known = (name: string): boolean => macros.has(name) || constants.has(name) || (optimistic && isOpen(name));
  const tokens = expandAll(replaceDefined(tokenize(text), known), macros).map((t): Token => (optimistic && t.kind === 'identifier' && isOpen(t.text) ? { ...t, kind: 'number', text: '1' } : t));
  const state = { tokens, at: 0, depth: 0, constants };
  try {
    return conditional(state);
  } catch (error) {
    if (error instanceof RangeError) return 0n;
    throw error;
  }
}

function replaceDefined(tokens: readonly Token[], known: (name: string) => boolean): Token[] {
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.text !== 'defined') {
      out.push(token);
      continue;
    }
    const parenthesized = tokens[i + 1]?.text === '(';
    const name = tokens[i + (parenthesized ? 2 : 1)]?.text ?? '';
    i += parenthesized ? 3 : 1;
    out.push({ kind: 'number', text: known(name) ? '1' : '0', space: true, hide: null });
  }
  return out;
}

function expandAll(tokens: readonly Token[], macros: ReadonlyMap<string, Macro>): Token[] {
  const out: Token[] = [];
  let at = 0;
  const source = { peek: () => tokens[at] ?? null, take: () => tokens[at++] ?? null };
  while (at < tokens.length) {
    const token = tokens[at++]!;
    const result = token.kind === 'identifier' && macros.has(token.text) ? expandName(token, macros, source) : [token];
    if (typeof result === 'string') out.push(token);
    else out.push(...result);
  }
  return out;
}

interface State {
  readonly tokens: readonly Token[];
  /** Known from the standard headers, read or not. */
  readonly constants: ReadonlyMap<string, { readonly value: bigint }>;
  at: number;
  depth: number;
}

const LEVELS: readonly (readonly string[])[] = [['||'], ['&&'], ['|'], ['^'], ['&'], ['==', '!='], ['<', '>', '<=', '>='], ['<<', '>>'], ['+', '-'], ['*', '/', '%']];

function conditional(s: State): bigint {
  const condition = binary(s, 0);
  if (s.tokens[s.at]?.text !== '?') return condition;
  s.at++;
  const then = conditional(s);
  if (s.tokens[s.at]?.text === ':') s.at++;
  const otherwise = conditional(s);
  return condition !== 0n ? then : otherwise;
}

function binary(s: State, level: number): bigint {
  const operators = LEVELS[level];
  if (operators === undefined) return unary(s);
  let left = binary(s, level + 1);
  for (;;) {
    const op = s.tokens[s.at]?.text ?? '';
    if (!operators.includes(op)) return left;
    s.at++;
    left = BigInt.asIntN(64, apply(op, left, binary(s, level + 1)));
  }
}

function apply(op: string, a: bigint, b: bigint): bigint {
  const truth = (v: boolean): bigint => (v ? 1n : 0n);
  switch (op) {
    case '||': return truth(a !== 0n || b !== 0n);
    case '&&': return truth(a !== 0n && b !== 0n);
    case '|': return a | b;
    case '^': return a ^ b;
    case '&': return a & b;
    case '==': return truth(a === b);
    case '!=': return truth(a !== b);
    case '<': return truth(a < b);
    case '>': return truth(a > b);
    case '<=': return truth(a <= b);
    case '>=': return truth(a >= b);
    case '<<': return b >= 0n && b < 64n ? a << b : 0n;
    case '>>': return b >= 0n && b < 64n ? a >> b : 0n;
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return b === 0n ? 0n : a / b;
    default: return b === 0n ? 0n : a % b;
  }
}

function unary(s: State): bigint {
  const token = s.tokens[s.at++];
  if (token === undefined) return 0n;
  if (++s.depth > 1000) throw new RangeError('condition nested too deeply');
  switch (token.text) {
    case '!': return unary(s) === 0n ? 1n : 0n;
    case '-': return -unary(s);
    case '+': return unary(s);
    case '~': return ~unary(s);
    case '(': {
      const value = conditional(s);
      if (s.tokens[s.at]?.text === ')') s.at++;
      return value;
    }
  }
  if (token.kind === 'number') return parseInteger(token.text)?.value ?? 0n;
  if (token.kind === 'string') return parseCharacter(token.text, true)?.value ?? 0n;
  // an unknown function-like name, e.g. __has_include(<x.h>): skip its arguments
  if (s.tokens[s.at]?.text === '(') {
    let open = 0;
    do {
      const t = s.tokens[s.at++]?.text;
      if (t === undefined) break;
      if (t === '(') open++;
      if (t === ')') open--;
    } while (open > 0);
  }
  return s.constants.get(token.text)?.value ?? 0n;
}
