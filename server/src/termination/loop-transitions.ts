/**
 * A loop as a transition system: steps (a path, or a word of paths, once) between locations. A location knows which
 * step came last and in which region of the state space it is. So a ranking function or an invariant may differ from
 * one to the next.
 */
import { feasible } from '../decide/index.ts';
import type { Formula, Literal, RangeOf, Symbol, Symbols, Term } from '../logic/index.ts';
import {
  TRUE,
  and,
  compareSymbols,
  conjuncts,
  derived,
  ge0,
  isLiteral,
  neg,
  plus,
  substitute,
  substituteFormula,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { Fresh, LoopPath } from '../explore/index.ts';
import { bySymbol } from '../program/index.ts';

/** One iteration along a path, or several. */
export interface Step {
  /** Indices of the paths. */
  readonly word: readonly number[];
  /** Everything that holds of the values before: conditions, the environment's answers, no undefined behaviour. */
  readonly guard: Formula;
  /** Variable -> value afterwards; what is missing stays. */
  readonly update: ReadonlyMap<Symbol, Term>;
  readonly fresh: readonly Fresh[];
  /** The program can do precisely this whenever the guard holds. */
  readonly exact: boolean;
}

export function stepOf(path: LoopPath, index: number, names: readonly Symbol[]): Step {
  const update = bySymbol(path.update, names);
  const guard = and(path.guard, path.free, path.defined);
  const used = new Set(symbolsOfFormula(guard));
  for (const t of update.values()) for (const s of symbolsOf(t)) used.add(s);
  // what a slice passes over may be undefined; a count that is the least of its kind can't be chosen freely
  const exact =
    path.definedKnown &&
    path.reasons.length === 0 &&
    path.arraysWritten.size === 0 &&
    !path.fresh.some(
      (f) =>
        f.reason?.code === 'not-followed' || (used.has(f.symbol) && (f.kind === 'unmodelled' || f.least !== undefined)),
    );
  return { word: [index], guard, update, fresh: path.fresh.filter((f) => used.has(f.symbol)), exact };
}

/** First one step, then the other; null where that can't be. */
export function compose(first: Step, second: Step, symbols: Symbols): Step | null {
  const map = new Map<Symbol, Term>(first.update);
  const fresh: Fresh[] = [];
  for (const f of second.fresh) {
    const name = symbols.renew(f.symbol);
    fresh.push({ ...f, symbol: name });
    map.set(f.symbol, sym(name));
  }
  const guard = and(first.guard, substituteFormula(second.guard, map));
  if (guard.kind === 'false' || feasible(guard, symbols.range) === 'no') return null;
  const update = new Map(first.update);
  for (const [v, t] of second.update) update.set(v, substitute(t, map));
  return {
    word: [...first.word, ...second.word],
    guard,
    update,
    fresh: [...first.fresh, ...fresh],
    exact: first.exact && second.exact,
  };
}

const MAX_DISEQUALITIES = 3;

/**
 * `t != 0` becomes `t < 0` or `t > 0`: steps whose guards are conjunctions of inequalities, as far as there are few.
 */
export function splitDisequalities(step: Step, range: RangeOf): Step[] {
  const open = conjuncts(step.guard)
    .filter((f): f is Literal => isLiteral(f) && f.kind === 'ne')
    .slice(0, MAX_DISEQUALITIES);
  let guards: Formula[] = [step.guard];
  for (const l of open) {
    const sides = [ge0(plus(l.term, -1)), ge0(plus(neg(l.term), -1))];
    guards = guards
      .flatMap((g) => sides.map((s) => and(...conjuncts(g).filter((f) => f !== l), s)))
      .filter((g) => g.kind !== 'false' && feasible(g, range) !== 'no');
  }
  return guards.map((guard) => ({ ...step, guard }));
}

/**
 * The steps as far as they matter to how often they are taken: updates of variables that no guard depends on are left
 * away.
 */
export function relevantSteps(steps: readonly Step[]): {
  readonly steps: readonly Step[];
  readonly variables: readonly Symbol[];
} {
  const relevant = new Set<Symbol>();
  for (const s of steps) for (const f of conjuncts(s.guard)) for (const x of symbolsOfFormula(f)) relevant.add(x);
  for (let grown = true; grown; ) {
    const before = relevant.size;
    for (const s of steps)
      for (const [v, t] of s.update) if (relevant.has(v)) for (const x of symbolsOf(t)) relevant.add(x);
    grown = relevant.size > before;
  }
  const fresh = new Set(steps.flatMap((s) => s.fresh.map((f) => f.symbol)));
  return {
    steps: steps.map((s) => ({ ...s, update: new Map([...s.update].filter(([v]) => relevant.has(v))) })),
    variables: [...relevant].filter((x) => !fresh.has(x)).sort(compareSymbols),
  };
}

export interface Location {
  /** The step that led here; null: none yet. */
  readonly last: number | null;
  /** Steps that were taken before (with their number as bit), where that is told apart. */
  readonly seen: number;
  /** Holds here. */
  readonly region: Formula;
}

export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly step: Step;
  /** The step's guard, the regions at both ends, the invariant before. */
  readonly guard: Formula;
}

export interface TransitionSystem {
  readonly locations: readonly Location[];
  readonly edges: readonly Edge[];
}

export interface SystemShape {
  /** Do locations tell what came last, or all that came before? */
  readonly history: 'none' | 'last' | 'seen';
  /** Disjoint and covering everything. */
  readonly regions: readonly Formula[];
}

const MAX_EDGES = 90;

/** All locations and the edges between them that can be; null where there are too many. */
export function transitionSystem(steps: readonly Step[], shape: SystemShape, range: RangeOf): TransitionSystem | null {
  const { locations, locate } = locationsOf(shape);
  const canFollow = succession(steps, range);
  const edges: Edge[] = [];
  for (let i = 0; i < locations.length; i++) {
    const from = locations[i] as Location;
    for (const [s, step] of steps.entries()) {
      const before = and(from.region, step.guard);
      if (from.last !== null && !canFollow(from.last, s)) continue;
      if (from.region.kind !== 'true' && feasible(before, range) === 'no') continue;
      for (const { region, number, guard } of regionsBehind(before, step, shape, range)) {
        const to = locate({ ...historyAfter(from, s, shape), region }, number);
        edges.push({ from: i, to, step, guard });
        if (edges.length > MAX_EDGES) return null;
      }
    }
  }
  return { locations, edges };
}

/** What a location tells of the steps before it, after a further one. */
const historyAfter = (from: Location, step: number, { history }: SystemShape): Pick<Location, 'last' | 'seen'> => ({
  last: history === 'none' ? null : step,
  seen: history === 'seen' ? from.seen | (1 << step) : 0,
});

/**
 * The locations known so far, at first one for each region; `locate` gives the number of one in the region of that
 * number, a new one where need be.
 */
function locationsOf({ regions }: SystemShape): {
  readonly locations: readonly Location[];
  readonly locate: (l: Location, region: number) => number;
} {
  const locations: Location[] = [];
  const at = new Map<string, number>();
  const locate = (location: Location, region: number): number => {
    const key = `${location.last} ${location.seen} ${region}`;
    const known = at.get(key);
    if (known !== undefined) return known;
    at.set(key, locations.length);
    locations.push(location);
    return locations.length - 1;
  };
  for (const [r, region] of regions.entries()) locate({ last: null, seen: 0, region }, r);
  return { locations, locate };
}

/**
 * Whether one step (by its number) can come right after another: the guard of the one behind the update of the other.
 */
function succession(steps: readonly Step[], range: RangeOf): (first: number, second: number) => boolean {
  const follows = new Map<string, boolean>();
  return (first, second) => {
    const key = `${first} ${second}`;
    const known = follows.get(key);
    if (known !== undefined) return known;
    const [a, b] = [steps[first] as Step, steps[second] as Step];
    const fresh = new Map(b.fresh.map((f) => [f.symbol, sym(derived(f.symbol, "'")) as Term]));
    const can = feasible(and(a.guard, substituteFormula(b.guard, new Map([...a.update, ...fresh]))), range) !== 'no';
    follows.set(key, can);
    return can;
  };
}

/** The regions that a step taken in some states leads to, by their numbers, each with the guard of the edge. */
function* regionsBehind(
  before: Formula,
  step: Step,
  { regions }: SystemShape,
  range: RangeOf,
): Generator<{ readonly region: Formula; readonly number: number; readonly guard: Formula }> {
  for (const [number, region] of regions.entries()) {
    const guard = and(before, substituteFormula(region, step.update));
    if (guard.kind === 'false' || (regions.length > 1 && feasible(guard, range) === 'no')) continue;
    yield { region, number, guard };
  }
}

/** Strongly connected components with an edge inside, each as its edges. */
export function components(edges: readonly Edge[]): Edge[][] {
  const next = new Map<number, Edge[]>();
  for (const e of edges) next.set(e.from, [...(next.get(e.from) ?? []), e]);
  const reach = (from: number): Set<number> => {
    const seen = new Set<number>();
    const work = [from];
    for (let n = work.pop(); n !== undefined; n = work.pop())
      for (const e of next.get(n) ?? []) {
        if (seen.has(e.to)) continue;
        seen.add(e.to);
        work.push(e.to);
      }
    return seen;
  };
  const reached = new Map([...next.keys()].map((n) => [n, reach(n)]));
  const groups = new Map<number, Edge[]>();
  for (const e of edges) {
    if (!reached.get(e.to)?.has(e.from)) continue;
    // the component's name is its least location
    const members = [...(reached.get(e.from) as Set<number>)].filter((n) => reached.get(n)?.has(e.from));
    const name = Math.min(...members);
    groups.set(name, [...(groups.get(name) ?? []), e]);
  }
  return [...groups.values()];
}

export const ALL: readonly Formula[] = [TRUE];
