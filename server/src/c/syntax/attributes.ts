/**
 * Attributes, wherever they stand: `__attribute__((...))`, `[[...]]`, `__declspec(...)`, and names for the assembler. The grammar knows them
 * in some places only; so they are taken out of the text before it is parsed, and found again by where they stood.
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
export function joinedOut(a: Omit<TakenOut, 'full'>, b: Omit<TakenOut, 'full'>, by: number): Omit<TakenOut, 'full'> {
  if (by === 0) return { attributes: b.attributes, computedGotos: b.computedGotos };
  const moved = b.attributes.map(
    (x): Attribute => ({ ...x, start: x.start + by, end: x.end + by, argumentStart: x.argumentStart + by }),
  );
  return {
    attributes: [...a.attributes, ...moved],
    computedGotos: new Set([...a.computedGotos, ...[...b.computedGotos].map((x) => x + by)]),
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
const BEFORE_STATEMENT = /^(else|do|return|volatile|__volatile__|inline|__inline|__extension__)$/;

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
 * The text for the parser, with all offsets as they were: without comments, attributes, assembler's names, `__extension__`, thread
 * locality, `__label__` lists, and the word in `goto *p`.
 */
export function takeOut(text: string): TakenOut & { readonly text: string } {
  const t: Taking = { text, attributes: [], computedGotos: new Set(), pieces: [], copied: 0, depth: 0, last: '' };
  for (let i = 0; i < text.length; ) {
    const c = text.charCodeAt(i);
    if (c === 47 && text.charCodeAt(i + 1) === 42) i = blank(t, i, endOfBlockComment(text, i));
    else if (c === 47 && text.charCodeAt(i + 1) === 47) i = blank(t, i, endOfLine(text, i));
    else if (c <= 32) i++;
    else if (isIdentifierStart(c)) i = passWord(t, i);
    else i = (c === 91 ? takeDoubleBrackets(t, i) : null) ?? passToken(t, i, c);
  }
  const { attributes, computedGotos, pieces, copied } = t;
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

function passWord(t: Taking, start: number): number {
  const end = endOfIdentifier(t.text, start);
  const word = t.text.slice(start, end);
  const taken = word.length < 4 ? null : takeWord(t, start, end, word);
  if (taken === null) t.last = word;
  return taken ?? end;
}

/** `[[...]]` (C23); null: it is none. */
function takeDoubleBrackets(t: Taking, start: number): number | null {
  if (!t.text.startsWith('[[', start)) return null;
  const close = closing(t.text, start);
  if (close <= 0) return null;
  t.attributes.push(...listed(t.text, { start: start + 2, end: close - 1 }, { start, end: close + 1 }));
  return blank(t, start, close + 1);
}

/** A literal, a number or a punctuator. */
function passToken(t: Taking, start: number, c: number): number {
  const { text } = t;
  let end = start + 1;
  if (c === 34 || c === 39) end = endOfLiteral(text, start);
  else if (c >= 48 && c <= 57) end = endOfNumber(text, start);
  else if (c === 123) t.depth++;
  else if (c === 125) t.depth--;
  t.last = text.charAt(end - 1);
  return end;
}

/** What a word begins that is taken out; behind it. Null: nothing is. */
function takeWord(t: Taking, start: number, end: number, word: string): number | null {
  const { text } = t;
  if (UNSAID.test(word)) return blank(t, start, end);
  const next = skipSpace(text, end, true);
  if (word === 'goto' && text.charCodeAt(next) === 42) {
    t.computedGotos.add(next);
    return blank(t, start, end);
  }
  if (word === '__label__') {
    const semicolon = text.indexOf(';', end);
    return semicolon < 0 ? null : blank(t, start, semicolon);
  }
  return text.charCodeAt(next) === 40 ? takeParenthesized(t, start, next, word) : null;
}

/** `__attribute__((...))`, `__declspec(...)`, and `asm("name")` behind a declarator; null: it is none of them. */
function takeParenthesized(t: Taking, start: number, open: number, word: string): number | null {
  const { text, last } = t;
  const isBehindDeclarator = /^[\w\]]+$/.test(last) || (last === ')' && t.depth === 0);
  const isName = ASSEMBLER.test(word) && isBehindDeclarator && !BEFORE_STATEMENT.test(last);
  if (!isName && !SPECIFIERS.test(word)) return null;
  const close = closing(text, open);
  if (close < 0) return null;
  const specifier = { start, end: close + 1 };
  if (isName)
    t.attributes.push({ ...specifier, name: 'asm', argument: text.slice(open + 1, close), argumentStart: open + 1 });
  else t.attributes.push(...listed(text, { start: open + 1, end: close }, specifier));
  return blank(t, start, close + 1);
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
