/** A job and what to leave out of it when it has cost a worker its life. */
import type { FileReport } from '../report/index.ts';
import { preprocess } from './compilation.ts';
import type { Engine, EngineJob, Outcome } from './watched-engine.ts';
import type { Looked } from './header-files.ts';

/**
 * What became of a job after all attempts. `skip` is what had to be left out, including what the caller left out;
 * `unchecked` says why the assertions had to be, where they had.
 */
export type Result =
  | {
      readonly kind: 'done';
      readonly report: FileReport;
      readonly looked?: Looked;
      readonly skip: readonly string[];
      readonly unchecked?: string;
    }
  | { readonly kind: 'cancelled' }
  /** Nothing is kept of it, and no more was wanted. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly message: string; readonly skip: readonly string[] };

export interface Attempts {
  readonly result: Promise<Result>;
  abort(): void;
  /** It rests, or goes on. */
  pause(isPaused: boolean): void;
}

/** So many functions of one file may kill a worker before the file is given up. */
const MOST_ATTEMPTS = 12;

/**
 * Runs a job; when the worker dies, runs it again without the function that it was working on. When that is not known,
 * or has been left out before, the assertions are left out. When that doesn't help either, the file is given up. Where
 * the file's own compiler is to preprocess it, that comes first, in this thread. A worker could neither wait for it nor
 * take it along when it dies.
 */
export function runWithAttempts(engine: Engine, job: EngineJob): Attempts {
  const running: Running = { aborted: false, paused: false, abortCurrent: () => {}, pauseCurrent: () => {} };
  return {
    result: attempts(engine, job, running),
    abort() {
      running.aborted = true;
      running.abortCurrent();
    },
    pause(isPaused) {
      running.paused = isPaused;
      running.pauseCurrent(isPaused);
    },
  };
}

/** What is under way, and whether it is still wanted. */
interface Running {
  aborted: boolean;
  paused: boolean;
  abortCurrent: () => void;
  pauseCurrent: (isPaused: boolean) => void;
}

async function attempts(engine: Engine, job: EngineJob, running: Running): Promise<Result> {
  let current = job;
  const compiler = preprocess(job.path ?? null, job.source, job.options);
  if (compiler !== null) {
    running.abortCurrent = compiler.abort;
    current = { ...job, preprocessed: await compiler.result };
    if (running.aborted) return { kind: 'cancelled' };
  }
  let unchecked: string | null = null;
  for (let attempt = 1; ; attempt += 1) {
    const run = engine.run(current);
    running.abortCurrent = run.abort;
    running.pauseCurrent = run.pause;
    if (running.paused) run.pause(true);
    const outcome = await run.outcome;
    if (running.aborted) return { kind: 'cancelled' };
    if (outcome.kind !== 'died') return resultOf(outcome, current.skip, unchecked);
    const next = attempt < MOST_ATTEMPTS ? without(current, outcome) : null;
    if (next === null) return { kind: 'failed', message: outcome.message, skip: current.skip };
    if (current.options.assertions && !next.options.assertions) unchecked = outcome.message;
    current = next;
  }
}

function resultOf(
  outcome: Exclude<Outcome, { readonly kind: 'died' }>,
  skip: readonly string[],
  unchecked: string | null,
): Result {
  switch (outcome.kind) {
    case 'cancelled':
    case 'missing':
      return outcome;
    case 'failed':
      return { ...outcome, skip };
    case 'done':
      return { ...outcome, skip, ...(unchecked === null ? {} : { unchecked }) };
    default:
      return outcome satisfies never;
  }
}

function without(job: EngineJob, death: Outcome & { kind: 'died' }): EngineJob | null {
  if (death.function !== null && !job.skip.includes(death.function))
    return { ...job, skip: [...job.skip, death.function] };
  const { options } = job;
  if (options.assertions || options.limits)
    return { ...job, options: { ...options, assertions: false, limits: false } };
  return null;
}
