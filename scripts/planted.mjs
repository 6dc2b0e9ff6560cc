// Functions with planted defects, against gcc's AddressSanitizer and UBSan: no finding may be where nothing fails.
//   npm run planted -- [--seed S] [--from K] [--count N] [--batch N] [--missed]
// Function K depends on the seed and K alone. --missed prints functions that fail and have no finding. Needs gcc; builds into dist/ first.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOptions } from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
// The bundle finds the parser's and the solver's modules beside itself.
if (!existsSync(join(root, 'dist/z3-built.wasm')))
  spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
const outfile = 'dist/planted.cjs';
await build(bundleOptions({ entryPoints: ['test/verify/planted/planted-campaign.ts'], outfile }));
createRequire(import.meta.url)(`../${outfile}`);
