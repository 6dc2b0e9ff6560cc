/** Conditions that may hold behind a loop, the most telling first. They are guesses: who tells one shows it. */
import type { Formula, Symbol, Term } from '../logic/index.ts';
import {
  add,
  and,
  conjuncts,
  derived,
  eq,
  eq0,
  ge,
  int,
  intervalOf,
  isConst,
  isFresh,
  isLiteral,
  le,
  mod,
  or,
  partsOf,
  plus,
  rewriteFormula,
  scale,
  sub,
  substituteFormula,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import { Echelon, abs, gcd } from '../arithmetic/index.ts';
import { maximum, minimum } from '../termination/index.ts';
import type { LoopStep, LoopSteps } from './loop-steps.ts';
import { changeOf } from './loop-steps.ts';

/** `left operator right`, where the claim itself reads worse. */
export interface Side {
  readonly left: Term;
  readonly operator: string;
  readonly right: Term;
  /** What is left of the left one by it: of 0 the sign doesn't matter. */
  readonly modulus?: bigint;
}

/** Over the values behind the loop, and the first ones. */
export interface Candidate {
  readonly claim: Formula;
  readonly side?: Side;
}

export function candidatesFor(loop: LoopSteps, named: readonly Symbol[]): readonly Candidate[] {
  const variables = named.filter((s) => loop.changed.has(s));
  const bounds = variables.flatMap((s) => [upper(s, loop), lower(s, loop)].filter((b) => b !== null));
  const exits = exitConditions(loop);
  return [
    ...fixedValues(loop, variables),
    ...meetings(exits, bounds, loop),
    ...exits.map((claim) => ({ claim })),
    ...sums(loop, variables),
    ...bounds.flatMap((b) => [...(lastStep(b, loop) ?? []), ...onceBegun(b), b.candidate]),
    ...congruences(loop, variables),
    ...paces(loop, variables),
  ];
}

/** Values that every way out leaves, or some does: `c == -1`. */
function fixedValues(loop: LoopSteps, variables: readonly Symbol[]): readonly Candidate[] {
  return variables.flatMap((s) => {
    const all = loop.steps.map((p) => p.update.get(s)).filter((t) => t !== null && t !== undefined && isConst(t));
    return [...new Set(all)].map((t) => ({ claim: eq(sym(s), t as Term) }));
  });
}

/** What the ways out ask for, over the values behind them. */
function exitConditions(loop: LoopSteps): readonly Formula[] {
  const ways = loop.steps.filter((s) => s.out).map((s) => literalsBehind(s));
  const all = new Map(ways.flat().map((f) => [f.key, f]));
  const [first, second] = ways;
  const either =
    ways.length === 2 &&
    first &&
    second &&
    first.length > 0 &&
    second.length > 0 &&
    first.length <= 2 &&
    second.length <= 2
      ? first.flatMap((x) => second.map((y) => or(x, y)))
      : [];
  const told = [...all.values(), ...either].filter(
    (f) => f.kind !== 'true' && [...symbolsOfFormula(f)].some((s) => loop.changed.has(s)),
  );
  // that it is none of many values says little: the cases of a `switch`
  const excluded = told.filter((f) => f.kind === 'ne');
  return excluded.length > MOST_EXCLUDED ? told.filter((f) => f.kind !== 'ne') : told;
}

const MOST_EXCLUDED = 2;

/** Over the values after the step: `n` for `n / 10` where that is its new value, `i - 1` for `i` where 1 is added. */
function literalsBehind(step: LoopStep): readonly Formula[] {
  const back = new Map<Symbol, Term>();
  const whole = new Map<Term, Term>();
  for (const [s, t] of step.update) {
    const d = changeOf(step, s);
    if (d !== null) back.set(s, plus(sym(s), -d));
    else if (t !== null && !isConst(t)) whole.set(t, sym(derived(s, '´', 'auxiliary')));
  }
  const isTold = (s: Symbol): boolean => (!isFresh(s) && !step.update.has(s)) || back.has(s) || s.kind === 'auxiliary';
  const forth = new Map([...step.update.keys()].map((s) => [derived(s, '´', 'auxiliary'), sym(s)]));
  return conjuncts(step.guard)
    .filter((f) => f.size <= MOST_TOLD)
    .map((f) => rewriteFormula(f, (t) => whole.get(t) ?? null))
    .filter((f) => [...symbolsOfFormula(f)].every(isTold))
    .map((f) => substituteFormula(substituteFormula(f, back), forth));
}

const MOST_TOLD = 15;

interface Bound {
  readonly variable: Symbol;
  readonly isUpper: boolean;
  /** What it doesn't pass but where it begins; null: nothing. */
  readonly limit: Term | null;
  readonly candidate: Candidate;
}

/** x doesn't pass where it begins, or where the steps that raise it may lead. */
function upper(symbol: Symbol, loop: LoopSteps): Bound | null {
  const limits = limitsOf(symbol, loop, true);
  if (limits === null || limits.length > 1) return null;
  const first = sym(loop.first(symbol));
  const [limit = null] = limits;
  const right = limit === null ? first : maximum(first, limit);
  const claim = or(le(sym(symbol), first), ...(limit === null ? [] : [le(sym(symbol), limit)]));
  return {
    variable: symbol,
    isUpper: true,
    limit,
    candidate: { claim, side: { left: sym(symbol), operator: '<=', right } },
  };
}

function lower(symbol: Symbol, loop: LoopSteps): Bound | null {
  const limits = limitsOf(symbol, loop, false);
  if (limits === null || limits.length > 1) return null;
  const first = sym(loop.first(symbol));
  const [limit = null] = limits;
  // what isn't negative is no more than that where the limit is: in C `1 - i` of an unsigned i is another number
  if (limit !== null && isNatural(sym(symbol), loop) && !isNatural(limit, loop)) return null;
  const right = limit === null ? first : minimum(first, limit);
  const claim = or(ge(sym(symbol), first), ...(limit === null ? [] : [ge(sym(symbol), limit)]));
  return {
    variable: symbol,
    isUpper: false,
    limit,
    candidate: { claim, side: { left: sym(symbol), operator: '>=', right } },
  };
}

const isNatural = (t: Term, { range }: LoopSteps): boolean => (intervalOf(t, range).lo ?? -1n) >= 0n;

/** What the way out adds to a value that only grows: `d >= before(d) + 1`. */
function lastStep({ variable, isUpper, limit }: Bound, loop: LoopSteps): readonly Candidate[] | null {
  if (limit !== null) return null;
  const changes = loop.steps.filter((s) => s.out).map((s) => changeOf(s, variable));
  if (changes.length === 0 || changes.some((d) => d === null)) return null;
  const last = (changes as bigint[]).reduce((a, b) => (a > b === isUpper ? a : b));
  if (last === 0n) return null;
  const right = plus(sym(loop.first(variable)), last);
  const left = sym(variable);
  return [
    isUpper
      ? { claim: le(left, right), side: { left, operator: '<=', right } }
      : { claim: ge(left, right), side: { left, operator: '>=', right } },
  ];
}

/** Where an iteration always sets the variable: `v <= 63`, whatever it is before the first one. */
function onceBegun({ variable, isUpper, limit }: Bound): readonly Candidate[] {
  if (limit === null) return [];
  return [{ claim: isUpper ? le(sym(variable), limit) : ge(sym(variable), limit) }];
}

/**
 * Where steps lead at most that raise the variable (or at least, that lower it); null: nobody knows. Constants are one.
 */
function limitsOf(symbol: Symbol, loop: LoopSteps, up: boolean): readonly Term[] | null {
  const found: Term[] = [];
  let constant: bigint | null = null;
  const take = (t: Term): void => {
    if (!isConst(t)) {
      if (!found.includes(t)) found.push(t);
    } else if (constant === null || t.value > constant === up) constant = t.value;
  };
  for (const step of loop.steps) {
    const t = step.update.get(symbol);
    if (t === undefined) continue;
    if (t === null) return null;
    const d = changeOf(step, symbol);
    if (d !== null && d >= 0n !== up && d !== 0n) continue;
    if (d === 0n) continue;
    const limit = d === null ? endOf(t, loop, up) : guardedLimit(step, symbol, d, loop, up);
    if (limit === null) return null;
    take(limit);
  }
  return constant === null ? found : [...found, int(constant)];
}

/** A value over what stays, or an end of its interval where its type has not that end. */
function endOf(term: Term, loop: LoopSteps, up: boolean): Term | null {
  if ([...symbolsOf(term)].every((x) => !loop.changed.has(x) && !isFresh(x)) && term.size <= 9) return term;
  const i = intervalOf(term, loop.range);
  const end = up ? i.hi : i.lo;
  return end === null || abs(end) > TYPE_LIMIT ? null : int(end);
}

/** Beyond it a bound is a type's. */
const TYPE_LIMIT = 100_000n;

/** `x < n` before `x += 2`: not beyond `n + 1`. */
function guardedLimit(step: LoopStep, symbol: Symbol, change: bigint, loop: LoopSteps, up: boolean): Term | null {
  for (const f of conjuncts(step.guard)) {
    if (!isLiteral(f) || f.kind === 'ne') continue;
    const own = partsOf(f.term).parts.find((p) => p.mono === sym(symbol));
    if (!own || (own.coef !== 1n && own.coef !== -1n)) continue;
    if (f.kind === 'ge' && own.coef === (up ? 1n : -1n)) continue;
    // coef * x + rest >= 0
    const rest = sub(f.term, scale(own.coef, sym(symbol)));
    if ([...symbolsOf(rest)].some((x) => loop.changed.has(x) || isFresh(x)) || rest.size > 9) continue;
    return plus(scale(-own.coef, rest), change);
  }
  return null;
}

/** `i >= n` and `i <= max(before(i), n)`, where it only grows: `i == max(before(i), n)`. */
function meetings(exits: readonly Formula[], bounds: readonly Bound[], loop: LoopSteps): readonly Candidate[] {
  return bounds.flatMap(({ variable, isUpper, limit, candidate }) => {
    if (limit === null || candidate.side === undefined) return [];
    const met = exits.some((f) => f.key === (isUpper ? ge(sym(variable), limit) : le(sym(variable), limit)).key);
    const first = sym(loop.first(variable));
    const { right } = candidate.side;
    const x = sym(variable);
    const claim = isUpper
      ? and(ge(x, first), ge(x, limit), or(le(x, first), le(x, limit)))
      : and(le(x, first), le(x, limit), or(ge(x, first), ge(x, limit)));
    return met ? [{ claim, side: { left: x, operator: '==', right } }] : [];
  });
}

/** Sums that no step changes: `x + 2 * y` where x falls by 2 whenever y grows. */
function sums(loop: LoopSteps, variables: readonly Symbol[]): readonly Candidate[] {
  const linear = variables.filter((s) => loop.steps.every((p) => changeOf(p, s) !== null));
  if (linear.length < 2) return [];
  const rows = new Echelon(linear.length);
  for (const p of loop.steps) rows.add(linear.map((s) => changeOf(p, s) as bigint));
  return rows.nullSpace().flatMap((v) => {
    if (v.filter((c) => c !== 0n).length > 3 || v.some((c) => abs(c) > 100n)) return [];
    const sign = (v.find((c) => c !== 0n) as bigint) < 0n ? -1n : 1n;
    const over = (of: (s: Symbol) => Term): Term =>
      linear.reduce<Term>((sum, s, i) => add(sum, scale(sign * (v[i] as bigint), of(s))), int(0));
    const [left, right] = [over(sym), over((s) => sym(loop.first(s)))];
    return [{ claim: eq(left, right), side: { left, operator: '==', right } }];
  });
}

/** `(z - before(z)) % 3 == 0` where all steps change z by multiples of 3. */
function congruences(loop: LoopSteps, variables: readonly Symbol[]): readonly Candidate[] {
  return variables.flatMap((s) => {
    const changes = loop.steps.map((p) => changeOf(p, s));
    if (changes.some((d) => d === null)) return [];
    const by = (changes as bigint[]).reduce((g, d) => gcd(g, d), 0n);
    if (by < 2n) return [];
    const moved = sub(sym(s), sym(loop.first(s)));
    return [{ claim: eq0(mod(moved, by)), side: { left: moved, operator: '==', right: int(0), modulus: by } }];
  });
}

/**
 * How fast a variable changes beside one that every iteration changes by one: `x - before(x) <= 3 * (i - before(i))`.
 */
function paces(loop: LoopSteps, variables: readonly Symbol[]): readonly Candidate[] {
  const iterative = loop.steps.filter((s) => !s.out);
  const counter = variables.find((s) => {
    const [first, ...others] = new Set(iterative.map((p) => changeOf(p, s)));
    return (first === 1n || first === -1n) && others.length === 0;
  });
  const [one] = iterative;
  if (counter === undefined || one === undefined) return [];
  const sign = changeOf(one, counter) as bigint;
  const gone = scale(sign, sub(sym(counter), sym(loop.first(counter))));
  // `while (n--)`: the way out counts once more
  const [extra = 0n, ...otherwise] = new Set(loop.steps.filter((p) => p.out).map((p) => changeOf(p, counter)));
  const rounds = extra === sign && otherwise.length === 0 ? [plus(gone, -1n), gone] : [gone];
  return variables.flatMap((symbol) => {
    const changes = loop.steps.map((p) => changeOf(p, symbol));
    if (symbol === counter || changes.some((d) => d === null)) return [];
    const [least, most] = [
      (changes as bigint[]).reduce((a, b) => (a < b ? a : b)),
      (changes as bigint[]).reduce((a, b) => (a > b ? a : b)),
    ];
    if (least === most) return [];
    const first = sym(loop.first(symbol));
    const made = (operator: '<=' | '>=', d: bigint): readonly Candidate[] =>
      rounds.map((k) => {
        const right = add(first, scale(d, k));
        return {
          claim: operator === '<=' ? le(sym(symbol), right) : ge(sym(symbol), right),
          side: { left: sym(symbol), operator, right },
        };
      });
    return [...(most === 0n ? [] : made('<=', most)), ...(least === 0n ? [] : made('>=', least))];
  });
}
