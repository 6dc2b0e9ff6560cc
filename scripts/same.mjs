// Same input, same output: the JSON of `bounds`, `summarize` and `check` over the files below some paths, byte for byte
// but for the times, alone, a second time, with one and with two jobs, and with busy processes beside it.
//   npm run same -- PATH... [--busy N] [--calls bounds,summarize,check]
// Prints for each call how many results there were, what differed, and whether anything says `timeout`. Exit status 1
// where something differs. Needs `npm run build`.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { busy: { type: 'string', default: '8' }, calls: { type: 'string', default: 'bounds,summarize,check' } },
});

/** All C files below a path, in order. */
function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
    .filter((file) => /\.(c|i)$/.test(file));
}

/** The document without what the clock says. */
function withoutTimes(text) {
  return JSON.stringify(JSON.parse(text), (key, value) => (key === 'ms' || key === 'seconds' ? 0 : value), 1);
}

function run(call, files, jobs) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(root, 'dist/cli.js'), call, ...files, '--format', 'json', '--jobs', String(jobs)],
    { maxBuffer: 2 ** 31, encoding: 'utf8' },
  );
  if (status !== 0 && status !== 1) throw new Error(`${call}: exit status ${status}\n${stderr.slice(0, 2_000)}`);
  return withoutTimes(stdout);
}

/** Runs something while so many processes do nothing but keep the processors busy. */
function beside(count, what) {
  const busy = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  try {
    return what();
  } finally {
    for (const one of busy) one.kill('SIGKILL');
  }
}

const files = positionals.flatMap(filesBelow);
const busy = Number(values.busy);
const ways = [
  ['two jobs', (call) => run(call, files, 2)],
  ['two jobs again', (call) => run(call, files, 2)],
  ['one job', (call) => run(call, files, 1)],
  [`two jobs beside ${busy} busy processes`, (call) => beside(busy, () => run(call, files, 2))],
];
let differences = 0;
for (const call of values.calls.split(',')) {
  const texts = ways.map(([, way]) => way(call));
  const [first] = texts;
  const late = texts.map((text) => text.match(/"code": "timeout"/g)?.length ?? 0);
  const same = ways.filter((_, i) => texts[i] === first).length === ways.length;
  console.log(
    `${call}: ${files.length} files, ${first.length} characters, ${
      same
        ? 'the same every time'
        : `different: ${ways
            .filter((_, i) => texts[i] !== first)
            .map(([name]) => name)
            .join(', ')}`
    }; timeout ${late.join(', ')} times`,
  );
  if (same) continue;
  differences += 1;
  for (const [i, text] of texts.entries()) writeFileSync(join(tmpdir(), `looplens-same-${call}-${i}.json`), text);
  console.log(`  the documents: ${join(tmpdir(), `looplens-same-${call}-*.json`)}`);
}
process.exitCode = differences > 0 ? 1 : 0;
