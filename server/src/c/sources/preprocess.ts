/**
 * The preprocessor: directives are carried out and macros expanded, so that the parser sees C and nothing else. Text
 * outside of macros stays as it is; a map leads every offset back to the file.
 */
import { declarationsOf, typesKept } from './doubted-macros.ts';
import { decidedIn, pragmasIn } from './directives.ts';
import type { Unit } from './directives.ts';
import type { ReadHeader } from './included-headers.ts';
import type { Decided, Macro } from './macro-definition.ts';
import { MacroTable } from './macro-table.ts';
import type { HeaderText, PreprocessorNote } from './preprocessed-text.ts';
import { newLimits, readText } from './read-text.ts';
import type { SourceMap } from './text-positions.ts';

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
  /** A header was not found: what is chosen by its macros isn't known. */
  readonly unread: boolean;
  /** Names of the headers that were not found: `sys/stat.h`. */
  readonly unreadHeaders: ReadonlySet<string>;
  /** Names that `#if`s declare in several ways. */
  readonly decided: ReadonlyMap<string, Decided>;
  /** Names that pragmas make something else of. */
  readonly pragmas: readonly { readonly name: string; readonly pragma: string }[];
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

/** Preprocesses a file. Never fails; what is malformed is left as it stands. */
export function preprocess(source: string, input: PreprocessInput): Preprocessed {
  const macros = new MacroTable([...input.macros].filter(([name]) => !input.keep.has(name)));
  const unit: Unit = {
    macros,
    constants: input.constants,
    keep: input.keep,
    read: input.read,
    key: input.key,
    unread: false,
    ownUnread: false,
    standardUnread: false,
    changes: [],
    lookups: [],
    problems: [],
    includes: 0,
    size: 0,
    nesting: 0,
    highest: 0,
    counter: 0,
    particular: false,
  };
  const kept = new Map<string, Macro>();
  const shared = { unit, ...newLimits(kept) };
  const first = input.before.map((name) => `#include "${name}"\n`).join('');
  const forced = first === '' ? null : readText(first, shared, null, 0);
  const main = readText(source, shared, null, 0);
  const constants = { text: declarationsOf(kept) };
  const before = [...(forced?.headers ?? []), ...(kept.size > 0 ? [constants] : [])];
  const headers = [...before.map(({ text }) => ({ text, at: 0, start: 0, end: 0 })), ...main.headers];
  const problems = [...(forced?.problems ?? []).map((p) => ({ ...p, start: 0, end: 0 })), ...main.problems];
  const paths = new Set(unit.lookups.flatMap(({ path }) => (path === null ? [] : [path])));
  return {
    text: main.text,
    map: main.map,
    notes: main.notes,
    headers,
    problems,
    paths: [...paths],
    unread: unit.unread,
    unreadHeaders: new Set(unit.lookups.flatMap(({ request, found }) => (found === null ? [request.name] : []))),
    decided: new Map([...decidedIn(macros.names()), ...typesKept(kept)]),
    pragmas: pragmasIn(macros.names()),
  };
}
