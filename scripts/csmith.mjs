// Lowering and interpreter against gcc on csmith's programs, as a table: equal, lost by reason, different.
//   npm run csmith -- [--seeds N] [--from S] [--feature F]... [--small] [--steps N] [--show CODE] [--keep DIR]
// Features: integers, arrays, structs, aggregates, unions, all (one table each; all of them where none is named).
// --show CODE lists what was lost for that reason (`all`: for any), --keep DIR writes such programs, and those that
// differ. Needs gcc; installs csmith if it can.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runBundled } from './bundled.mjs';

const setup = join(dirname(fileURLToPath(import.meta.url)), 'csmith-setup.sh');
const { status } = spawnSync('bash', [setup], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
await runBundled('test/c/csmith/bench.ts', 'dist/csmith.cjs');
