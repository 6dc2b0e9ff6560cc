/**
 * Verdicts on assertions: the engines of the portfolio are asked in order; a ledger has what they found, and the
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
import type { Task } from './engine.ts';
import { readingPlaces, witness } from './failing-run.ts';
import { guarded } from './given-up.ts';
import type { Standing } from './ledger.ts';
import { Ledger } from './ledger.ts';
import { PORTFOLIO } from './portfolio.ts';
import type { Replay } from './replay-counterexample.ts';
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

/** Verdicts on all the assertions of a function whose calls are inlined. */
export function checkFunction(fn: IrFunction, context: CheckContext): AssertionReport[] {
  const cfg = buildCfg(fn);
  const { integers: mode, invariants: wantsInvariants } = context.options;
  const standings = decideAll(cfg, context);
  const vacuous = new Map<string, boolean>();
  return fn.assertions.map((site, i) => {
    const standing = standings[i] as Standing;
    const report = reportOf(cfg, site, standing, mode);
    if (standing.kind === 'fails') {
      context.observed?.(site.id, standing.run);
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
    return vacuous.get(key) ? { ...report, verdict: 'unknown', reason } : report;
  });
}

const VACUITY_SHARE = 0.1;

/** Whether it takes these assumptions to keep every run from getting past them. */
function contradict(fn: IrFunction, assumed: readonly Assumption[], context: CheckContext): boolean {
  const { options, solver, budget } = context;
  const decide = (question: IrFunction): Standing['kind'] | undefined =>
    decideAll(buildCfg(question), { options, solver, budget: budget.share(VACUITY_SHARE), now: () => context.now() })[0]
      ?.kind;
  return decide(askingBehind(fn, assumed, true)) === 'holds' && decide(askingBehind(fn, assumed, false)) === 'fails';
}

/** Goes through the portfolio: what is known in the end of each assertion, in their order. */
function decideAll(cfg: Cfg, context: CheckContext): readonly Standing[] {
  const { fn } = cfg;
  const { options, solver, budget } = context;
  const started = context.now();
  const ledger = new Ledger(
    fn.assertions.map((s) => s.id),
    (found) => context.invariants?.(found),
  );
  const wantsInvariants = options.invariants === true && context.invariants !== undefined;
  const task: Task = { cfg, mode: options.integers, solver, known: ledger, wantsInvariants, watching: watchingIn(cfg) };
  let late = false;
  for (const engine of PORTFOLIO) {
    if (!engine.applies(task)) continue;
    // what was found before the work or the time was used up stands
    guarded(
      () => {
        for (const found of engine.run(task, budget.share(engine.share)))
          ledger.enter(found, engine.id, context.now() - started);
      },
      (why) => {
        late ||= why === 'time';
      },
    );
  }
  return fn.assertions.map((s) => ledger.standing(s.id, late ? stopped('this function', fn.nameRange) : null));
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
