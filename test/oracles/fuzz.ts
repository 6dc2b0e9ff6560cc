/** `npm run fuzz -- --oracle NAME [--seed S] [--count N] [--from K]`. Exit status 1 if something said is not so. */
import { parseArgs } from 'node:util';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { oracles } from './registry.ts';

const { values } = parseArgs({
  options: {
    oracle: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    count: { type: 'string', default: '20' },
    from: { type: 'string', default: '0' },
  },
});
const all = oracles(__dirname);
const oracle = all[values.oracle ?? ''];

if (oracle === undefined) {
  console.error(`--oracle is one of ${Object.keys(all).join(', ')}`);
  process.exitCode = 2;
} else {
  console.log(`${values.oracle}: seed ${values.seed}`);
  const plan = { seed: values.seed, count: Number(values.count), from: Number(values.from) };
  void oracle(plan, (line) => console.log(line)).then(({ wrong, summary }) => {
    for (const one of wrong) console.log(`WRONG ${one}\n`);
    console.log(`${summary}\n${wrong.length} wrong`);
    unloadSolver();
    if (wrong.length > 0) process.exitCode = 1;
  });
}
