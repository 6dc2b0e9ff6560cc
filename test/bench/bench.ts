/** `npm run bench`: the budgets of the design against what is measured on this machine, as a table and as JSON. */
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCore } from './core.ts';
import { table, within } from './measure.ts';
import type { Measurement } from './measure.ts';
import { measureProcesses } from './processes.ts';
import { measureServer } from './server.ts';

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, count: { type: 'string', default: '250' }, repetitions: { type: 'string', default: '5' } },
});

async function bench(): Promise<void> {
  const root = join(import.meta.dirname, '..');
  const repetitions = Number(values.repetitions);
  const measurements: Measurement[] = [];
  for (const part of [() => measureServer(root, repetitions), () => measureProcesses(root, repetitions), () => measureCore(Number(values.count))]) {
    measurements.push(...(await part()));
  }
  const machine = { node: process.version, platform: process.platform, processors: cpus().length, model: cpus()[0]?.model ?? '' };
  if (!values.json) console.log(`${table(measurements)}\n`);
  console.log(JSON.stringify({ schema: 'looplens/bench/1', machine, measurements: measurements.map((one) => ({ ...one, ok: within(one) })) }));
}

void bench();
