/**
 * The oracle `accesses`: where it is said that an access never leaves its array, no run fails there under gcc's
 * AddressSanitizer and UBSan; where it is said that it does, some run may.
 */
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/index.ts';
import type { AccessReport, FileReport } from '../../server/src/report/report.ts';
import type { AccessProgram } from './accesses/access-programs.ts';
import { ACCESS_CHECK, accessProgram } from './accesses/access-programs.ts';
import { RUNS, failuresOf } from './accesses/access-runs.ts';
import type { OracleOutcome } from './outcome.ts';
import { count, emptyOutcome } from './outcome.ts';

const BATCH = 25;

const HEAD = ['#include <stddef.h>', '#include <stdlib.h>', ''];

/** So many programs; each depends on the seed and its number alone. */
export async function run(seed: number, programs: number, from = 0): Promise<OracleOutcome> {
  const outcome = emptyOutcome();
  for (let first = from; first < from + programs; first += BATCH) {
    const size = Math.min(BATCH, from + programs - first);
    const batch = Array.from({ length: size }, (_, i) => accessProgram(seed, first + i));
    await judge(batch, seed + first, outcome);
  }
  return outcome;
}

async function judge(batch: readonly AccessProgram[], seed: number, outcome: OracleOutcome): Promise<void> {
  const source = `${HEAD.join('\n')}${batch.map((p) => p.source).join('')}`;
  const checked = `${ACCESS_CHECK}#line 1\n${HEAD.join('\n')}${batch.map((p) => p.checked).join('')}`;
  const failures = failuresOf(checked, batch, seed);
  const accesses = accessesIn(
    await analyze(source, { ...DEFAULT_OPTIONS, climb: 'never', assertions: false, limits: true }, HOST),
  );
  let line = HEAD.length;
  for (const [i, program] of batch.entries()) {
    const end = line + program.source.split('\n').length - 1;
    const isIn = (at: number): boolean => at >= line && at < end;
    const own = accesses.filter(({ range }) => isIn(range.start.line));
    const failed = (failures.get(i) ?? []).filter((f) => isIn(f.line));
    count(outcome.produced, failed.length > 0 ? 'programs that fail' : 'programs that never fail');
    for (const a of own) {
      const here = failed.filter((f) => f.line === a.range.start.line && isOutside(f.what));
      count(outcome.claims, `${a.leaves}${a.unless ? ', unless' : ''}${here.length > 0 ? ', fails' : ''}`);
      if (a.leaves !== 'unknown') outcome.checked += RUNS;
      const [failure] = here;
      if (a.leaves === 'no' && failure)
        outcome.wrong.push(
          `${program.name}, line ${a.range.start.line - line + 1}: ${a.text} fails: ${failure.what}\n${program.source}`,
        );
    }
    line = end;
  }
}

const HOST = { now: (): number => performance.now(), cancelled: (): boolean => false };

const accessesIn = ({ loops }: FileReport): readonly AccessReport[] => loops.flatMap(({ accesses = [] }) => accesses);

/** Not what overflows or divides by zero on the same line. */
const isOutside = (what: string): boolean =>
  /out of bounds|overflow on address|underflow|use-after|insufficient space|SEGV|null pointer/.test(what);
