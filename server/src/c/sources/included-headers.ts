/**
 * Headers: asked for from outside, since nothing here touches files, and what was made of them remembered for the next time that
 * they are included under the same circumstances - by the next version of the file, or by another file.
 */
import type { Macro, MacroTable } from './macro-definition.ts';

/** What an `#include` asks for. */
export interface HeaderRequest {
  readonly name: string;
  /** `"name"` rather than `<name>`. */
  readonly quoted: boolean;
  /** The header that asks; null: the file itself. */
  readonly from: Header | null;
  /** `#include_next`: only where the search that found `from` goes on. */
  readonly next: boolean;
}

export interface Header {
  readonly path: string;
  readonly text: string;
  /** Changes whenever the text may have changed. */
  readonly version: string;
  /** Where in the search it was found: which directory, by number. */
  readonly directory: number;
}

/** A header that is there and can't be used, and why: `is not a text file`. */
export interface UnusableHeader {
  readonly path: string;
  readonly problem: string;
}

/** Finds and reads a header; null where there is none. Gives the same answers throughout one analysis. */
export type ReadHeader = (request: HeaderRequest) => Header | UnusableHeader | null;

/** A change of the macro table: a definition, or a name that is gone. */
export type MacroChange = Macro | string;

/** What including a header did, wherever it is included in the same state. */
export interface Included {
  readonly text: string;
  readonly changes: readonly MacroChange[];
  readonly touched: readonly string[];
  /** Headers that it asked for, and what was found. */
  readonly lookups: readonly Lookup[];
  readonly problems: readonly string[];
  readonly unread: boolean;
  /** Stands for all that was defined when it had been read. */
  readonly state: number;
  /** By how many braces the nesting is deeper behind it than before. */
  readonly deeper: number;
  /** Its last token. */
  readonly last: string;
  /** Characters read and written. */
  readonly size: number;
  /** Headers read, itself included, and how deep they include each other. */
  readonly includes: number;
  readonly height: number;
}

export interface Lookup {
  readonly request: HeaderRequest;
  /** See `identity`. */
  readonly found: string | null;
  readonly path: string | null;
}

/** A header deeper than this includes itself, most likely. */
export const DEEPEST_INCLUDE = 200;
/** The most that the headers of one file may add up to. */
export const MOST_INCLUDES = 20_000;
export const MOST_HEADER_TEXT = 40_000_000;

/** What is remembered is forgotten beyond so many characters and entries. */
const MOST_REMEMBERED = 10_000_000;
const MOST_ENTRIES = 4_000;

const remembered = new Map<string, Included>();
const states = new Map<string, number>();
let weight = 0;
let lastState = 0;

/** A number of its own for what is like nothing before. */
export function newState(): number {
  return ++lastState;
}

/** The number of a state that is reached from another by what `directives` say; the same for the same. */
export function stateAfter(state: number, directives: string): number {
  const key = `${state} ${directives}`;
  let next = states.get(key);
  if (next === undefined) {
    if (states.size > 4 * MOST_ENTRIES) forgetHeaders();
    next = newState();
    states.set(key, next);
  }
  return next;
}

/** What was remembered under the key, where everything that it rests on is still as it was. */
export function recall(key: string, read: ReadHeader): Included | null {
  const known = remembered.get(key);
  if (known === undefined || !known.lookups.every(({ request, found }) => identity(read(request)) === found))
    return null;
  // the one used last goes last
  remembered.delete(key);
  remembered.set(key, known);
  return known;
}

export function remember(key: string, included: Included): void {
  const before = remembered.get(key);
  if (before !== undefined) drop(key, before);
  remembered.set(key, included);
  weight += weightOf(included);
  for (const [oldest, entry] of remembered) {
    if ((weight <= MOST_REMEMBERED && remembered.size <= MOST_ENTRIES) || entry === included) break;
    drop(oldest, entry);
  }
}

function drop(key: string, entry: Included): void {
  remembered.delete(key);
  weight -= weightOf(entry);
}

function weightOf({ text, changes, lookups }: Included): number {
  return text.length + 200 * changes.length + 100 * lookups.length;
}

/** Forgets all that is remembered. */
function forgetHeaders(): void {
  remembered.clear();
  states.clear();
  weight = 0;
}

/** Stands for a header's content. */
export function identity(found: Header | UnusableHeader | null): string | null {
  if (found === null) return null;
  return 'problem' in found ? `${found.path} ${found.problem}` : `${found.path} ${found.version}`;
}

export function applyChange(macros: MacroTable, change: MacroChange): void {
  if (typeof change === 'string') macros.delete(change);
  else macros.set(change.name, change);
}
