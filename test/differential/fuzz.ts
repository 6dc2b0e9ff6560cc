/** `npm run fuzz`: a campaign of any size. Exit status 1 if a value differs or the analysis fails. */
import { parseArgs } from 'node:util';
import { analyze, evaluate } from '../../server/src/analysis.ts';
import { campaign, tableOf } from './campaign.ts';
import { SHAPES } from './shapes.ts';
import { WIDE_SHAPES } from './wide-shapes.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    class: { type: 'string', multiple: true },
    wide: { type: 'boolean', default: false },
    rows: { type: 'string', default: '200' },
    cap: { type: 'string', default: '1000000' },
    inexact: { type: 'string', default: '0' },
    slow: { type: 'string', default: '0' },
  },
});

async function fuzz(): Promise<void> {
  const count = Number(values.count);
  const plan = { seed: values.seed, count, shapes: values.wide ? Object.keys(WIDE_SHAPES) : (values.class ?? Object.keys(SHAPES)), rows: Number(values.rows), cap: Number(values.cap) };
  const terminal = process.stderr.isTTY === true;
  const outcome = await campaign(plan, { analyze, evaluate }, (done) => terminal && process.stderr.write(`\r${done}/${count}`));
  if (terminal) process.stderr.write('\r\u001b[K');
  for (const { source, inputs, variable, expected, got } of outcome.differences.slice(0, 20)) {
    console.log(`DIFFERENCE: ${variable} is ${expected}, the summary says ${got}, for ${JSON.stringify(inputs)}\n${source}`);
  }
  for (const { source, message } of outcome.crashes.slice(0, 10)) console.log(`FAILED: ${message}\n${source}`);
  for (const { shape, source, reasons } of outcome.inexact.slice(0, Number(values.inexact))) console.log(`not exact (${shape}): ${reasons.join('; ')}\n${source}`);
  for (const { shape, source, ms } of outcome.slowest.slice(0, Number(values.slow))) console.log(`${ms.toFixed(0)} ms (${shape})\n${source}`);
  console.log(tableOf(outcome.tallies));
  console.log(`seed ${values.seed}: ${outcome.differences.length} differences, ${outcome.crashes.length} failures`);
  if (outcome.differences.length + outcome.crashes.length > 0) process.exitCode = 1;
}

void fuzz();
