/** The solver as the extension has it: compressed, and unpacked when a question needs it. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { FOR_THE_SOLVER } from '../decide/for-the-solver.ts';

const folder = mkdtempSync(join(tmpdir(), 'looplens solver '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BUNDLES = ['cli.js', 'cli.code.cjs', 'worker.cjs', 'worker.code.cjs'];
const LOADED = ['z3-built.js', 'tree-sitter-c.wasm', 'web-tree-sitter.wasm', 'package.json'];

it('decides what it decides uncompressed', () => {
  for (const file of [...BUNDLES, ...LOADED]) copyFileSync(resolve('dist', file), join(folder, file));
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  writeFileSync(join(folder, 'z3-built.wasm.br'), brotliCompressSync(readFileSync('dist/z3-built.wasm'), quick));
  writeFileSync(join(folder, 'h.c'), FOR_THE_SOLVER);
  const check = (cli: string) =>
    spawnSync(process.execPath, [cli, 'check', 'h.c', '--no-project'], { cwd: folder, encoding: 'utf8' });
  const packed = check(join(folder, 'cli.js'));
  expect(packed.stdout).toContain('holds');
  expect(packed.status).toBe(0);
  // without any solver it stays open: the question is one for it
  rmSync(join(folder, 'z3-built.wasm.br'));
  expect(check(join(folder, 'cli.js')).stdout).not.toContain('holds');
});
