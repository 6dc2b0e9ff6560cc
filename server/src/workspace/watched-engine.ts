/**
 * One analysis worker, of whatever kind, started on first use and replaced when it dies. A watchdog ends it when it
 * stops making progress, or when it does not stop after being cancelled.
 */
import type { AnalysisOptions } from '../analysis/index.ts';
import type { FileReport } from '../report/index.ts';
import type { Preprocessed } from './compilation.ts';
import type { Looked } from './header-files.ts';
import type { WorkerMessage, WorkerRequest } from './messages.ts';
import { beat, cancel, isCancelled, isPaused, isShared, jobSignal, pause, progressOf, report } from './job-signal.ts';
import type { JobSignal } from './job-signal.ts';

export interface EngineJob {
  /** Whose text it is, for what can be kept from one job to the next. */
  readonly document?: string;
  readonly source: string;
  /** Where the text lies, for its headers. */
  readonly path?: string | null;
  /** Texts of files as they are in the editor, by path. */
  readonly open?: ReadonlyMap<string, string>;
  /** What the file's own compiler has made of the source. */
  readonly preprocessed?: Preprocessed;
  readonly options: AnalysisOptions;
  readonly skip: readonly string[];
  /** Only what is kept of it is wanted. */
  readonly keptOnly?: boolean;
  /** Told what is known so far, where it takes longer. */
  readonly partial?: (report: FileReport, looked: Looked) => void;
  /** Told how many functions are done. */
  readonly advance?: (done: number, total: number) => void;
}

export type Outcome =
  /** `looked`: where headers were looked for. */
  | { readonly kind: 'done'; readonly report: FileReport; readonly looked?: Looked }
  | { readonly kind: 'cancelled' }
  /** Nothing is kept of it, and no more was wanted. */
  | { readonly kind: 'missing' }
  /** The analysis threw: a defect of ours. */
  | { readonly kind: 'failed'; readonly message: string }
  /** The worker is gone. `function` is what it was working on, where it got that far. */
  | {
      readonly kind: 'died';
      readonly cause: Loss;
      readonly function: string | null;
      readonly message: string;
    };

export interface EngineLimits {
  /**
   * Milliseconds without a sign of life after which a worker counts as hung: it gives one wherever it asks whether to
   * go on. The process must have computed for as long, since on a busy machine a worker that is well may not get to
   * run. One that waits for something gets `PATIENCE` times as long.
   */
  stall(options: AnalysisOptions): number;
  /** Milliseconds that a cancelled job may take to stop. */
  readonly cancelGrace: number;
}

export type Loss = 'hang' | 'memory' | 'crash';

/** What a worker has to say. */
export interface WorkerEvents {
  message(message: WorkerMessage): void;
  lost(cause: Loss, why: string): void;
}

export interface RunningWorker {
  post(request: WorkerRequest): void;
  /** Whether the process has to wait for it. */
  keepAlive(needed: boolean): void;
  end(): void;
}

/** How workers are had here. */
export interface WorkerKind {
  start(events: WorkerEvents): RunningWorker;
  /** Milliseconds that have been computed: no less than any worker has. */
  computed(): number;
}

export interface Engine {
  /** One job at a time. Never rejects. `abort` and `pause` may be called at any time. */
  run(job: EngineJob): { readonly outcome: Promise<Outcome>; abort(): void; pause(isPaused: boolean): void };
  /** Starts the thread ahead of the first job. */
  warm(): void;
  /** Nothing more will come of this document. */
  forget(document: string): void;
  dispose(): void;
}

interface Active {
  readonly job: number;
  readonly signal: JobSignal;
  readonly timer: NodeJS.Timeout;
  readonly partial: EngineJob['partial'];
  readonly advance: EngineJob['advance'];
  settle(outcome: Outcome): void;
}

const PATIENCE = 4;

/** An engine on workers of a kind. `log` gets the news of their death. */
export function engineOn(kind: WorkerKind, limits: EngineLimits, log: (line: string) => void): Engine {
  let worker: RunningWorker | null = null;
  let active: Active | null = null;
  let jobs = 0;
  /** What the worker has been told of open files. */
  let told = new Map<string, string>();

  function start(): RunningWorker {
    told = new Map();
    const fresh: RunningWorker = kind.start({
      message(message) {
        if (fresh === worker && active !== null && message.job === active.job) take(message, active);
      },
      lost(cause, why) {
        if (fresh === worker) lose(cause, why);
      },
    });
    fresh.keepAlive(false);
    return fresh;
  }

  function take(message: WorkerMessage, { signal, partial, advance }: Active): void {
    if (message.kind === 'done' || message.kind === 'missing' || message.kind === 'failed')
      finish(outcomeOf(message, signal));
    else if (message.kind === 'alive') noteLife(message, signal);
    else if (isCancelled(signal)) return;
    else if (message.kind === 'partial') partial?.(message.report, message.looked);
    else advance?.(message.done, message.total);
  }

  /** The difference to what the worker has been told, which it is told now. */
  function news(open: ReadonlyMap<string, string>): Map<string, string | null> {
    const changes = new Map<string, string | null>([...open].filter(([path, text]) => told.get(path) !== text));
    for (const path of told.keys()) if (!open.has(path)) changes.set(path, null);
    told = new Map(open);
    return changes;
  }

  function finish(outcome: Outcome): void {
    const ended = active;
    active = null;
    if (ended === null) return;
    clearInterval(ended.timer);
    ended.settle(outcome);
  }

  function lose(cause: Loss, message: string): void {
    const lost = worker;
    worker = null;
    lost?.end();
    const signal = active?.signal;
    if (signal === undefined) return;
    const at = progressOf(signal);
    // one that can't be told to stop is ended
    if (isShared(signal) || !isCancelled(signal))
      log(`analysis worker lost (${cause}) in ${at.function ?? 'an unknown function'}, line ${at.line}: ${message}`);
    finish(isCancelled(signal) ? { kind: 'cancelled' } : { kind: 'died', cause, function: at.function, message });
  }

  /** Called now and then during a job. */
  function watchdog(signal: JobSignal, stall: number): () => void {
    let step = -1;
    let since = performance.now();
    let before = kind.computed();
    let cancelledAt: number | null = null;
    return () => {
      const now = performance.now();
      const progress = progressOf(signal);
      if (progress.step !== step || isPaused(signal)) {
        step = progress.step;
        since = now;
        before = kind.computed();
      }
      if (isCancelled(signal)) {
        cancelledAt ??= now;
        if (now - cancelledAt > limits.cancelGrace) lose('hang', 'did not stop after being cancelled');
      } else if (now - since > stall && (kind.computed() - before > stall || now - since > PATIENCE * stall)) {
        lose('hang', `no sign of life for ${Math.round(now - since)} ms`);
      }
    };
  }

  return {
    run(job) {
      worker ??= start();
      worker.keepAlive(true);
      jobs += 1;
      const signal = jobSignal();
      const stall = limits.stall(job.options);
      const timer = setInterval(
        watchdog(signal, stall),
        Math.max(10, Math.min(200, stall / 4, limits.cancelGrace / 4)),
      );
      const request: WorkerRequest = {
        kind: 'analyze',
        job: jobs,
        document: job.document ?? null,
        source: job.source,
        path: job.path ?? null,
        open: news(job.open ?? new Map()),
        options: job.options,
        skip: job.skip,
        signal: signal.buffer,
        ...(job.keptOnly ? { keptOnly: true } : {}),
        ...(job.partial ? { partials: true } : {}),
        ...(job.preprocessed === undefined ? {} : { preprocessed: job.preprocessed }),
      };
      const outcome = new Promise<Outcome>((resolve) => {
        active = {
          job: jobs,
          signal,
          timer,
          partial: job.partial,
          advance: job.advance,
          settle: (value) => {
            worker?.keepAlive(false);
            resolve(value);
          },
        };
      });
      worker.post(request);
      return { outcome, abort: () => cancel(signal), pause: (isPaused) => pause(signal, isPaused) };
    },
    warm() {
      if (worker !== null) return;
      worker = start();
      worker.post({ kind: 'warm' });
    },
    forget(document) {
      worker?.post({ kind: 'forget', document });
    },
    dispose() {
      const lost = worker;
      worker = null;
      lost?.end();
      finish({ kind: 'cancelled' });
    },
  };
}

/** What the worker would have written into shared memory. */
function noteLife({ begun }: WorkerMessage & { readonly kind: 'alive' }, signal: JobSignal): void {
  if (begun === undefined) beat(signal);
  else report(signal, begun.function, begun.line);
}

function outcomeOf(
  message: WorkerMessage & { readonly kind: 'done' | 'missing' | 'failed' },
  signal: JobSignal,
): Outcome {
  if (isCancelled(signal)) return { kind: 'cancelled' };
  if (message.kind === 'missing') return { kind: 'missing' };
  return message.kind === 'done'
    ? { kind: 'done', report: message.report, looked: message.looked }
    : { kind: 'failed', message: message.message };
}
