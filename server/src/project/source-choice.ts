/** Which files a call is about: named, walked to, left out by `.gitignore` or by pattern. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import createIgnore from 'ignore';
import type { Ignore } from 'ignore';
import { problemWords } from '../workspace/index.ts';
import { matching } from './file-globs.ts';
import { diskTree } from './source-tree.ts';
import type { SourceTree } from './source-tree.ts';

interface Patterns {
  /** What they are relative to. */
  readonly directory: string;
  readonly patterns: readonly string[];
}

export interface Choice {
  /** What is analysed where no path is given. */
  readonly globs: Patterns | null;
  /** In the notation of `.gitignore`. */
  readonly excluded: readonly Patterns[];
  /** `.gitignore` counts. */
  readonly ignoring: boolean;
  /** A revision of git: what is as it was there is left out. */
  readonly changedSince: string | null;
}

/** Rules that hold below a directory. */
interface Rules {
  readonly directory: string;
  readonly ignore: Ignore;
}

/**
 * What is left out: by patterns that were asked for, and by `.gitignore`, from the outermost directory to the
 * innermost.
 */
interface Leaving {
  readonly excluded: readonly Rules[];
  readonly git: readonly Rules[];
}

/**
 * Paths to files. Directories are walked for `.c` files, in alphabetical order; links to directories are not followed.
 * What is named itself is taken whatever the rules say; only the rules above it are then without effect below it.
 */
export async function findSources(
  paths: readonly string[],
  choice: Choice,
  report: (message: string) => void,
): Promise<readonly string[]> {
  const named = choice.globs === null ? paths : await globbed(choice.globs);
  if (named.length === 0 && choice.globs !== null)
    report(`nothing in ${choice.globs.directory} is ${choice.globs.patterns.join(' or ')}`);
  const excluded = choice.excluded.map(rulesOf);
  const found: string[] = [];
  for (const path of named) {
    if (path === '-') {
      found.push(path);
      continue;
    }
    try {
      if (!(await stat(path)).isDirectory()) {
        if (choice.globs === null || !isLeftOut({ excluded, git: [] }, path, false)) found.push(path);
        continue;
      }
      const folders = choice.ignoring ? repositoryAbove(path) : [];
      const git: Rules[] = [];
      for (const above of folders.slice(0, -1)) git.push(...(await gitRulesIn(diskTree, above)));
      const leaving = { excluded, git: isLeftOut({ excluded: [], git }, path, true) ? [] : git };
      for (const file of await filesBelow(path, leaving, {
        tree: diskTree,
        ignoring: folders.length > 0,
        hidden: !choice.ignoring,
        report,
      }))
        found.push(file);
    } catch (error) {
      report(messageOf(path, error));
    }
  }
  return found;
}

/**
 * The C files below a folder that lies elsewhere, in alphabetical order. Its `.gitignore` files count. `files` and
 * `excluded` are as in `Choice`; `files` are read in the notation of `.gitignore`, which knows no braces.
 */
export async function findSourcesIn(
  folder: string,
  tree: SourceTree,
  { files, excluded }: { readonly files: readonly string[]; readonly excluded: readonly string[] },
  report: (message: string) => void,
): Promise<readonly string[]> {
  const left: Leaving = { excluded: [rulesOf({ directory: folder, patterns: excluded })], git: [] };
  const found = await filesBelow(folder, left, { tree, ignoring: true, hidden: false, report });
  if (files.length === 0) return found;
  const named = rulesOf({ directory: folder, patterns: files.map((pattern) => `/${pattern.replace(/^\.?\//, '')}`) });
  return found.filter((path) => verdictOf(named, path, false) === 'out');
}

/** Files and directories that the globs name, in alphabetical order, seen from here. */
async function globbed({ directory, patterns }: Patterns): Promise<readonly string[]> {
  const plain = patterns.filter((pattern) => existsSync(resolve(directory, pattern)));
  const others = patterns.filter((pattern) => !plain.includes(pattern));
  const matched = others.length === 0 ? [] : await matching(others, directory);
  const all = new Set([...plain, ...matched].map((path) => relative('.', resolve(directory, path)) || '.'));
  return [...all].sort((a, b) => (a < b ? -1 : 1));
}

const rulesOf = ({ directory, patterns }: Patterns): Rules => ({
  directory: resolve(directory),
  ignore: createIgnore().add([...patterns]),
});

/** What rules say of a path; null: nothing. */
function verdictOf({ directory, ignore }: Rules, path: string, isFolder: boolean): 'out' | 'in' | null {
  const within = relative(directory, resolve(path)).split(sep).join('/');
  if (within === '' || within === '..' || within.startsWith('../') || isAbsolute(within)) return null;
  const { ignored, unignored } = ignore.test(isFolder ? `${within}/` : within);
  return ignored ? 'out' : unignored ? 'in' : null;
}

/** One of `excluded` says so, or the innermost `.gitignore` that says anything. */
function isLeftOut({ excluded, git }: Leaving, path: string, isFolder: boolean): boolean {
  if (excluded.some((rules) => verdictOf(rules, path, isFolder) === 'out')) return true;
  for (const rules of [...git].reverse()) {
    const verdict = verdictOf(rules, path, isFolder);
    if (verdict !== null) return verdict === 'out';
  }
  return false;
}

/** The rules in the directory itself. */
async function gitRulesIn(tree: SourceTree, directory: string): Promise<readonly Rules[]> {
  const text = await tree.text(join(directory, '.gitignore'));
  return text === null ? [] : [{ directory: resolve(directory), ignore: createIgnore().add(text) }];
}

/** The directories above one, up to that of its repository; none outside of any. */
function repositoryAbove(directory: string): readonly string[] {
  const passed: string[] = [];
  for (let at = resolve(directory); ; at = dirname(at)) {
    passed.unshift(at);
    if (existsSync(join(at, '.git'))) return passed;
    if (dirname(at) === at) return [];
  }
}

interface Walk {
  readonly tree: SourceTree;
  readonly ignoring: boolean;
  report(message: string): void;
  /** Folders whose names begin with a dot are walked, too. */
  readonly hidden: boolean;
}

/** What was found before a folder can't be read stays found. */
async function filesBelow(directory: string, above: Leaving, walk: Walk): Promise<readonly string[]> {
  const found: string[] = [];
  try {
    const entries = [...(await walk.tree.entries(directory))];
    const hasRules = walk.ignoring && entries.some(({ name }) => name === '.gitignore');
    const leaving = hasRules ? { ...above, git: [...above.git, ...(await gitRulesIn(walk.tree, directory))] } : above;
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const { name, kind } of entries) {
      const path = join(directory, name);
      if (kind === 'folder') {
        const isHidden = name === '.git' || (name.startsWith('.') && !walk.hidden);
        if (isHidden || isLeftOut(leaving, path, true)) continue;
        for (const file of await filesBelow(path, leaving, walk)) found.push(file);
      } else if (kind === 'file' && /\.c$/i.test(name) && !isLeftOut(leaving, path, false)) found.push(path);
    }
  } catch (error) {
    walk.report(messageOf(directory, error));
  }
  return found;
}

function messageOf(path: string, error: unknown): string {
  return `${path}: ${problemWords(error)}`;
}
