// Runs `looplens bounds` over whole projects and says what it found and what was lost. Builds first.
//   npm run corpus -- DIR... [--jobs N] [--slow N] [--clang "FLAGS"]
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOptions } from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
await build(bundleOptions({ entryPoints: ['test/bench/corpus.ts'], outfile: 'dist/corpus.cjs' }));
createRequire(import.meta.url)('../dist/corpus.cjs');
