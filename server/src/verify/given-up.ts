/**
 * Work that may be given up on the way: the clock strikes, the allotted work is used up, or terms grow too large.
 * Nothing else is caught.
 */
import { Exhausted, Stopped } from '../budget/index.ts';
import { TooLarge } from '../logic/index.ts';

export type GivenUp = 'time' | 'work' | 'size';

/** What `run` yields, or what takes its place where it was given up. */
export function guarded<T>(run: () => T, instead: (why: GivenUp) => T): T {
  try {
    return run();
  } catch (e) {
    if (e instanceof TooLarge) return instead('size');
    if (e instanceof Exhausted) return instead('work');
    if (e instanceof Stopped) return instead('time');
    throw e;
  }
}
