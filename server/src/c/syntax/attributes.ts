/**
 * Attributes, wherever they stand: `__attribute__((...))`, `[[...]]`, `__declspec(...)`, and names for the assembler. The grammar knows them
 * in some places only; so they are taken out of the text before it is parsed, and found again by where they stood.
 */
import {
  endOfBlockComment, endOfIdentifier, endOfLine, endOfLiteral, endOfNumber, isIdentifierStart, skipSpace,
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
  const moved = b.attributes.map((x): Attribute => ({ ...x, start: x.start + by, end: x.end + by, argumentStart: x.argumentStart + by }));
  return { attributes: [...a.attributes, ...moved], computedGotos: new Set([...a.computedGotos, ...[...b.computedGotos].map((x) => x + by)]) };
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

/** The attributes in a list, between `from` and `to`. */
function listed(text: string, from: number, to: number, start: number, end: number, found: Attribute[]): void {
  for (let i = from; i < to;) {
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
    found.push({ start, end, name, argument: close < 0 ? '' : text.slice(open + 1, close).trim(), argumentStart: open + 1 });
    i = close < 0 ? nameEnd : close + 1;
  }
}

const SPECIFIERS = /^(__attribute__|__attribute|__declspec)$/;
const ASSEMBLER = /^(asm|__asm__|__asm)$/;
/** Words that mean nothing for values: the grammar knows them in some places only. */
const UNSAID = /^(__extension__|_Thread_local|__thread|thread_local)$/;
/** Words before inline assembly rather than an assembler's name. */
const BEFORE_STATEMENT = /^(else|do|return|volatile|__volatile__|inline|__inline|__extension__)$/;

/** The text for the parser, with all offsets as they were: without comments, attributes, assembler's names, `__extension__`, thread locality, `__label__` lists, and the word in `goto *p`. */
export function takeOut(text: string): TakenOut & { readonly text: string } {
  const attributes: Attribute[] = [];
  const computedGotos = new Set<number>();
  const pieces: string[] = [];
  let copied = 0;
  const blank = (from: number, to: number): void => {
    pieces.push(text.slice(copied, from), text.slice(from, to).replace(/[^\n\r]/g, ' '));
    copied = to;
  };
  let depth = 0;
  let last = '';
  for (let i = 0; i < text.length;) {
    const c = text.charCodeAt(i);
    if (c === 47 && (text.charCodeAt(i + 1) === 42 || text.charCodeAt(i + 1) === 47)) {
      const end = text.charCodeAt(i + 1) === 42 ? endOfBlockComment(text, i) : endOfLine(text, i);
      blank(i, end);
      i = end;
      continue;
    }
    if (c <= 32) {
      i++;
      continue;
    }
    if (isIdentifierStart(c)) {
      const end = endOfIdentifier(text, i);
      const word = text.slice(i, end);
      const taken = word.length < 4 ? -1 : specifier(i, end, word);
      if (taken < 0) last = word;
      i = taken < 0 ? end : taken;
      continue;
    }
    if (c === 91 && text.charCodeAt(i + 1) === 91) {
      const close = closing(text, i);
      if (close > 0) {
        listed(text, i + 2, close - 1, i, close + 1, attributes);
        blank(i, close + 1);
        i = close + 1;
        continue;
      }
    }
    if (c === 34 || c === 39) i = endOfLiteral(text, i);
    else if (c >= 48 && c <= 57) i = endOfNumber(text, i);
    else {
      if (c === 123) depth++;
      else if (c === 125) depth--;
      i++;
    }
    last = text.charAt(i - 1);
  }
  if (copied === 0) return { text, full: text, attributes, computedGotos };
  pieces.push(text.slice(copied));
  return { text: pieces.join(''), full: text, attributes, computedGotos };

  /** Behind what is taken out; -1: nothing is. */
  function specifier(start: number, end: number, word: string): number {
    if (UNSAID.test(word)) {
      blank(start, end);
      return end;
    }
    const next = skipSpace(text, end, true);
    if (word === 'goto' && text.charCodeAt(next) === 42) {
      computedGotos.add(next);
      blank(start, end);
      return end;
    }
    if (word === '__label__') {
      const semicolon = text.indexOf(';', end);
      if (semicolon < 0) return -1;
      blank(start, semicolon);
      return semicolon;
    }
    if (text.charCodeAt(next) !== 40) return -1;
    const isName = ASSEMBLER.test(word) && (/^[\w\]]+$/.test(last) || (last === ')' && depth === 0)) && !BEFORE_STATEMENT.test(last);
    if (!isName && !SPECIFIERS.test(word)) return -1;
    const close = closing(text, next);
    if (close < 0) return -1;
    if (isName) attributes.push({ start, end: close + 1, name: 'asm', argument: text.slice(next + 1, close), argumentStart: next + 1 });
    else listed(text, next + 1, close, start, close + 1, attributes);
    blank(start, close + 1);
    return close + 1;
  }
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
