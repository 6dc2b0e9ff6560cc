/**
 * A loop's steps run on numbers: runs that come back to a state where they were go round for ever. Source: our own.
 */
import {
  and,
  compareSymbols,
  eq,
  evaluate,
  formulaHolds,
  int,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { Formula, RangeOf, Symbol } from '../logic/index.ts';
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

/** Of one run's states so many are followed at most. */
const MOST_STATES = 60;

/**
 * Runs from small values at the given starts, breadth first; stops at the first state that is met again on its own run.
 */
export function sample(request: SampleRequest): Sampled {
  let leaves = false;
  let left = request.limit;
  for (const start of request.starts) {
    for (const first of initialStates(start, request)) {
      const { graph, followed } = statesFrom(first, request, Math.min(left, MOST_STATES));
      left -= followed.length;
      leaves ||= followed.some((state) => canLeave(state, request));
      const recurrent = onCycle(graph);
      if (recurrent !== null || left <= 0) return { recurrent, leaves };
    }
  }
  return { recurrent: null, leaves };
}

/** States by what the variables that matter are worth in them, each with those that one iteration leads to. */
type StateGraph = ReadonlyMap<string, { readonly state: State; readonly next: readonly string[] }>;

/** All that is reached from a state, breadth first, as far as so many states lead. */
function statesFrom(
  first: State,
  request: SampleRequest,
  most: number,
): { readonly graph: StateGraph; readonly followed: readonly State[] } {
  const keyOf = (state: State): string => request.variables.map((v) => state.get(v)).join();
  const graph = new Map<string, { readonly state: State; readonly next: string[] }>([
    [keyOf(first), { state: first, next: [] }],
  ]);
  const followed: State[] = [];
  const queue: State[] = [first];
  while (followed.length < most) {
    const state = queue.shift();
    if (state === undefined) break;
    followed.push(state);
    const next = graph.get(keyOf(state))?.next;
    for (const after of statesAfter(state, request)) {
      const key = keyOf(after);
      next?.push(key);
      if (graph.has(key)) continue;
      graph.set(key, { state: after, next: [] });
      queue.push(after);
    }
  }
  return { graph, followed };
}

/** Some exit is open in the state, with some of the answers that are tried. */
function canLeave(state: State, { exits, range }: SampleRequest): boolean {
  return exits.some((exit) =>
    [...answersFor(exit, range)].some(
      (answers) => formulaHolds(exit.guard, (x) => answers.get(x) ?? state.get(x)) === true,
    ),
  );
}

/** The states that one iteration leads to. */
function* statesAfter(state: State, { iterative, range }: SampleRequest): Generator<State> {
  for (const step of iterative) {
    for (const answers of answersFor(step, range)) {
      const value = (x: Symbol): bigint | undefined => answers.get(x) ?? state.get(x);
      if (formulaHolds(step.guard, value) !== true) continue;
      const after = updated(state, step, value);
      if (after !== null) yield after;
    }
  }
}

/** The state with the step's update; null where a value isn't known, or is huge. */
function updated(state: State, step: Step, value: (x: Symbol) => bigint | undefined): State | null {
  const after = new Map(state);
  for (const [v, t] of step.update) {
    const x = evaluate(t, value);
    if (x === null || x > HUGE || x < -HUGE) return null;
    after.set(v, x);
  }
  return after;
}

/** A state that its own successors lead back to, found depth first. */
function onCycle(graph: StateGraph): State | null {
  /** From these no cycle is reached. */
  let done: ReadonlySet<string> = new Set();
  for (const root of graph.keys()) {
    if (done.has(root)) continue;
    const search = cycleFrom(root, graph, done);
    if (search.cycle !== null) return search.cycle;
    done = search.done;
  }
  return null;
}

/** Depth first from one state; `done` are those from which no cycle is reached. */
function cycleFrom(
  root: string,
  graph: StateGraph,
  known: ReadonlySet<string>,
): { readonly cycle: State | null; readonly done: ReadonlySet<string> } {
  const done = new Set(known);
  const path = new Set<string>([root]);
  const stack: { readonly key: string; at: number }[] = [{ key: root, at: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = graph.get(top.key)?.next[top.at++];
    if (next === undefined) {
      done.add(top.key);
      path.delete(top.key);
      stack.pop();
    } else if (path.has(next)) {
      return { cycle: graph.get(next)?.state ?? null, done };
    } else if (!done.has(next) && graph.has(next)) {
      path.add(next);
      stack.push({ key: next, at: 0 });
    }
  }
  return { cycle: null, done };
}

/** A number in the range that is nearest to the given one. */
function clamped(value: bigint, own: ReturnType<RangeOf>): bigint {
  if (own?.lo != null && value < own.lo) return own.lo;
  return own?.hi != null && value > own.hi ? own.hi : value;
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
      const v = VALUES[(k * (2 * i + 1) + i * 3 + Math.floor(k / 10) * (i + 1)) % VALUES.length] as bigint;
      chosen.set(n, clamped(v, request.range(n)));
    }
    const state = stateAt(start, chosen, request.variables);
    if (state !== null) yield state;
  }
}

/**
 * What the variables are worth where the symbols of a start have the chosen values; null where the start has no such
 * state.
 */
function stateAt(start: Start, chosen: ReadonlyMap<Symbol, bigint>, variables: readonly Symbol[]): State | null {
  const value = (x: Symbol): bigint | undefined => chosen.get(x);
  if (formulaHolds(start.facts, value) !== true) return null;
  const state = new Map<Symbol, bigint>();
  for (const v of variables) {
    const t = start.values.get(v);
    const x = t ? evaluate(t, value) : (chosen.get(v) ?? null);
    if (x === null) return null;
    state.set(v, x);
  }
  return state;
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
      const v = ANSWERS[(k * (i + 1) + (k >> 2)) % ANSWERS.length] as bigint;
      out.set(f.symbol, clamped(v, range(f.symbol)));
    }
    yield out;
  }
}

/** The variables are worth just this. */
export const isState = (s: State): Formula => and(...[...s].map(([v, x]) => eq(sym(v), int(x))));
