/** Macros as they are defined. */
import { nextToken, tokenize } from './lexer.ts';
import type { Token } from './lexer.ts';

/** A macro: its name, its parameters, and what it stands for. */
export interface Macro {
  readonly name: string;
  /** Parameter names; null for an object-like macro. */
  readonly params: readonly string[] | null;
  /** The last parameter takes all further arguments. */
  readonly variadic: boolean;
  readonly body: readonly Token[];
  /** Expands to something else at each place. */
  readonly dynamic?: 'line' | 'counter';
  /** Headers that weren't read may give the name another definition. */
  readonly doubt?: Doubt;
}

/** What a name may stand for, since headers that weren't read decide. */
export interface Doubt {
  /** The condition that decides, as written: `#ifdef X`. */
  readonly condition: string;
  /** Macros that it and others ask for, which were taken for undefined. */
  readonly asked: readonly string[];
  /** Definitions that differ; none where the text has no two. */
  readonly alternatives: readonly Macro[];
}

/** A name that is declared in several ways, of which headers choose one that weren't read. */
export interface Decided {
  /** The condition that chooses: `#if X`. */
  readonly condition: string;
  /** The types that it is declared with, as words: `unsigned long`. Null: it is a macro there. */
  readonly types: readonly (string | null)[];
}

/** A change of the macros: a definition, or a name that is gone. */
export type MacroChange = Macro | string;

/** Most definitions that are remembered by their text. */
const MOST_REMEMBERED = 50_000;
const remembered = new Map<string, Macro | null>();

/**
 * Parses what follows `#define`; null where it is malformed. The same text gives the same object, so that macros
 * compare fast.
 */
export function parseDefine(text: string): Macro | null {
  let known = remembered.get(text);
  if (known === undefined) {
    // a copy, so that what is remembered doesn't hold on to the whole file
    const copy = structuredClone(text);
    known = parseAnew(copy);
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(copy, known);
  }
  return known;
}

function parseAnew(text: string): Macro | null {
  const name = nextToken(text, 0, true);
  if (name === null || name.token.kind !== 'identifier') return null;
  if (text[name.end] !== '(')
    return { name: name.token.text, params: null, variadic: false, body: tokenize(text.slice(name.end)) };
  const params: string[] = [];
  let variadic = false;
  let at = nextToken(text, name.end + 1, true);
  for (; at !== null && at.token.text !== ')'; at = nextToken(text, at.end, true)) {
    if (at.token.kind === 'identifier') params.push(at.token.text);
    else if (at.token.text === '...') {
      const last = text.slice(0, at.start).trimEnd();
      // GNU: `args...` names the variable arguments
      if (params.length === 0 || last.endsWith(',')) params.push('__VA_ARGS__');
      variadic = true;
    }
  }
  if (at === null) return null;
  return { name: name.token.text, params, variadic, body: tokenize(text.slice(at.end)) };
}

/** A constant definition for tables: `define('CHAR_BIT', '8')`. */
export function define(name: string, body: string): Macro {
  return { name, params: null, variadic: false, body: tokenize(body) };
}
