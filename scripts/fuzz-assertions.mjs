// Differential fuzzing of verdicts: random functions with loops and assertions, against the compiled program with inputs searched for.
//   npm run fuzz:assertions -- [--seed S] [--from K] [--count N] [--batch N] [--budget MS] [--missed]
// Batches take turns in the modes: overflow undefined, -fwrapv, -funsigned-char. Function K depends on the seed and K alone, so --from K goes on where a run
// ended. --missed prints open assertions that the search made fail. Needs gcc; builds into dist/ first.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOptions } from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
// The bundle finds the parser's and the solver's modules beside itself.
if (!existsSync(join(root, 'dist/z3-built.wasm'))) spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
await build(bundleOptions({ entryPoints: ['test/verify/fuzz-assertions.ts'], outfile: 'dist/fuzz-assertions.cjs' }));
createRequire(import.meta.url)('../dist/fuzz-assertions.cjs');
