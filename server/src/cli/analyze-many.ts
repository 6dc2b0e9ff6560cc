/** Analyses many files at once and hands out their results in the order in which they were asked for. */
import { findSources } from '../project/index.ts';
import type { FileResult } from '../render/index.ts';
import type { FileReport } from '../report/index.ts';
import type { Answer } from './run-answers.ts';
import type { Demand, Request } from './arguments.ts';
import type { Engine } from './engine-interface.ts';
import { complain, defectMessage } from './exit-status.ts';
import { withSeverities } from './finding-severities.ts';
import { readSource } from './input-files.ts';
import { progressLine } from './progress-line.ts';
import type { World } from './world.ts';

export interface Sweep {
  readonly results: readonly FileResult[];
  /** Files that could not be read: status 2. */
  readonly unreadable: boolean;
  /** The analysis failed on a file, or on a function of one: status 3. */
  readonly defect: boolean;
}

/** What standard input is called where nothing else was said; headers are looked for from the working directory. */
const STANDARD_INPUT = '<stdin>';

/** The files of a call, in order, and what is wrong with its paths. */
export interface Chosen {
  readonly files: readonly string[];
  readonly problems: readonly string[];
}

/** All files that the call is about; of those, with `--changed-since`, the ones that a change may concern. */
export async function chooseFiles({ paths, choice }: Demand): Promise<Chosen> {
  const problems: string[] = [];
  const files = await findSources(paths, choice, (message) => problems.push(message));
  if (choice.changedSince === null) return { files, problems };
  const { changedSince } = await import('./changed-files.ts');
  const changed = changedSince(choice.changedSince, files);
  return 'message' in changed ? { files: [], problems: [...problems, changed.message] } : { files: changed, problems };
}

/**
 * Analyses all files and those below directories; `each` gets every result, in order, as soon as those before it are
 * there.
 */
export async function sweep(
  request: Request,
  world: World,
  each: (result: FileResult, source: string | null) => void,
): Promise<Sweep> {
  const gathered = gathering(request, world, each);
  if (world.replay !== undefined) {
    for (const problem of world.replay.problems) gathered.problem(problem);
    for (const { answer, source } of world.replay.answers()) gathered.take(answer, source);
    return gathered.sweep();
  }
  const { files, problems } = await chooseFiles(request);
  for (const problem of problems) gathered.problem(problem);
  await analyzeFiles(files, request, world, gathered);
  return gathered.sweep();
}

interface Gathering {
  problem(message: string): void;
  take(answer: Answer, source: string | null): void;
  sweep(): Sweep;
}

/** Says what is wrong, keeps what is right, and hands it on. */
function gathering(
  { times, severities }: Request,
  world: World,
  each: (result: FileResult, source: string | null) => void,
): Gathering {
  const results: FileResult[] = [];
  /** What is wrong with many files is said once. */
  const told = new Set<string>();
  let [unreadable, defect] = [false, false];
  const failed = (message: string, where: string): void => {
    defect = true;
    world.err(defectMessage(message, where));
  };
  return {
    problem(message) {
      unreadable = true;
      complain(world, message);
    },
    take(answer, source) {
      if (answer.kind === 'unreadable') return this.problem(answer.message);
      if (answer.kind === 'failed') return failed(answer.message, answer.file);
      const { file, report } = answer;
      for (const message of report.messages ?? []) {
        if (!told.has(message)) complain(world, message);
        told.add(message);
      }
      for (const met of report.defects ?? []) failed(met.message, `${file}, in ${met.function}`);
      const result = { file, report: withSeverities(times ? report : withoutTimes(report), severities) };
      results.push(result);
      each(result, source);
    },
    sweep: () => ({ results, unreadable, defect }),
  };
}

/** The same bytes from each run. */
function withoutTimes(report: FileReport): FileReport {
  return {
    ...report,
    loops: report.loops.map((loop) => ({ ...loop, ms: 0 })),
    assertions: report.assertions.map((assertion) => ({ ...assertion, ms: 0 })),
    ms: 0,
  };
}

/** At most `jobs` at a time; answers are taken in the order of the files. */
export async function analyzeFiles(
  files: readonly string[],
  { options, jobs, stdinName, queue }: Pick<Request, 'options' | 'jobs' | 'stdinName' | 'queue'>,
  world: World,
  gathered: Pick<Gathering, 'take'>,
): Promise<void> {
  const parallel = Math.max(1, Math.min(jobs ?? world.processors, files.length));
  const queued = queue === null ? null : await world.queued?.(queue, files.length);
  const engines = queued ?? (await world.engines(files.length < 2 ? 0 : parallel));
  const progress = progressLine(files.length, world);
  const waiting = new Map<number, readonly [Answer, string | null]>();
  let [taken, handedOut] = [0, 0];
  const finish = (index: number, answer: Answer, source: string | null): void => {
    waiting.set(index, [answer, source]);
    for (let next = waiting.get(handedOut); next !== undefined; next = waiting.get(handedOut)) {
      waiting.delete(handedOut++);
      progress.clear();
      gathered.take(...next);
    }
    progress.show(handedOut);
  };
  const run = async (engine: Engine): Promise<void> => {
    while (taken < files.length) {
      const index = taken++;
      const path = files[index] ?? '';
      const file = path === '-' ? (stdinName ?? STANDARD_INPUT) : path;
      const source = await readSource(path);
      if (!source.ok) finish(index, { kind: 'unreadable', message: source.message }, null);
      else finish(index, await answerOf(engine, source.text, options, file), source.text);
    }
  };
  try {
    await Promise.all(engines.map(run));
  } finally {
    progress.clear();
    await Promise.all(engines.map((engine) => engine.close()));
  }
}

async function answerOf(engine: Engine, source: string, options: Request['options'], file: string): Promise<Answer> {
  try {
    return { kind: 'report', file, report: await engine.analyze(source, options, file) };
  } catch (error) {
    if (error instanceof Error && error.name === 'QueueProblem')
      return { kind: 'unreadable', message: `${file}: ${error.message}` };
    return { kind: 'failed', file, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
