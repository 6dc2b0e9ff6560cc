/**
 * Limits are on the processor time of the thread, where the system tells it: a busy machine takes longer and answers
 * the same. Elsewhere the time that passes has to do.
 */
import { readFileSync } from 'node:fs';

/** Of the thread that reads it: nanoseconds on a processor come first. */
const ACCOUNT = '/proc/thread-self/schedstat';
/** Milliseconds for which a reading is good. */
const GOOD_FOR = 20;

/**
 * Milliseconds, monotonic; only differences within one thread mean something. `rested`: of the time that has passed, so
 * much was no work.
 */
export function processorTime(rested: () => number = () => 0): () => number {
  let known = read();
  if (known === null) return () => performance.now() - rested();
  let since = performance.now();
  return () => {
    const present = performance.now();
    if (present - since >= GOOD_FOR) {
      known = read() ?? known;
      since = present;
    }
    return known as number;
  };
}

function read(): number | null {
  try {
    const nanoseconds = Number(readFileSync(ACCOUNT, 'utf8').split(' ')[0]);
    return nanoseconds > 0 ? nanoseconds / 1e6 : null;
  } catch {
    return null;
  }
}
