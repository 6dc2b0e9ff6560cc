/**
 * The ways out of a period that the environment may end anywhere: any number of whole periods, then part of one. With
 * the word a² b these are after whole words, after one a more, after two, and after both and some of b.
 */
import type { Formula } from '../logic/index.ts';
import { add, and, ge0, int, isConst, mul, plus, substituteFormula, sym } from '../logic/index.ts';
import type { LoopPath } from '../explore/index.ts';
import type { Automaton, Visit } from './path-dependency-automaton.ts';
import type { Point } from './trace-point.ts';
import { extend, reasonsOf } from './trace-point.ts';
import type { Period } from './trace-steps.ts';
import { afterIterations, startsOfPeriods } from './trace-steps.ts';

/** What this needs of the traces around it. */
interface PeriodHost {
  possible(at: Point, condition: Formula): boolean;
  /** Every way out of the loop from here. */
  exitsFrom(at: Point): void;
}

/** False where it can't be said how the period is left. */
export function leaveWithinPeriods(automaton: Automaton, period: Period, at: Point, host: PeriodHost): boolean {
  const starts = startsOfPeriods(automaton, period, at);
  if (starts === null) return false;
  for (const start of starts) if (host.possible(at, start.condition)) leaveWithin(automaton, period.word, start, host);
  return true;
}

/** From the start of a period: every way out within it, up to the last visit before the period is complete. */
function leaveWithin(automaton: Automaton, word: readonly Visit[], start: Point, host: PeriodHost): void {
  let point = start;
  for (const visit of word) {
    // at once: out of the loop, where the environment or a guard says so
    host.exitsFrom(point);
    const next = leaveVisit(automaton, visit, point, host);
    if (next === null) return;
    point = next;
  }
  host.exitsFrom(point);
}

/** The ways out after some of a visit's iterations; then the point after all of them, null where there is none. */
function leaveVisit(automaton: Automaton, visit: Visit, point: Point, host: PeriodHost): Point | null {
  const { request } = automaton;
  const path = request.paths[visit.path] as LoopPath;
  const option = automaton.optionOf(visit.path);
  if (option.kind !== 'accelerated') return null;
  const { acceleration } = option;
  const entered = and(point.condition, substituteFormula(path.guard, point.values));
  if (!host.possible(point, entered)) return null;
  const after = (count: typeof visit.count): Point => {
    const next = afterIterations(request, { acceleration, path: visit.path, count }, point, point.values);
    return {
      ...next,
      trace: extend(point.trace, visit.path, count),
      reasons: [...next.reasons, ...reasonsOf(path)],
    };
  };
  if (!(isConst(visit.count) && visit.count.value === 1n)) {
    const name = request.symbols.fresh('count', 'k');
    request.symbols.set(name, { lo: 1n, hi: null });
    const iteration = sym(name);
    const through = acceleration.holdsThrough(iteration);
    if (through) {
      const condition = and(
        entered,
        ge0(plus(add(visit.count, mul(int(-1), iteration)), -1)),
        substituteFormula(through, point.values),
      );
      const next = after(iteration);
      const fresh = [...next.fresh, { symbol: name, kind: 'count' as const, reason: null }];
      host.exitsFrom({ ...next, condition, fresh });
    }
  }
  const through = acceleration.holdsThrough(visit.count);
  if (through === null) return null;
  const next = after(visit.count);
  const whole = { ...next, condition: and(entered, substituteFormula(through, point.values)) };
  return host.possible(whole, whole.condition) ? whole : null;
}
