// Commands that are written in TypeScript below test/: bundled into dist/ and run from there. The bundle finds the
// parser's and the solver's modules beside itself, so that dist/ is built first where it isn't there.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOptions } from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The path of the bundle. `rebuild`: what is measured is built anew, also where it is there. */
async function bundle(entry, outfile, rebuild) {
  if (rebuild || !existsSync(join(root, 'dist/z3-built.wasm'))) {
    const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
  await build(bundleOptions({ entryPoints: [entry], outfile }));
  return join(root, outfile);
}

/** Runs it in this process. */
export async function runBundled(entry, outfile, { rebuild = false } = {}) {
  createRequire(import.meta.url)(await bundle(entry, outfile, rebuild));
}

/** Runs it in a process of its own. Terms die young: a larger nursery spares a tenth of the time. */
export async function spawnBundled(entry, outfile) {
  const file = await bundle(entry, outfile, false);
  const { status } = spawnSync(process.execPath, ['--max-semi-space-size=64', file, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
