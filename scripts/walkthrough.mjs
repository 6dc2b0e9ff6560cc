// One loop through every stage of the analysis, with the data in between: docs/walkthrough.md.
//   npm run walkthrough               prints the page
//   npm run walkthrough -- FILE.c FUNCTION    the same for the first loop of another function
//   npm run walkthrough -- --write    writes it into docs/, and the outputs of docs/engines/
// Builds into dist/ first.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runBundled } from './bundled.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
await runBundled('test/walkthrough/main.ts', 'dist/walkthrough.cjs');
