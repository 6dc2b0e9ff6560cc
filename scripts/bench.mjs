// Measures what the design sets budgets for: analysis, command line, language server. Builds first.
//   npm run bench -- [--json] [--count LOOPS] [--repetitions N]
//   npm run bench -- --papers      what the papers measure: the tables of docs/papers.md
//   npm run bench -- --editor FILE.c... [--edits N]     what an editor waits for: a file's counts after opening and edits
//   npm run bench -- families [--repetitions N]: what loops cost as they grow; writes docs/images/cost.svg
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOptions } from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
await build(
  bundleOptions({
    entryPoints: [
      `test/bench/${['papers', 'editor'].find((name) => process.argv.includes(`--${name}`)) ?? 'bench'}.ts`,
    ],
    outfile: 'dist/bench.cjs',
  }),
);
createRequire(import.meta.url)('../dist/bench.cjs');
