/** Paths in a browser are what they are on Node, but for a working directory. */
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dirname, join, relative, resolve } from '../../server/src/web/node-stand-ins.ts';

describe('paths', () => {
  it.each([
    ['/a/b', '/a/b/c/d'],
    ['/a/b', '/a/x'],
    ['/a', '/a'],
    ['/', '/a/b'],
    ['/a/b/c', '/'],
  ])('from %s to %s', (from, to) => expect(relative(from, to)).toBe(posix.relative(from, to)));
  it.each([[['/a', 'b', '../c.h']], [['/a/', '/b', './c']], [['/a//b', '.']], [['/a', '../../..']]])(
    'resolved: %j',
    (parts) => expect(resolve(...parts)).toBe(posix.resolve(...parts)),
  );
  it.each([[['/a', 'b']], [['a', '../b']], [['/', '.gitignore']], [['/a', '']], [['..', 'a']]])('joined: %j', (parts) =>
    expect(join(...parts)).toBe(posix.join(...parts)),
  );
  it.each(['/a/b.c', 'a/b'])('the directory of %s', (path) => expect(dirname(path)).toBe(posix.dirname(path)));
});
