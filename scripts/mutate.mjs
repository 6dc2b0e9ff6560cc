// Mutation test of the independent checker: wrong summaries must be rejected.
//   npm run mutate -- [--subject NAME]... [--most N]
// Builds into dist/ first.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOptions } from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
// The bundle finds the parser's module beside itself.
if (!existsSync(join(root, 'dist/z3-built.wasm')))
  spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
await build(bundleOptions({ entryPoints: ['test/certify/mutate.ts'], outfile: 'dist/mutate.cjs' }));
createRequire(import.meta.url)('../dist/mutate.cjs');
