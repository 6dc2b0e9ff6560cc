/** Says in the log when the server's thread was held up: whatever takes long there keeps every request waiting. */

export interface SlowTurns {
  /** Something begins in this turn of the main loop. */
  begin(what: string): void;
}

/** Logs turns of more than `limit` milliseconds, and what they were about. No timer runs where nothing happens. */
export function createSlowTurns(log: (line: string) => void, limit = 100): SlowTurns {
  let turn: { readonly since: number; readonly about: string[] } | null = null;
  return {
    begin(what) {
      if (turn !== null) {
        turn.about.push(what);
        return;
      }
      const began = { since: performance.now(), about: [what] };
      turn = began;
      setImmediate(() => {
        turn = null;
        const took = performance.now() - began.since;
        if (took > limit) log(`slow turn: ${Math.round(took)} ms in ${[...new Set(began.about)].join(', ')}`);
      });
    },
  };
}
