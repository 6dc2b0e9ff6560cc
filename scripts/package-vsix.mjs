// Packs the extension: looplens.vsix. The solver, nearly all of its size, is packed as small as it goes, and unpacked
// when it is first needed. The same sources give the same bytes: files carry the time of the last commit.
//   npm run package
// Needs `npm run build`.
import { createVSIX } from '@vscode/vsce';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const solver = readFileSync(join(root, 'dist/z3-built.wasm'));
// the best quality is 3 % smaller and takes ten times as long
const params = {
  [constants.BROTLI_PARAM_QUALITY]: 9,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  [constants.BROTLI_PARAM_SIZE_HINT]: solver.length,
};
writeFileSync(join(root, 'dist/z3-built.wasm.br'), brotliCompressSync(solver, { params }));

/** Seconds; without git, a day that zip archives know. */
const committed = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).stdout?.trim();
process.env.SOURCE_DATE_EPOCH ??= committed || '315619200';
await createVSIX({
  cwd: root,
  packagePath: 'looplens.vsix',
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});
