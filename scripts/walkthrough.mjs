// One loop through every stage of the analysis, with the data in between: docs/walkthrough.md.
//   npm run walkthrough               prints the page
//   npm run walkthrough -- FILE.c FUNCTION    the same for the first loop of another function
//   npm run walkthrough -- --write    writes it into docs/, and the outputs of docs/engines/
// Builds into dist/ first.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOptions } from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
// The bundle finds the parser's and the solver's modules beside itself.
if (!existsSync(join(root, 'dist/z3-built.wasm')))
  spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
await build(bundleOptions({ entryPoints: ['test/walkthrough/main.ts'], outfile: 'dist/walkthrough.cjs' }));
createRequire(import.meta.url)('../dist/walkthrough.cjs');
