/** Where the project around a file may keep its headers: for files of which no compilation database tells. */
import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What lies at the root of a project; of a part of one, too, that can be built by itself. */
const MARKS = [
  'configure',
  'configure.ac',
  'meson.build',
  'compile_commands.json',
  'CMakeLists.txt',
  'Makefile',
  'GNUmakefile',
  'makefile',
  'README',
  'README.md',
  'LICENSE',
  'COPYING',
  'debian',
];
/** There is nothing above. */
const LAST_MARKS = ['.git', '.hg', '.svn'];
const FOLDERS = ['', 'include', 'inc', 'src', 'lib'];
const HIGHEST = 6;

export interface Project {
  readonly root: string;
  /**
   * Directories to search, nearest first: those above the file up to the root, each with its usual folders for headers.
   */
  readonly directories: readonly string[];
}

const known = new Map<string, { readonly project: Project | null; readonly since: number }>();
const MOST_KNOWN = 1_000;
/** Milliseconds for which things are taken to stay as they were found. */
const FRESH = 1_000;

/** The project around a file; null where no root is found. */
export function projectAround(file: string): Project | null {
  const own = dirname(file);
  const before = known.get(own);
  if (before !== undefined && performance.now() - before.since < FRESH) return before.project;
  const found: string[] = [];
  let project: Project | null = null;
  for (let folder = own, height = 0; height < HIGHEST; folder = dirname(folder), height++) {
    // what lies there is no one project
    if (folder === homedir() || folder === tmpdir() || dirname(folder) === folder) break;
    found.push(...FOLDERS.map((name) => join(folder, name)).filter((path) => path !== own && existsSync(path)));
    const isMarkedBy = (marks: readonly string[]): boolean => marks.some((mark) => existsSync(join(folder, mark)));
    const isLast = isMarkedBy(LAST_MARKS);
    if (isLast || isMarkedBy(MARKS)) project = { root: folder, directories: [...found] };
    if (isLast) break;
  }
  if (known.size > MOST_KNOWN) known.clear();
  known.set(own, { project, since: performance.now() });
  return project;
}
