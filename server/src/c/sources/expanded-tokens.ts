/** Tokens that a macro has expanded to, as text for the parser. */
import type { Token } from './lexer.ts';

/** `_Static_assert` among the members of a struct, as it hides in macros: the grammar doesn't know it there. */
export function withoutStructAssertions(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some((t) => t.text === '_Static_assert')) return tokens;
  const out: Token[] = [];
  const records: boolean[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const { text } = tokens[i]!;
    if (text === '{')
      records.push(
        /^(struct|union)$/.test(tokens[i - 1]?.text ?? '') || /^(struct|union)$/.test(tokens[i - 2]?.text ?? ''),
      );
    else if (text === '}') records.pop();
    if (text === '_Static_assert' && records[records.length - 1] === true)
      while (i + 1 < tokens.length && tokens[i]!.text !== ';') i++;
    else out.push(tokens[i]!);
  }
  return out;
}

/** By how much an expansion changes the nesting of braces. */
export function braces(tokens: readonly Token[]): number {
  let change = 0;
  for (const { text } of tokens) {
    if (text === '{') change++;
    else if (text === '}') change--;
  }
  return change;
}

/** Text of tokens; two that would run together are kept apart. */
export function spelledOut(tokens: readonly Token[]): string {
  let text = '';
  let last: Token | null = null;
  for (const token of tokens) {
    if (last !== null && (token.space || runsTogether(last, token))) text += ' ';
    text += token.text;
    last = token;
  }
  return ` ${text} `;
}

function runsTogether(first: Token, second: Token): boolean {
  if (first.kind !== 'punctuator' && second.kind !== 'punctuator') return true;
  if (first.kind === 'punctuator' && second.kind === 'punctuator')
    return /[-+<>=&|!*/%^#.]/.test(first.text) && /^[-+<>=&|*#.]/.test(second.text);
  return first.kind === 'number' && /^[-+.]/.test(second.text);
}
