// Drives Emacs' own client, eglot, set up as README.md says, against the command line's server.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { saidIn } from './said.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const folder = join(process.env.E2E_DIR ?? join(root, '.e2e'), 'run', 'emacs é');
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'bin'), { recursive: true });
cpSync(join(here, 'workspace', 'drain.c'), join(folder, 'drain.c'));

// the command that the set-up names
const command = join(folder, 'bin', 'looplens');
writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist', 'cli.js')}' "$@"\n`);
chmodSync(command, 0o755);
const [, setUp] = /^```elisp\n([^]*?)^```$/m.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
assert.ok(setUp, 'README.md has a set-up for Emacs');
writeFileSync(join(folder, 'set-up.el'), setUp);

console.log(execFileSync('emacs', ['--version'], { encoding: 'utf8' }).split('\n')[0]);
const { stdout, stderr, status } = spawnSync('emacs', ['--batch', '--load', join(here, 'emacs.el')], {
  cwd: folder,
  encoding: 'utf8',
  timeout: 180_000,
  env: {
    ...process.env,
    HOME: folder,
    PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
    LOOPLENS_SETUP: join(folder, 'set-up.el'),
    LOOPLENS_FILE: join(folder, 'drain.c'),
  },
});
const said = saidIn(stdout);
try {
  assert.equal(said.get('failure'), undefined);
  assert.equal(said.get('mode'), 'c-mode');
  assert.equal(said.get('managed'), true);
  assert.equal(said.get('diagnostics')?.length, 1);
  const [diagnostic] = said.get('diagnostics');
  assert.deepEqual({ line: diagnostic.line, type: diagnostic.type }, { line: 18, type: 'eglot-error' });
  assert.match(diagnostic.text, /taken == items/);
  assert.match(said.get('hover'), /items[^\n]*iterations/);
  assert.equal(said.get('fixed'), true);
  assert.equal(said.get('stopped'), true);
  assert.equal(status, 0);
  console.log(
    `ok - diagnostic: ${diagnostic.text.split('\n')[0]}\nok - hover: ${said.get('hover').split('\n')[0]}\nok - fix removes the diagnostic, server stops`,
  );
} catch (error) {
  console.error(`FAILED: ${error.message}\n--- Emacs said\n${stdout}\n${stderr}`);
  process.exitCode = 1;
}
