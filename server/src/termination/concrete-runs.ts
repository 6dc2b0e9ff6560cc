/** A loop's steps run on numbers: runs that come back to a state where they were go round for ever. */
import { compareSymbols, evaluate, formulaHolds, sym, symbolsOf, symbolsOfFormula } from '../logic/index.ts';
import type { RangeOf, Symbol } from '../logic/index.ts';
import type { Start } from './template-invariants.ts';
import type { Step } from './loop-transitions.ts';

export type State = ReadonlyMap<Symbol, bigint>;

export interface Sampled {
  /** A state that a run comes back to. */
  readonly recurrent: State | null;
  /** Some run left the loop. */
  readonly leaves: boolean;
}

export interface SampleRequest {
  readonly starts: readonly Start[];
  readonly iterative: readonly Step[];
  readonly exits: readonly Step[];
  /** Variables that matter. */
  readonly variables: readonly Symbol[];
  readonly range: RangeOf;
  readonly limit: number;
}

const VALUES = [0n, 1n, -1n, 2n, 3n, -2n, 5n, 10n, -7n, 100n];
const ANSWERS = [0n, 1n, -1n, 2n];
const HUGE = 1n << 70n;

/** Runs from small values at the given starts, breadth first; stops at the first state that is met again on its own run. */
export function sample(request: SampleRequest): Sampled {
  let leaves = false;
  let left = request.limit;
  for (const start of request.starts) {
    for (const first of initialStates(start, request)) {
      const known = new Map<string, { readonly state: State; readonly next: string[] }>();
      const keyOf = (s: State): string => request.variables.map((v) => s.get(v)).join();
      const queue: State[] = [first];
      known.set(keyOf(first), { state: first, next: [] });
      let size = 0;
      for (let s = queue.shift(); s && left > 0 && size < 60; s = queue.shift()) {
        size++;
        left--;
        for (const e of request.exits) for (const answers of answersFor(e, request.range)) {
          const value = (x: Symbol): bigint | undefined => answers.get(x) ?? s.get(x);
          if (!leaves && formulaHolds(e.guard, value) === true) leaves = true;
        }
        for (const step of request.iterative) for (const answers of answersFor(step, request.range)) {
          const now: State = s;
          const value = (x: Symbol): bigint | undefined => answers.get(x) ?? now.get(x);
          if (formulaHolds(step.guard, value) !== true) continue;
          const after = new Map(s);
          let fine = true;
          for (const [v, t] of step.update) {
            const x = evaluate(t, value);
            if (x === null || x > HUGE || x < -HUGE) fine = false;
            else after.set(v, x);
          }
          if (!fine) continue;
          const key = keyOf(after);
          known.get(keyOf(s))?.next.push(key);
          if (!known.has(key)) {
            known.set(key, { state: after, next: [] });
            queue.push(after);
          }
        }
      }
      const cycle = onCycle(known);
      if (cycle) return { recurrent: cycle, leaves };
      if (left <= 0) return { recurrent: null, leaves };
    }
  }
  return { recurrent: null, leaves };
}

function onCycle(graph: ReadonlyMap<string, { readonly state: State; readonly next: readonly string[] }>): State | null {
  const done = new Set<string>();
  for (const root of graph.keys()) {
    if (done.has(root)) continue;
    const path = new Set<string>([root]);
    const stack: { key: string; at: number }[] = [{ key: root, at: 0 }];
    while (stack.length > 0) {
      const top = stack[stack.length - 1] as { key: string; at: number };
      const next = graph.get(top.key)?.next[top.at++];
      if (next === undefined) {
        done.add(top.key);
        path.delete(top.key);
        stack.pop();
      } else if (path.has(next)) return graph.get(next)?.state ?? null;
      else if (!done.has(next) && graph.has(next)) {
        path.add(next);
        stack.push({ key: next, at: 0 });
      }
    }
  }
  return null;
}

/** States at a start, from small values of the symbols in it. */
function* initialStates(start: Start, request: SampleRequest): Generator<State> {
  const symbols = new Set(symbolsOfFormula(start.facts));
  for (const v of request.variables) for (const s of symbolsOf(start.values.get(v) ?? sym(v))) symbols.add(s);
  const names = [...symbols].sort(compareSymbols);
  const tries = names.length === 0 ? 1 : 40;
  for (let k = 0; k < tries; k++) {
    const chosen = new Map<Symbol, bigint>();
    for (const [i, n] of names.entries()) {
      const own = request.range(n);
      const v = VALUES[(k * (2 * i + 1) + i * 3 + Math.floor(k / 10) * (i + 1)) % VALUES.length] as bigint;
      chosen.set(n, own?.lo != null && v < own.lo ? own.lo : own?.hi != null && v > own.hi ? own.hi : v);
    }
    const value = (x: Symbol): bigint | undefined => chosen.get(x);
    if (formulaHolds(start.facts, value) !== true) continue;
    const state = new Map<Symbol, bigint>();
    let fine = true;
    for (const v of request.variables) {
      const t = start.values.get(v);
      const x = t ? evaluate(t, value) : chosen.get(v) ?? null;
      if (x === null) fine = false;
      else state.set(v, x);
    }
    if (fine) yield state;
  }
}

/** A few answers of the environment for the fresh symbols of a step. */
function* answersFor(step: Step, range: RangeOf): Generator<ReadonlyMap<Symbol, bigint>> {
  if (step.fresh.length === 0) {
    yield new Map();
    return;
  }
  if (step.fresh.length > 6) return;
  const total = step.fresh.length === 1 ? ANSWERS.length : 6;
  for (let k = 0; k < total; k++) {
    const out = new Map<Symbol, bigint>();
    for (const [i, f] of step.fresh.entries()) {
      const own = range(f.symbol);
      const v = ANSWERS[(k * (i + 1) + (k >> 2)) % ANSWERS.length] as bigint;
      out.set(f.symbol, own?.lo != null && v < own.lo ? own.lo : own?.hi != null && v > own.hi ? own.hi : v);
    }
    yield out;
  }
}
