/**
 * The oracle `bounds`: stated bounds against counted executions. `exact` is the number of times that the body is begun
 * in every run, `upper` is never below it.
 */
import type { AnalysisOptions } from '../../server/src/report/index.ts';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { LoopReport } from '../../server/src/report/report.ts';
import { random } from '../differential/random.ts';
import { NoValue, parseC } from './c-expression.ts';
import type { CExpression } from './c-expression.ts';
import type { MarkedProgram } from './loops/generate.ts';
import { generateLoops, isUntold, plainText } from './loops/generate.ts';
import type { LoopRun } from './loops/harness.ts';
import { runLoops } from './loops/harness.ts';
import type { OracleOutcome } from './outcome.ts';
import { count, emptyOutcome } from './outcome.ts';

const BATCH = 25;
const ROWS = 40;

/** So many programs; each depends on the seed and its number alone. */
export async function run(seed: number, programs: number, from = 0): Promise<OracleOutcome> {
  const outcome = emptyOutcome();
  const source = random(`bounds ${seed}`);
  for (let first = from; first < from + programs; first += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, from + programs - first) }, (_, i) =>
      generateLoops(`f${first + i}`, source.fork(`program ${first + i}`), (c) => count(outcome.produced, c)),
    );
    const runs = runLoops(batch, ROWS, source.fork(`batch ${first}`));
    for (const [i, p] of batch.entries()) await judge(p, runs[i] ?? [], outcome);
  }
  return outcome;
}

/** Loops of a program in the order of its marks. */
export async function reportsOf(
  p: MarkedProgram,
  climb: AnalysisOptions['climb'] = 'always',
): Promise<readonly (LoopReport | undefined)[]> {
  const { loops } = await analyze(
    plainText(p.marked),
    { ...DEFAULT_OPTIONS, assertions: false, climb },
    { now: () => performance.now(), cancelled: () => false },
  );
  const lines = p.marked.split('\n');
  return p.loops.map((_, k) =>
    loops.find((l) => l.range.start.line === lines.findIndex((t) => t.includes(`@E ${k}@`)) + 1),
  );
}

async function judge(p: MarkedProgram, runs: readonly LoopRun[], outcome: OracleOutcome): Promise<void> {
  await judgeAt('always', p, runs, outcome);
  await judgeAt('never', p, runs, outcome);
}

async function judgeAt(
  climb: 'always' | 'never',
  p: MarkedProgram,
  runs: readonly LoopRun[],
  outcome: OracleOutcome,
): Promise<void> {
  const reports = await reportsOf(p, climb);
  for (const [k, report] of reports.entries()) {
    const own = runs.filter((x) => x.loop === k);
    const { kind } = p.loops[k] as (typeof p.loops)[number];
    const claim = !report?.bound ? 'none' : report.bound.assuming ? 'assuming' : report.bound.kind;
    count(
      outcome.claims,
      `${climb === 'never' ? 'counted, ' : ''}${kind}: ${own.length === 0 ? 'not reached' : claim}`,
    );
    const assumed = conditionsOf(report?.bound?.assuming ?? []);
    if (!report?.bound || report.bound.first?.length || assumed === null) continue;
    const { text, assuming = [] } = report.bound;
    if ([text, ...assuming].some((t) => isUntold(p, t))) {
      count(outcome.claims, `${kind}: not compared`);
      continue;
    }
    const given = own.filter(({ before }) => !assumed.some((c) => valueOf(c, before) === 0n));
    const wrong = firstWrong(report.bound, given, outcome);
    if (wrong !== null)
      outcome.wrong.push(`${p.name}, line ${report.range.start.line}: ${wrong}\n${plainText(p.marked)}`);
  }
}

/** What is said and isn't so in one of the runs; null: nothing. */
function firstWrong(
  { text, kind: said, upper }: NonNullable<LoopReport['bound']>,
  runs: readonly LoopRun[],
  outcome: OracleOutcome,
): string | null {
  let expression: CExpression;
  try {
    expression = parseC(text);
  } catch (e) {
    // the nodes of a list aren't recorded
    return /\blength\([^\d]/.test(text) ? null : `no C: ${text} (${(e as Error).message})`;
  }
  for (const { before, count: real } of runs) {
    const told = valueOf(expression, before);
    // a string may end behind what was recorded
    if (said === 'structural' && typeof told === 'string') continue;
    outcome.checked++;
    const isAtMost = said === 'upper' || upper;
    if (typeof told !== 'string' && told >= 0n && (isAtMost ? told >= real : told === real)) continue;
    const state = [...before.values].map(([n, v]) => `${n}=${v}`).join(' ');
    const arrays = [...before.arrays].map(([n, v]) => `${n}={${v.slice(0, 12)}}`).join(' ');
    return `${said} ${text} is ${told}, really ${real}, from ${state} ${arrays}`;
  }
  return null;
}

/** What a bound assumes, as C; null where it is in words. */
function conditionsOf(assuming: readonly string[]): readonly CExpression[] | null {
  try {
    return assuming.map((text) => parseC(text));
  } catch {
    return null;
  }
}

/** Distance of the arrays' first elements. */
const APART = 1n << 80n;

function valueOf(expression: CExpression, { values, arrays }: LoopRun['before']): bigint | string {
  try {
    const names = [...arrays.keys()];
    return expression({
      value: (name) => values.get(name) ?? (arrays.has(name) ? BigInt(names.indexOf(name) + 1) * APART : undefined),
      element: (array, index) => arrays.get(array)?.[Number(index)],
      at: (pointer) => arrays.get(names[Number(pointer / APART) - 1] ?? '')?.[Number(pointer % APART)],
    });
  } catch (e) {
    if (e instanceof NoValue) return e.message;
    throw e;
  }
}
