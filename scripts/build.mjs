// Bundles everything into dist/: the extension, the language server, its analysis worker, and the command line.
//   node scripts/build.mjs [--dev] [--watch]
// --dev keeps names and adds source maps (F5); --watch rebuilds on change. Programs other than the extension are
// NAME.code.cjs, started by NAME from compiled code (run-bundle.cjs); not with --dev.
import { spawnSync } from 'node:child_process';
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
import { IN_BROWSER, inBrowser } from './in-browser.mjs';
import { buildPlayground } from './playground.mjs';
import { packageOf, packagesIn, thirdPartyNotices } from './third-party.mjs';

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

/** BullMQ's other clients, and native code that its packer goes without. */
const OPTIONAL = ['redis', 'pg', '@valkey/valkey-glide', 'bullmq-otel', 'msgpackr-extract'];

/** For what runs in a web page: neither Node nor modules are there. */
function pageOptions() {
  return bundleOptions({ platform: 'browser', target: 'es2022', format: 'iife', banner: {}, define: {}, plugins: [] });
}

/** For workers of a browser. */
function webOptions() {
  return { ...bundleOptions(), ...inBrowser(root), define: { ...bundleOptions().define, ...IN_BROWSER } };
}

/** For the extension in editors that run in a browser. */
function webExtensionOptions() {
  return { ...pageOptions(), format: 'cjs' };
}

const bundles = [
  { entry: 'client/webview/loop-page.ts', out: 'loop-page.js', options: pageOptions },
  { entry: 'client/webview/loop-page.css', out: 'loop-page.css', options: pageOptions },
  {
    entry: 'client/src/web-extension.ts',
    out: 'web/extension.cjs',
    options: webExtensionOptions,
    external: ['vscode'],
    without: ['web-tree-sitter'],
  },
  {
    entry: 'server/src/web-server.ts',
    out: 'web/server.js',
    options: webOptions,
    without: ['z3-solver', 'web-tree-sitter'],
  },
  { entry: 'server/src/web-analysis.ts', out: 'web/analysis.js', options: webOptions, without: ['z3-solver'] },
  {
    entry: 'client/src/extension.ts',
    out: 'extension.cjs',
    external: ['vscode'],
    without: ['z3-solver', 'web-tree-sitter'],
  },
  {
    entry: 'server/src/main.ts',
    out: 'server.cjs',
    without: ['z3-solver', 'web-tree-sitter'],
    compiled: { args: ['--stdio'], input: session() },
  },
  { entry: 'server/src/worker.ts', out: 'worker.cjs', compiled: { args: [] } },
  {
    entry: 'server/src/cli.ts',
    out: 'cli.js',
    shebang: true,
    without: ['bullmq', 'ioredis'],
    compiled: { args: ['check', 'examples/everyday.c', '--format', 'json'] },
  },
  { entry: 'server/src/queue.ts', out: 'queue.cjs', external: OPTIONAL, without: ['z3-solver', 'web-tree-sitter'] },
];

/** What a client says to a server that it only starts and ends. */
function session() {
  const messages = [
    { id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } },
    { method: 'initialized', params: {} },
    { id: 2, method: 'shutdown' },
    { method: 'exit' },
  ];
  return messages
    .map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }))
    .map((text) => `Content-Length: ${text.length}\r\n\r\n${text}`)
    .join('');
}

/** The files that the bundles load at run time. */
const assets = [
  ['node_modules/web-tree-sitter/web-tree-sitter.wasm', 'web-tree-sitter.wasm'],
  ['node_modules/tree-sitter-c/tree-sitter-c.wasm', 'tree-sitter-c.wasm'],
  ['node_modules/z3-solver/build/z3-built.js', 'z3-built.js'],
  ['node_modules/z3-solver/build/z3-built.wasm', 'z3-built.wasm'],
];

/**
 * Z3's glue checks the table of functions at every call through it, which takes more than a tenth of a query. The
 * package's copy stays as it is.
 */
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

/** Puts the program in place that starts the bundle, and runs it once to keep what V8 compiles. */
function startFromCompiled({ out, shebang, compiled }) {
  const start = readFileSync(join(root, 'scripts/run-bundle.cjs'), 'utf8');
  writeFileSync(join(dist, out), (shebang ? '#!/usr/bin/env node\n' : '') + start);
  const script = join(root, 'scripts/keep-compiled-code.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, join(dist, out), ...compiled.args], {
    cwd: root,
    encoding: 'utf8',
    input: compiled.input ?? '',
    maxBuffer: 1 << 28,
  });
  if (!existsSync(join(dist, codeOf(out, '.v8')))) throw new Error(`${out} didn't run (${status}): ${stderr}`);
}

const startsCompiled = (bundle) => !dev && bundle.compiled !== undefined;
const codeOf = (out, extension) => out.replace(/\.\w+$/, `.code${extension}`);

async function main() {
  if (!watch) rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  // The package is ESM, what is in here is not.
  writeFileSync(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
  for (const [from, to] of assets) copyFileSync(join(root, from), join(dist, to));
  quicken(join(dist, 'z3-built.js'));
  const metafiles = await Promise.all(
    bundles
      .filter((b) => existsSync(join(root, b.entry)))
      .map(async (bundle) => {
        const common = (bundle.options ?? bundleOptions)();
        const options = {
          ...common,
          entryPoints: [bundle.entry],
          outfile: join('dist', startsCompiled(bundle) ? codeOf(bundle.out, '.cjs') : bundle.out),
          external: bundle.external ?? [],
          ...(bundle.options
            ? {}
            : {
                banner: {
                  js: (bundle.shebang && !startsCompiled(bundle) ? '#!/usr/bin/env node\n' : '') + common.banner.js,
                },
              }),
        };
        if (watch) {
          const live = await context({ ...options, logLevel: 'info' });
          await live.watch();
          return null;
        }
        const { metafile } = await build(options);
        checkInputs(bundle, metafile);
        if (startsCompiled(bundle)) startFromCompiled(bundle);
        if (bundle.shebang) chmodSync(join(dist, bundle.out), 0o755);
        return metafile;
      }),
  );
  if (watch) console.log('watching');
  else {
    await buildPlayground(root, bundleOptions());
    const packages = [...packagesIn(metafiles), ...assets.map(([from]) => packageOf(from))];
    writeFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(root, packages));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // What esbuild has to say, it has said already.
  await main().catch((error) => {
    if (!error.errors) console.error(error);
    process.exitCode = 1;
  });
}
