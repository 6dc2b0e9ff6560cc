// How bundles for workers of a browser are made: what they would take of Node has a stand-in, or is empty.
import { join } from 'node:path';

/** These are used; what else is imported is never called there. */
const STOOD_IN = /^node:(fs|path|url)$/;
/** The last two: only on Node does the parser's glue load them. */
const NODE = /^(node:.*|module|fs\/promises)$/;

/** Options of esbuild. */
export const inBrowser = (root) => ({
  platform: 'browser',
  format: 'iife',
  target: 'es2022',
  alias: { 'vscode-languageserver/node': 'vscode-languageserver/browser' },
  banner: {},
  plugins: [
    {
      name: 'in-browser',
      setup(b) {
        const web = join(root, 'server/src/web');
        b.onResolve({ filter: /\/z3-module\.ts$/ }, () => ({ path: join(web, 'no-solver.ts') }));
        b.onResolve({ filter: /\/file-globs\.ts$/ }, () => ({ path: join(web, 'no-globs.ts') }));
        // as CommonJS, of which nothing is asked before it runs
        b.onResolve({ filter: NODE }, ({ path }) => ({ path, namespace: 'of-node' }));
        b.onLoad({ filter: /.*/, namespace: 'of-node' }, ({ path }) => ({
          contents: `module.exports = ${STOOD_IN.test(path) ? "require('./node-stand-ins.ts')" : '{}'};`,
          resolveDir: web,
        }));
      },
    },
  ],
});

/** What stands in the code for what Node would know. */
export const IN_BROWSER = {
  'import.meta.url': 'self.location.href',
  'process.pid': '0',
  'process.platform': '"browser"',
  'process.version': '"browser"',
};
