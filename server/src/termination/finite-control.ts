/** Loops whose control has few states: the graph of all their states, followed to its cycles. */
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
export function finiteStates(steps: readonly Step[], variables: readonly Symbol[], held: Formula, range: RangeOf): FiniteResult | null {
  if (variables.length === 0 || steps.some((s) => s.fresh.length > 0)) return null;
  let total = 1n;
  const bounds: { readonly lo: bigint; readonly hi: bigint }[] = [];
  for (const v of variables) {
    let { lo, hi } = range(v) ?? { lo: null, hi: null };
    for (const f of conjuncts(held)) {
      if (f.kind !== 'ge') continue;
      const { constant, parts } = partsOf(f.term);
      const [only] = parts;
      if (parts.length !== 1 || only?.mono.kind !== 'sym' || only.mono.symbol !== v) continue;
      if (only.coef === 1n && (lo === null || -constant > lo)) lo = -constant;
      if (only.coef === -1n && (hi === null || constant < hi)) hi = constant;
    }
    if (lo === null || hi === null || hi < lo) return null;
    total *= hi - lo + 1n;
    if (total > BigInt(MAX_STATES)) return null;
    bounds.push({ lo, hi });
  }
  const count = Number(total);
  const stateOf = (index: number): State => {
    let rest = BigInt(index);
    return new Map(variables.map((v, i) => {
      const { lo, hi } = bounds[i] as { lo: bigint; hi: bigint };
      const size = hi - lo + 1n;
      const x = lo + (rest % size);
      rest /= size;
      return [v, x];
    }));
  };
  const indexOf = (values: readonly bigint[]): number | null => {
    let index = 0n;
    for (let i = values.length - 1; i >= 0; i--) {
      const { lo, hi } = bounds[i] as { lo: bigint; hi: bigint };
      const x = values[i] as bigint;
      if (x < lo || x > hi) return null;
      index = index * (hi - lo + 1n) + (x - lo);
    }
    return Number(index);
  };
  // the one state that follows; -1: none. More than one: not followed
  const next = new Int32Array(count);
  for (let k = 0; k < count; k++) {
    const state = stateOf(k);
    const value = (x: Symbol): bigint | undefined => state.get(x);
    next[k] = -1;
    for (const s of steps) {
      const holds = formulaHolds(s.guard, value);
      if (holds === null || (holds && next[k] !== -1)) return null;
      if (!holds) continue;
      const after: bigint[] = [];
      for (const v of variables) {
        const t = s.update.get(v);
        const x = t ? evaluate(t, value) : state.get(v) ?? null;
        if (x === null) return null;
        after.push(x);
      }
      const to = indexOf(after);
      if (to === null) return null;
      next[k] = to;
    }
  }
  // 0: not seen, 1: on the way, 2: ends, 3: goes round
  const mark = new Uint8Array(count);
  for (let k = 0; k < count; k++) {
    const way: number[] = [];
    let at = k;
    while (at >= 0 && mark[at] === 0) {
      mark[at] = 1;
      way.push(at);
      at = next[at] as number;
    }
    const end = at < 0 || mark[at] === 2 ? 2 : 3;
    for (const s of way) mark[s] = end;
  }
  // what leads into a last state leads to it: followed once each
  const last = new Int32Array(count).fill(-1);
  const lastOf = (k: number): number => {
    const way: number[] = [];
    let at = k;
    for (; last[at] === -1 && (next[at] as number) >= 0; at = next[at] as number) way.push(at);
    const end = last[at] === -1 ? at : (last[at] as number);
    for (const s of way) last[s] = end;
    return end;
  };
  const endless: State[] = [];
  const ending: { from: State; last: State }[] = [];
  for (let k = 0; k < count; k++) {
    const from = stateOf(k);
    if (formulaHolds(held, (x) => from.get(x)) === false) continue;
    if (mark[k] === 3) endless.push(from);
    else ending.push({ from, last: stateOf(lastOf(k)) });
  }
  return { endless, ending };
}
