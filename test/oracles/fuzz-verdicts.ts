/** `npm run fuzz:assertions -- --memory`: verdicts on programs with pointers, structs and unions. Exit status 1 if one is wrong. */
import { parseArgs } from 'node:util';
import { unloadSolver } from '../../server/src/solver/solver.ts';
import { drawProgram } from './program/program.ts';
import { random } from '../differential/random.ts';
import { emptyTally, productionsText, reasonsText, run, tallyText } from './verdicts.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' }, count: { type: 'string', default: '400' }, from: { type: 'string', default: '0' }, batch: { type: 'string', default: '50' },
    budget: { type: 'string', default: '2000' }, memory: { type: 'boolean', default: true }, show: { type: 'boolean', default: false }, productions: { type: 'boolean', default: false },
  },
});

async function fuzz(): Promise<void> {
  const [from, count] = [Number(values.from), Number(values.count)];
  if (values.show) {
    for (let k = from; k < from + count; k++) console.log(drawProgram(random(values.seed).fork(`program ${k}`)).lines.map((l) => (l.point ? `/* ${l.point.values.map((v) => v.text).join(', ')} */` : l.text)).join('\n'));
    return;
  }
  const tally = emptyTally();
  let shown = 0;
  await run({ seed: values.seed, from, count, batch: Number(values.batch), budget: Number(values.budget) }, tally, (next) => {
    for (; shown < tally.wrong.length; shown++) {
      const w = tally.wrong[shown];
      console.log(`WRONG program ${w?.program} line ${w?.line}: ${w?.what}\n${w?.source}\n`);
    }
    console.log(`${tallyText(tally)}\n  --from ${next}`);
  });
  console.log(`why open:\n${reasonsText(tally)}`);
  if (values.productions) console.log(`productions:\n${productionsText(tally)}`);
  unloadSolver();
  if (shown > 0) process.exitCode = 1;
}

void fuzz();
