// Packs the command line and the server for other editors as an npm package without dependencies: looplens-VERSION.tgz.
//   npm run package:npm [-- --to DIR]
// Needs `npm run build`. Prints the tarball's path.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { values } = parseArgs({ options: { to: { type: 'string', default: root } } });

/** What runs, as it lies in `dist/`. */
const BUILT = [
  'cli.js',
  'cli.code.cjs',
  'server.cjs',
  'server.code.cjs',
  'worker.cjs',
  'worker.code.cjs',
  'queue.cjs',
  'z3-built.js',
  'z3-built.wasm',
  'tree-sitter-c.wasm',
  'web-tree-sitter.wasm',
  'THIRD-PARTY-NOTICES.txt',
];
const TEXTS = ['README.md', 'CHANGELOG.md', 'LICENSE', 'schemas/looplens.schema.json'];

const json = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const { name, version, license, keywords, engines } = json('package.json');
// npm knows nothing of translations
const { description } = json('package.nls.json');
const manifest = {
  name,
  version,
  description,
  license,
  keywords: [...keywords, 'cli', 'language server'],
  engines: { node: engines.node },
  type: 'commonjs',
  bin: { looplens: 'dist/cli.js' },
};

const folder = mkdtempSync(join(tmpdir(), 'looplens-npm-'));
try {
  for (const part of ['dist', 'schemas']) mkdirSync(join(folder, part));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const file of TEXTS) copyFileSync(join(root, file), join(folder, file));
  for (const file of BUILT) copyFileSync(join(root, 'dist', file), join(folder, 'dist', file));
  const packed = spawnSync('npm', ['pack', '--json', '--pack-destination', resolve(values.to)], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (packed.status !== 0) throw new Error(packed.stderr);
  console.log(join(resolve(values.to), JSON.parse(packed.stdout)[0].filename));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
