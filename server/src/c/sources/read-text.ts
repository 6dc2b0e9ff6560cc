/**
 * One text of a unit, the file or a header, read from its beginning to its end: comments, directives and tokens, with macros
 * expanded where their names stand.
 */
import { annotation } from './unread-annotations.ts';
import { UNKNOWN_BLOCK, endOfBlockHead, isStatementStart } from './unknown-block-macros.ts';
import { checkpoint, directive, dynamicOf, isActive } from './directives.ts';
import type { Piece, Reading, Unit } from './directives.ts';
import type { Header } from './included-headers.ts';
import {
  endOfBlockComment,
  endOfIdentifier,
  endOfLine,
  endOfLiteral,
  endOfNumber,
  isIdentifierStart,
  nextToken,
  skipSpace,
} from './lexer.ts';
import type { Token } from './lexer.ts';
import { expandName } from './macro-expansion.ts';
import { isImplicitInt } from './implicit-int.ts';
import type { Dynamic, ExpansionWork } from './macro-expansion.ts';
import { lineStarts, positionAt } from './text-positions.ts';
import type { SourceMap } from './text-positions.ts';
import { copyUpTo, createWriter, finishWriting, replace } from './preprocessed-text.ts';
import type { HeaderText, PreprocessorNote, Writer } from './preprocessed-text.ts';
import { branchHoldsCode, endOfDirective, endOfInactiveLine } from './directive-lines.ts';
import { braces, spelledOut, withoutStructAssertions } from './expanded-tokens.ts';

/** The most that macros may add to a file, in characters. */
const GROWTH_LIMIT = 8_000_000;
/** The most tokens that macros of one text are worked on. */
const MOST_WORK = 10_000_000;
/** So many times a macro is tried that expands to too much. */
const MOST_TRIES = 8;

/** What stands before more of the same declaration. */
const GOES_ON =
  /^([-,=({[<>+*/&|^!~?:.]|typedef|static|extern|inline|const|volatile|struct|union|enum|unsigned|signed|int|char|short|long|void|float|double)$/;

/** What a declaration may begin behind, and storage classes. */
const STARTS = /^([;}]|static|extern|inline)$/;

/** Stands for `...` between the bounds of a GNU case range, as the middle of a conditional expression. */
export const CASE_RANGE = '__case_range__';

/** How much macros of one text may still make of it. */
interface Limits {
  /** Characters that macros have added. */
  growth: number;
  /** How often a macro has expanded to too much. */
  readonly tooLarge: Map<string, number>;
  readonly work: ExpansionWork;
}

export function newLimits(): Limits {
  return { growth: 0, tooLarge: new Map(), work: { left: MOST_WORK } };
}

/** The unit, and limits of the text that is read. */
interface Shared extends Limits {
  readonly unit: Unit;
}

/** A text that was read. */
interface ReadText {
  readonly text: string;
  readonly map: SourceMap;
  readonly notes: PreprocessorNote[];
  readonly headers: HeaderText[];
  readonly problems: PreprocessorNote[];
  /** Braces that are open at its end. */
  readonly depth: number;
  /** Its last token. */
  readonly last: string;
}

/** A text while it is read. */
interface TextReader {
  readonly source: string;
  readonly shared: Shared;
  /** Null: it is the file itself. */
  readonly header: Header | null;
  readonly w: Writer;
  readonly reading: Reading;
  readonly dynamic: Dynamic;
  readonly notes: PreprocessorNote[];
  readonly headers: HeaderText[];
  readonly problems: PreprocessorNote[];
  /** What is read next. */
  at: number;
  /** No condition leaves out what is read. */
  active: boolean;
  /** Only space stands before it on its line. */
  lineStart: boolean;
  /** Between `case` and its colon. */
  inCase: boolean;
  /** Open braces. */
  depth: number;
  /** The last character that was neither space nor comment: a statement may start behind some. */
  last: number;
  lastToken: string;
  tokenBefore: string;
  /** The name read last was left out. */
  dropped: boolean;
  /** Where the head of an unknown block gets its second parenthesis. */
  closeAt: number;
  /** The end of the directive that is carried out. */
  directiveEnd: number;
}

/** A name, where it stands. */
interface Name {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** A statement may start with it. */
  readonly isStatement: boolean;
}

/** Reads the file itself, or a header, at a place with so many open braces. */
export function readText(source: string, shared: Shared, header: Header | null, outerDepth: number): ReadText {
  const r = newReader(source, shared, header, outerDepth);
  while (r.at < source.length) {
    const c = source.charCodeAt(r.at);
    if (r.at === r.closeAt) {
      replace(r.w, r.at, r.at, ')');
      r.closeAt = -1;
    }
    if (c === 10 || c === 13) {
      r.lineStart = true;
      r.at++;
    } else if (c === 32 || c === 9 || c === 0xfeff) {
      if (c === 0xfeff) replace(r.w, r.at, r.at + 1, ' ');
      r.at++;
    } else if (c === 47 && source.charCodeAt(r.at + 1) === 42) readComment(r, endOfBlockComment(source, r.at));
    else if (c === 47 && source.charCodeAt(r.at + 1) === 47) readComment(r, endOfLine(source, r.at));
    else if (c === 35 && r.lineStart) readDirective(r);
    else readToken(r, c);
  }
  const { notes, headers, problems, depth, lastToken } = r;
  return { ...finishWriting(r.w), notes, headers, problems, depth, last: lastToken };
}

function newReader(source: string, shared: Shared, header: Header | null, depth: number): TextReader {
  const { unit } = shared;
  let starts: Int32Array | null = null;
  const reading: Reading = {
    header,
    conditions: [],
    depth: () => r.depth,
    insert: (piece) => insertHeader(r, piece),
    enter: (found) => {
      // limits of its own, so that what is remembered of it doesn't depend on what was read before
      const inside = readText(found.text, { unit, ...newLimits() }, found, r.depth);
      return { text: inside.text.replace(/\s*\n\s*/g, '\n'), deeper: inside.depth - r.depth, last: inside.last };
    },
    undecided: (condition) =>
      r.notes.push({
        code: 'conditional-compilation',
        message: `headers that were not read decide \`${condition}\``,
        start: r.at,
        end: endOfLine(source, r.at),
      }),
    line: () => positionAt((starts ??= lineStarts(source)), r.at).line,
    holdsCode: () => branchHoldsCode(source, endOfLine(source, r.at)),
  };
  const r: TextReader = {
    source,
    shared,
    header,
    w: createWriter(source),
    reading,
    dynamic: dynamicOf(unit, reading),
    notes: [],
    headers: [],
    problems: [],
    at: 0,
    active: true,
    lineStart: true,
    inCase: false,
    depth,
    last: 0,
    lastToken: '',
    tokenBefore: '',
    dropped: false,
    closeAt: -1,
    directiveEnd: 0,
  };
  return r;
}

/** Nobody reads the comments of headers. */
function readComment(r: TextReader, end: number): void {
  if (r.header !== null) replace(r.w, r.at, end, ' ');
  r.at = end;
}

function readDirective(r: TextReader): void {
  const {
    source,
    shared: { unit },
    at: start,
  } = r;
  const end = endOfDirective(source, start, endOfLine(source, start));
  r.directiveEnd = end;
  const known = unit.problems.length;
  directive(unit, r.reading, source.slice(start + 1, end));
  r.active = isActive(r.reading);
  for (const message of unit.problems.slice(known)) r.problems.push({ code: 'header', message, start, end });
  replace(r.w, start, end, '');
  r.at = end;
}

/** What an included header consists of: between declarations it stands beside the text of the file, elsewhere within it. */
function insertHeader(r: TextReader, { text, deeper, last: lastOf }: Piece): void {
  const between = r.depth === 0 && deeper === 0 && !GOES_ON.test(r.lastToken) && !GOES_ON.test(lastOf);
  if (r.header === null && between) {
    copyUpTo(r.w, r.at);
    if (/\S/.test(text)) r.headers.push({ text, at: r.w.length, start: r.at, end: r.directiveEnd });
    return;
  }
  if (text === '') return;
  replace(r.w, r.at, r.directiveEnd, `\n${text}\n`);
  if (lastOf !== '') {
    r.tokenBefore = '';
    r.lastToken = lastOf;
    r.last = lastOf.charCodeAt(lastOf.length - 1);
  }
  r.depth += deeper;
}

function readToken(r: TextReader, c: number): void {
  const { source, at } = r;
  r.lineStart = false;
  if (!r.active) {
    r.at = endOfInactiveLine(source, at);
    replace(r.w, at, r.at, '');
    return;
  }
  const before = r.last;
  r.last = c;
  if (isIdentifierStart(c)) {
    readWord(r, r.depth > 0 && isStatementStart(source, before, at));
    return;
  }
  r.tokenBefore = r.lastToken;
  r.lastToken = source.charAt(at);
  if (c === 34 || c === 39) r.at = endOfLiteral(source, at);
  else if (c >= 48 && c <= 57) r.at = endOfNumber(source, at);
  else readPunctuator(r, c);
}

function readPunctuator(r: TextReader, c: number): void {
  if (r.inCase && c === 46 && r.source.startsWith('...', r.at)) {
    // GNU case range, which the grammar lacks
    replace(r.w, r.at, r.at + 3, ` ?${CASE_RANGE}: `);
    r.at += 3;
    return;
  }
  if (c === 58 || c === 59 || c === 123) r.inCase = false;
  if (c === 123) r.depth++;
  else if (c === 125 && r.depth > 0) r.depth--;
  r.at++;
}

function readWord(r: TextReader, isStatement: boolean): void {
  const { source, at: start } = r;
  const end = endOfIdentifier(source, start);
  const name = source.slice(start, end);
  const { macros, keep } = r.shared.unit;
  const word: Name = { name, start, end, isStatement };
  if (name === 'case') r.inCase = true;
  r.at = macros.has(name) && !keep.has(name) ? readMacro(r, word) : readOrdinaryName(r, word);
  if (!r.dropped) {
    r.tokenBefore = r.lastToken;
    r.lastToken = source.slice(start, Math.min(r.at, end));
  }
  r.dropped = false;
}

/** A name that is no macro, or is kept as it stands; tells where reading goes on. */
function readOrdinaryName(r: TextReader, word: Name): number {
  const { source, w, lastToken, tokenBefore } = r;
  const { name, start, end, isStatement } = word;
  const mayBeFunction = r.depth === 0 && STARTS.test(lastToken === '' ? ';' : lastToken);
  if (mayBeFunction && isImplicitInt(source, start, end, lastToken, tokenBefore)) {
    replace(w, start, end, `int ${name}`);
    return end;
  }
  const close = isStatement && !r.shared.unit.keep.has(name) ? endOfBlockHead(source, name, end) : -1;
  if (close < 0) return annotated(r, word) ?? end;
  replace(w, start, end, `while (${UNKNOWN_BLOCK}`);
  r.closeAt = close;
  return end;
}

/** Replaces what must be an annotation by a macro of a header that was not read; tells where that ends. Null: it is none. */
function annotated(r: TextReader, { name, start, end, isStatement }: Name): number | null {
  if (!r.shared.unit.unread || isStatement) return null;
  const extra = annotation(r.source, name, end, { last: r.lastToken, beforeLast: r.tokenBefore }, r.depth);
  if (extra === null) return null;
  replace(r.w, start, extra.end, extra.text);
  r.dropped = extra.text === '';
  return extra.end;
}

/** Expands a macro; tells where reading goes on. */
function readMacro(r: TextReader, word: Name): number {
  const { shared } = r;
  const { name, start, end } = word;
  const { tokens, at } = expandedAt(r, word);
  if (tokens === 'not-a-call') return end;
  const text = tokens === 'too-large' ? '' : spelledOut(withCaseRanges(r, withoutStructAssertions(tokens)));
  if (tokens === 'too-large' || shared.growth + text.length > GROWTH_LIMIT) {
    shared.tooLarge.set(name, (shared.tooLarge.get(name) ?? 0) + 1);
    const message = `the macro \`${name}\` expands to too much and was not expanded`;
    r.notes.push({ code: 'macro-too-large', message, start, end: at });
    return end;
  }
  shared.growth += text.length;
  // a macro for a macro of a header that was not read
  const only = tokens.length === 1 ? tokens[0] : undefined;
  const behind = only?.kind === 'identifier' ? annotated(r, { ...word, name: only.text, end: at }) : null;
  if (behind !== null) return behind;
  replace(r.w, start, at, text);
  r.depth = Math.max(0, r.depth + braces(tokens));
  return at;
}

/** What a macro's name expands to with what stands behind it, and where that ends. */
function expandedAt(
  r: TextReader,
  { name, end }: Name,
): { readonly tokens: ReturnType<typeof expandName>; readonly at: number } {
  const { source, shared } = r;
  const { unit } = shared;
  if ((shared.tooLarge.get(name) ?? 0) >= MOST_TRIES) return { tokens: 'too-large', at: end };
  let at = end;
  let undo: (() => void) | null = null;
  const beforeFirst = (): void => {
    undo ??= checkpoint(unit, r.reading);
  };
  const stream = {
    peek: (): Token | null => nextToken(source, at, true)?.token ?? null,
    take: (): Token | null => {
      at = behindDirectives(r, at, beforeFirst);
      const next = nextToken(source, at, true);
      if (next === null) return null;
      at = next.end;
      return next.token;
    },
  };
  const token: Token = { kind: 'identifier', text: name, space: false, hide: null };
  const tokens = expandName(token, unit.macros, stream, r.dynamic, shared.work);
  if (typeof tokens === 'string' && undo !== null) {
    // the arguments are read once more, as ordinary text
    (undo as () => void)();
    r.active = isActive(r.reading);
  }
  return { tokens, at };
}

/** Directives among a macro call's arguments are carried out (C11 6.10.3 leaves that open); headers are not inserted there. */
function behindDirectives(r: TextReader, from: number, beforeFirst: () => void): number {
  const { source, reading } = r;
  let at = from;
  for (;;) {
    const next = skipSpace(source, at, true);
    if (next >= source.length) return at;
    const isDirective = source.charCodeAt(next) === 35;
    if (!isDirective && isActive(reading)) return at;
    if (!/[\n\r][ \t]*$/.test(source.slice(Math.max(0, next - 80), next))) return at;
    if (isDirective) {
      const end = endOfDirective(source, next, endOfLine(source, next));
      beforeFirst();
      directive(r.shared.unit, { ...reading, insert: () => {} }, source.slice(next + 1, end));
      r.active = isActive(reading);
      at = end;
    } else at = endOfInactiveLine(source, next);
  }
}

function withCaseRanges(r: TextReader, tokens: readonly Token[]): readonly Token[] {
  if (!r.inCase && !tokens.some((t) => t.text === 'case')) return tokens;
  return tokens.map((t) => {
    if (t.text === 'case') r.inCase = true;
    if (t.text === ':' || t.text === ';' || t.text === '{') r.inCase = false;
    return r.inCase && t.text === '...' ? { ...t, text: ` ?${CASE_RANGE}: ` } : t;
  });
}
