/**
 * Headers of a project by name, wherever they lie in its tree: what an `#include` leads to where no directory is known
 * in which it is searched, since the build says them and hasn't been run.
 */
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import type { HeaderRequest } from '../analysis/index.ts';
import { isPlatformHeader } from './platform-headers.ts';

export interface Tree {
  readonly root: string;
  /** Paths by the last part. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** When each folder changed last: another file in it shows there. Null: it can't be told. */
  readonly folders: ReadonlyMap<string, number | null>;
}

/** A larger tree than this is read by nobody before an answer. */
const MOST_ENTRIES = 200_000;
const MOST_TREES = 16;

/** By root. */
const known = new Map<string, Tree>();

const HEADER = /\.(h|hh|hpp|hxx|inc|inl|def|tbl|c|in|hin|cmake)$/i;
const NO_SOURCES = /^(\..*|node_modules)$/;

/** Its text is another one for each build. */
const CONFIGURATION = /^(auto)?conf(ig)?\.h$/;
/** Folders for another machine, or beside the product. */
const ASIDE = new Set(
  `test tests testsuite t example examples sample samples demo demos contrib win win32 win64 windows winnt msdos msvc
  mswin vms os2 os400 mac macos amiga djgpp beos wince symbian`.split(/\s+/),
);
const isAside = (folder: string): boolean => ASIDE.has(folder.toLowerCase());

/** Where a header of the tree lies that `file` includes; null: nowhere, or at several places of which none is nearer. */
export function headerInTree(
  tree: Tree,
  { name, quoted }: Pick<HeaderRequest, 'name' | 'quoted'>,
  file: string,
): string | null {
  const { root } = tree;
  const candidates = headersInTree(tree, name);
  // the system's is another one, unless a library brings its own for where that lacks something
  if (isPlatformHeader(name, quoted)) return candidates.find((path) => path === join(dirname(file), name)) ?? null;
  if (candidates.length === 0) return null;
  const own = foldersOf(root, file);
  const usual = candidates.filter((path) =>
    foldersOf(root, path).every((part) => !isAside(part) || own.includes(part)),
  );
  const shared = usual.map((path) => sharedParts(foldersOf(root, path), own));
  const most = Math.max(...shared);
  const nearest = usual.filter((_, i) => shared[i] === most);
  return nearest.length === 1 ? (nearest[0] ?? null) : null;
}

/** All places in the tree that end with the name, in order. */
export function headersInTree({ headers }: Tree, name: string): readonly string[] {
  if (CONFIGURATION.test(name) || /(^|[\\/])\.\.?([\\/]|$)/.test(name)) return [];
  const end = sep + join(name);
  return (headers.get(basename(name)) ?? []).filter((path) => path.endsWith(end));
}

const foldersOf = (root: string, path: string): readonly string[] =>
  dirname(path).slice(root.length).split(sep).filter(Boolean);

function sharedParts(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count++;
  return count;
}

/** The tree as it is now: read again where a folder of it has changed. */
export function treeAt(root: string): Tree {
  const before = known.get(root);
  if (before !== undefined && [...before.folders].every(([folder, changed]) => changed === changedAt(folder)))
    return before;
  const tree = readTree(root);
  known.delete(root);
  if (known.size >= MOST_TREES) known.clear();
  known.set(root, tree);
  return tree;
}

const changedAt = (folder: string): number | null => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? null;

/** Nothing for a tree that is too large: no answer is to depend on which part of it was read. */
function readTree(root: string): Tree {
  const headers = new Map<string, string[]>();
  const folders = new Map<string, number | null>();
  let entries = 0;
  for (const open = [root]; open.length > 0; ) {
    const folder = open.pop() ?? root;
    // before it is read: what comes meanwhile shows the next time
    folders.set(folder, changedAt(folder));
    for (const entry of entriesOf(folder)) {
      if (++entries > MOST_ENTRIES) return { root, headers: new Map(), folders: new Map() };
      if (entry.isDirectory()) {
        if (!NO_SOURCES.test(entry.name)) open.push(join(folder, entry.name));
      } else if (HEADER.test(entry.name)) {
        const paths = headers.get(entry.name);
        if (paths === undefined) headers.set(entry.name, [join(folder, entry.name)]);
        else paths.push(join(folder, entry.name));
      }
    }
  }
  for (const paths of headers.values()) paths.sort();
  return { root, headers, folders };
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // it is gone, or may not be read
    return [];
  }
}
