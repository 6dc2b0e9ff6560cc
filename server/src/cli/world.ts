/** What the command line needs of the world, so that tests can hand in another one. */
import { availableParallelism } from 'node:os';
import { problemWords } from '../workspace/index.ts';
import type { Replay } from './run-answers.ts';
import type { Engine } from './engine-interface.ts';

export interface World {
  out(text: string): void;
  err(text: string): void;
  /** Colours on standard output. */
  readonly colours: boolean;
  /** Characters of a line on it. */
  readonly columns: number;
  /** Progress on standard error. */
  readonly progress: boolean;
  /** Processors that may be used. */
  readonly processors: number;
  /** Milliseconds, monotonic. */
  now(): number;
  /** Engines for so many files at the same time, one where `parallel` is 0; closed by who asked for them. */
  engines(parallel: number): Promise<readonly Engine[]>;
  /**
   * Engines that hand so many files at most to the queue at this address; rejects with a `QueueProblem`. Missing: there
   * is no queue.
   */
  queued?(address: string, files: number): Promise<readonly Engine[]>;
  /** Answers that are there already: nothing is analysed. */
  readonly replay?: Replay;
  /** Runs the language server until its client goes away. */
  serve(args: readonly string[]): Promise<void>;
}

/** Where it isn't a terminal. */
const USUAL_COLUMNS = 100;
/** Longer lines are hard to read. */
const MOST_COLUMNS = 120;

/** The world of a real process. Everything heavy is imported when it is first asked for. */
export function processWorld(): World {
  let lost = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // a reader that went away (`| head`) has got what it wanted
    if (error.code === 'EPIPE' || lost) return;
    lost = true;
    process.stderr.write(`looplens: standard output: ${problemWords(error)}\n`);
  });
  process.stderr.on('error', () => {});
  process.on('exit', (status) => {
    if (lost && status < 2) process.exitCode = 2;
  });
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    colours: process.stdout.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb',
    columns: Math.max(40, Math.min(process.stdout.columns ?? USUAL_COLUMNS, MOST_COLUMNS)),
    progress: process.stderr.isTTY === true,
    processors: availableParallelism(),
    now: () => performance.now(),
    engines: async (parallel) =>
      (await import('./analysis-engine.ts')).startEngines(
        parallel,
        (line) => void process.stderr.write(`looplens: ${line}\n`),
      ),
    queued: async (address, files) =>
      (await import('./queue-engine.ts')).queueEngines(
        address,
        files,
        (line) => void process.stderr.write(`looplens: ${line}\n`),
      ),
    serve: async (args) => (await import('./serve-command.ts')).serve(args),
  };
}
