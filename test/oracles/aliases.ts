/**
 * The oracle `aliases`: counts of loops that store through pointers, against runs in which the pointers overlap in the
 * ways that their types allow.
 */
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { CountAnswer } from '../../server/src/report/report.ts';
import { random } from '../differential/random.ts';
import type { Random } from '../differential/random.ts';
import type { AliasProgram } from './aliases/program.ts';
import { drawAliases, plainText } from './aliases/program.ts';
import type { AliasRuns, ToldCount, ToldProgram } from './aliases/runs.ts';
import { runAliases } from './aliases/runs.ts';
import type { OracleOutcome } from './outcome.ts';
import { count, emptyOutcome } from './outcome.ts';
import { callsKnownOnly, isCondition } from './wide.ts';

const BATCH = 25;
const HEAD = '#include <string.h>\n';

/** So many programs; each depends on the seed and its number alone. */
export async function run(seed: number, programs: number, from = 0): Promise<OracleOutcome> {
  const outcome = emptyOutcome();
  const source = random(`aliases ${seed}`);
  for (let first = from; first < from + programs; first += BATCH) {
    const batch: ToldProgram[] = [];
    for (let k = first; k < Math.min(first + BATCH, from + programs); k++) {
      const program = drawAliases(`f${k}`, source.fork(`program ${k}`), (what) => count(outcome.produced, what));
      const counts = await countsOf(program, outcome);
      if (counts.length > 0) batch.push({ program, counts });
    }
    judge(batch, source, outcome);
  }
  return outcome;
}

/** What the analysis reads. */
const sourceOf = ({ marked }: AliasProgram): string => `${HEAD}${plainText(marked)}`;

/** What is told of the loop and can be compared, by both ways to find it. */
async function countsOf(program: AliasProgram, outcome: OracleOutcome): Promise<readonly ToldCount[]> {
  const counts: ToldCount[] = [];
  for (const climb of ['always', 'never'] as const) {
    const { loops, syntaxErrors } = await analyze(
      sourceOf(program),
      { ...DEFAULT_OPTIONS, assertions: false, climb },
      { now: () => performance.now(), cancelled: () => false },
    );
    for (const e of syntaxErrors) outcome.wrong.push(`${program.name}: not read: ${e.message}\n${sourceOf(program)}`);
    const told = loops[0]?.count;
    const comparable = told ? comparableOf(told) : null;
    count(outcome.claims, `${climb === 'never' ? 'counted, ' : ''}${claimOf(told, comparable)}`);
    if (comparable !== null && !counts.some((c) => isSame(c, comparable))) counts.push(comparable);
  }
  return counts;
}

function claimOf(told: CountAnswer | undefined, comparable: ToldCount | null): string {
  if (told === undefined) return 'no report';
  if (comparable === null) return told.text === '' ? told.relation : 'in words';
  return `${comparable.relation}${comparable.assuming.length > 0 ? ', if' : ''}`;
}

/** Null: it is no number, or rests on something in words. */
function comparableOf({ relation, text, assuming }: CountAnswer): ToldCount | null {
  if ((relation !== 'exactly' && relation !== 'at-most') || text === '') return null;
  if (![text, ...assuming].every(callsKnownOnly) || !assuming.every(isCondition)) return null;
  return { relation, text, assuming };
}

const isSame = (a: ToldCount, b: ToldCount): boolean => JSON.stringify(a) === JSON.stringify(b);

function judge(batch: readonly ToldProgram[], source: Random, outcome: OracleOutcome): void {
  const runs = attempt(batch, source, outcome);
  if (runs === null) return;
  outcome.checked += runs.checked;
  if (runs.ended !== null)
    outcome.wrong.push(`${batch.map((t) => t.program.name).join(', ')}: ${runs.ended}, by what is told`);
  for (const w of runs.wrong) {
    const { program, counts } = batch[w.program] as ToldProgram;
    const { relation, text, assuming } = counts[w.count] as ToldCount;
    const given = assuming.length > 0 ? `, if ${assuming.join(' and ')},` : '';
    const call = `${program.name}(${w.arguments.join(', ')})`;
    outcome.wrong.push(
      `${program.name}: ${relation} ${text}${given} is ${w.told}, really ${w.real}, by ${call}\n${sourceOf(program)}`,
    );
  }
}

/** Null where gcc doesn't take what is told: that is wrong. */
function attempt(batch: readonly ToldProgram[], source: Random, outcome: OracleOutcome): AliasRuns | null {
  try {
    return runAliases(batch, source);
  } catch (error) {
    if (batch.length > 1) {
      for (const told of batch) judge([told], source, outcome);
      return null;
    }
    const [told] = batch;
    outcome.wrong.push(
      `no C: ${JSON.stringify(told?.counts)}\n${String((error as { stderr?: unknown }).stderr ?? error).slice(0, 600)}`,
    );
    return null;
  }
}
