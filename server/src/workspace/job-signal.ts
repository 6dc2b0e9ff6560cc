/**
 * The memory that the server's thread and a worker share during a job: flags to cancel it and to let it rest, and what it is working on.
 * A busy worker can't read messages, and one that was killed can't send any; both can do with this. Browsers may forbid
 * shared memory: then each side has its own, the worker tells its part by messages, and can't be told anything.
 */

const CANCELLED = 0;
const PROGRESS = 1;
const LINE = 2;
const NAME_LENGTH = 3;
const PAUSED = 4;
const HEADER_BYTES = 20;
/** Milliseconds of rest between two looks at whether it goes on. */
const LONGEST_REST = 1_000;
const NAME_BYTES = 240;

export type SignalMemory = SharedArrayBuffer | ArrayBuffer;

export interface JobSignal {
  readonly buffer: SignalMemory;
  readonly words: Int32Array;
  readonly name: Uint8Array;
}

export interface Progress {
  /** Changes with every sign of life. */
  readonly step: number;
  /** The function being analysed; null before the first. */
  readonly function: string | null;
  readonly line: number;
}

/** Creates the shared memory of one job, or opens the other side's. */
export function jobSignal(buffer: SignalMemory = signalMemory()): JobSignal {
  return {
    buffer,
    words: new Int32Array(buffer, 0, HEADER_BYTES / 4),
    name: new Uint8Array(buffer, HEADER_BYTES, NAME_BYTES),
  };
}

function signalMemory(): SignalMemory {
  const bytes = HEADER_BYTES + NAME_BYTES;
  return typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes);
}

/** Both sides see it. */
export function isShared({ buffer }: JobSignal): boolean {
  return !(buffer instanceof ArrayBuffer);
}

export function cancel(signal: JobSignal): void {
  Atomics.store(signal.words, CANCELLED, 1);
  Atomics.notify(signal.words, PAUSED);
}

/** The worker rests, or goes on; where no memory is shared it goes on in any case. */
export function pause(signal: JobSignal, isPaused: boolean): void {
  Atomics.store(signal.words, PAUSED, isPaused ? 1 : 0);
  Atomics.notify(signal.words, PAUSED);
}

export function isPaused(signal: JobSignal): boolean {
  return Atomics.load(signal.words, PAUSED) !== 0;
}

/** Called by the worker wherever it asks whether to go on. Returns the milliseconds for which it has rested. */
export function rest(signal: JobSignal): number {
  if (!isPaused(signal) || !isShared(signal)) return 0;
  const began = performance.now();
  while (isPaused(signal) && !isCancelled(signal)) Atomics.wait(signal.words, PAUSED, 1, LONGEST_REST);
  return performance.now() - began;
}

export function isCancelled(signal: JobSignal): boolean {
  return Atomics.load(signal.words, CANCELLED) !== 0;
}

/**
 * Called by the worker before each step. A name too long for the buffer is cut, and then no function is left out for
 * it.
 */
export function report(signal: JobSignal, function_: string, line: number): void {
  const { written, read } = new TextEncoder().encodeInto(function_, signal.name);
  signal.words[LINE] = line;
  signal.words[NAME_LENGTH] = read === function_.length ? written : 0;
  Atomics.add(signal.words, PROGRESS, 1);
}

/** Called by the worker wherever it asks whether to go on: it is alive. */
export function beat(signal: JobSignal): void {
  Atomics.add(signal.words, PROGRESS, 1);
}

export function progressOf(signal: JobSignal): Progress {
  const step = Atomics.load(signal.words, PROGRESS);
  const length = signal.words[NAME_LENGTH] ?? 0;
  // A decoder does not take shared memory: copy.
  const name = length > 0 ? new TextDecoder().decode(signal.name.slice(0, length)) : null;
  return { step, function: name, line: signal.words[LINE] ?? 0 };
}
