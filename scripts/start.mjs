// `npm start`: what the editor would show for the C files in examples/.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const files = readdirSync(join(root, 'examples'))
  .filter((name) => name.endsWith('.c'))
  .sort()
  .map((name) => join('examples', name));

/** Runs the command line; an example that fails on purpose is no failure of this script. */
function looplens(call, ...args) {
  console.log(`$ looplens ${call} ${args.join(' ')}\n`);
  const { status, error } = spawnSync(process.execPath, [join('dist', 'cli.js'), call, ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (error) throw error;
  if (status === null || status > 1) process.exitCode = status ?? 3;
  console.log();
}

for (const file of files) looplens('summarize', file);
looplens('check', ...files);
