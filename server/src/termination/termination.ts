/**
 * Does a loop end? `always` by ranking functions over its paths, with invariants; `conditional` and `never` by closed
 * regions that are reached. Cheap arguments come first. Every claim is about the states in which the loop is reached
 * from the function's entry, for runs without undefined behaviour. Source: Podelski and Rybalchenko, VMCAI 2004, for
 * `ranking-functions.ts`. Gupta et al., POPL 2008, for `recurrent-sets.ts`.
 */
import type { Budget } from '../budget/index.ts';
import type { Solver } from '../decide/index.ts';
import type { Term } from '../logic/index.ts';
import { FALSE, TRUE, TooLarge, and, formulaHolds, or, partsOf } from '../logic/index.ts';
import type { Summarizer, Summary } from '../summary/index.ts';
import { geometricBound } from '../summary/index.ts';
import type { State } from './concrete-runs.ts';
import { isState } from './concrete-runs.ts';
import { EndlessRuns } from './endless-runs.ts';
import { finiteStates } from './finite-control.ts';
import { LoopView } from './loop-view.ts';
import { guardRanking } from './ranking-functions.ts';
import type { Proof } from './ranking-proofs.ts';
import { MAX_STEPS, RankingProofs } from './ranking-proofs.ts';
import { reached } from './reached-states.ts';
import type { Start } from './template-invariants.ts';
import type { TerminationResult } from './termination-result.ts';
import { ALWAYS, OPEN } from './termination-result.ts';

const MAX_STATE_QUESTIONS = 600;

/** Answers for all the loops of one function, kept. */
export class TerminationAnalysis {
  private readonly summarizer: Summarizer;
  /** Every way that leads to a loop outside all others has been followed. */
  private readonly complete: boolean;
  private readonly budget: Budget;
  private readonly results = new Map<number, TerminationResult>();
  private readonly loops = new Map<number, LoopView>();
  private readonly rankings: RankingProofs;
  private readonly endlessRuns: EndlessRuns;

  constructor(summarizer: Summarizer, solver: Solver, complete: boolean, budget: Budget) {
    this.summarizer = summarizer;
    this.complete = complete;
    this.budget = budget;
    this.rankings = new RankingProofs(summarizer.symbols, budget);
    this.endlessRuns = new EndlessRuns(summarizer.symbols, solver, budget);
  }

  of(index: number): TerminationResult {
    const known = this.results.get(index);
    if (known) return known;
    this.results.set(index, OPEN);
    let result = OPEN;
    try {
      result = this.decide(this.view(index));
    } catch (e) {
      if (!(e instanceof TooLarge)) throw e;
    }
    this.results.set(index, result);
    return result;
  }

  view(index: number): LoopView {
    let v = this.loops.get(index);
    if (!v) {
      v = new LoopView(this.summarizer, index, (parent) => this.view(parent), this.complete);
      this.loops.set(index, v);
    }
    return v;
  }

  /**
   * Whether a bound of the number of its iterations shows that the loop ends: each of them is known to, with the loops
   * in it.
   */
  endsWithItsIterations(index: number): boolean {
    const loop = this.view(index);
    return (
      !this.summarizer.cfg.irreducible &&
      loop.complete &&
      !isLost(loop) &&
      loop.inner.every((i) => this.of(i).termination === 'always')
    );
  }

  private decide(loop: LoopView): TerminationResult {
    const { cfg } = this.summarizer;
    if (cfg.irreducible || !loop.complete) return OPEN;
    const inner = loop.inner.map((i) => this.of(i));
    if (!cfg.loops[loop.index]?.repeats) return inner.every((r) => r.termination === 'always') ? ALWAYS : OPEN;
    const lost = isLost(loop);
    const starts = loop.allStarts();
    if (starts !== null && starts.length === 0) return ALWAYS;
    const followed = !lost && inner.every((r) => r.termination === 'always');
    const cheap = followed ? this.byCheapArguments(loop, starts) : null;
    if (cheap) return cheap;
    if (this.budget.exhausted()) return OPEN;
    const endless = this.endlessRuns.of(
      loop,
      inner.some((r) => r.termination === 'never' || r.termination === 'conditional'),
    );
    if (endless) return endless;
    return (followed ? this.byDearArguments(loop, starts) : null) ?? OPEN;
  }

  /** For a loop whose iterations are followed to their ends: what costs little. */
  private byCheapArguments(loop: LoopView, starts: readonly Start[] | null): TerminationResult | null {
    const { range } = this.summarizer.symbols;
    const falling = guardRanking(loop.counting().steps, range);
    if (falling) return { ...ALWAYS, ranking: this.nearer(loop, falling) };
    const summarized = this.bySummary(loop, starts);
    if (summarized) return summarized;
    const { steps } = loop.counting();
    if (steps.length <= MAX_STEPS && geometricBound({ paths: steps, leaving: [], entry: new Map(), range }) !== null)
      return ALWAYS;
    const proof = this.rankings.hopeless(loop) ? null : this.rankings.prove(loop, 'cheap');
    return proof && { ...ALWAYS, ranking: proof.ranking };
  }

  /** Instead of a counter's type, which ends every loop: another function, where there is one. */
  private nearer(loop: LoopView, falling: Proof['ranking']): Proof['ranking'] {
    if (falling === null || !isFar(falling.term)) return falling;
    const other = this.rankings.hopeless(loop) ? null : (this.rankings.prove(loop, 'cheap')?.ranking ?? null);
    return other && !isFar(other.term) ? other : falling;
  }

  private byDearArguments(loop: LoopView, starts: readonly Start[] | null): TerminationResult | null {
    const counted = this.byStates(loop, starts);
    if (counted) return counted;
    const proof =
      this.budget.exhausted() || this.rankings.hopeless(loop) ? null : this.rankings.prove(loop, 'thorough');
    return proof && { ...ALWAYS, ranking: proof.ranking };
  }

  /**
   * A summary that says exactly what the loop does says whether it ends. The first is the one that the report shows,
   * from the states that reach the loop. What is lost from these is hardly exact from any state.
   */
  private bySummary(loop: LoopView, starts: readonly Start[] | null): TerminationResult | null {
    if (loop.counting().steps.some((s) => s.fresh.length > 0)) return null;
    const entry = this.summarizer.entryOf(loop.index);
    const own = this.summarizer.summaryFrom(loop.index, entry);
    if (!own.exact && !own.reasons.every((r) => r.code === 'uncertified')) return null;
    if (own.exact) return this.byCases(own, loop, starts);
    return entry.general ? null : this.byCases(this.summarizer.summary(loop.index), loop, starts);
  }

  private byCases(summary: Summary, loop: LoopView, starts: readonly Start[] | null): TerminationResult | null {
    if (!summary.exact) return null;
    const diverging = summary.cases.filter((c) => c.end.kind === 'diverge');
    const possible = diverging.filter(
      (c) => starts === null || starts.some((s) => reached(s, c.guard, this.summarizer.symbols, null) !== 'no'),
    );
    if (possible.length === 0) return ALWAYS;
    const leaves = summary.cases.some(
      (c) =>
        c.end.kind !== 'diverge' &&
        (starts === null ||
          starts.some((s) => reached(s, and(c.guard, c.defined ?? TRUE), this.summarizer.symbols, null) !== 'no')),
    );
    if (!leaves) return { termination: 'never', divergence: TRUE, ranking: null };
    const certain = possible.filter((c) => {
      const region = c.defined === null ? null : and(c.guard, c.defined);
      return (
        region !== null && loop.realStarts().some((s) => reached(s, region, this.summarizer.symbols, null) === 'yes')
      );
    });
    if (certain.length === 0) return null;
    const leaving = summary.cases.filter((c) => c.end.kind !== 'diverge' && c.defined !== null);
    const some = leaving.some((c) =>
      loop
        .realStarts()
        .some((s) => reached(s, and(c.guard, c.defined ?? FALSE), this.summarizer.symbols, null) === 'yes'),
    );
    const divergence = or(...possible.map((c) => c.guard));
    return some ? { termination: 'conditional', divergence, complete: true, ranking: null } : null;
  }

  /** A control with few states: what each leads to. */
  private byStates(loop: LoopView, starts: readonly Start[] | null): TerminationResult | null {
    const { range } = this.summarizer.symbols;
    const { steps, variables } = loop.counting();
    const held = loop.headInvariant();
    if (held === null) return ALWAYS;
    const found = finiteStates(steps, variables, held, range);
    if (!found) return null;
    if (found.endless.length === 0) return ALWAYS;
    let questions = MAX_STATE_QUESTIONS;
    const none = (states: readonly State[]): boolean =>
      starts !== null &&
      states.length * starts.length <= questions &&
      states.every((s) => starts.every((from) => reached(from, isState(s), this.summarizer.symbols, null) === 'no'));
    const some = (states: readonly State[]): boolean =>
      states.some((s) =>
        loop
          .realStarts()
          .some((from) => questions-- > 0 && reached(from, isState(s), this.summarizer.symbols, null) === 'yes'),
      );
    if (none(found.endless)) return ALWAYS;
    if (!steps.every((s) => s.exact) || !some(found.endless)) return null;
    const divergence = found.endless.length <= 6 ? or(...found.endless.map(isState)) : null;
    if (none(found.ending.map((e) => e.from))) return { termination: 'never', divergence: TRUE, ranking: null };
    // where no iteration follows the loop is left, unless it stays in an inner one or the run is undefined
    const out = loop
      .exits()
      .filter((e) => e.leaving === 'leaves' && e.step.exact)
      .map((e) => e.step.guard);
    const leaves = (last: State): boolean => out.some((guard) => formulaHolds(guard, (x) => last.get(x)) === true);
    return some(found.ending.filter((e) => leaves(e.last)).map((e) => e.from))
      ? { termination: 'conditional', divergence, ranking: null }
      : null;
  }
}

/** Some iteration is not followed to its end. */
const isLost = (loop: LoopView): boolean =>
  loop.paths.some((p) => p.end.kind === 'lost' || (p.end.kind === 'halt' && p.end.reason !== null));

/** Limits of types are. */
const FAR = 1n << 30n;
const isFar = (t: Term): boolean => partsOf(t).constant >= FAR;
