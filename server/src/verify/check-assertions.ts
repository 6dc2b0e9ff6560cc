/** Verdicts on assertions (design 6.9): a failing backbone with a model that the interpreter confirms, or none that can be. */
import type { AnalysisOptions, AssertionReport, InvariantReport, Verdict } from '../report/index.ts';
import type { Budget } from '../budget/index.ts';
import { Exhausted, Stopped, exhausted, stopped } from '../budget/index.ts';
import { buildCfg, isProgramStart, readVariables } from '../program/index.ts';
import type { AssertionSite, Cfg, Expr, IrFunction, Stmt } from '../program/index.ts';
import { TooLarge, and, comparable, evaluate, int, ne0, or, sub, sym, symbolsOfFormula } from '../logic/index.ts';
import { feasible, modelOf } from '../decide/index.ts';
import type { Formula, Symbol, Symbols } from '../logic/index.ts';
import type { Outcome } from '../interpret/index.ts';
import { run } from '../interpret/index.ts';
import type { Reason, SourceRange } from '../source/index.ts';
import type { ExploreResult, ExploredPath } from '../explore/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import type { Solver, SolverSession } from '../decide/index.ts';
import { Summarizer } from '../summary/index.ts';
import { failingConjunct } from './failing-conjunct.ts';
import { proveElements, watchElements } from './arrays/index.ts';
import { budgetedSymbols } from './budgeted-symbols.ts';
import { backbones } from './transitions/index.ts';
import { immaterial } from './irrelevant-havoc.ts';
import { loopingCondition, waysThrough } from './counters/index.ts';
import type { ProveResult } from './engines/index.ts';
import { prove } from './engines/index.ts';
import type { Reading, Replay } from './replay-counterexample.ts';
import { checkRefined } from './refined-models.ts';
import { isExact, replay, supplier, taken } from './replay-counterexample.ts';
import { sample } from './sampling/index.ts';
import type { Assumption } from './vacuous-assertions.ts';
import { askingBehind, assumptionsBefore } from './vacuous-assertions.ts';

export interface CheckContext {
  readonly options: AnalysisOptions;
  readonly solver: SolverSession;
  /** What all of it may take. */
  readonly budget: Budget;
  /** Milliseconds, for what is said of the time that it took. */
  now(): number;
  /** Told of each failing run that a verdict rests on. */
  observed?(assertion: number, failure: Replay): void;
  /** Told of what was proven to hold at the heads of loops. */
  invariants?(found: readonly InvariantReport[]): void;
}

/** Statements that a program without inputs may take to be simply run. */
const RUN_STEPS = 3_000_000;
const MAX_REPLAYS = 8;

/** Verdicts on all the assertions of a function whose calls are inlined. */
export function checkFunction(fn: IrFunction, context: CheckContext): AssertionReport[] {
  const cfg = buildCfg(fn);
  const runs = new Map<number, Replay>();
  const watching: CheckContext = context.options.invariants
    ? { ...context, now: () => context.now(), observed: (a, r) => { runs.set(a, r); context.observed?.(a, r); } } : context;
  const verdicts = decideAll(cfg, watching);
  const vacuous = new Map<string, boolean>();
  return verdicts.map((r, i) => {
    const site = fn.assertions[i] as AssertionSite;
    const failed = runs.get(site.id);
    if (r.verdict === 'violated' && failed) return { ...r, readings: readingPlaces(fn, failed, context.options.integers) };
    if (r.verdict !== 'holds' || site.target) return r;
    const assumed = assumptionsBefore(cfg, site.id);
    const last = assumed[assumed.length - 1];
    if (!last) return r;
    const key = `${last.block}:${last.at}`;
    if (!vacuous.has(key)) vacuous.set(key, contradict(fn, assumed, context));
    const reason = { code: 'vacuous', message: 'No run gets here: the assumptions before it contradict each other.', range: last.range };
    return vacuous.get(key) ? { ...r, verdict: 'unknown', reason } : r;
  });
}

/** A witness has no way to say that values repeat: each is a step of its own, and of runs that read more the rest is left out. */
const MOST_PLACES = 2_000;

/** Where the first values of a run were read. */
function readingPlaces(fn: IrFunction, failure: Replay, mode: IntegerMode): NonNullable<AssertionReport['readings']> {
  const out: { value: string; range: SourceRange }[] = [];
  const supply = supplier(failure.readings);
  run(fn, {
    mode, inputs: failure.inputs, maxSteps: RUN_STEPS, havoc: immaterial(fn).havoc,
    nondet: (index, _type, _callee, range) => {
      const value = supply(index);
      if (out.length < MOST_PLACES) out.push({ value: `${value}`, range });
      return value;
    },
  });
  return out;
}

/** Whether it takes these assumptions to keep every run from getting past them. */
function contradict(fn: IrFunction, assumed: readonly Assumption[], context: CheckContext): boolean {
  const decide = (question: IrFunction): Verdict | undefined => {
    const { options, solver, budget } = context;
    return decideAll(buildCfg(question), { options, solver, budget: budget.share(VACUITY_SHARE), now: () => context.now() })[0]?.verdict;
  };
  return decide(askingBehind(fn, assumed, true)) === 'holds' && decide(askingBehind(fn, assumed, false)) === 'violated';
}

const VACUITY_SHARE = 0.1;

function decideAll(cfg: Cfg, context: CheckContext): AssertionReport[] {
  const { fn } = cfg;
  const started = context.now();
  const finish = (site: AssertionSite, r: Omit<AssertionReport, 'function' | 'range' | 'assertion' | 'ms'>): AssertionReport =>
    ({ function: fn.name, range: site.range, assertion: site.text, ...r, ms: context.now() - started });
  const ran = runWithoutInputs(fn, context);
  if (ran) {
    if (ran.kind !== 'assertion-failed' && context.options.invariants && context.invariants && cfg.loops.length > 0) seekInvariants(cfg, context);
    if (ran.kind === 'assertion-failed') context.observed?.(ran.assertion, { outcome: ran, inputs: new Map(), readings: [] });
    return fn.assertions.map((s) => (ran.kind === 'assertion-failed' && ran.assertion === s.id
      ? finish(s, { verdict: 'violated', ...witness(cfg, { outcome: ran, inputs: new Map(), readings: [] }, context.options.integers), engine: 'interpreter' })
      // an assertion that comes after the failing one is not reached
      : finish(s, { verdict: 'holds', engine: 'interpreter' })));
  }
  // a failure that is easily come by needs no engine that may give up; where summaries find one, theirs is told
  const early = guarded(() => sample({ cfg, mode: context.options.integers, cuts: [], runs: EARLY_RUNS, maxSteps: EARLY_STEPS, seed: 3, starts: [], budget: context.budget }).failures, () => new Map<number, Replay>());
  const checker = guarded(() => new Checker(cfg, context), () => null);
  const stoppedBy = guarded(() => checker?.check() ?? null, (why) => why);
  // what was decided before stands
  const undecidedSo = (site: AssertionSite): Result => (alwaysHolds(fn, site.id) ? { verdict: 'holds', engine: 'paths' } : { verdict: 'unknown', reason: givenUp(stoppedBy ?? 'work', fn), engine: 'summary' });
  const bySummary = fn.assertions.map((site) => finish(site, checker?.results.get(site.id) ?? undecidedSo(site)));
  const hopeless = checker?.hopeless ?? new Set<number>();
  const open = new Set(bySummary.flatMap((r, i) => (r.verdict === 'unknown' && r.reason?.code !== 'precondition' ? [(fn.assertions[i] as AssertionSite).id] : [])));
  // a witness of a failure has no use for them
  if (open.size === 0 && !bySummary.some((r) => r.verdict === 'violated') && context.options.invariants && context.invariants && cfg.loops.length > 0) seekInvariants(cfg, context);
  if (open.size === 0) return bySummary;
  const proven = new Map<number, string>();
  const failures = new Map([...early].filter(([a, r]) => open.has(a) && !isForCallers(fn, a, r)));
  const impossible = [...open].filter((a) => hopeless.has(a) && !failures.has(a));
  for (const a of [...impossible, ...failures.keys()]) open.delete(a);
  const beyond = new Map<number, Reason>();
  const { budget } = context;
  let late = false;
  // what was decided before the work or the time was used up stands
  const within = (run: () => void): void => guarded(run, (why) => {
    late ||= why === 'time';
  });
  const attempt = (of: Cfg, assertions: ReadonlySet<number>, light: boolean, into: ProveResult): void => {
    if (assertions.size === 0 || late) return;
    within(() => prove({ cfg: of, mode: context.options.integers, solver: context.solver.within(budget), assertions, light, budget }, into));
    if (into.invariants && of === cfg) context.invariants?.(into.invariants);
  };
  // a few runs may fail without what isn't modelled
  if (impossible.length > 0) within(() => {
    for (const [a, r] of sample({ cfg, mode: context.options.integers, cuts: [], runs: FEW_RUNS, maxSteps: FEW_STEPS, seed: 11, starts: [], budget }).failures) if (hopeless.has(a)) failures.set(a, r);
  });
  if (open.size > 0) within(() => attemptElements(cfg, open, context, proven, failures));
  for (const a of [...proven.keys(), ...failures.keys()]) open.delete(a);
  const undecided = new Set(open);
  const watched = new Map([...open].flatMap((a) => {
    const watching = watchElements(cfg, a);
    return watching ? [[a, watching] as const] : [];
  }));
  attempt(cfg, new Set([...undecided].filter((a) => !watched.has(a))), false, { proven, failures, beyond });
  attempt(cfg, new Set(watched.keys()), true, { proven, failures });
  for (const [a, watching] of watched) {
    if (proven.has(a) || failures.has(a)) continue;
    // what fails there fails for some contents of the arrays, which no input may bring about: only the proofs count
    attempt(buildCfg(watching), new Set([a]), false, { proven, failures: new Map() });
  }
  return bySummary.map((r, i) => {
    const site = fn.assertions[i] as AssertionSite;
    const failure = failures.get(site.id);
    const engine = proven.get(site.id);
    const why = beyond.get(site.id);
    if (r.verdict === 'unknown' && !failure && !engine && open.has(site.id) && late) return { ...r, reason: stopped('this function', fn.nameRange) };
    if (r.verdict === 'unknown' && why && !failure && !engine) return { ...r, reason: why };
    if (r.verdict !== 'unknown' || !(failure || engine)) return r;
    if (failure) context.observed?.(site.id, failure);
    if (failure) return finish(site, { verdict: 'violated', ...witness(cfg, failure, context.options.integers), engine: 'search' });
    return engine ? finish(site, { verdict: 'holds', engine }) : r;
  });
}

const conditionsOf = (fn: IrFunction, assertion: number): readonly Expr[] => fn.blocks.flatMap((b) => b.stmts.flatMap((s) => (s.kind === 'assert' && s.assertion === assertion ? [s.cond] : [])));

const alwaysHolds = (fn: IrFunction, assertion: number): boolean => conditionsOf(fn, assertion).every((c) => c.kind === 'const' && c.value !== 0n);

/** Outside `main`: the assertion fails for what the caller passed. */
function isForCallers(fn: IrFunction, assertion: number, { outcome, inputs }: Replay): boolean {
  if (fn.name === 'main' || fn.assertions[assertion]?.target) return false;
  const read = conditionsOf(fn, assertion).flatMap((c) => [...readVariables(c)]);
  return read.length > 0 && read.every((v) => inputs.has(v) && outcome.env.values[v] === inputs.get(v));
}

/** Runs that are taken before anything else. */
const EARLY_RUNS = 100;
const EARLY_STEPS = 1_500;

/** Assertions that depend on elements of arrays, directly or not. */
function attemptElements(cfg: Cfg, open: ReadonlySet<number>, context: CheckContext, proven: Map<number, string>, failures: Map<number, Replay>): void {
  const budget = context.budget.share(ELEMENTS_SHARE);
  const into = { proven: new Set<number>(), failures };
  try {
    proveElements({ cfg, mode: context.options.integers, solver: context.solver.within(budget), assertions: open, budget }, into);
  } finally {
    for (const a of into.proven) proven.set(a, 'elements');
  }
}

const ELEMENTS_SHARE = 0.7;
const FEW_RUNS = 120;
const FEW_STEPS = 20_000;

/** Invariants for verdicts that needed none: those that the proof by guessing would rest on. */
function seekInvariants(cfg: Cfg, context: CheckContext): void {
  const into: ProveResult = { proven: new Map(), failures: new Map() };
  const assertions = new Set(cfg.fn.assertions.map((a) => a.id));
  const budget = context.budget.share(INVARIANT_SHARE);
  guarded(() => prove({ cfg, mode: context.options.integers, solver: context.solver.within(budget), assertions, light: false, budget }, into), () => undefined);
  if (into.invariants) context.invariants?.(into.invariants);
}

const INVARIANT_SHARE = 0.3;

type GivenUp = 'time' | 'work' | 'size';

function guarded<T>(run: () => T, instead: (why: GivenUp) => T): T {
  try {
    return run();
  } catch (e) {
    if (e instanceof TooLarge) return instead('size');
    if (e instanceof Exhausted) return instead('work');
    if (e instanceof Stopped) return instead('time');
    throw e;
  }
}

function givenUp(why: GivenUp, fn: IrFunction): Reason {
  switch (why) {
    case 'time': return stopped('this function', fn.nameRange);
    case 'work': return exhausted('the paths of one function', fn.nameRange);
    case 'size': return { code: 'too-large', message: 'The terms that describe the function grow too large.', range: fn.nameRange };
  }
}

/** What summaries and the decisions about them may take together; the rest is for the other engines. */
const SUMMARY_SHARE = 0.2;
/** The part of it for the summaries alone. */
const BACKBONES_SHARE = 0.5;

/** A program that reads nothing from outside has one run: take it, if it is short. */
function runWithoutInputs(fn: IrFunction, context: CheckContext): Outcome | null {
  if (!isProgramStart(fn) || fn.params.length > 0) return null;
  const reads = fn.blocks.some((b) => b.stmts.some((s) => s.kind === 'nondet' || s.kind === 'havoc' || s.kind === 'havoc-array' || s.kind === 'call'));
  if (reads || fn.variables.some((v) => v.scope === 'global' && v.initial === null)) return null;
  const outcome = run(fn, { mode: context.options.integers, inputs: new Map(), maxSteps: RUN_STEPS });
  return outcome.kind === 'returned' || outcome.kind === 'halted' || outcome.kind === 'assertion-failed' ? outcome : null;
}

/** Instances of the looping conditions and the solver's effort: APC's K is 25. */
const ROUNDS = [{ instances: 1, effort: 100_000 }, { instances: 25, effort: 400_000 }] as const;
/** Counters that are tried out. */
const MOST_MODELS = 4;

type Result = Omit<AssertionReport, 'function' | 'range' | 'assertion' | 'ms'>;

class Checker {
  private readonly cfg: Cfg;
  private readonly context: CheckContext;
  private readonly summarizer: Summarizer;
  private readonly symbols: Symbols;
  private readonly violated = new Map<number, Result>();
  readonly results = new Map<number, Result>();
  /** Assertions that fail for some value of what isn't modelled: there is nothing to be proven about them. */
  readonly hopeless = new Set<number>();
  private readonly budget: Budget;
  /** For exploring the function, summaries of its loops included. */
  private readonly exploring: Budget;
  private readonly solver: Solver;

  constructor(cfg: Cfg, context: CheckContext) {
    this.cfg = cfg;
    this.context = context;
    this.budget = context.budget.share(SUMMARY_SHARE);
    this.exploring = this.budget.share(BACKBONES_SHARE);
    this.solver = context.solver.within(this.budget);
    this.symbols = budgetedSymbols(this.budget);
    this.summarizer = new Summarizer(cfg, this.symbols, { mode: context.options.integers, assertions: 'exit', budget: this.exploring });
  }

  /** Fills in the results, one after the other. */
  check(): null {
    const { cfg, context } = this;
    const explored = backbones(cfg, this.summarizer, context.options.integers, 'exit', this.exploring);
    const incomplete = this.incompleteness(explored);
    const byAssertion = new Map<number, ExploredPath[]>();
    for (const p of explored.paths) {
      if (p.end.kind !== 'fail') continue;
      const list = byAssertion.get(p.end.assertion);
      if (list) list.push(p);
      else byAssertion.set(p.end.assertion, [p]);
    }
    try {
      for (const site of cfg.fn.assertions) this.results.set(site.id, this.decide(site, byAssertion.get(site.id) ?? [], incomplete));
    } finally {
      // a replay for one assertion may have run into another
      for (const [a, result] of this.violated) if ((this.results.get(a)?.verdict ?? 'unknown') === 'unknown') this.results.set(a, result);
    }
    return null;
  }

  private incompleteness({ kind, paths }: ExploreResult): Reason | null {
    if (kind === 'too-much') return exhausted('the paths of one function', this.cfg.fn.nameRange);
    if (kind === 'too-many') return { code: 'too-many-paths', message: 'The function has more paths than are followed.', range: this.cfg.fn.nameRange };
    if (this.cfg.irreducible) return { code: 'irreducible', message: 'A goto leads into the middle of a loop.', range: this.cfg.fn.nameRange };
    for (const p of paths) {
      if (p.end.kind === 'lost') return p.end.reason;
      if (p.end.kind === 'halt' && p.end.reason) return p.end.reason;
    }
    return null;
  }

  private decide(site: AssertionSite, failing: readonly ExploredPath[], incomplete: Reason | null): Result {
    let open: Reason | null = incomplete;
    let replays = 0;
    let counted = false;
    const { range } = this.symbols;
    for (const p of failing) {
      if (this.budget.exhausted()) return { verdict: 'unknown', reason: exhausted('the paths of one function', site.range), engine: 'summary' };
      const formula = comparable(and(p.guard, p.defined));
      if (feasible(formula, range) === 'no') continue;
      // a model that deciding feasibility came by needs no solver
      const near = modelOf(formula, range);
      const precondition = this.isPrecondition(site, p);
      const quick = near && !precondition && replays < MAX_REPLAYS ? this.confirm(site, p, near) : null;
      if (quick) return quick;
      // so do the path counters, where what they say needs no solver
      if (this.excluded(p, formula)) {
        counted = true;
        continue;
      }
      const answer = checkRefined(this.solver, formula, range);
      if (answer.status === 'unsat') continue;
      if (precondition) return { verdict: 'unknown', reason: { code: 'precondition', message: 'The assertion is a condition on what the caller passes.', range: site.range }, engine: 'summary' };
      const read = symbolsOfFormula(formula);
      const why = p.reasons[0] ?? p.fresh.findLast((f) => f.kind === 'unmodelled' && read.has(f.symbol))?.reason;
      const confirmed = answer.model && replays++ < MAX_REPLAYS ? this.confirm(site, p, answer.model) : null;
      if (confirmed) return confirmed;
      if (answer.model && answer.faithful && isExact(p)) this.hopeless.add(site.id);
      const narrowed = this.byCounters(site, p, formula);
      if (narrowed === 'impossible') {
        counted = true;
        continue;
      }
      if (narrowed) return narrowed;
      open ??= why ?? { code: answer.status === 'unknown' ? 'solver' : 'not-replayed', message: answer.status === 'unknown'
        ? 'The solver found no answer within its limit.' : 'A failing run was found but could not be confirmed by running it.', range: site.range };
    }
    if (open) return { verdict: 'unknown', reason: open, engine: 'summary' };
    return { verdict: 'holds', engine: counted ? 'path-counters' : failing.every((p) => p.inner.length === 0) ? 'paths' : 'summary' };
  }

  /** The looping conditions, one instance each, can be told to exclude the backbone. */
  private excluded(p: ExploredPath, formula: Formula): boolean {
    const { cfg, symbols } = this;
    const whole = and(formula, ...p.inner.map((use) => loopingCondition(use, cfg, symbols, 1)));
    return whole.size > formula.size && feasible(comparable(whole), symbols.range) === 'no';
  }

  /**
   * The necessary condition with the looping conditions of loops whose paths' order isn't known (APC, section 4), for growing numbers of instances
   * and effort: a verdict where one of its models leads to the failure, `impossible` where it has none, null where it stays open.
   */
  private byCounters(site: AssertionSite, p: ExploredPath, formula: Formula): Result | 'impossible' | null {
    const { cfg, symbols } = this;
    let before = formula;
    for (const { instances, effort } of ROUNDS) {
      if (this.budget.exhausted()) return null;
      let whole = comparable(and(formula, ...p.inner.map((use) => loopingCondition(use, cfg, symbols, instances))));
      if (whole.kind === 'false') return 'impossible';
      if (whole.size === before.size) return null;
      before = whole;
      for (let models = 0; models < MOST_MODELS && !this.budget.exhausted(); models++) {
        const { status, model } = this.solver.check(whole, symbols.range, effort);
        if (status === 'unsat' && models === 0) return 'impossible';
        const confirmed = model && this.confirm(site, p, model);
        if (confirmed || !model) return confirmed;
        // other counts may have an order
        const counters = p.inner.flatMap((use) => waysThrough(use, symbols)?.iterative.map((w) => w.counter) ?? []);
        whole = and(whole, or(...counters.map((k) => ne0(sub(k, int(evaluate(k, (s) => model.get(s)) ?? 0n))))));
      }
    }
    return null;
  }

  /** Runs a model: the verdict, where the run fails the assertion. A run that fails another one is kept for that. */
  private confirm(site: AssertionSite, p: ExploredPath, model: ReadonlyMap<Symbol, bigint>): Result | null {
    const r = replay({ cfg: this.cfg, summarizer: this.summarizer, mode: this.context.options.integers, solver: this.context.solver }, p, model);
    if (r.outcome.kind !== 'assertion-failed') return null;
    this.context.observed?.(r.outcome.assertion, r);
    const result: Result = { verdict: 'violated', ...witness(this.cfg, r, this.context.options.integers), engine: 'summary' };
    if (r.outcome.assertion === site.id) return result;
    if (!this.violated.has(r.outcome.assertion)) this.violated.set(r.outcome.assertion, result);
    return null;
  }

  /** Outside `main`: everything that the assertion reads is still as the caller passed it. */
  private isPrecondition(site: AssertionSite, p: ExploredPath): boolean {
    const { fn, symbols: names } = this.cfg;
    if (fn.name === 'main' || p.inner.length > 0 || site.target) return false;
    const stmt = fn.blocks.flatMap((b) => b.stmts).find((s): s is Stmt & { kind: 'assert' } => s.kind === 'assert' && s.assertion === site.id);
    const read = stmt ? [...readVariables(stmt.cond)] : [];
    return read.length > 0 && read.every((v) => {
      const scope = fn.variables[v]?.scope;
      return (scope === 'param' || scope === 'global') && p.env[v] === sym(names[v] as Symbol);
    });
  }
}

/** Inputs, readings and values of a failing run, for people and programs. */
export function witness(cfg: Cfg, r: Replay, mode: IntegerMode): Pick<AssertionReport, 'inputs' | 'nondet' | 'iteration' | 'values' | 'conjunct'> {
  const inputs: Record<string, string> = {};
  // where pointers lead is nobody's choice, but that they are null is; nothing is behind these
  const nulls = cfg.fn.variables.filter((v) => v.pointer && v.scope === 'param' && !v.name.includes('>') && r.inputs.get(v.id) === 0n).map((v) => v.name);
  for (const name of nulls) inputs[name] = '0';
  const isNowhere = (name: string): boolean => nulls.some((p) => name.startsWith(`${p}->`));
  for (const v of cfg.fn.variables) {
    const value = isNowhere(v.name) ? undefined : r.inputs.get(v.id);
    // of a member that is 0 nothing needs to be said, unless it is initialised with something else
    const untold = v.name.includes('.') && value === 0n && (v.scope === 'param' || v.initial === 0n || v.initial === null);
    if (!v.pointer && (v.scope === 'param' || v.scope === 'global') && value !== undefined && !untold) inputs[v.name] = `${value}`;
  }
  const values: Record<string, string> = {};
  const { tainted } = immaterial(cfg.fn);
  for (const v of cfg.fn.variables) {
    const value = r.outcome.env.values[v.id];
    if (!v.pointer && v.scope !== 'temp' && !tainted.has(v.id) && !isNowhere(v.name) && value !== null && value !== undefined && !(v.name in values)) values[v.name] = `${value}`;
  }
  const iteration = r.outcome.kind === 'assertion-failed' ? r.outcome.iteration : [];
  const conjunct = r.outcome.kind === 'assertion-failed' ? failingConjunct(cfg.fn, r.outcome.assertion, r.outcome.env.values, mode) : null;
  return { inputs, nondet: readingsTaken(r.readings, r.outcome.nondetTaken), iteration, values, ...(conjunct === null ? {} : { conjunct }) };
}

/** The values taken, in order; equal ones in a row as one with their number. */
function readingsTaken(readings: readonly Reading[], values: number): (string | readonly [string, number])[] {
  const out: (string | [string, number])[] = [];
  const push = (value: bigint, times: number): void => {
    const text = `${value}`;
    const last = out[out.length - 1];
    const [same, before] = typeof last === 'string' ? [last, 1] : last ?? ['', 0];
    if (same === text) out[out.length - 1] = [text, before + times];
    else if (times > 1) out.push([text, times]);
    else out.push(text);
  };
  const known = taken(readings, values);
  for (const { values: pattern, times } of known) {
    const [only] = pattern;
    if (pattern.length === 1 && only !== undefined) push(only, Number(times));
    else for (let k = 0n; k < times && out.length < MOST_READINGS; k++) for (const v of pattern) push(v, 1);
  }
  const missing = values - Number(known.reduce((sum, r) => sum + BigInt(r.values.length) * r.times, 0n));
  if (missing > 0) push(0n, missing);
  return out;
}

const MOST_READINGS = 10_000;
