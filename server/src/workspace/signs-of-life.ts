/**
 * How a worker shows that it is alive, and what it is working on: in shared memory, by messages where there is none.
 */
import { beat, isShared, report } from './job-signal.ts';
import type { JobSignal } from './job-signal.ts';
import type { WorkerMessage } from './messages.ts';

export interface SignsOfLife {
  begin(function_: string, line: number): void;
  beat(): void;
}

/** Messages come no more often, in milliseconds, but for a function's beginning. */
const BETWEEN_MESSAGES = 250;

export function signsOfLife(job: number, signal: JobSignal, send: (message: WorkerMessage) => void): SignsOfLife {
  if (isShared(signal))
    return { begin: (function_, line) => report(signal, function_, line), beat: () => beat(signal) };
  let told = performance.now();
  return {
    begin: (function_, line) => send({ kind: 'alive', job, begun: { function: function_, line } }),
    beat() {
      const now = performance.now();
      if (now - told < BETWEEN_MESSAGES) return;
      told = now;
      send({ kind: 'alive', job });
    },
  };
}
