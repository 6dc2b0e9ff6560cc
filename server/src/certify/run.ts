/** A loop's own steps on concrete states: its paths taken one after the other. Shares nothing with the closed forms that are tested. */
import { evaluate, formulaHolds } from '../ir/evaluate.ts';
import type { Formula } from '../ir/formula.ts';
import type { RangeOf } from '../ir/interval.ts';
import type { FreshClaim, PathClaim, SummaryClaim } from './certificate.ts';

export type State = ReadonlyMap<string, bigint>;

export interface Run {
  /** `left` by the exit path; `undefined` behaviour was met; `long`: not over after so many steps; `stuck`: something has no value. */
  readonly end: 'left' | 'undefined' | 'long' | 'stuck';
  readonly exit: number | null;
  readonly state: State;
  readonly counts: ReadonlyMap<number, bigint>;
  readonly steps: number;
  /** A `long` run that goes on for ever: a state came again, or nothing on its paths can be undefined. */
  readonly endless: boolean;
}

/** Where the environment decides, `choose(n)` gives a number below n. */
export type Choose = (below: number) => number;

export function run(claim: SummaryClaim, inputs: State, maxSteps: number, choose: Choose): Run {
  const outer = (name: string): bigint | undefined => inputs.get(name);
  let state = new Map<string, bigint>();
  const counts = new Map<number, bigint>();
  let landmark = state;
  let again = false;
  let risky = false;
  const made = (end: Run['end'], exit: number | null, steps: number): Run => ({ end, exit, state, counts, steps, endless: again || !risky });
  for (const [x, t] of claim.entry) {
    const v = evaluate(t, outer);
    if (v !== null) state.set(x, v);
  }
  for (let steps = 0; steps <= maxSteps; steps++) {
    const now = state;
    const look = (name: string): bigint | undefined => now.get(name) ?? inputs.get(name);
    const taken: { i: number; p: PathClaim; value: (name: string) => bigint | undefined }[] = [];
    for (const [i, p] of claim.paths.entries()) {
      const fresh = p.fresh.length === 0 ? look : withFresh(p, look, claim.range, choose);
      if (fresh === null) continue;
      const holds = formulaHolds(p.guard, fresh);
      if (holds === null) return made('stuck', null, steps);
      if (!holds) continue;
      if (p.free.kind !== 'true' && formulaHolds(p.free, fresh) !== true) continue;
      taken.push({ i, p, value: fresh });
      if (claim.paths.every((q) => q.free.kind === 'true')) break;
    }
    const next = taken[taken.length > 1 ? choose(taken.length) : 0];
    if (!next) return made('stuck', null, steps);
    const { p, i, value } = next;
    risky ||= p.defined.kind !== 'true' || !p.definedKnown;
    if (formulaHolds(p.defined, value) !== true) return made('undefined', null, steps);
    const after = new Map(state);
    for (const [x, u] of p.update) {
      const v = evaluate(u, value);
      if (v === null) return made('stuck', null, steps);
      after.set(x, v);
    }
    state = after;
    if (p.exit) return made('left', i, steps);
    counts.set(i, (counts.get(i) ?? 0n) + 1n);
    // Brent: the state is compared with the one at the last power of two
    again ||= [...state].every(([x, v]) => landmark.get(x) === v);
    if ((steps & (steps - 1)) === 0) landmark = state;
  }
  return made('long', null, maxSteps);
}

const TRIES = 12;

/** Values for a path's fresh symbols that its conditions on them allow: counts are computed, answers of the environment chosen. */
function withFresh(p: PathClaim, look: (name: string) => bigint | undefined, range: RangeOf, choose: Choose): ((name: string) => bigint | undefined) | null {
  for (let t = 0; t < TRIES; t++) {
    const own = new Map<string, bigint>();
    const value = (name: string): bigint | undefined => own.get(name) ?? look(name);
    for (const f of p.fresh) {
      const v = f.least ? leastOf(f.name, f.least, value) : anything(f, range, choose);
      if (v !== null) own.set(f.name, v);
    }
    if (p.free.kind === 'true' || formulaHolds(p.free, value) === true) return value;
  }
  return null;
}

function anything(f: FreshClaim, range: RangeOf, choose: Choose): bigint {
  const i = range(f.name);
  const v = BigInt(choose(9)) - (f.kind === 'count' ? 0n : 4n);
  if (i?.lo !== null && i?.lo !== undefined && v < i.lo) return i.lo;
  return i?.hi !== null && i?.hi !== undefined && v > i.hi ? i.hi : v;
}

const MAX_LEAST = 2_000n;
const MAX_FAR = 1n << 40n;

/** The least number >= 1 for which a condition holds, looked for one by one up to `most`; beyond that by halving, as it goes on to hold. */
export function leastOf(name: string, stop: Formula, look: (name: string) => bigint | undefined, most = MAX_LEAST): bigint | null {
  for (let n = 1n; n <= most; n++) {
    const h = formulaHolds(stop, (s) => (s === name ? n : look(s)));
    if (h === null) return null;
    if (h) return n;
  }
  const at = (n: bigint): boolean | null => formulaHolds(stop, (s) => (s === name ? n : look(s)));
  let low = most;
  let high = most * 2n;
  for (; at(high) === false; high *= 2n) {
    if (high > MAX_FAR) return null;
    low = high;
  }
  if (at(high) === null) return null;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (at(middle) === true) high = middle;
    else low = middle;
  }
  return high;
}
