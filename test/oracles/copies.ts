/**
 * Oracle: what is copied of a loop as C, and what is asserted behind it, compiled word for word. The copy leaves what
 * the loop leaves, the assertions hold, and nothing in either is undefined.
 */
import { inputsFor } from '../differential/inputs.ts';
import { random } from '../differential/random.ts';
import { CLASSES } from '../differential/shapes.ts';
import { answerCase, plainSource } from './answers/answer-case.ts';
import type { CopiedCase, CopiedRun } from './answers/copy-program.ts';
import { runCopies } from './answers/copy-program.ts';
import { reportOf } from './answers/report-of.ts';
import type { OracleOutcome } from './outcome.ts';
import { count, emptyOutcome } from './outcome.ts';

const BATCH = 50;
const ROWS = 60;
const CAP = 100_000;

/** So many loops; each depends on the seed and its number alone. */
export async function run(seed: number, loops: number, from = 0): Promise<OracleOutcome> {
  const outcome = emptyOutcome();
  const source = random(`copies ${seed}`);
  for (let first = from; first < from + loops; first += BATCH) {
    const cases: CopiedCase[] = [];
    for (let k = first; k < Math.min(first + BATCH, from + loops); k++) {
      const stream = source.fork(`loop ${k}`);
      const drawn = answerCase(CLASSES[k % CLASSES.length] as string, `f${k}`, stream);
      if (!drawn) continue;
      count(outcome.produced, drawn.shape);
      const report = await reportOf(drawn);
      const { c: copy = null, assertions } = report?.compilable ?? { assertions: [] };
      count(outcome.claims, copy === null ? 'no copy' : 'copies');
      for (const _ of assertions) count(outcome.claims, 'assertions');
      if (copy !== null || assertions.length > 0)
        cases.push({ case: drawn, copy, assertions, rows: inputsFor(drawn.generated, ROWS, stream.fork('rows')) });
    }
    const runs = runCopies(cases, CAP);
    if ('error' in runs) outcome.wrong.push(...noC(cases));
    else for (const [i, one] of cases.entries()) judge(one, runs[i] ?? [], outcome);
  }
  return outcome;
}

/** Which of them is none. */
const noC = (cases: readonly CopiedCase[]): string[] =>
  cases.flatMap((one) => {
    const alone = runCopies([{ ...one, rows: [] }], 1);
    return 'error' in alone ? [`no C: ${alone.error}\n${told(one)}`] : [];
  });

const told = ({ case: c, copy, assertions }: CopiedCase): string =>
  `${JSON.stringify({ copy, assertions }, null, 1)}\n${plainSource(c)}`;

function judge(one: CopiedCase, runs: readonly CopiedRun[], outcome: OracleOutcome): void {
  const { params, variables, name, shape } = one.case;
  const complain = (what: string, { row }: CopiedRun): void => {
    const state = params.map((p, i) => `${p.name}=${one.rows[row]?.[i]}`).join(' ');
    outcome.wrong.push(`${name} (${shape}): ${what} from ${state}\n${told(one)}`);
  };
  outcome.checked += runs.length;
  const undefinedThere = runs.find((r) => r.trapped !== null);
  if (undefinedThere) complain(`undefined in ${undefinedThere.trapped}`, undefinedThere);
  const broken = runs.find((r) => r.trapped === null && r.held.some((h) => !h));
  if (broken) complain(`not so: ${one.assertions.filter((_, i) => !broken.held[i]).join('; ')}`, broken);
  const different = runs.find((r) => r.trapped === null && r.equal.some((e) => !e));
  if (different)
    complain(`copied wrongly: ${variables.filter((_, i) => !different.equal[i]).map((v) => v.name)}`, different);
}
