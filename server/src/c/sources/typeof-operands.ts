/**
 * GNU `typeof`, which the grammar takes for a call or a type's name, as the place has it. It is written as what can
 * only be a type: `typeof (x + 1)` as `enum{__typeof_operand__=(x + 1)}`, and `typeof (char *)` as
 * `enum{__typeof_operand__=sizeof(char *)}`.
 */
import { anyWord } from './word-patterns.ts';
import type { Token } from './lexer.ts';
import { nextToken } from './lexer.ts';

/** Its value is an expression of the type, or the `sizeof` of the type. */
export const TYPEOF_OPERAND = '__typeof_operand__';

export const isTypeof = (name: string): boolean => /^(__)?typeof(__)?$/.test(name);

const BEFORE_VALUE = `enum{${TYPEOF_OPERAND}=(`;
const BEFORE_TYPE = `enum{${TYPEOF_OPERAND}=sizeof(`;
export const BEHIND_OPERAND = ')}';

/** Longer operands are left as they are. */
const MOST_TOKENS = 400;

/** Tokens with each `typeof` written so. */
export function withTypeofOperands(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some((t) => isTypeof(t.text))) return tokens;
  const texts = tokens.map((t) => t.text);
  const out = [...tokens];
  const put = (k: number, text: string): void => {
    out[k] = { ...(tokens[k] as Token), kind: 'punctuator', text };
  };
  for (const [k, { text }] of tokens.entries()) {
    const close = isTypeof(text) ? closing(texts, k + 1) : null;
    if (close === null) continue;
    put(k, before(tokens.slice(k + 2, close)));
    put(k + 1, ' ');
    put(close, BEHIND_OPERAND);
  }
  return out;
}

/**
 * Of a `typeof` in the source, from behind the word: where its operand begins and ends, and what stands before it
 * instead.
 */
export function typeofOperand(
  source: string,
  from: number,
): { readonly begins: number; readonly close: number; readonly before: string } | null {
  const read: { readonly token: Token; readonly start: number; readonly end: number }[] = [];
  for (let at = from, depth = 0; read.length < MOST_TOKENS; ) {
    const next = nextToken(source, at, true);
    if (next === null || (read.length === 0 && next.token.text !== '(')) return null;
    read.push(next);
    at = next.end;
    if (next.token.text === '(') depth++;
    else if (next.token.text === ')' && --depth === 0) break;
  }
  const tokens = read.map((r) => r.token);
  const close = closing(
    tokens.map((t) => t.text),
    0,
  );
  const [open, last] = [read[0], close === null ? undefined : read[close]];
  if (!open || !last || close === null) return null;
  return { begins: open.end, close: last.start, before: before(tokens.slice(1, close)) };
}

/** The parenthesis that closes the one at a place; null: none stands there, or it stays open. */
function closing(texts: readonly string[], open: number): number | null {
  if (texts[open] !== '(') return null;
  let depth = 0;
  for (let k = open; k < Math.min(texts.length, open + MOST_TOKENS); k++) {
    if (texts[k] === '(') depth++;
    else if (texts[k] === ')' && --depth === 0) return k;
  }
  return null;
}

const before = (operand: readonly Token[]): string => (isType(operand) ? BEFORE_TYPE : BEFORE_VALUE);

const TYPE_WORD = anyWord(`
    void char short int long float double signed unsigned __signed__ _Bool bool struct union enum const volatile
    __const _Atomic __int128 _Complex typeof __typeof__ __typeof
  `);

/** `struct s *`, `t *`, `t (*)(int)`; a name alone may be either and is taken for a value, as which it is looked up. */
function isType(operand: readonly Token[]): boolean {
  const [first, ...others] = operand;
  if (first?.kind !== 'identifier') return false;
  if (TYPE_WORD.test(first.text)) return true;
  const [second, third, fourth] = others.map((t) => t.text);
  if (second === '(' && third === '*' && (fourth === ')' || fourth === '*' || fourth === '(')) return true;
  return others.length > 0 && others.every((t) => t.text === '*' || t.text === 'const' || t.text === 'volatile');
}
