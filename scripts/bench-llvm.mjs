// Compares `looplens bounds` with LLVM's scalar evolution on real projects: bounds, processor seconds. Builds first.
// Needs clang and opt: apt-get install clang llvm.
//   npm run bench:llvm -- PATH... [-I DIR] [-D NAME] [--list] [--json] [--jobs N] [--passes PIPELINE]
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOptions } from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
await build(bundleOptions({ entryPoints: ['test/bench/llvm.ts'], outfile: 'dist/bench-llvm.cjs' }));
createRequire(import.meta.url)('../dist/bench-llvm.cjs');
