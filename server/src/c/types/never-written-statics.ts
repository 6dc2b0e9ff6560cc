/**
 * Static objects that nothing in the file writes: they are worth what they are initialised with whenever a function
 * runs. Decided on the words of the text, not on its syntax, so that code which the parser doesn't understand counts.
 * Each occurrence of the name has to be a plain reading.
 */
import type { CType } from './c-types.ts';
import { ASSERTING, ASSUMING, libraryEffect } from '../syntax/index.ts';

/** How an object may occur: its members, so many subscripts. */
export interface Shape {
  readonly subscripts: number;
  readonly members: boolean;
}

/** Null for what is not kept apart: unions, arrays in records. A pointer is read where what it leads to is written. */
export function shapeOf(type: CType): Shape | null {
  if (type.kind === 'int' || type.kind === 'pointer')
    return type.volatile === true ? null : { subscripts: 0, members: false };
  if (type.kind === 'array') {
    const inner = shapeOf(type.of);
    return inner && !inner.members ? { subscripts: inner.subscripts + 1, members: false } : null;
  }
  if (type.kind !== 'record' || type.union || type.fields === null) return null;
  return type.fields.every((f) => f.type.kind !== 'array' && shapeOf(f.type) !== null)
    ? { subscripts: 0, members: true }
    : null;
}

interface Word {
  readonly text: string;
  readonly start: number;
}

const WORDS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|[A-Za-z_$][\w$]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\d[\w.]*|->|\S/g;
const isName = (word: string | undefined): boolean => word !== undefined && /^[A-Za-z_$]/.test(word);

/** What stands before a parenthesis without being a call. */
const KEYWORDS = new Set([
  'if',
  'while',
  'for',
  'switch',
  'return',
  'sizeof',
  'case',
  'else',
  'do',
  'typeof',
  '__typeof__',
  '__typeof',
  '_Alignof',
  '_Static_assert',
  'static_assert',
]);

interface TextRequest {
  readonly text: string;
  readonly isFunction: (name: string) => boolean;
}

function wordsOf(text: string): Word[] {
  const out: Word[] = [];
  for (const m of text.matchAll(WORDS))
    if (!m[0].startsWith('/*') && !m[0].startsWith('//')) out.push({ text: m[0], start: m.index });
  return out;
}

/**
 * Those of the names that the text may write, or take the address of, at some occurrence. `declared`: names that the
 * text declares. At the outermost level (`fileLevel`), or as static objects of the function whose text it is.
 */
export function perhapsWritten(
  { text, isFunction }: TextRequest,
  names: ReadonlyMap<string, Shape>,
  fileLevel: boolean,
): { readonly written: ReadonlySet<string>; readonly declared: ReadonlySet<string> } {
  const words = wordsOf(text);
  const written = new Set<string>();
  const declared = new Set<string>();
  const parentheses: number[] = [];
  let braces = 0;
  for (const [i, { text: word }] of words.entries()) {
    if (word === '(') parentheses.push(i);
    else if (word === ')') parentheses.pop();
    else if (word === '{') braces++;
    else if (word === '}') braces--;
    const shape = names.get(word);
    const before = wordAt(words, i - 1);
    if (shape === undefined || written.has(word) || before === '.' || before === '->') continue;
    const mayDeclare = parentheses.length === 0 && before !== '&' && isDeclarator(words, i);
    if (mayDeclare && (fileLevel ? braces === 0 : isStaticDeclaration(words, i))) declared.add(word);
    else if (!isRead(words, occurrenceAt(words, i, parentheses), shape, isFunction)) written.add(word);
  }
  return { written, declared };
}

function wordAt(words: readonly Word[], i: number): string {
  return words[i]?.text ?? '';
}

/** Two characters that are one operator. */
function isJoined(words: readonly Word[], i: number): boolean {
  return (words[i + 1]?.start ?? -1) === (words[i]?.start ?? -3) + 1;
}

function closingOf(words: readonly Word[], open: number): number {
  let depth = 0;
  for (let i = open; i < words.length; i++) {
    const word = wordAt(words, i);
    if (word === '(' || word === '[') depth++;
    if ((word === ')' || word === ']') && --depth === 0) return i;
  }
  return words.length;
}

/** Not in what a declarator before it is initialised with: `int *p = table, n;` declares `p` and `n`. */
function isDeclarator(words: readonly Word[], i: number): boolean {
  let depth = 0;
  for (let k = i - 1; k >= 0; k--) {
    const word = wordAt(words, k);
    if (word === ')' || word === ']') depth++;
    else if (word === '(' || word === '[') depth--;
    else if (depth === 0 && word === '=') return false;
    else if (depth === 0 && /^[,;{}]$/.test(word)) return true;
  }
  return true;
}

function isStaticDeclaration(words: readonly Word[], i: number): boolean {
  for (let k = i - 1; k >= 0 && !/^[;{}]$/.test(wordAt(words, k)); k--) if (wordAt(words, k) === 'static') return true;
  return false;
}

/** Words that a statement or a value may stand behind at once: `else (x)++`, `return (x)++`. */
const BEFORE_STATEMENT = new Set(['else', 'do', 'return']);

/** An object's name with its subscripts and members, and parentheses around that alone. */
interface Occurrence {
  readonly first: number;
  readonly last: number;
  readonly subscripts: number;
  /** The parenthesis that it stands in; -1: none. */
  readonly open: number;
}

function occurrenceAt(words: readonly Word[], name: number, parentheses: readonly number[]): Occurrence {
  const at = (i: number): string => wordAt(words, i);
  let first = name;
  let { last, subscripts } = behindParts(words, name);
  let around = parentheses.length - 1;
  while (
    at(first - 1) === '(' &&
    at(last + 1) === ')' &&
    (!isName(words[first - 2]?.text) || BEFORE_STATEMENT.has(at(first - 2))) &&
    !at(first - 2).startsWith('"')
  ) {
    first--;
    around--;
    const more = behindParts(words, last + 1);
    last = more.last;
    subscripts += more.subscripts;
  }
  return { first, last, subscripts, open: parentheses[around] ?? -1 };
}

/** The last word of the subscripts and members behind a word. */
function behindParts(words: readonly Word[], from: number): { readonly last: number; readonly subscripts: number } {
  let last = from;
  let subscripts = 0;
  for (;;) {
    if (wordAt(words, last + 1) === '[') {
      last = closingOf(words, last + 1);
      subscripts++;
    } else if (wordAt(words, last + 1) === '.' && isName(words[last + 2]?.text)) last += 2;
    else return { last, subscripts };
  }
}

/** The object is only read there. */
function isRead(
  words: readonly Word[],
  occurrence: Occurrence,
  shape: Shape,
  isFunction: (name: string) => boolean,
): boolean {
  const { first, last, subscripts, open } = occurrence;
  const [before, beforeThat, after] = [wordAt(words, first - 1), wordAt(words, first - 2), wordAt(words, last + 1)];
  // the size of an array is no pointer to it
  const isSize = before === 'sizeof' || (before === '(' && beforeThat === 'sizeof');
  if (subscripts < shape.subscripts && !isSize) return false;
  // what a pointer leads to is another object
  if (after === '->' || subscripts > shape.subscripts || (before === '*' && isAssigned(words, last))) return true;
  if (isAddressTaken(words, first) || isStepped(words, occurrence) || isAssigned(words, last)) return false;
  // an operand of inline assembly; an argument of what may be a macro
  if (before === '(' && beforeThat.startsWith('"')) return false;
  const isArgument = open >= 0 && (before === '(' || before === ',') && (after === ')' || after === ',');
  const callee = wordAt(words, open - 1);
  return !isArgument || !isName(callee) || KEYWORDS.has(callee) || isFunction(callee);
}

/** `&x`; not `a && x`, nor `a & x` behind what can't be a cast. */
function isAddressTaken(words: readonly Word[], first: number): boolean {
  if (wordAt(words, first - 1) !== '&') return false;
  const beforeThat = wordAt(words, first - 2);
  if (beforeThat === '&' && isJoined(words, first - 2)) return false;
  return !/^[a-z_\d]\w*$|^\]$/.test(beforeThat) || KEYWORDS.has(beforeThat);
}

/** `++x`, `x--`. */
function isStepped(words: readonly Word[], { first, last }: Occurrence): boolean {
  const [before, after] = [wordAt(words, first - 1), wordAt(words, last + 1)];
  const isSign = (word: string): boolean => word === '+' || word === '-';
  if (isSign(before) && wordAt(words, first - 2) === before && isJoined(words, first - 2)) return true;
  return isSign(after) && wordAt(words, last + 2) === after && isJoined(words, last + 1);
}

/** `x =`, `x +=`, `x <<=`; not `x ==`. */
function isAssigned(words: readonly Word[], last: number): boolean {
  const [after, behind] = [wordAt(words, last + 1), wordAt(words, last + 2)];
  const isOne = isJoined(words, last + 1);
  if (after === '=') return behind !== '=' || !isOne;
  if (/^[-+*/%&|^]$/.test(after)) return behind === '=' && isOne;
  const isShift = (after === '<' || after === '>') && behind === after && isOne;
  return isShift && wordAt(words, last + 3) === '=' && isJoined(words, last + 2);
}

/**
 * Names in the bodies of macros, in strings of a file with assembly or aliases, and in attributed declarations. What is
 * done to them isn't seen.
 */
export function hiddenNames(source: string): ReadonlySet<string> {
  const places: string[] = [];
  for (const m of source.matchAll(/^[ \t]*#[ \t]*define\b(?:\\\r?\n|[^\n])*/gm)) places.push(m[0]);
  if (/\basm\b|__asm|alias|weakref|symver/.test(source))
    for (const m of source.matchAll(/"(?:[^"\\\n]|\\.)*"/g)) places.push(m[0]);
  for (const m of source.matchAll(/\b__(?:attribute|declspec)/g)) {
    let start = m.index;
    while (start > 0 && !/[;{}]/.test(source[start - 1] ?? ';')) start--;
    const end = source.slice(m.index).search(/[;{]/);
    places.push(source.slice(start, end < 0 ? source.length : m.index + end));
  }
  return new Set(places.join('\n').match(/[A-Za-z_$][\w$]*/g));
}

/** The last line on which something is included, which may use what the file declares before. */
export function lastInclude(source: string): number {
  let last = 0;
  source.split('\n').forEach((line, i) => {
    if (/^\s*#\s*include/.test(line)) last = i + 1;
  });
  return last;
}

/** Static objects that nothing in the text writes. `hidden`: names with which something is done that isn't seen. */
export function neverWritten(
  shapes: ReadonlyMap<string, Shape>,
  text: string,
  hidden: ReadonlySet<string>,
  isDeclaredFunction: (name: string) => boolean,
  fileLevel: boolean,
): ReadonlySet<string> {
  if (shapes.size === 0) return new Set();
  const isFunction = (name: string): boolean =>
    isDeclaredFunction(name) || libraryEffect(name) !== null || ASSERTING.has(name) || ASSUMING.has(name);
  const { written, declared } = perhapsWritten({ text, isFunction }, shapes, fileLevel);
  return new Set([...shapes.keys()].filter((n) => !written.has(n) && !hidden.has(n) && declared.has(n)));
}
