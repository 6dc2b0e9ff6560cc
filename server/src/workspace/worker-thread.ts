/**
 * One analysis worker thread, started on first use and replaced when it dies. A watchdog kills it when it stops making
 * progress, or when it does not stop after being cancelled.
 */
import { Worker } from 'node:worker_threads';
import type { AnalysisOptions } from '../analysis/index.ts';
import type { FileReport } from '../report/index.ts';
import type { Preprocessed } from './compilation.ts';
import type { Looked } from './header-files.ts';
import type { WorkerMessage, WorkerRequest } from './messages.ts';
import { cancel, isCancelled, jobSignal, progressOf } from './job-signal.ts';
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
  /** Told what is known so far, where it takes longer. */
  readonly partial?: (report: FileReport, looked: Looked) => void;
  /** Told how many functions are done. */
  readonly advance?: (done: number, total: number) => void;
}

export type Outcome =
  /** `looked`: where headers were looked for. */
  | { readonly kind: 'done'; readonly report: FileReport; readonly looked?: Looked }
  | { readonly kind: 'cancelled' }
  /** The analysis threw: a defect of ours. */
  | { readonly kind: 'failed'; readonly message: string }
  /** The worker is gone. `function` is what it was working on, where it got that far. */
  | {
      readonly kind: 'died';
      readonly cause: 'hang' | 'memory' | 'crash';
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
  /** Of the JavaScript heap of one worker. */
  readonly heapMegabytes: number;
  /** Of its part for what is new; small means less memory at rest. Default: Node's. */
  readonly youngMegabytes?: number;
}

export interface Engine {
  /** One job at a time. Never rejects. `abort` may be called at any time. */
  run(job: EngineJob): { readonly outcome: Promise<Outcome>; abort(): void };
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

/** Milliseconds that the process has computed, all its threads together: no less than any of them. */
const computed = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** An engine on the worker script in `file`. `log` gets what the worker prints, and the news of its death. */
export function createEngine(file: string, limits: EngineLimits, log: (line: string) => void): Engine {
  let worker: Worker | null = null;
  let active: Active | null = null;
  let jobs = 0;
  /** What the worker has been told of open files. */
  let told = new Map<string, string>();

  function start(): Worker {
    told = new Map();
    const young = limits.youngMegabytes;
    const resourceLimits = {
      maxOldGenerationSizeMb: limits.heapMegabytes,
      ...(young === undefined ? {} : { maxYoungGenerationSizeMb: young }),
    };
    // The worker's own output must not end up in ours, which may be the protocol's.
    const fresh = new Worker(file, { stdout: true, stderr: true, execArgv: [], resourceLimits });
    fresh.stdout.on('data', (data: Buffer) => log(`worker: ${data.toString().trimEnd()}`));
    fresh.stderr.on('data', (data: Buffer) => log(`worker: ${data.toString().trimEnd()}`));
    fresh.on('message', (message: WorkerMessage) => {
      if (fresh !== worker || active === null || message.job !== active.job) return;
      if (message.kind === 'done' || message.kind === 'failed') finish(outcomeOf(message, active.signal));
      else if (isCancelled(active.signal)) return;
      else if (message.kind === 'partial') active.partial?.(message.report, message.looked);
      else active.advance?.(message.done, message.total);
    });
    fresh.on('error', (error: Error & { code?: string }) => {
      if (fresh === worker)
        lose(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash', error.stack ?? error.message);
    });
    fresh.on('exit', (code) => {
      if (fresh === worker) lose('crash', `exit status ${code}`);
    });
    fresh.unref();
    return fresh;
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

  function lose(cause: 'hang' | 'memory' | 'crash', message: string): void {
    const lost = worker;
    worker = null;
    void lost?.terminate();
    const signal = active?.signal;
    if (signal === undefined) return;
    const at = progressOf(signal);
    log(`analysis worker lost (${cause}) in ${at.function ?? 'an unknown function'}, line ${at.line}: ${message}`);
    finish(isCancelled(signal) ? { kind: 'cancelled' } : { kind: 'died', cause, function: at.function, message });
  }

  /** Called now and then during a job. */
  function watchdog(signal: JobSignal, stall: number): () => void {
    let step = -1;
    let since = performance.now();
    let before = computed();
    let cancelledAt: number | null = null;
    return () => {
      const now = performance.now();
      const progress = progressOf(signal);
      if (progress.step !== step) {
        step = progress.step;
        since = now;
        before = computed();
      }
      if (isCancelled(signal)) {
        cancelledAt ??= now;
        if (now - cancelledAt > limits.cancelGrace) lose('hang', 'did not stop after being cancelled');
      } else if (now - since > stall && (computed() - before > stall || now - since > PATIENCE * stall)) {
        lose('hang', `no sign of life for ${Math.round(now - since)} ms`);
      }
    };
  }

  return {
    run(job) {
      worker ??= start();
      worker.ref();
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
            worker?.unref();
            resolve(value);
          },
        };
      });
      worker.postMessage(request);
      return { outcome, abort: () => cancel(signal) };
    },
    warm() {
      if (worker !== null) return;
      worker = start();
      worker.postMessage({ kind: 'warm' } satisfies WorkerRequest);
    },
    forget(document) {
      worker?.postMessage({ kind: 'forget', document } satisfies WorkerRequest);
    },
    dispose() {
      const lost = worker;
      worker = null;
      void lost?.terminate();
      finish({ kind: 'cancelled' });
    },
  };
}

function outcomeOf(message: WorkerMessage & { readonly kind: 'done' | 'failed' }, signal: JobSignal): Outcome {
  if (isCancelled(signal)) return { kind: 'cancelled' };
  return message.kind === 'done'
    ? { kind: 'done', report: message.report, looked: message.looked }
    : { kind: 'failed', message: message.message };
}
