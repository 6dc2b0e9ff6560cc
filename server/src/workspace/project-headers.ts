/** Where the project around a file may keep its headers: for files of which no compilation database tells. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What lies at the root of a project; of a part of one, too, that can be built by itself. */
const MARKS = ['configure', 'configure.ac', 'meson.build', 'compile_commands.json'];
/** There is nothing above. */
const LAST_MARKS = ['.git', '.hg', '.svn'];
const FOLDERS = ['', 'include', 'inc', 'src', 'lib'];
const HIGHEST = 6;

const known = new Map<string, { readonly directories: readonly string[]; readonly since: number }>();
const MOST_KNOWN = 1_000;
/** Milliseconds for which things are taken to stay as they were found. */
const FRESH = 1_000;

/**
 * Directories to search, nearest first. They are those above the file up to the root of its project, each with its
 * usual folders for headers. None where no root is found.
 */
export function projectDirectories(file: string): readonly string[] {
  const own = dirname(file);
  const before = known.get(own);
  if (before !== undefined && performance.now() - before.since < FRESH) return before.directories;
  const found: string[] = [];
  let result: readonly string[] = [];
  for (let folder = own, height = 0; height < HIGHEST; folder = dirname(folder), height++) {
    found.push(...FOLDERS.map((name) => join(folder, name)).filter((path) => path !== own && existsSync(path)));
    const isMarkedBy = (marks: readonly string[]): boolean => marks.some((mark) => existsSync(join(folder, mark)));
    const isLast = isMarkedBy(LAST_MARKS);
    if (isLast || isMarkedBy(MARKS)) result = [...found];
    if (isLast || dirname(folder) === folder) break;
  }
  if (known.size > MOST_KNOWN) known.clear();
  known.set(own, { directories: result, since: performance.now() });
  return result;
}
