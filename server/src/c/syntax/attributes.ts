/**
 * Attributes, wherever they stand: `__attribute__((...))`, `[[...]]`, `__declspec(...)`, and names for the assembler.
 * The grammar knows them in some places only. So they are taken out of the text before it is parsed, and found again by
 * where they stood.
 */
import {
  endOfBlockComment,
  endOfIdentifier,
  endOfLine,
  endOfLiteral,
  endOfNumber,
  isIdentifierStart,
  skipSpace,
} from '../sources/index.ts';
import { endOfOldStyleStars } from './old-style-results.ts';

export interface Attribute {
  /** Offsets of the whole specifier. */
  readonly start: number;
  readonly end: number;
  /** Without the underscores around it; `asm` for an assembler's name. */
  readonly name: string;
  /** What stands between its parentheses, and where; empty without. */
  readonly argument: string;
  readonly argumentStart: number;
}

/** What was taken out of a text. */
export interface TakenOut {
  /** The text of before. */
  readonly full: string;
  readonly attributes: readonly Attribute[];
  /** Where the operands of computed gotos begin: the word itself is taken out. */
  readonly computedGotos: ReadonlySet<number>;
}

/** What was taken out of two texts, the second of which begins at `by`. */
export function joinedOut(
  first: Omit<TakenOut, 'full'>,
  second: Omit<TakenOut, 'full'>,
  by: number,
): Omit<TakenOut, 'full'> {
  if (by === 0) return { attributes: second.attributes, computedGotos: second.computedGotos };
  const moved = second.attributes.map(
    (x): Attribute => ({ ...x, start: x.start + by, end: x.end + by, argumentStart: x.argumentStart + by }),
  );
  return {
    attributes: [...first.attributes, ...moved],
    computedGotos: new Set([...first.computedGotos, ...[...second.computedGotos].map((x) => x + by)]),
  };
}

/** Closing bracket behind the opening one at `open`; -1: there is none. Strings are passed. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 34 || c === 39) i = endOfLiteral(text, i) - 1;
    else if (c === 40 || c === 91 || c === 123) depth++;
    else if (c === 41 || c === 93 || c === 125) {
      if (--depth === 0) return i;
    } else if (c === 59 && depth <= 1) return -1;
  }
  return -1;
}

/** Offsets of a piece of text. */
type Span = Pick<Attribute, 'start' | 'end'>;

/** The attributes in a list, between the offsets; `specifier` is the whole that it stands in. */
function listed(text: string, list: Span, specifier: Span): Attribute[] {
  const found: Attribute[] = [];
  for (let i = list.start; i < list.end; ) {
    if (!isIdentifierStart(text.charCodeAt(i))) {
      i++;
      continue;
    }
    let nameEnd = endOfIdentifier(text, i);
    // gnu::packed
    if (text.startsWith('::', skipSpace(text, nameEnd, true))) {
      i = skipSpace(text, skipSpace(text, nameEnd, true) + 2, true);
      nameEnd = endOfIdentifier(text, i);
    }
    const name = text.slice(i, nameEnd).replace(/^__(.+)__$/, '$1');
    const open = skipSpace(text, nameEnd, true);
    const close = text.charCodeAt(open) === 40 ? closing(text, open) : -1;
    const argument = close < 0 ? '' : text.slice(open + 1, close).trim();
    found.push({ ...specifier, name, argument, argumentStart: open + 1 });
    i = close < 0 ? nameEnd : close + 1;
  }
  return found;
}

const SPECIFIERS = /^(__attribute__|__attribute|__declspec)$/;
const ASSEMBLER = /^(asm|__asm__|__asm)$/;
/** Words that mean nothing for values: the grammar knows them in some places only. */
const UNSAID = /^(__extension__|_Thread_local|__thread|thread_local)$/;
/** Words before inline assembly rather than an assembler's name. */
const BEFORE_STATEMENT = /^(else|do|return|volatile|inline|__inline|__extension__)$/;

/** Keywords as gcc spells them beside the standard: where these are, the grammar knows the standard's. */
const SPELLED_OTHERWISE = /^__(const|volatile|signed|restrict)(?:__)?$/;

/** A text while things are taken out of it. */
interface Taking {
  readonly text: string;
  readonly attributes: Attribute[];
  readonly computedGotos: Set<number>;
  /** The text for the parser, up to `copied`. */
  readonly pieces: string[];
  copied: number;
  /** Open braces. */
  depth: number;
  /** The token before: a word, or the last character of something else. */
  last: string;
}

/**
 * The text for the parser, with all offsets as they were. Blanks stand for comments, attributes, assembler's names,
 * `__extension__` and thread locality. They also stand for `__label__` lists, and the word in `goto *p`. `__const` and
 * the like are the standard's words. The stars of `char *f(s) char *s; {` are attributes, too.
 */
export function takeOut(text: string): TakenOut & { readonly text: string } {
  const taking: Taking = { text, attributes: [], computedGotos: new Set(), pieces: [], copied: 0, depth: 0, last: '' };
  for (let i = 0; i < text.length; ) {
    const c = text.charCodeAt(i);
    if (c === 47 && text.charCodeAt(i + 1) === 42) i = blank(taking, i, endOfBlockComment(text, i));
    else if (c === 47 && text.charCodeAt(i + 1) === 47) i = blank(taking, i, endOfLine(text, i));
    else if (c <= 32) i++;
    else if (isIdentifierStart(c)) i = passWord(taking, i);
    else i = (c === 91 ? takeDoubleBrackets(taking, i) : null) ?? passToken(taking, i, c);
  }
  const { attributes, computedGotos, pieces, copied } = taking;
  if (copied === 0) return { text, full: text, attributes, computedGotos };
  pieces.push(text.slice(copied));
  return { text: pieces.join(''), full: text, attributes, computedGotos };
}

/** Leaves blanks for what is between the offsets, and goes on behind it. */
function blank(t: Taking, from: number, to: number): number {
  t.pieces.push(t.text.slice(t.copied, from), t.text.slice(from, to).replace(/[^\n\r]/g, ' '));
  t.copied = to;
  return to;
}

function passWord(taking: Taking, start: number): number {
  const end = endOfIdentifier(taking.text, start);
  const word = taking.text.slice(start, end);
  const keyword = word.length < 7 ? undefined : SPELLED_OTHERWISE.exec(word)?.[1];
  if (keyword !== undefined) return spell(taking, start, end, keyword);
  const taken = word.length < 4 ? null : takeWord(taking, start, end, word);
  if (taken === null) taking.last = word;
  return taken ?? end;
}

/** A shorter word and blanks for one. */
function spell(t: Taking, from: number, to: number, word: string): number {
  t.pieces.push(t.text.slice(t.copied, from), word.padEnd(to - from));
  t.copied = to;
  t.last = word;
  return to;
}

/** `[[...]]` (C23); null: it is none. */
function takeDoubleBrackets(taking: Taking, start: number): number | null {
  if (!taking.text.startsWith('[[', start)) return null;
  const close = closing(taking.text, start);
  if (close <= 0) return null;
  taking.attributes.push(...listed(taking.text, { start: start + 2, end: close - 1 }, { start, end: close + 1 }));
  return blank(taking, start, close + 1);
}

/** A literal, a number or a punctuator. */
function passToken(taking: Taking, start: number, c: number): number {
  const { text } = taking;
  const behindStars = c === 42 && taking.depth === 0 ? endOfOldStyleStars(text, start) : null;
  if (behindStars !== null) return takeStars(taking, start, behindStars);
  let end = start + 1;
  if (c === 34 || c === 39) end = endOfLiteral(text, start);
  else if (c >= 48 && c <= 57) end = endOfNumber(text, start);
  else if (c === 123) taking.depth++;
  else if (c === 125) taking.depth--;
  taking.last = text.charAt(end - 1);
  return end;
}

/** The name of what stands for a `*` before the name of an old-style function, which was taken out. */
export const RESULT_POINTER = '*';

function takeStars(taking: Taking, from: number, to: number): number {
  for (let i = from; i < to; i++)
    if (taking.text.charAt(i) === '*')
      taking.attributes.push({ start: i, end: i + 1, name: RESULT_POINTER, argument: '', argumentStart: i + 1 });
  return blank(taking, from, to);
}

/** What a word begins that is taken out; behind it. Null: nothing is. */
function takeWord(taking: Taking, start: number, end: number, word: string): number | null {
  const { text } = taking;
  if (UNSAID.test(word)) return blank(taking, start, end);
  const next = skipSpace(text, end, true);
  if (word === 'goto' && text.charCodeAt(next) === 42) {
    taking.computedGotos.add(next);
    return blank(taking, start, end);
  }
  if (word === '__label__') {
    const semicolon = text.indexOf(';', end);
    return semicolon < 0 ? null : blank(taking, start, semicolon);
  }
  return text.charCodeAt(next) === 40 ? takeParenthesized(taking, start, next, word) : null;
}

/** `__attribute__((...))`, `__declspec(...)`, and `asm("name")` behind a declarator; null: it is none of them. */
function takeParenthesized(taking: Taking, start: number, open: number, word: string): number | null {
  const { text, last } = taking;
  const isBehindDeclarator = /^[\w\]]+$/.test(last) || (last === ')' && taking.depth === 0);
  const isName = ASSEMBLER.test(word) && isBehindDeclarator && !BEFORE_STATEMENT.test(last);
  if (!isName && !SPECIFIERS.test(word)) return null;
  const close = closing(text, open);
  if (close < 0) return null;
  const specifier = { start, end: close + 1 };
  if (isName)
    taking.attributes.push({
      ...specifier,
      name: 'asm',
      argument: text.slice(open + 1, close),
      argumentStart: open + 1,
    });
  else taking.attributes.push(...listed(text, { start: open + 1, end: close }, specifier));
  return blank(taking, start, close + 1);
}

/** The attributes that begin between two offsets. */
export function attributesBetween(all: readonly Attribute[], from: number, to: number): readonly Attribute[] {
  if (all.length === 0 || from >= to) return [];
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (all[middle]!.start < from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < all.length && all[end]!.start < to) end++;
  return low === end ? [] : all.slice(low, end);
}

/** Where white space (and all that was taken out) before an offset begins. */
export function spaceBefore(text: string, at: number): number {
  let i = at;
  while (i > 0 && text.charCodeAt(i - 1) <= 32) i--;
  return i;
}

/** Where it ends. */
export function spaceBehind(text: string, at: number): number {
  let i = at;
  while (i < text.length && text.charCodeAt(i) <= 32) i++;
  return i;
}
