/**
 * Ranking functions of a loop's steps, with invariants: what makes every run leave it. Cheap shapes of the transition
 * system come first, then those that tell apart which step came before, or which region a state is in. Source:
 * Podelski and Rybalchenko, VMCAI 2004 (`ranking-functions.ts`); what is tried in which order is our own.
 */
import type { LpBudget } from '../arithmetic/index.ts';
import type { Budget } from '../budget/index.ts';
import { feasible } from '../decide/index.ts';
import type { Formula, RangeOf, Symbol, Symbols } from '../logic/index.ts';
import { and, eq, sym } from '../logic/index.ts';
import { regionsOf } from './divided-states.ts';
import type { Step, SystemShape, TransitionSystem } from './loop-transitions.ts';
import { ALL, compose, transitionSystem } from './loop-transitions.ts';
import type { LoopView } from './loop-view.ts';
import type { Ranking } from './ranking-functions.ts';
import { rank } from './ranking-functions.ts';
import type { Start } from './template-invariants.ts';
import { invariants, templatesOf } from './template-invariants.ts';
import type { TerminationResult } from './termination-result.ts';

/** That a loop ends; `ranking`: one function of all its iterations, where there is one. */
export interface Proof {
  readonly ranking: TerminationResult['ranking'];
}

/** Linear programming work: for one argument, for all that are tried on one loop. */
const CHEAP_WORK = 600_000;
const ARGUMENT_WORK = 2_000_000;
const LOOP_WORK = 6_000_000;
/** Loops with more steps or variables than this are only tried with cheap arguments. */
const MAX_THOROUGH = 10;
const MAX_SEPARATE_STARTS = 8;
/** Of more steps than this only one function for all of them is looked for. */
export const MAX_STEPS = 24;

export class RankingProofs {
  private readonly symbols: Symbols;
  private readonly budget: Budget;
  private readonly hopelessLoops = new Map<LoopView, boolean>();

  constructor(symbols: Symbols, budget: Budget) {
    this.symbols = symbols;
    this.budget = budget;
  }

  /** As far as the steps tell, one may change nothing and be taken again: no ranking function can exist. */
  hopeless(loop: LoopView): boolean {
    const known = this.hopelessLoops.get(loop);
    if (known !== undefined) return known;
    const found = this.mayStandStill(loop);
    this.hopelessLoops.set(loop, found);
    return found;
  }

  private mayStandStill(loop: LoopView): boolean {
    const { range } = this.symbols;
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

  prove(loop: LoopView, effort: 'cheap' | 'thorough'): Proof | null {
    const { steps } = loop.counting();
    if (steps.length === 0) return { ranking: null };
    if (steps.length > MAX_STEPS) {
      // so many paths: one function for all of them or none
      if (effort === 'cheap' || steps.length > 2 * MAX_STEPS) return null;
      const system = transitionSystem(steps, { history: 'none', regions: ALL }, this.symbols.range);
      const ranked =
        system &&
        rank({
          system,
          variables: loop.counting().variables,
          range: this.symbols.range,
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
    const { symbols } = this;
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
}

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
