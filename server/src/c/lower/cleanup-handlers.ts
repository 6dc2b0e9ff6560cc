/** GNU `cleanup`: a handler is called with a variable's address wherever control leaves the variable's scope. */
import type { Cleanup, Draft } from '../objects/index.ts';

/**
 * Runs the handlers that are due here and not at the place that control goes to; what is due there is due behind it.
 */
export function jumpOut(draft: Draft, there: Cleanup | null): void {
  const here = draft.cleanups;
  const staying = new Set<Cleanup>();
  for (let c = there; c !== null; c = c.outer) staying.add(c);
  for (let c = here; c !== null && !staying.has(c); c = c.outer) {
    // a handler that is left by other ways than its end doesn't run again
    draft.cleanups = c.outer;
    c.run(draft);
  }
  draft.cleanups = here;
}

/** Leaves the scope by its end. */
export function fallOut(f: Draft, there: Cleanup | null): void {
  if (f.cleanups === there) return;
  jumpOut(f, there);
  f.cleanups = there;
}
