/** Verdicts on random functions over shared storage, compared with what the compiled functions do. */
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { compileAndRun } from '../c/gcc.ts';
import { random } from '../c/generate.ts';
import { PRELUDE, draw } from './generate.ts';
import type { Drawn } from './generate.ts';

export interface Tally {
  assertions: number;
  decided: number;
  readonly wrong: string[];
  /** By the reason's code: functions with what was left open. */
  readonly open: Map<string, string[]>;
}

const INPUTS = [0, 1, 2, 3, 4, 5, 6, 7];

/** Values of the observed expressions for each input; null: the run is undefined. */
function observe(drawn: readonly Drawn[]): (readonly (readonly number[])[] | null)[] {
  const functions = drawn.map(
    (d) =>
      `${d.body}\n  printf("${d.name}${' %lld'.repeat(d.observed.length)}\\n"${d.observed.map((e) => `, (long long)(${e})`).join('')}); }`,
  );
  const calls = drawn.flatMap((d, i) =>
    d.open
      ? INPUTS.map((n) => `begin(${i}); t${d.name.slice(1)}(${n}); finish();`)
      : [`begin(${i}); ${d.name}(); finish();`],
  );
  // each function in a process of its own, so that what stops one leaves the others
  const main = `#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n#include <sys/wait.h>\nstatic pid_t child;
#define begin(i) fflush(stdout); child = fork(); if (child == 0) { alarm(5)
#define finish() fflush(stdout); _exit(0); } { int status; waitpid(child, &status, 0); \\
if (status != 0) printf("stopped\\n"); }
int main(void) { ${calls.join('\n')} return 0; }`;
  const lines = compileAndRun(`${PRELUDE}#include <stdio.h>\n${functions.join('\n')}\n${main}`, [
    '-fsanitize=undefined,address',
    '-fno-sanitize-recover=all',
    '-fno-strict-aliasing',
  ]);
  let at = 0;
  return drawn.map((d) => {
    const rows = lines.slice(at, at + (d.open ? INPUTS.length : 1));
    at += rows.length;
    return rows.some((row) => !row.startsWith(`${d.name} `))
      ? null
      : rows.map((row) => row.split(' ').slice(1).map(Number));
  });
}

/** Draws functions `from` to `from + count`; each gets a true and a false assertion. */
export async function campaign(
  {
    seed,
    from,
    count,
    ...plan
  }: { readonly seed: number; readonly from: number; readonly count: number; readonly budget: number },
  tally: Tally,
): Promise<void> {
  const drawn = Array.from({ length: count }, (_, i) => draw(seed, from + i));
  const runs = observe(drawn);
  const sources: string[] = [];
  const truth = new Map<number, boolean>();
  const places = new Map<number, string>();
  let line = PRELUDE.split('\n').length;
  drawn.forEach((d, i) => {
    const rows = runs[i];
    if (rows == null) return;
    const r = random(seed + 7 * i);
    const seen = (k: number): number[] => rows.map((row) => row[k]!);
    const [first, second] = [seen(0), seen(1)];
    const same = new Set(first).size === 1;
    const told = same
      ? `(${d.observed[0]}) == ${first[0]}`
      : `(${d.observed[0]}) >= ${Math.min(...first)} && (${d.observed[0]}) <= ${Math.max(...first)}`;
    const claims: [string, boolean][] = [
      [told, true],
      [`(${d.observed[1]}) != ${r.pick(second)}`, false],
    ];
    const [claim, holds] = r.chance(50) ? claims[0]! : claims[1]!;
    const text = `${d.body}\n  assert(${claim}); }`;
    sources.push(text);
    line += text.split('\n').length;
    truth.set(line - 1, holds);
    places.set(line - 1, text);
  });
  const report = await analyze(
    PRELUDE + sources.join('\n'),
    { ...DEFAULT_OPTIONS, loops: false, overflow: 'off', fileBudget: plan.budget, aliasing: 'none' },
    { now: () => performance.now(), cancelled: () => false },
  );
  for (const a of report.assertions) {
    const holds = truth.get(a.range.start.line);
    if (holds === undefined) continue;
    tally.assertions++;
    const text = places.get(a.range.start.line)!;
    if (a.verdict === 'unknown') {
      const code = a.reason?.code ?? 'none';
      tally.open.set(code, [...(tally.open.get(code) ?? []), `${a.reason?.message}\n${text}`]);
      continue;
    }
    tally.decided++;
    if ((a.verdict === 'holds') !== holds) tally.wrong.push(`${a.verdict} (${a.engine}):\n${text}`);
  }
}
