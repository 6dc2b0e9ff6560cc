/**
 * Headers of a project by name, wherever they lie in its tree: what an `#include` leads to where no directory is known
 * in which it is searched, since the build says them and hasn't been run.
 */
import { readdirSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { isPlatformHeader } from './platform-headers.ts';

interface Tree {
  /** Paths by the last part. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** When it was read, and how long it holds, in milliseconds. */
  readonly since: number;
  readonly holds: number;
}

/** A larger tree than this is read by nobody before an answer. */
const MOST_ENTRIES = 200_000;
const MOST_TREES = 16;
/** A tree holds for so many times as long as it took to read, and at least for so many milliseconds. */
const HOLDS_TIMES = 50;
const HOLDS_AT_LEAST = 2_000;

/** By root. */
const known = new Map<string, Tree>();

const HEADER = /\.(h|hh|hpp|hxx|inc|inl|def|tbl|c|in|hin|cmake)$/i;
const NO_SOURCES = /^(\..*|node_modules)$/;

/** Its text is another one for each build. */
const CONFIGURATION = /^(auto)?conf(ig)?\.h$/;
/** Folders for another machine, or beside the product. */
const ASIDE =
  /^(tests?|testsuite|t|examples?|samples?|demos?|contrib|win(32|64|dows|nt)?|ms(dos|vc|win)?|vms|os\/?2|os400|mac(os)?|amiga|djgpp|beos|wince|symbian)$/i;

/** Where a header of the tree lies that `file` includes; null: nowhere, or at several places of which none is nearer. */
export function headerInTree(root: string, name: string, file: string): string | null {
  const candidates = headersInTree(root, name);
  if (candidates.length === 0) return null;
  const own = foldersOf(root, file);
  const usual = candidates.filter((path) =>
    foldersOf(root, path).every((part) => !ASIDE.test(part) || own.includes(part)),
  );
  const shared = usual.map((path) => sharedParts(foldersOf(root, path), own));
  const most = Math.max(...shared);
  const nearest = usual.filter((_, i) => shared[i] === most);
  return nearest.length === 1 ? (nearest[0] ?? null) : null;
}

/** All places in the tree that end with the name, in order; none for headers of the system. */
export function headersInTree(root: string, name: string): readonly string[] {
  if (CONFIGURATION.test(name) || isPlatformHeader(name) || /(^|[\\/])\.\.?([\\/]|$)/.test(name)) return [];
  const end = sep + join(name);
  return (treeOf(root).headers.get(basename(name)) ?? []).filter((path) => path.endsWith(end));
}

const foldersOf = (root: string, path: string): readonly string[] =>
  dirname(path).slice(root.length).split(sep).filter(Boolean);

function sharedParts(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count++;
  return count;
}

function treeOf(root: string): Tree {
  const before = known.get(root);
  const since = performance.now();
  if (before !== undefined && since - before.since < before.holds) return before;
  const headers = readTree(root);
  const now = performance.now();
  const tree = { headers, since: now, holds: Math.max(HOLDS_AT_LEAST, HOLDS_TIMES * (now - since)) };
  known.delete(root);
  if (known.size >= MOST_TREES) known.clear();
  known.set(root, tree);
  return tree;
}

/** Nothing for a tree that is too large: no answer is to depend on which part of it was read. */
function readTree(root: string): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>();
  let entries = 0;
  for (const folders = [root]; folders.length > 0; ) {
    const folder = folders.pop() ?? root;
    for (const entry of entriesOf(folder)) {
      if (++entries > MOST_ENTRIES) return new Map();
      if (entry.isDirectory()) {
        if (!NO_SOURCES.test(entry.name)) folders.push(join(folder, entry.name));
      } else if (HEADER.test(entry.name)) {
        const paths = headers.get(entry.name);
        if (paths === undefined) headers.set(entry.name, [join(folder, entry.name)]);
        else paths.push(join(folder, entry.name));
      }
    }
  }
  for (const paths of headers.values()) paths.sort();
  return headers;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // it is gone, or may not be read
    return [];
  }
}
