/**
 * The oracle `ends`: what is said of whether loops end, against executions. `always` is wrong where a run comes back
 * to a state inside the loop, `never` where a run without undefined behaviour leaves it, `conditional` where all runs
 * there are do the same; a bound is wrong where a run takes more.
 */
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { LoopReport } from '../../server/src/report/report.ts';
import { compileAndRun } from '../c/gcc.ts';
import type { ProgramRuns } from './ends/harness.ts';
import { harness } from './ends/harness.ts';
import type { EndsProgram } from './ends/programs.ts';
import { endsProgram, plain } from './ends/programs.ts';

export interface EndsOutcome {
  readonly loops: number;
  /** By claim: how many were made, and how many of them executions bore out. */
  readonly claims: Readonly<Record<string, { made: number; borneOut: number }>>;
  readonly produced: ReadonlyMap<string, number>;
  /** What is false: the claim, the input, the program. */
  readonly wrong: readonly string[];
  /** What executions did not bear out, to be looked at. */
  readonly open: readonly string[];
}

const BATCH = 20;
const STEPS = 600_000;
const FLAGS = ['-O1', '-fsanitize=undefined', '-fsanitize-undefined-trap-on-error', '-fno-strict-aliasing'];

/** So many programs, the first with this seed, the next with the next. */
export async function run(seed: number, count: number): Promise<EndsOutcome> {
  const claims: Record<string, { made: number; borneOut: number }> = {};
  const wrong: string[] = [];
  const open: string[] = [];
  const produced = new Map<string, number>();
  let loops = 0;
  for (let from = 0; from < count; from += BATCH) {
    const batch: ReportedProgram[] = [];
    for (let i = from; i < Math.min(count, from + BATCH); i++) {
      const program = endsProgram(i, picker(seed + i));
      for (const [what, n] of program.made) produced.set(what, (produced.get(what) ?? 0) + n);
      batch.push(await reported(program));
    }
    const lines = compileAndRun(harness(batch, STEPS), FLAGS);
    for (const [i, { program, reports, doomed }] of batch.entries()) {
      const text = lines[i];
      if (!text?.startsWith('{')) {
        wrong.push(`no result: ${text ?? 'nothing printed'}\n${plain(program.marked)}`);
        continue;
      }
      const runs = JSON.parse(text) as ProgramRuns;
      for (const [k, report] of reports.entries()) {
        // a helper's loops are reported for its own calls
        if (!report || program.loops[k]?.owner !== 0) continue;
        loops++;
        const told = (to: string[]) => (what: string) =>
          to.push(
            `seed ${seed + from + i}: loop ${k} on line ${report.range.start.line}: ${what}\n${plain(program.marked)}`,
          );
        judge(k, report, runs, doomed.has(k), { claims, wrong: told(wrong), open: told(open) });
      }
    }
  }
  return { loops, claims, produced, wrong, open };
}

interface ReportedProgram {
  readonly program: EndsProgram;
  /** Of its loops. */
  readonly reports: readonly (LoopReport | undefined)[];
  /** By loop: when it is said never to end. */
  readonly doomed: ReadonlyMap<number, string>;
}

async function reported(program: EndsProgram): Promise<ReportedProgram> {
  const { loops } = await analyze(
    plain(program.marked),
    { ...DEFAULT_OPTIONS, assertions: false },
    { now: () => performance.now(), cancelled: () => false },
  );
  const lines = program.marked.split('\n');
  const reports = program.loops.map((_, k) =>
    loops.find((l) => l.range.start.line === lines.findIndex((t) => t.includes(`/*@EN ${k}*/`)) + 1),
  );
  const doomed = new Map<number, string>();
  for (const [k, l] of program.asks ? [] : reports.entries()) {
    const isOwn = program.loops[k]?.owner === 0;
    const condition = isOwn && l?.neverEndsWhen !== undefined ? inWords(l.neverEndsWhen, program) : null;
    if (condition !== null) doomed.set(k, condition);
  }
  return { program, reports, doomed };
}

interface Verdicts {
  readonly claims: Record<string, { made: number; borneOut: number }>;
  wrong(what: string): void;
  open(what: string): void;
}

function judge(
  k: number,
  report: LoopReport,
  runs: ProgramRuns,
  conditioned: boolean,
  { claims, wrong, open }: Verdicts,
): void {
  const seen = runs.loops[k];
  if (!seen) return;
  const { termination, bound } = report;
  const figures = `${seen.left} of ${runs.runs} runs leave it, ${seen.stuck} stay, ${runs.undefined} are undefined, ${runs.open} not followed to their end`;
  const claim = (name: string, isBorneOut: boolean): void => {
    claims[name] ??= { made: 0, borneOut: 0 };
    claims[name].made++;
    if (isBorneOut) claims[name].borneOut++;
    else open(`${name}: ${figures}`);
  };
  if (seen.entered === 0) {
    claim('not entered', true);
    return;
  }
  switch (termination) {
    case 'always':
      if (seen.stuck > 0) wrong(`always ends, but not from ${seen.examples.stuck}`);
      claim('always', seen.left > 0 && seen.stuck === 0);
      break;
    case 'never':
      if (seen.left > 0) wrong(`never ends, but does from ${seen.examples.left}`);
      claim('never', seen.stuck > 0 && seen.left === 0);
      break;
    case 'conditional':
      if (runs.exhaustive && (seen.left === 0 || seen.stuck === 0)) wrong(`conditional, but ${figures}`);
      claim('conditional', seen.left > 0 && seen.stuck > 0);
      break;
    case 'unknown':
      claim('unknown', true);
  }
  if (conditioned) {
    if (seen.refuted > 0) wrong(`never ends if ${report.neverEndsWhen ?? ''}, but does from ${seen.examples.refuted}`);
    claim('condition', seen.refuted === 0);
  }
  if (bound?.value === undefined || bound.kind === 'structural' || !isOutright(report)) return;
  const isMore = BigInt(seen.most) > BigInt(bound.value);
  if (isMore) wrong(`${bound.kind} bound ${bound.value}, but ${seen.most} iterations from ${seen.examples.most}`);
  claim(`${bound.kind} value`, bound.kind !== 'exact' || !isMore);
}

/** Its bound rests on nothing that runs may break: what it assumes of counters is said with it. */
const isOutright = ({ bound, assumptions }: LoopReport): boolean =>
  !bound?.assuming?.length && assumptions.every((a) => /^no /.test(a));

/**
 * A condition on the function's variables without overflow; null where it has more than sums, comparisons and
 * connectives.
 */
function inWords(condition: string, program: EndsProgram): string | null {
  const names = new Set([...(program.locals[0] ?? []), ...program.globals]);
  if (!/^(?:[\w\s()+\-*<>!]|==|!=|<=|>=|&&|\|\|)+$/.test(condition)) return null;
  const words = condition.match(/[A-Za-z_]\w*/g) ?? [];
  if (words.some((w) => !names.has(w) || w === 'p')) return null;
  return condition.replace(/[A-Za-z_]\w*/g, (w) => `(word)${w}`);
}

/** Integers below n, the same for the same seed. */
function picker(seed: number): (n: number) => number {
  let s = Math.imul(seed, 2_654_435_761) >>> 0;
  const next = (): number => (s = (Math.imul(s, 1_664_525) + 1_013_904_223) >>> 0);
  for (let i = 0; i < 4; i++) next();
  return (n) => Math.floor((next() / 4_294_967_296) * n);
}
