// Drives Neovim's own client against the server over stdio.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { saidIn } from './said.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const folder = join(process.env.E2E_DIR ?? join(root, '.e2e'), 'run', 'neovim é');
mkdirSync(folder, { recursive: true });
cpSync(join(here, 'workspace', 'drain.c'), join(folder, 'drain.c'));

console.log(execFileSync('nvim', ['--version'], { encoding: 'utf8' }).split('\n')[0]);
const { output, errors, status } = await run();
const said = saidIn(output);
try {
  assert.equal(said.get('failure'), undefined);
  assert.equal(said.get('initialized'), true);
  assert.match(said.get('hover'), /^[^\n]*items[^\n]*iterations/);
  assert.equal(said.get('lenses')?.length, 1);
  assert.equal(said.get('lenses')[0].line, 12);
  assert.match(said.get('lenses')[0].title, /iterations$/);
  assert.equal(said.get('diagnostics')?.length, 1);
  const [diagnostic] = said.get('diagnostics');
  assert.deepEqual(
    { line: diagnostic.line, severity: diagnostic.severity, source: diagnostic.source, code: diagnostic.code },
    { line: 18, severity: 1, source: 'looplens', code: 'assertion-violated' },
  );
  assert.match(diagnostic.message, /taken == items/);
  assert.equal(said.get('shown'), 1);
  assert.match(said.get('detail'), /Loop at line 12/);
  assert.equal(said.get('message'), said.get('detail'));
  assert.equal(said.get('fixed'), true);
  assert.equal(said.get('stopped'), true);
  assert.equal(status, 0);
  console.log(
    `ok - hover: ${said.get('hover').split('\n')[0]}\nok - lens: ${said.get('lenses')[0].title}\nok - diagnostic: ${diagnostic.message.split('\n')[0]}\nok - detail by command, fix removes the diagnostic, server stops`,
  );
} catch (error) {
  console.error(`FAILED: ${error.message}\n--- Neovim said\n${output}\n${errors}`);
  process.exitCode = 1;
}

function run() {
  return new Promise((resolve) => {
    const nvim = spawn(
      'nvim',
      [
        '--headless',
        '-u',
        'NONE',
        '-i',
        'NONE',
        '-n',
        '-c',
        `luafile ${join(here, 'neovim.lua').replaceAll(' ', '\\ ')}`,
      ],
      {
        cwd: folder,
        env: {
          ...process.env,
          LOOPLENS_SERVER: process.env.LOOPLENS_SERVER ?? join(root, 'dist', 'server.cjs'),
          LOOPLENS_FILE: join(folder, 'drain.c'),
        },
      },
    );
    let output = '';
    let errors = '';
    nvim.stdout.on('data', (text) => (output += text));
    nvim.stderr.on('data', (text) => (errors += text));
    const late = setTimeout(() => nvim.kill('SIGKILL'), 120_000);
    nvim.on('exit', (status) => {
      clearTimeout(late);
      resolve({ output, errors, status });
    });
  });
}
