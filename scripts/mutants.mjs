// Mutation testing with Stryker: how many changes to the checker, the interpreter and the counting tier the tests of
// these rooms notice. Notes the figures of each file in docs/mutants.json, from which npm run trust writes the page.
//   npm run mutants -- interpret                a room: certify, interpret or counting; without one all three: many hours
//   npm run mutants -- server/src/interpret/machine-array.ts ...   files: minutes, with tests of their own
//   npm run mutants -- --survivors FILE ...     lists what was not noticed
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const NOTED = join(root, 'docs/mutants.json');
const REPORT = join(root, '.stryker-tmp/mutants.json');

/**
 * The tests of a room; quick ones, since each mutant is run against all that reach it. A file of which a test has the
 * name is left to that test alone.
 */
const ROOMS = {
  certify: ['test/certify/**'],
  interpret: [
    'test/interpret/**',
    'test/c/{aggregates,arrays,calls,effects,modes,prefix-operators,unsequenced,values}.test.ts',
  ],
  counting: ['test/counting/**'],
};

const { values, positionals } = parseArgs({ options: { survivors: { type: 'boolean' } }, allowPositionals: true });
const asked = positionals.length === 0 ? Object.keys(ROOMS) : positionals;

/** Files of what is asked for, by the tests that they are left to. */
const byTests = new Map();
for (const name of asked) {
  const room = name in ROOMS ? name : /(?:^|\/)server\/src\/(\w+)\/[\w-]+\.ts$/.exec(name)?.[1];
  if (room === undefined || !(room in ROOMS)) {
    console.error(`mutants: ${name} is neither one of ${Object.keys(ROOMS).join(', ')} nor a file in one of them`);
    process.exit(2);
  }
  const files = name in ROOMS ? readdirSync(join(root, 'server/src', room)) : [basename(name)];
  for (const file of files.filter((entry) => entry.endsWith('.ts'))) {
    const own = `test/${room}/${file.replace(/\.ts$/, '.test.ts')}`;
    const tests = existsSync(join(root, own)) ? own : ROOMS[room].join(':');
    byTests.set(tests, [...(byTests.get(tests) ?? []), `server/src/${room}/${file}`]);
  }
}

/** Mutants of a file by what became of them. */
function counted(mutants) {
  const of = (...states) => mutants.filter(({ status }) => states.includes(status)).length;
  return { killed: of('Killed'), timeout: of('Timeout'), survived: of('Survived'), uncovered: of('NoCoverage') };
}

function survivors(file, { source, mutants }) {
  const lines = source.split('\n');
  for (const { status, location, replacement, mutatorName } of mutants) {
    if (status !== 'Survived' && status !== 'NoCoverage') continue;
    const { line, column } = location.start;
    console.log(`${file}:${line}:${column} ${status} ${mutatorName}: ${replacement}\n    ${lines[line - 1].trim()}`);
  }
}

for (const [tests, mutated] of byTests) {
  rmSync(REPORT, { force: true });
  const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const { status } = spawnSync(process.execPath, [stryker, 'run', 'stryker.config.json', '--mutate', mutated.join()], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, MUTANTS_TESTS: tests },
  });
  if (status !== 0) process.exit(status ?? 1);
  const { files } = JSON.parse(readFileSync(REPORT, 'utf8'));
  const noted = JSON.parse(readFileSync(NOTED, 'utf8'));
  for (const [file, report] of Object.entries(files)) {
    noted[file] = counted(report.mutants);
    if (values.survivors) survivors(file, report);
  }
  const sorted = Object.fromEntries(Object.entries(noted).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(NOTED, `${JSON.stringify(sorted, null, 2)}\n`);
}
