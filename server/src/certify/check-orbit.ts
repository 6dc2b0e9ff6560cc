/**
 * An orbit: values after n iterations that take the paths in whatever order. At each n below the count some path's guard holds, and the
 * values after n + 1 are what that path makes of those after n. Tails are gone through one by one, cycles by residues.
 */
import type { Formula, Literal, Symbol, Term } from '../logic/index.ts';
import {
  and, conjuncts, derived, ge0, int, isLiteral, le, mentions, not, partsOf, plus, sub, substitute,
  substituteFormula, sumOf, sym, symbolsOf,
} from '../logic/index.ts';
import { gcd } from '../arithmetic/index.ts';
import { withoutConditions } from './canonical-form.ts';
import type { Obligation, PathClaim, Step } from './certificate.ts';
import { COUNTER } from './certificate.ts';
import { hasVisits, notVisited, visitsIn } from './term-facts.ts';
import type { Replay, Values } from './replay-context.ts';

const MAX_RESIDUES = 200n;

interface CheckedOrbit {
  readonly values: Values;
  readonly obligations: readonly Obligation[];
  /** The loop's paths with those conditions against undefined behaviour that were not seen to be met at each of their visits. */
  readonly unmet: readonly PathClaim[];
}

export function checkOrbit(s: Step & { kind: 'orbit' }, values: Values, context: Formula, on: Replay): CheckedOrbit {
  const { prover } = on;
  const open = (duty: Obligation['duty'], about: string): CheckedOrbit => ({ values, obligations: [{ duty, about, discharge: 'open' }], unmet: on.claim.paths });
  const iterative = on.claim.paths.map((p, i) => ({ p, i })).filter(({ p }) => !p.exit);
  if (iterative.some(({ p }) => p.partial || p.free.kind !== 'true' || p.fresh.length > 0)) return open('guard', 'orbit');
  const at = (n: Term): Values => {
    const map = new Map([...values, [COUNTER, n]]);
    return new Map([...values].map(([x, t]) => {
      const a = s.after.get(x);
      return [x, a ? substitute(a, map) : t];
    }));
  };
  for (const [x, t] of at(int(0))) if (prover.equal(context, t, values.get(x) as Term) === null) return open('start', x.display);
  for (const t of s.visits.values()) if (prover.equal(context, substitute(t, new Map([...values, [COUNTER, int(0)]])), int(0)) === null) return open('start', 'visits');

  // literals that no path ever makes true again hold before as they hold last
  const settled = (l: Literal): boolean => iterative.every(({ p }) => prover.proves(p.guard, ge0(sub(l.term, substitute(l.term, p.update)))) !== null);
  const counting = new Map<string, boolean>();
  const isCounting = (l: Literal): boolean => {
    const known = counting.get(l.key) ?? (l.kind === 'ge' && settled(l));
    counting.set(l.key, known);
    return known;
  };
  const last = s.count && at(plus(s.count, -1));
  const holdsLast = (l: Literal): boolean => last !== null && prover.proves(context, substituteFormula(l, last)) !== null;
  const below = (n: Term): Formula => (s.count === null ? and() : ge0(sub(plus(s.count, -1), n)));
  const heldAtLast = new Map<string, boolean>();
  const holds = (f: Formula, state: Values, given: Formula): boolean => {
    if (!isLiteral(f)) return prover.proves(given, substituteFormula(f, state)) !== null;
    if (isCounting(f)) {
      const known = heldAtLast.get(f.key) ?? holdsLast(f);
      heldAtLast.set(f.key, known);
      if (known) return true;
    }
    return prover.proves(given, substituteFormula(f, state)) !== null;
  };
  const stepsBy = (p: PathClaim, i: number, n: Term, now: Values, next: Values, given: Formula): boolean => {
    for (const [x, t] of next) {
      const u = p.update.get(x);
      if (prover.equal(given, t, u ? substitute(u, now) : now.get(x) as Term) === null) return false;
    }
    return iterative.every(({ i: j }) => {
      const visits = s.visits.get(j) ?? int(0);
      const count = (k: Term): Term => substitute(visits, new Map([...values, [COUNTER, k]]));
      return prover.equal(given, count(plus(n, 1)), plus(count(n), i === j ? 1 : 0)) !== null;
    });
  };
  /** Where the count is a first visit, or so many after one: what is known of the iterations before it. */
  const visits = s.count === null || !hasVisits(s.count) ? [] : visitsIn([s.count], (f) => prover.proves(context, f) !== null);
  const unvisited = (n: Term, among: Formula): Formula =>
    s.count === null || visits.length === 0 ? and() : notVisited(visits, [n, plus(n, -partsOf(s.count).constant)], (f) => prover.proves(among, f) !== null);
  const unmet = new Map(iterative.map(({ p, i }) => [i, p.definedKnown ? new Set<Formula>() : null]));
  /** Keeps the conditions of a path that don't show at this visit of it. */
  const visited = (i: number, now: Values, given: Formula): void => {
    const kept = unmet.get(i);
    for (const f of kept ? conjuncts((on.claim.paths[i] as PathClaim).defined) : []) if (!kept?.has(f) && prover.proves(given, substituteFormula(f, now)) === null) kept?.add(f);
  };
  /** Some path is taken at n, the one that the values go by. */
  const oneStep = (n: Term, given: Formula): boolean => {
    const among = and(context, given, below(n));
    const before = unvisited(n, among);
    const all = and(among, before);
    const resolved = (state: Values): Values => new Map([...state].map(([x, t]) => [x, withoutConditions(t, (f) => prover.proves(all, f) !== null)]));
    const [now, next] = [resolved(at(n)), resolved(at(plus(n, 1)))];
    // where an iteration comes before a first visit, mostly no more has to be known
    const heldNow = (f: Formula): boolean => (before.kind !== 'true' && prover.proves(and(given, before), substituteFormula(f, now)) !== null) || holds(f, now, all);
    for (const { p, i } of iterative) if (conjuncts(p.guard).every(heldNow) && stepsBy(p, i, n, now, next, all)) {
      visited(i, now, all);
      return true;
    }
    if (prover.refutes(among) !== null) return true;
    // not always the same path: each where its guard holds, and one of them does
    const branches = iterative.map(({ p, i }) => ({ p, i, guard: and(...conjuncts(p.guard).filter((f) => !heldNow(f)).map((f) => substituteFormula(f, now))) }));
    const none = and(all, ...branches.map((b) => not(b.guard)));
    if (prover.refutes(none) === null) return false;
    return branches.every((b) => {
      const taken = and(all, b.guard);
      if (prover.refutes(taken) !== null) return true;
      visited(b.i, now, taken);
      return stepsBy(b.p, b.i, n, now, next, taken);
    });
  };
  const shape = repetitionOf([...s.after.values(), ...s.visits.values()], COUNTER);
  if (shape === null) return open('closed form', 'orbit');
  const { tail, period } = shape;
  for (let n = 0n; n < tail; n++) if (!oneStep(int(n), and())) return open('closed form', `orbit at ${n}`);
  const q = sym(derived(COUNTER, "'"));
  for (let r = 0n; r < period; r++) if (!oneStep(sumOf(tail + r, [{ coef: period, mono: q }]), ge0(q))) return open('closed form', `orbit at ${tail + r}`);
  const after = s.count === null ? values : at(s.count);
  const nonNegative = s.count === null || prover.proves(context, le(int(0), s.count)) !== null;
  return {
    values: after, obligations: [{ duty: 'closed form', about: 'orbit', discharge: nonNegative ? 'residues' : 'open', rule: period === 1n ? 'rotation' : 'table' }],
    unmet: on.claim.paths.map((p, i) => ({ ...p, defined: and(...unmet.get(i) ?? [p.defined]) })),
  };
}

/** After how many iterations the tables repeat, and how often; null where that is too much to look at. */
export function repetitionOf(terms: readonly Term[], n: Symbol): { tail: bigint; period: bigint } | null {
  let tail = 0n;
  let period = 1n;
  const visit = (t: Term): void => {
    if (!mentions(t, n)) return;
    switch (t.kind) {
      case 'sum': for (const p of t.parts) visit(p.mono); break;
      case 'prod': for (const f of t.factors) visit(f); break;
      case 'div': case 'mod': {
        // the place in a round; what wraps around has too long a period, and doesn't need it
        const repeated = (period * t.by) / gcd(period, t.by);
        if (repeated <= MAX_RESIDUES && symbolsOf(t.arg).size === 1) period = repeated;
        visit(t.arg);
        break;
      }
      case 'ite':
        for (const f of conjuncts(t.cond)) if (isLiteral(f) && f.kind === 'ge' && mentions(f.term, n)) {
          const c = -partsOf(f.term).constant;
          if (c > tail) tail = c;
        }
        visit(t.then);
        visit(t.else);
        break;
      case 'app': {
        const table = t.fn.kind === 'look-up' ? t.fn.values : null;
        const [index] = t.args;
        if (table && index?.kind === 'mod') period = (period * index.by) / gcd(period, index.by);
        else if (table && index === sym(n) && BigInt(table.length) > tail) tail = BigInt(table.length);
        for (const a of t.args) visit(a);
        break;
      }
      default:
    }
  };
  for (const t of terms) visit(t);
  return tail + period > MAX_RESIDUES ? null : { tail, period };
}
