/**
 * Bounded model checking: the ways from the entry through a few cut points into an assertion, shortest first. The
 * solver proposes inputs; only what the interpreter confirms counts. Where the ways end before the bound, and none
 * into an assertion is possible, it holds: all of the unwinding assertions do. Gives up at a number of points.
 * Declines ways whose condition grows too large, and most that aren't linear. Source: Biere et al., 1999.
 */
import type { Budget } from '../../budget/index.ts';
import { startsInitial } from '../../program/index.ts';
import { feasible } from '../../decide/index.ts';
import type { Formula, Symbol, Term } from '../../logic/index.ts';
import {
  TRUE,
  and,
  isFresh,
  substitute,
  substituteFormula,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../../logic/index.ts';
import { run } from '../../interpret/index.ts';
import type { Reason } from '../../source/index.ts';
import type { IntegerMode } from '../../machine/index.ts';
import { convert } from '../../machine/index.ts';
import type { Solver } from '../../decide/index.ts';
import type { CutSystem, Transition } from '../transitions/index.ts';
import { isPlainFormula } from '../transitions/index.ts';
import { anyInput } from '../handed-in.ts';
import { irrelevantHavoc } from '../irrelevant-havoc.ts';
import type { Replay } from '../replay-counterexample.ts';
import type { TransitionDecision, TransitionEngine, TransitionTask } from './transition-task.ts';

interface Point {
  readonly cut: number | null;
  readonly condition: Formula;
  /** Values of the cut point's variables over inputs and readings. */
  readonly values: ReadonlyMap<Symbol, Term>;
  readonly nondet: readonly Symbol[];
  /** What isn't modelled, among the symbols; null: the way isn't exactly what the program does. */
  readonly arbitrary: ReadonlyMap<Symbol, Reason> | null;
}

interface Unrolled {
  /** Assertion -> the run that fails it. */
  readonly found: ReadonlyMap<number, Replay>;
  /** Assertions that fail for some value of what isn't modelled: there is nothing to be proven about them. */
  readonly beyond: ReadonlyMap<number, Reason>;
  /** Assertions that no run fails, since all ways have been followed to their ends. */
  readonly proven: ReadonlySet<number>;
}

interface UnrollRequest {
  readonly system: CutSystem;
  readonly mode: IntegerMode;
  readonly solver: Solver;
  readonly assertions: ReadonlySet<number>;
  readonly budget: Budget;
}

const RUN_STEPS = 400_000;
const EFFORT = 100_000;
const HARD_EFFORT = 20_000;
const MAX_POINTS = 60;
/** Of a condition. */
const MAX_SIZE = 400;
/** Non-linear ways into an assertion for which the solver is asked. */
const MAX_HARD = 8;
/** What a point counts where there is no other of its length: the ways don't multiply. */
const ALONE = 0.5;

/**
 * Before anything is guessed, where something isn't modelled: about what fails for some value of it nothing needs to be
 * proven.
 */
export const searchUnmodelled: TransitionEngine = {
  id: 'search-unmodelled',
  share: 1,
  applies: ({ known, system }) =>
    known.open.size > 0 && system.transitions.some((t) => t.arbitrary && t.arbitrary.size > 0),
  run: searchedForUnmodelled,
};

export const boundedSearch: TransitionEngine = {
  id: 'bounded-search',
  share: 1,
  applies: ({ known }) => known.open.size > 0,
  run: (task, budget) => decisions(task, unroll(requestOf(task, task.system, budget))),
};

/** Wrap-around as ways of their own multiplies them: the same search without, where that gives fewer transitions. */
export const boundedSearchUnsplit: TransitionEngine = {
  id: 'bounded-search-unsplit',
  share: 1,
  applies: ({ known }) => known.open.size > 0,
  run: (task, budget) => {
    const unsplit = task.unsplit();
    if (!unsplit || unsplit.transitions.length >= task.system.transitions.length) return [];
    return decisions(task, unroll(requestOf(task, unsplit, budget)));
  },
};

const requestOf = ({ mode, solver, known }: TransitionTask, system: CutSystem, budget: Budget): UnrollRequest => ({
  system,
  mode,
  solver,
  assertions: known.open,
  budget,
});

function* searchedForUnmodelled(task: TransitionTask, budget: Budget): Generator<TransitionDecision> {
  const unrolled = unroll(requestOf(task, task.system, budget));
  yield* decisions(task, unrolled);
  for (const [assertion, reason] of unrolled.beyond) yield { kind: 'beyond', assertion, reason };
}

function* decisions({ known }: TransitionTask, { found, proven }: Unrolled): Generator<TransitionDecision> {
  for (const [assertion, run] of found)
    if (known.open.has(assertion)) yield { kind: 'fails', assertion, run, by: 'search' };
  for (const assertion of proven) yield { kind: 'holds', assertion, by: 'unrolling' };
}

const unroll = (request: UnrollRequest): Unrolled => new Unrolling(request).unroll();

class Unrolling {
  private readonly request: UnrollRequest;
  private readonly found = new Map<number, Replay>();
  private readonly beyond = new Map<number, Reason>();
  /** Assertions with a way that was not found to be impossible. */
  private readonly doubtful = new Set<number>();
  private points = 0;
  /** Non-linear ways that the solver was asked about. */
  private hard = 0;
  /** No way was left out. */
  private whole = true;

  constructor(request: UnrollRequest) {
    this.request = request;
  }

  unroll(): Unrolled {
    const { system, assertions } = this.request;
    let frontier: Point[] = [{ cut: null, condition: TRUE, values: new Map(), nondet: [], arbitrary: new Map() }];
    while (frontier.length > 0) {
      const next: Point[] = [];
      for (const p of frontier) {
        for (const t of system.transitions) {
          if (t.from !== p.cut || t.to.kind === 'end') continue;
          if (this.isOver()) return { found: this.found, beyond: this.beyond, proven: new Set() };
          const reached = this.follow(p, t);
          if (!reached) continue;
          this.points += frontier.length === 1 && next.length === 0 ? ALONE : 1;
          next.push(reached);
        }
      }
      frontier = next;
    }
    const proven = this.whole ? [...assertions].filter((a) => !this.doubtful.has(a) && !this.found.has(a)) : [];
    return { found: this.found, beyond: this.beyond, proven: new Set(proven) };
  }

  private isOver(): boolean {
    const { assertions, budget } = this.request;
    return budget.exhausted() || this.points > MAX_POINTS || [...assertions].every((a) => this.found.has(a));
  }

  /** The next point; null where the way ends, also by a failure. */
  private follow(point: Point, transition: Transition): Point | null {
    const { system, assertions } = this.request;
    if (
      transition.to.kind === 'fail' &&
      (this.found.has(transition.to.assertion) || !assertions.has(transition.to.assertion))
    )
      return null;
    const step = advance(this.request, point, transition);
    if (!step || feasible(step.condition, system.symbols.range) === 'no') return null;
    if (transition.to.kind === 'lost' || step.condition.size > MAX_SIZE) {
      this.whole = false;
      return null;
    }
    if (transition.to.kind !== 'fail') return step;
    this.fail(transition.to.assertion, step);
    return null;
  }

  /** A way into an assertion. */
  private fail(assertion: number, way: Point): void {
    if (!isPlainFormula(way.condition) && this.hard++ > MAX_HARD) {
      this.doubtful.add(assertion);
      return;
    }
    const { failing, hinge, impossible } = attempt(this.request, way);
    if (!impossible) this.doubtful.add(assertion);
    for (const [a, r] of failing) if (!this.found.has(a)) this.found.set(a, r);
    if (hinge && !this.beyond.has(assertion)) this.beyond.set(assertion, hinge);
  }
}

function advance(request: UnrollRequest, point: Point, transition: Transition): Point | null {
  const { symbols } = request.system;
  const map = new Map(point.values);
  const rename = (s: Symbol): void => {
    if (isFresh(s) && !map.has(s)) map.set(s, sym(symbols.renew(s)));
  };
  for (const s of [...transition.nondet, ...(transition.arbitrary?.keys() ?? [])]) rename(s);
  for (const s of symbolsOfFormula(transition.guard)) rename(s);
  for (const u of transition.update.values()) for (const s of symbolsOf(u)) rename(s);
  const values = new Map(point.values);
  for (const [x, u] of transition.update) values.set(x, substitute(u, map));
  const condition = and(point.condition, substituteFormula(transition.guard, map));
  if (condition.kind === 'false') return null;
  const renamed = (s: Symbol): Symbol => (map.get(s) as Term & { kind: 'sym' }).symbol;
  const arbitrary =
    point.arbitrary && transition.exact && transition.arbitrary
      ? new Map([...point.arbitrary, ...[...transition.arbitrary].map(([s, why]) => [renamed(s), why] as const)])
      : null;
  return {
    cut: transition.to.kind === 'cut' ? transition.to.cut : null,
    condition,
    values,
    nondet: [...point.nondet, ...transition.nondet.map(renamed)],
    arbitrary,
  };
}

/**
 * Runs what the solver proposes: the assertions that fail in it, or what isn't modelled and decides whether one does.
 */
function attempt(
  request: UnrollRequest,
  point: Point,
): {
  readonly failing: readonly (readonly [number, Replay])[];
  readonly hinge?: Reason;
  readonly impossible?: boolean;
} {
  const { system, mode, solver } = request;
  const { cfg } = system;
  const { status, model, faithful } = solver.check(
    point.condition,
    system.symbols.range,
    isPlainFormula(point.condition) ? EFFORT : HARD_EFFORT,
  );
  if (!model) return { failing: [], impossible: status === 'unsat' };
  const inputs = new Map<number, bigint>();
  for (const v of cfg.fn.variables) {
    if ((v.scope !== 'param' && v.scope !== 'global') || startsInitial(cfg.fn, v)) continue;
    const value = model.get(cfg.symbols[v.id] as Symbol) ?? anyInput(v);
    inputs.set(v.id, mode === 'mathematical' ? value : convert(value, v.type));
  }
  const taken: bigint[] = [];
  const outcome = run(cfg.fn, {
    mode,
    inputs,
    maxSteps: RUN_STEPS,
    havoc: irrelevantHavoc(cfg.fn).havoc,
    nondet: (i, type) => {
      const asked = point.nondet[i];
      const value = (asked && model.get(asked)) ?? 0n;
      taken[i] = mode === 'mathematical' ? value : convert(value, type);
      return taken[i] as bigint;
    },
  });
  if (outcome.kind === 'assertion-failed')
    return {
      failing: [[outcome.assertion, { outcome, inputs, readings: taken.map((v) => ({ values: [v], times: 1n })) }]],
    };
  const read = symbolsOfFormula(point.condition);
  const hinge =
    outcome.kind === 'not-modelled' && faithful
      ? [...(point.arbitrary ?? [])].findLast(([s]) => read.has(s))?.[1]
      : undefined;
  return { failing: [], ...(hinge ? { hinge } : {}) };
}
