/** Preprocessing tokens of C (C11 6.4), as the preprocessor needs them. */

export interface Token {
  readonly kind: 'identifier' | 'number' | 'string' | 'punctuator';
  readonly text: string;
  /** White space (or a comment) stands before it. */
  readonly space: boolean;
  /** Macros that must not be expanded in it any more. */
  readonly hide: HideSet | null;
}

/** Names, as a list without repetitions that several tokens share. */
export interface HideSet {
  readonly name: string;
  readonly rest: HideSet | null;
}

const PUNCTUATORS = [
  '<<=',
  '>>=',
  '...',
  '->',
  '++',
  '--',
  '<<',
  '>>',
  '<=',
  '>=',
  '==',
  '!=',
  '&&',
  '||',
  '*=',
  '/=',
  '%=',
  '+=',
  '-=',
  '&=',
  '^=',
  '|=',
  '##',
];

export function isIdentifierStart(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c === 36 || c >= 0x80;
}

function isIdentifierPart(c: number): boolean {
  return isIdentifierStart(c) || (c >= 48 && c <= 57);
}

/** Behind white space, comments and spliced newlines; newlines themselves only where `lines` is set. */
export function skipSpace(text: string, from: number, lines: boolean): number {
  let i = from;
  for (;;) {
    const c = text.charCodeAt(i);
    if (c === 32 || c === 9 || c === 11 || c === 12 || c === 0xfeff) i++;
    else if (c === 10 || c === 13) {
      if (!lines) return i;
      i++;
    } else if (c === 92 && isNewline(text.charCodeAt(i + 1))) i = behindNewline(text, i + 1);
    else if (c === 47 && text.charCodeAt(i + 1) === 42) i = endOfBlockComment(text, i);
    else if (c === 47 && text.charCodeAt(i + 1) === 47) i = endOfLine(text, i);
    else return i;
  }
}

export function isNewline(c: number): boolean {
  return c === 10 || c === 13;
}

/** Behind the newline at `i`. */
export function behindNewline(text: string, i: number): number {
  return text.charCodeAt(i) === 13 && text.charCodeAt(i + 1) === 10 ? i + 2 : i + 1;
}

export function endOfBlockComment(text: string, from: number): number {
  const end = text.indexOf('*/', from + 2);
  return end < 0 ? text.length : end + 2;
}

/** The newline (or end of file) that ends the logical line: spliced lines belong together. */
export function endOfLine(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (!isNewline(c)) continue;
    const before = text.charCodeAt(i - 1);
    if (before === 92 && i > from) {
      i = behindNewline(text, i) - 1;
      continue;
    }
    return i;
  }
  return text.length;
}

/** Behind the string or character constant whose quote stands at `from`; an unclosed one ends with its line. */
export function endOfLiteral(text: string, from: number): number {
  const quote = text.charCodeAt(from);
  for (let i = from + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 92) i++;
    else if (c === quote) return i + 1;
    else if (isNewline(c)) return i;
  }
  return text.length;
}

export function endOfIdentifier(text: string, from: number): number {
  let i = from + 1;
  while (isIdentifierPart(text.charCodeAt(i))) i++;
  return i;
}

export function endOfNumber(text: string, from: number): number {
  let i = from + 1;
  for (; ; i++) {
    const c = text.charCodeAt(i);
    if (isIdentifierPart(c) || c === 46) continue;
    if (
      (c === 43 || c === 45) &&
      /[eEpP]/.test(text[i - 1]!) &&
      !(/^0[xX]/.test(text.slice(from, from + 2)) && /[eE]/.test(text[i - 1]!))
    )
      continue;
    return i;
  }
}

/** The token at or behind `from`; null at the end. `end` is the offset behind it. */
export function nextToken(
  text: string,
  from: number,
  lines: boolean,
): { readonly token: Token; readonly start: number; readonly end: number } | null {
  const start = skipSpace(text, from, lines);
  if (start >= text.length || isNewline(text.charCodeAt(start))) return null;
  const code = text.charCodeAt(start);
  const space = start > from;
  const made = (kind: Token['kind'], end: number) => ({
    token: { kind, text: text.slice(start, end), space, hide: null },
    start,
    end,
  });
  if (isIdentifierStart(code)) {
    const end = endOfIdentifier(text, start);
    const quote = text.charCodeAt(end);
    if ((quote === 34 || quote === 39) && /^(u8|u|U|L)$/.test(text.slice(start, end)))
      return made('string', endOfLiteral(text, end));
    return made('identifier', end);
  }
  if ((code >= 48 && code <= 57) || (code === 46 && /[0-9]/.test(text[start + 1] ?? '')))
    return made('number', endOfNumber(text, start));
  if (code === 34 || code === 39) return made('string', endOfLiteral(text, start));
  for (const p of PUNCTUATORS) if (text.startsWith(p, start)) return made('punctuator', start + p.length);
  return made('punctuator', start + 1);
}

/** All tokens of a piece of text (a directive's rest, a macro's replacement). */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = nextToken(text, 0, true); at !== null; at = nextToken(text, at.end, true)) tokens.push(at.token);
  return tokens;
}

/** Names of the text, without those in strings. */
export function namesIn(source: string): Set<string> {
  return new Set(
    tokenize(source)
      .filter((t) => t.kind === 'identifier')
      .map((t) => t.text),
  );
}
