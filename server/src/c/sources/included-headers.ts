/**
 * Headers. They are asked for from outside, since nothing here touches files. What was made of a header is remembered.
 * It holds for the next time that it is included under the same circumstances: by the file's next version, or by
 * another file.
 */
import type { MacroChange } from './macro-definition.ts';
import type { MacroReads, MacroTable } from './macro-table.ts';

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
  /** It is what the header is made of: more may stand in it. */
  readonly isTemplate?: true;
}

/** A header that is there and can't be used, and why: `is not a text file`. */
export interface UnusableHeader {
  readonly path: string;
  readonly problem: string;
}

/** Finds and reads a header; null where there is none. Gives the same answers throughout one analysis. */
export type ReadHeader = (request: HeaderRequest) => Header | UnusableHeader | null;

/** What including a header did, wherever the macros that it asks for are the same. */
export interface Included {
  /**
   * Its text, cut where headers begin and end that it includes between declarations. So each of them is one string
   * wherever it is included.
   */
  readonly parts: readonly string[];
  /** The macros that it rests on. */
  readonly reads: MacroReads;
  /** `__COUNTER__` before it, and how often it was counted on: the former matters where that is not never. */
  readonly counter: number;
  readonly counted: number;
  readonly changes: readonly MacroChange[];
  /** Headers that it asked for, and what was found. */
  readonly lookups: readonly Lookup[];
  readonly problems: readonly string[];
  readonly unread: boolean;
  readonly ownUnread: boolean;
  readonly standardUnread: boolean;
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
/** So often the same header is remembered, each time with other macros. */
const MOST_VARIANTS = 12;

/** By what is asked for and where; the one used last goes last, of the headers and of the variants of one. */
const remembered = new Map<string, Included[]>();
let weight = 0;
let entries = 0;

/** What was remembered under the key, where everything that it rests on is still as it was. */
export function recall(
  key: string,
  { macros, counter }: { readonly macros: MacroTable; readonly counter: number },
  read: ReadHeader,
): Included | null {
  const variants = remembered.get(key);
  if (variants === undefined) return null;
  for (let i = variants.length - 1; i >= 0; i--) {
    const known = variants[i]!;
    if ((known.counted > 0 && known.counter !== counter) || !macros.agrees(known.reads)) continue;
    if (!known.lookups.every(({ request, found }) => identity(read(request)) === found)) continue;
    variants.splice(i, 1);
    variants.push(known);
    remembered.delete(key);
    remembered.set(key, variants);
    return known;
  }
  return null;
}

export function remember(key: string, included: Included): void {
  const variants = remembered.get(key) ?? [];
  remembered.delete(key);
  remembered.set(key, variants);
  variants.push(included);
  weight += weightOf(included);
  entries++;
  if (variants.length > MOST_VARIANTS) drop(variants);
  for (const [oldest, others] of remembered) {
    if (weight <= MOST_REMEMBERED && entries <= MOST_ENTRIES) break;
    while (others.length > (others === variants ? 1 : 0)) drop(others);
    if (others === variants) break;
    remembered.delete(oldest);
  }
}

/** Forgets the variant that was not used for longest. */
function drop(variants: Included[]): void {
  const gone = variants.shift();
  if (gone === undefined) return;
  weight -= weightOf(gone);
  entries--;
}

function weightOf({ parts, reads, changes, lookups }: Included): number {
  // parts that several headers share count for each of them: it is no less than what they take
  return lengthOf(parts) + 30 * reads.size + 100 * changes.length + 100 * lookups.length;
}

export const lengthOf = (parts: readonly string[]): number => parts.reduce((sum, { length }) => sum + length, 0);

/** Stands for a header's content. */
export function identity(found: Header | UnusableHeader | null): string | null {
  if (found === null) return null;
  return 'problem' in found ? `${found.path} ${found.problem}` : `${found.path} ${found.version}`;
}
