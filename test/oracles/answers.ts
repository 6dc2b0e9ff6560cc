/** Oracle: counts, straight-line code and facts of loops, compiled and compared with the loops. */
import type { LoopReport } from '../../server/src/report/report.ts';
import { inputsFor } from '../differential/inputs.ts';
import { random } from '../differential/random.ts';
import { CLASSES } from '../differential/shapes.ts';
import type { AnswerCase } from './answers/answer-case.ts';
import { answerCase, plainSource } from './answers/answer-case.ts';
import { constructCase } from './answers/construct-case.ts';
import type { ComparedRun, ToldCase } from './answers/answer-program.ts';
import { compareRuns } from './answers/answer-program.ts';
import { reportOf } from './answers/report-of.ts';
import type { OracleOutcome } from './outcome.ts';
import { count, emptyOutcome } from './outcome.ts';

const BATCH = 50;
const ROWS = 80;
const CAP = 100_000;
/** Places that a search finds: `entries(t)`, `length(p)`, p as the head sets it. */
const IN_WORDS = /(?:\b|__builtin_)(?:entries|length|strlen|elements_before|leading|before)\(/;
const CONSTRUCT = 'construct';

/** So many loops; each depends on the seed and its number alone. */
export async function run(
  seed: number,
  loops: number,
  from = 0,
  shapes: readonly string[] = CLASSES,
): Promise<OracleOutcome> {
  const outcome = emptyOutcome();
  const source = random(`answers ${seed}`);
  for (let first = from; first < from + loops; first += BATCH) {
    const tasks: { task: ToldCase; report: LoopReport | undefined }[] = [];
    for (let k = first; k < Math.min(first + BATCH, from + loops); k++) {
      const shape = shapes[(shapes === CLASSES ? k >> 1 : k) % shapes.length] as string;
      const stream = source.fork(`loop ${k}`);
      // every other one is a construct
      const drawn =
        shape === CONSTRUCT || (shapes === CLASSES && k % 2 === 0)
          ? constructCase(`f${k}`, stream, (what) => count(outcome.produced, what))
          : answerCase(shape, `f${k}`, stream);
      if (!drawn) continue;
      const report = await reportOf(drawn);
      const rows = inputsFor(drawn.generated, ROWS, source.fork(`rows ${k}`));
      tasks.push({ report, task: { case: drawn, told: toldOf(report, drawn), rows } });
    }
    const runs = compareRuns(
      tasks.map((t) => t.task),
      CAP,
    );
    if ('error' in runs) {
      outcome.wrong.push(...noC(tasks));
      continue;
    }
    for (const [i, { task, report }] of tasks.entries()) judge(task, report, runs[i] ?? [], outcome);
  }
  return outcome;
}

function toldOf(report: LoopReport | undefined, { hidden, file }: AnswerCase): ToldCase['told'] {
  const isComparable = (fact: string): boolean =>
    !(fact.match(/[A-Za-z_]\w*/g) ?? []).some((w) => hidden.includes(w) || file.some((l) => l.includes(w)));
  const { relation, text, assuming } = report?.count ?? { relation: 'none', text: '', assuming: [] };
  // what a count rests on may not be so in these runs: "strlen(s) stays the same"
  const isSure = (relation === 'exactly' || relation === 'at-most') && assuming.length === 0;
  return {
    count: isSure && text !== '' && !IN_WORDS.test(text) ? text : null,
    afterwards: report?.afterwards?.c ?? null,
    facts: (report?.facts ?? []).filter(isComparable),
  };
}

/** Which of them is none. */
function noC(tasks: readonly { task: ToldCase }[]): string[] {
  return tasks.flatMap(({ task }) => {
    const alone = compareRuns([{ ...task, rows: [] }], 1);
    return 'error' in alone
      ? [`no C: ${alone.error}\n${JSON.stringify(task.told, null, 1)}\n${plainSource(task.case)}`]
      : [];
  });
}

function judge(
  { case: c, told, rows }: ToldCase,
  report: LoopReport | undefined,
  runs: readonly ComparedRun[],
  outcome: OracleOutcome,
): void {
  count(outcome.produced, c.shape);
  const say = (claim: string): void => {
    count(outcome.claims, `${c.shape}: ${claim}`);
    count(outcome.claims, `all: ${claim}`);
  };
  const state = (r: ComparedRun): string => c.params.map((p, i) => `${p.name}=${rows[r.row]?.[i]}`).join(' ');
  const wrong = (what: string, r: ComparedRun): void => {
    outcome.wrong.push(
      `${c.name} (${c.shape}): ${what} from ${state(r)}\n${JSON.stringify(told, null, 1)}\n${plainSource(c)}`,
    );
  };
  outcome.checked += runs.length;
  const exactly = report?.count.relation === 'exactly';
  say('loops');
  if (told.count !== null) say(exactly ? 'count exactly' : 'count at most');
  else say(`no count: ${report?.count.relation ?? 'none'}`);
  if ((told.count ?? '').length > 60) say('a count longer than 60');
  const crash = runs.find((r) => r.crashed);
  if (crash) wrong('what is told divides by zero', crash);
  const falseCount = runs.find((r) => told.count !== null && (exactly ? r.told !== r.count : r.told < r.count));
  if (falseCount) wrong(`count is ${falseCount.count}, not ${falseCount.told}`, falseCount);
  const behind = runs.filter((r) => r.behind && !r.crashed);
  const unknown = new Set(report?.unknown?.map((u) => u.variable));
  const checked = told.afterwards === null ? [] : c.variables.flatMap((v, i) => (unknown.has(v.name) ? [] : [i]));
  const falseAfter = behind.find((r) => checked.some((i) => !r.equal[i]));
  if (falseAfter)
    wrong(
      `${checked.filter((i) => !falseAfter.equal[i]).map((i) => c.variables[i]?.name)} is told wrongly`,
      falseAfter,
    );
  const falseFact = behind.find((r) => r.held.some((h) => !h));
  if (falseFact) wrong(`not so: ${told.facts.filter((_, i) => !falseFact.held[i]).join('; ')}`, falseFact);
  const complete = report?.afterwards?.complete === true;
  if (complete) say('afterwards complete');
  else if (told.afterwards !== null) say('afterwards partly');
  const strong = told.facts.some((_, i) => behind.some((r) => r.tight[i]));
  if (strong) say('facts that say something');
  if (told.facts.some((_, i) => behind.every((r) => !r.tight[i]))) say('an idle fact');
  if (complete || strong || told.afterwards !== null) say('something told');
  if (report?.exactness === 'exact') say('exact');
}
