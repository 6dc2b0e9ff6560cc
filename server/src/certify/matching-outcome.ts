/**
 * The end of a run as one of the cases: the same way out, the same values, and each path taken as often. What a case
 * leaves open (how often it goes round, what the environment answers) is chosen as the run has it.
 */
import type { Formula, RangeOf, Symbol, Term } from '../logic/index.ts';
import {
  and,
  conjuncts,
  eq,
  ge0,
  int,
  neg,
  partsOf,
  plus,
  sub,
  substitute,
  substituteFormula,
  sumOf,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import { canonical } from './canonical-form.ts';
import type { CaseClaim } from './certificate.ts';
import type { Values } from './replay-context.ts';

export interface Outcome {
  readonly exit: number;
  /** Values afterwards. */
  readonly values: Values;
  /** How often each path was taken. */
  readonly counts: ReadonlyMap<number, Term>;
}

/**
 * What must hold for the run to be in the case; null where that can't be said. `said`: what the case says of undefined
 * behaviour is taken for true, so that it must be true of this run.
 */
export function requirements(
  claim: CaseClaim,
  run: Outcome,
  changed: ReadonlySet<Symbol>,
  range: RangeOf,
  said: boolean,
): Formula | null {
  if (claim.exit !== run.exit || claim.fresh.some((f) => f.kind === 'unmodelled' || f.least !== undefined)) return null;
  const pairs: (readonly [Term, Term])[] = [...new Set([...claim.counts.keys(), ...run.counts.keys()])].map((p) => [
    claim.counts.get(p) ?? int(0),
    run.counts.get(p) ?? int(0),
  ]);
  for (const x of new Set([...claim.post.keys(), ...changed])) {
    const claimed = claim.post.get(x);
    const value = run.values.get(x);
    if (!claimed || !value) return null;
    pairs.push([claimed, value]);
  }
  const open = new Set(claim.fresh.map((f) => f.symbol));
  const chosen = choose(pairs, open);
  const limits = [...chosen].flatMap(([x, t]) => within(t, range(x)));
  const same = pairs.map(([a, b]) => equation(substitute(a, chosen), b));
  const needed = and(
    substituteFormula(claim.guard, chosen),
    ...same,
    ...limits,
    said && claim.defined ? substituteFormula(claim.defined, chosen) : and(),
  );
  return [...symbolsOfFormula(needed)].some((s) => open.has(s)) ? null : withConstants(needed);
}

/** The same with numbers that it says put in where they are used: products of them are linear then. */
function withConstants(formula: Formula): Formula {
  const said = conjuncts(formula).flatMap((g) => {
    const {
      constant,
      parts: [only, ...others],
    } = g.kind === 'eq' ? partsOf(g.term) : { constant: 0n, parts: [] };
    return only?.mono.kind === 'sym' && others.length === 0 && constant % only.coef === 0n
      ? [{ g, x: only.mono.symbol, value: int(-constant / only.coef) }]
      : [];
  });
  const values = new Map(said.map(({ x, value }) => [x, value]));
  return and(...conjuncts(formula).map((g) => (said.some((e) => e.g === g) ? g : substituteFormula(g, values))));
}

const equation = (a: Term, b: Term): Formula => (canonical(a) === canonical(b) ? and() : eq(a, b));

/** The term is in the interval. */
export const within = (t: Term, i: ReturnType<RangeOf>): readonly Formula[] => [
  ...(i?.lo === null || i?.lo === undefined ? [] : [ge0(plus(t, -i.lo))]),
  ...(i?.hi === null || i?.hi === undefined ? [] : [ge0(plus(neg(t), i.hi))]),
];

/** Values for the open symbols by which each claimed term is the real one, as far as single equations tell. */
function choose(pairs: readonly (readonly [Term, Term])[], open: ReadonlySet<Symbol>): ReadonlyMap<Symbol, Term> {
  const chosen = new Map<Symbol, Term>();
  for (let again = true; again; ) {
    again = false;
    for (const [claimed, real] of pairs) {
      const left = substitute(claimed, chosen);
      const symbols = [...symbolsOf(left)].filter((s) => open.has(s));
      const [x] = symbols;
      const value = x !== undefined && symbols.length === 1 ? solved(left, x, real) : null;
      if (x === undefined || value === null || [...symbolsOf(value)].some((s) => open.has(s))) continue;
      chosen.set(x, value);
      again = true;
    }
  }
  return chosen;
}

/** The x with `claimed = real`; null where it isn't linear in x, or the quotient isn't seen to be whole. */
function solved(claimed: Term, symbol: Symbol, real: Term): Term | null {
  const { constant, parts } = partsOf(claimed);
  const own = parts.find((p) => p.mono.kind === 'sym' && p.mono.symbol === symbol);
  if (!own || parts.some((p) => p !== own && symbolsOf(p.mono).has(symbol))) return null;
  const rest = partsOf(
    sub(
      real,
      sumOf(
        constant,
        parts.filter((p) => p !== own),
      ),
    ),
  );
  if (rest.constant % own.coef !== 0n || rest.parts.some((p) => p.coef % own.coef !== 0n)) return null;
  return sumOf(
    rest.constant / own.coef,
    rest.parts.map((p) => ({ coef: p.coef / own.coef, mono: p.mono })),
  );
}
