/**
 * The oracle `units`: what is said of loops in whole translation units, against runs: counters and limits in every
 * kind of object, calls of functions that another unit defines, stores through pointers, attributes, `errno`, walks
 * along strings, tables and lists. Counts, facts and straight-line code are compiled into the program.
 */
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { FileReport, Finding, LoopReport } from '../../server/src/report/report.ts';
import { random } from '../differential/random.ts';
import type { OracleOutcome } from './outcome.ts';
import { count, emptyOutcome } from './outcome.ts';
import type { Told, UnitRuns } from './units/harness.ts';
import { runUnit } from './units/harness.ts';
import type { Unit } from './units/unit.ts';
import { withAssertions } from './units/assertions.ts';
import { drawUnit, plainUnit } from './units/unit.ts';
import { isCondition } from './wide.ts';

const ROWS = 40;

/** So many units; each depends on the seed and its number alone. */
export async function run(seed: number, units: number, from = 0): Promise<OracleOutcome> {
  const outcome = emptyOutcome();
  const source = random(`units ${seed}`);
  for (let k = from; k < from + units; k++) {
    const unit = drawUnit(source.fork(`unit ${k}`), (what) => count(outcome.produced, what));
    await judge(unit, `unit ${k}`, outcome);
  }
  return outcome;
}

const read = (unit: Unit, climb: 'always' | 'never'): Promise<FileReport> =>
  analyze(
    plainUnit(unit),
    { ...DEFAULT_OPTIONS, climb, overflow: 'must' },
    { now: () => performance.now(), cancelled: () => false },
  );

async function judge(unit: Unit, name: string, outcome: OracleOutcome): Promise<void> {
  const complain = (what: string): void =>
    void outcome.wrong.push(`${name}: ${what}\n${plainUnit(unit)}${unit.foreign.join('\n')}`);
  const [summarised, counted] = [await read(unit, 'always'), await read(unit, 'never')];
  for (const e of summarised.syntaxErrors) complain(`not read: ${e.message}`);
  for (const d of summarised.defects ?? []) complain(`a defect: ${d.message}`);
  const lines = unit.marked.split('\n');
  const told = unit.loops.map(({ kind }, k): Told => {
    const line = lines.findIndex((t) => t.includes(`@E ${k}@`)) + 1;
    const [best, first] = [summarised, counted].map((r) => r.loops.find((l) => l.range.start.line === line));
    count(outcome.claims, `${kind}: ${claimed(best)}`);
    count(outcome.claims, `all: ${claimed(best)}`);
    if (best?.compilable?.c !== undefined) count(outcome.claims, 'all: straight-line code');
    if ((best?.compilable?.assertions.length ?? 0) > 0) count(outcome.claims, 'all: facts');
    return {
      counts: [...countsOf(best), ...countsOf(first)],
      code: best?.compilable?.c ?? null,
      facts: best?.compilable?.assertions ?? [],
    };
  });
  const runs = attempt(unit, told, complain, outcome);
  if (runs === null) return;
  outcome.checked += runs.checked;
  const add = (what: string, n: number): void => void outcome.claims.set(what, (outcome.claims.get(what) ?? 0) + n);
  add('runs: ended', runs.ended);
  add('runs: undefined', runs.undefinedRuns);
  await judgeAssertions(unit, runs, complain, outcome);
  for (const what of runs.wrong) complain(what);
  for (const f of summarised.findings ?? [])
    if (isRefuted(f, runs, unit)) complain(`line ${f.range.start.line}: ${f.kind}, and a run goes there without harm`);
}

/** Assertions made of values that were seen behind loops: those that are said to hold do so in all runs. */
async function judgeAssertions(
  unit: Unit,
  { seen }: UnitRuns,
  complain: (what: string) => void,
  outcome: OracleOutcome,
): Promise<void> {
  const asserted = withAssertions(unit, seen, random(unit.marked));
  if (asserted.conditions.length === 0) return;
  const { assertions } = await analyze(
    plainUnit(asserted.unit),
    { ...DEFAULT_OPTIONS, loops: false, overflow: 'off', fileBudget: 2000 },
    { now: () => performance.now(), cancelled: () => false },
  );
  const lines = plainUnit(asserted.unit).split('\n');
  for (const a of assertions) count(outcome.claims, `all: assertion ${a.verdict}`);
  const holding = assertions
    .filter((a) => a.verdict === 'holds')
    .map((a) => lines[a.range.start.line - 1]?.trim() ?? '');
  const { failing } = runUnit(asserted.unit, silentFor(unit), ROWS);
  for (const text of failing) {
    if (holding.some((line) => line === `assert(${text});`))
      complain(`holds: ${text}, and it fails\n${plainUnit(asserted.unit)}`);
  }
}

const silentFor = (unit: Unit): readonly Told[] => unit.loops.map(() => ({ counts: [], code: null, facts: [] }));

/** Null where gcc takes none of it: not the unit itself, which is counted, or not what is told, which is wrong. */
function attempt(
  unit: Unit,
  told: readonly Told[],
  complain: (what: string) => void,
  outcome: OracleOutcome,
): UnitRuns | null {
  try {
    return runUnit(unit, told, ROWS);
  } catch (error) {
    try {
      runUnit(unit, silentFor(unit), 1);
    } catch {
      count(outcome.produced, 'refused by gcc');
      return null;
    }
    complain(`no C: ${JSON.stringify(told)}\n${String((error as { stderr?: unknown }).stderr ?? error).slice(0, 600)}`);
    return null;
  }
}

const claimed = (l: LoopReport | undefined): string =>
  l === undefined
    ? 'no report'
    : l.count.assuming.length > 0
      ? 'assuming'
      : l.count.text === '' && l.count.relation !== 'endless'
        ? 'no number'
        : l.count.relation;

/** More than any run may take. */
const NOTHING = { relation: 'at-most', text: '1000000' } as const;

/** What assumes nothing and is a number. */
function countsOf(l: LoopReport | undefined): Told['counts'] {
  if (l === undefined) return [NOTHING];
  const { relation, text, assuming, source } = l.count;
  if (source === 'structural' || assuming.some((a) => !isCondition(a))) return [NOTHING];
  if (relation === 'endless' || (l.termination === 'never' && assuming.length === 0))
    return [{ relation: 'endless', text: '' }];
  return (relation === 'exactly' || relation === 'at-most') && text !== '' ? [{ relation, text, assuming }] : [NOTHING];
}

/** Nothing stands before it on its line. */
const isFirst = ({ range }: Finding, unit: Unit): boolean =>
  /^\s*$/.test((plainUnit(unit).split('\n')[range.start.line - 1] ?? '').slice(0, range.start.column - 1));

/**
 * Something that is said of every run that gets to a line, and one got there. Conditions on the line may have spared
 * it: those are left out.
 */
const isRefuted = (f: Finding, runs: UnitRuns, unit: Unit): boolean =>
  f.kind !== 'overflow' && f.kind !== 'never-ends' && runs.lines.has(f.range.start.line) && isFirst(f, unit);
