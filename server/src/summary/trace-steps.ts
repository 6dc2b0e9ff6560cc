/**
 * Where a trace gets to by one segment more: iterations of an accelerated path, or repetitions of a period (Proteus,
 * algorithm 3). Each iteration's fresh symbols are new ones.
 */
import { feasible } from '../decide/index.ts';
import type { Symbol, Term } from '../logic/index.ts';
import {
  and,
  conjuncts,
  ge0,
  int,
  isConst,
  isFresh,
  plus,
  substitute,
  substituteFormula,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { Reason } from '../source/index.ts';
import type { Fresh, LoopPath } from '../explore/index.ts';
import { renamed } from '../explore/index.ts';
import type { Acceleration, LeaveOption } from './acceleration/index.ts';
import type { Visit, ContractedPath } from './path-dependency-automaton.ts';
import { Automaton, UNKNOWN_DEFINED } from './path-dependency-automaton.ts';
import type { Point } from './trace-point.ts';
import type { TraceRequest } from './trace-request.ts';

/** Values after a path's effect, its fresh symbols being new ones each time. */
export function applied(
  request: TraceRequest,
  path: LoopPath,
  values: ReadonlyMap<Symbol, Term>,
  effect: ReadonlyMap<Symbol, Term>,
): { values: Map<Symbol, Term>; fresh: Fresh[]; renaming: Map<Symbol, Term> } {
  const map = new Map(values);
  const renaming = new Map<Symbol, Term>();
  const fresh: Fresh[] = [];
  const used = new Set<Symbol>();
  for (const t of effect.values()) for (const s of symbolsOf(t)) used.add(s);
  for (const f of path.fresh) {
    if (!used.has(f.symbol)) continue;
    const name = request.symbols.renew(f.symbol);
    map.set(f.symbol, sym(name));
    renaming.set(f.symbol, sym(name));
    fresh.push(renamed(f, name, map));
  }
  const out = new Map(values);
  for (const [x, t] of effect) out.set(x, substitute(t, map));
  return { values: out, fresh, renaming };
}

/** The values with a new symbol for a count that has no term of its own. */
export function withCount(
  request: TraceRequest,
  leave: LeaveOption,
  values: ReadonlyMap<Symbol, Term>,
): { map: ReadonlyMap<Symbol, Term>; fresh: readonly Fresh[] } {
  if (!leave.least) return { map: values, fresh: [] };
  const name = request.symbols.fresh('count', 'n');
  request.symbols.set(name, { lo: 1n, hi: null });
  const map = new Map(values);
  map.set(leave.least.symbol, sym(name));
  return {
    map,
    fresh: [
      {
        symbol: name,
        kind: 'count',
        reason: null,
        least: substituteFormula(leave.least.stop, map),
        rises: leave.least.rises,
      },
    ],
  };
}

interface Repetition {
  readonly acceleration: Acceleration;
  /** Index of the path. */
  readonly path: number;
  readonly count: Term;
}

/** The point after `count` iterations of an accelerated path; `map`: the values before them. */
export function afterIterations(
  request: TraceRequest,
  { acceleration, path, count }: Repetition,
  at: Point,
  map: ReadonlyMap<Symbol, Term>,
): Point {
  const loopPath = request.paths[path] as LoopPath;
  const effect = new Map(acceleration.valuesAfter(count));
  const reasons = [...at.reasons];
  const opened: Fresh[] = [];
  if (!(isConst(count) && count.value <= BigInt(Math.max(acceleration.prefix, 1)))) {
    for (const symbol of acceleration.closed.open) {
      const name = request.symbols.fresh('unmodelled', symbol.display, symbol.type, symbol);
      request.symbols.copy(symbol, name);
      effect.set(symbol, sym(name));
      const reason: Reason = {
        code: 'no-closed-form',
        message: `The value of ${symbol.display} after n iterations has no closed form.`,
        range: null,
      };
      opened.push({ symbol: name, kind: 'unmodelled', reason });
      reasons.push(reason);
    }
  }
  const { values, fresh, renaming } = applied(request, loopPath, map, effect);
  const through = acceleration.definedThrough(count);
  return {
    ...at,
    values,
    fresh: [...at.fresh, ...fresh, ...opened],
    reasons,
    steps: [
      ...at.steps,
      {
        kind: 'path',
        path,
        count: substitute(count, map),
        forms: acceleration.closed.forms,
        renaming,
      },
    ],
    defined: through ? and(at.defined, substituteFormula(through, map)) : at.defined,
    definedKnown: at.definedKnown && loopPath.definedKnown && through !== null,
  };
}

/** A word of visits that repeats, as a path of its own, and what becomes of that. */
export interface Period {
  readonly word: readonly Visit[];
  readonly built: ContractedPath;
  readonly acceleration: Acceleration;
}

/** The point after `count` repetitions of a word. */
export function afterPeriods(
  automaton: Automaton,
  { word, built, acceleration }: Period,
  count: Term,
  at: Point,
): Point {
  const values = new Map(at.values);
  for (const [x, t] of acceleration.valuesAfter(count)) values.set(x, substitute(t, at.values));
  const through = acceleration.definedThrough(count);
  const iterations = substitute(count, at.values);
  return {
    ...at,
    values,
    defined: through ? and(at.defined, substituteFormula(through, at.values)) : at.defined,
    definedKnown: at.definedKnown && through !== null && built.defined !== UNKNOWN_DEFINED,
    trace: [
      ...at.trace,
      { kind: 'cycle', word: word.map((w) => ({ path: w.path, count: w.count })), count: iterations },
    ],
    steps: [...at.steps, automaton.cycleStep(word, iterations, acceleration, built.fixed)],
  };
}

/**
 * Where a period that the environment may end anywhere can begin for the last time: after no whole period, or after any
 * number of them. Null: another path could be chosen instead, or the number has no condition.
 */
export function startsOfPeriods(
  automaton: Automaton,
  { word, built, acceleration }: Period,
  at: Point,
): readonly Point[] | null {
  const { request } = automaton;
  // no other path that the environment could choose starts from a state of the period
  const iterative = request.paths.filter((p, j) => p.kind === 'iterative' && !word.some((w) => w.path === j));
  const excluded = (p: LoopPath): boolean =>
    word.every(
      (w) => feasible(and(p.guard, (request.paths[w.path] as LoopPath).guard), request.symbols.range) === 'no',
    );
  if (iterative.some((p) => p.free.kind !== 'true' && !excluded(p))) return null;
  const name = request.symbols.fresh('count', 'k');
  request.symbols.set(name, { lo: BigInt(acceleration.prefix + 1), hi: null });
  const iteration = sym(name);
  const count: Fresh = { symbol: name, kind: 'count', reason: null };
  const starts: Point[] = [{ ...at, visits: [] }];
  for (const passes of [...Array.from({ length: acceleration.prefix }, (_, i) => int(i + 1)), iteration]) {
    const through = acceleration.holdsThrough(passes);
    if (through === null) return null;
    const whole = and(at.condition, ge0(plus(passes, -1)), substituteFormula(through, at.values));
    const repeated = afterPeriods(automaton, { word, built, acceleration }, passes, at);
    starts.push({
      ...repeated,
      condition: whole,
      fresh: passes === iteration ? [...repeated.fresh, count] : repeated.fresh,
      visits: [],
    });
  }
  return starts;
}

/** What the loop doesn't change rules out every way to leave it: it runs for ever, in whatever order. */
export function neverLeaves(automaton: Automaton, at: Point): boolean {
  const { request } = automaton;
  if (request.paths.some((p) => p.reasons.length > 0 || p.free.kind !== 'true')) return false;
  const stable = conjuncts(at.condition).filter((f) =>
    [...symbolsOfFormula(f)].every((s) => !automaton.modified.has(s) && !isFresh(s)),
  );
  const state = new Map([...request.entry].map(([x, t]) => [x, automaton.modified.has(x) ? sym(x) : t]));
  if ([...state.values()].some((t) => t.kind !== 'sym' && [...symbolsOf(t)].some((s) => automaton.modified.has(s))))
    return false;
  return request.paths
    .filter((p) => p.kind === 'exit')
    .every((p) => feasible(and(...stable, substituteFormula(p.guard, state)), request.symbols.range) === 'no');
}
