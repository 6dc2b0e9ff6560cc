// Hostile inputs, and what becomes of them: counts by class and outcome; exit status 1 where one ends in anything but the statuses 0, 1 and 2.
//   npm run attack -- [--seed S] [--count N] [--class mutants|size|messages|folders|escapes]... [--size SHARE] [--keep DIR] [FILE.c...]
// Mutants are made of the files given, else of the examples; --count is how many (messages: ten times, folders and escapes: a twentieth).
// --size is the share of the full sizes of the huge inputs; --keep is where mutants go that aren't borne. Builds into dist/ first.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOptions } from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
await build(bundleOptions({ entryPoints: ['test/attack/attack.ts'], outfile: 'dist/attack.cjs' }));
createRequire(import.meta.url)('../dist/attack.cjs');
