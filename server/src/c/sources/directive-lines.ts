/** Where directives end, and what conditions leave out. */
import { behindNewline, endOfBlockComment, endOfLine, endOfLiteral, isNewline, skipSpace } from './lexer.ts';

const COMMENT_OR_LITERAL = /"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|\/\*[^]*?\*\/|\/\/[^\n]*/g;

/** With a space for each comment; none begins in a literal, `"http://"`. */
export const withoutComments = (code: string): string =>
  code.replace(/\\\r?\n/g, ' ').replace(COMMENT_OR_LITERAL, (m) => (m.startsWith('/') ? ' ' : m));

/** From a condition to where its branch ends there is more than directives. */
export function branchHoldsCode(source: string, from: number): boolean {
  let nested = 0;
  for (let at = skipSpace(source, from, true); at < source.length; at = skipSpace(source, at, true)) {
    if (source.charCodeAt(at) !== 35) return true;
    const end = endOfLine(source, at);
    const [, word = ''] = /^#\s*(\w*)/.exec(source.slice(at, end)) ?? [];
    if (word.startsWith('if')) nested++;
    else if (word === 'endif' ? nested-- === 0 : word.startsWith('el') && nested === 0) return false;
    at = endOfDirective(source, at, end);
  }
  return false;
}

// a comment ends in one way only: else every one after it might be a part of it, and all of these ways are tried
const DIRECTIVE_OR_COMMENT =
  /^(?:[ \t]|\/\*[^*]*\*+(?:[^*/][^*]*\*+)*\/)*#[ \t]*(\w+)|\/\*[^]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?/gm;

/** From behind a condition to the end of its last branch: where the line of its `#endif` starts. */
export function endOfConditional(source: string, from: number): number {
  let nested = 0;
  DIRECTIVE_OR_COMMENT.lastIndex = from;
  for (let at = DIRECTIVE_OR_COMMENT.exec(source); at !== null; at = DIRECTIVE_OR_COMMENT.exec(source)) {
    const [, word = ''] = at;
    if (word.startsWith('if')) nested++;
    else if (word === 'endif' && nested-- === 0) return at.index;
  }
  return source.length;
}

/** A directive ends with its line, but a block comment that starts in it may go on. */
export function endOfDirective(source: string, start: number, end: number): number {
  let i = start;
  while (i < end) {
    const c = source.charCodeAt(i);
    if (c === 34) i = Math.min(endOfLiteral(source, i), end);
    else if (c === 47 && source.charCodeAt(i + 1) === 47) return end;
    else if (c === 47 && source.charCodeAt(i + 1) === 42) {
      i = endOfBlockComment(source, i);
      if (i > end) return endOfDirective(source, i, endOfLine(source, i));
    } else i++;
  }
  return Math.max(i, end);
}

/** The rest of a line that an `#if` leaves out. A quote that isn't closed goes on to its end, as for compilers. */
export function endOfInactiveLine(source: string, from: number): number {
  for (let i = from; i < source.length; i++) {
    const c = source.charCodeAt(i);
    if (c === 92 && isNewline(source.charCodeAt(i + 1))) i = behindNewline(source, i + 1) - 1;
    else if (isNewline(c)) return i;
    else if (c === 34 || c === 39) i = endOfLiteral(source, i) - 1;
    else if (c === 47 && source.charCodeAt(i + 1) === 42) i = endOfBlockComment(source, i) - 1;
    else if (c === 47 && source.charCodeAt(i + 1) === 47) return endOfLine(source, i);
  }
  return source.length;
}
