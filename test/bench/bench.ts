/**
 * `npm run bench`: the budgets against what is measured on this machine, as a table and as JSON.
 * `npm run bench -- families`: what loops cost as they grow.
 */
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCore } from './core.ts';
import { measureFamilies } from './families.ts';
import { table, within } from './measure.ts';
import type { Measurement } from './measure.ts';
import { measureProcesses } from './processes.ts';
import { measureServer } from './server.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    count: { type: 'string', default: '250' },
    repetitions: { type: 'string', default: '5' },
  },
});

async function bench(): Promise<void> {
  const root = join(import.meta.dirname, '..');
  const repetitions = Number(values.repetitions);
  if (positionals.includes('families')) return measureFamilies(root, repetitions);
  const measurements: Measurement[] = [];
  for (const part of [
    () => measureServer(root, repetitions),
    () => measureProcesses(root, repetitions),
    () => measureCore(Number(values.count)),
  ]) {
    measurements.push(...(await part()));
  }
  const machine = {
    node: process.version,
    platform: process.platform,
    processors: cpus().length,
    model: cpus()[0]?.model ?? '',
  };
  if (!values.json) console.log(`${table(measurements)}\n`);
  console.log(
    JSON.stringify({
      schema: 'looplens/bench/1',
      machine,
      measurements: measurements.map((one) => ({ ...one, ok: within(one) })),
    }),
  );
}

void bench();
