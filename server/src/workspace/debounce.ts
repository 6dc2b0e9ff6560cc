/**
 * When to start on a document that is being typed in. At once after a pause, otherwise after a short one, but never put
 * off for long.
 */

export interface DebounceLimits {
  /** A first change after so many quiet milliseconds is taken up at once. */
  readonly quiet: number;
  /** Otherwise so many milliseconds after the last change, */
  readonly delay: number;
  /** but at most so many after the first that was not taken up. */
  readonly longest: number;
}

export interface Debounce {
  /** Something changed. `action` is called once for all changes up to then. */
  poke(): void;
  /** Calls `action` now, and not again for what changed before. */
  flush(): void;
  readonly pending: boolean;
  cancel(): void;
}

export function createDebounce(action: () => void, limits: DebounceLimits): Debounce {
  let timer: NodeJS.Timeout | null = null;
  let first = 0;
  let last = Number.NEGATIVE_INFINITY;

  function cancel(): void {
    if (timer) clearTimeout(timer);
    timer = null;
  }

  function fire(): void {
    cancel();
    action();
  }

  return {
    poke() {
      const now = performance.now();
      const wasQuiet = timer === null && now - last >= limits.quiet;
      if (timer === null) first = now;
      else clearTimeout(timer);
      last = now;
      timer = setTimeout(fire, wasQuiet ? 0 : Math.max(0, Math.min(limits.delay, first + limits.longest - now)));
    },
    flush: fire,
    get pending() {
      return timer !== null;
    },
    cancel,
  };
}
