/** `compile_commands.json`: found above a file, read once as long as it doesn't change. */
import { statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { problemWords, readRegular } from './regular-file.ts';
import { wholePath } from './whole-path.ts';
import { windowsWords } from './windows-words.ts';

/** How a file is compiled. */
export interface CompileCommand {
  /** What relative paths are relative to. */
  readonly directory: string;
  /** The compiler, then its arguments. */
  readonly arguments: readonly string[];
}

export type CommandLookup =
  | { readonly kind: 'found'; readonly command: CompileCommand; readonly database: string }
  /** The file is not in the database. */
  | { readonly kind: 'missing'; readonly database: string }
  /** There is no database. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unusable'; readonly message: string };

const NAME = 'compile_commands.json';
/** Bytes of a database that is read. */
const LONGEST = 200_000_000;

type Commands = ReadonlyMap<string, CompileCommand>;

const known = new Map<
  string,
  { readonly mtime: number; readonly size: number; readonly commands: Commands | string }
>();
const MOST_KNOWN = 16;

/**
 * The command for a file from the database at `place` (a file, or its directory). Or it is from one in or beside a
 * directory above the file.
 */
export function compileCommand(file: string, place: string | null): CommandLookup {
  const database = place === null ? searchUpwards(file) : databaseAt(place);
  if (database === null)
    return place === null ? { kind: 'none' } : { kind: 'unusable', message: `${place}: there is no ${NAME}` };
  const commands = read(database);
  if (typeof commands === 'string') return { kind: 'unusable', message: `${database}: ${commands}` };
  const command = commands.get(wholePath(file));
  return command === undefined ? { kind: 'missing', database } : { kind: 'found', command, database };
}

function databaseAt(place: string): string | null {
  if (isFile(place)) return wholePath(place);
  const inside = join(wholePath(place), NAME);
  return isFile(inside) ? inside : null;
}

function searchUpwards(file: string): string | null {
  for (let folder = dirname(wholePath(file)); ; folder = dirname(folder)) {
    for (const candidate of [join(folder, NAME), join(folder, 'build', NAME)]) if (isFile(candidate)) return candidate;
    if (dirname(folder) === folder) return null;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}

/** The commands by file, or why there are none. */
function read(database: string): Commands | string {
  try {
    const { mtimeMs, size } = statSync(database);
    const before = known.get(database);
    if (before !== undefined && before.mtime === mtimeMs && before.size === size) return before.commands;
    const content = readRegular(database, LONGEST);
    const commands = content.ok
      ? parseDatabase(content.bytes.toString('utf8'), dirname(database))
      : `can't be read: ${content.problem}`;
    known.delete(database);
    known.set(database, { mtime: mtimeMs, size, commands });
    const [oldest] = known.keys();
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    return commands;
  } catch (error) {
    return `can't be read: ${problemWords(error)}`;
  }
}

/**
 * The entries of a database by absolute file name, the first where there are several; a string says what is wrong with
 * it.
 */
export function parseDatabase(text: string, folder: string): Commands | string {
  let entries: unknown;
  try {
    entries = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return `is malformed: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (!Array.isArray(entries)) return 'is malformed: it is not a list';
  const commands = new Map<string, CompileCommand>();
  for (const entry of entries as unknown[]) {
    if (typeof entry !== 'object' || entry === null) continue;
    const { directory, file, command, arguments: given } = entry as Readonly<Record<string, unknown>>;
    if (typeof file !== 'string') continue;
    const words = Array.isArray(given)
      ? given.filter((word): word is string => typeof word === 'string')
      : typeof command === 'string'
        ? wordsOf(command)
        : [];
    if (words.length === 0) continue;
    const base = wholePath(folder, typeof directory === 'string' ? directory : '.');
    const path = wholePath(base, file);
    if (!commands.has(path)) commands.set(path, { directory: base, arguments: words });
  }
  return commands;
}

const wordsOf = sep === '\\' ? windowsWords : splitCommand;

/** Words of a command as a POSIX shell splits them; nothing is expanded. */
export function splitCommand(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < command.length; ) {
    if (/\s/.test(command[at]!)) {
      if (word !== null) words.push(word);
      word = null;
      at++;
      continue;
    }
    const { text, end } = quotedAt(command, at);
    word = (word ?? '') + text;
    at = end;
  }
  if (word !== null) words.push(word);
  return words;
}

/** What stands at a place of a command: a quoted text without its quotes, or one character. `end`: what follows. */
function quotedAt(command: string, at: number): { readonly text: string; readonly end: number } {
  const c = command[at]!;
  if (c === "'") {
    const end = command.indexOf("'", at + 1);
    return end < 0
      ? { text: command.slice(at + 1), end: command.length }
      : { text: command.slice(at + 1, end), end: end + 1 };
  }
  if (c === '"') return doublyQuotedAt(command, at);
  return c === '\\' && at + 1 < command.length ? { text: command[at + 1]!, end: at + 2 } : { text: c, end: at + 1 };
}

/** Within double quotes a backslash is one, but before what would end or expand them. */
function doublyQuotedAt(command: string, at: number): { readonly text: string; readonly end: number } {
  let text = '';
  let i = at + 1;
  for (; i < command.length && command[i] !== '"'; i++) {
    if (command[i] === '\\' && /["\\$`]/.test(command[i + 1] ?? '')) i++;
    text += command[i];
  }
  return { text, end: i + 1 };
}
