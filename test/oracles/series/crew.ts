/**
 * Parts of work for processes that live as long as there are parts. One that dies is replaced, and its part tried once
 * more.
 */
import type { ChildProcess } from 'node:child_process';

/** What a process makes of a part: a result, or what it threw. */
export type Answer<R> = { readonly result: R } | { readonly error: string };

export interface Crew {
  readonly jobs: number;
  /** A process that answers each message with an `Answer`. */
  start(): ChildProcess;
  /** Milliseconds after which a process is taken for dead. */
  readonly patience: number;
}

const TRIES = 2;

export async function inParts<P extends object, R>(
  parts: Iterable<P>,
  { jobs, start, patience }: Crew,
  done: (part: P, answer: Answer<R>) => void,
): Promise<void> {
  const waiting = parts[Symbol.iterator]();
  const work = async (): Promise<void> => {
    let worker: ChildProcess | null = null;
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      let answer: Answer<R> = { error: '' };
      for (let tries = 0; tries < TRIES; tries++) {
        worker ??= start();
        answer = await ask<R>(worker, next.value, patience);
        if (worker.exitCode === null && worker.signalCode === null) break;
        worker = null;
      }
      done(next.value, answer);
    }
    worker?.disconnect();
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

function ask<R>(worker: ChildProcess, part: object, patience: number): Promise<Answer<R>> {
  return new Promise((resolve) => {
    const end = (answer: Answer<R>): void => {
      clearTimeout(timer);
      worker.removeAllListeners();
      resolve(answer);
    };
    const timer = setTimeout(() => {
      worker.kill('SIGKILL');
      worker.once('exit', () => end({ error: `no answer within ${patience} ms` }));
    }, patience);
    worker.once('message', (answer: Answer<R>) => end(answer));
    worker.once('exit', (code, signal) => end({ error: `the process ended with ${signal ?? code}` }));
    worker.once('error', () => {});
    worker.send(part, (error) => {
      // the exit tells why
      if (error && worker.exitCode === null && worker.signalCode === null) worker.kill('SIGKILL');
    });
  });
}
