// Measures analysis, command line and language server against their budgets. Builds first.
//   npm run bench -- [--json] [--count LOOPS] [--repetitions N]
//   npm run bench -- --papers      what the papers measure: the tables of docs/papers.md
//   npm run bench -- --editor FILE.c... [--edits N]
//                                  what an editor waits for: a file's counts after opening and edits
//   npm run bench -- families [--repetitions N]: what loops cost as they grow; writes docs/images/cost.svg
import { runBundled } from './bundled.mjs';

const asked = ['papers', 'editor'].find((name) => process.argv.includes(`--${name}`)) ?? 'bench';
await runBundled(`test/bench/${asked}.ts`, 'dist/bench.cjs', { rebuild: true });
