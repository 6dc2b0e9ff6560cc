/**
 * k-induction over the cut points' system. A shortest failing run passes its last cut points in states from which no
 * assertion could have failed yet. Followed backwards from a failure, every way must be found impossible within k
 * steps. Ways that get back to the entry are the base case. Invariants that are proven strengthen each state. Declines
 * where a transition that isn't followed can be taken. Source: Sheeran, Singh and Stålmarck, 2000.
 */
import type { Budget } from '../../budget/index.ts';
import { feasible } from '../../decide/index.ts';
import type { Formula, Symbol, Term } from '../../logic/index.ts';
import {
  TRUE,
  and,
  conjuncts,
  isFresh,
  not,
  substitute,
  substituteFormula,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../../logic/index.ts';
import type { Solver } from '../../decide/index.ts';
import type { CutSystem, Transition } from '../transitions/index.ts';
import { mayGetLost } from '../invariants/index.ts';
import type { Invariants } from '../invariants/index.ts';
import { isPlainFormula } from '../transitions/index.ts';
import type { TransitionDecision, TransitionEngine, TransitionTask } from './transition-task.ts';

interface InductionRequest {
  readonly system: CutSystem;
  readonly invariants: Invariants;
  readonly solver: Solver;
  /** Assertions to be proven, together. */
  readonly open: ReadonlySet<number>;
  /** Proven already. */
  readonly proven: ReadonlySet<number>;
  /** Ways that are looked at for an assertion, at most. */
  readonly maxWays: number;
  /** Products of variables are reasoned about, which may take long whatever effort is allowed. */
  readonly nonlinear: boolean;
  readonly budget: Budget;
}

const MAX_K = 6;
const MAX_SIZE = 900;
const EFFORT = 60_000;
const HARD_EFFORT = 20_000;

/** Few ways, and linear reasoning: cheap where it works at all. */
export const kInductionInShort: TransitionEngine = {
  id: 'k-induction-in-short',
  share: 1,
  applies: ({ known }) => known.open.size > 0,
  run: (task, budget) => byInduction(task, { maxWays: 80, nonlinear: false, budget }),
};

export const kInduction: TransitionEngine = {
  id: 'k-induction',
  share: 1,
  applies: ({ known }) => known.open.size > 0,
  run: (task, budget) => byInduction(task, { maxWays: 400, nonlinear: true, budget }),
};

function byInduction(
  { system, solver, known }: TransitionTask,
  limits: Pick<InductionRequest, 'maxWays' | 'nonlinear' | 'budget'>,
): readonly TransitionDecision[] {
  const { invariants, open, proven } = known;
  if (mayGetLost({ system, invariants, solver })) return [];
  const holding = inductiveAssertions({ system, invariants, solver, open, proven, ...limits });
  return [...holding].map((assertion) => ({ kind: 'holds', assertion, by: 'k-induction' }));
}

/** A way into a failure: what has to hold at the cut point where it begins, so many steps before. */
interface Way {
  readonly from: number | null;
  readonly condition: Formula;
  readonly steps: number;
}

/** Those of the open assertions that no run fails: none of the rest is needed as a hypothesis. */
function inductiveAssertions(request: InductionRequest): ReadonlySet<number> {
  const { system, open, proven, budget } = request;
  const holding = new Set(open);
  const failsAt = (t: Transition): number | null => (t.to.kind === 'fail' ? t.to.assertion : null);
  for (let settled = false; !settled && holding.size > 0; ) {
    settled = true;
    const hypothesis = notYet(request, (a) => holding.has(a) || proven.has(a));
    for (const a of [...holding]) {
      if (budget.exhausted()) return new Set();
      const ends = system.transitions.filter((t) => failsAt(t) === a);
      if (impossible(request, ends, hypothesis)) continue;
      holding.delete(a);
      settled = false;
    }
  }
  return holding;
}

/**
 * By cut point: no assertion fails from here at once. Only what is certain to lead to a failure may be denied.
 * Conditions that aren't the state's must be up to the environment, and possible in every state.
 */
function notYet({ system, solver }: InductionRequest, counts: (assertion: number) => boolean): readonly Formula[] {
  const { range } = system.symbols;
  return system.cuts.map((cut, index) => {
    const live = new Set(cut.live);
    const parts: Formula[] = [];
    for (const transition of system.transitions) {
      if (
        transition.from !== index ||
        transition.to.kind !== 'fail' ||
        !counts(transition.to.assertion) ||
        !transition.exact
      )
        continue;
      const nondet = new Set(transition.nondet);
      const own: Formula[] = [];
      const free: Formula[] = [];
      for (const g of conjuncts(transition.guard))
        ([...symbolsOfFormula(g)].every((s) => live.has(s)) ? own : free).push(g);
      if (!free.every((g) => [...symbolsOfFormula(g)].every((s) => nondet.has(s)))) continue;
      if (free.length > 0) {
        const { status, faithful } = solver.check(and(...free), range, EFFORT);
        if (status !== 'sat' || !faithful) continue;
      }
      parts.push(not(and(...own)));
    }
    return and(...parts);
  });
}

/** Whether all ways into these transitions are found impossible within k steps. */
function impossible(request: InductionRequest, ends: readonly Transition[], hypothesis: readonly Formula[]): boolean {
  const { system, budget } = request;
  let ways = 0;
  let layer: Way[] = ends.map((t) => before(request, t, TRUE, 0, null));
  while (layer.length > 0) {
    // ways that only differ in what the state has no part in are one
    const open = new Map<string, Way>();
    for (const way of layer) {
      if (budget.exhausted() || ++ways > request.maxWays) return false;
      if (refuted(request, way)) continue;
      if (way.from === null || way.steps === MAX_K) return false;
      const condition = aboutState(way.condition, system.cuts[way.from]?.live ?? []);
      if (condition.size > MAX_SIZE) return false;
      open.set(`${way.from} ${condition.key}`, { ...way, condition });
    }
    layer = [...open.values()].flatMap((way) =>
      system.transitions.flatMap((t) =>
        t.to.kind === 'cut' && t.to.cut === way.from
          ? [before(request, t, way.condition, way.steps + 1, t.from === null ? null : (hypothesis[t.from] ?? null))]
          : [],
      ),
    );
  }
  return true;
}

/** One step further back. */
function before(
  { system, invariants }: InductionRequest,
  transition: Transition,
  then: Formula,
  steps: number,
  hypothesis: Formula | null,
): Way {
  const { symbols } = system;
  const names = new Map<Symbol, Term>();
  const rename = (s: Symbol): void => {
    // what a transition alone has is another value at each step
    if (isFresh(s) && !names.has(s)) names.set(s, sym(symbols.renew(s)));
  };
  for (const s of symbolsOfFormula(transition.guard)) rename(s);
  for (const u of transition.update.values()) for (const s of symbolsOf(u)) rename(s);
  const update = new Map([...transition.update].map(([x, u]) => [x, substitute(u, names)]));
  const known = transition.from === null ? [] : (invariants[transition.from] ?? []);
  return {
    from: transition.from,
    condition: and(
      substituteFormula(transition.guard, names),
      substituteFormula(then, update),
      ...known,
      ...(hypothesis ? [hypothesis] : []),
    ),
    steps,
  };
}

/**
 * The parts of a condition that the state has to do with. The others are possible by themselves, since the whole is not
 * refuted.
 */
function aboutState(condition: Formula, live: readonly Symbol[]): Formula {
  const seen = new Set(live);
  const kept = new Set<Formula>();
  const parts = conjuncts(condition).map((p) => [p, symbolsOfFormula(p)] as const);
  for (let grown = true; grown; ) {
    grown = false;
    for (const [p, symbols] of parts) {
      if (kept.has(p) || ![...symbols].some((s) => seen.has(s))) continue;
      kept.add(p);
      for (const s of symbols) seen.add(s);
      grown = true;
    }
  }
  return and(...kept);
}

function refuted({ system, solver, nonlinear }: InductionRequest, { condition }: Way): boolean {
  const { range } = system.symbols;
  if (feasible(condition, range) === 'no') return true;
  const linear = and(...conjuncts(condition).filter(isPlainFormula));
  if (solver.check(linear, range, EFFORT).status === 'unsat') return true;
  return nonlinear && linear.key !== condition.key && solver.check(condition, range, HARD_EFFORT).status === 'unsat';
}
