// Differential fuzzing: random functions with loops, their summaries against the compiled program.
//   npm run fuzz -- [--seed S] [--count N] [--class C]... [--wide | --deep | --all] [--rows N] [--cap ITERATIONS] [--inexact N] [--blank N] [--slow N] [--budget MS]
//   npm run fuzz -- --oracle NAME [--seed S] [--count N]
//   npm run fuzz -- --bytes [--count N] [--class C]...
//   npm run fuzz -- --bench [--seed S] [--from K] --count 100000
// --oracle runs one of those in test/oracles/registry.ts instead.
// --wide and --deep take other groups of classes. --inexact N prints so many functions whose summary is not exact, with the reasons, --blank N those that
// have an exact summary and a defined row without values, --slow N those that took
// longest. --bytes makes all variables 8 bits wide and tries every input. --bench is for long runs: all classes, 50 rows each, values only (no bounds), figures after
// every 200 functions; function K depends on the seed and K alone, so --from K goes on where a run ended. Needs gcc; builds into dist/ first.
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
const oracle = process.argv.some((arg) => arg.startsWith('--oracle'));
await build(
  bundleOptions({
    entryPoints: [oracle ? 'test/oracles/fuzz.ts' : 'test/differential/fuzz.ts'],
    outfile: oracle ? 'dist/oracle.cjs' : 'dist/fuzz.cjs',
  }),
);
createRequire(import.meta.url)(oracle ? '../dist/oracle.cjs' : '../dist/fuzz.cjs');
