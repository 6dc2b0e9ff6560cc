/**
 * One text of a unit, the file or a header, read from its beginning to its end. It has comments, directives and tokens.
 * Macros are expanded where their names stand.
 */
import { append } from './append-all.ts';
import { anyWord } from './word-patterns.ts';
import { BEHIND_OPERAND, isTypeof, typeofOperand, withTypeofOperands } from './typeof-operands.ts';
import { annotation } from './unread-annotations.ts';
import { UNKNOWN_BLOCK, endOfBlockHead, isStatementStart } from './unknown-block-macros.ts';
import { checkpoint, directive, dynamicOf, isActive, noteUndefined } from './directives.ts';
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
import { doubtedExpansions } from './doubted-expansions.ts';
import { expandName } from './macro-expansion.ts';
import { isImplicitInt } from './implicit-int.ts';
import type { Doubts, Dynamic, ExpansionWork } from './macro-expansion.ts';
import { lineStarts, positionAt } from './text-positions.ts';
import type { SourceMap } from './text-positions.ts';
import { INCOMPLETE, copyUpTo, createWriter, finishWriting, replace } from './preprocessed-text.ts';
import type { HeaderText, PreprocessorNote, Writer } from './preprocessed-text.ts';
import { branchHoldsCode, endOfConditional, endOfDirective, endOfInactiveLine } from './directive-lines.ts';
import { definitionsIn } from './doubted-macros.ts';
import { quietMacros } from './acting-macros.ts';
import { braces, spelledOut, withoutStructAssertions } from './expanded-tokens.ts';

/** The most that macros may add to a file, in characters. */
const GROWTH_LIMIT = 8_000_000;
/** The most tokens that macros of one text are worked on. */
const MOST_WORK = 10_000_000;
/** So many times a macro is tried that expands to too much. */
const MOST_TRIES = 8;

/** What stands before more of the same declaration. */
const GOES_ON = anyWord(`
  [-,=({[<>+*/&|^!~?:.]
  typedef static extern inline const volatile struct union enum unsigned signed int char short long void float double
`);

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

export function newLimits(kept: Doubts['kept'] = null): Limits {
  return {
    growth: 0,
    tooLarge: new Map(),
    work: { left: MOST_WORK, before: '', doubts: { kept, expanded: new Map() } },
  };
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
  /** Headers that belong between declarations of a header: before which offset of its text. */
  readonly cuts: readonly Cut[];
}

interface Cut {
  readonly at: number;
  readonly parts: readonly string[];
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
  readonly cuts: Cut[];
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
  /** The name read last counts as none: it was left out. */
  dropped: boolean;
  /** Where the head of an unknown block gets its second parenthesis. */
  closeAt: number;
  /** Where the operands of `typeof` end, the innermost last. */
  readonly operandEnds: number[];
  /** The end of the directive that is carried out. */
  directiveEnd: number;
  /** Where the directive stands, headers that weren't read decide what is there. */
  isIncomplete: boolean;
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
  const reader = newReader(source, shared, header, outerDepth);
  while (reader.at < source.length) {
    const code = source.charCodeAt(reader.at);
    if (reader.at === reader.closeAt) {
      replace(reader.w, reader.at, reader.at, ')');
      reader.closeAt = -1;
    }
    if (code === 10 || code === 13) {
      reader.lineStart = true;
      reader.at++;
    } else if (code === 32 || code === 9 || code === 0xfeff) {
      if (code === 0xfeff) replace(reader.w, reader.at, reader.at + 1, ' ');
      reader.at++;
    } else if (code === 47 && source.charCodeAt(reader.at + 1) === 42)
      readComment(reader, endOfBlockComment(source, reader.at));
    else if (code === 47 && source.charCodeAt(reader.at + 1) === 47) readComment(reader, endOfLine(source, reader.at));
    else if (code === 35 && reader.lineStart) readDirective(reader);
    else readToken(reader, code);
  }
  const { notes, headers, cuts, problems, depth, lastToken } = reader;
  return { ...finishWriting(reader.w), notes, headers, cuts, problems, depth, last: lastToken };
}

function newReader(source: string, shared: Shared, header: Header | null, depth: number): TextReader {
  const { unit } = shared;
  let starts: Int32Array | null = null;
  let definitions: ReturnType<typeof definitionsIn> | null = null;
  const reading: Reading = {
    header,
    conditions: [],
    depth: () => reader.depth,
    insert: (piece) => insertHeader(reader, piece),
    enter: (found) => {
      // limits of its own, so that what is remembered of it doesn't depend on what was read before
      const inside = readText(found.text, { unit, ...newLimits() }, found, reader.depth);
      return { parts: partsOf(inside), deeper: inside.depth - reader.depth, last: inside.last };
    },
    undecided: (condition, macros, isTaken) => {
      const branches = reading.branches();
      reader.notes.push({
        ...decidedBy(reader, condition),
        macros,
        branches,
        ...(isTaken && { isTaken }),
        expands: quietMacros(branches, unit.macros),
      });
    },
    leftOut: (condition, branches) => {
      if (/\S/.test(branches)) reader.notes.push({ ...decidedBy(reader, condition), branches, leftOut: true });
    },
    definedBehind: (name) => {
      definitions ??= definitionsIn(source);
      return definitions.get(name)?.find(({ start }) => start > reader.at);
    },
    branches: () => {
      const end = endOfLine(source, reader.at);
      return source.slice(end, endOfConditional(source, end));
    },
    incomplete: () => {
      reader.isIncomplete ||= isWithin(reader);
    },
    missing: (name) => {
      reading.incomplete();
      if (header !== null || reader.depth === 0) return;
      const end = endOfLine(source, reader.at);
      const message = `the header \`${name}\` was not read`;
      reader.notes.push({ code: 'header', message, missing: true, start: reader.at, end });
    },
    refused: () =>
      reader.notes.push({
        code: 'conditional-compilation',
        message: '`#error` refuses to build this part',
        start: reader.at,
        end: endOfLine(source, reader.at),
      }),
    line: () => positionAt((starts ??= lineStarts(source)), reader.at).line,
    holdsCode: () => branchHoldsCode(source, endOfLine(source, reader.at)),
  };
  const reader: TextReader = {
    source,
    shared,
    header,
    w: createWriter(source),
    reading,
    dynamic: dynamicOf(unit, reading),
    notes: [],
    headers: [],
    cuts: [],
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
    operandEnds: [],
    directiveEnd: 0,
    isIncomplete: false,
  };
  return reader;
}

/** Nobody reads the comments of headers, but for what `configure` leaves of an `#undef`. */
function readComment(r: TextReader, end: number): void {
  if (r.header !== null) {
    const name = r.source.startsWith('/* #undef ', r.at) ? NOT_DEFINED.exec(r.source.slice(r.at, end))?.[1] : undefined;
    if (name !== undefined && r.active && !r.header.isTemplate) noteUndefined(r.shared.unit, name);
    replace(r.w, r.at, end, ' ');
  }
  r.at = end;
}

/** Of a condition that headers decide. */
const decidedBy = ({ source, at }: TextReader, condition: string): PreprocessorNote =>
  decidesAt({ start: at, end: endOfLine(source, at) }, condition);

const decidesAt = (place: Pick<PreprocessorNote, 'start' | 'end'>, condition: string): PreprocessorNote => ({
  code: 'conditional-compilation',
  message: `headers that were not read decide \`${condition}\``,
  ...place,
});

const NOT_DEFINED = /^\/\* #undef (\w+) \*\/$/;

function readDirective(reader: TextReader): void {
  const {
    source,
    shared: { unit },
    at: start,
  } = reader;
  const end = endOfDirective(source, start, endOfLine(source, start));
  reader.directiveEnd = end;
  const known = unit.problems.length;
  directive(unit, reader.reading, source.slice(start + 1, end));
  reader.active = isActive(reader.reading);
  for (const message of unit.problems.slice(known)) reader.problems.push({ code: 'header', message, start, end });
  replace(reader.w, start, end, reader.isIncomplete ? INCOMPLETE : '');
  reader.isIncomplete = false;
  reader.at = end;
}

/** Space that stands for missing text stays. */
const withoutEmptyLines = (text: string): string => text.replace(/[^\S\v]*\n[^\S\v]*/g, '\n');

/** A declaration or a function has begun and goes on here. */
const isWithin = ({ depth, lastToken }: TextReader): boolean => depth > 0 || !ENDED.test(lastToken);

/** A declaration has ended, or there is none. */
const ENDED = /^[;}]?$/;

/** A header's text between the headers that it includes, and these. */
function partsOf({ text, cuts }: ReadText): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (const cut of [...cuts, { at: text.length, parts: [] }]) {
    const own = withoutEmptyLines(text.slice(from, cut.at));
    if (own.trim() !== '') parts.push(own);
    append(parts, cut.parts);
    from = cut.at;
  }
  return parts;
}

/**
 * What an included header consists of: between declarations it stands beside the text of the file, elsewhere within it.
 */
function insertHeader(reader: TextReader, { parts, deeper, last: lastOf }: Piece): void {
  const between = reader.depth === 0 && deeper === 0 && !GOES_ON.test(reader.lastToken) && !GOES_ON.test(lastOf);
  if (reader.header === null && between) {
    copyUpTo(reader.w, reader.at);
    const place = { at: reader.w.length, start: reader.at, end: reader.directiveEnd };
    for (const text of parts) if (/\S/.test(text)) reader.headers.push({ text, ...place });
    return;
  }
  if (reader.header !== null && between && ENDED.test(reader.lastToken) && ENDED.test(lastOf)) {
    copyUpTo(reader.w, reader.at);
    reader.cuts.push({ at: reader.w.length, parts });
  } else {
    const text = parts.join('\n');
    if (text === '') return;
    replace(reader.w, reader.at, reader.directiveEnd, `\n${text}\n`);
  }
  if (lastOf !== '') {
    reader.tokenBefore = '';
    reader.lastToken = lastOf;
    reader.last = lastOf.charCodeAt(lastOf.length - 1);
  }
  reader.depth += deeper;
}

function readToken(reader: TextReader, code: number): void {
  const { source, at } = reader;
  reader.lineStart = false;
  if (!reader.active) {
    reader.at = endOfInactiveLine(source, at);
    replace(reader.w, at, reader.at, '');
    return;
  }
  const before = reader.last;
  reader.last = code;
  if (isIdentifierStart(code)) {
    readWord(reader, reader.depth > 0 && isStatementStart(source, before, at));
    return;
  }
  reader.tokenBefore = reader.lastToken;
  reader.lastToken = source.charAt(at);
  if (code === 34 || code === 39) reader.at = endOfLiteral(source, at);
  else if (code >= 48 && code <= 57) reader.at = endOfNumber(source, at);
  else readPunctuator(reader, code);
}

function readPunctuator(reader: TextReader, code: number): void {
  if (reader.inCase && code === 46 && reader.source.startsWith('...', reader.at)) {
    // GNU case range, which the grammar lacks
    replace(reader.w, reader.at, reader.at + 3, ` ?${CASE_RANGE}: `);
    reader.at += 3;
    return;
  }
  if (code === 58 || code === 59 || code === 123) reader.inCase = false;
  if (code === 41 && reader.at === reader.operandEnds.at(-1)) {
    reader.operandEnds.pop();
    replace(reader.w, reader.at, reader.at + 1, BEHIND_OPERAND);
  }
  if (code === 123) reader.depth++;
  else if (code === 125 && reader.depth > 0) reader.depth--;
  reader.at++;
}

function readWord(reader: TextReader, isStatement: boolean): void {
  const { source, at: start } = reader;
  const end = endOfIdentifier(source, start);
  const name = source.slice(start, end);
  const { macros, keep } = reader.shared.unit;
  const word: Name = { name, start, end, isStatement };
  if (name === 'case') reader.inCase = true;
  reader.at = macros.has(name) && !keep.has(name) ? readMacro(reader, word) : readOrdinaryName(reader, word);
  if (!reader.dropped) {
    reader.tokenBefore = reader.lastToken;
    reader.lastToken = source.slice(start, Math.min(reader.at, end));
  }
  reader.dropped = false;
}

/** A name that is no macro, or is kept as it stands; tells where reading goes on. */
function readOrdinaryName(reader: TextReader, word: Name): number {
  const { source, w: writer, lastToken, tokenBefore } = reader;
  const { name, start, end, isStatement } = word;
  const operand = isTypeof(name) ? typeofOperand(source, end) : null;
  if (operand !== null) {
    replace(writer, start, operand.begins, operand.before);
    reader.operandEnds.push(operand.close);
    return operand.begins;
  }
  const mayBeFunction = reader.depth === 0 && STARTS.test(lastToken === '' ? ';' : lastToken);
  if (mayBeFunction && isImplicitInt(source, start, end, lastToken, tokenBefore)) {
    replace(writer, start, end, `int ${name}`);
    return end;
  }
  const close = isStatement && !reader.shared.unit.keep.has(name) ? endOfBlockHead(source, name, end) : -1;
  if (close < 0) return annotated(reader, word) ?? end;
  replace(writer, start, end, `while (${UNKNOWN_BLOCK}`);
  reader.closeAt = close;
  return end;
}

/**
 * Replaces what must be an annotation by a macro of a header that was not read; tells where that ends. Null: it is
 * none.
 */
function annotated(reader: TextReader, word: Name): number | null {
  if (!reader.shared.unit.unread) return null;
  const extra = annotation(
    reader.source,
    word,
    { last: reader.lastToken, beforeLast: reader.tokenBefore },
    reader.depth,
  );
  if (extra === null) return null;
  replace(reader.w, word.start, extra.end, extra.text);
  // behind a declaration it is as before it
  reader.dropped = /^$|;$/.test(extra.text);
  return extra.end;
}

/** Expands a macro; tells where reading goes on. */
function readMacro(reader: TextReader, word: Name): number {
  const { shared } = reader;
  const { name, start, end } = word;
  const doubts = shared.work.doubts?.expanded;
  doubts?.clear();
  shared.work.before = reader.lastToken;
  const { tokens, at } = expandedAt(reader, word);
  if (tokens === 'not-a-call') return end;
  const text =
    tokens === 'too-large'
      ? ''
      : spelledOut(withTypeofOperands(withCaseRanges(reader, withoutStructAssertions(tokens))));
  if (tokens === 'too-large' || shared.growth + text.length > GROWTH_LIMIT) {
    shared.tooLarge.set(name, (shared.tooLarge.get(name) ?? 0) + 1);
    const message = `the macro \`${name}\` was not expanded: its expansion is too long`;
    reader.notes.push({ code: 'macro-too-large', message, start, end: at });
    return end;
  }
  if (reader.depth === 0 && NO_FUNCTION.test(text) && nextToken(reader.source, at, true)?.token.text === '{')
    return end;
  shared.growth += text.length;
  // a macro for a macro of a header that was not read
  const only = tokens.length === 1 ? tokens[0] : undefined;
  const behind = only?.kind === 'identifier' ? annotated(reader, { ...word, name: only.text, end: at }) : null;
  if (behind !== null) return behind;
  const isValue = reader.depth > 0 || IN_VALUE.test(reader.lastToken);
  const isUnsure = doubts !== undefined && doubts.size > 0 && isValue && noteDoubts(reader, word, at);
  replace(reader.w, start, at, isUnsure ? `${text}${INCOMPLETE}` : text);
  reader.depth = Math.max(0, reader.depth + braces(tokens));
  return at;
}

/** What stands before a value between functions: in a subscript, or of an object. */
const IN_VALUE = /^[-=[<>+/&|^?:]$/;

/** Notes what else stands there where headers that weren't read decide otherwise; false: it is all the same. */
function noteDoubts(reader: TextReader, { start, end }: Name, until: number): boolean {
  const { source, shared, header, notes } = reader;
  const { macros } = shared.unit;
  const doubts = shared.work.doubts?.expanded ?? new Map();
  const found = doubtedExpansions(source.slice(start, until), macros, doubts);
  if (header === null)
    for (const { condition, asked, branches } of found)
      notes.push({
        ...decidesAt({ start, end }, condition),
        until,
        macros: asked,
        branches,
        isTaken: true,
        expands: quietMacros(branches, macros),
      });
  return found.length > 0;
}

/**
 * No head of a function: a number, a member, or a parameter in parentheses of its own. With a body behind it the name is that of a
 * function in a build without the macro: `long read_all(int fd, void *p) {`.
 */
const NO_FUNCTION = /^\s*["'\d]|^[^[{]*->|^(?!.*__attribute).*[(,]\s*\(\s*(?:\w+\s+)+\**\s*\w+\s*\)\s*[,)]/s;

/** What a macro's name expands to with what stands behind it, and where that ends. */
function expandedAt(
  reader: TextReader,
  { name, end }: Name,
): { readonly tokens: ReturnType<typeof expandName>; readonly at: number } {
  const { source, shared } = reader;
  const { unit } = shared;
  if ((shared.tooLarge.get(name) ?? 0) >= MOST_TRIES) return { tokens: 'too-large', at: end };
  let at = end;
  let undo: (() => void) | null = null;
  const beforeFirst = (): void => {
    undo ??= checkpoint(unit, reader.reading);
  };
  const stream = {
    peek: (): Token | null => nextToken(source, at, true)?.token ?? null,
    take: (): Token | null => {
      at = behindDirectives(reader, at, beforeFirst);
      const next = nextToken(source, at, true);
      if (next === null) return null;
      at = next.end;
      return next.token;
    },
  };
  const token: Token = { kind: 'identifier', text: name, space: false, hide: null };
  const tokens = expandName(token, unit.macros, stream, reader.dynamic, shared.work);
  if (typeof tokens === 'string' && undo !== null) {
    // the arguments are read once more, as ordinary text
    (undo as () => void)();
    reader.active = isActive(reader.reading);
  }
  return { tokens, at };
}

/**
 * Directives among a macro call's arguments are carried out (C11 6.10.3 leaves that open); headers are not inserted
 * there.
 */
function behindDirectives(reader: TextReader, from: number, beforeFirst: () => void): number {
  const { source, reading } = reader;
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
      directive(reader.shared.unit, { ...reading, insert: () => {} }, source.slice(next + 1, end));
      reader.active = isActive(reading);
      at = end;
    } else at = endOfInactiveLine(source, next);
  }
}

function withCaseRanges(reader: TextReader, tokens: readonly Token[]): readonly Token[] {
  if (!reader.inCase && !tokens.some((t) => t.text === 'case')) return tokens;
  return tokens.map((t) => {
    if (t.text === 'case') reader.inCase = true;
    if (t.text === ':' || t.text === ';' || t.text === '{') reader.inCase = false;
    return reader.inCase && t.text === '...' ? { ...t, text: ` ?${CASE_RANGE}: ` } : t;
  });
}
