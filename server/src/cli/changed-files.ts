/** What differs from a revision of git: files of the work tree, and those that include them. */
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readRegular } from '../workspace/index.ts';

/** Bytes of a list of files, and of a file that is looked through for what it includes. */
const LONGEST_LIST = 500_000_000;
const LONGEST_TEXT = 32_000_000;

/** What may include, or be included. */
const TEXT = /\.(c|h|hh|hpp|hxx|inc|def|tbl|tcc|i)$/i;

interface Problem {
  readonly message: string;
}

/**
 * Those of the files that differ from what they were at `revision` (where its branch left ours), that are new since, or
 * that may include something of which this is true. Headers are recognised by their names, whatever their directories:
 * no file is missed.
 */
export function changedSince(revision: string, files: readonly string[]): readonly string[] | Problem {
  const own = files.filter((file) => file !== '-').map((file) => ({ file, real: realOf(file) }));
  const taken = new Set<string>();
  const folders = new Set(own.map(({ real }) => dirname(real)));
  for (const root of new Set([...folders].map(rootOf))) {
    if (root === null) return { message: 'not all files are in a work tree of git' };
    const changes = changesIn(root, revision);
    if ('message' in changes) return changes;
    for (const path of withIncluders(root, changes.paths)) taken.add(path);
  }
  const real = new Map(own.map((entry) => [entry.file, entry.real]));
  return files.filter((file) => file === '-' || taken.has(real.get(file) ?? file));
}

function realOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}

function rootOf(folder: string): string | null {
  const asked = git(folder, 'rev-parse', '--show-toplevel');
  return asked.ok ? realOf(asked.out.replace(/\r?\n$/, '')) : null;
}

/** Whole paths of what differs, deleted files among them. */
function changesIn(root: string, revision: string): { readonly paths: ReadonlySet<string> } | Problem {
  const named = git(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
  if (!named.ok) return { message: `${revision}: git knows no such revision in ${root}` };
  const commit = named.out.trim();
  const base = git(root, 'merge-base', commit, 'HEAD');
  const since = base.ok ? base.out.trim() : commit;
  const changed = git(root, 'diff', '--name-only', '--no-renames', '-z', since, '--');
  const fresh = git(root, 'ls-files', '--others', '--exclude-standard', '-z');
  if (!changed.ok || !fresh.ok) return { message: `git: ${(changed.ok ? fresh : changed).out}` };
  return { paths: new Set([...listed(changed.out), ...listed(fresh.out)].map((path) => join(root, path))) };
}

/** With all that includes something of it, directly or not. */
function withIncluders(root: string, changed: ReadonlySet<string>): ReadonlySet<string> {
  const taken = new Set(changed);
  const names = new Set([...changed].map((path) => basename(path)));
  if (names.size === 0) return taken;
  const known = git(root, 'ls-files', '--cached', '--others', '--exclude-standard', '-z');
  const others = listed(known.ok ? known.out : '')
    .filter((path) => TEXT.test(path))
    .map((path) => join(root, path))
    .map((path) => ({ path, includes: includesOf(path) }));
  for (let grown = true; grown; ) {
    grown = false;
    for (const { path, includes } of others) {
      if (taken.has(path) || !(includes.computed || includes.names.some((name) => names.has(name)))) continue;
      taken.add(path);
      names.add(basename(path));
      grown = true;
    }
  }
  return taken;
}

/** Names behind `#include`; `computed`: one is a macro, which may stand for any. */
function includesOf(path: string): { readonly names: readonly string[]; readonly computed: boolean } {
  const read = readRegular(path, LONGEST_TEXT);
  const text = read.ok ? read.bytes.toString('latin1') : '';
  const operands = [...text.matchAll(/^[ \t]*#[ \t]*include(?:_next)?[ \t]*(\S[^\r\n]*)/gm)].map(
    (match) => match[1] ?? '',
  );
  const names = operands.map((operand) => /^["<]([^">]+)[">]/.exec(operand)?.[1]);
  return {
    names: names.flatMap((name) => (name === undefined ? [] : [basename(name)])),
    computed: names.includes(undefined),
  };
}

const listed = (out: string): readonly string[] => out.split('\0').filter((path) => path !== '');

function git(folder: string, ...args: readonly string[]): { readonly ok: boolean; readonly out: string } {
  const run = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: LONGEST_LIST });
  if (run.error) return { ok: false, out: run.error.message };
  return run.status === 0 ? { ok: true, out: run.stdout } : { ok: false, out: run.stderr };
}
