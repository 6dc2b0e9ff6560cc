/** Cases as the checker takes them, and what becomes of those that it doesn't certify. */
import type { Budget } from '../budget/index.ts';
import type {
  CaseClaim,
  Certificate,
  CountersClaim,
  PathClaim,
  SecondLook,
  Strength,
  SummaryClaim,
} from '../certify/index.ts';
import { certify, lookAgain } from '../certify/index.ts';
import type { Formula, RangeOf, Symbol, Term } from '../logic/index.ts';
import { TRUE, and, conjuncts, symbolsOf, symbolsOfFormula } from '../logic/index.ts';
import type { Reason } from '../source/index.ts';
import type { LoopPath } from '../explore/index.ts';
import type { Solver } from '../decide/index.ts';
import type { Case, Summary } from './loop-summary.ts';
import type { Lost } from './trace-paths.ts';
import { bySymbol } from '../program/index.ts';

/** What can be called exact: every obligation is proven. */
export const suffices = (s: Strength): boolean => s === 'proven';

export interface ClaimRequest {
  readonly paths: readonly LoopPath[];
  readonly names: readonly Symbol[];
  readonly entry: ReadonlyMap<Symbol, Term>;
  readonly facts: Formula;
  readonly range: RangeOf;
  readonly budget?: Budget;
  /** What cases with counters were made of. */
  readonly counters?: CountersClaim | undefined;
}

export function claimOf(request: ClaimRequest, cases: readonly Case[]): SummaryClaim {
  const { paths, names, facts, range } = request;
  const named = (map: ReadonlyMap<number, Term>): ReadonlyMap<Symbol, Term> => bySymbol(map, names);
  return {
    paths: paths.map(
      (p): PathClaim => ({
        id: p.id,
        exit: p.kind === 'exit',
        guard: p.guard,
        free: p.free,
        update: named(p.update),
        defined: p.defined,
        definedKnown: p.definedKnown,
        fresh: p.fresh,
        partial: p.reasons.length > 0,
      }),
    ),
    cases: cases.map(
      (c): CaseClaim => ({
        guard: c.guard,
        defined: c.defined,
        post: named(c.post),
        exit: c.exit,
        counts: c.counts,
        iterations: c.iterations,
        fresh: c.fresh,
        steps: c.steps,
        counter: c.counter,
      }),
    ),
    entry: mentioned(request, cases),
    facts,
    range,
    counters: request.counters,
  };
}

/** The entry values of the variables that the loop or what is said of it mentions: a function may have many more. */
function mentioned({ paths, names, entry }: ClaimRequest, cases: readonly Case[]): ReadonlyMap<Symbol, Term> {
  const read = new Set<Symbol>();
  const take = (symbols: Iterable<Symbol>): void => {
    for (const s of symbols) read.add(s);
  };
  for (const p of paths) {
    for (const f of [p.guard, p.free, p.defined]) take(symbolsOfFormula(f));
    for (const [v, t] of p.update) take([names[v] as Symbol, ...symbolsOf(t)]);
  }
  for (const c of cases) {
    take(symbolsOfFormula(c.guard));
    for (const [v, t] of c.post) take([names[v] as Symbol, ...symbolsOf(t)]);
  }
  return new Map([...entry].filter(([x]) => read.has(x)));
}

export interface Certified {
  /** Those that are certified, or don't claim to be exact. */
  readonly cases: readonly Case[];
  /** Entry states whose cases are not certified. */
  readonly rejected: readonly Lost[];
  /** That the cases are all there is; null where that isn't claimed. */
  readonly coverage: Certificate | null;
  /** All cases are certified, but not that they are all there is. */
  readonly missing: boolean;
}

/**
 * Certifies the cases that are called exact; `whole`: and that nothing is missing; `lazily`: only as long as all of
 * them are certified.
 */
export function certified(request: ClaimRequest, cases: readonly Case[], whole: boolean, lazily = false): Certified {
  const claim = claimOf(request, cases);
  const complete = whole && cases.every((c) => c.exact);
  const verdict = certify(claim, {
    ...(request.budget ? { budget: request.budget } : {}),
    wanted: (i) => cases[i]?.exact === true,
    coverage: complete,
    lazily,
  });
  const kept: Case[] = [];
  const rejected: Lost[] = [];
  for (const [i, c] of cases.entries()) {
    const certificate = verdict.cases[i] as Certificate;
    if (!c.exact) kept.push(c);
    else if (suffices(certificate.strength))
      kept.push({ ...c, certificate, defined: isKnownDefined(certificate) ? c.defined : null });
    else rejected.push({ guard: overEntry(c), entered: false, reason: UNCERTIFIED });
  }
  const missing = complete && rejected.length === 0 && !suffices(verdict.whole.strength);
  if (complete && !suffices(verdict.whole.strength))
    rejected.push({ guard: TRUE, entered: false, reason: UNCERTIFIED });
  return { cases: kept, rejected, coverage: complete && rejected.length === 0 ? verdict.whole : null, missing };
}

/** The same cases, each on its own: what is not certified is no longer called exact. */
export function exactWhereCertified(request: ClaimRequest, cases: readonly Case[]): readonly Case[] {
  const verdict = certify(claimOf(request, cases), {
    ...(request.budget ? { budget: request.budget } : {}),
    wanted: (i) => cases[i]?.exact === true,
    coverage: false,
  });
  return cases.map((c, i) => {
    const certificate = verdict.cases[i] as Certificate;
    if (!c.exact) return c;
    if (!suffices(certificate.strength))
      return { ...c, exact: false, defined: null, reasons: [...c.reasons, UNCERTIFIED] };
    return { ...c, certificate, defined: isKnownDefined(certificate) ? c.defined : null };
  });
}

/** A second look at what is called exact, by other means; the request says for which entry states. */
export function examined(request: Omit<ClaimRequest, 'paths'>, summary: Summary, solver: Solver): SecondLook {
  const { paths, cases } = summary;
  return lookAgain(
    claimOf({ ...request, paths, counters: summary.counters }, cases),
    (i) => cases[i]?.exact === true,
    summary.exact,
    solver,
    request.budget,
  );
}

/** What a case says of undefined behaviour was shown. */
const isKnownDefined = ({ obligations }: Certificate): boolean =>
  !obligations.some((o) => o.duty === 'defined' && o.discharge === 'assumed');

const UNCERTIFIED: Reason = {
  code: 'uncertified',
  message: 'The independent check could not confirm what was found about the loop.',
  range: null,
};

/** The part of a case's guard that is about the entry state alone. */
function overEntry(c: Case): Formula {
  const fresh = new Set(c.fresh.map((f) => f.symbol));
  return and(...conjuncts(c.guard).filter((f) => ![...symbolsOfFormula(f)].some((s) => fresh.has(s))));
}
