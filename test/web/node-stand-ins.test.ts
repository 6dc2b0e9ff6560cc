/** Paths in a browser, which are POSIX' or addresses. */
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { dirname, join, relative, resolve } from '../../server/src/web/node-stand-ins.ts';

test.each([
  ['/a/b', '../c.h'],
  ['/a', './b//c'],
  ['/', '..', 'a'],
  ['a', '../../b'],
  ['a/b', '..'],
])('join %j, %j', (...parts) => {
  expect(join(...parts)).toBe(posix.join(...parts));
});

test.each([
  ['http://127.0.0.1:8080', 'a.wasm', 'http://127.0.0.1:8080/a.wasm'],
  ['https://host/play/x', '../a.wasm', 'https://host/play/a.wasm'],
  ['vscode-file://app', 'out//a.wasm', 'vscode-file://app/out/a.wasm'],
])('what lies beside %s', (folder, name, address) => {
  expect(join(folder, name)).toBe(address);
  expect(join(dirname(`${folder}/worker.js`), name)).toBe(address);
});

test('absolute paths, and from one to the other', () => {
  expect(resolve('/a/b', '../c')).toBe('/a/c');
  expect(resolve('/a', '/b', 'c')).toBe('/b/c');
  for (const [from, to] of [
    ['/a/b', '/a/c/d'],
    ['/a', '/a/b'],
    ['/a/b/c', '/a'],
  ] as const)
    expect(relative(from, to)).toBe(posix.relative(from, to));
});
