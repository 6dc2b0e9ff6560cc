/** Headers that lie somewhere in the tree of a project, which no directory of the search leads to. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { HeaderReader, OpenTexts } from '../../server/src/workspace/header-files.ts';
import { hasLookedFor, headerReader, versionsNow } from '../../server/src/workspace/header-files.ts';

const root = mkdtempSync(join(tmpdir(), 'looplens-tree-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folder = '';
let made = 0;
beforeEach(() => {
  folder = join(root, String(++made));
  mkdirSync(folder);
});

const NOTHING_OPEN: OpenTexts = new Map();

function write(...names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), `/* ${name} */`);
  }
}

const readerOf = (file: string): HeaderReader =>
  headerReader(join(folder, file), { quoted: [], general: [], tree: folder }, NOTHING_OPEN);

/** Where it is found, from the project's root. */
function found(name: string, file = 'src/http/main.c', quoted = false): string | null {
  const header = readerOf(file).read({ name, quoted, from: null, next: false });
  return header === null ? null : relative(folder, header.path).replaceAll('\\', '/');
}

describe('a header of the project', () => {
  it('is found wherever it lies', () => {
    write('src/core/list.h', 'src/os/unix/a.inc', 'deps/x/include/x/y.h');
    expect(found('list.h')).toBe('src/core/list.h');
    expect(found('list.h', 'src/http/main.c', true)).toBe('src/core/list.h');
    expect(found('a.inc')).toBe('src/os/unix/a.inc');
    expect(found('x/y.h')).toBe('deps/x/include/x/y.h');
    expect(found('./x/y.h')).toBe('deps/x/include/x/y.h');
    expect(found('y/x.h')).toBeNull();
    expect(found('../core/list.h')).toBeNull();
  });

  it('in quotes also where a system has one of that name, but not of C or POSIX', () => {
    write('programs/util.h', 'compat/stdio.h', 'compat/poll.h');
    expect(found('util.h', 'tests/fuzzer.c', true)).toBe('programs/util.h');
    expect(found('util.h', 'tests/fuzzer.c')).toBeNull();
    expect(found('stdio.h', 'src/main.c', true)).toBeNull();
    expect(found('poll.h', 'src/main.c', true)).toBeNull();
  });

  it('and as a template, where it is made of one', () => {
    write('src/gen/api.h.in');
    expect(found('api.h')).toBe('src/gen/api.h.in');
  });

  it('is the nearest of several, or none of them', () => {
    write('arch/x86/atomic.h', 'arch/arm/atomic.h');
    expect(found('atomic.h', 'arch/arm/lock.c')).toBe('arch/arm/atomic.h');
    expect(found('atomic.h', 'src/lock.c')).toBeNull();
  });

  it('is not one for another machine, nor one of examples and tests', () => {
    write('win32/os.h', 'tests/helper.h', 'contrib/minizip/zip.h');
    expect(found('os.h')).toBeNull();
    expect(found('helper.h')).toBeNull();
    expect(found('zip.h')).toBeNull();
    expect(found('helper.h', 'tests/unit/a.c')).toBe('tests/helper.h');
  });

  it('is not the system’s, nor a configuration of another build', () => {
    write('compat/poll.h', 'compat/sys/stat.h', 'lib/string.h', 'vc/config.h', 'node_modules/a/b.h', '.old/c.h');
    for (const name of ['poll.h', 'sys/stat.h', 'string.h', 'config.h', 'b.h', 'c.h']) expect(found(name)).toBeNull();
  });

  it('is a copy of lists and trees that not every system has', () => {
    write('compat/sys/queue.h');
    expect(found('sys/queue.h')).toBe('compat/sys/queue.h');
  });

  it('and those beside the file come first', () => {
    write('src/http/list.h', 'src/core/list.h');
    expect(found('list.h', 'src/http/main.c', true)).toBe('src/http/list.h');
  });
});

it('whether it is there still, or another one is, can be asked', () => {
  write('src/core/list.h');
  const reader = readerOf('src/http/main.c');
  reader.read({ name: 'list.h', quoted: false, from: null, next: false });
  reader.read({ name: 'none.h', quoted: false, from: null, next: false });
  const same = (): boolean => {
    const versionNow = versionsNow(NOTHING_OPEN);
    return [...reader.looked].every(([place, version]) => versionNow(place) === version);
  };
  expect(same()).toBe(true);
  expect(hasLookedFor(reader.looked, join(folder, 'src/core/list.h'))).toBe(true);
  expect(hasLookedFor(reader.looked, join(folder, 'lib/none.h'))).toBe(true);
  expect(hasLookedFor(reader.looked, join(folder, 'lib/other.h'))).toBe(false);
  write('src/mail/list.h');
  expect(same()).toBe(false);
  // at once, and so it is for the next analysis: of two none is nearer to this file
  expect(found('list.h')).toBeNull();
});

it('a project that is linked into itself is read once', () => {
  write('src/a.h');
  try {
    symlinkSync(folder, join(folder, 'loop'));
  } catch {
    return;
  }
  expect(found('a.h')).toBe('src/a.h');
});
