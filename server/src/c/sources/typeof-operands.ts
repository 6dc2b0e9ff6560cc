/**
 * GNU `typeof (x + 1)`: the grammar takes what stands in the parentheses for a type's name. An expression is made the size of an array of a type of its
 * own, `typeof (__typeof_operand__[x + 1])`: that is a type's name, and the expression is in it.
 */
import type { Token } from './lexer.ts';
import { nextToken } from './lexer.ts';

/** Stands for the type of the expression in the brackets behind it. */
export const TYPEOF_OPERAND = '__typeof_operand__';

export const isTypeof = (name: string): boolean => /^(__)?typeof(__)?$/.test(name);

const OPENS = `(${TYPEOF_OPERAND}[`;
const CLOSES = '])';

/** Longer operands are left as they are. */
const MOST_TOKENS = 400;

/** Tokens with the operands of each `typeof` written so. */
export function withTypeofOperands(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some((t) => isTypeof(t.text))) return tokens;
  const out = [...tokens];
  for (const [k, { text }] of tokens.entries()) {
    if (!isTypeof(text) || tokens[k + 1]?.text !== '(') continue;
    const close = closing(tokens, k + 1);
    if (close === null || !isExpression(tokens.slice(k + 2, close))) continue;
    out[k + 1] = { ...(tokens[k + 1] as Token), text: OPENS };
    out[close] = { ...(tokens[close] as Token), text: CLOSES };
  }
  return out;
}

/** Where the parentheses of a `typeof` in the source open and close, from behind the word; null: none have to be written so. */
export function typeofOperand(source: string, from: number): { readonly open: number; readonly close: number } | null {
  const read: Token[] = [];
  const starts: number[] = [];
  for (let at = from, depth = 0; read.length < MOST_TOKENS; ) {
    const next = nextToken(source, at, true);
    if (next === null || (read.length === 0 && next.token.text !== '(')) return null;
    read.push(next.token);
    starts.push(next.start);
    at = next.end;
    if (next.token.text === '(') depth++;
    else if (next.token.text === ')' && --depth === 0) break;
  }
  const close = closing(read, 0);
  return close === null || !isExpression(read.slice(1, close))
    ? null
    : { open: starts[0] as number, close: starts[close] as number };
}

export const TYPEOF_MARKS = { opens: OPENS, closes: CLOSES };

function closing(tokens: readonly Token[], open: number): number | null {
  let depth = 0;
  for (let k = open; k < Math.min(tokens.length, open + MOST_TOKENS); k++) {
    const { text } = tokens[k] as Token;
    if (text === '(') depth++;
    else if (text === ')' && --depth === 0) return k;
  }
  return null;
}

/** Not what the grammar can take for a type: `x`, `f(x)`, `a[1]`, `struct s *`, `t (*)(int)` are no expressions here. */
function isExpression(tokens: readonly Token[]): boolean {
  const [first] = tokens;
  if (!first) return false;
  if (first.kind !== 'identifier' || first.text === 'sizeof') return true;
  let k = 0;
  while (tokens[k]?.kind === 'identifier') k++;
  while (tokens[k]?.text === '*') k++;
  // what is called, or has elements, and its parameters or sizes
  while (tokens[k]?.text === '(' || tokens[k]?.text === '[') {
    let depth = 0;
    do {
      const text = tokens[k++]?.text;
      if (text === '(' || text === '[') depth++;
      else if (text === ')' || text === ']') depth--;
    } while (depth > 0 && k < tokens.length);
  }
  return k < tokens.length;
}
