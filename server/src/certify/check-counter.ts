/**
 * Loops that something counts. What every path changes alike, by itself, decides alone how often the loop iterates. So
 * the number N of iterations is known without the order of the paths. What is left is a loop of N iterations, N being a
 * symbol, of which the branches alone must be shown. Both together are the loop. Every iteration needs what the counter
 * needs and what its branch needs. Neither changes what the other reads.
 */
import type { Formula, Symbol, Term } from '../logic/index.ts';
import {
  TRUE,
  and,
  compareSymbols,
  conjuncts,
  ge0,
  plus,
  substitute,
  substituteFormula,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type {
  CaseClaim,
  CounterClaim,
  Discharge,
  FreshClaim,
  Obligation,
  PathClaim,
  SummaryClaim,
} from './certificate.ts';
import { COUNTER, weaker } from './certificate.ts';
import { valuesAt } from './check-closed-forms.ts';
import { inOneOf } from './check-cover.ts';
import type { Trace } from './replay-trace.ts';
import { Replay } from './replay-context.ts';
import type { Repetition } from './replay-trace.ts';
import { definedAtEnds, guardsOf, reaches, safely } from './replay-trace.ts';

/** The loop taken apart. */
export interface Separated {
  /**
   * What all iterations need of the counter, how it changes, and what must hold for that not to be undefined; null: not
   * known.
   */
  readonly guard: Formula;
  readonly update: ReadonlyMap<Symbol, Term>;
  readonly defined: Formula | null;
  /** The branches alone, with a way out that is always open, which comes last. */
  readonly rest: SummaryClaim;
}

/**
 * Takes the counter, which is these symbols, out of a loop; null where something else depends on it, or it on something
 * else.
 */
function separated(claim: SummaryClaim, symbols: ReadonlySet<Symbol>, count: Symbol): Separated | null {
  const iterative = claim.paths.filter((p) => !p.exit);
  const [first] = iterative;
  if (
    !first ||
    claim.paths.some((p) => p.partial || p.free.kind !== 'true' || p.fresh.length > 0) ||
    mentions(claim, count)
  )
    return null;
  const modified = new Set(claim.paths.flatMap((p) => [...p.update.keys()]));
  const isOwn = (f: Formula): boolean => [...symbolsOfFormula(f)].every((x) => symbols.has(x) || !modified.has(x));
  const isApart = (of: Iterable<Symbol>): boolean => [...of].every((x) => !symbols.has(x));
  const alike = (of: (p: PathClaim) => Formula): readonly Formula[] =>
    conjuncts(of(first)).filter(
      (f) => isOwn(f) && iterative.every((p) => conjuncts(of(p)).some((g) => g.key === f.key)),
    );
  const without = (f: Formula, some: readonly Formula[]): Formula =>
    and(...conjuncts(f).filter((g) => !some.some((o) => o.key === g.key)));
  const guard = alike((p) => p.guard);
  const defined = alike((p) => p.defined);
  const update = new Map(
    [...symbols].flatMap((x) => (first.update.has(x) ? [[x, first.update.get(x) as Term] as const] : [])),
  );
  if (
    update.size !== symbols.size ||
    [...update.values()].some((u) => [...symbolsOf(u)].some((x) => modified.has(x) && !symbols.has(x)))
  )
    return null;
  const branches: PathClaim[] = [];
  for (const path of claim.paths) {
    // out of the loop only where the counter ends it
    if (path.exit) {
      branches.push({ ...path, guard: and(), update: new Map() });
      continue;
    }
    if ([...update].some(([x, u]) => path.update.get(x) !== u)) return null;
    const own = without(path.guard, guard);
    const effect = new Map([...path.update].filter(([x]) => !symbols.has(x)));
    if (!isApart(symbolsOfFormula(own)) || [...effect.values()].some((u) => !isApart(symbolsOf(u)))) return null;
    const safe = without(path.defined, defined);
    const known = path.definedKnown && isApart(symbolsOfFormula(safe));
    branches.push({ ...path, guard: own, update: effect, defined: known ? safe : TRUE, definedKnown: known });
  }
  const entry = new Map([...claim.entry].filter(([x]) => !symbols.has(x)));
  const end: PathClaim = {
    id: 'end',
    exit: true,
    guard: TRUE,
    free: TRUE,
    update: new Map(),
    defined: TRUE,
    definedKnown: true,
    fresh: [],
    partial: false,
  };
  return {
    guard: and(...guard),
    update,
    defined: iterative.every((p) => p.definedKnown) ? and(...defined) : null,
    rest: {
      paths: [...branches, end],
      cases: [],
      entry,
      facts: and(claim.facts, ge0(plus(sym(count), -1))),
      range: claim.range,
    },
  };
}

const mentions = (claim: SummaryClaim, name: Symbol): boolean =>
  claim.entry.has(name) ||
  symbolsOfFormula(claim.facts).has(name) ||
  [...claim.entry.values()].some((t) => symbolsOf(t).has(name)) ||
  claim.paths.some(
    (p) =>
      p.update.has(name) ||
      symbolsOfFormula(and(p.guard, p.defined)).has(name) ||
      [...p.update.values()].some((u) => symbolsOf(u).has(name)),
  );

/** The same counts, with the same meaning. */
const isPart = (some: readonly FreshClaim[], all: readonly FreshClaim[]): boolean =>
  some.every((f) => all.some((g) => g.symbol === f.symbol && g.least?.key === f.least?.key));

type CheckCase = (c: CaseClaim, on: Replay) => readonly Obligation[];

/** What is known of the loops without their counters, once for all cases. */
export class Counted {
  private readonly on: Replay;
  private readonly checkCase: CheckCase;
  private readonly known = new Map<string, { readonly apart: Separated; readonly on: Replay } | null>();
  private readonly checked = new Map<CaseClaim, readonly Obligation[]>();

  constructor(on: Replay, checkCase: CheckCase) {
    this.on = on;
    this.checkCase = checkCase;
  }

  private apart(claim: CounterClaim): { readonly apart: Separated; readonly on: Replay } | null {
    const key = [claim.symbol, ...[...claim.forms.keys()].sort(compareSymbols)].map((s) => s.key).join(' ');
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const apart = separated(this.on.claim, new Set(claim.forms.keys()), claim.symbol);
    const made = apart && { apart, on: new Replay(apart.rest, this.on.prover) };
    this.known.set(key, made);
    return made;
  }

  /** The obligations for what the branches do in N iterations. */
  private inner(claim: CaseClaim, replay: Replay): readonly Obligation[] {
    const known = this.checked.get(claim);
    if (known) return known;
    const made = this.checkCase(claim, replay);
    this.checked.set(claim, made);
    return made;
  }

  /** Values and counts at the end of a case that is claimed by its number of iterations, and what has to be shown. */
  replay(claim: CounterClaim, fresh: readonly FreshClaim[], context: Formula, given: Formula | null): Trace {
    const { on } = this;
    const { entry } = on.claim;
    const open = (duty: Obligation['duty'], about = 'counter'): Trace => ({
      values: entry,
      obligations: [{ duty, about, discharge: 'open' }],
      defined: TRUE,
      safe: null,
      counts: null,
      total: null,
    });
    const found = this.apart(claim);
    if (found === null) return open('guard');
    const { apart } = found;
    const repetition: Repetition = {
      update: apart.update,
      forms: claim.forms,
      guard: apart.guard,
      values: entry,
      count: claim.count,
    };
    const obligations = [
      ...on.forms('counter', apart.update, claim.forms),
      ...guardsOf(apart.guard, repetition, 'counter', context, on),
      ...reaches(Math.max(1, ...[...claim.forms.values()].map((f) => f.prefix)), claim.count, 'counter', context, on),
    ];
    const { count, inner } = claim;
    if (count === null || inner === null) {
      for (const p of on.claim.paths)
        if (p.exit)
          obligations.push({
            duty: 'never ends',
            about: p.id,
            discharge: on.prover.refutes(and(apart.guard, p.guard)) ?? 'open',
          });
      const safe = on.claim.paths.reduce<Discharge | null>((how, p) => {
        const one = p.exit ? how : p.definedKnown ? on.prover.proves(p.guard, p.defined) : null;
        return how && one && weaker(how, one);
      }, 'identity');
      return count === null && inner === null
        ? { values: entry, obligations, defined: TRUE, safe, counts: null, total: null }
        : open('never ends');
    }
    const is = new Map([[claim.symbol, count]]);
    const of = this.inner(inner, found.on);
    obligations.push(...of.filter((o) => o.discharge !== 'assumed' || o.duty !== 'defined'));
    if (
      !isPart(
        inner.fresh.map((f) => ({ ...f, least: f.least && substituteFormula(f.least, is) })),
        fresh,
      )
    )
      return open('guard', 'counts');
    if (inner.iterations !== sym(claim.symbol) || inner.exit !== found.on.claim.paths.length - 1) return open('counts');
    obligations.push({
      duty: 'guard',
      about: 'branches',
      discharge: on.prover.proves(context, substituteFormula(inner.guard, is)) ?? 'open',
    });
    const effect = new Map([
      ...[...inner.post].map(([x, t]): [Symbol, Term] => [x, substitute(t, is)]),
      ...[...valuesAt(claim.forms, sym(COUNTER))].map(([x, t]): [Symbol, Term] => [
        x,
        substitute(t, new Map([...entry, [COUNTER, count]])),
      ]),
    ]);
    const branchesKnown =
      inner.defined !== null &&
      !of.some((o) => o.duty === 'defined' && (o.discharge === 'assumed' || o.discharge === 'open'));
    const branchesDefined = inner.defined && substituteFormula(inner.defined, is);
    let safe: Discharge | null = null;
    if (given && branchesKnown && branchesDefined && apart.defined && !on.whereDefined(claim.forms)) {
      const one = on.prover.proves(given, branchesDefined);
      const two = one && safely(apart.defined, repetition, given, on);
      safe = one && two && weaker(one, two);
    }
    return {
      values: new Map([...entry].map(([x, t]) => [x, effect.get(x) ?? t])),
      obligations,
      safe,
      defined: and(
        branchesDefined && branchesKnown ? branchesDefined : TRUE,
        apart.defined ? definedAtEnds(apart.defined, repetition) : TRUE,
      ),
      counts: new Map([...inner.counts].map(([p, n]) => [p, substitute(n, is)])),
      total: count,
    };
  }

  /**
   * The cases cover all entry states. Each state leaves at once or is in one of the counter's cases. There it is in one
   * case of what the branches do in N iterations. For each pair the cases have every way out. Null where that can't be
   * asked, as no counter is claimed.
   */
  covers(claim: SummaryClaim, covered: (claim: SummaryClaim) => Obligation): Obligation | null {
    const counters = claim.cases.flatMap((c) => (c.counter ? [c.counter] : []));
    const [some] = counters;
    const found = some ? this.apart(some) : null;
    if (!some || !found || !claim.counters || counters.some((c) => c.symbol !== some.symbol)) return null;
    const { outer, inner } = claim.counters;
    const open = (about: string): Obligation => ({ duty: 'covered', about, discharge: 'open' });
    const asCase = (guard: Formula, fresh: CaseClaim['fresh']): CaseClaim => ({
      guard,
      defined: null,
      post: new Map(),
      exit: null,
      counts: new Map(),
      iterations: null,
      fresh,
      steps: null,
    });
    const first = covered({
      ...claim,
      cases: [...claim.cases.filter((c) => !c.counter), ...outer.map((o) => asCase(o.guard, o.fresh))],
    });
    if (first.discharge === 'open') return open('counts');
    const second = covered({ ...found.on.claim, cases: inner.map((i) => asCase(i.guard, i.fresh)) });
    if (second.discharge === 'open') return open('branches');
    for (const outside of outer) {
      if (outside.count === null) {
        if (!claim.cases.some((c) => c.counter?.count === null && c.guard.key === outside.guard.key))
          return open('runs for ever');
        continue;
      }
      const is = new Map([[some.symbol, outside.count]]);
      for (const inside of inner) {
        const both = and(claim.facts, outside.guard, substituteFormula(inside.guard, is));
        if (this.on.prover.refutes(both) !== null) continue;
        const cases = claim.cases
          .filter(
            (c) =>
              c.counter?.count === outside.count &&
              c.counter.inner?.guard === inside.guard &&
              isPart(inside.fresh, c.counter.inner.fresh) &&
              isPart(outside.fresh, c.fresh),
          )
          .map((c) => c.guard);
        if (!inOneOf(both, cases, claim, this.on.prover)) return open('ways out');
      }
    }
    return { duty: 'covered', about: 'entry', discharge: weaker(first.discharge, second.discharge) };
  }
}
