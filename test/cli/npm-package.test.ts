/** The npm package: packed, installed into an empty folder without a network, and run there. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder = '';

function run(command: string, ...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'looplens package '));
  const packed = spawnSync(process.execPath, ['scripts/package-npm.mjs', '--to', folder], { encoding: 'utf8' });
  expect(packed.stderr).toBe('');
  mkdirSync(join(folder, 'src'));
  writeFileSync(
    join(folder, 'src/sum.c'),
    `
      #include <assert.h>
      void f(void) {
        int i;
        for (i = 0; i < 10; i++) ;
        assert(i == 10);
        assert(i == 11);
      }`,
  );
  writeFileSync(join(folder, 'package.json'), '{}');
  const installed = run('npm', 'install', '--offline', '--no-audit', '--no-fund', packed.stdout.trim());
  expect(installed).toMatchObject({ status: 0 });
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('npx looplens checks a folder', () => {
  const { status, stdout } = run('npx', '--offline', 'looplens', 'check', 'src');
  expect(stdout).toContain('holds  i == 10');
  expect(stdout).toContain('violated  i == 11');
  expect(status).toBe(1);
}, 60_000);

it('answers of its own version', () => {
  expect(run('npx', '--offline', 'looplens', '--version')).toMatchObject({ status: 0 });
}, 60_000);
