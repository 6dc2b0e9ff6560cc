/**
 * Summarizing a loop by its traces through the path dependency automaton (Proteus, algorithms 1 to 3). States are loop
 * paths. A transition leaves a path after the number of iterations at which its guard fails. A cycle of transitions
 * whose counts no longer change is one period; it becomes a state of its own and is accelerated in turn.
 *
 * Where we differ: transitions are computed on demand from the state that the trace is in. Counts are solved for, so
 * that no counter is left in a deterministic summary. Periods may have loop-invariant counts. A path that has no
 * closed form is taken one step at a time, so that a word of several of its steps can be the period.
 */
import { exhausted } from '../budget/index.ts';
import type { CountersClaim } from '../certify/index.ts';
import { effort, feasible } from '../decide/index.ts';
import type { Formula, Symbol } from '../logic/index.ts';
import {
  INFINITY,
  TRUE,
  TooLarge,
  and,
  conjuncts,
  ge0,
  int,
  not,
  plus,
  substitute,
  substituteFormula,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { VarId } from '../program/index.ts';
import type { Reason } from '../source/index.ts';
import type { Fresh, LoopPath } from '../explore/index.ts';
import type { Acceleration, LeaveOption, PathLike } from './acceleration/index.ts';
import { accelerate } from './acceleration/index.ts';
import type { Option } from './path-dependency-automaton.ts';
import { Automaton, UNKNOWN_DEFINED } from './path-dependency-automaton.ts';
import type { Lost, Point } from './trace-point.ts';
import { extend, reasonsOf } from './trace-point.ts';
import { OrbitFollower } from './orbit-traces.ts';
import type { Case } from './loop-summary.ts';
import type { TraceRequest } from './trace-request.ts';
import { leaveWithinPeriods } from './leave-within-periods.ts';
import { applied, withCount, afterIterations, afterPeriods, neverLeaves } from './trace-steps.ts';
import { caseAt } from './traced-case.ts';

export type { Lost };

export interface TraceResult {
  readonly cases: readonly Case[];
  readonly lost: readonly Lost[];
  readonly pattern: 'sequential' | 'periodic' | 'irregular';
  /** More could be said with more effort. */
  readonly limited: boolean;
  /** Where the cases were put together from the loop's counter and its branches: all of either. */
  readonly counters?: CountersClaim;
}

const MAX_VISITS = 300;
/** What deciding feasibility may cost one summary: a bound that doesn't depend on the clock. */
const MAX_EFFORT = 300_000;
const MAX_ASKED = 15;
const MAX_CYCLES = 4;
const MAX_REPEATS = 7;
const MAX_CASES = 120;
/** With more unfollowed parts than this, following the rest is not worth it. */
const MAX_LOST = 8;

/** One way to leave a path: after `count` iterations, where the condition holds. */
type Leave = Pick<LeaveOption, 'count' | 'condition'>;

/** A repetition that never ends: when, and whether `defined` is all that can be undefined in it. */
interface Lasting {
  readonly condition: Formula;
  readonly defined: Formula;
  readonly known: boolean;
}

export function summarizeTraces(request: TraceRequest): TraceResult {
  return new Tracer(request).run();
}

class Tracer {
  private readonly request: TraceRequest;
  private readonly automaton: Automaton;
  private readonly cases: Case[] = [];
  private readonly lost: Lost[] = [];
  private visited = 0;
  /** A path without a closed form was taken step by step, and no period came of it. */
  private unrolled = false;
  private limited = false;
  private asked = 0; // characters: long questions take time even where they are easily answered
  private readonly begun = effort();
  /** Variables that some path changes, in order. */
  private readonly changed: readonly VarId[];
  private pattern: TraceResult['pattern'] = 'sequential';

  constructor(request: TraceRequest) {
    this.request = request;
    this.automaton = new Automaton(request);
    this.changed = [...new Set(request.paths.flatMap((p) => [...p.update.keys()]))].sort((a, b) => a - b);
  }

  run(): TraceResult {
    const start: Point = {
      values: this.request.entry,
      condition: TRUE,
      defined: TRUE,
      definedKnown: true,
      trace: [],
      steps: [],
      visits: [],
      cycles: 0,
      fresh: [],
      reasons: [],
    };
    this.enter(start, null);
    const [first] = this.lost;
    if (first && (this.lost.length > MAX_LOST || this.unrolled))
      return {
        cases: [],
        lost: [{ guard: TRUE, entered: false, reason: first.reason }],
        pattern: this.pattern,
        limited: this.limited,
      };
    return { cases: this.cases, lost: this.lost, pattern: this.pattern, limited: this.limited };
  }

  private possible(at: Point, condition: Formula): boolean {
    const all = and(this.request.facts, this.request.undefinedToo ? TRUE : at.defined, condition);
    this.asked += all.key.length;
    return all.kind !== 'false' && feasible(all, this.request.symbols.range) !== 'no';
  }

  private lose(at: Point, code: string, message: string, range: Reason['range'] = null): void {
    if (code === 'irregular') this.pattern = 'irregular';
    if (neverLeaves(this.automaton, at)) {
      const definedKnown =
        at.definedKnown && this.request.paths.every((p) => p.definedKnown && p.defined.kind === 'true');
      this.tell(
        {
          ...at,
          definedKnown,
          trace: [...at.trace, { kind: 'mixed', word: [], count: int(1) }],
          steps: [...at.steps, { kind: 'any' }],
        },
        null,
      );
      return;
    }
    // what the environment answered in this iteration says nothing of the next, where the paths use the same symbols
    const answers = new Set(this.request.paths.flatMap((p) => p.fresh.map((f) => f.symbol)));
    const guard = and(...conjuncts(at.condition).filter((f) => ![...symbolsOfFormula(f)].some((s) => answers.has(s))));
    this.lost.push({ guard, entered: true, reason: { code, message, range } });
  }

  /** Every state that can come next (algorithm 2 for the first, algorithm 3, lines 8-14, for the others). */
  private enter(at: Point, except: number | null): void {
    for (const [j, p] of this.request.paths.entries()) {
      if (j === except) continue;
      if (this.lost.length > MAX_LOST) return;
      const condition = and(at.condition, substituteFormula(p.guard, at.values));
      if (!this.possible(at, condition)) continue;
      const next = { ...at, condition };
      if (p.kind === 'exit') this.leave(j, next);
      else this.visit(j, next);
    }
  }

  /** An exit state: one more case. */
  private leave(exit: number, at: Point): void {
    const path = this.request.paths[exit] as LoopPath;
    const values = new Map(at.values);
    for (const [v, t] of path.update) values.set(this.request.names[v] as Symbol, substitute(t, at.values));
    // the last path of a trace: its fresh symbols can keep their names
    const used = new Set(symbolsOfFormula(path.guard));
    for (const t of path.update.values()) for (const s of symbolsOf(t)) used.add(s);
    const fresh = path.fresh.filter((f) => used.has(f.symbol));
    const defined = and(at.defined, substituteFormula(path.defined, at.values));
    this.tell(
      {
        ...at,
        values,
        defined,
        definedKnown: at.definedKnown && path.definedKnown,
        fresh: [...at.fresh, ...fresh],
        reasons: [...at.reasons, ...reasonsOf(path)],
      },
      exit,
    );
  }

  private tell(at: Point, exit: number | null): void {
    this.cases.push(caseAt(this.request, this.changed, at, exit));
  }

  private visit(index: number, before: Point): void {
    const outside = this.oscillate(before);
    for (const at of outside) {
      try {
        this.follow(index, at);
      } catch (e) {
        if (!(e instanceof TooLarge)) throw e;
        this.lose(at, 'too-large', 'The terms that describe the loop grow too large.');
      }
    }
  }

  private orbits: OrbitFollower | null = null;
  /**
   * Takes the part of the states that is inside the oscillatory interval to its end; what is left outside goes on as
   * usual.
   */
  private oscillate(at: Point): readonly Point[] {
    const oscillation = this.request.oscillation;
    if (!oscillation) return [at];
    this.orbits ??= new OrbitFollower(
      oscillation,
      this.request,
      {
        possible: (p, f) => this.possible(p, f),
        emit: (p) => this.tell(p, null),
        exitsFrom: (p) => this.exitsFrom(p),
      },
      this.automaton.stableFacts(),
    );
    const { taken, lost, outside } = this.orbits.take(at);
    if (taken) this.pattern = 'periodic';
    for (const l of lost) this.lose(l, 'irregular', 'The paths interleave without a fixed period.');
    return outside;
  }

  private follow(index: number, at: Point): void {
    this.limited ||= Math.max(effort() - this.begun, this.asked / MAX_ASKED) > (this.request.maxEffort ?? MAX_EFFORT);
    if (this.limited || this.request.budget.exhausted()) {
      const why = exhausted('the ways that one loop can run', null);
      return this.lose(at, why.code, why.message);
    }
    if (++this.visited > MAX_VISITS || this.cases.length > MAX_CASES) {
      this.lose(at, 'too-many-traces', 'The loop can run in more ways than are followed.');
      return;
    }
    const path = this.request.paths[index] as LoopPath;
    const option = this.automaton.optionOf(index);
    if (option.kind === 'steps' && option.why) {
      this.lose(at, option.why.code, option.why.message);
      return;
    }
    const earlier = at.visits.map((v, k) => (v.path === index ? k : -1)).filter((k) => k >= 0);
    if (earlier.length > 0) {
      if (this.pattern === 'sequential' && at.visits.some((v) => v.path !== index)) this.pattern = 'periodic';
      for (const from of [...earlier].reverse()) if (this.summarizeCycle(index, from, at)) return;
      if (earlier.length >= MAX_REPEATS) {
        this.unrolled ||= option.kind === 'steps';
        this.lose(at, 'irregular', 'The paths interleave without a fixed period.');
        return;
      }
    }
    this.continueFrom(index, at, path, option);
  }

  /** Leaves a path in each way that it can be left (algorithm 3, lines 9-14). */
  private continueFrom(index: number, at: Point, path: LoopPath, option: Option): void {
    const reasons = [...at.reasons, ...reasonsOf(path)];
    if (option.kind === 'steps') {
      const { values, fresh, renaming } = applied(
        this.request,
        path,
        at.values,
        (this.automaton.likes[index] as PathLike).update,
      );
      const defined = and(at.defined, substituteFormula(path.defined, at.values));
      this.enter(
        {
          ...at,
          values,
          defined,
          definedKnown: at.definedKnown && path.definedKnown,
          fresh: [...at.fresh, ...fresh],
          reasons,
          trace: extend(at.trace, index, int(1)),
          steps: [...at.steps, { kind: 'path', path: index, count: int(1), forms: null, renaming }],
          visits: [...at.visits, { path: index, count: int(1) }],
        },
        null,
      );
      return;
    }
    const acceleration = option.acceleration;
    const leaveAfter = ({ count, condition }: Leave, fresh: readonly Fresh[], map: Point['values']): void => {
      const iterations = substitute(count, map);
      const whole = and(at.condition, substituteFormula(condition, map));
      if (!this.possible(at, whole)) return;
      const next = afterIterations(this.request, { acceleration, path: index, count }, at, map);
      this.enter(
        {
          ...next,
          condition: whole,
          fresh: [...next.fresh, ...fresh],
          reasons: [...next.reasons, ...reasonsOf(path)],
          trace: extend(at.trace, index, iterations),
          visits: [...at.visits, { path: index, count }],
        },
        index,
      );
    };
    for (const leave of acceleration.leaves) {
      const { map, fresh } = withCount(this.request, leave, at.values);
      leaveAfter(leave, fresh, map);
    }

    const lasting = this.lasting(at, acceleration);
    if (path.free.kind === 'true' && lasting) {
      this.tell(
        {
          ...at,
          condition: lasting.condition,
          defined: and(at.defined, lasting.defined),
          definedKnown: at.definedKnown && path.definedKnown && lasting.known,
          trace: extend(at.trace, index, sym(INFINITY)),
          steps: [
            ...at.steps,
            { kind: 'path', path: index, count: null, forms: acceleration.closed.forms, renaming: new Map() },
          ],
          reasons,
        },
        null,
      );
    }
    // the environment may end the repetition although the guard still holds
    if (path.free.kind !== 'true') this.leaveVoluntarily(at, path, acceleration, leaveAfter);
  }

  /**
   * When the repetition never ends, and what is said then against undefined behaviour; null where it ends, or where all
   * runs that don't are undefined.
   */
  private lasting(at: Point, acceleration: Acceleration): Lasting | null {
    const { definedForever } = acceleration;
    const condition = and(at.condition, substituteFormula(acceleration.forever, at.values));
    const safe = definedForever === null ? null : substituteFormula(definedForever, at.values);
    if (safe?.kind !== 'false' && this.possible(at, and(condition, safe ?? TRUE)))
      return { condition, defined: safe ?? TRUE, known: safe !== null };
    return this.request.undefinedToo && this.possible(at, condition)
      ? { condition, defined: TRUE, known: false }
      : null;
  }

  private leaveVoluntarily(
    at: Point,
    path: LoopPath,
    acceleration: Acceleration,
    leaveAfter: (leave: Leave, fresh: readonly Fresh[], map: Point['values']) => void,
  ): void {
    for (let k = 1; k <= acceleration.prefix; k++) {
      const through = acceleration.holdsThrough(int(k));
      if (through === null) continue;
      const still = substituteFormula(path.guard, acceleration.valuesAfter(int(k)));
      leaveAfter({ count: int(k), condition: and(through, still) }, [], at.values);
    }
    const name = this.request.symbols.fresh('count', 'k');
    this.request.symbols.set(name, { lo: BigInt(acceleration.prefix + 1), hi: null });
    const iteration = sym(name);
    const through = acceleration.holdsThrough(iteration);
    if (through === null) {
      this.lose(at, 'input-dependent', 'The loop may be left at any iteration.');
      return;
    }
    const still = substituteFormula(path.guard, acceleration.valuesAfter(iteration));
    const condition = and(ge0(plus(iteration, -(acceleration.prefix + 1))), through, still);
    leaveAfter({ count: iteration, condition }, [{ symbol: name, kind: 'count', reason: null }], at.values);
    // and it may go on for ever, where the guard allows it: a run that never ends has no state afterwards
  }

  /**
   * A state is reached again: the visits since then are a period if their counts are fixed from here on (algorithm 3,
   * line 2). Returns false where they are none.
   */
  private summarizeCycle(start: number, from: number, at: Point): boolean {
    if (at.cycles >= MAX_CYCLES) {
      this.lose(at, 'irregular', 'The paths interleave without a fixed period.');
      return true;
    }
    const word = this.automaton.period(at.visits.slice(from), at.values);
    if (word === null) return false;
    const built = this.automaton.contractedPath(word, at.values);
    if (built === null) return false;
    const facts = and(this.automaton.stableFacts(), ...word.map((w) => ge0(plus(w.count, -1))));
    const accelerated = accelerate(built, facts, this.request.symbols.range);
    if (accelerated.kind !== 'accelerated') return false;
    const acceleration = accelerated.acceleration;
    if (acceleration.closed.open.size > 0) return false;
    if (this.pattern === 'sequential')
      this.pattern = new Set(word.map((w) => w.path)).size > 1 ? 'periodic' : 'sequential';
    const free = word.some((w) => (this.request.paths[w.path] as LoopPath).free.kind !== 'true');
    if (free)
      return leaveWithinPeriods(
        this.automaton,
        { word, built, acceleration },
        { ...at, cycles: MAX_CYCLES },
        { possible: (p, f) => this.possible(p, f), exitsFrom: (p) => this.exitsFrom(p) },
      );

    const done = { ...at, visits: [], cycles: at.cycles + 1 };
    // not even one period more
    const held: Formula[] = [];
    for (const l of built.guard) {
      const now = substituteFormula(l, at.values);
      const condition = and(at.condition, ...held, not(now));
      held.push(now);
      if (this.possible(at, condition))
        this.continueFrom(
          start,
          { ...done, condition },
          this.request.paths[start] as LoopPath,
          this.automaton.optionOf(start),
        );
    }
    for (const leave of acceleration.leaves) {
      const { map, fresh } = withCount(this.request, leave, at.values);
      const condition = and(at.condition, substituteFormula(leave.condition, map));
      if (!this.possible(at, condition)) continue;
      const next = afterPeriods(this.automaton, { word, built, acceleration }, leave.count, { ...at, values: map });
      this.enter({ ...next, condition, fresh: [...next.fresh, ...fresh], visits: [], cycles: at.cycles + 1 }, null);
    }
    const lasting = this.lasting(at, acceleration);
    if (lasting) {
      const known = at.definedKnown && lasting.known && built.defined !== UNKNOWN_DEFINED;
      this.tell(
        {
          ...at,
          condition: lasting.condition,
          defined: and(at.defined, lasting.defined),
          definedKnown: known,
          trace: [
            ...at.trace,
            { kind: 'cycle', word: word.map((w) => ({ path: w.path, count: w.count })), count: sym(INFINITY) },
          ],
          steps: [...at.steps, this.automaton.cycleStep(word, null, acceleration, built.fixed)],
        },
        null,
      );
    }
    return true;
  }

  private exitsFrom(at: Point): void {
    for (const [j, p] of this.request.paths.entries()) {
      if (p.kind !== 'exit') continue;
      const condition = and(at.condition, substituteFormula(p.guard, at.values));
      if (this.possible(at, condition)) this.leave(j, { ...at, condition });
    }
  }
}
