/**
 * Loops whose control has few states: the graph of all their states, followed to its cycles. Source: our own.
 */
import { conjuncts, evaluate, formulaHolds, partsOf } from '../logic/index.ts';
import type { Formula, RangeOf, Symbol } from '../logic/index.ts';
import type { State } from './concrete-runs.ts';
import type { Step } from './loop-transitions.ts';

export interface FiniteResult {
  /** States from which the loop goes round for ever. */
  readonly endless: readonly State[];
  /** States from which it does not, and the last one that they lead to: no iteration is completed from there. */
  readonly ending: readonly { readonly from: State; readonly last: State }[];
}

const MAX_STATES = 4096;

/** Null: too many states, or not all of them can be followed. `held`: holds whenever an iteration starts. */
export function finiteStates(
  steps: readonly Step[],
  variables: readonly Symbol[],
  held: Formula,
  range: RangeOf,
): FiniteResult | null {
  if (variables.length === 0 || steps.some((s) => s.fresh.length > 0)) return null;
  const space = stateSpace(variables, held, range);
  const next = space && successorsIn(space, steps);
  if (!space || !next) return null;
  const endless = new Set(endlessStates(next));
  const lastOf = lastStates(next);
  const result = { endless: [] as State[], ending: [] as { from: State; last: State }[] };
  for (let k = 0; k < space.count; k++) {
    const from = space.stateOf(k);
    if (formulaHolds(held, (x) => from.get(x)) === false) continue;
    if (endless.has(k)) result.endless.push(from);
    else result.ending.push({ from, last: space.stateOf(lastOf(k)) });
  }
  return result;
}

/** All combinations of the values that a few variables can have, numbered: the first variable is the last digit. */
interface StateSpace {
  readonly variables: readonly Symbol[];
  readonly count: number;
  stateOf(index: number): State;
  /** Null: a value is out of its bounds. */
  indexOf(values: readonly bigint[]): number | null;
}

interface Bounds {
  readonly lo: bigint;
  readonly hi: bigint;
}

/** Null: some variable has no bounds, or there are too many states. */
function stateSpace(variables: readonly Symbol[], held: Formula, range: RangeOf): StateSpace | null {
  let total = 1n;
  const bounds: Bounds[] = [];
  for (const v of variables) {
    const own = boundsOf(v, held, range);
    if (own === null) return null;
    total *= own.hi - own.lo + 1n;
    if (total > BigInt(MAX_STATES)) return null;
    bounds.push(own);
  }
  return {
    variables,
    count: Number(total),
    stateOf(index) {
      let rest = BigInt(index);
      return new Map(
        variables.map((v, i) => {
          const { lo, hi } = bounds[i] as Bounds;
          const size = hi - lo + 1n;
          const x = lo + (rest % size);
          rest /= size;
          return [v, x];
        }),
      );
    },
    indexOf(values) {
      let index = 0n;
      for (let i = values.length - 1; i >= 0; i--) {
        const { lo, hi } = bounds[i] as Bounds;
        const x = values[i] as bigint;
        if (x < lo || x > hi) return null;
        index = index * (hi - lo + 1n) + (x - lo);
      }
      return Number(index);
    },
  };
}

/**
 * The values that a variable can have by its range and by conditions `x >= c` and `c >= x`; null where these don't
 * bound it.
 */
function boundsOf(variable: Symbol, held: Formula, range: RangeOf): Bounds | null {
  let { lo, hi } = range(variable) ?? { lo: null, hi: null };
  for (const f of conjuncts(held)) {
    if (f.kind !== 'ge') continue;
    const { constant, parts } = partsOf(f.term);
    const [only] = parts;
    if (parts.length !== 1 || only?.mono.kind !== 'sym' || only.mono.symbol !== variable) continue;
    if (only.coef === 1n && (lo === null || -constant > lo)) lo = -constant;
    if (only.coef === -1n && (hi === null || constant < hi)) hi = constant;
  }
  return lo === null || hi === null || hi < lo ? null : { lo, hi };
}

const NONE = -1;

/** By state: the one that follows, or NONE. Null where there may be several, or one can't be told. */
function successorsIn(space: StateSpace, steps: readonly Step[]): Int32Array | null {
  const next = new Int32Array(space.count).fill(NONE);
  for (let k = 0; k < space.count; k++) {
    const to = successorOf(space.stateOf(k), space, steps);
    if (to === null) return null;
    next[k] = to;
  }
  return next;
}

function successorOf(state: State, space: StateSpace, steps: readonly Step[]): number | null {
  let next = NONE;
  for (const s of steps) {
    const holds = formulaHolds(s.guard, (x) => state.get(x));
    if (holds === null || (holds && next !== NONE)) return null;
    const to = holds ? stateAfter(state, s, space) : NONE;
    if (to === null) return null;
    if (holds) next = to;
  }
  return next;
}

function stateAfter(state: State, step: Step, { variables, indexOf }: StateSpace): number | null {
  const after: bigint[] = [];
  for (const v of variables) {
    const t = step.update.get(v);
    const x = t ? evaluate(t, (y) => state.get(y)) : (state.get(v) ?? null);
    if (x === null) return null;
    after.push(x);
  }
  return indexOf(after);
}

const [UNSEEN, ON_THE_WAY, ENDS, GOES_ROUND] = [0, 1, 2, 3];

/** The states from which the loop goes round for ever. */
function* endlessStates(next: Int32Array): Generator<number> {
  const mark = new Uint8Array(next.length);
  for (let index = 0; index < next.length; index++) {
    const way: number[] = [];
    let at = index;
    while (at !== NONE && mark[at] === UNSEEN) {
      mark[at] = ON_THE_WAY;
      way.push(at);
      at = next[at] as number;
    }
    const end = at === NONE || mark[at] === ENDS ? ENDS : GOES_ROUND;
    for (const s of way) mark[s] = end;
    if (mark[index] === GOES_ROUND) yield index;
  }
}

/**
 * For a state that ends: the last one that it leads to. What was passed on the way leads to the same, and isn't
 * followed again.
 */
function lastStates(next: Int32Array): (from: number) => number {
  const last = new Int32Array(next.length).fill(NONE);
  return (from) => {
    const way: number[] = [];
    let at = from;
    for (; last[at] === NONE && next[at] !== NONE; at = next[at] as number) way.push(at);
    const end = last[at] === NONE ? at : (last[at] as number);
    for (const s of way) last[s] = end;
    return end;
  };
}
