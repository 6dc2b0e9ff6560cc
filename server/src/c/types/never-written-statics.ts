/**
 * Static objects that nothing in the file writes: they are worth what they are initialised with whenever a function runs. Decided on the
 * words of the text, not on its syntax, so that code which the parser doesn't understand counts: each occurrence of the name has to be a plain reading.
 */
import type { CType } from './c-types.ts';
import { ASSERTING, ASSUMING, libraryEffect } from '../syntax/index.ts';

/** How an object may occur: its members, so many subscripts. */
export interface Shape {
  readonly subscripts: number;
  readonly members: boolean;
}

/** Null for what is not kept apart: unions, arrays in records, pointers. */
export function shapeOf(type: CType): Shape | null {
  if (type.kind === 'int') return type.volatile ? null : { subscripts: 0, members: false };
  if (type.kind === 'array') {
    const inner = shapeOf(type.of);
    return inner && !inner.members ? { subscripts: inner.subscripts + 1, members: false } : null;
  }
  if (type.kind !== 'record' || type.union || type.fields === null) return null;
  return type.fields.every((f) => f.type.kind === 'int' || (f.type.kind === 'record' && shapeOf(f.type) !== null)) ? { subscripts: 0, members: true } : null;
}

interface Word {
  readonly text: string;
  readonly start: number;
}

const WORDS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|[A-Za-z_$][\w$]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\d[\w.]*|->|\S/g;
const isName = (word: string | undefined): boolean => word !== undefined && /^[A-Za-z_$]/.test(word);

/** What stands before a parenthesis without being a call. */
const KEYWORDS = new Set(['if', 'while', 'for', 'switch', 'return', 'sizeof', 'case', 'else', 'do', 'typeof', '__typeof__', '__typeof', '_Alignof', '_Static_assert', 'static_assert']);

interface TextRequest {
  readonly text: string;
  readonly isFunction: (name: string) => boolean;
}

function wordsOf(text: string): Word[] {
  const out: Word[] = [];
  for (const m of text.matchAll(WORDS)) if (!m[0].startsWith('/*') && !m[0].startsWith('//')) out.push({ text: m[0], start: m.index });
  return out;
}

/**
 * Of the names, those that some occurrence in the text may write or take the address of. `declared`: those that stand in a declaration, at the
 * outermost level (`fileLevel`) or that of a static object in the function whose text it is.
 */
function perhapsWritten({ text, isFunction }: TextRequest, names: ReadonlyMap<string, Shape>, fileLevel: boolean): { readonly written: ReadonlySet<string>; readonly declared: ReadonlySet<string> } {
  const words = wordsOf(text);
  const out = new Set<string>();
  const declared = new Set<string>();
  const parentheses: number[] = [];
  const at = (i: number): string => words[i]?.text ?? '';
  /** Two characters that are one operator. */
  const joined = (i: number): boolean => (words[i + 1]?.start ?? -1) === (words[i]?.start ?? -3) + 1;
  const closing = (open: number): number => {
    let depth = 0;
    for (let i = open; i < words.length; i++) {
      if (at(i) === '(' || at(i) === '[') depth++;
      if ((at(i) === ')' || at(i) === ']') && --depth === 0) return i;
    }
    return words.length;
  };
  const isRead = (i: number, shape: Shape): boolean => {
    let first = i;
    let last = i;
    let subscripts = 0;
    const extend = (): void => {
      for (;;) {
        if (at(last + 1) === '[') {
          last = closing(last + 1);
          subscripts++;
        } else if (at(last + 1) === '.' && isName(words[last + 2]?.text)) last += 2;
        else return;
      }
    };
    extend();
    let around = parentheses.length - 1;
    while (at(first - 1) === '(' && at(last + 1) === ')' && !isName(words[first - 2]?.text) && !/^[")]/.test(at(first - 2))) {
      first--;
      last++;
      around--;
      extend();
    }
    // the size of an array is no pointer to it
    if (subscripts < shape.subscripts && !(at(first - 1) === 'sizeof' || (at(first - 1) === '(' && at(first - 2) === 'sizeof'))) return false;
    const [before, after] = [at(first - 1), at(last + 1)];
    // an operator of two operands, behind what can't be a cast
    if (before === '&' && !(at(first - 2) === '&' && joined(first - 2)) && !(/^[a-z_\d]\w*$|^\]$/.test(at(first - 2)) && !KEYWORDS.has(at(first - 2)))) return false;
    if ((before === '+' || before === '-') && at(first - 2) === before && joined(first - 2)) return false;
    if ((after === '+' || after === '-') && at(last + 2) === after && joined(last + 1)) return false;
    if (after === '=' && !(at(last + 2) === '=' && joined(last + 1))) return false;
    if (/^[-+*/%&|^]$/.test(after) && at(last + 2) === '=' && joined(last + 1)) return false;
    if ((after === '<' || after === '>') && at(last + 2) === after && at(last + 3) === '=' && joined(last + 1) && joined(last + 2)) return false;
    // an operand of inline assembly; an argument of what may be a macro
    if (before === '(' && at(first - 2).startsWith('"')) return false;
    const open = parentheses[around] ?? -1;
    const isArgument = open >= 0 && (before === '(' || before === ',') && (after === ')' || after === ',');
    const callee = at(open - 1);
    return !isArgument || !isName(callee) || KEYWORDS.has(callee) || isFunction(callee);
  };
  const isStaticDeclaration = (i: number): boolean => {
    for (let k = i - 1; k >= 0 && !/^[;{}]$/.test(at(k)); k--) if (at(k) === 'static') return true;
    return false;
  };
  let braces = 0;
  for (const [i, { text: word }] of words.entries()) {
    if (word === '(') parentheses.push(i);
    else if (word === ')') parentheses.pop();
    else if (word === '{') braces++;
    else if (word === '}') braces--;
    const shape = names.get(word);
    if (shape === undefined || out.has(word) || at(i - 1) === '.' || at(i - 1) === '->') continue;
    if (parentheses.length === 0 && at(i - 1) !== '&' && (fileLevel ? braces === 0 : isStaticDeclaration(i))) declared.add(word);
    else if (!isRead(i, shape)) out.add(word);
  }
  return { written: out, declared };
}

/** Names in the bodies of macros, in strings of a file with assembly or aliases, and in attributed declarations: what is done to them isn't seen. */
function hidden(source: string, names: Iterable<string>): ReadonlySet<string> {
  const places: string[] = [];
  for (const m of source.matchAll(/^[ \t]*#[ \t]*define\b(?:\\\r?\n|[^\n])*/gm)) places.push(m[0]);
  if (/\basm\b|__asm|alias|weakref|symver/.test(source)) for (const m of source.matchAll(/"(?:[^"\\\n]|\\.)*"/g)) places.push(m[0]);
  for (const m of source.matchAll(/\b__(?:attribute|declspec)/g)) {
    let start = m.index;
    while (start > 0 && !/[;{}]/.test(source[start - 1] ?? ';')) start--;
    const end = source.slice(m.index).search(/[;{]/);
    places.push(source.slice(start, end < 0 ? source.length : m.index + end));
  }
  const all = new Set(places.join('\n').match(/[A-Za-z_$][\w$]*/g));
  return new Set([...names].filter((n) => all.has(n)));
}

/** The last line on which something is included, which may use what the file declares before. */
function lastInclude(source: string): number {
  let last = 0;
  source.split('\n').forEach((line, i) => {
    if (/^\s*#\s*include/.test(line)) last = i + 1;
  });
  return last;
}

/** Static objects of the file's own by name, with the line of their declaration. */
export interface Statics {
  readonly shapes: ReadonlyMap<string, Shape>;
  readonly lines: ReadonlyMap<string, number>;
}

/** Those that nothing in the file writes. `source`: as the user sees it; `text`: preprocessed. */
export function neverWritten(statics: Statics, source: string, text: string, isDeclaredFunction: (name: string) => boolean, fileLevel: boolean): ReadonlySet<string> {
  if (statics.shapes.size === 0) return new Set();
  const isFunction = (name: string): boolean => isDeclaredFunction(name) || libraryEffect(name) !== null || ASSERTING.has(name) || ASSUMING.has(name);
  const { written, declared } = perhapsWritten({ text, isFunction }, statics.shapes, fileLevel);
  const unseen = hidden(source, statics.shapes.keys());
  const included = lastInclude(source);
  return new Set([...statics.shapes.keys()].filter((n) => !written.has(n) && !unseen.has(n) && declared.has(n) && (statics.lines.get(n) ?? 0) > included));
}
