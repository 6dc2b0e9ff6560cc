// What hovers of C files look like: `npm run hovers -- [--print] FILE.c...`. Counted are those that are too long, that
// have signs of the formal notation or names that the source doesn't have, or that tell a type's limit as a bound. Exit
// status 1 if there are any.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'cli.js');
const given = process.argv.slice(2);
const print = given.includes('--print');
const options = given.filter((a) => /^-[ID]/.test(a));
const files = given.filter((a) => !a.startsWith('-'));

const LINES = 12;
const WIDTH = 100;
/** Signs of the formal notation. */
const FORMAL = /[⌊⌋⌈⌉πκΣ∧∨¬≤≥≠∞₀-₉]|\bany \w|\bType \d|over-approximated|\w'(?=\s*=)/u;
/** Words of C, of the helpers, and of sentences that stand in backticks. */
const WORDS = new Set(
  `if else return goto break const unsigned signed long short char int bool sizeof
   uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t size_t NULL INT_MAX INT_MIN
   min max floor_div mod power popcount gcd before strlen length iterations
   timeout looplens includePaths loopBudget DIR I k j m q k1 k2`.split(/\s+/),
);
/** From here on a number is a type's limit, unless the source has it. */
const LIMIT = 1n << 29n;

const tally = { loops: 0, long: 0, wide: 0, formal: 0, foreign: 0, limits: 0, empty: 0 };
for (const file of files) {
  const source = readFileSync(file, 'utf8');
  const headers = readdirSync(dirname(file)).filter((n) => n.endsWith('.h'));
  const seen = [source, ...headers.map((n) => readFileSync(join(dirname(file), n), 'utf8'))].join('\n');
  const names = new Set(seen.match(/[A-Za-z_$][\w$]*/g));
  const run = spawnSync(process.execPath, [cli, 'summarize', file, '--format', 'json', ...options], {
    encoding: 'utf8',
    maxBuffer: 1 << 29,
  });
  for (const loop of JSON.parse(run.stdout).loops) {
    tally.loops++;
    const lines = loop.hover
      .trim()
      .split('\n')
      .filter((l) => !l.startsWith('```'));
    const code = [...loop.hover.matchAll(/```c\n([^]*?)\n```|`([^`]*)`/g)].map((m) => m[1] ?? m[2]).join(' ');
    const foreign = [...new Set(code.match(/(?<![\w.])[A-Za-z_$][\w$]*/g))].filter(
      (n) => !names.has(n) && !WORDS.has(n),
    );
    const { relation, sentence } = loop.answer.count;
    // what is counted exactly is no bound: `n iterations, or 4294967296 if n == 0`
    const limits = (relation === 'at-most' ? (sentence.match(/\d+/g) ?? []) : []).filter(
      (n) => BigInt(n) >= LIMIT && !source.includes(n),
    );
    const wrong = [];
    const found = (kind, what) => {
      tally[kind]++;
      wrong.push(what);
    };
    if (lines.length > LINES) found('long', `${lines.length} lines`);
    if (lines.some((l) => l.length > WIDTH)) found('wide', `${Math.max(...lines.map((l) => l.length))} characters`);
    if (FORMAL.test(loop.hover)) found('formal', `formal: ${FORMAL.exec(loop.hover)[0]}`);
    if (foreign.length > 0) found('foreign', `not in the source: ${foreign.join(' ')}`);
    if (limits.length > 0) found('limits', `limit ${limits.join(' ')}`);
    if (lines.length === 1 && loop.answer.count.relation === 'none') found('empty', 'says nothing');
    if (print || wrong.length > 0) console.log(`== ${file}:${loop.line} ${wrong.join('; ')}\n${loop.hover}`);
  }
}
console.log(
  [
    `${tally.loops} hovers: ${tally.long} longer than ${LINES} lines`,
    `${tally.wide} wider than ${WIDTH} characters`,
    `${tally.formal} with formal signs`,
    `${tally.foreign} with names that the source doesn't have`,
    `${tally.limits} with a type's limit`,
    `${tally.empty} that say nothing`,
  ].join(', '),
);
process.exit(tally.long + tally.wide + tally.formal + tally.foreign + tally.limits > 0 ? 1 : 0);
