/** Traces inside an oscillatory interval: along an orbit up to the iteration at which the loop's own counting ends it. */
import type { Step } from '../certify/certificate.ts';
import { COUNTER } from '../certify/certificate.ts';
import type { Formula, Literal } from '../ir/formula.ts';
import { and, gt, not, substituteFormula } from '../ir/formula.ts';
import type { Term } from '../ir/term.ts';
import { int, plus, substitute, sym } from '../ir/term.ts';
import type { Fresh } from '../loop/region.ts';
import type { Orbit, Oscillation } from './oscillation.ts';
import { inside, motionOf, orbitDefined, orbitsOf } from './oscillation.ts';
import type { Point } from './point.ts';
import type { TraceRequest } from './trace.ts';

/** What following an orbit needs of the traces around it. */
export interface OrbitHost {
  possible(at: Point, condition: Formula): boolean;
  /** The run never ends. */
  emit(at: Point): void;
  /** Every way out of the loop from here. */
  exitsFrom(at: Point): void;
}

const N = sym(COUNTER);

/** What lets an orbit be checked. */
const orbitStep = (orbit: Orbit, count: Term | null): Step => ({ kind: 'orbit', count, after: orbit.after(N), visits: orbit.counts(N) });

export class OrbitFollower {
  private readonly oscillation: Oscillation;
  private readonly request: TraceRequest;
  private readonly host: OrbitHost;
  private readonly orbits: readonly Orbit[];

  constructor(oscillation: Oscillation, request: TraceRequest, host: OrbitHost) {
    this.oscillation = oscillation;
    this.request = request;
    this.host = host;
    this.orbits = orbitsOf(oscillation) ?? [];
  }

  /** Splits a point's states: those inside are taken to their end (or `lost`), those `outside` are returned. */
  take(at: Point): { readonly taken: boolean; readonly lost: readonly Point[]; readonly outside: readonly Point[] } {
    const o = this.oscillation;
    if (this.orbits.length === 0) return { taken: false, lost: [], outside: [at] };
    const lost: Point[] = [];
    const within = (f: Formula): Point => ({ ...at, condition: and(at.condition, substituteFormula(f, at.values)) });
    const taken = this.host.possible(at, within(inside(o)).condition);
    if (taken) {
      for (const orbit of this.orbits) {
        const start = within(orbit.start);
        if (this.host.possible(at, start.condition) && !this.follow(orbit, start)) lost.push(start);
      }
    }
    const outside = [gt(int(o.lo), o.form), gt(o.form, int(o.hi))].map(within).filter((p) => this.host.possible(p, p.condition));
    return { taken, lost, outside };
  }

  /** From a state inside the interval to the exit: n is the least number of iterations at which a counting literal fails. */
  private follow(orbit: Orbit, at: Point): boolean {
    const o = this.oscillation;
    const { range } = this.request.symbols;
    const motions = o.counting.map((l) => ({ l, motion: motionOf(l, o, range) }));
    if (motions.some((m) => m.motion === 'other')) return false;
    const falling = motions.filter((m) => m.motion === 'falling').map((m) => m.l);
    const states = (n: Term): ReadonlyMap<string, Term> => orbit.after(n);
    const holds = (l: Literal, n: Term): Formula => substituteFormula(l, states(n));
    const finish = (n: Term, condition: Formula, fresh: readonly Fresh[]): void => {
      const whole = and(at.condition, substituteFormula(condition, at.values));
      if (!this.host.possible(at, whole)) return;
      const values = new Map(at.values);
      for (const [x, t] of states(n)) values.set(x, substitute(t, at.values));
      const safe = orbitDefined(o, this.request.paths, states(n), range);
      const defined = safe === null ? at.defined : and(at.defined, substituteFormula(safe, at.values));
      const word = [...orbit.counts(n)].map(([path, count]) => ({ path, count: substitute(count, at.values) }));
      const next: Point = {
        ...at, values, condition: whole, defined, definedKnown: at.definedKnown && safe !== null, fresh: [...at.fresh, ...fresh], visits: [],
        trace: [...at.trace, { kind: 'mixed', word, count: int(1) }],
        steps: [...at.steps, orbitStep(orbit, substitute(n, at.values))],
      };
      this.host.exitsFrom(next);
    };
    if (orbit.length !== null) {
      // the orbit itself ends, unless a counting literal fails before
      const n = int(orbit.length);
      finish(n, and(...falling.map((l) => holds(l, plus(n, -1)))), []);
    } else if (falling.length === 0) {
      this.host.emit({ ...at, definedKnown: false, trace: [...at.trace, { kind: 'mixed', word: o.branches.map((b) => ({ path: b.path, count: sym('∞') })), count: int(1) }], steps: [...at.steps, orbitStep(orbit, null)] });
    }
    for (const [i, l] of falling.entries()) {
      const name = this.request.symbols.fresh('n');
      this.request.symbols.set(name, { lo: 1n, hi: orbit.length });
      const n = sym(name);
      const stop = not(holds(l, n));
      const others = falling.flatMap((f, j) => (j === i ? [] : [holds(f, j < i ? n : plus(n, -1))]));
      const count: Fresh = { name, kind: 'count', reason: null, least: substituteFormula(stop, at.values) };
      finish(n, and(stop, holds(l, plus(n, -1)), ...others), [count]);
    }
    return true;
  }
}
