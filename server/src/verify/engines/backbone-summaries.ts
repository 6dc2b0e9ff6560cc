/**
 * Backbones with summaries for loops (APC, section 2). These are the acyclic ways through the function into an
 * assertion. Loops are replaced by the cases of their summaries. An assertion holds where no way into it is possible,
 * and fails where a model of one does so when it is run. Ways through loops that have no closed form are decided by
 * path counters (APC, section 4). They are a necessary condition on how often each way through the loop is taken.
 * Declines (says why) where a way is lost, where there are too many, and where a model is not confirmed. Source: APC,
 * sections 2 and 4.
 */
import type { Budget } from '../../budget/index.ts';
import { exhausted, stopped } from '../../budget/index.ts';
import type { Solver } from '../../decide/index.ts';
import { feasible, modelOf } from '../../decide/index.ts';
import type { ExploreResult, ExploredPath } from '../../explore/index.ts';
import type { Formula, Symbol, Symbols } from '../../logic/index.ts';
import { and, comparable, evaluate, int, ne0, or, sub, symbolsOfFormula } from '../../logic/index.ts';
import type { AssertionSite, IrFunction } from '../../program/index.ts';
import type { Reason } from '../../source/index.ts';
import { Summarizer } from '../../summary/index.ts';
import { alwaysHolds } from '../asserted-conditions.ts';
import { budgetedSymbols } from '../budgeted-symbols.ts';
import { loopingCondition, waysThrough } from '../counters/index.ts';
import type { Decision, Engine, Task } from '../engine.ts';
import type { GivenUp } from '../given-up.ts';
import { guarded } from '../given-up.ts';
import type { Precondition } from '../preconditions.ts';
import { conditionOnCallers, preconditionOn } from '../preconditions.ts';
import { checkRefined } from '../refined-models.ts';
import type { Replay } from '../replay-counterexample.ts';
import { isExact, replay } from '../replay-counterexample.ts';
import { backbones } from '../transitions/index.ts';

/** The part of its share for the summaries alone; the rest is for the decisions about them. */
const BACKBONES_SHARE = 0.5;
const MAX_REPLAYS = 8;
/** Instances of the looping conditions and the solver's effort: APC's K is 25. */
const ROUNDS = [
  { instances: 1, effort: 100_000 },
  { instances: 25, effort: 400_000 },
] as const;
/** Counters that are tried out. */
const MOST_MODELS = 4;

export const backboneSummaries: Engine = {
  id: 'backbones',
  share: 0.2,
  applies: ({ known }) => known.open.size > 0,
  run: (task, budget): readonly Decision[] => {
    const { fn } = task.cfg;
    const checker = guarded(
      () => new BackboneChecker(task, budget),
      () => null,
    );
    // what was decided before it was given up stands
    const why =
      guarded(
        () => checker?.check() ?? null,
        (givenUp) => givenUp,
      ) ?? 'work';
    const otherwise = ({ id }: AssertionSite): Decision =>
      alwaysHolds(fn, id)
        ? { kind: 'holds', assertion: id, by: 'paths' }
        : { kind: 'undecided', assertion: id, reason: reasonOf(why, fn), isFinal: false };
    const hopeless = [...(checker?.hopeless ?? [])].map((assertion): Decision => ({ kind: 'hopeless', assertion }));
    return [...hopeless, ...fn.assertions.map((site) => checker?.decided.get(site.id) ?? otherwise(site))];
  },
};

function reasonOf(why: GivenUp, fn: IrFunction): Reason {
  switch (why) {
    case 'time':
      return stopped('this function', fn.nameRange);
    case 'work':
      return exhausted('the paths of one function', fn.nameRange);
    case 'size':
      return {
        code: 'too-large',
        message: 'The terms that describe the function grow too large.',
        range: fn.nameRange,
      };
  }
}

/** What one backbone into an assertion means for it. */
type OnBackbone =
  | { readonly kind: 'impossible'; readonly byCounters: boolean }
  | { readonly kind: 'decided'; readonly decision: Decision }
  | { readonly kind: 'open'; readonly reason: Reason };

class BackboneChecker {
  readonly decided = new Map<number, Decision>();
  /** Assertions that fail for some value of what isn't modelled: there is nothing to be proven about them. */
  readonly hopeless = new Set<number>();
  private readonly task: Task;
  private readonly budget: Budget;
  /** For exploring the function, summaries of its loops included. */
  private readonly exploring: Budget;
  private readonly solver: Solver;
  private readonly summarizer: Summarizer;
  private readonly symbols: Symbols;
  /** Runs for one assertion that failed another one. */
  private readonly failedOnTheWay = new Map<number, Replay>();
  /** Models of the solver that were run for the assertion that is being decided. */
  private replays = 0;

  constructor(task: Task, budget: Budget) {
    this.task = task;
    this.budget = budget;
    this.exploring = budget.share(BACKBONES_SHARE);
    this.solver = task.solver.within(budget);
    this.symbols = budgetedSymbols(budget);
    this.summarizer = new Summarizer(task.cfg, this.symbols, {
      mode: task.mode,
      assertions: 'exit',
      budget: this.exploring,
    });
  }

  /** Decides one assertion after the other. */
  check(): null {
    const { cfg, mode } = this.task;
    const explored = backbones({ cfg, summarizer: this.summarizer, mode, assertions: 'exit', budget: this.exploring });
    const incomplete = this.incompleteness(explored);
    const byAssertion = new Map<number, ExploredPath[]>();
    for (const p of explored.paths) {
      if (p.end.kind !== 'fail') continue;
      const list = byAssertion.get(p.end.assertion);
      if (list) list.push(p);
      else byAssertion.set(p.end.assertion, [p]);
    }
    try {
      for (const site of cfg.fn.assertions) {
        this.decided.set(site.id, this.decide(site, byAssertion.get(site.id) ?? [], incomplete));
      }
    } finally {
      for (const [assertion, run] of this.failedOnTheWay) {
        const known = this.decided.get(assertion);
        if (known !== undefined && (known.kind !== 'undecided' || known.isFinal)) continue;
        this.decided.set(assertion, { kind: 'fails', assertion, run, by: 'summary' });
      }
    }
    return null;
  }

  private incompleteness({ kind, paths }: ExploreResult): Reason | null {
    const { nameRange: range } = this.task.cfg.fn;
    if (kind === 'too-much') return exhausted('the paths of one function', range);
    if (kind === 'too-many')
      return { code: 'too-many-paths', message: 'The function has more paths than are followed.', range };
    if (this.task.cfg.irreducible) return this.task.cfg.irreducible;
    for (const p of paths) {
      if (p.end.kind === 'lost') return p.end.reason;
      if (p.end.kind === 'halt' && p.end.reason) return p.end.reason;
    }
    return null;
  }

  private decide(site: AssertionSite, failing: readonly ExploredPath[], incomplete: Reason | null): Decision {
    let open: Reason | null = incomplete;
    let counted = false;
    this.replays = 0;
    for (const p of failing) {
      if (this.budget.exhausted()) return undecided(site, exhausted('the paths of one function', site.range));
      const found = this.onBackbone(site, p);
      if (found.kind === 'decided') return found.decision;
      if (found.kind === 'open') open ??= found.reason;
      else counted ||= found.byCounters;
    }
    if (open) return undecided(site, open);
    const by = counted ? 'path-counters' : failing.every((p) => p.inner.length === 0) ? 'paths' : 'summary';
    return { kind: 'holds', assertion: site.id, by };
  }

  private onBackbone(site: AssertionSite, path: ExploredPath): OnBackbone {
    const { range } = this.symbols;
    const formula = comparable(and(path.guard, path.defined));
    if (feasible(formula, range) === 'no') return { kind: 'impossible', byCounters: false };
    // a model that deciding feasibility came by needs no solver
    const near = modelOf(formula, range);
    const precondition = this.preconditionOf(site, path);
    const quick = near && precondition !== 'kept' && this.replays < MAX_REPLAYS ? this.confirm(site, path, near) : null;
    if (quick) return { kind: 'decided', decision: precondition === null ? quick : conditionOnCallers(site) };
    // so do the path counters, where what they say needs no solver
    if (this.excluded(path, formula)) return { kind: 'impossible', byCounters: true };
    const answer = checkRefined(this.solver, formula, range);
    if (answer.status === 'unsat') return { kind: 'impossible', byCounters: false };
    if (precondition === 'kept') return { kind: 'decided', decision: conditionOnCallers(site) };
    const confirmed = answer.model && this.replays++ < MAX_REPLAYS ? this.confirm(site, path, answer.model) : null;
    if (confirmed) return { kind: 'decided', decision: precondition === null ? confirmed : conditionOnCallers(site) };
    if (answer.model && answer.faithful && isExact(path)) this.hopeless.add(site.id);
    const narrowed = this.byCounters(site, path, formula);
    if (narrowed === 'impossible') return { kind: 'impossible', byCounters: true };
    if (narrowed) return { kind: 'decided', decision: narrowed };
    const read = symbolsOfFormula(formula);
    const lost = path.reasons[0] ?? path.fresh.findLast((f) => f.kind === 'unmodelled' && read.has(f.symbol))?.reason;
    return { kind: 'open', reason: lost ?? notConfirmed(site, answer.status === 'unknown') };
  }

  /** The looping conditions, one instance each, can be told to exclude the backbone. */
  private excluded(p: ExploredPath, formula: Formula): boolean {
    const { symbols } = this;
    const whole = and(formula, ...p.inner.map((use) => loopingCondition(use, this.task.cfg, symbols, 1)));
    return whole.size > formula.size && feasible(comparable(whole), symbols.range) === 'no';
  }

  /**
   * Adds the looping conditions of loops whose paths come in an unknown order to the necessary condition (APC, section
   * 4). Asked with more and more instances and effort. A decision: a model of it leads to the failure. `impossible`: it
   * has no model. Null: it stays open.
   */
  private byCounters(site: AssertionSite, path: ExploredPath, formula: Formula): Decision | 'impossible' | null {
    const { symbols } = this;
    let before = formula;
    for (const { instances, effort } of ROUNDS) {
      if (this.budget.exhausted()) return null;
      let whole = comparable(
        and(formula, ...path.inner.map((use) => loopingCondition(use, this.task.cfg, symbols, instances))),
      );
      if (whole.kind === 'false') return 'impossible';
      if (whole.size === before.size) return null;
      before = whole;
      for (let models = 0; models < MOST_MODELS && !this.budget.exhausted(); models++) {
        const { status, model } = this.solver.check(whole, symbols.range, effort);
        if (status === 'unsat' && models === 0) return 'impossible';
        const confirmed = model && this.confirm(site, path, model);
        if (confirmed || !model) return confirmed;
        // other counts may have an order
        const counters = path.inner.flatMap((use) => waysThrough(use, symbols)?.iterative.map((w) => w.counter) ?? []);
        whole = and(whole, or(...counters.map((k) => ne0(sub(k, int(evaluate(k, (s) => model.get(s)) ?? 0n))))));
      }
    }
    return null;
  }

  /** Runs a model: the decision, where the run fails the assertion. A run that fails another one is kept for that. */
  private confirm({ id }: AssertionSite, path: ExploredPath, model: ReadonlyMap<Symbol, bigint>): Decision | null {
    const { cfg, mode, solver } = this.task;
    const run = replay({ cfg, summarizer: this.summarizer, mode, solver }, path, model);
    if (run.outcome.kind !== 'assertion-failed') return null;
    const failed = run.outcome.assertion;
    if (failed === id) return { kind: 'fails', assertion: id, run, by: 'summary' };
    if (!this.failedOnTheWay.has(failed)) this.failedOnTheWay.set(failed, run);
    return null;
  }

  /** Outside `main`: everything that the assertion reads is still as the caller passed it. */
  private preconditionOf(site: AssertionSite, path: ExploredPath): Precondition | null {
    const { cfg } = this.task;
    if (cfg.fn.name === 'main' || path.inner.length > 0 || site.target) return null;
    return preconditionOn(site, path, cfg);
  }
}

const undecided = ({ id }: AssertionSite, reason: Reason): Decision => ({
  kind: 'undecided',
  assertion: id,
  reason,
  isFinal: false,
});

function notConfirmed({ range }: AssertionSite, isUnknown: boolean): Reason {
  if (isUnknown) return { code: 'solver', message: 'The solver found no answer within its limit.', range };
  return { code: 'not-replayed', message: 'A failing run was found but could not be confirmed by running it.', range };
}
