/** Which files a call takes. What `.gitignore` leaves out is asked of git itself. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedSince } from '../../server/src/cli/changed-files.ts';
import { findSources } from '../../server/src/project/source-choice.ts';
import type { Choice } from '../../server/src/project/source-choice.ts';

let folder = '';
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
const write = (name: string, text = ''): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};
const CHOICE: Choice = { globs: null, excluded: [], ignoring: true, changedSince: null };
async function chosen(paths: readonly string[], choice: Partial<Choice> = {}): Promise<readonly string[]> {
  const found = await findSources(
    paths.map((path) => join(folder, path)),
    { ...CHOICE, ...choice },
    () => {},
  );
  return found.map((path) => relative(folder, path));
}

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'looplens choice ')));
  git('init', '-q', '-b', 'main');
  for (const name of ['a.c', 'src/b.c', 'src/skip.c', 'src/keep/c.c', 'src/gen/d.c', 'out/e.c', 'out/sub/f.c', 'z/y.c'])
    write(name);
  write('.gitignore', 'skip.c\nout/\n/z/*.c\n# nothing\n');
  write('src/.gitignore', 'gen\n!skip.c\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('.gitignore', () => {
  it('leaves out what git leaves out, in one order', async () => {
    const own = git('ls-files', '--others', '--exclude-standard', '-z', '--', '*.c').split('\0').filter(Boolean);
    const taken = await chosen(['.']);
    expect(taken).toEqual([...own].sort());
    expect(taken).toEqual(['a.c', 'src/b.c', 'src/keep/c.c', 'src/skip.c']);
  });
  it.each([
    [['src/gen'], ['src/gen/d.c']],
    [
      ['out/sub', 'z/y.c'],
      ['out/sub/f.c', 'z/y.c'],
    ],
    [['z'], []],
  ])('%j: what is named itself is taken, rules below it hold', async (paths, files) =>
    expect(await chosen(paths)).toEqual(files),
  );
  it('counts for nothing if so asked', async () => expect(await chosen(['.'], { ignoring: false })).toHaveLength(8));
});

it.each([
  [['src'], ['a.c']],
  [
    ['keep/', '/src/b.c'],
    ['a.c', 'src/skip.c'],
  ],
  [['*.c', '!b.c'], ['src/b.c']],
])('excluded: %j', async (patterns, files) =>
  expect(await chosen(['.'], { excluded: [{ directory: folder, patterns }] })).toEqual(files),
);

it.each([
  [['src/**/*.c'], ['src/b.c', 'src/gen/d.c', 'src/keep/c.c', 'src/skip.c']],
  [
    ['src/keep', '*.c'],
    ['a.c', 'src/keep/c.c'],
  ],
])('globs %j', async (patterns, files) => {
  const found = await findSources([], { ...CHOICE, globs: { directory: folder, patterns } }, () => {});
  expect(found.map((path) => relative(folder, join(process.cwd(), path)))).toEqual(files);
});

describe('changed since a revision', () => {
  const changed = (revision: string): unknown => {
    const names = ['a.c', 'src/b.c', 'src/keep/c.c', 'new.c', 'direct.c', 'indirect.c', 'computed.c'];
    const found = changedSince(
      revision,
      names.map((name) => join(folder, name)),
    );
    return 'message' in found ? found.message : found.map((path) => relative(folder, path));
  };
  beforeAll(() => {
    write('inc/one.h', 'int one;\n');
    write('inc/two.h', '#include "one.h"\n');
    write('direct.c', '#include <inc/one.h>\n');
    write('indirect.c', '  # include "two.h" /* */\n');
    write('computed.c', '#include WHICH\n');
    git('add', '.');
    git('commit', '-qm', 'first');
  });
  it('is nothing at first', () => expect(changed('HEAD')).toEqual([]));
  it('is what was edited or is new', () => {
    write('src/b.c', 'int b;');
    write('new.c', 'int n;');
    expect(changed('HEAD')).toEqual(['src/b.c', 'new.c', 'computed.c']);
  });
  it('is what includes a header that was edited', () => {
    write('inc/one.h', 'long one;\n');
    expect(changed('HEAD')).toEqual(['src/b.c', 'new.c', 'direct.c', 'indirect.c', 'computed.c']);
  });
  it('is what differs from where the branches parted', () => {
    git('checkout', '-qb', 'side');
    git('add', '.');
    git('commit', '-qm', 'side');
    git('checkout', '-q', 'main');
    write('a.c', 'int a;');
    git('commit', '-qam', 'main goes on');
    git('checkout', '-q', 'side');
    expect(changed('main')).toEqual(['src/b.c', 'new.c', 'direct.c', 'indirect.c', 'computed.c']);
  });
  it.each(['nowhere', '--output=x', ''])('%j is no revision', (revision) =>
    expect(changed(revision)).toContain('git knows no such revision'),
  );
  it('needs a work tree', () =>
    expect(changedSince('HEAD', [join(tmpdir(), 'a.c')])).toEqual({
      message: 'not all files are in a work tree of git',
    }));
});
