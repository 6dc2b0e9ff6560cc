// Puts defects into the loops of real C files, and tells which of them `check` finds that it doesn't find in the file
// as it is.
//   npm run bench:mutations -- PATH... [--seed S] [--count N] [-I DIR] [--sized] [--list]
// The same seed draws the same defects. `--sized` draws only those in loops that index an array whose length the file
// shows, which are counted apart in any case: not each of the others does harm. Loops that no build
// has are left out. Uses dist/, so build before.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleOptions } from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const outfile = 'dist/loop-mutations.cjs';
await build(bundleOptions({ entryPoints: ['test/bench/loop-mutations.ts'], outfile }));
const { mutationsOf } = createRequire(import.meta.url)(`../${outfile}`);
const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    include: { type: 'string', short: 'I', multiple: true, default: [] },
    sized: { type: 'boolean' },
    list: { type: 'boolean' },
  },
  allowPositionals: true,
});

const filesBelow = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesBelow(join(path, name)))
    : /\.c$/.test(path)
      ? [path]
      : [];

/** xorshift: the same numbers for the same seed. */
function numbers(seed) {
  let state = (Number(seed) * 2654435761 + 1) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

function grouped(all, keyOf) {
  const out = new Map();
  for (const one of all) out.set(keyOf(one), [...(out.get(keyOf(one)) ?? []), one]);
  return out;
}

/** So many, with as many of each kind as there are. */
function drawn(all, count, random) {
  const byKind = grouped(all, (m) => m.kind);
  const out = [];
  while (out.length < count && byKind.size > 0)
    for (const [kind, left] of [...byKind]) {
      if (left.length === 0) byKind.delete(kind);
      else if (out.length < count) out.push(left.splice(random(left.length), 1)[0]);
    }
  return out;
}

const BATCH = 20;

/** Findings by file, of texts that are written into directories of their own. */
function check(directory, texts) {
  const found = new Map();
  const byPlace = grouped(texts, (t) => dirname(t.path));
  for (const [place, those] of byPlace)
    for (let i = 0; i < those.length; i += BATCH) {
      const files = those.slice(i, i + BATCH).map(({ path, text, key }) => {
        const file = join(directory, key, basename(path));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
        return [key, file];
      });
      const include = [place, dirname(place), ...values.include].flatMap((d) => ['-I', resolve(d)]);
      const { stdout } = spawnSync(
        process.execPath,
        [join(root, 'dist/cli.js'), 'check', '--format', 'json', ...include, ...files.map(([, file]) => file)],
        { encoding: 'utf8', maxBuffer: 1 << 30 },
      );
      const { findings } = JSON.parse(stdout);
      for (const [key, file] of files)
        found.set(
          key,
          findings.filter((f) => f.file === file && f.kind !== 'unreachable'),
        );
    }
  return found;
}

/** Lines at which loops begin; what an `#if` leaves out has none. */
function loopsIn(paths) {
  const found = new Map(paths.map((path) => [path, new Set()]));
  const include = [...new Set(paths.map((p) => dirname(p)))].flatMap((d) => [
    '-I',
    resolve(d),
    '-I',
    dirname(resolve(d)),
  ]);
  const { stdout } = spawnSync(
    process.execPath,
    [
      ...[join(root, 'dist/cli.js'), 'bounds', '--tier', '1', '--no-project', '--format', 'json', ...include],
      ...values.include.flatMap((d) => ['-I', resolve(d)]),
      ...paths,
    ],
    { encoding: 'utf8', maxBuffer: 1 << 30 },
  );
  for (const { file, line } of JSON.parse(stdout).loops) found.get(file)?.add(line);
  return found;
}

const paths = positionals.flatMap(filesBelow);
const compiled = loopsIn(paths);
const all = paths
  .flatMap((path) => mutationsOf(readFileSync(path, 'latin1')).map((m) => ({ ...m, path })))
  .filter((m) => (m.sized || !values.sized) && compiled.get(m.path)?.has(m.line));
const chosen = drawn(all, Number(values.count), numbers(values.seed)).map((m, i) => ({ ...m, key: `m${i}` }));
const directory = mkdtempSync(join(tmpdir(), 'looplens mutations '));
try {
  const originals = [...new Set(chosen.map((m) => m.path))].map((path, i) => ({
    path,
    text: readFileSync(path, 'latin1'),
    key: `o${i}`,
  }));
  const before = check(directory, originals);
  const after = check(directory, chosen);
  const known = new Map(
    originals.map(({ path, key }) => [path, new Set(before.get(key).map((f) => `${f.function} ${f.kind}`))]),
  );
  const results = chosen.map((m) => ({
    ...m,
    found: after.get(m.key).filter((f) => !known.get(m.path).has(`${f.function} ${f.kind}`)),
  }));
  const share = (of) => `${of.filter((r) => r.found.length > 0).length}/${of.length}`;
  for (const [kind, of] of grouped(results, (r) => r.kind))
    process.stdout.write(`${kind}: ${share(of)}; where an array's size shows ${share(of.filter((r) => r.sized))}\n`);
  const sized = results.filter((r) => r.sized);
  process.stdout.write(`all: ${share(results)}; where an array's size shows ${share(sized)}; `);
  process.stdout.write(`drawn from ${all.length} in ${paths.length} files\n`);
  if (values.list)
    for (const { path, line, kind, sized, found } of results) {
      const what = found.map((f) => `${f.kind}@${f.line} ${f.message}`).join('; ');
      process.stdout.write(`${path}:${line}: ${kind}${sized ? ', size shows' : ''}: ${what || 'nothing'}\n`);
    }
} finally {
  rmSync(directory, { recursive: true });
}
