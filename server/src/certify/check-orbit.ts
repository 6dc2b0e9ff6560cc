/**
 * An orbit: values after n iterations that take the paths in whatever order. At each n below the count some path's
 * guard holds, and the values after n + 1 are what that path makes of those after n. Tails are gone through one by one,
 * cycles by residues.
 */
import type { Formula, Literal, Term } from '../logic/index.ts';
import {
  and,
  conjuncts,
  derived,
  ge0,
  int,
  isLiteral,
  le,
  not,
  partsOf,
  plus,
  sub,
  substitute,
  substituteFormula,
  sumOf,
  sym,
} from '../logic/index.ts';
import { withoutConditions } from './canonical-form.ts';
import type { Obligation, PathClaim, Step } from './certificate.ts';
import { COUNTER } from './certificate.ts';
import { below } from './every-iteration.ts';
import { repetitionOf } from './repetition-of-tables.ts';
import { hasVisits, notVisited, visitsIn } from './term-facts.ts';
import type { Replay, Values } from './replay-context.ts';

interface CheckedOrbit {
  readonly values: Values;
  readonly obligations: readonly Obligation[];
  /**
   * The loop's paths with those conditions against undefined behaviour that were not seen to be met at each of their
   * visits.
   */
  readonly unmet: readonly PathClaim[];
}

type OrbitStep = Step & { readonly kind: 'orbit' };

export function checkOrbit(step: OrbitStep, values: Values, context: Formula, replay: Replay): CheckedOrbit {
  const { prover } = replay;
  const open = (duty: Obligation['duty'], about: string): CheckedOrbit => ({
    values,
    obligations: [{ duty, about, discharge: 'open' }],
    unmet: replay.claim.paths,
  });
  const iterative = replay.claim.paths.map((path, index) => ({ path, index })).filter(({ path }) => !path.exit);
  if (iterative.some(({ path: p }) => p.partial || p.free.kind !== 'true' || p.fresh.length > 0))
    return open('guard', 'orbit');
  const orbit = new Orbit(step, { values, context, iterative }, replay);
  const start = orbit.startsElsewhere();
  if (start !== null) return open('start', start);
  const shape = repetitionOf([...step.after.values(), ...step.visits.values()], COUNTER);
  if (shape === null) return open('closed form', 'orbit');
  const { tail, period } = shape;
  for (let n = 0n; n < tail; n++) if (!orbit.takesAPath(int(n), and())) return open('closed form', `orbit at ${n}`);
  const q = sym(derived(COUNTER, "'"));
  for (let r = 0n; r < period; r++) {
    if (!orbit.takesAPath(sumOf(tail + r, [{ coef: period, mono: q }]), ge0(q)))
      return open('closed form', `orbit at ${tail + r}`);
  }
  const after = step.count === null ? values : orbit.at(step.count);
  const nonNegative = step.count === null || prover.proves(context, le(int(0), step.count)) !== null;
  const rule = period === 1n ? 'rotation' : 'table';
  return {
    values: after,
    obligations: [{ duty: 'closed form', about: 'orbit', discharge: nonNegative ? 'residues' : 'open', rule }],
    unmet: orbit.unmetPaths(),
  };
}

/** One of the loop's paths that go on, with its number. */
interface Iterative {
  readonly path: PathClaim;
  readonly index: number;
}

/** What the orbit begins with. */
interface OrbitStart {
  readonly values: Values;
  readonly context: Formula;
  readonly iterative: readonly Iterative[];
}

/** One iteration of it: the values before and after, and what is known then. */
interface Iteration {
  readonly n: Term;
  readonly now: Values;
  readonly next: Values;
  readonly known: Formula;
}

/** The claimed values and visits after any number of iterations, with what was seen of the paths. */
class Orbit {
  private readonly claim: OrbitStep;
  private readonly start: OrbitStart;
  private readonly on: Replay;
  private visits: ReturnType<typeof visitsIn> | null = null;
  private last: Values | null = null;
  private readonly counting = new Map<string, boolean>();
  private readonly heldAtLast = new Map<string, boolean>();
  /**
   * By path: conditions against undefined behaviour that don't show at some visit of it; null: not all of them are
   * known.
   */
  private readonly unmet: ReadonlyMap<number, Set<Formula> | null>;

  constructor(claim: OrbitStep, start: OrbitStart, replay: Replay) {
    this.claim = claim;
    this.start = start;
    this.on = replay;
    this.unmet = new Map(
      start.iterative.map(({ path, index }) => [index, path.definedKnown ? new Set<Formula>() : null]),
    );
  }

  /** The values after n iterations. */
  at(count: Term): Values {
    const { values } = this.start;
    const map = new Map([...values, [COUNTER, count]]);
    return new Map(
      [...values].map(([x, t]) => {
        const a = this.claim.after.get(x);
        return [x, a ? substitute(a, map) : t];
      }),
    );
  }

  /** What isn't as claimed after no iteration; null: all is. */
  startsElsewhere(): string | null {
    const {
      start: { values, context },
      on: { prover },
    } = this;
    for (const [x, t] of this.at(int(0)))
      if (prover.equal(context, t, values.get(x) as Term) === null) return x.display;
    const none = [...this.claim.visits.values()].every(
      (t) => prover.equal(context, substitute(t, new Map([...values, [COUNTER, int(0)]])), int(0)) !== null,
    );
    return none ? null : 'visits';
  }

  /** The loop's paths with the conditions that are still to be shown. */
  unmetPaths(): readonly PathClaim[] {
    return this.on.claim.paths.map((p, i) => ({ ...p, defined: and(...(this.unmet.get(i) ?? [p.defined])) }));
  }

  /** Some path is taken at n, the one that the values go by. */
  takesAPath(count: Term, given: Formula): boolean {
    const {
      start: { context, iterative },
      on: { prover },
    } = this;
    const among = and(context, given, below(this.claim.count, count));
    const before = this.unvisited(count, among);
    const known = and(among, before);
    const resolved = (state: Values): Values =>
      new Map([...state].map(([x, t]) => [x, withoutConditions(t, (f) => prover.proves(known, f) !== null)]));
    const step: Iteration = { n: count, now: resolved(this.at(count)), next: resolved(this.at(plus(count, 1))), known };
    // where an iteration comes before a first visit, mostly no more has to be known
    const heldNow = (f: Formula): boolean =>
      (before.kind !== 'true' && prover.proves(and(given, before), substituteFormula(f, step.now)) !== null) ||
      this.holds(f, step);
    const taken = iterative.find((i) => conjuncts(i.path.guard).every(heldNow) && this.goesBy(i, step));
    if (taken) this.visit(taken, step);
    return taken !== undefined || prover.refutes(among) !== null || this.takesOneOf(step, heldNow);
  }

  /** Not always the same path: each where its guard holds, and one of them does. */
  private takesOneOf(step: Iteration, heldNow: (f: Formula) => boolean): boolean {
    const {
      start: { iterative },
      on: { prover },
    } = this;
    const branches = iterative.map((i) => ({
      ...i,
      guard: and(
        ...conjuncts(i.path.guard)
          .filter((f) => !heldNow(f))
          .map((f) => substituteFormula(f, step.now)),
      ),
    }));
    if (prover.refutes(and(step.known, ...branches.map((b) => not(b.guard)))) === null) return false;
    return branches.every((b) => {
      const taken: Iteration = { ...step, known: and(step.known, b.guard) };
      if (prover.refutes(taken.known) !== null) return true;
      this.visit(b, taken);
      return this.goesBy(b, taken);
    });
  }

  /** The values go by the path, whose visits are one more, and those of no other are. */
  private goesBy({ path, index }: Iterative, { n, now, next, known }: Iteration): boolean {
    const {
      start: { values, iterative },
      on: { prover },
    } = this;
    for (const [x, t] of next) {
      const u = path.update.get(x);
      if (prover.equal(known, t, u ? substitute(u, now) : (now.get(x) as Term)) === null) return false;
    }
    return iterative.every(({ index: j }) => {
      const visits = this.claim.visits.get(j) ?? int(0);
      const count = (k: Term): Term => substitute(visits, new Map([...values, [COUNTER, k]]));
      return prover.equal(known, count(plus(n, 1)), plus(count(n), index === j ? 1 : 0)) !== null;
    });
  }

  /** Keeps the conditions of a path that don't show at this visit of it. */
  private visit({ path, index }: Iterative, { now, known }: Iteration): void {
    const kept = this.unmet.get(index);
    if (!kept) return;
    for (const f of conjuncts(path.defined))
      if (!kept.has(f) && this.on.prover.proves(known, substituteFormula(f, now)) === null) kept.add(f);
  }

  private holds(f: Formula, { now, known }: Iteration): boolean {
    if (isLiteral(f) && this.isCounting(f) && this.holdsLast(f)) return true;
    return this.on.prover.proves(known, substituteFormula(f, now)) !== null;
  }

  /** A literal that no path ever makes true again holds before as it holds last. */
  private isCounting(literal: Literal): boolean {
    const isKept = ({ path: p }: Iterative): boolean =>
      this.on.prover.proves(p.guard, ge0(sub(literal.term, substitute(literal.term, p.update)))) !== null;
    const known = this.counting.get(literal.key) ?? (literal.kind === 'ge' && this.start.iterative.every(isKept));
    this.counting.set(literal.key, known);
    return known;
  }

  private holdsLast(literal: Literal): boolean {
    const known = this.heldAtLast.get(literal.key);
    if (known !== undefined) return known;
    const { count } = this.claim;
    this.last ??= count && this.at(plus(count, -1));
    const held =
      this.last !== null && this.on.prover.proves(this.start.context, substituteFormula(literal, this.last)) !== null;
    this.heldAtLast.set(literal.key, held);
    return held;
  }

  /** Where the count is a first visit, or so many after one: what is known of an iteration before it. */
  private unvisited(n: Term, among: Formula): Formula {
    const {
      claim: { count },
      start: { context },
      on: { prover },
    } = this;
    if (count === null) return and();
    this.visits ??= hasVisits(count) ? visitsIn([count], (f) => prover.proves(context, f) !== null) : [];
    if (this.visits.length === 0) return and();
    return notVisited(this.visits, [n, plus(n, -partsOf(count).constant)], (f) => prover.proves(among, f) !== null);
  }
}
