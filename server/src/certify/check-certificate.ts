/**
 * The independent checker: cases in, certificates out.
 * Source: our own; certificates as in certifying algorithms (McConnell, Mehlhorn, Näher and Schweitzer, 2011).
 */
import type { Budget } from '../budget/index.ts';
import { TooLarge, add, and, eq, ge0, int, isConst, plus, substitute, substituteFormula } from '../logic/index.ts';
import type { Formula, Term } from '../logic/index.ts';
import type { Solver } from '../decide/index.ts';
import type { CaseClaim, Certificate, Discharge, Obligation, PathClaim, Step, SummaryClaim } from './certificate.ts';
import { strengthOf, weaker } from './certificate.ts';
import { prefixOf } from './check-closed-forms.ts';
import { Counted } from './check-counter.ts';
import { covered } from './check-cover.ts';
import { runsCovered } from './check-environment.ts';
import { Prover } from './prover.ts';
import type { Trace } from './replay-trace.ts';
import { Replay } from './replay-context.ts';
import { replay } from './replay-trace.ts';

export interface Verdict {
  /** One for each case, in their order. */
  readonly cases: readonly Certificate[];
  /** That the cases are all there is. */
  readonly whole: Certificate;
}

export interface Wanted {
  /** Which cases claim to be exact. */
  readonly wanted: (index: number) => boolean;
  /** The cases claim to cover the entry states. */
  readonly coverage: boolean;
  /** Nothing more is looked at once something is not certified. */
  readonly lazily?: boolean;
  /** To be asked where everything else fails; missing: none. */
  readonly solver?: Solver;
  /** What is not shown by then stays open. */
  readonly budget?: Budget;
}

/** Certifies the cases that are asked for, and that between them they cover the entry states. */
export function certify(claim: SummaryClaim, request: Wanted): Verdict {
  const { wanted } = request;
  const prover = new Prover(claim.range, request.solver ?? null, request.budget);
  const on = new Replay(claim, prover);
  const counted = new Counted(on, checkCase);
  const deterministic = claim.paths.every((p) => p.free.kind === 'true');
  let failed = false;
  const cases = claim.cases.map((c, i): readonly Obligation[] => {
    if (!wanted(i)) return [];
    if (failed && request.lazily) return [NOT_LOOKED_AT];
    const made = within(prover, () => checkCase(c, on, counted));
    failed ||= strengthOf(made) === 'open';
    return made;
  });
  return { cases: cases.map(certificate), whole: certificate(coverage()) };

  function coverage(): readonly Obligation[] {
    if (failed && request.lazily) return [NOT_LOOKED_AT];
    if (!request.coverage) return [];
    const isSaid = (i: number): boolean => !cases[i]?.some((o) => o.duty === 'defined' && o.discharge === 'assumed');
    return within(prover, () =>
      deterministic
        ? [
            counted.covers(claim, (part) => covered(part, prover)) ?? covered(claim, prover),
            disjoint(claim.paths, prover),
          ]
        : [runsCovered(on, isSaid)],
    );
  }
}

const NOT_LOOKED_AT: Obligation = { duty: 'guard', about: 'not looked at', discharge: 'open' };

/** One case, or the coverage by all: terms that grow too large leave their obligation open. */
function within(prover: Prover, check: () => readonly Obligation[]): readonly Obligation[] {
  prover.begin();
  try {
    return check();
  } catch (e) {
    if (!(e instanceof TooLarge)) throw e;
    return [{ duty: 'values', about: 'terms that grow too large', discharge: 'open' }];
  }
}

/**
 * At most one of the paths can be taken from a state. So two cases that are both shown for it say the same. Where that
 * isn't seen it is presupposed, as paths are disjoint by their making.
 */
function disjoint(paths: readonly PathClaim[], prover: Prover): Obligation {
  let how: Discharge = 'identity';
  for (const [i, p] of paths.entries())
    for (const q of paths.slice(i + 1)) {
      if (how !== 'assumed' && !p.partial && !q.partial)
        how = weaker(how, prover.refutes(and(p.guard, q.guard)) ?? 'assumed');
    }
  return { duty: 'disjoint', about: 'paths', discharge: how };
}

const certificate = (obligations: readonly Obligation[]): Certificate => ({
  strength: strengthOf(obligations),
  obligations,
});

function checkCase(claim: CaseClaim, replay: Replay, counted: Counted | null = null): readonly Obligation[] {
  if (claim.steps === null) return [{ duty: 'guard', about: 'trace', discharge: 'open' }];
  const context = and(replay.claim.facts, claim.guard);
  replay.begin(claim.fresh);
  if (claim.counter) {
    if (counted === null) return [NOT_LOOKED_AT];
    const through = counted.replay(claim.counter, claim.fresh, context, claim.defined && and(context, claim.defined));
    return checkEnd(claim, { ...through, forever: claim.counter.count === null }, context, replay);
  }
  const direct = checkTrace(claim, claim.steps, context, replay);
  const short = direct.some((o) => o.duty === 'counts' && o.discharge === 'open')
    ? shortTraces(claim.steps, context, replay)
    : null;
  if (short === null) return direct;
  return short.flatMap((s) => checkTrace(claim, s.steps, s.context, replay));
}

/**
 * A trace whose first word may be repeated less often than its closed form needs. It is those repetitions, one by one,
 * and the trace as it is.
 */
function shortTraces(
  steps: readonly Step[],
  context: Formula,
  replay: Replay,
): readonly { readonly steps: readonly Step[]; readonly context: Formula }[] | null {
  const at = steps.findIndex(
    (s) =>
      (s.kind === 'path' || s.kind === 'cycle') &&
      s.count !== null &&
      s.forms !== null &&
      !isConst(s.count) &&
      replay.prover.proves(context, ge0(plus(s.count, -prefixOf(s.forms)))) === null,
  );
  const step = steps[at];
  if (step === undefined || step.kind === 'orbit' || step.kind === 'any' || step.count === null || step.forms === null)
    return null;
  const { count } = step;
  const prefix = prefixOf(step.forms);
  if (prefix > MAX_SHORT || replay.prover.proves(context, ge0(count)) === null) return null;
  const word: readonly Step[] =
    step.kind === 'path'
      ? [{ ...step, count: int(1) }]
      : step.word.map((w) => ({ kind: 'path', path: w.path, count: w.count, forms: w.forms, renaming: new Map() }));
  const before = steps.slice(0, at);
  const after = steps.slice(at + 1);
  const few = Array.from({ length: prefix }, (_, j) => ({
    steps: [...before, ...Array.from({ length: j }, () => word).flat(), ...after],
    context: and(context, eq(count, int(j))),
  }));
  return [...few, { steps, context: and(context, ge0(plus(count, -prefix))) }];
}

const MAX_SHORT = 2;

function checkTrace(claim: CaseClaim, steps: readonly Step[], context: Formula, on: Replay): readonly Obligation[] {
  if (context.kind === 'false') return [{ duty: 'guard', about: 'never taken', discharge: 'identity' }];
  const last = steps[steps.length - 1];
  const forever = last !== undefined && (last.kind === 'any' || last.count === null);
  return checkEnd(
    claim,
    { ...replay(steps, context, claim.defined && and(context, claim.defined), on), forever },
    context,
    on,
  );
}

/** That a trace has the end that the case claims. */
function checkEnd(
  caseClaim: CaseClaim,
  through: Trace & { readonly forever: boolean },
  context: Formula,
  replay: Replay,
): readonly Obligation[] {
  const { prover, claim } = replay;
  const { forever } = through;
  const out: Obligation[] = [...through.obligations];
  const duty = (what: Obligation['duty'], about: string, how: Discharge | null): void => {
    out.push({ duty: what, about, discharge: how ?? 'open' });
  };
  if (caseClaim.exit === null) {
    if (!forever) duty('never ends', 'trace', null);
  } else {
    const exit = claim.paths[caseClaim.exit];
    if (!exit?.exit || forever) return [...out, { duty: 'exit', about: 'trace', discharge: 'open' }];
    const leaves = substituteFormula(exit.guard, through.values);
    const left = prover.proves(context, leaves);
    duty('exit', exit.id, left);
    let how: Discharge | null = 'identity';
    for (const x of new Set([...caseClaim.post.keys(), ...replay.modified])) {
      const before = through.values.get(x);
      const u = exit.update.get(x);
      const value = u ? substitute(u, through.values) : before;
      const claimed = caseClaim.post.get(x);
      const one = value && claimed ? prover.equal(context, value, claimed) : null;
      if (one === null) {
        duty('values', x.display, null);
        how = null;
      } else if (how) how = weaker(how, one);
    }
    if (how) duty('values', exit.id, how);
    duty('counts', 'iterations', countsAgree(caseClaim, through, context, prover));
  }
  duty('defined', 'conditions', definedness(caseClaim, through, context, replay));
  return out;
}

function countsAgree(
  claim: CaseClaim,
  { counts, total: shown }: Trace,
  context: Formula,
  prover: Prover,
): Discharge | null {
  if (!counts || claim.iterations === null) return null;
  let how: Discharge = 'identity';
  let total: Term = int(0);
  for (const i of new Set([...counts.keys(), ...claim.counts.keys()])) {
    const n = counts.get(i) ?? int(0);
    total = add(total, n);
    const one = prover.equal(context, n, claim.counts.get(i) ?? int(0));
    if (one === null) return null;
    how = weaker(how, one);
  }
  const sum =
    (shown && prover.equal(context, shown, claim.iterations)) ?? prover.equal(context, total, claim.iterations);
  return sum && weaker(how, sum);
}

/**
 * Obligation vii: where the case says that nothing is undefined nothing is, and all that it says is needed for that.
 * Else it is `assumed` that nothing is: the case says nothing of it.
 */
function definedness(c: CaseClaim, through: Trace, context: Formula, { claim, prover }: Replay): Discharge {
  const exit = c.exit === null ? null : claim.paths[c.exit];
  if (c.defined === null || through.safe === null || exit?.definedKnown === false) return 'assumed';
  const last = exit ? substituteFormula(exit.defined, through.values) : and();
  const safe = prover.proves(and(context, c.defined), last);
  const needed = safe && prover.proves(and(context, through.defined, last), c.defined);
  return safe && needed ? weaker(through.safe, weaker(safe, needed)) : 'assumed';
}
