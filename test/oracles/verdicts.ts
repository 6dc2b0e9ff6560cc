/**
 * Oracle: verdicts on generated programs against gcc. A proof that some run breaks and a failure that doesn't happen
 * are wrong.
 */
import { DEFAULT_OPTIONS, analyze, reach } from '../../server/src/analysis/analyze-file.ts';
import type { AnalysisOptions } from '../../server/src/analysis/analyze-file.ts';
import type { AssertionReport, ReachReport } from '../../server/src/report/report.ts';
import { random } from '../differential/random.ts';
import { relation } from './program/assertions.ts';
import type { Entry } from './program/draft.ts';
import type { Program } from './program/program.ts';
import { drawProgram } from './program/program.ts';
import type { Claim, ClaimRun, ProgramRuns, Rendered, SeenRun } from './program/run.ts';
import { hasClang, runTogether } from './program/run.ts';
import { hasPointers, typeAt } from './program/types.ts';

export interface WrongVerdict {
  readonly program: number;
  readonly rendered: Rendered;
  readonly kind: 'holds' | 'violated' | 'unreachable' | 'reachable' | 'exception';
  readonly what: string;
  readonly line: number;
  readonly source: string;
}

export interface VerdictTally {
  programs: number;
  assertions: number;
  readonly holds: Map<string, number>;
  readonly violated: Map<string, number>;
  /** Reason -> how often. */
  readonly unknown: Map<string, number>;
  /** Reason's message without its names -> how often, with one program. */
  readonly why: Map<string, { count: number; example: string }>;
  readonly reach: Map<string, number>;
  /** Failures whose inputs can't be given from outside, or that take too long. */
  unrepeated: number;
  /** Programs that gcc doesn't take. */
  refused: number;
  /** Open assertions that some run breaks. */
  missed: number;
  /** Conditions on callers that some run breaks, as one may. */
  brokenByCallers: number;
  readonly wrong: WrongVerdict[];
  /** Proofs that a run breaks which is undefined, as Clang's sanitizer sees and gcc's doesn't. */
  onlyByGcc: number;
  readonly made: Map<string, number>;
  /** The programs, where they are kept. */
  readonly sources: string[];
  runs: { ended: number; undefined: number };
  ms: number;
}

export interface VerdictPlan {
  readonly seed: string;
  readonly from?: number;
  readonly count: number;
  readonly batch?: number;
  /** Milliseconds for the assertions of a program. */
  readonly budget?: number;
  /** Lines of each program that are asked about. */
  readonly lines?: number;
}

/** Milliseconds of processor time: what else the machine does makes no difference. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const OBSERVED_RUNS = 200;
const SEARCH_RUNS = 1200;

export function emptyTally(): VerdictTally {
  return {
    programs: 0,
    assertions: 0,
    holds: new Map(),
    violated: new Map(),
    unknown: new Map(),
    why: new Map(),
    reach: new Map(),
    unrepeated: 0,
    refused: 0,
    missed: 0,
    brokenByCallers: 0,
    wrong: [],
    onlyByGcc: 0,
    made: new Map(),
    sources: [],
    runs: { ended: 0, undefined: 0 },
    ms: 0,
  };
}

/** So many programs; program K depends on the seed and K alone. */
export async function run(
  plan: VerdictPlan,
  tally: VerdictTally = emptyTally(),
  batchDone: (next: number) => void = () => undefined,
): Promise<VerdictTally> {
  const source = random(plan.seed);
  const { from = 0, batch = 50 } = plan;
  for (let first = from; first < from + plan.count; first += batch) {
    const all = Array.from({ length: Math.min(batch, from + plan.count - first) }, (_, k) => first + k);
    const draw = (k: number): Program => drawProgram(source.fork(`program ${k}`));
    const numbers = await accepted(all, draw, tally);
    const drawn = numbers.map(draw);
    const observed = await runTogether(drawn.map(observing), [], 'observe', OBSERVED_RUNS);
    const asserted = drawn.map((p, k) =>
      withAssertions(p, observed.programs[k]?.observed ?? new Map(), `${plan.seed}/assertions ${numbers[k]}`),
    );
    await judge(numbers, asserted, plan, tally);
    batchDone(first + all.length);
  }
  return tally;
}

/** Those that are C: where gcc refuses one, that one is left out. */
async function accepted(
  numbers: readonly number[],
  draw: (k: number) => Program,
  tally: VerdictTally,
): Promise<readonly number[]> {
  const isC = (some: readonly number[]): Promise<boolean> =>
    runTogether(
      some.map((k) => observing(draw(k))),
      [],
      'observe',
      1,
    ).then(
      () => true,
      () => false,
    );
  if (await isC(numbers)) return numbers;
  const out: number[] = [];
  for (const k of numbers) {
    if (await isC([k])) out.push(k);
    else tally.refused++;
  }
  return out;
}

function observing(program: Program): Rendered {
  let points = 0;
  return {
    program,
    targets: new Set(),
    lines: program.lines.map(({ text, point }) =>
      point
        ? `observe(${points++}, ${point.values.length}, ${point.values.map((v) => `(long long)${v.text}`).join(', ')});`
        : text,
    ),
  };
}

function withAssertions(
  program: Program,
  vectors: ReadonlyMap<number, readonly (readonly bigint[])[]>,
  seed: string,
): Rendered {
  const r = random(seed);
  const lines: string[] = [];
  const targets = new Set<number>();
  let points = 0;
  for (const { text, point, target } of program.lines) {
    if (target) targets.add(lines.length + 1);
    if (point === undefined) {
      lines.push(text);
      continue;
    }
    const seen = vectors.get(points++) ?? [];
    for (let k = r.int(1, 2); k > 0; k--) {
      const condition = relation(point, seen, r);
      if (condition !== null) lines.push(`  assert(${condition});`);
    }
  }
  return { program, lines, targets };
}

type Asked = Claim & {
  readonly line: number;
  readonly what: string;
  readonly reaching: boolean;
  readonly byPointer: boolean;
  /** Where pointers of the file lead when the function is called can't be given either. */
  readonly byGlobals: boolean;
};

/** Verdicts on the programs, compared with their runs. */
export async function judge(
  numbers: readonly number[],
  programs: readonly Rendered[],
  plan: Pick<VerdictPlan, 'seed' | 'budget' | 'lines'> & { readonly ask?: number },
  tally: VerdictTally,
): Promise<void> {
  const options: AnalysisOptions = {
    ...DEFAULT_OPTIONS,
    loops: false,
    overflow: 'off',
    fileBudget: plan.budget ?? 2000,
  };
  const host = { now: processorTime, cancelled: () => false };
  const answers: Answers = { claims: [], proofs: [], open: [] };
  const crashed = (index: number, error: unknown): readonly AssertionReport[] => {
    tally.wrong.push({
      program: numbers[index] ?? 0,
      rendered: programs[index] as Rendered,
      kind: 'exception',
      what: `an exception: ${error instanceof Error ? (error.stack ?? '').split('\n').slice(0, 6).join(' ') : String(error)}`,
      line: 0,
      source: programs[index]?.lines.join('\n') ?? '',
    });
    return [];
  };
  for (const [index, { program, lines, targets }] of programs.entries()) {
    const text = lines.join('\n');
    tally.sources.push(text);
    if (options.fileBudget < 0) continue;
    const started = processorTime();
    const assertions = await analyze(text, options, host).then(
      (r) => r.assertions,
      (error: unknown) => crashed(index, error),
    );
    for (const a of assertions) noteVerdict(a, { program, index, number: numbers[index] ?? 0 }, answers, tally);
    const asked = [...targets].filter((line) => !/^\s*return/.test(lines[line - 1] ?? ''));
    const r = random(`${plan.seed}/reach ${numbers[index]}`);
    for (let k = 0; k < (plan.lines ?? 1) && (asked.length > 0 || plan.ask !== undefined); k++) {
      const line = plan.ask ?? r.pick(asked);
      const answer = await reach(text, { line, options }, host).catch((error: unknown) => ({
        missing: String(crashed(index, error).length),
      }));
      if ('missing' in answer) continue;
      count(tally.reach, answer.verdict);
      if (answer.range.start.line === line) noteReach(answer, line, { program, index }, answers);
    }
    tally.ms += processorTime() - started;
    tally.programs++;
    for (const [production, n] of program.made) tally.made.set(production, (tally.made.get(production) ?? 0) + n);
  }
  await compareWithRuns(numbers, programs, answers, tally);
}

/** What was answered: with inputs, without, or not at all. */
interface Answers {
  readonly claims: Asked[];
  readonly proofs: {
    readonly index: number;
    readonly line: number;
    readonly what: string;
    readonly reaching: boolean;
  }[];
  readonly open: { readonly index: number; readonly report: AssertionReport }[];
}

function noteVerdict(
  a: AssertionReport,
  { program, index, number }: { readonly program: Program; readonly index: number; readonly number: number },
  { claims, proofs, open }: Answers,
  tally: VerdictTally,
): void {
  tally.assertions++;
  const { line } = a.range.start;
  const what = `${a.verdict} (${a.engine}): ${a.assertion}`;
  if (a.verdict === 'unknown') {
    count(tally.unknown, a.reason?.code ?? 'none');
    const why = `${a.reason?.code}: ${(a.reason?.message ?? '').replace(/`[^`]*`/g, '`…`')}`;
    const known = tally.why.get(why);
    if (known) known.count++;
    else tally.why.set(why, { count: 1, example: `${number}:${line}` });
    open.push({ index, report: a });
  } else if (a.verdict === 'holds') {
    count(tally.holds, a.engine);
    proofs.push({ index, line, what, reaching: false });
  } else {
    count(tally.violated, a.engine);
    const claim = claimOf(program, index, a.function, a);
    if (claim) claims.push({ ...claim, line, what: `${what} ${inputsOf(a)}`, reaching: false });
    else tally.unrepeated++;
  }
}

function noteReach(
  answer: ReachReport,
  line: number,
  { program, index }: { readonly program: Program; readonly index: number },
  { claims, proofs }: Answers,
): void {
  const what = `${answer.verdict} (${answer.engine})`;
  if (answer.verdict === 'unreachable') proofs.push({ index, line, what, reaching: true });
  if (answer.verdict !== 'reachable') return;
  const claim = claimOf(program, index, answer.entry, answer);
  if (claim) claims.push({ ...claim, line, what: `${what} ${inputsOf(answer)}`, reaching: true });
}

const inputsOf = ({ inputs, nondet }: Pick<AssertionReport, 'inputs' | 'nondet'>): string =>
  `with ${JSON.stringify(inputs)} ${JSON.stringify(nondet)}`;

async function compareWithRuns(
  numbers: readonly number[],
  programs: readonly Rendered[],
  { claims, proofs, open }: Answers,
  tally: VerdictTally,
): Promise<void> {
  const found = await runTogether(programs, claims, 'search', SEARCH_RUNS);
  const wrong = (index: number, line: number, kind: WrongVerdict['kind'], what: string): void => {
    tally.wrong.push({
      program: numbers[index] ?? 0,
      rendered: programs[index] as Rendered,
      kind,
      what,
      line,
      source: programs[index]?.lines.join('\n') ?? '',
    });
  };
  for (const p of found.programs) {
    tally.runs.ended += p.ended;
    tally.runs.undefined += p.undefinedRuns;
  }
  for (const proof of proofs) {
    const { index, line, what, reaching } = proof;
    const seen = contradicting(found.programs[index]!, programs[index]!, proof);
    if (seen === undefined) continue;
    if (await isUndefinedByClang(programs[index]!, proof, seen)) {
      tally.onlyByGcc++;
      continue;
    }
    const { inputs } = seen;
    if (reaching) wrong(index, line, 'unreachable', `${what}, but it is reached with ${inputs}`);
    else wrong(index, line, 'holds', `${what}, but it fails with ${inputs}`);
  }
  const broken = open.filter(({ index, report }) => found.programs[index]?.failing.has(report.range.start.line));
  const byCallers = broken.filter(({ report }) => report.reason?.code === 'precondition').length;
  tally.brokenByCallers += byCallers;
  tally.missed += broken.length - byCallers;
  for (const [k, claim] of claims.entries()) {
    const ended = found.claims[k] as ClaimRun;
    if (isUnrepeatable(claim, ended)) tally.unrepeated += ended.end === 'fails' ? 0 : 1;
    else if (!isBorneOut(claim, ended)) {
      const how = ended.end === 'fails' ? `line ${ended.line} fails` : ended.end;
      wrong(claim.index, claim.line, claim.reaching ? 'reachable' : 'violated', `${claim.what}, but ${how}`);
    }
  }
}

/**
 * Whether the run that contradicts the proof does something undefined that gcc's sanitizer has no code for, and no other
 * run contradicts it. False where this machine has no Clang to tell.
 */
async function isUndefinedByClang(
  program: Rendered,
  proof: Pick<Asked, 'line' | 'reaching'>,
  { run: at }: SeenRun,
): Promise<boolean> {
  if (!(await hasClang())) return false;
  const again = await runTogether([program], [], 'search', SEARCH_RUNS, 'clang').catch(() => null);
  const runs = again?.programs[0];
  return runs !== undefined && runs.undefinedIn.has(at) && contradicting(runs, program, proof) === undefined;
}

/**
 * A run that gets to the line, or fails there. Of a function that is called a run that then does something
 * undefined shows nothing: in one expression with the call, that may come first as well.
 */
function contradicting(
  run: ProgramRuns,
  { lines, program }: Rendered,
  { line, reaching }: Pick<Asked, 'line' | 'reaching'>,
): SeenRun | undefined {
  if (!reaching) return run.failing.get(line);
  const head = lines[lines.lastIndexOf('{', line - 1) - 1] ?? '';
  const isOfEntry = program.entries.some(({ name }) => head.includes(`${name}(`));
  return run.reached.get(line) ?? (isOfEntry ? run.reachedBefore.get(line) : undefined);
}

/** The run of the claim is longer than the compiled one may be, or rests on what can't be given. */
const isUnrepeatable = ({ byPointer, byGlobals }: Asked, { end }: ClaimRun): boolean =>
  end === 'long' || byPointer || (byGlobals && end === 'undefined');

const isBorneOut = ({ reaching, line }: Asked, ended: ClaimRun): boolean =>
  reaching ? ended.reached.has(line) : ended.end === 'fails' && ended.line === line;

/** The inputs as something that can be called; null where they speak of what can't be given from outside. */
function claimOf(
  program: Program,
  index: number,
  function_: string,
  a: Pick<AssertionReport, 'inputs' | 'nondet'>,
): (Claim & Pick<Asked, 'byPointer' | 'byGlobals'>) | null {
  const entry: Entry | undefined = program.functions.find((e) => e.name === function_);
  if (!entry || entry.params.some((p) => p.type.kind === 'pointer' && p.type.to.kind === 'function')) return null;
  const inputs = new Map(Object.entries(a.inputs ?? {}).map(([name, v]) => [name, BigInt(v)]));
  const stream = (a.nondet ?? []).map((v): readonly [bigint, number] =>
    typeof v === 'string' ? [BigInt(v), 1] : [BigInt(v[0]), v[1]],
  );
  for (const name of inputs.keys()) {
    if (entry.params.some((p) => p.name === name && p.type.kind === 'integer')) continue;
    const root = program.globals.find((g) => g.name === /^\w+/.exec(name)?.[0]);
    // what isn't a number of C's, as a union's bytes, can't be assigned
    if (
      root === undefined ||
      !/^[\w.[\]]+$/.test(name) ||
      typeAt(root.type, name.slice(root.name.length))?.kind !== 'integer'
    )
      return null;
    // nobody gives it another value
    if (!root.writable) inputs.delete(name);
  }
  const byPointer = entry.params.some((p) => p.type.kind === 'pointer');
  const byGlobals = entry.name !== 'main' && program.globals.some((g) => hasPointers(g.type));
  return { index, entry, inputs, stream, byPointer, byGlobals };
}

function count(m: Map<string, number>, key: string): void {
  m.set(key, (m.get(key) ?? 0) + 1);
}

/** The figures as lines. */
export function tallyText(t: VerdictTally): string {
  const sum = (m: ReadonlyMap<string, number>): number => [...m.values()].reduce((a, b) => a + b, 0);
  const list = (m: ReadonlyMap<string, number>): string =>
    [...m]
      .sort((a, b) => b[1] - a[1])
      .map(([k, n]) => `${k} ${n}`)
      .join(', ');
  const share = (n: number): string => ((100 * n) / Math.max(1, t.assertions)).toFixed(1);
  const decided = sum(t.holds) + sum(t.violated);
  const conditions = t.unknown.get('precondition') ?? 0;
  return [
    `${t.programs} programs, ${t.assertions} assertions, ${share(decided)} % decided, ${share(decided + conditions)} % with conditions on callers (${share(decided + t.brokenByCallers)} % with those that a run breaks), ${t.wrong.length} wrong, ${(t.ms / Math.max(1, t.programs)).toFixed(0)} ms a program`,
    `  holds ${sum(t.holds)}: ${list(t.holds)}`,
    `  violated ${sum(t.violated)}: ${list(t.violated)}; ${t.unrepeated} not to be repeated`,
    `  unknown ${sum(t.unknown)}: ${list(t.unknown)}; ${t.missed} of them fail in the search`,
    `  lines: ${list(t.reach)}`,
    `  runs: ${t.runs.ended} end, ${t.runs.undefined} undefined (of ${t.onlyByGcc} that break a proof only Clang's sanitizer says so); ${t.refused} programs refused by gcc`,
  ].join('\n');
}

/** Why assertions are open, the most frequent first. */
export function reasonsText(t: VerdictTally, most = 25): string {
  return [...t.why]
    .sort((a, b) => b[1].count - a[1].count)
    .slice(0, most)
    .map(([why, { count: n, example }]) => `${String(n).padStart(6)}  ${why}  (${example})`)
    .join('\n');
}

/** What was produced how often. */
export function productionsText(t: VerdictTally): string {
  return [...t.made]
    .filter(([, n]) => n > 0)
    .sort()
    .map(([production, n]) => `${String(n).padStart(7)}  ${production}`)
    .join('\n');
}
