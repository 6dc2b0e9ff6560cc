/**
 * `npm run bench -- --papers`: the programs of the papers, warm: everything is done once before it is measured, in this
 * one process. Prints the tables of docs/papers.md.
 */
import { join } from 'node:path';
import { analyze, reach } from '../../server/src/analysis/analyze-file.ts';
import { DEEP, DEEP_LIMIT, EXACT_UNBOUNDED, TARGETS, argumentsFor, lineWith, targetLimit } from '../papers/lists.ts';
import { HOST, OPTIONS, agreement, functionOf, loopOf, programOf } from '../papers/programs.ts';
import { median } from './measure.ts';

const ROOT = join(import.meta.dirname, '..');
const ROUNDS = 7;

/**
 * Seconds of processor time, which is what it takes where nothing else runs: the median of some rounds after a first
 * one. And the last answer.
 */
async function warm<T>(run: () => Promise<T>): Promise<{ readonly seconds: number; readonly answer: T }> {
  let answer = await run();
  const times: number[] = [];
  for (let k = 0; k < ROUNDS; k++) {
    const begun = process.cpuUsage();
    answer = await run();
    times.push(secondsSince(begun));
  }
  return { seconds: median(times), answer };
}

function secondsSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6;
}

const shown = (seconds: number): string => seconds.toFixed(3);
const ok = (seconds: number, limit: number): string => (seconds <= limit ? 'yes' : 'NO');

async function deep(): Promise<void> {
  const source = programOf(ROOT, 'deep');
  console.log(
    '| program like | Proteus, s | check, s | reach, s | testgen, s | inputs | each within 0.06 s |\n| --- | --: | --: | --: | --: | --- | --- |',
  );
  for (const { mark, like, paper } of DEEP) {
    const line = lineWith(source, mark);
    const name = ((await reach(source, { line, options: OPTIONS }, HOST)) as { function?: string }).function ?? '';
    const checked = await warm(() => analyze(source, { ...OPTIONS, loops: false, function: name }, HOST));
    const reached = await warm(() => reach(source, { line, options: OPTIONS }, HOST));
    const test = await warm(() => reach(source, { line, options: OPTIONS, driver: 'deep.c' }, HOST));
    const inputs =
      'missing' in test.answer
        ? test.answer.missing
        : Object.entries(test.answer.inputs ?? {})
            .map(([x, v]) => `${x} = ${v}`)
            .join(', ');
    const worst = Math.max(checked.seconds, reached.seconds, test.seconds);
    console.log(
      `| \`${name}\` (${like}) | ${paper} | ${shown(checked.seconds)} | ${shown(reached.seconds)} | ${shown(test.seconds)} | ${inputs} | ${ok(worst, DEEP_LIMIT)} |`,
    );
  }
}

async function targets(): Promise<void> {
  console.log('\n| program like | APC, s | reach, s | answer | within the limit |\n| --- | --: | --: | --- | --- |');
  for (const { file, mark, like, paper, verdict } of TARGETS) {
    const source = programOf(ROOT, file);
    const line = lineWith(source, `target: ${mark}`);
    const { seconds, answer } = await warm(() => reach(source, { line, options: OPTIONS }, HOST));
    const said = 'missing' in answer ? answer.missing : answer.verdict;
    console.log(
      `| ${like} | ${paper} | ${shown(seconds)} | ${said}${said === verdict ? '' : ` (expected: ${verdict})`} | ${ok(seconds, targetLimit(paper))} |`,
    );
  }
}

async function algorithms(): Promise<void> {
  const source = programOf(ROOT, 'algorithms');
  console.log('\n| function | rows determined, C | unbounded integers | wrong |\n| --- | --: | --: | --: |');
  for (const [, name = ''] of source.matchAll(/^(?:int|unsigned) (\w+)\(/gm)) {
    const rows = argumentsFor(await functionOf(source, name), 200, 3);
    const c = await agreement(source, name, rows);
    const unbounded = await agreement(source, name, rows, { ...OPTIONS, integers: 'mathematical' });
    const share = (a: typeof c): string => `${((100 * a.full) / Math.max(1, a.full + a.some + a.none)).toFixed(0)} %`;
    console.log(
      `| \`${name}\`${EXACT_UNBOUNDED.includes(name) ? ' (exact)' : ''} | ${share(c)} | ${share(unbounded)} | ${c.wrong.length + unbounded.wrong.length} |`,
    );
  }
}

async function figures(): Promise<void> {
  console.log(
    '\n| loop | type | pattern | exactness | bound | termination | s |\n| --- | --- | --- | --- | --- | --- | --: |',
  );
  for (const file of ['proteus', 'loopscc', 'apc']) {
    const source = programOf(ROOT, file);
    for (const [, name = ''] of source.matchAll(/^(?:int|void) (\w+)\(/gm)) {
      const begun = process.cpuUsage();
      const loop = await loopOf(source, name);
      console.log(
        `| \`${file}.c\` \`${name}\` | ${loop.type} | ${loop.pattern} | ${loop.exactness} | ${loop.bound ? `${loop.bound.kind}: ${loop.bound.text}` : 'none'} | ${loop.termination} | ${shown(secondsSince(begun))} |`,
      );
    }
  }
}

void (async () => {
  await deep();
  await targets();
  await figures();
  await algorithms();
})();
