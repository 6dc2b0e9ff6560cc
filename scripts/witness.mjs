// Checks an exported witness against its program, with code that shares nothing with the analysis (test/witness).
//   npm run witness -- FILE.c WITNESS.yml [--runs N]
// Status 0: confirmed; 1: refuted; 2: wrong arguments; 3: neither. Running programs needs gcc.
import { build } from 'esbuild';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
// as deep as the sources: the parser's module is found from there
const outfile = join(root, 'dist/witness/main.mjs');
await build({
  absWorkingDir: root,
  entryPoints: ['test/witness/main.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
});
await import(pathToFileURL(outfile).href);
