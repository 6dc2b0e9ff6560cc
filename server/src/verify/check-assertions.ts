/**
 * Verdicts on assertions. The engines of the portfolio are asked in order. A ledger has what they found, and the
 * reports are made from it.
 */
import type { Budget } from '../budget/index.ts';
import { stopped } from '../budget/index.ts';
import type { SolverSession } from '../decide/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import type { AssertionSite, Cfg, IrFunction } from '../program/index.ts';
import { buildCfg } from '../program/index.ts';
import type { AnalysisOptions, AssertionReport, InvariantReport, Verdict } from '../report/index.ts';
import { watchElements } from './arrays/index.ts';
import type { Decision, Task } from './engine.ts';
import { readingPlaces, witness } from './failing-run.ts';
import { guarded } from './given-up.ts';
import type { Standing } from './ledger.ts';
import { Ledger } from './ledger.ts';
import { PORTFOLIO } from './portfolio.ts';
import type { Replay } from './replay-counterexample.ts';
import { conditionOnCallers, readsWhatStays } from './preconditions.ts';
import { dependsOnBuild } from './undecided-builds.ts';
import { dependsOnUndeclared } from './undeclared-values.ts';
import type { Assumption } from './vacuous-assertions.ts';
import { askingBehind, assumptionsBefore } from './vacuous-assertions.ts';

export interface CheckContext {
  readonly options: AnalysisOptions;
  readonly solver: SolverSession;
  /** What all of it may take. */
  readonly budget: Budget;
  /** Milliseconds, for what is said of the time that it took. */
  now(): number;
  /** Whether what holds at the heads of loops is to be told, too, where the options ask for it. */
  readonly withInvariants?: true;
}

/** What is found out about a function whose calls are inlined. */
export interface CheckedFunction {
  /** A verdict on each of its assertions, in their order. */
  readonly verdicts: readonly AssertionReport[];
  /** The failing runs that verdicts rest on, by assertion. */
  readonly failures: ReadonlyMap<number, Replay>;
  /** What was proven to hold at the heads of loops; none unless they are asked for. */
  readonly invariants: readonly InvariantReport[];
}

export function checkFunction(fn: IrFunction, context: CheckContext): CheckedFunction {
  const cfg = buildCfg(fn);
  const { integers: mode, invariants: wantsInvariants } = context.options;
  const { standings, invariants } = decideAll(cfg, context);
  const vacuous = new Map<string, boolean>();
  const failures = new Map<number, Replay>();
  const verdicts = fn.assertions.map((site, index) => {
    const standing = standings[index] as Standing;
    const report = reportOf(cfg, site, standing, mode);
    if (standing.kind === 'fails') {
      failures.set(site.id, standing.run);
      return wantsInvariants ? { ...report, readings: readingPlaces(fn, standing.run, mode) } : report;
    }
    if (standing.kind !== 'holds' || site.target) return report;
    const assumed = assumptionsBefore(cfg, site.id);
    const last = assumed[assumed.length - 1];
    if (!last) return report;
    const key = `${last.block}:${last.at}`;
    if (!vacuous.has(key)) vacuous.set(key, contradict(fn, assumed, context));
    const reason = {
      code: 'vacuous',
      message: 'No run gets here: the assumptions before it contradict each other.',
      range: last.range,
    };
    return vacuous.get(key) ? { ...report, verdict: 'unknown' as const, reason } : report;
  });
  return { verdicts, failures, invariants };
}

const VACUITY_SHARE = 0.1;

/** Whether it takes these assumptions to keep every run from getting past them. */
function contradict(fn: IrFunction, assumed: readonly Assumption[], context: CheckContext): boolean {
  const { options, solver, budget } = context;
  const now = (): number => context.now();
  const decide = (question: IrFunction): Standing['kind'] | undefined => {
    const asked = { options, solver, budget: budget.share(VACUITY_SHARE), now };
    return decideAll(buildCfg(question), asked).standings[0]?.kind;
  };
  return decide(askingBehind(fn, assumed, true)) === 'holds' && decide(askingBehind(fn, assumed, false)) === 'fails';
}

interface Decided {
  /** What is known in the end of each assertion, in their order. */
  readonly standings: readonly Standing[];
  readonly invariants: readonly InvariantReport[];
}

/** Goes through the portfolio. */
function decideAll(cfg: Cfg, context: CheckContext): Decided {
  const { fn } = cfg;
  const { options, solver, budget } = context;
  const started = context.now();
  const ledger = new Ledger(fn.assertions.map((s) => s.id));
  const wantsInvariants = options.invariants === true && context.withInvariants === true;
  const task: Task = { cfg, mode: options.integers, solver, known: ledger, wantsInvariants, watching: watchingIn(cfg) };
  let late = false;
  for (const engine of PORTFOLIO) {
    if (!engine.applies(task)) continue;
    // what was found before the work or the time was used up stands
    guarded(
      () => {
        for (const found of engine.run(task, budget.share(engine.share)))
          ledger.enter(asJudged(found, fn), engine.id, context.now() - started);
      },
      (why) => {
        late ||= why === 'time';
      },
    );
  }
  const why = late ? stopped('this function', fn.nameRange) : null;
  return { standings: fn.assertions.map((s) => ledger.standing(s.id, why)), invariants: ledger.invariants };
}

/**
 * What fails by what callers pass is theirs; what fails by what nobody knows may not fail. What other builds may get to
 * in other ways is certain in none of them.
 */
function asJudged(found: Decision, fn: IrFunction): Decision {
  const isCertain = found.kind === 'holds' || found.kind === 'fails';
  const site = isCertain ? fn.assertions.find(({ id }) => id === found.assertion) : undefined;
  if (site === undefined) return found;
  const build = found.kind === 'fails' && site.target ? null : dependsOnBuild(site, fn);
  if (build !== null) return { kind: 'undecided', assertion: site.id, reason: build, isFinal: true };
  if (found.kind !== 'fails') return found;
  if (readsWhatStays(site, fn)) return conditionOnCallers(site);
  const reason = site.target ? null : dependsOnUndeclared(site, fn);
  return reason === null ? found : { kind: 'undecided', assertion: site.id, reason, isFinal: true };
}

/** The functions that watch single elements, each made once. */
function watchingIn(cfg: Cfg): Task['watching'] {
  const made = new Map<number, IrFunction | null>();
  return (assertion) => {
    const known = made.get(assertion);
    if (known !== undefined) return known;
    const watching = watchElements(cfg, assertion);
    made.set(assertion, watching);
    return watching;
  };
}

const VERDICTS = { holds: 'holds', fails: 'violated', undecided: 'unknown' } as const satisfies Record<
  Standing['kind'],
  Verdict
>;

function reportOf(cfg: Cfg, site: AssertionSite, standing: Standing, mode: IntegerMode): AssertionReport {
  const about = { function: cfg.fn.name, range: site.range, assertion: site.text, verdict: VERDICTS[standing.kind] };
  const { ms } = standing;
  switch (standing.kind) {
    case 'holds':
      return { ...about, engine: standing.by, ms };
    case 'fails':
      return { ...about, ...witness(cfg, standing.run, mode), engine: standing.by, ms };
    case 'undecided':
      return { ...about, reason: standing.reason, engine: 'summary', ms };
  }
}
