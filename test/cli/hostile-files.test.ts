/** Folders with what isn't meant to be read or written over: a message, exit status 2, and the other files answered. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { looplens } from './command-line.ts';
import { writeNew } from '../../server/src/cli/write-new.ts';

const root = mkdtempSync(join(tmpdir(), 'looplens-hostile-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folder = '';
let made = 0;
beforeEach(() => {
  folder = join(root, String(++made));
  mkdirSync(folder);
});
const at = (name: string): string => join(folder, name);
const LOOP = 'int f(int n) { while (n > 0) n--; return n; }\n';
const FAILS = `#include <assert.h>
int f(int n) {
  while (n > 0) n--;
  assert(n != -3);
  return n;
}
`;
const posix = process.platform !== 'win32';
const fifo = (name: string): void => void spawnSync('mkfifo', [at(name)]);

/** `$` in arguments and output stands for the folder. */
async function inFolder(
  ...args: string[]
): Promise<{ readonly status: number; readonly out: string; readonly err: string }> {
  const { status, out, err } = await looplens(...args.map((arg) => arg.replace('$', folder)));
  return { status, out: out.replaceAll(folder, '$'), err: err.replaceAll(folder, '$') };
}

describe('reading', () => {
  it.runIf(posix)(
    'regular files only, of bearable size; directories by any name; links to directories are not followed',
    async () => {
      for (const [name, target] of [
        ['zero.c', '/dev/zero'],
        ['terminal.c', '/dev/tty'],
        ['gone.c', 'nowhere'],
        ['loop.c', 'loop2'],
        ['loop2', 'loop.c'],
        ['link', '.'],
        ['linked.c', 'sub'],
      ])
        symlinkSync(target ?? '', at(name ?? ''));
      mkdirSync(at('sub'));
      mkdirSync(at('directory.c'));
      fifo('pipe.c');
      writeFileSync(at('huge.c'), '');
      truncateSync(at('huge.c'), 200_000_000);
      writeFileSync(at('directory.c/inside.c'), LOOP);
      writeFileSync(at('latin.c'), Buffer.from(`// ${'\xe4\xff'}\n${LOOP}`, 'latin1'));
      const { status, out, err } = await inFolder('bounds', '$');
      expect(status).toBe(2);
      expect(err.trimEnd().split('\n').sort()).toEqual([
        'looplens: $/gone.c: no such file or directory',
        'looplens: $/huge.c: is too large: more than 32 MB',
        'looplens: $/loop.c: too many links',
        'looplens: $/pipe.c: is not a regular file',
        'looplens: $/terminal.c: is not a regular file',
        'looplens: $/zero.c: is not a regular file',
      ]);
      expect(out).toMatch(/^\$\/directory\.c\/inside\.c:1:16: .*\n\$\/latin\.c:2:16: .*\n2 loops/);
    },
  );

  it.runIf(posix)('named files as well, headers, tables and baselines', async () => {
    fifo('pipe');
    writeFileSync(
      at('a.c'),
      `#include "pipe"\n#include "/dev/zero"\n#include "/proc/kmsg"\n#include "huge.h"\n#include "."\n${LOOP}`,
    );
    writeFileSync(at('huge.h'), '');
    truncateSync(at('huge.h'), 50_000_000);
    const { status, out, err } = await inFolder('summarize', '$/pipe', '$/a.c');
    expect(status).toBe(2);
    expect(out).toContain('$/a.c:6:16: ');
    expect(err).toContain('looplens: $/pipe: is not a regular file\n');
    expect(err).toMatch(/a\.c:1:1: the header .* is not a regular file/);
    expect(err).toMatch(/a\.c:2:1: the header .* is not a regular file/);
    expect(err).toMatch(/a\.c:4:1: the header .* is too large/);
    expect(await inFolder('eval', '$/a.c', '--function', 'f', '--inputs', '$/pipe')).toMatchObject({
      status: 2,
      err: 'looplens: $/pipe: is not a regular file\n',
    });
    expect(await inFolder('check', '$/a.c', '--baseline', '/dev/zero')).toMatchObject({
      status: 2,
      err: 'looplens: /dev/zero: is not a regular file\n',
    });
    expect(await inFolder('check', '$/a.c', '--compile-commands', '/dev/zero')).toMatchObject({
      status: 0,
      err: expect.stringContaining('there is no compile_commands.json'),
    });
  });

  it.runIf(posix)('names with line ends, escapes and marks of direction are one line of output, all seen', async () => {
    const name = 'a\nb\u001b[31m\u202e.c';
    writeFileSync(at(name), FAILS);
    const { out } = await inFolder('check', `$/${name}`);
    expect(out.split('\n')[0]).toMatch(/^\$\/a\\nb\\x1b\[31m\\u202e\.c:4:3: violated/);
    expect((await inFolder('check', `$/${name}2`)).err).toBe(
      'looplens: $/a\\nb\\x1b[31m\\u202e.c2: no such file or directory\n',
    );
    expect((await inFolder('check', '$/x', '--format', 'x\u001b[2J')).err).toMatch(
      /^looplens: --format is one of .*x\\x1b\[2J/,
    );
  });
});

describe('writing', () => {
  const text = '/* mine */ 2';
  const own = (before: string): boolean => before.startsWith('/* mine */');
  const write = (path: string): string | null => writeNew(at(path), text, own)?.replaceAll(folder, '$') ?? null;

  it('goes where nothing is, what is empty, or what was written before', () => {
    expect(write('deep/er/x.c')).toBeNull();
    writeFileSync(at('empty.c'), '');
    writeFileSync(at('before.c'), '/* mine */ 1');
    for (const name of ['empty.c', 'before.c']) {
      expect(write(name)).toBeNull();
      expect(readFileSync(at(name), 'utf8')).toBe(text);
    }
  });

  it.runIf(posix)('does not follow links, nor take the place of anything else', () => {
    writeFileSync(at('theirs'), 'theirs');
    symlinkSync('theirs', at('link.c'));
    symlinkSync('nowhere', at('dangling.c'));
    symlinkSync('/dev/null', at('device.c'));
    mkdirSync(at('directory.c'));
    fifo('pipe.c');
    writeFileSync(at('other.c'), 'int x;');
    for (const name of ['link.c', 'dangling.c', 'device.c'])
      expect(write(name)).toBe(`$/${name}: is a link: nothing was written`);
    expect(write('directory.c')).toBe('$/directory.c: is a directory: nothing was written');
    expect(write('pipe.c')).toBe('$/pipe.c: is not a regular file: nothing was written');
    expect(write('other.c')).toMatch(/was not written by this command: nothing was written$/);
    expect(readFileSync(at('theirs'), 'utf8')).toBe('theirs');
    expect(readFileSync(at('other.c'), 'utf8')).toBe('int x;');
  });

  it.runIf(posix)('says what is wrong with a folder, once', () => {
    symlinkSync('/nowhere/at/all', at('dangling'));
    for (const path of [
      '/proc/nope/x/y.c',
      '/dev/null/y.c',
      '/dev/null/x/y.c',
      at('dangling/y.c'),
      at('dangling/x/y.c'),
      at(`${'x'.repeat(300)}/y.c`),
    ])
      expect(writeNew(path, text, own)).toMatch(
        /: (not a directory|no such file or directory|exists already|the name is too long|permission denied)/,
      );
  });

  it.runIf(posix)(
    'a test names its file whatever that is called, and fails its assertion',
    async () => {
      for (const name of ['plain.c', 'qu"ote.c', 'back\\slash.c', 'line\nend.c', '*end*/.c', 'ä 😀.c']) {
        const file = name.replace('*/', '*');
        writeFileSync(at(file), FAILS);
        expect(await inFolder('testgen', `$/${file}:4`, '-o', '$/out')).toMatchObject({ status: 0 });
        const driver = at(`out/${file.replace(/\.c$/, '')}_line4.c`);
        const compiled = spawnSync('gcc', [driver, '-o', at('run')], { encoding: 'utf8' });
        if (compiled.error) continue;
        expect(compiled.stderr).toBe('');
        expect(spawnSync(at('run'), { encoding: 'utf8' }).stderr).toContain('n != -3');
      }
    },
    60_000,
  );
});
