// Lowering and interpreter against gcc on csmith's programs, as a table: equal, lost by reason, different.
//   npm run csmith -- [--seeds N] [--from S] [--feature F]... [--small] [--steps N] [--show CODE] [--keep DIR]
// Features: integers, arrays, structs, aggregates, unions, all (one table each; all of them where none is named). --show CODE lists what
// was lost for that reason (`all`: for any), --keep DIR writes such programs, and those that differ. Needs gcc; installs csmith if it can.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOptions } from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { status } = spawnSync('bash', [join(root, 'scripts/csmith-setup.sh')], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
// The bundle finds the parser's module beside itself.
if (!existsSync(join(root, 'dist/z3-built.wasm')))
  spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
await build(bundleOptions({ entryPoints: ['test/c/csmith/bench.ts'], outfile: 'dist/csmith.cjs' }));
createRequire(import.meta.url)('../dist/csmith.cjs');
