/**
 * A second look at a summary whose cases are certified, for `--certify`. The decision procedure and Z3 ask of each two
 * cases whether they say different things of one state. Z3 asks whether a state is in no case. From a state of each
 * case there is a run. None of this makes a case exact. What contradicts the certificates is a defect of ours, and is
 * reported as one.
 */
import { Budget } from '../budget/index.ts';
import {
  and,
  eq,
  evaluate,
  formulaHolds,
  ge0,
  int,
  not,
  or,
  plus,
  printFormula,
  substituteFormula,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { Formula, Symbol, Term } from '../logic/index.ts';
import type { Solver } from '../decide/index.ts';
import type { CaseClaim, Discharge, Obligation, SummaryClaim } from './certificate.ts';
import { Prover } from './prover.ts';

export interface SecondLook {
  readonly obligations: readonly Obligation[];
  /** What can't be if the certificates are right, in words. */
  readonly contradictions: readonly string[];
}

/** More pairs of cases than this are not compared. */
const MAX_PAIRS = 300;
/** Runs are given up after so many iterations. */
const MAX_ITERATIONS = 2_000;
const EFFORT = 300_000;

type State = ReadonlyMap<Symbol, bigint>;

interface Look {
  readonly claim: SummaryClaim;
  readonly prover: Prover;
  readonly solver: Pick<Solver, 'check'>;
  readonly contradictions: string[];
}

/**
 * `wanted`: the cases that are called exact; `whole`: and they are said to be all there are. What is not found out
 * before it is cancelled stays assumed.
 */
export function lookAgain(
  claim: SummaryClaim,
  wanted: (index: number) => boolean,
  whole: boolean,
  solver: Solver,
  budget: Budget = Budget.of(Number.POSITIVE_INFINITY),
): SecondLook {
  const patient: Pick<Solver, 'check'> = {
    check: (...question) =>
      budget.exhausted() ? { status: 'unknown', model: null, faithful: false } : solver.check(...question),
  };
  const look: Look = { claim, prover: new Prover(claim.range, null, budget), solver: patient, contradictions: [] };
  const cases = claim.cases
    .map((c, i) => ({ c, name: `case ${i + 1}`, index: i }))
    .filter(({ index }) => wanted(index));
  const obligations: Obligation[] = [];
  // what the environment decides isn't decided by the state at entry
  if (claim.paths.every((p) => p.free.kind === 'true')) {
    obligations.push(...apart(cases, look));
    if (whole) obligations.push(...nothingLeft(cases, look));
    obligations.push(...tried(cases, look));
  }
  return { obligations, contradictions: look.contradictions };
}

interface Named {
  readonly c: CaseClaim;
  readonly name: string;
}

/** No state is in two of the cases, or the two say the same of it. */
function apart(cases: readonly Named[], look: Look): readonly Obligation[] {
  const pairs = cases.flatMap((a, i) => cases.slice(i + 1).map((b) => [a, b] as const));
  if (pairs.length === 0) return [];
  if (pairs.length > MAX_PAIRS)
    return [
      {
        duty: 'disjoint',
        about: `${cases.length} cases: more than ${MAX_PAIRS} pairs are not compared`,
        discharge: 'assumed',
      },
    ];
  const found = new Map<Discharge, string[]>();
  for (const [a, b] of pairs) {
    const how = notBoth(a, b, look);
    found.set(how, [...(found.get(how) ?? []), `${a.name} and ${b.name}`]);
  }
  return [...found].map(
    ([discharge, which]): Obligation => ({
      duty: 'disjoint',
      about:
        discharge === 'assumed' || discharge === 'open'
          ? which.join(', ')
          : `${which.length} pair${which.length === 1 ? '' : 's'} of cases`,
      discharge,
    }),
  );
}

function notBoth(first: Named, second: Named, look: Look): Discharge {
  const meeting = and(look.claim.facts, within(first.c), within(second.c));
  const how = ask(meeting, `${first.name} and ${second.name} have a state in common`, [first.c, second.c], look);
  if (how !== null) return how;
  const different = differing(first.c, second.c);
  const same = different === null ? null : ask(and(meeting, different), null, [first.c, second.c], look);
  if (same !== null) return same;
  const state = different && modelOf(and(meeting, different), [first.c, second.c], look);
  if (!state) return 'assumed';
  look.contradictions.push(`${first.name} and ${second.name} say different things of ${shown(state, look)}`);
  return 'open';
}

/** The case's states in which nothing is undefined, with its counts being what they are the least of. */
function within(claim: CaseClaim): Formula {
  const counts = claim.fresh.flatMap((f) =>
    f.least
      ? [
          ge0(plus(sym(f.symbol), -1)),
          f.least,
          or(
            eq(sym(f.symbol), int(1)),
            not(substituteFormula(f.least, new Map([[f.symbol, plus(sym(f.symbol), -1)]]))),
          ),
        ]
      : [],
  );
  return and(claim.guard, claim.defined ?? and(), ...counts);
}

/** They leave in different ways, or with different values or counts; null where a case says less than that. */
function differing(first: CaseClaim, second: CaseClaim): Formula | null {
  if (first.exit !== second.exit) return and();
  if (first.exit === null) return or();
  const pairs: (readonly [Term, Term])[] = [];
  for (const x of new Set([...first.post.keys(), ...second.post.keys()])) {
    const [s, t] = [first.post.get(x), second.post.get(x)];
    if (!s || !t) return null;
    pairs.push([s, t]);
  }
  for (const p of new Set([...first.counts.keys(), ...second.counts.keys()]))
    pairs.push([first.counts.get(p) ?? int(0), second.counts.get(p) ?? int(0)]);
  return or(...pairs.map(([s, t]) => not(eq(s, t))));
}

/** Some state is in none of the cases: it must lead to undefined behaviour. */
function nothingLeft(cases: readonly Named[], look: Look): readonly Obligation[] {
  const { claim } = look;
  if (cases.some(({ c }) => c.fresh.length > 0)) return [];
  const outside = and(claim.facts, ...cases.map(({ c }) => not(c.guard)));
  const about = 'nothing outside the cases';
  if (look.solver.check(outside, claim.range, EFFORT).status === 'unsat')
    return [{ duty: 'covered', about, discharge: 'solver' }];
  const state = modelOf(outside, [], look);
  const run = state && runFrom(state, claim);
  if (state && run?.kind === 'left')
    look.contradictions.push(`no case has ${shown(state, look)}, from where the loop is left`);
  return [{ duty: 'covered', about, discharge: run?.kind === 'left' ? 'open' : 'assumed' }];
}

/** A run from one state of each case ends as the case says. */
function tried(cases: readonly Named[], look: Look): readonly Obligation[] {
  const { claim } = look;
  let runs = 0;
  for (const { c: claimed, name } of cases) {
    const state = modelOf(and(claim.facts, within(claimed)), [claimed], look);
    if (!state) continue;
    const run = runFrom(state, claim);
    if (run.kind === 'unknown' || (run.kind === 'undefined' && claimed.defined === null)) continue;
    runs++;
    const value = (t: Term): bigint | null => evaluate(t, (x) => state.get(x));
    const agrees =
      run.kind === 'left' &&
      claimed.exit === run.exit &&
      [...claimed.post].every(([x, t]) => value(t) === run.values.get(x)) &&
      claim.paths.every((_, p) => value(claimed.counts.get(p) ?? int(0)) === (run.counts.get(p) ?? 0n));
    if (!agrees) look.contradictions.push(`${name} is not what a run from ${shown(state, look)} does`);
  }
  return runs === 0
    ? []
    : [
        {
          duty: 'values',
          about: `a run from a state of ${runs} of ${cases.length} cases`,
          discharge: look.contradictions.length > 0 ? 'open' : 'run',
        },
      ];
}

/** How the formula is refuted; where the two ways to ask contradict each other, that is noted. */
function ask(
  formula: Formula,
  contradiction: string | null,
  about: readonly CaseClaim[],
  look: Look,
): Discharge | null {
  const own = look.prover.refutes(formula);
  const answer = look.solver.check(formula, look.claim.range, EFFORT).status;
  if (own === null) return answer === 'unsat' ? 'solver' : null;
  const state = answer === 'sat' ? modelOf(formula, about, look) : null;
  if (!state) return own;
  look.contradictions.push(
    contradiction === null
      ? `a condition that was refuted holds for ${shown(state, look)}: ${printFormula(formula)}`
      : `${contradiction}, ${shown(state, look)}`,
  );
  return 'open';
}

/**
 * A state at entry, with the counts of some cases, in which the formula holds, as evaluated by ourselves; null: none
 * was found.
 */
function modelOf(formula: Formula, about: readonly CaseClaim[], { claim, solver }: Look): State | null {
  const { model } = solver.check(formula, claim.range, EFFORT);
  if (model === null) return null;
  const state = new Map(model);
  for (const s of [...symbolsOfFormula(claim.facts), ...[...claim.entry.values()].flatMap((t) => [...symbolsOf(t)])])
    if (!state.has(s)) state.set(s, nearZero(claim, s));
  return formulaHolds(formula, (x) => state.get(x)) === true && about.every((c) => areLeast(c, state)) ? state : null;
}

/** The case's counts are the least of their kind. */
const areLeast = (claim: CaseClaim, state: State): boolean =>
  claim.fresh.every(({ symbol: name, least }) => {
    const n = state.get(name);
    if (!least || n === undefined || n > MAX_ITERATIONS) return false;
    for (let k = 1n; k < n; k++)
      if (formulaHolds(least, (x) => (x === name ? k : state.get(x))) !== false) return false;
    return true;
  });

function nearZero({ range }: SummaryClaim, symbol: Symbol): bigint {
  const i = range(symbol);
  return i?.lo !== null && i?.lo !== undefined && i.lo > 0n
    ? i.lo
    : i?.hi !== null && i?.hi !== undefined && i.hi < 0n
      ? i.hi
      : 0n;
}

type Run =
  | {
      readonly kind: 'left';
      readonly exit: number;
      readonly values: State;
      readonly counts: ReadonlyMap<number, bigint>;
    }
  | { readonly kind: 'undefined' | 'unknown' };

/** Goes through the iterations one by one. */
function runFrom(entry: State, claim: SummaryClaim): Run {
  if (claim.paths.some((p) => p.fresh.length > 0 || p.partial || !p.definedKnown)) return { kind: 'unknown' };
  const start = [...claim.entry].map(([x, t]) => [x, evaluate(t, (s) => entry.get(s))] as const);
  if (start.some(([, v]) => v === null)) return { kind: 'unknown' };
  let values: State = new Map(start as [Symbol, bigint][]);
  const counts = new Map<number, bigint>();
  for (let k = 0; k < MAX_ITERATIONS; k++) {
    const now = values;
    const look = (x: Symbol): bigint | undefined => now.get(x);
    const path = claim.paths.findIndex((p) => formulaHolds(p.guard, look) === true);
    const taken = claim.paths[path];
    if (!taken) return { kind: 'unknown' };
    const defined = formulaHolds(taken.defined, look);
    if (defined !== true) return { kind: defined === null ? 'unknown' : 'undefined' };
    const next = new Map(now);
    for (const [x, t] of taken.update) {
      const v = evaluate(t, look);
      if (v === null) return { kind: 'unknown' };
      next.set(x, v);
    }
    values = next;
    if (taken.exit) return { kind: 'left', exit: path, values, counts };
    counts.set(path, (counts.get(path) ?? 0n) + 1n);
  }
  return { kind: 'unknown' };
}

/** The state in words: what it is at entry. */
function shown(state: State, { claim }: Look): string {
  const inputs = new Set([...claim.entry.values()].flatMap((t) => [...symbolsOf(t)]));
  const said = [...state].filter(([x]) => inputs.has(x)).map(([x, v]) => `${x.display} = ${v}`);
  return said.length === 0 ? 'the state at entry' : said.join(', ');
}
