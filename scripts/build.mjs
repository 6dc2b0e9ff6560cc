// Bundles everything into dist/: the extension, the language server, its analysis worker, and the command line.
//   node scripts/build.mjs [--dev] [--watch]
// --dev keeps names and adds source maps (F5); --watch rebuilds on change.
import { createHash } from 'node:crypto';
import { build, context } from 'esbuild';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const watch = process.argv.includes('--watch');
const dev = watch || process.argv.includes('--dev');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Z3's threads start copies of the very file they were loaded from: it can't be part of a bundle. */
const z3Beside = {
  name: 'z3-beside',
  setup(b) {
    b.onResolve({ filter: /z3-built(\.js)?$/ }, () => ({ path: './z3-built.js', external: true }));
  },
};

/** Stands for all that answers depend on: our sources and the packages' versions. */
function buildHash() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  const sources = join(root, 'server/src');
  const files = readdirSync(sources, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort())
    hash.update(path.slice(sources.length)).update(readFileSync(path));
  return hash.digest('hex');
}

/** What all bundles share. CommonJS, since Z3 is; `import.meta` then needs a stand-in. */
export function bundleOptions(overrides = {}) {
  return {
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minify: !dev,
    sourcemap: dev,
    metafile: true,
    logLevel: 'warning',
    legalComments: 'none',
    alias: { 'web-tree-sitter': join(root, 'node_modules/web-tree-sitter/web-tree-sitter.cjs') },
    banner: { js: 'const import_meta_url = require("node:url").pathToFileURL(__filename).href;' },
    define: {
      'import.meta.url': 'import_meta_url',
      'import.meta.dirname': '__dirname',
      'import.meta.filename': '__filename',
      LOOPLENS_VERSION: JSON.stringify(version),
      // what is built again on change is not the same build for long
      ...(watch ? {} : { LOOPLENS_BUILD: JSON.stringify(buildHash()) }),
    },
    plugins: [z3Beside],
    ...overrides,
  };
}

const bundles = [
  {
    entry: 'client/src/extension.ts',
    out: 'extension.cjs',
    external: ['vscode'],
    without: ['z3-solver', 'web-tree-sitter'],
  },
  { entry: 'server/src/main.ts', out: 'server.cjs', without: ['z3-solver', 'web-tree-sitter'] },
  { entry: 'server/src/worker.ts', out: 'worker.cjs' },
  { entry: 'server/src/cli.ts', out: 'cli.js', shebang: true },
];

/** The files that the bundles load at run time. */
const assets = [
  ['node_modules/web-tree-sitter/web-tree-sitter.wasm', 'web-tree-sitter.wasm'],
  ['node_modules/tree-sitter-c/tree-sitter-c.wasm', 'tree-sitter-c.wasm'],
  ['node_modules/z3-solver/build/z3-built.js', 'z3-built.js'],
  ['node_modules/z3-solver/build/z3-built.wasm', 'z3-built.wasm'],
];

/** Z3's glue checks the table of functions at every call through it, which takes more than a tenth of a query. The package's copy stays as it is. */
function quicken(path) {
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/^\s*assert\(wasmTable\.get\(funcPtr\) == func,[^\n]*\);\n/m, ''));
}

/** The server's own thread stays small: neither the solver nor the parser may be pulled into it. */
function checkInputs(bundle, metafile) {
  for (const name of bundle.without ?? []) {
    const parts = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
    const culprit = parts.find(
      ([path, { bytesInOutput }]) => bytesInOutput > 0 && path.includes(`node_modules/${name}/`),
    )?.[0];
    if (culprit) throw new Error(`${bundle.out} must not contain ${name}, but has ${culprit}`);
  }
}

async function main() {
  if (!watch) rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  // The package is ESM, what is in here is not.
  writeFileSync(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
  for (const [from, to] of assets) copyFileSync(join(root, from), join(dist, to));
  quicken(join(dist, 'z3-built.js'));
  await Promise.all(
    bundles
      .filter((b) => existsSync(join(root, b.entry)))
      .map(async (bundle) => {
        const common = bundleOptions();
        const options = {
          ...common,
          entryPoints: [bundle.entry],
          outfile: join('dist', bundle.out),
          external: bundle.external ?? [],
          banner: { js: (bundle.shebang ? '#!/usr/bin/env node\n' : '') + common.banner.js },
        };
        if (watch) {
          const live = await context({ ...options, logLevel: 'info' });
          await live.watch();
          return;
        }
        const { metafile } = await build(options);
        checkInputs(bundle, metafile);
        if (bundle.shebang) chmodSync(join(dist, bundle.out), 0o755);
      }),
  );
  if (watch) console.log('watching');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // What esbuild has to say, it has said already.
  await main().catch((error) => {
    if (!error.errors) console.error(error);
    process.exitCode = 1;
  });
}
