/**
 * What the compiler's own preprocessor put out (`cc -E`), with the way back to the file. Line markers tell the lines.
 * What tokens of a line have in common with those of the source tells the columns.
 */
import { append } from './append-all.ts';
import { resolve } from 'node:path';
import { pragmasIn } from './directives.ts';
import type { Token } from './lexer.ts';
import { endOfLine, nextToken } from './lexer.ts';
import { lineStarts } from './text-positions.ts';
import type { Preprocessed } from './preprocess.ts';
import type { HeaderText } from './preprocessed-text.ts';
import { CASE_RANGE } from './read-text.ts';
import { withTypeofOperands } from './typeof-operands.ts';
import { copyUpTo, createWriter, finishWriting, replace } from './preprocessed-text.ts';
import type { Writer } from './preprocessed-text.ts';

/**
 * Lines that belong to the file itself are marked with one of these names: the compiler reads it from its standard
 * input.
 */
const OWN = /^(<stdin>|-|)$/;

interface OutputLine {
  readonly text: string;
  /** Of the file, from 0. */
  readonly line: number;
}

/** Own lines of the output, and between them what headers consist of. */
interface Sections {
  readonly own: readonly OutputLine[];
  /** Texts of headers, before which of the own lines. */
  readonly headers: readonly { readonly text: string; readonly before: number; readonly line: number }[];
  readonly paths: readonly string[];
}

/** The output of a compiler that ran in `directory` as the result of preprocessing `source`. */
export function compiled(source: string, output: string, directory: string): Preprocessed {
  const { own, headers, paths } = sections(output);
  const starts = lineStarts(source);
  const writer = createWriter(source);
  const offsetOf = (line: number): number => (line < starts.length ? starts[line]! : source.length);
  const behind: number[] = [];
  for (const [i, { text, line }] of own.entries()) {
    behind.push(writer.length);
    const next = own[i + 1]?.line ?? starts.length;
    writeLine(writer, text, offsetOf(line), offsetOf(Math.max(next, line + 1)));
  }
  replace(writer, writer.copied, source.length, '\n');
  const { text, map } = finishWriting(writer);
  const inserted = headers.map((h): HeaderText => {
    const start = offsetOf(h.line);
    return {
      text: h.text,
      at: behind[h.before] ?? text.length,
      start,
      end: endOfText(source, start, offsetOf(h.line + 1)),
    };
  });
  return {
    text,
    map,
    notes: [],
    headers: inserted,
    problems: [],
    paths: paths.map((path) => resolve(directory, path)),
    unread: false,
    unreadHeaders: new Set(),
    decided: new Map(),
    pragmas: pragmasIn([...output.matchAll(/^\s*#\s*pragma\s+(.*)$/gm)].map((m) => `#pragma ${m[1]!}`)),
  };
}

function endOfText(source: string, start: number, end: number): number {
  return start + source.slice(start, end).trimEnd().length;
}

const MARKER = /^#(?:line)? (\d+) "((?:[^"\\]|\\.)*)"(.*)$/;

/** The output while it is read. */
interface SectionReader {
  readonly own: OutputLine[];
  readonly headers: { readonly text: string; readonly before: number; readonly line: number }[];
  readonly paths: Set<string>;
  /** What the last marker named. */
  file: string;
  line: number;
  /** Where the file itself goes on. */
  ownLine: number;
  /** Lines of headers that were not put anywhere yet. */
  header: string[];
  /** Braces that are open in the file's own text, and its last character. */
  braces: number;
  lastOwn: string;
}

function sections(output: string): Sections {
  const reader: SectionReader = {
    own: [],
    headers: [],
    paths: new Set(),
    file: '',
    line: 0,
    ownLine: 0,
    header: [],
    braces: 0,
    lastOwn: '',
  };
  for (const raw of output.split('\n')) {
    const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    const marker = text.startsWith('#') ? MARKER.exec(text) : null;
    if (marker !== null) readMarker(reader, marker[2]!, Math.max(0, Number(marker[1]) - 1));
    else if (text.startsWith('#')) reader.line++;
    else if (OWN.test(reader.file)) readOwnLine(reader, text);
    else if (/\S/.test(text)) reader.header.push(text);
  }
  endHeader(reader);
  return { own: reader.own, headers: reader.headers, paths: [...reader.paths] };
}

function readMarker(reader: SectionReader, file: string, line: number): void {
  reader.file = file;
  reader.line = line;
  if (OWN.test(file)) {
    endHeader(reader);
    reader.ownLine = Math.max(reader.ownLine, line - 1);
  } else if (!file.startsWith('<')) reader.paths.add(file.replace(/\\(.)/g, '$1'));
}

function readOwnLine(reader: SectionReader, text: string): void {
  const { own, line } = reader;
  if (/\S/.test(text)) {
    const before = own[own.length - 1];
    // a line in several parts, since tokens of it stem from system headers
    if (before?.line === line) own[own.length - 1] = { text: `${before.text} ${text}`, line };
    else own.push({ text, line });
    reader.ownLine = line;
    reader.braces += bracesIn(text);
    reader.lastOwn = text.trimEnd().slice(-1);
  }
  reader.line++;
  reader.ownLine = Math.max(reader.ownLine, reader.line);
}

/**
 * What headers consist of that were included between declarations stands apart; within one, it is part of the file's
 * own text.
 */
function endHeader(reader: SectionReader): void {
  const text = reader.header.join('\n');
  reader.header = [];
  if (text === '') return;
  const isBetween = reader.braces === 0 && /^([;}]|$)/.test(reader.lastOwn);
  if (isBetween) reader.headers.push({ text, before: reader.own.length, line: reader.ownLine });
  else reader.own.push({ text: text.replaceAll('\n', ' '), line: reader.ownLine });
}

function bracesIn(text: string): number {
  let depth = 0;
  for (let at = nextToken(text, 0, true); at !== null; at = nextToken(text, at.end, true)) {
    if (at.token.text === '{') depth++;
    else if (at.token.text === '}') depth--;
  }
  return depth;
}

/** Tokens of the source between two offsets, directives left out. */
function sourceTokens(source: string, from: number, to: number): Placed[] {
  const tokens: Placed[] = [];
  for (let at = from; at < to; ) {
    const next = nextToken(source, at, true);
    if (next === null || next.start >= to) break;
    if (next.token.text === '#' && /(^|[\n\r])[ \t]*$/.test(source.slice(Math.max(0, next.start - 80), next.start)))
      at = endOfLine(source, next.start);
    else {
      tokens.push(next);
      at = next.end;
    }
  }
  return tokens;
}

interface Placed {
  readonly token: Token;
  readonly start: number;
  readonly end: number;
}

function tokensOf(text: string): Placed[] {
  const tokens: Placed[] = [];
  for (let at = nextToken(text, 0, true); at !== null; at = nextToken(text, at.end, true)) tokens.push(at);
  return tokens;
}

/** Longest line whose tokens are matched one by one. */
const MOST_TOKENS = 1_500;

/** Writes a line of the output for the lines of the source from `start` to `end`. */
function writeLine(writer: Writer, text: string, start: number, end: number): void {
  const read = tokensOf(text);
  const written = withTypeofOperands(read.map((m) => m.token));
  const made = read.map((m, k) => ({ ...m, token: written[k] ?? m.token }));
  // read from where the line before ended, since a comment may go on
  const given = sourceTokens(writer.source, writer.copied, end).filter((t) => t.start >= start);
  let inCase = false;
  const spelled = ({ token }: Placed): string => {
    if (token.text === 'case') inCase = true;
    if (token.text === ':' || token.text === ';' || token.text === '{') inCase = false;
    return inCase && token.text === '...' ? ` ?${CASE_RANGE}: ` : token.text;
  };
  const insert = (words: string): void => replace(writer, writer.copied, writer.copied, words);
  // comments, directives, and what conditions leave out
  writer.copied = Math.max(writer.copied, given[0]?.start ?? start);
  insert('\n');
  let nextGiven = 0;
  let nextMade = 0;
  /** The end of what is the same and has not been copied yet. */
  let same = -1;
  const copySame = (): void => {
    if (same >= 0) copyUpTo(writer, same);
    same = -1;
  };
  for (const [givenFrom, madeFrom] of [
    ...withoutCalls(given, common(given, made)),
    [given.length, made.length] as const,
  ]) {
    if (givenFrom > nextGiven || madeFrom > nextMade) {
      copySame();
      const words = made.slice(nextMade, madeFrom).map(spelled).join(' ');
      if (givenFrom > nextGiven) writer.copied = given[nextGiven]!.start;
      replace(
        writer,
        writer.copied,
        givenFrom > nextGiven ? given[givenFrom - 1]!.end : writer.copied,
        words === '' ? ' ' : ` ${words} `,
      );
    }
    const token = made[madeFrom];
    const place = given[givenFrom];
    if (token === undefined || place === undefined) break;
    const said = spelled(token);
    if (same >= 0 && said === token.token.text && !/\S/.test(writer.source.slice(same, place.start))) same = place.end;
    else {
      copySame();
      insert(' ');
      writer.copied = place.start;
      if (said === token.token.text) same = place.end;
      else replace(writer, place.start, place.end, said);
    }
    nextGiven = givenFrom + 1;
    nextMade = madeFrom + 1;
  }
  copySame();
}

/**
 * A macro's call belongs together: where the name is gone, what its arguments have in common with the expansion tells
 * nothing.
 */
function withoutCalls(
  given: readonly Placed[],
  pairs: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] {
  const matched = new Set(pairs.map(([g]) => g));
  const inside = new Set<number>();
  for (let g = 0; g + 1 < given.length; g++) {
    if (matched.has(g) || given[g]!.token.kind !== 'identifier' || given[g + 1]!.token.text !== '(') continue;
    let depth = 0;
    for (g++; g < given.length; g++) {
      inside.add(g);
      if (given[g]!.token.text === '(') depth++;
      else if (given[g]!.token.text === ')' && --depth === 0) break;
    }
  }
  return pairs.filter(([g]) => !inside.has(g));
}

/**
 * Indices of tokens that both have in the same order: a longest common subsequence where the lines are short enough.
 */
function common(given: readonly Placed[], made: readonly Placed[]): (readonly [number, number])[] {
  const same = (g: number, m: number): boolean => given[g]!.token.text === made[m]!.token.text;
  const pairs: (readonly [number, number])[] = [];
  let start = 0;
  while (start < given.length && start < made.length && same(start, start)) {
    pairs.push([start, start]);
    start++;
  }
  let ends = 0;
  while (
    ends < given.length - start &&
    ends < made.length - start &&
    same(given.length - 1 - ends, made.length - 1 - ends)
  )
    ends++;
  const rows = given.length - ends;
  const columns = made.length - ends;
  if ((rows - start) * (columns - start) <= MOST_TOKENS * MOST_TOKENS)
    append(pairs, longest(start, rows, columns, same));
  for (let k = ends; k > 0; k--) pairs.push([given.length - k, made.length - k]);
  return pairs;
}

function longest(
  start: number,
  rows: number,
  columns: number,
  same: (g: number, m: number) => boolean,
): (readonly [number, number])[] {
  const width = columns - start + 1;
  const lengths = new Uint16Array((rows - start + 1) * width);
  for (let g = rows - 1; g >= start; g--) {
    for (let m = columns - 1; m >= start; m--) {
      const at = (g - start) * width + (m - start);
      lengths[at] = same(g, m) ? lengths[at + width + 1]! + 1 : Math.max(lengths[at + width]!, lengths[at + 1]!);
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let g = start, m = start; g < rows && m < columns; ) {
    const at = (g - start) * width + (m - start);
    if (same(g, m)) pairs.push([g++, m++]);
    else if (lengths[at + width]! >= lengths[at + 1]!) g++;
    else m++;
  }
  return pairs;
}
