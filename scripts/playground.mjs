// Builds dist/playground: a static page with an editor and, in a worker, the analysis. Any web server can serve it.
import { build } from 'esbuild';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What of Node the pure rooms take, and the solver, replaced by what a browser has. */
const inBrowser = (root) => ({
  name: 'in-browser',
  setup(b) {
    const standIn = (path) => ({ path: join(root, 'server/src/web', path) });
    b.onResolve({ filter: /^node:(fs|path|url)$/ }, () => standIn('node-stand-ins.ts'));
    b.onResolve({ filter: /\/z3-module\.ts$/ }, () => standIn('no-solver.ts'));
  },
});

export async function buildPlayground(root, options) {
  const folder = join(root, 'dist/playground');
  mkdirSync(folder, { recursive: true });
  await build({
    ...options,
    entryPoints: ['server/src/web-worker.ts'],
    outfile: 'dist/playground/worker.js',
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    alias: {},
    banner: {},
    // only on Node does the parser's glue load them
    external: ['module', 'fs/promises', 'node:crypto'],
    define: { 'import.meta.url': 'self.location.href' },
    plugins: [inBrowser(root)],
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
