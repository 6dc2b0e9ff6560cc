/**
 * The preprocessor: directives are carried out and macros expanded, so that the parser sees C and nothing else. Text outside
 * of macros stays as it is; a map leads every offset back to the file.
 */
import { annotation } from './annotations.ts';
import { evaluateCondition } from './conditionals.ts';
import {
  behindNewline, endOfBlockComment, endOfIdentifier, endOfLine, endOfLiteral, endOfNumber, isIdentifierStart, isNewline, nextToken, skipSpace,
} from './lexer.ts';
import type { Token } from './lexer.ts';
import { expandName, parseDefine } from './macros.ts';
import type { MacroTable } from './macros.ts';
import type { SourceMap } from './positions.ts';

export interface Preprocessed {
  readonly text: string;
  readonly map: SourceMap;
  readonly notes: readonly PreprocessorNote[];
}

/** Something that was not done as a compiler would. Offsets in the file. */
export interface PreprocessorNote {
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

export interface PreprocessInput {
  /** Macros known at the start; the table is not changed. */
  readonly macros: ReadonlyMap<string, import('./macros.ts').Macro>;
  readonly constants: ReadonlyMap<string, { readonly value: bigint }>;
  /** Names that stay even where the file defines them as macros: assertions and the like. */
  readonly keep: ReadonlySet<string>;
}

/** The most that macros may add to a file, in characters. */
const GROWTH_LIMIT = 8_000_000;

interface Writer {
  readonly source: string;
  readonly pieces: string[];
  length: number;
  readonly out: number[];
  readonly from: number[];
  readonly callEnd: number[];
  copied: number;
}

function copyUpTo(w: Writer, end: number): void {
  if (end > w.copied) {
    w.out.push(w.length);
    w.from.push(w.copied);
    w.callEnd.push(-1);
    w.pieces.push(w.source.slice(w.copied, end));
    w.length += end - w.copied;
  }
  w.copied = end;
}

/** Writes text for the part of the file from where copying stands up to `end`. */
function replace(w: Writer, start: number, end: number, text: string): void {
  copyUpTo(w, start);
  if (text !== '') {
    w.out.push(w.length);
    w.from.push(start);
    w.callEnd.push(end);
    w.pieces.push(text);
    w.length += text.length;
  }
  w.copied = end;
}

/** Preprocesses a file. Never fails; what is malformed is left as it stands. */
export function preprocess(source: string, input: PreprocessInput): Preprocessed {
  const macros: MacroTable = new Map(input.macros);
  const notes: PreprocessorNote[] = [];
  const w: Writer = { source, pieces: [], length: 0, out: [], from: [], callEnd: [], copied: 0 };
  const n = source.length;
  const conditions: { active: boolean; taken: boolean; outer: boolean }[] = [];
  let on = true;
  const active = (): boolean => conditions[conditions.length - 1]?.active ?? true;
  let growth = 0;
  // a header that was not read may define names; those that the file defines or undefines itself are settled
  let unread = false;
  const touched = new Set<string>();
  let lineStart = true;
  let inCase = false;
  let depth = 0;
  // the last character that was neither space nor comment (a statement may start behind some), and the last two tokens
  let last = 0;
  let lastToken = '';
  let tokenBefore = '';
  let dropped = false;
  // where the head of an unknown block gets its second parenthesis
  let closeAt = -1;
  let i = 0;
  while (i < n) {
    const c = source.charCodeAt(i);
    if (i === closeAt) {
      replace(w, i, i, ')');
      closeAt = -1;
    }
    if (c === 10 || c === 13) {
      lineStart = true;
      i++;
    } else if (c === 32 || c === 9 || c === 0xfeff) {
      if (c === 0xfeff) replace(w, i, i + 1, ' ');
      i++;
    } else if (c === 47 && source.charCodeAt(i + 1) === 42) i = endOfBlockComment(source, i);
    else if (c === 47 && source.charCodeAt(i + 1) === 47) i = endOfLine(source, i);
    else if (c === 35 && lineStart) {
      const end = endOfLine(source, i);
      const directiveEnd = endOfDirective(source, i, end);
      directive(source.slice(i + 1, directiveEnd), i);
      on = active();
      replace(w, i, directiveEnd, '');
      i = directiveEnd;
    } else {
      lineStart = false;
      if (!on) {
        const end = endOfInactiveLine(source, i);
        replace(w, i, end, '');
        i = end;
        continue;
      }
      const before = last;
      last = c;
      if (isIdentifierStart(c)) {
        const from = i;
        i = identifier(i, depth > 0 && isStatementStart(source, before, i));
        const name = source.slice(from, Math.min(i, endOfIdentifier(source, from)));
        if (!dropped) {
          tokenBefore = lastToken;
          lastToken = name;
        }
        dropped = false;
        continue;
      }
      tokenBefore = lastToken;
      lastToken = source.charAt(i);
      if (c === 34 || c === 39) i = endOfLiteral(source, i);
      else if (c >= 48 && c <= 57) i = endOfNumber(source, i);
      else {
        if (inCase && c === 46 && source.startsWith('...', i)) {
          // GNU case range, which the grammar lacks
          replace(w, i, i + 3, ` ?${CASE_RANGE}: `);
          i += 3;
          continue;
        }
        if (c === 58 || c === 59 || c === 123) inCase = false;
        if (c === 123) depth++;
        else if (c === 125 && depth > 0) depth--;
        i++;
      }
    }
  }
  copyUpTo(w, n);
  if (w.out.length === 0) copyNothing(w);
  return { text: w.pieces.join(''), map: { out: w.out, from: w.from, callEnd: w.callEnd }, notes };

  function identifier(start: number, statement: boolean): number {
    const end = endOfIdentifier(source, start);
    const name = source.slice(start, end);
    if (name === 'case') inCase = true;
    const macro = macros.get(name);
    if (macro === undefined || input.keep.has(name)) {
      const close = statement && !input.keep.has(name) ? endOfBlockHead(source, name, end) : -1;
      if (close < 0) {
        const extra = unread && !statement ? annotation(source, name, end, { last: lastToken, beforeLast: tokenBefore }, depth) : null;
        if (extra === null) return end;
        replace(w, start, extra.end, extra.text);
        dropped = extra.text === '';
        return extra.end;
      }
      replace(w, start, end, `while (${UNKNOWN_BLOCK}`);
      closeAt = close;
      return end;
    }
    let at = end;
    const stream = {
      peek: (): Token | null => nextToken(source, behindDirectives(source, at), true)?.token ?? null,
      take: (): Token | null => {
        const next = nextToken(source, behindDirectives(source, at), true);
        if (next === null) return null;
        at = next.end;
        return next.token;
      },
    };
    const visible = input.keep.size === 0 ? macros : withoutKept(macros);
    const result = expandName({ kind: 'identifier', text: name, space: false, hide: null }, visible, stream);
    if (result === 'not-a-call') return end;
    const text = result === 'too-large' ? '' : join(result);
    if (result === 'too-large' || growth + text.length > GROWTH_LIMIT) {
      notes.push({ code: 'macro-too-large', message: `the macro \`${name}\` expands to too much and was not expanded`, start, end: at });
      return end;
    }
    growth += text.length;
    replace(w, start, at, text);
    return at;
  }

  function withoutKept(table: MacroTable): MacroTable {
    for (const name of input.keep) table.delete(name);
    return table;
  }

  function directive(line: string, at: number): void {
    const word = nextToken(line, 0, false);
    const name = word?.token.text ?? '';
    const rest = word === null ? '' : line.slice(word.end);
    const top = conditions[conditions.length - 1];
    switch (name) {
      case 'if': case 'ifdef': case 'ifndef': {
        const outer = active();
        const value = outer && holds(name, rest, at);
        conditions.push({ active: value, taken: value, outer });
        return;
      }
      case 'elif': case 'elifdef': case 'elifndef':
        if (top === undefined) return;
        top.active = top.outer && !top.taken && holds(name === 'elif' ? 'if' : name === 'elifdef' ? 'ifdef' : 'ifndef', rest, at);
        top.taken ||= top.active;
        return;
      case 'else':
        if (top === undefined) return;
        top.active = top.outer && !top.taken;
        top.taken = true;
        return;
      case 'endif':
        conditions.pop();
        return;
      case 'define': {
        if (!active()) return;
        const macro = parseDefine(rest);
        if (macro !== null && !input.keep.has(macro.name)) macros.set(macro.name, macro);
        return;
      }
      case 'undef': {
        if (!active()) return;
        const gone = nextToken(rest, 0, false)?.token.text ?? '';
        macros.delete(gone);
        touched.add(gone);
        return;
      }
      case 'include': case 'include_next':
        if (active() && !STANDARD_HEADER.test(rest.trim())) unread = true;
        return;
    }
  }

  /**
   * Whether a branch is taken. What headers that we don't read may define is open: outside of functions the code is taken
   * rather than left out, so that it is looked at; inside, as if not defined, with a note.
   */
  function holds(kind: string, rest: string, at: number): boolean {
    const condition = kind === 'if' ? rest : `${kind === 'ifdef' ? '' : '!'}defined(${nextToken(rest, 0, false)?.token.text ?? ''})`;
    const strict = evaluateCondition(condition, macros, input.constants) !== 0n;
    if (!unread) return strict;
    const open = (name: string): boolean => !macros.has(name) && !input.constants.has(name) && !touched.has(name) && !SETTLED.test(name);
    const loose = evaluateCondition(condition, macros, input.constants, open, true) !== 0n;
    if (strict === loose) return strict;
    if (depth === 0) return true;
    notes.push({ code: 'conditional-compilation', message: `headers that were not read decide \`#${kind}${rest.trimEnd()}\``, start: at, end: endOfLine(source, at) });
    return strict;
  }
}

/** Names that are settled without headers: of other compilers and systems, of debugging, and operators in words. */
const SETTLED = /^(_?_?(WIN|MSC|APPLE|CYGWIN|MINGW|BORLAND|WATCOM|TURBOC|OS2|OS400|VMS|VXWORKS|SUN|sun|hpux|aix|AIX|sgi|DJGPP|MSDOS|BEOS|HAIKU|cplusplus|clang|INTEL|ICC|GNUC|STDC|has_|is_|LONG_MAX|SIZEOF)\w*|\w*(DEBUG|TRACE|VERBOSE|TEST|_MAIN|FUZZ|lint|LINT)\w*|defined|and|or|not)$/;

/** Headers of the C library and POSIX: they define nothing that a program's own `#if`s ask for. */
const STANDARD_HEADER = /^<(assert|complex|ctype|errno|fenv|float|inttypes|iso646|limits|locale|math|setjmp|signal|stdalign|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|stdnoreturn|string|strings|tgmath|threads|time|uchar|wchar|wctype|unistd|fcntl|pthread|memory|malloc|alloca|sys\/\w+)\.h>/;

/** Stands for `...` between the bounds of a GNU case range, as the middle of a conditional expression. */
export const CASE_RANGE = '__case_range__';

/** Stands for the macro before a block, as the condition of a loop: `FOREACH(x, list) { ... }`. */
export const UNKNOWN_BLOCK = '__unknown_block__';

function isStatementStart(source: string, last: number, at: number): boolean {
  // ; { } ) or the word else
  if (last === 59 || last === 123 || last === 125 || last === 41) return true;
  return /\b(else|do)\s*$/.test(source.slice(Math.max(0, at - 12), at));
}

const NO_BLOCK = /^(if|while|for|switch|return|sizeof|else|do|case|goto|default|__attribute__|__attribute|__declspec|asm|__asm__|__asm|typeof|__typeof__|__typeof|_Alignas|alignas|_Atomic|_Alignof|alignof|__extension__|_Generic|_Static_assert|static_assert|assert)$/;

/** Longest head of an unknown block. */
const LONGEST_HEAD = 2_000;

/** Offset behind `(...)` where a block or a control statement follows it, as after the name of a loop macro; else -1. */
function endOfBlockHead(source: string, name: string, from: number): number {
  if (NO_BLOCK.test(name)) return -1;
  const open = skipSpace(source, from, true);
  if (source.charCodeAt(open) !== 40) return -1;
  let depth = 0;
  for (let i = open; i < Math.min(source.length, open + LONGEST_HEAD); i++) {
    const c = source.charCodeAt(i);
    if (c === 34 || c === 39) i = endOfLiteral(source, i) - 1;
    else if (c === 40) depth++;
    else if (c === 41 && --depth === 0) {
      const next = skipSpace(source, i + 1, true);
      const follows = source.charCodeAt(next) === 123 || /^(if|for|while|do|switch|return|goto|break|continue)\b/.test(source.slice(next, next + 9));
      return follows ? i + 1 : -1;
    } else if (c === 59 || c === 123 || c === 125) return -1;
  }
  return -1;
}

function copyNothing(w: Writer): void {
  w.out.push(0);
  w.from.push(0);
  w.callEnd.push(-1);
}

/** A directive ends with its line, but a block comment that starts in it may go on. */
function endOfDirective(source: string, start: number, end: number): number {
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

/** The rest of a line that an `#if` leaves out; block comments in it are respected, quotes are not. */
function endOfInactiveLine(source: string, from: number): number {
  for (let i = from; i < source.length; i++) {
    const c = source.charCodeAt(i);
    if (c === 92 && isNewline(source.charCodeAt(i + 1))) i = behindNewline(source, i + 1) - 1;
    else if (isNewline(c)) return i;
    else if (c === 47 && source.charCodeAt(i + 1) === 42) i = endOfBlockComment(source, i) - 1;
    else if (c === 47 && source.charCodeAt(i + 1) === 47) return endOfLine(source, i);
  }
  return source.length;
}

/** Directives inside a macro call's arguments are skipped. */
function behindDirectives(source: string, from: number): number {
  let i = from;
  for (;;) {
    const next = skipSpace(source, i, true);
    if (source.charCodeAt(next) !== 35 || !/[\n\r][ \t]*$/.test(source.slice(Math.max(0, next - 80), next))) return i;
    i = endOfLine(source, next);
  }
}

/** Text of tokens; two that would run together are kept apart. */
function join(tokens: readonly Token[]): string {
  let text = '';
  let last: Token | null = null;
  for (const token of tokens) {
    if (last !== null && (token.space || runsTogether(last, token))) text += ' ';
    text += token.text;
    last = token;
  }
  return ` ${text} `;
}

function runsTogether(a: Token, b: Token): boolean {
  if (a.kind !== 'punctuator' && b.kind !== 'punctuator') return true;
  if (a.kind === 'punctuator' && b.kind === 'punctuator') return /[-+<>=&|!*/%^#.]/.test(a.text) && /^[-+<>=&|*#.]/.test(b.text);
  return a.kind === 'number' && /^[-+.]/.test(b.text);
}
