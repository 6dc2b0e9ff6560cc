/**
 * Does a loop end? `always` by ranking functions over its paths, with invariants; `conditional` and `never` by closed
 * regions that are reached. Cheap arguments come first. Every claim is about the states in which the loop is reached
 * from the function's entry, for runs without undefined behaviour. Source: Podelski and Rybalchenko, VMCAI 2004, for
 * `ranking-functions.ts`. Gupta et al., POPL 2008, for `recurrent-sets.ts`.
 */
import type { Budget } from '../budget/index.ts';
import { FALSE, TRUE, TooLarge, and, eq, formulaHolds, int, or, partsOf, sym } from '../logic/index.ts';
import { feasible } from '../decide/index.ts';
import type { Formula, RangeOf, Symbol, Term } from '../logic/index.ts';
import type { Termination } from '../report/index.ts';
import type { Solver } from '../decide/index.ts';
import type { Summarizer, Summary } from '../summary/index.ts';
import type { State } from './concrete-runs.ts';
import { sample } from './concrete-runs.ts';
import { finiteStates } from './finite-control.ts';
import { geometricBound } from '../summary/index.ts';
import type { Start } from './template-invariants.ts';
import { invariants, templatesOf } from './template-invariants.ts';
import { INVARIANT_WORK, LoopView } from './loop-view.ts';
import type { LpBudget } from '../arithmetic/index.ts';
import type { Ranking } from './ranking-functions.ts';
import { guardRanking, rank } from './ranking-functions.ts';
import { reached, unrolled } from './reached-states.ts';
import type { Witnessed } from './reached-states.ts';
import { recurrentSets } from './recurrent-sets.ts';
import type { Step, SystemShape, TransitionSystem } from './loop-transitions.ts';
import { ALL, compose, relevantSteps, transitionSystem } from './loop-transitions.ts';
import { regionsOf } from './divided-states.ts';

export interface TerminationResult {
  readonly termination: Termination;
  /** Where `conditional` or `never`: states from which it need not end, as far as known. */
  readonly divergence: Formula | null;
  /** A linear ranking function of all the loop's iterations, where there is one. */
  readonly ranking: { readonly term: Term; readonly step: bigint } | null;
}

/** `open`: none is known to be reached, but one of these may be. */
type RecurrentRegion =
  | { readonly kind: 'exhausted' }
  | { readonly kind: 'reached'; readonly region: Formula }
  | { readonly kind: 'open'; readonly among: readonly { readonly state: Start; readonly region: Formula }[] };

interface Proof {
  readonly ranking: TerminationResult['ranking'];
}

const OPEN: TerminationResult = { termination: 'unknown', divergence: null, ranking: null };
const ALWAYS: TerminationResult = { termination: 'always', divergence: null, ranking: null };

/** Linear programming work: for one argument, for all that are tried on one loop. */
const CHEAP_WORK = 600_000;
const ARGUMENT_WORK = 2_000_000;
const LOOP_WORK = 6_000_000;
/** Loops with more steps or variables than this are only tried with cheap arguments. */
const MAX_THOROUGH = 10;
const MAX_SEPARATE_STARTS = 8;
const MAX_STATE_QUESTIONS = 600;
const MAX_STEPS = 24;
const UNROLL = 3;
/** Of more steps than this no two are put together. */
const MAX_PAIRED = 6;

/** Answers for all the loops of one function, kept. */
export class TerminationAnalysis {
  private readonly summarizer: Summarizer;
  private readonly solver: Solver;
  /** Every way that leads to a loop outside all others has been followed. */
  private readonly complete: boolean;
  private readonly budget: Budget;
  private readonly results = new Map<number, TerminationResult>();
  private readonly loops = new Map<number, LoopView>();
  private readonly hopelessLoops = new Map<LoopView, boolean>();

  constructor(summarizer: Summarizer, solver: Solver, complete: boolean, budget: Budget) {
    this.summarizer = summarizer;
    this.solver = solver;
    this.complete = complete;
    this.budget = budget;
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
    const endless = this.endless(
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
    const proof = this.hopeless(loop) ? null : this.prove(loop, 'cheap');
    return proof && { ...ALWAYS, ranking: proof.ranking };
  }

  /** Instead of a counter's type, which ends every loop: another function, where there is one. */
  private nearer(loop: LoopView, falling: Proof['ranking']): Proof['ranking'] {
    if (falling === null || !isFar(falling.term)) return falling;
    const other = this.hopeless(loop) ? null : (this.prove(loop, 'cheap')?.ranking ?? null);
    return other && !isFar(other.term) ? other : falling;
  }

  private byDearArguments(loop: LoopView, starts: readonly Start[] | null): TerminationResult | null {
    const counted = this.byStates(loop, starts);
    if (counted) return counted;
    const proof = this.budget.exhausted() || this.hopeless(loop) ? null : this.prove(loop, 'thorough');
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
    return some ? { termination: 'conditional', divergence: or(...possible.map((c) => c.guard)), ranking: null } : null;
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

  // --- always

  /** As far as the steps tell, one may change nothing and be taken again: no ranking function can exist. */
  private hopeless(loop: LoopView): boolean {
    const known = this.hopelessLoops.get(loop);
    if (known !== undefined) return known;
    const found = this.mayStandStill(loop);
    this.hopelessLoops.set(loop, found);
    return found;
  }

  private mayStandStill(loop: LoopView): boolean {
    const { range } = this.summarizer.symbols;
    const { steps, variables } = loop.counting();
    const still = (s: Step): Formula => and(...[...s.update].map(([v, t]) => eq(t, sym(v))));
    const stuck = steps.filter((s) => feasible(and(s.guard, still(s)), range) === 'yes');
    if (stuck.length === 0) return false;
    const starts = loop.allStarts();
    const system = starts === null ? null : transitionSystem(steps, { history: 'none', regions: ALL }, range);
    if (!system) return true;
    const { edges } = strengthened(system, variables, starts, range, { work: CHEAP_WORK });
    return edges.some((e) => stuck.includes(e.step) && feasible(and(e.guard, still(e.step)), range) === 'yes');
  }

  private prove(loop: LoopView, effort: 'cheap' | 'thorough'): Proof | null {
    const { steps } = loop.counting();
    if (steps.length === 0) return { ranking: null };
    if (steps.length > MAX_STEPS) {
      // so many paths: one function for all of them or none
      if (effort === 'cheap' || steps.length > 2 * MAX_STEPS) return null;
      const system = transitionSystem(steps, { history: 'none', regions: ALL }, this.summarizer.symbols.range);
      const ranked =
        system &&
        rank({
          system,
          variables: loop.counting().variables,
          range: this.summarizer.symbols.range,
          budget: { work: ARGUMENT_WORK },
          maxDepth: 1,
        });
      return ranked?.proven ? { ranking: ranked.single ? onlyTerm(ranked.single) : null } : null;
    }
    if (effort === 'thorough' && (steps.length > MAX_THOROUGH || loop.counting().variables.length > MAX_THOROUGH))
      return null;
    const starts = loop.allStarts();
    const budget: LpBudget = { work: LOOP_WORK };
    const together = this.proveFrom(loop, starts, effort, budget);
    if (together || effort === 'cheap' || starts === null || starts.length < 2 || starts.length > MAX_SEPARATE_STARTS)
      return together;
    // it is reached in one of several ways, each of which may have an argument of its own
    return starts.every((s) => this.proveFrom(loop, [s], 'cheap', { work: CHEAP_WORK }) !== null)
      ? { ranking: null }
      : null;
  }

  private proveFrom(
    loop: LoopView,
    starts: readonly Start[] | null,
    effort: 'cheap' | 'thorough',
    total: LpBudget,
  ): Proof | null {
    const { symbols } = this.summarizer;
    const { range } = symbols;
    const { steps, variables } = loop.counting();
    const attempt = (
      used: readonly Step[],
      shape: SystemShape,
      maxDepth: number,
      withInvariants: boolean,
    ): Proof | null => {
      const work = Math.min(total.work, effort === 'cheap' ? CHEAP_WORK : ARGUMENT_WORK);
      if (this.budget.exhausted() || work <= 0) return null;
      let system = transitionSystem(used, shape, range);
      if (system === null) return null;
      const budget: LpBudget = { work };
      if (withInvariants) system = strengthened(system, variables, starts, range, budget);
      const ranking = rank({ system, variables, range, budget, maxDepth });
      total.work -= work - Math.max(0, budget.work);
      if (!ranking.proven) return null;
      return { ranking: ranking.single && used === steps ? onlyTerm(ranking.single) : null };
    };
    const none: SystemShape = { history: 'none', regions: ALL };
    const last: SystemShape = { history: 'last', regions: ALL };
    if (effort === 'cheap') return attempt(steps, none, 2, false) ?? attempt(steps, none, 2, true);
    const found = attempt(steps, none, 4, true) ?? attempt(steps, last, 3, true);
    if (found) return found;
    const regions = regionsOf(steps, range);
    for (const r of regions) {
      const p = attempt(steps, { history: 'none', regions: r }, 2, true);
      if (p) return p;
    }
    if (steps.length <= 4) {
      const squared = steps.flatMap((a) => steps.flatMap((b) => compose(a, b, symbols) ?? []));
      if (squared.length === 0) return { ranking: null };
      const p = attempt(squared, none, 3, true) ?? attempt(squared, last, 2, true);
      if (p) return p;
      for (const r of [...regions, ...regionsOf(squared, range)].slice(0, 6)) {
        const q = attempt(squared, { history: 'none', regions: r }, 2, true);
        if (q) return q;
      }
    }
    return steps.length <= 3 ? attempt(steps, { history: 'seen', regions: ALL }, 2, true) : null;
  }

  // --- never, conditional

  /** The loop need not end, as a state is reached from which no run leaves it; null: none was found. */
  private endless(loop: LoopView, innerEndless: boolean): TerminationResult | null {
    const { symbols } = this.summarizer;
    const { steps, variables } = loop.counting();
    const starts = loop.realStarts();
    if (starts.length === 0) return null;
    const exits = loop.exits();
    if (innerEndless) return this.unending(loop, exits, null);
    const states = unrolled(starts, steps, UNROLL, symbols);
    const stuck = exits.filter((e) => e.leaving === 'stays').map((e) => e.step);
    const isReached = (s: Step): boolean => s.exact && states.some((x) => reached(x, s.guard, symbols, null) === 'yes');
    if (stuck.some(isReached)) return this.unending(loop, exits, null);
    const closed = this.recurrentRegion(steps, states);
    if (closed.kind === 'exhausted') return null;
    if (closed.kind === 'reached') return this.unending(loop, exits, closed.region);
    const leaving = leavingSteps(exits).filter((e) => e.exact);
    const run = sample({
      starts: states.slice(0, 4),
      iterative: steps.filter((s) => s.exact),
      exits: leaving,
      variables,
      range: symbols.range,
      limit: 400,
    });
    if (run.recurrent) return this.unending(loop, exits, isState(run.recurrent));
    const ask = (f: Formula): Witnessed => this.possible(f);
    const witnessed = closed.among.slice(0, 6).find((d) => reached(d.state, d.region, symbols, ask) === 'yes');
    return witnessed ? this.unending(loop, exits, witnessed.region) : null;
  }

  /** Some run stays in the loop, from states of the region, as far as it is known: whether another one leaves it. */
  private unending(loop: LoopView, exits: Exits, region: Formula | null): TerminationResult {
    const { steps, variables } = loop.counting();
    if (
      this.neverLeaves(
        loop,
        exits.filter((e) => e.leaving !== 'stays').map((e) => e.step),
      )
    )
      return { termination: 'never', divergence: TRUE, ranking: null };
    if (this.canLeave(loop.realStarts(), steps, leavingSteps(exits), variables))
      return { termination: 'conditional', divergence: region, ranking: null };
    return OPEN;
  }

  private possible(f: Formula): Witnessed {
    const answer = this.solver.check(f, this.summarizer.symbols.range);
    if (answer.status === 'unsat') return 'no';
    return answer.status === 'sat' && answer.faithful ? 'yes' : 'unknown';
  }

  /** A region that a step, or two one after the other, doesn't lead out of, and that one of the states is in. */
  private recurrentRegion(steps: readonly Step[], states: readonly Start[]): RecurrentRegion {
    const { symbols } = this.summarizer;
    const limit = { questions: 400 };
    const among: { state: Start; region: Formula }[] = [];
    const pairs =
      steps.length > MAX_PAIRED ? [] : steps.flatMap((a) => steps.flatMap((b) => compose(a, b, symbols) ?? []));
    for (const step of [...steps, ...pairs]) {
      if (this.budget.exhausted()) return { kind: 'exhausted' };
      for (const { region } of recurrentSets(step, symbols.range, limit)) {
        for (const state of states) {
          const inside = reached(state, region, symbols, null);
          if (inside === 'yes') return { kind: 'reached', region };
          if (inside === 'unknown') among.push({ state, region });
        }
      }
    }
    return { kind: 'open', among };
  }

  /** No way out is possible in any state that the invariants allow. */
  private neverLeaves(loop: LoopView, leaving: readonly Step[]): boolean {
    if (leaving.length === 0) return true;
    const { range } = this.summarizer.symbols;
    const all = relevantSteps([...loop.steps(), ...leaving]);
    const iterative = all.steps.slice(0, loop.steps().length);
    const system = transitionSystem(iterative, { history: 'none', regions: ALL }, range);
    if (system === null) return false;
    const starts = loop.allStarts();
    const found = invariants({
      system,
      starts,
      templates: templatesOf(system, all.variables, starts),
      range,
      budget: { work: INVARIANT_WORK },
    });
    const holds = found?.[0];
    if (holds === undefined || holds === null) return false;
    return leaving.every((e) => feasible(and(holds, e.guard), range) === 'no');
  }

  /** Some run leaves the loop. */
  private canLeave(
    starts: readonly Start[],
    steps: readonly Step[],
    leaving: readonly Step[],
    variables: readonly Symbol[],
  ): boolean {
    const { symbols } = this.summarizer;
    const exact = leaving.filter((e) => e.exact);
    const states = unrolled(starts, steps, 2, symbols);
    if (exact.some((e) => states.some((s) => reached(s, e.guard, symbols, null) === 'yes'))) return true;
    return sample({
      starts: states.slice(0, 4),
      iterative: steps.filter((s) => s.exact),
      exits: exact,
      variables,
      range: symbols.range,
      limit: 200,
    }).leaves;
  }
}

type Exits = ReturnType<LoopView['exits']>;

const leavingSteps = (exits: Exits): readonly Step[] => exits.filter((e) => e.leaving === 'leaves').map((e) => e.step);

/** The variables are worth just this. */
const isState = (s: State): Formula => and(...[...s].map(([v, x]) => eq(sym(v), int(x))));

/** Some iteration is not followed to its end. */
const isLost = (loop: LoopView): boolean =>
  loop.paths.some((p) => p.end.kind === 'lost' || (p.end.kind === 'halt' && p.end.reason !== null));

/** The system with what holds at its locations put into the guards, without what can't be then. */
function strengthened(
  system: TransitionSystem,
  variables: readonly Symbol[],
  starts: readonly Start[] | null,
  range: RangeOf,
  budget: LpBudget,
): TransitionSystem {
  const found = invariants({ system, starts, templates: templatesOf(system, variables, starts), range, budget });
  if (found === null) return system;
  const edges = system.edges.flatMap((e) => {
    const held = found[e.from];
    if (held === null || held === undefined) return [];
    const guard = and(e.guard, held);
    return guard.kind === 'false' || feasible(guard, range) === 'no' ? [] : [{ ...e, guard }];
  });
  return { ...system, edges };
}

function onlyTerm(r: Ranking): TerminationResult['ranking'] {
  const [term] = r.byLocation.values();
  return r.byLocation.size === 1 && term ? { term, step: r.step } : null;
}

/** Limits of types are. */
const FAR = 1n << 30n;
const isFar = (t: Term): boolean => partsOf(t).constant >= FAR;
