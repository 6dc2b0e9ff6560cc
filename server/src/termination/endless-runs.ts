/**
 * Runs that never leave a loop: a state is reached from which no run does, as an inner loop doesn't end there, or as a
 * step leads back into its own region. Source: Gupta et al., POPL 2008 (`recurrent-sets.ts`).
 */
import type { Budget } from '../budget/index.ts';
import type { Solver } from '../decide/index.ts';
import { feasible } from '../decide/index.ts';
import type { Formula, Symbol, Symbols } from '../logic/index.ts';
import { TRUE, and } from '../logic/index.ts';
import { isState, sample } from './concrete-runs.ts';
import type { Step } from './loop-transitions.ts';
import { ALL, compose, relevantSteps, transitionSystem } from './loop-transitions.ts';
import type { LoopView } from './loop-view.ts';
import { INVARIANT_WORK } from './loop-view.ts';
import type { Witnessed } from './reached-states.ts';
import { reached, unrolled } from './reached-states.ts';
import { recurrentSets } from './recurrent-sets.ts';
import type { Start } from './template-invariants.ts';
import { invariants, templatesOf } from './template-invariants.ts';
import type { TerminationResult } from './termination-result.ts';
import { OPEN } from './termination-result.ts';

const UNROLL = 3;
/** Of more steps than this no two are put together. */
const MAX_PAIRED = 6;

/** `open`: none is known to be reached, but one of these may be. */
type RecurrentRegion =
  | { readonly kind: 'exhausted' }
  | { readonly kind: 'reached'; readonly region: Formula }
  | { readonly kind: 'open'; readonly among: readonly { readonly state: Start; readonly region: Formula }[] };

type Exits = ReturnType<LoopView['exits']>;

const leavingSteps = (exits: Exits): readonly Step[] => exits.filter((e) => e.leaving === 'leaves').map((e) => e.step);

export class EndlessRuns {
  private readonly symbols: Symbols;
  private readonly solver: Solver;
  private readonly budget: Budget;

  constructor(symbols: Symbols, solver: Solver, budget: Budget) {
    this.symbols = symbols;
    this.solver = solver;
    this.budget = budget;
  }

  /** The loop need not end, as a state is reached from which no run leaves it; null: none was found. */
  of(loop: LoopView, innerEndless: boolean): TerminationResult | null {
    const { symbols } = this;
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
    const answer = this.solver.check(f, this.symbols.range);
    if (answer.status === 'unsat') return 'no';
    return answer.status === 'sat' && answer.faithful ? 'yes' : 'unknown';
  }

  /** A region that a step, or two one after the other, doesn't lead out of, and that one of the states is in. */
  private recurrentRegion(steps: readonly Step[], states: readonly Start[]): RecurrentRegion {
    const { symbols } = this;
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
    const { range } = this.symbols;
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
    const { symbols } = this;
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
