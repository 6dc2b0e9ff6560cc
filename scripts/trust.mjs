// What LoopLens says, compared with what is, in all the ways that there are: runs each campaign with a fixed seed and
// writes its figures into docs/trust.md, with what is assumed and never claimed.
//   npm run trust                  about ten minutes of a processor
//   npm run trust -- --times N     N times as many programs
//   npm run trust -- --only NAME   that campaign's figures alone; mutants: those that npm run mutants has noted
// Ends with status 1 where something was wrong. Needs gcc.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const PAGE = join(root, 'docs/trust.md');
const MUTANTS = join(root, 'docs/mutants.json');
const [BEGIN, END] = ['<!-- figures: npm run trust writes them -->', '<!-- end of figures -->'];
const SEED = 20;

const oracle = (name, said, truth, count) => ({
  name,
  said,
  truth,
  count,
  command: (n) => ['scripts/fuzz.mjs', '--oracle', name, '--seed', String(SEED), '--count', String(n)],
});

/** `count`: programs, rounds or mutants. */
const CAMPAIGNS = [
  {
    name: 'summaries',
    said: 'cases of a loop: condition, values, iterations',
    truth: 'the loop compiled by gcc, on chosen and random inputs',
    count: 100,
    command: (n) => ['scripts/fuzz.mjs', '--seed', String(SEED), '--count', String(n)],
  },
  oracle('bounds', 'bounds', 'iterations counted in runs', 20),
  oracle('answers', 'counts, straight-line C and facts', 'the loop, both compiled by gcc', 10),
  oracle('copies', 'code that is offered to copy, assertions to insert', 'the loop, both compiled by gcc', 10),
  oracle('units', 'answers and findings for whole translation units', 'runs of them', 10),
  oracle('arrays', 'sentences about arrays', 'the arrays afterwards', 20),
  oracle('ends', 'termination', 'runs', 20),
  oracle('verdicts', 'verdicts on assertions with pointers, structs and unions', 'runs', 10),
  oracle('drivers', 'generated tests', 'where they get to, and what fails there', 5),
  oracle('editing', 'what the editor shows after edits', 'what a fresh server shows', 2),
  {
    name: 'assertions',
    said: 'verdicts on assertions behind loops',
    truth: 'the program compiled by gcc with UBSan, inputs searched for',
    count: 100,
    command: (n) => ['scripts/fuzz-assertions.mjs', '--seed', String(SEED), '--count', String(n)],
  },
  {
    name: 'planted',
    said: 'findings in functions with a planted defect, and without',
    truth: 'the function compiled by gcc with its sanitizers',
    count: 50,
    command: (n) => ['scripts/planted.mjs', '--seed', String(SEED), '--count', String(n)],
  },
  {
    name: 'checker',
    said: 'wrong summaries, made by a change to right ones',
    truth: 'the independent checker must reject each',
    count: 20,
    command: (n) => ['scripts/mutate.mjs', '--most', String(n)],
  },
];

const { values } = parseArgs({
  options: { times: { type: 'string', default: '1' }, only: { type: 'string', multiple: true } },
});
const asked = CAMPAIGNS.filter(({ name }) => values.only?.includes(name) ?? true);

/** The last line of a campaign that says how much was wrong, with the one before where it says nothing else. */
function figuresIn(text) {
  const lines = text.split('\n').map((line) => line.trim());
  const last = lines.findLastIndex((line) => /\d+ (?:wrong|missed|differences)\b/.test(line));
  if (last < 0) throw new Error(`nothing says how much was wrong:\n${text}`);
  const isBare = /^\d+ wrong$/.test(lines[last] ?? '');
  return lines.slice(isBare ? last - 1 : last, last + 1).join('; ');
}

const rows = asked.map(({ name, said, truth, count, command }) => {
  const programs = Math.ceil(count * Number(values.times));
  const { status, stdout, stderr } = spawnSync(process.execPath, command(programs), { cwd: root, encoding: 'utf8' });
  if (stdout === '') throw new Error(`${name} said nothing: ${stderr}`);
  const figures = figuresIn(stdout);
  console.log(status === 0 ? `${name}: ${figures}` : `${name} ended with status ${status}:\n${stdout}`);
  return { name, failed: status !== 0, text: `| ${name} | ${said} | ${truth} | ${programs} | ${figures} |` };
});

/** Rows of the page by name; those of campaigns that were not asked for stay. */
function writtenRows(page) {
  const between = page.slice(page.indexOf(BEGIN), page.indexOf(END)).split('\n');
  return new Map(between.flatMap((line) => (/^\| [a-z]+ \|/.test(line) ? [[line.split(' ')[1], line]] : [])));
}

/** What the tests notice of changes to the code, by folder: of the files that were looked at. */
function mutantsTable() {
  const byRoom = new Map();
  for (const [file, counts] of Object.entries(JSON.parse(readFileSync(MUTANTS, 'utf8')))) {
    const room = dirname(file);
    const sum = byRoom.get(room) ?? { files: [], noticed: 0, all: 0 };
    const noticed = counts.killed + counts.timeout;
    byRoom.set(room, {
      files: [...sum.files, basename(file)],
      noticed: sum.noticed + noticed,
      all: sum.all + noticed + counts.survived + counts.uncovered,
    });
  }
  const score = ({ noticed, all }) => `${((100 * noticed) / Math.max(1, all)).toFixed(1)} %`;
  const lines = [...byRoom].map(
    ([room, sum]) =>
      `| \`${room}\` | ${sum.files.length}: ${sum.files.join(', ')} | ${sum.all} | ${sum.noticed} | ${score(sum)} |`,
  );
  return `| folder | files | mutants | noticed by a test | score |\n| --- | --- | --- | --- | --- |\n${lines.join('\n')}`;
}

if (rows.some(({ failed }) => failed)) process.exitCode = 1;
else {
  const page = readFileSync(PAGE, 'utf8');
  const known = new Map([...writtenRows(page), ...rows.map(({ name, text }) => [name, text])]);
  const table = CAMPAIGNS.flatMap(({ name }) => known.get(name) ?? []);
  const head = `| name | what is said | compared with | programs | figures |\n| --- | --- | --- | --- | --- |`;
  const [before, after] = [page.slice(0, page.indexOf(BEGIN)), page.slice(page.indexOf(END))];
  const seeded = `Seed ${SEED}; \`npm run trust -- --times 100\` takes a hundred times as many.`;
  const text = `${seeded}\n\n${head}\n${table.join('\n')}`;
  const mutants =
    'Changes to the code itself, made by Stryker (`npm run mutants`), in the files that were looked at so far:';
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${text}\n\n${mutants}\n\n${mutantsTable()}\n\n${after}`);
}
