/** Programs start from compiled code where it fits, and from their text otherwise. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const scripts = fileURLToPath(new URL('../../scripts/', import.meta.url));
const PROGRAM = `const twice = (n) => 2 * n;
const own = require('node:path').basename(__filename);
console.log(own.startsWith('tool'), twice(Number(process.argv[2])), require('./data.json').n);
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'looplens-start-'));
  copyFileSync(join(scripts, 'run-bundle.cjs'), join(folder, 'tool.js'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  writeFileSync(join(folder, 'data.json'), '{ "n": 7 }');
  writeFileSync(join(folder, 'tool.code.cjs'), PROGRAM);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const node = (...args: string[]): string => {
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
  });
  return stdout + stderr;
};
const tool = (): string => join(folder, 'tool.js');
const keepCompiled = (): string => node(join(scripts, 'keep-compiled-code.mjs'), tool(), '1');

describe('a program of dist/ starts', () => {
  test('without compiled code', () => expect(node(tool(), '21')).toBe('true 42 7\n'));

  test('from compiled code', () => {
    expect(keepCompiled()).toBe('true 2 7\n');
    expect(node(tool(), '21')).toBe('true 42 7\n');
    // V8 compares lengths alone: that the text isn't asked shows where the code comes from
    writeFileSync(join(folder, 'tool.code.cjs'), PROGRAM.replace('2 * n', '3 * n'));
    expect(node(tool(), '21')).toBe('true 42 7\n');
  });

  test.each<[string, (kept: Buffer) => Buffer | string]>([
    ['empty', () => ''],
    ['something else', () => 'not compiled code'],
    ['cut off', (kept) => kept.subarray(0, kept.length / 2)],
  ])('with compiled code that is %s', (_, spoil) => {
    keepCompiled();
    const path = join(folder, 'tool.code.v8');
    writeFileSync(path, spoil(readFileSync(path)));
    expect(node(tool(), '21')).toBe('true 42 7\n');
  });

  test('with the compiled code of another text', () => {
    keepCompiled();
    writeFileSync(join(folder, 'tool.code.cjs'), PROGRAM.replace('2 * n', '300 * n'));
    expect(node(tool(), '21')).toBe('true 6300 7\n');
  });

  test('with an error of its own, once', () => {
    writeFileSync(join(folder, 'tool.code.cjs'), `console.log('begun');\nthrow new Error('own');`);
    keepCompiled();
    const told = node(tool(), '21');
    expect(told.split('begun')).toHaveLength(2);
    expect(told).toContain('Error: own');
  });
});
