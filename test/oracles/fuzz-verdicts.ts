/**
 * `npm run fuzz:assertions -- --memory`: verdicts on programs with pointers, structs and unions. Exit status 1 if one
 * is wrong.
 */
import { parseArgs } from 'node:util';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { random } from '../differential/random.ts';
import { drawProgram } from './program/program.ts';
import { reduce } from './program/reduce.ts';
import type { WrongVerdict } from './verdicts.ts';
import { emptyTally, judge, productionsText, reasonsText, run, tallyText } from './verdicts.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '400' },
    from: { type: 'string', default: '0' },
    batch: { type: 'string', default: '50' },
    budget: { type: 'string', default: '2000' },
    memory: { type: 'boolean', default: true },
    show: { type: 'boolean', default: false },
    productions: { type: 'boolean', default: false },
    reduce: { type: 'boolean', default: false },
    lines: { type: 'string', default: '1' },
  },
});

async function fuzz(): Promise<void> {
  const [from, count, budget] = [Number(values.from), Number(values.count), Number(values.budget)];
  if (values.show) {
    for (let k = from; k < from + count; k++)
      console.log(
        drawProgram(random(values.seed).fork(`program ${k}`))
          .lines.map((l) => (l.point ? `/* ${l.point.values.map((v) => v.text).join(', ')} */` : l.text))
          .join('\n'),
      );
    return;
  }
  const tally = emptyTally();
  let shown = 0;
  await run(
    { seed: values.seed, from, count, batch: Number(values.batch), budget, lines: Number(values.lines) },
    tally,
    (next) => {
      for (; shown < tally.wrong.length; shown++) {
        const w = tally.wrong[shown];
        console.log(`WRONG program ${w?.program} line ${w?.line}: ${w?.what}\n${w?.source}\n`);
      }
      console.log(`${tallyText(tally)}\n  --from ${next}`);
    },
  );
  console.log(`why open:\n${reasonsText(tally)}`);
  if (values.productions) console.log(`productions:\n${productionsText(tally)}`);
  if (values.reduce) for (const w of tally.wrong) console.log(await reduced(w, budget));
  unloadSolver();
  if (shown > 0) process.exitCode = 1;
}

async function reduced(w: WrongVerdict, budget: number): Promise<string> {
  if (w.kind === 'exception') return '';
  let what = w.what;
  const reaching = w.kind === 'reachable' || w.kind === 'unreachable';
  const { rendered, line } = await reduce(w.rendered, w.line, async (candidate, at) => {
    const again = emptyTally();
    try {
      await judge(
        [w.program],
        [candidate],
        { seed: values.seed, budget, lines: reaching ? 1 : 0, ...(reaching ? { ask: at } : {}) },
        again,
      );
    } catch {
      return false;
    }
    const found = again.wrong.find((x) => x.line === at && x.kind === w.kind);
    if (found) what = found.what;
    return found !== undefined;
  });
  return `REDUCED program ${w.program} line ${line}: ${what}\n${rendered.lines.join('\n')}\n`;
}

void fuzz();
