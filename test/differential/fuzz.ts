/** `npm run fuzz`: a campaign of any size. Exit status 1 if a value differs or the analysis fails. */
import { parseArgs } from 'node:util';
import { analyze, evaluate } from '../../server/src/analysis/analyze-file.ts';
import { campaign, described, tableOf } from './campaign.ts';
import type { Difference, Plan } from './campaign.ts';
import { DEEP_SHAPES } from './deep-shapes.ts';
import { CLASSES, SHAPES } from './shapes.ts';
import { WIDE_SHAPES } from './wide-shapes.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    class: { type: 'string', multiple: true },
    wide: { type: 'boolean', default: false },
    rows: { type: 'string' },
    cap: { type: 'string' },
    inexact: { type: 'string', default: '0' },
    slow: { type: 'string', default: '0' },
    blank: { type: 'string', default: '0' },
    deep: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    bytes: { type: 'boolean', default: false },
    bench: { type: 'boolean', default: false },
    from: { type: 'string', default: '0' },
    budget: { type: 'string' },
  },
});

/** A bench run is for figures: many functions with few rows each, and with what was found printed as it goes on. */
const BENCH = { rows: 50, batch: 200, cap: 20_000 };
const BYTES_CAP = 3_000;

function shapes(): readonly string[] {
  if (values.class) return values.class;
  if (values.all || values.bench) return CLASSES;
  return Object.keys(values.deep ? DEEP_SHAPES : values.wide ? WIDE_SHAPES : SHAPES);
}

async function fuzz(): Promise<void> {
  const count = Number(values.count);
  const plan: Plan = {
    seed: values.seed,
    count,
    shapes: shapes(),
    from: Number(values.from),
    bytes: values.bytes,
    keep: Math.max(Number(values.inexact), Number(values.blank)),
    rows: Number(values.rows ?? (values.bench ? BENCH.rows : 200)),
    cap: Number(values.cap ?? (values.bytes ? BYTES_CAP : values.bench ? BENCH.cap : 1_000_000)),
    ...(values.bench ? { batch: BENCH.batch, reportEvery: 0 } : {}),
    ...(values.budget === undefined ? {} : { budget: Number(values.budget) }),
  };
  const terminal = process.stderr.isTTY === true;
  const started = performance.now();
  let reported = 0;
  const outcome = await campaign(
    plan,
    { analyze, evaluate },
    (done) => terminal && process.stderr.write(`\r${done}/${count}`),
    (next, so) => {
      if (!values.bench) return;
      for (; reported < so.differences.length; reported++)
        console.log(described(so.differences[reported] as Difference));
      const loops = so.tallies.reduce((sum, tally) => sum + tally.loops, 0);
      const seconds = (performance.now() - started) / 1000;
      const megabytes = process.memoryUsage.rss() / 1e6;
      console.log(tableOf(so.tallies));
      console.log(
        `--from ${next}: ${loops} loops, ${(loops / seconds).toFixed(1)} a second, ${megabytes.toFixed(0)} MB, ${so.differences.length} differences, ${so.crashes.length} failures`,
      );
    },
  );
  if (terminal) process.stderr.write('\r\u001b[K');
  if (!values.bench) for (const difference of outcome.differences.slice(0, 20)) console.log(described(difference));
  for (const { source, message } of outcome.crashes.slice(0, 10)) console.log(`FAILED: ${message}\n${source}`);
  for (const { shape, source, reasons } of outcome.inexact.slice(0, Number(values.inexact)))
    console.log(`not exact (${shape}): ${reasons.join('; ')}\n${source}`);
  for (const { shape, source, inputs } of outcome.blank.slice(0, Number(values.blank)))
    console.log(`no values (${shape}) for ${JSON.stringify(inputs)}\n${source}`);
  for (const { shape, source, ms } of outcome.slowest.slice(0, Number(values.slow)))
    console.log(`${ms.toFixed(0)} ms (${shape})\n${source}`);
  console.log(tableOf(outcome.tallies));
  console.log(`seed ${values.seed}: ${outcome.differences.length} differences, ${outcome.crashes.length} failures`);
  if (outcome.differences.length + outcome.crashes.length > 0) process.exitCode = 1;
}

void fuzz();
