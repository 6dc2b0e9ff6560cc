/**
 * The preprocessor: directives are carried out and macros expanded, so that the parser sees C and nothing else. Text outside
 * of macros stays as it is; a map leads every offset back to the file.
 */
import { annotation } from './unread-annotations.ts';
import { UNKNOWN_BLOCK, endOfBlockHead, isStatementStart } from './unknown-block-macros.ts';
import { checkpoint, directive, dynamicOf, isActive, pragmasIn } from './directives.ts';
import type { Piece, Reading, Unit } from './directives.ts';
import { stateAfter } from './included-headers.ts';
import type { Header, ReadHeader } from './included-headers.ts';
import {
  behindNewline, endOfBlockComment, endOfIdentifier, endOfLine, endOfLiteral, endOfNumber, isIdentifierStart,
  isNewline, nextToken, skipSpace,
} from './lexer.ts';
import type { Token } from './lexer.ts';
import { expandName } from './macro-expansion.ts';
import { isImplicitInt } from './implicit-int.ts';
import type { ExpansionWork } from './macro-expansion.ts';
import type { Macro } from './macro-definition.ts';
import { lineStarts, positionAt } from './text-positions.ts';
import type { SourceMap } from './text-positions.ts';
import { copyUpTo, createWriter, finishWriting, replace } from './preprocessed-text.ts';

export interface Preprocessed {
  readonly text: string;
  readonly map: SourceMap;
  readonly notes: readonly PreprocessorNote[];
  /** What headers consist of that are included between declarations; the others stand in the text. */
  readonly headers: readonly HeaderText[];
  /** What kept headers from being read. */
  readonly problems: readonly PreprocessorNote[];
  /** Paths of the headers that were read. */
  readonly paths: readonly string[];
  /** Names that pragmas make something else of. */
  readonly pragmas: readonly { readonly name: string; readonly pragma: string }[];
}

/** The preprocessed text of a header, and the `#include` that brought it. */
export interface HeaderText {
  readonly text: string;
  /** Offset in the preprocessed text that it belongs before. */
  readonly at: number;
  /** The directive: offsets in the file. */
  readonly start: number;
  readonly end: number;
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
  readonly macros: ReadonlyMap<string, Macro>;
  readonly constants: ReadonlyMap<string, { readonly value: bigint }>;
  /** Names that stay even where the file defines them as macros: assertions and the like. */
  readonly keep: ReadonlySet<string>;
  /** Null: headers are not read. */
  readonly read: ReadHeader | null;
  /** Headers included before the first line, as by `-include`. */
  readonly before: readonly string[];
  /** Stands for the macros and names above. */
  readonly key: string;
}

/** The most that macros may add to a file, in characters. */
const GROWTH_LIMIT = 8_000_000;
/** The most tokens that macros of one text are worked on. */
const MOST_WORK = 10_000_000;
/** So many times a macro is tried that expands to too much. */
const MOST_TRIES = 8;

/** What stands before more of the same declaration. */
const GOES_ON = /^([-,=({[<>+*/&|^!~?:.]|typedef|static|extern|inline|const|volatile|struct|union|enum|unsigned|signed|int|char|short|long|void|float|double)$/;

/** What a declaration may begin behind, and storage classes. */
const STARTS = /^([;}]|static|extern|inline)$/;

/** Stands for `...` between the bounds of a GNU case range, as the middle of a conditional expression. */
export const CASE_RANGE = '__case_range__';

/** Preprocesses a file. Never fails; what is malformed is left as it stands. */
export function preprocess(source: string, input: PreprocessInput): Preprocessed {
  const macros = new Map(input.macros);
  for (const name of input.keep) macros.delete(name);
  const unit: Unit = {
    macros, constants: input.constants, keep: input.keep, read: input.read, unread: false, touched: [], state: input.read === null ? 0 : stateAfter(0, input.key), pending: '',
    changes: [], lookups: [], problems: [], includes: 0, size: 0, nesting: 0, highest: 0, counter: 0, particular: false,
  };
  const shared: Shared = { unit, growth: 0, tooLarge: new Map(), work: { left: MOST_WORK } };
  const first = input.before.map((name) => `#include "${name}"\n`).join('');
  const forced = first === '' ? null : read(first, shared, null, 0);
  const main = read(source, shared, null, 0);
  const headers = forced === null ? main.headers : [...forced.headers.map((h) => ({ ...h, at: 0, start: 0, end: 0 })), ...main.headers];
  const problems = [...(forced?.problems ?? []).map((p) => ({ ...p, start: 0, end: 0 })), ...main.problems];
  const paths = new Set(unit.lookups.flatMap(({ path }) => (path === null ? [] : [path])));
  return { text: main.text, map: main.map, notes: main.notes, headers, problems, paths: [...paths], pragmas: pragmasIn(macros.keys()) };
}

/** The unit, and limits of the text that is read. */
interface Shared {
  readonly unit: Unit;
  /** Characters that macros have added. */
  growth: number;
  readonly tooLarge: Map<string, number>;
  readonly work: ExpansionWork;
}

interface Read {
  readonly text: string;
  readonly map: SourceMap;
  readonly notes: PreprocessorNote[];
  readonly headers: HeaderText[];
  readonly problems: PreprocessorNote[];
  readonly depth: number;
  readonly last: string;
}

/** From a condition to where its branch ends there is more than directives. */
function branchHoldsCode(source: string, from: number): boolean {
  const lines = source.slice(from).replace(/\/\*[^]*?\*\/|\/\/.*|\\\r?\n/g, ' ').split(/\r?\n/);
  let nested = 0;
  for (const line of lines) {
    const word = /^\s*#\s*(\w*)/.exec(line)?.[1];
    if (word === undefined) {
      if (line.trim() !== '') return true;
    } else if (word.startsWith('if')) nested++;
    else if (word === 'endif' ? nested-- === 0 : word.startsWith('el') && nested === 0) return false;
  }
  return false;
}

/** Reads the file itself, or a header, at a place with so many open braces. */
function read(source: string, shared: Shared, header: Header | null, outerDepth: number): Read {
  const { unit } = shared;
  const { macros, keep } = unit;
  const notes: PreprocessorNote[] = [];
  const headers: HeaderText[] = [];
  const problems: PreprocessorNote[] = [];
  const w = createWriter(source);
  const n = source.length;
  let on = true;
  let lineStart = true;
  let inCase = false;
  let depth = outerDepth;
  // the last character that was neither space nor comment (a statement may start behind some), and the last two tokens
  let last = 0;
  let lastToken = '';
  let tokenBefore = '';
  let dropped = false;
  // where the head of an unknown block gets its second parenthesis
  let closeAt = -1;
  let i = 0;
  let directiveEnd = 0;
  let starts: Int32Array | null = null;
  const reading: Reading = {
    header, conditions: [], depth: () => depth, insert,
    enter: (found) => {
      // limits of its own, so that what is remembered of it doesn't depend on what was read before
      const inside = read(found.text, { unit, growth: 0, tooLarge: new Map(), work: { left: MOST_WORK } }, found, depth);
      return { text: inside.text.replace(/\s*\n\s*/g, '\n'), deeper: inside.depth - depth, last: inside.last };
    },
    undecided: (condition) => notes.push({ code: 'conditional-compilation', message: `headers that were not read decide \`${condition}\``, start: i, end: endOfLine(source, i) }),
    line: () => positionAt((starts ??= lineStarts(source)), i).line,
    holdsCode: () => branchHoldsCode(source, endOfLine(source, i)),
  };
  const dynamic = dynamicOf(unit, reading);
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
    } else if (c === 47 && source.charCodeAt(i + 1) === 42) comment(endOfBlockComment(source, i));
    else if (c === 47 && source.charCodeAt(i + 1) === 47) comment(endOfLine(source, i));
    else if (c === 35 && lineStart) {
      directiveEnd = endOfDirective(source, i, endOfLine(source, i));
      const known = unit.problems.length;
      directive(unit, reading, source.slice(i + 1, directiveEnd));
      on = isActive(reading);
      for (const message of unit.problems.slice(known)) problems.push({ code: 'header', message, start: i, end: directiveEnd });
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
  return { ...finishWriting(w), notes, headers, problems, depth, last: lastToken };

  /** Directives among a macro call's arguments are carried out (C11 6.10.3 leaves that open); headers are not inserted there. */
  function behindDirectives(from: number, beforeFirst: () => void): number {
    let at = from;
    for (;;) {
      const next = skipSpace(source, at, true);
      if (next >= n) return at;
      const starts = (source.charCodeAt(next) === 35 || !isActive(reading)) && /[\n\r][ \t]*$/.test(source.slice(Math.max(0, next - 80), next));
      if (!starts) return at;
      if (source.charCodeAt(next) === 35) {
        const end = endOfDirective(source, next, endOfLine(source, next));
        beforeFirst();
        directive(unit, { ...reading, insert: () => {} }, source.slice(next + 1, end));
        on = isActive(reading);
        at = end;
      } else at = endOfInactiveLine(source, next);
    }
  }

  /** Nobody reads the comments of headers. */
  function comment(end: number): void {
    if (header !== null) replace(w, i, end, ' ');
    i = end;
  }

  function insert({ text, deeper, last: lastOf }: Piece): void {
    const between = depth === 0 && deeper === 0 && !GOES_ON.test(lastToken) && !GOES_ON.test(lastOf);
    if (header === null && between) {
      copyUpTo(w, i);
      if (/\S/.test(text)) headers.push({ text, at: w.length, start: i, end: directiveEnd });
    } else if (text !== '') {
      replace(w, i, directiveEnd, `\n${text}\n`);
      if (lastOf !== '') {
        tokenBefore = '';
        lastToken = lastOf;
        last = lastOf.charCodeAt(lastOf.length - 1);
      }
      depth += deeper;
    }
  }

  function withCaseRanges(tokens: readonly Token[]): readonly Token[] {
    if (!inCase && !tokens.some((t) => t.text === 'case')) return tokens;
    return tokens.map((t) => {
      if (t.text === 'case') inCase = true;
      if (t.text === ':' || t.text === ';' || t.text === '{') inCase = false;
      return inCase && t.text === '...' ? { ...t, text: ` ?${CASE_RANGE}: ` } : t;
    });
  }

  function identifier(start: number, statement: boolean): number {
    const end = endOfIdentifier(source, start);
    const name = source.slice(start, end);
    if (name === 'case') inCase = true;
    const macro = macros.get(name);
    if (macro === undefined || keep.has(name)) {
      if (depth === 0 && STARTS.test(lastToken === '' ? ';' : lastToken) && isImplicitInt(source, start, end, lastToken, tokenBefore)) {
        replace(w, start, end, `int ${name}`);
        return end;
      }
      const close = statement && !keep.has(name) ? endOfBlockHead(source, name, end) : -1;
      if (close < 0) {
        const extra = unit.unread && !statement ? annotation(source, name, end, { last: lastToken, beforeLast: tokenBefore }, depth) : null;
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
    let undo: (() => void) | null = null;
    const stream = {
      peek: (): Token | null => nextToken(source, at, true)?.token ?? null,
      take: (): Token | null => {
        at = behindDirectives(at, () => {
          undo ??= checkpoint(unit, reading);
        });
        const next = nextToken(source, at, true);
        if (next === null) return null;
        at = next.end;
        return next.token;
      },
    };
    const tries = shared.tooLarge.get(name) ?? 0;
    const result = tries < MOST_TRIES ? expandName({ kind: 'identifier', text: name, space: false, hide: null }, macros, stream, dynamic, shared.work) : 'too-large';
    if (typeof result === 'string' && undo !== null) {
      // the arguments are read once more, as ordinary text
      (undo as () => void)();
      on = isActive(reading);
    }
    if (result === 'not-a-call') return end;
    const text = result === 'too-large' ? '' : join(withCaseRanges(withoutStructAssertions(result)));
    if (result === 'too-large' || shared.growth + text.length > GROWTH_LIMIT) {
      shared.tooLarge.set(name, tries + 1);
      notes.push({ code: 'macro-too-large', message: `the macro \`${name}\` expands to too much and was not expanded`, start, end: at });
      return end;
    }
    shared.growth += text.length;
    // a macro for a macro of a header that was not read
    const [only] = result as readonly Token[];
    const extra = unit.unread && !statement && only?.kind === 'identifier' && result.length === 1 ? annotation(source, only.text, at, { last: lastToken, beforeLast: tokenBefore }, depth) : null;
    if (extra !== null) {
      replace(w, start, extra.end, extra.text);
      dropped = extra.text === '';
      return extra.end;
    }
    replace(w, start, at, text);
    depth = Math.max(0, depth + braces(result as readonly Token[]));
    return at;
  }
}

/** `_Static_assert` among the members of a struct, as it hides in macros: the grammar doesn't know it there. */
function withoutStructAssertions(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some((t) => t.text === '_Static_assert')) return tokens;
  const out: Token[] = [];
  const records: boolean[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const { text } = tokens[i]!;
    if (text === '{') records.push(/^(struct|union)$/.test(tokens[i - 1]?.text ?? '') || /^(struct|union)$/.test(tokens[i - 2]?.text ?? ''));
    else if (text === '}') records.pop();
    if (text === '_Static_assert' && records[records.length - 1] === true) while (i + 1 < tokens.length && tokens[i]!.text !== ';') i++;
    else out.push(tokens[i]!);
  }
  return out;
}

/** By how much an expansion changes the nesting of braces. */
function braces(tokens: readonly Token[]): number {
  let change = 0;
  for (const { text } of tokens) {
    if (text === '{') change++;
    else if (text === '}') change--;
  }
  return change;
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
