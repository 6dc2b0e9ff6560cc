/** More of the campaign than the tests run: `SEED COUNT [arrays]`. */
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { campaign } from './campaign.ts';
import { arrayProgram, program } from './generate.ts';

const [seed = '1', count = '100', kind = ''] = process.argv.slice(2);
const t = await campaign(Number(seed), Number(count), 2_500, kind === 'arrays' ? arrayProgram : program);
for (const d of t.defects) console.log(d);
if (t.slowest > 4_000) console.log(`slow:\n${t.slowestSource}`);
console.log(
  `${t.assertions} assertions: ${t.holds} hold, ${t.violated} violated; ${t.defects.length} defects; slowest ${t.slowest.toFixed(0)} ms`,
);
unloadSolver();
process.exitCode = t.defects.length > 0 ? 1 : 0;
