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
  it.each([
    [['/a', 'b']],
    [['a', '../b']],
    [['/', '.gitignore']],
    [['/', '..', 'a']],
    [['a', '../../b']],
    [['a/b', '..']],
    [['/a', '']],
    [['..', 'a']],
  ])('joined: %j', (parts) => expect(join(...parts)).toBe(posix.join(...parts)));
  it.each(['/a/b.c', 'a/b'])('the directory of %s', (path) => expect(dirname(path)).toBe(posix.dirname(path)));
  it.each([
    ['http://127.0.0.1:8080', 'a.wasm', 'http://127.0.0.1:8080/a.wasm'],
    ['https://host/play/x', '../a.wasm', 'https://host/play/a.wasm'],
    ['vscode-file://app', 'out//a.wasm', 'vscode-file://app/out/a.wasm'],
  ])('of an address: what lies beside %s', (folder, name, address) => {
    expect(join(folder, name)).toBe(address);
    expect(join(dirname(`${folder}/worker.js`), name)).toBe(address);
  });
});
