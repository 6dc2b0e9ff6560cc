/**
 * Traces along the orbits of an oscillating loop, up to the iteration at which the loop's own counting ends it. Source:
 * LoopSCC, theorem 2, for the orbits; the rest is our own.
 */
import type { Step } from '../certify/index.ts';
import { COUNTER } from '../certify/index.ts';
import type { Formula, Literal, Symbol, Term } from '../logic/index.ts';
import {
  FALSE,
  INFINITY,
  TRUE,
  and,
  conjuncts,
  ge0,
  int,
  isConst,
  le,
  not,
  plus,
  substitute,
  substituteFormula,
  sym,
  symbolsOfFormula,
} from '../logic/index.ts';
import { implies } from '../decide/index.ts';
import type { Fresh } from '../explore/index.ts';
import type { Acceleration, LeaveOption } from './acceleration/index.ts';
import { accelerate, valueOf } from './acceleration/index.ts';
import type { Orbit, Orbits, Oscillation } from './oscillation/index.ts';
import { boundAtEnd, dutiesOf, motionOf, orbitsAt, settled } from './oscillation/index.ts';
import type { Point } from './trace-point.ts';
import type { TraceRequest } from './trace-request.ts';

/** What following an orbit needs of the traces around it. */
export interface OrbitHost {
  possible(at: Point, condition: Formula): boolean;
  /** The run never ends. */
  emit(at: Point): void;
  /** Every way out of the loop from here. */
  exitsFrom(at: Point): void;
}

const ITERATIONS = sym(COUNTER);

/**
 * A counting literal that fails for good once it fails. What says that it holds at all iterations up to n, and at all
 * there are.
 */
interface Ending {
  readonly upTo: (n: Term) => Formula;
  readonly ever: Formula;
  /** The only iterations at which it can fail first; null: any. */
  readonly stops: readonly bigint[] | null;
}

/** An orbit that is followed from a point, with what can end it. */
interface Followed {
  readonly orbit: Orbit;
  /** What all branches change alike. */
  readonly counter: Acceleration;
  readonly endings: readonly Ending[];
  readonly at: Point;
}

/** One way to leave an orbit: after n iterations. */
interface OrbitExit {
  readonly n: Term;
  /** Over the values at its start. */
  readonly condition: Formula;
  /** Values at its start, and of symbols for counts. */
  readonly values: ReadonlyMap<Symbol, Term>;
  readonly fresh: readonly Fresh[];
}

/** Nothing but the counter ends it in fewer than n iterations. */
function noneBefore({ orbit, endings }: Followed, n: Term): Formula {
  return and(...endings.map((e) => e.upTo(plus(n, -1))), orbit.length === null ? TRUE : le(n, int(orbit.length)));
}

/** With more possible ends than this they are one case, with the count as a symbol. */
const MAX_STOPS = 70;

/** Constants from which no finite orbit was found: with more of them none is looked for. */
const MAX_FAILURES = 4;

export class OrbitFollower {
  private readonly oscillation: Oscillation;
  private readonly request: TraceRequest;
  private readonly host: OrbitHost;
  private readonly facts: Formula;
  private readonly known = new Map<string, Orbits | null>();
  private failures = 0;
  private readonly simpler = new Map<string, OrbitFollower>();
  /** What all branches change alike, as one path of its own; null: it has no closed form. */
  private readonly counter: Acceleration | null;
  private readonly duties: ReturnType<typeof dutiesOf>;
  /** Counting literals that are about the control values or what the branches add up. */
  private readonly own: readonly Literal[];

  constructor(oscillation: Oscillation, request: TraceRequest, host: OrbitHost, facts: Formula) {
    this.oscillation = oscillation;
    this.request = request;
    this.host = host;
    this.facts = facts;
    const { shared, counting, branches } = oscillation;
    const { range } = request.symbols;
    const isShared = (f: Formula): boolean =>
      [...symbolsOfFormula(f)].every(
        (x) => shared.has(x) || !(oscillation.control.has(x) || oscillation.changes.has(x)),
      );
    this.own = counting.filter((l) => !isShared(l));
    this.duties = dutiesOf(oscillation, request.paths, range);
    // conditions against undefined behaviour that all branches have, about what they all change
    const alike = conjuncts(request.paths[branches[0]?.path ?? 0]?.defined ?? TRUE).filter(
      (f) =>
        isShared(f) &&
        branches.every((b) => conjuncts(request.paths[b.path]?.defined ?? TRUE).some((g) => g.key === f.key)),
    );
    this.duties = this.duties?.filter((d) => !alike.some((f) => f.key === d.condition.key)) ?? null;
    const accelerated = accelerate(
      { guard: counting.filter(isShared), update: shared, defined: and(...alike), fresh: new Set() },
      facts,
      range,
    );
    this.counter =
      accelerated.kind === 'accelerated' && accelerated.acceleration.closed.open.size === 0
        ? accelerated.acceleration
        : null;
  }

  /** Splits a point's states: those inside are taken to their end (or `lost`), those `outside` are returned. */
  take(at: Point): { readonly taken: boolean; readonly lost: readonly Point[]; readonly outside: readonly Point[] } {
    const simpler = this.settledAt(at);
    if (simpler) return simpler.take(at);
    const orbits = this.counter && this.orbitsFrom(at);
    if (!orbits) return { taken: false, lost: [], outside: [at] };
    const lost: Point[] = [];
    const within = (f: Formula): Point => ({ ...at, condition: and(at.condition, substituteFormula(f, at.values)) });
    const taken = this.host.possible(at, within(orbits.inside).condition);
    if (taken) {
      for (const orbit of orbits.orbits) {
        const start = within(orbit.start);
        if (this.host.possible(at, start.condition) && !this.follow(orbit, this.counter as Acceleration, start))
          lost.push(start);
      }
    }
    return { taken, lost, outside: orbits.outside.map(within).filter((p) => this.host.possible(p, p.condition)) };
  }

  /**
   * The same for the branches that are left where some conditions on the control values hold for good; null: none does.
   */
  private settledAt(at: Point): OrbitFollower | null {
    const { range } = this.request.symbols;
    const left = settled(this.oscillation, (l) => implies(at.condition, substituteFormula(l, at.values), range), range);
    if (left === null) return null;
    const key = left.branches.map((b) => `${b.path} ${b.guard.map((l) => l.key).join()}`).join(';');
    const known = this.simpler.get(key) ?? new OrbitFollower(left, this.request, this.host, this.facts);
    this.simpler.set(key, known);
    return known;
  }

  private orbitsFrom(at: Point): Orbits | null {
    const constants = new Map<Symbol, bigint>();
    for (const x of this.oscillation.control) {
      const t = at.values.get(x);
      if (t && isConst(t)) constants.set(x, t.value);
    }
    const key = [...constants].map(([x, v]) => `${x.key}=${v}`).join();
    const known = this.known.get(key);
    if (known !== undefined) return known;
    if (this.failures >= MAX_FAILURES) return null;
    const orbits = orbitsAt(this.oscillation, constants);
    if (orbits === null) this.failures++;
    this.known.set(key, orbits);
    return orbits;
  }

  /** From a state inside to the exit: n is the least number of iterations at which a counting literal fails. */
  private follow(orbit: Orbit, counter: Acceleration, at: Point): boolean {
    const endings = this.endings(orbit);
    if (endings === null || (counter.prefix > 0 && (endings.length > 0 || orbit.length !== null))) return false;
    if (orbit.length === 0n) return false;
    const followed: Followed = { orbit, counter, endings, at };
    if (orbit.length !== null) this.leaveAtEnd(followed, orbit.length);
    else this.goOnForEver(followed);
    for (const leave of counter.leaves) this.leaveByCounter(followed, leave);
    return endings.every((_, i) => this.leaveByEnding(followed, i));
  }

  /** The orbit itself ends, unless something fails before. */
  private leaveAtEnd(f: Followed, length: bigint): void {
    const n = int(length);
    const condition = and(noneBefore(f, n), f.counter.holdsThrough(plus(n, 1)) ?? FALSE);
    this.leave(f, { n, condition, values: f.at.values, fresh: [] });
  }

  private goOnForEver({ orbit, counter, endings, at }: Followed): void {
    const forever = and(
      at.condition,
      substituteFormula(and(counter.forever, ...endings.map((e) => e.ever)), at.values),
    );
    if (!this.host.possible(at, forever)) return;
    const safe = this.definedForever(orbit, counter);
    const word = this.oscillation.branches.map((b) => ({ path: b.path, count: sym(INFINITY) }));
    this.host.emit({
      ...at,
      condition: forever,
      defined: and(at.defined, substituteFormula(safe ?? TRUE, at.values)),
      definedKnown: at.definedKnown && safe !== null,
      steps: [...at.steps, this.step(orbit, counter, null)],
      trace: [...at.trace, { kind: 'mixed', word, count: int(1) }],
    });
  }

  /** What all branches change alike ends the loop. */
  private leaveByCounter(followed: Followed, leave: LeaveOption): void {
    const values = new Map(followed.at.values);
    if (!leave.least) {
      this.leave(followed, {
        n: leave.count,
        condition: and(leave.condition, noneBefore(followed, leave.count)),
        values,
        fresh: [],
      });
      return;
    }
    const { stop, symbol: own } = leave.least;
    const made = this.leastCount(followed.orbit, (name) => substituteFormula(stop, new Map([[own, name]])), values);
    values.set(own, made.n);
    const n = substitute(leave.count, new Map([[own, made.n]]));
    this.leave(followed, { n, condition: and(leave.condition, noneBefore(followed, n)), values, fresh: [made.fresh] });
  }

  /** One of the other literals ends the loop; false: that isn't known. */
  private leaveByEnding(followed: Followed, index: number): boolean {
    const { orbit, counter, endings, at } = followed;
    const ending = endings[index] as Ending;
    const stop = (n: Term): Formula => not(ending.upTo(n));
    // those before it in the list hold even where it fails
    const others = (n: Term): readonly Formula[] => endings.map((o, k) => o.upTo(k < index ? n : plus(n, -1)));
    for (const j of ending.stops ?? []) {
      if (orbit.length !== null && j >= orbit.length) continue;
      const n = int(j);
      const condition = and(stop(n), ...others(n), counter.holdsThrough(plus(n, 1)) ?? FALSE);
      this.leave(followed, { n, condition, values: at.values, fresh: [] });
    }
    if (ending.stops !== null) return true;
    const { n, fresh } = this.leastCount(orbit, stop, new Map(at.values));
    const before = others(n);
    const through = counter.holdsThrough(plus(n, 1));
    if (through === null) return false;
    const within = orbit.length === null ? TRUE : le(n, int(orbit.length - 1n));
    this.leave(followed, { n, condition: and(stop(n), ...before, through, within), values: at.values, fresh: [fresh] });
    return true;
  }

  /** A count that has no formula: the least number for which something holds. */
  private leastCount(
    orbit: Orbit,
    least: (n: Term) => Formula,
    values: ReadonlyMap<Symbol, Term>,
  ): { readonly n: Term; readonly fresh: Fresh } {
    const name = this.request.symbols.fresh('count', 'n');
    this.request.symbols.set(name, { lo: 1n, hi: orbit.length });
    const n = sym(name);
    return { n, fresh: { symbol: name, kind: 'count', reason: null, least: substituteFormula(least(n), values) } };
  }

  private leave({ orbit, counter, at }: Followed, { n: iterations, condition, values: map, fresh }: OrbitExit): void {
    if (condition.kind === 'false') return;
    const whole = and(at.condition, substituteFormula(condition, map));
    if (!this.host.possible(at, whole)) return;
    const values = new Map(at.values);
    for (const [x, t] of [...orbit.after(iterations), ...counter.valuesAfter(iterations)])
      values.set(x, substitute(t, map));
    const safe = this.defined(orbit, counter, iterations);
    const defined = safe === null ? at.defined : and(at.defined, substituteFormula(safe, map));
    const word = [...orbit.counts(iterations)].map(([path, count]) => ({ path, count: substitute(count, map) }));
    this.host.exitsFrom({
      ...at,
      values,
      condition: whole,
      defined,
      definedKnown: at.definedKnown && safe !== null,
      fresh: [...at.fresh, ...fresh],
      visits: [],
      trace: [...at.trace, { kind: 'mixed', word, count: int(1) }],
      steps: [...at.steps, this.step(orbit, counter, substitute(iterations, map))],
    });
  }

  /**
   * The literals that end the loop beside those of the counter; null where there is one whose first failure isn't
   * known.
   */
  private endings(orbit: Orbit): readonly Ending[] | null {
    const oscillation = this.oscillation;
    const out: Ending[] = [];
    for (const literal of this.own) {
      const motion = motionOf(literal, oscillation, this.request.symbols.range);
      if (motion === 'constant' || motion === 'rising') continue;
      if (motion === 'falling') {
        out.push({ upTo: (n) => substituteFormula(literal, orbit.after(n)), ever: FALSE, stops: null });
        continue;
      }
      if (literal.kind !== 'ge') return null;
      const least = orbit.least(literal.term);
      if (!least) return null;
      out.push({
        upTo: (n) => ge0(least.upTo(n)),
        ever: ge0(least.ever),
        stops: least.falls.length > MAX_STOPS ? null : least.falls,
      });
    }
    return out;
  }

  /** No undefined behaviour in the first n iterations; null: not known. */
  private defined(orbit: Orbit, counter: Acceleration, count: Term): Formula | null {
    const { range } = this.request.symbols;
    const parts: Formula[] = [];
    const through = counter.definedThrough(count);
    if (this.duties === null || through === null) return null;
    for (const duty of this.duties) {
      const failure = orbit.firstFailure(duty.branch, duty.condition, range);
      const bound =
        failure === 'unknown'
          ? boundAtEnd(duty, this.oscillation, orbit.after(count), range)
          : failure === null
            ? TRUE
            : le(count, int(failure));
      if (bound === null) return null;
      parts.push(bound);
    }
    return and(through, ...parts);
  }

  /** No undefined behaviour in any iteration; null: not known. */
  private definedForever(orbit: Orbit, counter: Acceleration): Formula | null {
    const { range } = this.request.symbols;
    return this.duties?.every((d) => orbit.firstFailure(d.branch, d.condition, range) === null)
      ? counter.definedForever
      : null;
  }

  /** What lets an orbit be checked. */
  private step(orbit: Orbit, counter: Acceleration, count: Term | null): Step {
    const after = new Map([
      ...orbit.after(ITERATIONS),
      ...[...counter.closed.forms].map(([x, f]): [Symbol, Term] => [x, valueOf(f)]),
    ]);
    return { kind: 'orbit', count, after, visits: orbit.counts(ITERATIONS) };
  }
}
