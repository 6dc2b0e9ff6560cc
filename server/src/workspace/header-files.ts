/**
 * Headers as they lie on the disk, or as they are being edited: found as compilers do, read once as long as they don't
 * change.
 */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import type { Header, HeaderRequest, ReadHeader, UnusableHeader } from '../analysis/index.ts';
import { decode } from './decode.ts';
import type { IncludingFile } from './including-file.ts';
import { includingFile, isSource } from './including-file.ts';
import { templatesOf, withoutFilledIn } from './header-templates.ts';
import { isPlatformHeader } from './platform-headers.ts';
import { headerInTree, headersInTree, treeAt } from './project-tree.ts';
import type { Tree } from './project-tree.ts';
import { NOT_REGULAR, readRegular, tooLarge } from './regular-file.ts';
import { wholePath } from './whole-path.ts';

/** Directories in the order in which they are searched. */
export interface SearchPath {
  /** Only for `#include "x.h"`. */
  readonly quoted: readonly string[];
  readonly general: readonly string[];
  /** Directory in which headers are found wherever they lie, where the search leads to none. */
  readonly tree?: string;
  /** The file may be a part of another one, which includes it. */
  readonly isPart?: true;
}

/** Texts of headers that are open in an editor, by path. */
export type OpenTexts = ReadonlyMap<string, string>;

/**
 * Every place that was looked at, with the version of what was there (`versionOf` for a text); null: nothing. A place in
 * a tree (`placeInTree`) stands for all that it has of that name.
 */
export type Looked = ReadonlyMap<string, string | null>;

/** Longest header that is read, in bytes. */
const LONGEST = 16_000_000;
const BINARY = 'is not a text file';

interface TextFound {
  readonly text: string;
  readonly version: string;
}

interface Known {
  readonly mtime: number;
  readonly size: number;
  readonly content: TextFound | string;
}

/** By path; what was read last goes last. */
const known = new Map<string, Known>();
const MOST_KNOWN = 4_000;

/** Stands for a text: the same for the same text, wherever it comes from. */
export function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Reads headers, and knows where it has looked for them. */
export interface HeaderReader {
  readonly read: ReadHeader;
  /** The places so far; it grows with what is asked for. */
  readonly looked: Looked;
  /** What stands before the file where another one includes it, by the name that `read` knows it by. */
  readonly before: readonly string[];
}

/**
 * A reader for one analysis of `file`: each place is looked at once. What lies beside the file that includes comes
 * first for quoted names, then the directories for quoted names, then all others.
 */
export function headerReader(
  file: string,
  { quoted, general, tree, isPart }: SearchPath,
  open: OpenTexts,
): HeaderReader {
  const looked = new Map<string, string | null>();
  const seen = new Map<string, Content | null>();
  const directories = [...quoted, ...general];
  // the same throughout one analysis
  let ofTree: Tree | null = null;
  const look = (path: string): Content | null => {
    let found = seen.get(path);
    if (found === undefined) {
      found = contentOf(path, open.get(path));
      seen.set(path, found);
      looked.set(path, versionFound(found));
    }
    return found;
  };
  const whole = isPart ? wholeOf(file, open) : null;
  if (isPart) looked.set(placeOfWhole(file), versionOfWhole(whole));
  const read: ReadHeader = (request) => {
    if (whole !== null && request.name === whole.path) {
      look(whole.path);
      return { path: whole.path, directory: 0, text: whole.before, version: versionOf(whole.before) };
    }
    const places = candidates(request, file, directories, quoted.length);
    for (const [path, directory] of places) {
      const found = header(path, directory);
      if (found !== null) return found;
    }
    for (const [place, directory] of places)
      for (const path of templatesOf(place)) {
        const found = template(path, directory);
        if (found !== null) return found;
      }
    if (tree === undefined || request.next) return null;
    return readInTree((ofTree ??= treeAt(tree)), request);
  };
  const header = (path: string, directory: number): Header | UnusableHeader | null => {
    const content = look(path);
    if (content === null) return null;
    return typeof content === 'string' ? { path, problem: content } : { path, directory, ...content };
  };
  const template = (path: string, directory: number): Header | null => {
    const content = look(path);
    const filled = content === null || typeof content === 'string' ? null : filledIn(content);
    return filled && { path, directory, ...filled, isTemplate: true };
  };
  const readInTree = (of: Tree, request: HeaderRequest): Header | UnusableHeader | null => {
    const name = join(request.name);
    const templates = isPlatformHeader(name, request.quoted) ? [] : templatesOf(name);
    const places = [[name, header] as const, ...templates.map((t) => [t, template] as const)];
    for (const [wanted, reader] of places) {
      const place = placeInTree(of.root, wanted);
      if (!looked.has(place)) looked.set(place, versionInTree(of, wanted));
      const path = headerInTree(of, { ...request, name: wanted }, request.from?.path ?? file);
      const found = path === null ? null : reader(path, directories.length + 1);
      if (found !== null) return found;
    }
    return null;
  };
  return { read, looked, before: whole === null ? [] : [whole.path] };
}

const wholeOf = (file: string, open: OpenTexts): IncludingFile | null =>
  includingFile(file, (path) => {
    const content = contentOf(path, open.get(path));
    return content === null || typeof content === 'string' ? null : content.text;
  });

const BESIDE = `${sep}*.c${sep}`;

/** Stands for what is before the file where another one of its folder includes it. */
const placeOfWhole = (file: string): string => dirname(file) + BESIDE + basename(file);
const versionOfWhole = (whole: IncludingFile | null): string | null =>
  whole && versionOf(`${whole.path}\n${whole.before}`);

const ANYWHERE = `${sep}**${sep}`;

/** Stands for all places in a tree that end with the name. */
const placeInTree = (root: string, name: string): string => root + ANYWHERE + name;

function versionInTree(tree: Tree, name: string): string | null {
  const paths = headersInTree(tree, name);
  return paths.length === 0 ? null : versionOf(paths.join('\n'));
}

/** What is found now at places that were looked at, as in `Looked`. */
export function versionsNow(open: OpenTexts): (place: string) => string | null {
  const trees = new Map<string, Tree>();
  return (place) => {
    const beside = place.indexOf(BESIDE);
    if (beside >= 0)
      return versionOfWhole(wholeOf(join(place.slice(0, beside), place.slice(beside + BESIDE.length)), open));
    const at = place.indexOf(ANYWHERE);
    if (at < 0) return versionFound(contentOf(place, open.get(place)));
    const root = place.slice(0, at);
    const tree = trees.get(root) ?? treeAt(root);
    trees.set(root, tree);
    return versionInTree(tree, place.slice(at + ANYWHERE.length));
  };
}

/** Whether a file that has come, gone or changed may be what was looked for. */
export function hasLookedFor(looked: Looked, path: string): boolean {
  if (looked.has(path)) return true;
  for (const place of looked.keys()) {
    const beside = place.indexOf(BESIDE);
    if (beside >= 0 && dirname(path) === place.slice(0, beside) && isSource(path)) return true;
    const at = place.indexOf(ANYWHERE);
    if (at >= 0 && path.startsWith(place.slice(0, at)) && path.endsWith(sep + place.slice(at + ANYWHERE.length)))
      return true;
  }
  return false;
}

type Content = Known['content'];

const templates = new WeakMap<TextFound, TextFound | null>();

/** A template without what is filled in by a build; null: it can't be read without. */
function filledIn(content: TextFound): TextFound | null {
  const known = templates.get(content);
  if (known !== undefined) return known;
  const text = withoutFilledIn(content.text);
  const filled = text === null ? null : { text, version: versionOf(text) };
  templates.set(content, filled);
  return filled;
}

/** The version of what was found at a place, as it is noted in `Looked`. */
const versionFound = (found: Content | null): string | null =>
  found === null || typeof found === 'string' ? found : found.version;

/** Where a header may lie, with the number of the directory; 0 is that of the file that includes it. */
function candidates(
  { name, quoted, from, next }: HeaderRequest,
  file: string,
  directories: readonly string[],
  onlyQuoted: number,
): (readonly [string, number])[] {
  if (isAbsolute(name)) return [[wholePath(name), 0]];
  const first = next ? (from?.directory ?? 0) : quoted ? 0 : onlyQuoted;
  const searched = directories.flatMap((directory, i): (readonly [string, number])[] =>
    i >= first ? [[join(directory, name), i + 1]] : [],
  );
  return quoted && !next ? [[join(dirname(from?.path ?? file), name), 0], ...searched] : searched;
}

/** Null where no file lies there; a string says why it can't be read. */
function contentOf(path: string, open: string | undefined): Content | null {
  if (open !== undefined) return { text: open, version: versionOf(open) };
  let stat: ReturnType<typeof statSync>;
  try {
    stat = statSync(path, { throwIfNoEntry: false });
  } catch {
    // a path through something that is no directory, a name that is too long
    return null;
  }
  // directories are passed by, as compilers do
  if (stat === undefined || stat.isDirectory()) return null;
  if (!stat.isFile()) return NOT_REGULAR;
  const [mtime, size] = [Number(stat.mtimeMs), Number(stat.size)];
  const before = known.get(path);
  if (before !== undefined && before.mtime === mtime && before.size === size) return before.content;
  const content = size > LONGEST ? tooLarge(LONGEST) : readText(path);
  known.delete(path);
  known.set(path, { mtime, size, content });
  const [oldest] = known.keys();
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
  return content;
}

function readText(path: string): Content {
  const read = readRegular(path, LONGEST);
  if (!read.ok) return `can't be read: ${read.problem}`;
  const text = decode(read.bytes);
  return text.includes('\0') ? BINARY : { text, version: versionOf(text) };
}
