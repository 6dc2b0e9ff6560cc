/**
 * Guess and check, for assertions that the summaries leave open. It looks only at the transitions between the heads of
 * loops, and needs no summary. Invariants are guessed from sampled runs and kept where they are inductive; what the
 * runs break on the way is a finding. The portfolio says which engines look at the system. Where the function has no
 * such form, it is only run. Source: Garg et al., ICE; Flanagan and Leino, Houdini.
 */
import type { Budget } from '../../budget/index.ts';
import type { SolverSession } from '../../decide/index.ts';
import type { IntegerMode } from '../../machine/index.ts';
import type { Cfg } from '../../program/index.ts';
import { buildCfg } from '../../program/index.ts';
import { budgetedSymbols } from '../budgeted-symbols.ts';
import type { Decision, Engine, Known, Task } from '../engine.ts';
import { provable } from '../engine.ts';
import type { Invariants } from '../invariants/index.ts';
import type { SampleResult } from '../sampling/index.ts';
import { startsOf } from '../sampling/index.ts';
import type { CutSystem } from '../transitions/index.ts';
import { cutPointSystem } from '../transitions/index.ts';
import { lateFailures } from './late-runs.ts';
import type { KnownOfTransitions, TransitionDecision, TransitionEngine, TransitionTask } from './transition-task.ts';

/** Fewer transitions need no second system. */
const FEW = 12;

/** The assertions that don't depend on single elements of arrays. */
export const onTransitions = (engines: readonly TransitionEngine[]): Engine => ({
  id: 'transitions',
  share: 1,
  applies: (task) => withoutElements(task).size > 0,
  run: (task, budget) =>
    guessAndCheck({ ...task, assertions: withoutElements(task), proven: task.known.proven, budget }, engines),
});

/** The others, as far as that goes without knowing their elements. */
export const onTransitionsInShort = (engines: readonly TransitionEngine[]): Engine => ({
  id: 'transitions-in-short',
  share: 1,
  applies: (task) => withElements(task).size > 0,
  run: (task, budget) =>
    guessAndCheck({ ...task, assertions: withElements(task), proven: task.known.proven, budget }, engines),
});

/**
 * And each of them where single elements at arbitrary indices are watched (`arrays/watched-elements.ts`). What fails
 * there fails for some contents of the arrays, which no input may bring about: only the proofs count.
 */
export const onWatchedElements = (engines: readonly TransitionEngine[]): Engine => ({
  id: 'watched-elements',
  share: 1,
  applies: (task) => withElements(task).size > 0,
  run: (task, budget) => provenWithWatchedElements(task, budget, engines),
});

const withElements = (task: Task): ReadonlySet<number> =>
  new Set([...provable(task.known)].filter((a) => task.watching(a) !== null));
const withoutElements = (task: Task): ReadonlySet<number> =>
  new Set([...provable(task.known)].filter((a) => task.watching(a) === null));

function* provenWithWatchedElements(
  task: Task,
  budget: Budget,
  engines: readonly TransitionEngine[],
): Generator<Decision> {
  for (const assertion of withElements(task)) {
    const fn = task.watching(assertion);
    if (!fn) continue;
    const request = { ...task, cfg: buildCfg(fn), assertions: new Set([assertion]), proven: task.known.proven, budget };
    for (const found of guessAndCheck(request, engines)) if (found.kind === 'holds') yield found;
  }
}

/** Invariants where no proof needed any: those that the proof by guessing would rest on. */
export const soughtInvariants = (engines: readonly TransitionEngine[]): Engine => ({
  id: 'sought-invariants',
  share: 0.3,
  // a witness of a failure has no use for them
  applies: ({ cfg, known, wantsInvariants }) =>
    wantsInvariants && known.open.size === 0 && !known.anyFails && cfg.loops.length > 0,
  run: (task, budget) => invariantsOnly(task, budget, engines),
});

function* invariantsOnly(task: Task, budget: Budget, engines: readonly TransitionEngine[]): Generator<Decision> {
  const assertions = new Set(task.cfg.fn.assertions.map((a) => a.id));
  const request = { ...task, assertions, proven: new Set<number>(), budget };
  for (const found of guessAndCheck(request, engines)) if (found.kind === 'invariants') yield found;
}

interface Request {
  readonly cfg: Cfg;
  readonly mode: IntegerMode;
  readonly solver: SolverSession;
  readonly assertions: ReadonlySet<number>;
  /** Assertions that may be taken for granted. */
  readonly proven: Known['proven'];
  readonly budget: Budget;
}

function* guessAndCheck(request: Request, engines: readonly TransitionEngine[]): Generator<Decision> {
  const { cfg, mode, budget } = request;
  const solver = request.solver.within(budget);
  const made = (wrapAround: 'split' | 'in-terms'): CutSystem | null =>
    cutPointSystem({ cfg, symbols: budgetedSymbols(budget), mode, wrapAround, budget });
  const split = made('split');
  const whole = !split || split.transitions.length > FEW ? made('in-terms') : null;
  const system = split ?? whole;
  if (!system) {
    yield* lateFailures({ cfg, mode, starts: [] }, request.assertions, budget);
    return;
  }
  const ring = whole && whole.transitions.length * 2 < system.transitions.length ? whole : system;
  const known = new TransitionLedger(system, request.assertions, request.proven);
  const unsplit = (): CutSystem | null => whole ?? made('in-terms');
  const task: TransitionTask = { cfg, mode, solver, system, ring, unsplit, starts: startsOf(system, solver), known };
  for (const engine of engines) {
    if (budget.exhausted()) return;
    if (!engine.applies(task)) continue;
    for (const found of engine.run(task, budget.share(engine.share))) {
      const decision = known.enter(found);
      if (decision) yield decision;
    }
  }
}

/** What is known about a transition system so far. Its driver alone writes it. */
class TransitionLedger implements KnownOfTransitions {
  readonly open: Set<number>;
  readonly beyond = new Set<number>();
  readonly proven: Set<number>;
  samples: SampleResult['states'];
  invariants: Invariants;

  constructor(system: CutSystem, open: ReadonlySet<number>, proven: ReadonlySet<number>) {
    this.open = new Set(open);
    this.proven = new Set(proven);
    this.samples = system.cuts.map(() => []);
    this.invariants = system.cuts.map(() => []);
  }

  /** What of it is of use beyond this system; null: nothing, or nothing new. */
  enter(found: TransitionDecision): Decision | null {
    switch (found.kind) {
      case 'samples':
        this.samples = found.states;
        return null;
      case 'inductive':
        this.invariants = found.invariants;
        return null;
      case 'holds':
        if (!this.open.delete(found.assertion)) return null;
        this.proven.add(found.assertion);
        return found;
      case 'fails':
        return this.open.delete(found.assertion) || this.beyond.delete(found.assertion) ? found : null;
      case 'beyond':
        if (!this.open.delete(found.assertion)) return null;
        this.beyond.add(found.assertion);
        return found;
      default:
        return found;
    }
  }
}
