/**
 * Whether two summaries of a loop mean the same: shown by normal forms, by the solver or on every entry state, never
 * assumed.
 */
import type { CaseClaim, SummaryClaim } from '../../server/src/certify/certificate.ts';
import { Prover } from '../../server/src/certify/prover.ts';
import { evaluate, formulaHolds } from '../../server/src/logic/evaluate-terms.ts';
import type { Formula, Term } from '../../server/src/logic/expression.ts';
import { FALSE, TRUE, and, conjuncts, eq, ge0, ne, not, or } from '../../server/src/logic/formula.ts';
import { substitute, substituteFormula, symbolsOf, symbolsOfFormula } from '../../server/src/logic/substitution.ts';
import type { Symbol } from '../../server/src/logic/symbol.ts';
import { symbol } from '../../server/src/logic/symbol.ts';
import { int, plus, sym } from '../../server/src/logic/term.ts';
import { TooLarge } from '../../server/src/logic/term-pool.ts';
import type { Solver } from '../../server/src/decide/solver.ts';
import { leastOf } from './least.ts';

type State = ReadonlyMap<Symbol, bigint>;

export type Meaning =
  | { readonly kind: 'equal'; readonly by: 'normal form' | 'solver' | 'every state' }
  | { readonly kind: 'different'; readonly state: State }
  | { readonly kind: 'undecided' };

const SAMPLES = 1_200;
const MAX_EXHAUSTIVE = 70_000n;

/** `b` is a mutant of `a`, which is right. */
export function compareMeaning(a: SummaryClaim, b: SummaryClaim, solver: Solver): Meaning {
  const [mine, theirs] = [a.cases.map(normalized), b.cases.map(normalized)];
  const missing = mine.filter((c) => !theirs.some((d) => d.key === c.key));
  const added = theirs.filter((d) => !mine.some((c) => c.key === d.key));
  if (missing.length === 0 && added.length === 0) return { kind: 'equal', by: 'normal form' };
  // where the changed claim says something else, and nothing is undefined there, the solver's model is such a state
  const models: State[] = [];
  const all = [...missing.map((c) => [c, theirs] as const), ...added.map((d) => [d, mine] as const)];
  if (
    all.every(([c, others]) =>
      saidAgain(c, others, { claim: a, solver, models, alike: (state) => !differsAt(a, b, state) }),
    )
  )
    return { kind: 'equal', by: 'solver' };
  for (const state of [...models, ...samples(a)]) if (differsAt(a, b, state)) return { kind: 'different', state };
  const every = exhaustive(a);
  if (every === null) return { kind: 'undecided' };
  for (const state of every) if (differsAt(a, b, state)) return { kind: 'different', state };
  return { kind: 'equal', by: 'every state' };
}

/**
 * A case whose least counts are called by what they are the least of: the same counts have the same names in all cases.
 */
interface Normal {
  readonly key: string;
  readonly guard: Formula;
  /** Null: nothing is said of undefined behaviour. */
  readonly defined: Formula | null;
  readonly exit: number | null;
  /** Values, counts and iterations. */
  readonly says: ReadonlyMap<string, Term>;
  readonly least: ReadonlyMap<Symbol, Formula>;
}

function normalized(c: CaseClaim): Normal {
  const names = new Map<Symbol, Term>();
  const least = new Map<Symbol, Formula>();
  for (const f of c.fresh) {
    if (!f.least) continue;
    const stop = substituteFormula(f.least, new Map([...names, [f.symbol, sym(symbol('counter', 'least'))]]));
    const called = symbol('counter', `least ${stop.key}`);
    names.set(f.symbol, sym(called));
    least.set(called, substituteFormula(f.least, names));
  }
  const says = new Map<string, Term>();
  if (c.exit !== null) {
    for (const [x, t] of c.post) says.set(x.key, substitute(t, names));
    for (const [p, n] of c.counts) says.set(`path ${p}`, substitute(n, names));
    if (c.iterations) says.set('iterations', substitute(c.iterations, names));
  }
  const guard = substituteFormula(c.guard, names);
  const defined = c.defined && substituteFormula(c.defined, names);
  const shown = [...says]
    .filter(([x, t]) => !x.startsWith('path ') || t !== int(0))
    .map(([x, t]) => `${x}=${t.key}`)
    .sort();
  return {
    key: [guard.key, defined?.key, c.exit, ...shown, ...[...least.keys()].map((s) => s.key).sort()].join(' & '),
    guard,
    defined,
    exit: c.exit,
    says,
    least,
  };
}

/** What two claims are compared with. */
interface Comparison {
  readonly claim: SummaryClaim;
  readonly solver: Solver;
  /** States that answers of the solver have brought up. */
  readonly models: State[];
  /** Whether both say the same of a state. */
  readonly alike: (state: State) => boolean;
}

/** What a case says of a state with defined behaviour is what one of the others says of it, too. */
function saidAgain(c: Normal, others: readonly Normal[], { claim, solver, models, alike }: Comparison): boolean {
  const agreeing = others.map((d) => {
    if (d.exit !== c.exit || [...d.least.keys()].some((n) => !c.least.has(n))) return FALSE;
    const names = new Set([...c.says.keys(), ...d.says.keys()]);
    const same = [...names].map((x) => {
      const [s, t] = [c.says.get(x), d.says.get(x)];
      return x.startsWith('path ') ? eq(s ?? int(0), t ?? int(0)) : s && t ? eq(s, t) : FALSE;
    });
    return and(d.guard, (c.defined && d.defined) ?? TRUE, ...same);
  });
  const counts = [...c.least].flatMap(([n, stop]) => [
    ge0(plus(sym(n), -1)),
    stop,
    or(not(ge0(plus(sym(n), -2))), not(substituteFormula(stop, new Map([[n, plus(sym(n), -1)]])))),
  ]);
  const prover = new Prover(claim.range, solver);
  const given = and(claim.facts, c.guard, c.defined ?? TRUE, ...counts);
  const ask = (g: Formula): boolean => {
    const answer = solver.check(g, claim.range, 200_000);
    if (answer.model) models.push(new Map([...namesOf(claim)].map((x) => [x, answer.model?.get(x) ?? 0n])));
    return answer.status === 'unsat' || prover.refutes(g) !== null;
  };
  // one that says literally the same first, if there is one
  const twin = others.findIndex(
    (d) => d.exit === c.exit && d.says.size === c.says.size && [...d.says].every(([x, t]) => c.says.get(x) === t),
  );
  const apart = twin >= 0 ? and(given, not(agreeing[twin] as Formula)) : null;
  if ((apart && ask(apart)) || ask(and(given, not(or(...agreeing))))) return true;
  return apart !== null && everyStateOf(apart, claim, solver, alike);
}

const MAX_STATES = 60;

/** The formula has few models, and all of these states are alike. */
function everyStateOf(
  formula: Formula,
  claim: SummaryClaim,
  solver: Solver,
  alike: (state: State) => boolean,
): boolean {
  const names = [...namesOf(claim)].filter((x) => symbolsOfFormula(formula).has(x));
  let rest = formula;
  for (let k = 0; k < MAX_STATES; k++) {
    const { status, model, faithful } = solver.check(rest, claim.range, 200_000);
    if (status === 'unsat') return true;
    if (status !== 'sat' || !model || !faithful) return false;
    // what it doesn't mention doesn't matter to it, but may to what is said
    const state = new Map([...namesOf(claim)].map((x) => [x, model.get(x) ?? 0n]));
    if (names.length < state.size || !alike(state)) return false;
    rest = and(rest, or(...names.map((x) => ne(sym(x), int(model.get(x) ?? 0n)))));
  }
  return false;
}

/** On this state of the entry the mutant claims something else than what is right. */
function differsAt(a: SummaryClaim, b: SummaryClaim, state: State): boolean {
  if (formulaHolds(a.facts, (x) => state.get(x)) !== true) return false;
  const [x, y] = [outcomes(a, state), outcomes(b, state)];
  if (x === null || y === null || x.text === y.text) return false;
  // what is undefined has any outcome
  return !((x.text === '' && !y.defined) || (y.text === '' && !x.defined));
}

const namesOf = (claim: SummaryClaim): ReadonlySet<Symbol> => {
  const out = new Set<Symbol>(symbolsOfFormula(claim.facts));
  const state = new Set(
    claim.paths.flatMap((p) => [
      ...symbolsOfFormula(p.guard),
      ...symbolsOfFormula(p.defined),
      ...[...p.update].flatMap(([x, t]) => [x, ...symbolsOf(t)]),
    ]),
  );
  for (const [x, t] of claim.entry) if (state.has(x)) for (const s of symbolsOf(t)) out.add(s);
  return out;
};

/** Entry states: small values, edges of the types, values near each other. */
function* samples(claim: SummaryClaim): Generator<State> {
  const names = [...namesOf(claim)];
  let seed = 1;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 48271) >>> 0) % 2147483647;
    return seed % below;
  };
  for (let k = 0; k < SAMPLES; k++) {
    yield new Map(
      names.map((x) => {
        const i = claim.range(x);
        const small = BigInt(next(k % 2 === 0 ? 30 : 260) - 15);
        const edge = next(20) === 0 ? (next(2) === 0 ? i?.lo : i?.hi) : undefined;
        const v = edge === undefined || edge === null ? small : edge + (edge > 0n ? -BigInt(next(4)) : BigInt(next(4)));
        return [x, within(v, i?.lo ?? null, i?.hi ?? null)] as const;
      }),
    );
  }
}

function within(v: bigint, least: bigint | null, greatest: bigint | null): bigint {
  if (least !== null && v < least) return least;
  return greatest !== null && v > greatest ? greatest : v;
}

/** All entry states, where there are few enough; null: too many. */
function exhaustive(claim: SummaryClaim): readonly State[] | null {
  let all: State[] = [new Map()];
  for (const x of namesOf(claim)) {
    const i = claim.range(x);
    if (!i || i.lo === null || i.hi === null || BigInt(all.length) * (i.hi - i.lo + 1n) > MAX_EXHAUSTIVE) return null;
    const values = Array.from({ length: Number(i.hi - i.lo + 1n) }, (_, k) => (i.lo as bigint) + BigInt(k));
    all = all.flatMap((s) => values.map((v) => new Map([...s, [x, v]])));
  }
  return all;
}

/**
 * Values that the environment's answers and numbers of iterations are tried with, and the iterations up to which all is
 * seen then.
 */
const TRIED = [-2n, -1n, 0n, 1n, 2n, 3n, 4n, 5n];
const SEEN = 3n;

function triedFor({ range }: SummaryClaim, name: Symbol): readonly bigint[] {
  const i = range(name);
  return TRIED.filter((v) => v >= (i?.lo ?? v) && v <= (i?.hi ?? v));
}

/** The state with values for what is fresh in the case; `open`: some answers of the environment are only tried. */
function instancesOf(
  claim: SummaryClaim,
  c: SummaryClaim['cases'][number],
  state: State,
  open: boolean,
): readonly State[] {
  let instances: Map<Symbol, bigint>[] = [new Map(state)];
  for (const { symbol, least } of c.fresh) {
    if (least)
      instances = instances.flatMap((known) => {
        const n = leastOf(symbol, least, (x) => known.get(x), open ? 12n : undefined);
        return n === null ? [] : [known.set(symbol, n)];
      });
    else if (instances.length > 400) instances = [];
    else instances = instances.flatMap((known) => triedFor(claim, symbol).map((v) => new Map([...known, [symbol, v]])));
  }
  return instances;
}

/**
 * What a claim says of a state, as text: all its cases, which agree where it is right, and whether it says that this is
 * defined; null where that can't be computed.
 */
function outcomes(claim: SummaryClaim, state: State): { readonly text: string; readonly defined: boolean } | null {
  const said = new Set<string>();
  let defined = false;
  const open = claim.cases.some((c) => c.fresh.some((f) => !f.least));
  for (const c of claim.cases) {
    // of conditions on the entry alone first: most cases are elsewhere
    if (formulaHolds(c.guard, (x) => state.get(x)) === false) continue;
    for (const known of instancesOf(claim, c, state, open)) {
      const look = (name: Symbol): bigint | undefined => known.get(name);
      if (formulaHolds(c.guard, look) !== true) continue;
      if (c.defined !== null && conjuncts(c.defined).some((f) => formulaHolds(f, look) === false)) continue;
      defined ||= c.defined !== null;
      try {
        const outcome = outcomeOf(c, look, open);
        if (outcome !== null) said.add(outcome);
      } catch (e) {
        if (!(e instanceof TooLarge)) throw e;
        return null;
      }
    }
  }
  return { text: [...said].sort().join(' | '), defined };
}

/** What one case says; null where it takes more iterations than all is seen of. */
function outcomeOf(
  c: SummaryClaim['cases'][number],
  look: (name: Symbol) => bigint | undefined,
  open: boolean,
): string | null {
  if (c.exit === null) return 'never ends';
  const iterations = c.iterations && evaluate(c.iterations, look);
  if (open && (iterations === null || iterations > SEEN)) return null;
  const values = [...c.post].map(([x, t]) => `${x.key}=${evaluate(t, look)}`).sort();
  const counts = [...c.counts]
    .map(([p, t]) => [p, evaluate(t, look)] as const)
    .filter(([, n]) => n !== 0n)
    .sort((p, q) => p[0] - q[0]);
  return `${c.exit} ${values.join()} ${counts.join(';')} ${iterations}`;
}
