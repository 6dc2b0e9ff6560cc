/**
 * `npm run fuzz -- --long [--seed S] [--loops N] [--functions N] [--oracle NAME]... [--jobs J] [--rows N] [--cap ITERATIONS]`:
 * the campaign over all classes and the oracles, on several processors, with one table in the end. Exit status 1 if
 * something is wrong or was not run.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { oracles } from '../registry.ts';
import type { Answer } from './crew.ts';
import { inParts } from './crew.ts';
import type { Part, PartResult } from './parts.ts';
import { partsOf, runPart } from './parts.ts';
import { SeriesTally } from './series-tally.ts';

const WORKER = '--worker';
/** A part takes a minute or so, on a busy machine ten. */
const PATIENCE = 1_800_000;
/** Seconds between lines that tell how far it is. */
const TELL_EVERY = 30;
/** Each process has a processor to itself: nothing is gained by collecting garbage on others, and a tenth is lost. */
const FLAGS = ['--max-semi-space-size=64', '--single-threaded-gc'];
/** A round of editing is no function, and takes seconds. */
const USUAL = Object.keys(oracles(__dirname)).filter((name) => name !== 'editing');

function work(): void {
  const all = oracles(__dirname);
  process.on('message', (part: Part) => {
    void runPart(part, all).then(
      (result) => process.send?.({ result } satisfies Answer<PartResult>),
      (e: unknown) => process.send?.({ error: e instanceof Error ? (e.stack ?? e.message) : String(e) }),
    );
  });
  // the solver would keep it alive
  process.on('disconnect', () => process.exit());
}

async function lead(): Promise<void> {
  const { values } = parseArgs({
    options: {
      long: { type: 'boolean' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
      loops: { type: 'string', default: '60000' },
      functions: { type: 'string', default: '6000' },
      oracle: { type: 'string', multiple: true, default: USUAL },
      jobs: { type: 'string', default: String(availableParallelism()) },
      rows: { type: 'string', default: '200' },
      cap: { type: 'string', default: '100000' },
    },
  });
  const { seed } = values;
  console.log(`seed ${seed}`);
  const tally = new SeriesTally();
  const started = performance.now();
  let told = 0;
  let shown = 0;
  const seconds = (): number => Math.round((performance.now() - started) / 1000);
  await inParts<Part, PartResult>(
    partsOf({
      seed,
      loops: Number(values.loops),
      functions: Number(values.functions),
      oracles: values.oracle,
      rows: Number(values.rows),
      cap: Number(values.cap),
    }),
    { jobs: Number(values.jobs), patience: PATIENCE, start: () => fork(__filename, [WORKER], { execArgv: FLAGS }) },
    (part, answer) => {
      tally.add(part, answer);
      for (; shown < tally.problems.length; shown++) console.log(tally.problems[shown]);
      if ('error' in answer) console.log(`NOT RUN: ${part.of} from ${part.from}: ${answer.error}`);
      if (seconds() < told + TELL_EVERY) return;
      told = seconds();
      console.log(`${told} s: ${tally.text()}`);
    },
  );
  console.log(`${tally.table()}\nseed ${seed}, ${seconds()} s`);
  if (!tally.isClean) process.exitCode = 1;
}

if (process.argv.includes(WORKER)) work();
else void lead();
