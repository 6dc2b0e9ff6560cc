// Builds dist/playground: a static page with an editor and, in a worker, the analysis. Any web server can serve it.
import { build } from 'esbuild';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IN_BROWSER, inBrowser } from './in-browser.mjs';

export async function buildPlayground(root, options) {
  const folder = join(root, 'dist/playground');
  mkdirSync(folder, { recursive: true });
  await build({
    ...options,
    entryPoints: ['server/src/web-worker.ts'],
    outfile: 'dist/playground/worker.js',
    ...inBrowser(root),
    define: IN_BROWSER,
  });
  for (const file of readdirSync(join(root, 'playground')))
    copyFileSync(join(root, 'playground', file), join(folder, file));
  for (const file of ['web-tree-sitter.wasm', 'tree-sitter-c.wasm'])
    copyFileSync(join(root, 'dist', file), join(folder, file));
  const names = readdirSync(join(root, 'examples'))
    .filter((name) => name.endsWith('.c'))
    .sort();
  const first = 'everyday.c';
  const examples = [first, ...names.filter((name) => name !== first)].map((name) => ({
    name,
    text: readFileSync(join(root, 'examples', name), 'utf8'),
  }));
  writeFileSync(join(folder, 'examples.json'), `${JSON.stringify(examples)}\n`);
}
