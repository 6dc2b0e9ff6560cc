/** A number of iterations as a C expression over the values just before the loop, never negative. */
import { implies, plainly } from '../decide/index.ts';
import type { CNames, Formula, RangeOf, Symbol, Term } from '../logic/index.ts';
import {
  INFINITY,
  conjuncts,
  and,
  atLeast,
  eq0,
  ge0,
  int,
  intervalOf,
  isConst,
  isFresh,
  ite,
  ne0,
  nearZero,
  partsOf,
  plus,
  printC,
  sub,
  substitute,
  substituteFormula,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { JustBefore } from './values-before-loop.ts';

export interface Given {
  readonly facts: Formula;
  readonly range: RangeOf;
  /** A greater number will do. */
  readonly isUpper?: boolean;
}

/** No symbol but those of the state before the loop. */
export const closed = (symbols: Iterable<Symbol>): boolean => ![...symbols].some((s) => isFresh(s) || s === INFINITY);

/** max(a, b) as a term. */
export const maximum = (a: Term, b: Term): Term =>
  isConst(a) && isConst(b) ? (a.value >= b.value ? a : b) : ite(ge0(sub(a, b)), a, b);
/** min(max(0, a), max(0, b)) is max(0, min(a, b)). */
export function minimum(a: Term, b: Term): Term {
  if (isConst(a) && isConst(b)) return a.value <= b.value ? a : b;
  const [first, second] = [atLeast(a), atLeast(b)];
  if (first !== null && second !== null && first.least === second.least)
    return maximum(first.least, minimum(first.of, second.of));
  return ite(ge0(sub(a, b)), b, a);
}

/** Texts longer than this are left to the cases. */
const MAX_TEXT = 400;

/**
 * The number as a C expression, never negative; null where there is none. `counts`: the term is a number of iterations
 * wherever there are any runs.
 */
export function countText(term: Term, given: Given, before: JustBefore, counts: boolean): string | null {
  const { facts, range } = given;
  if (!closed(symbolsOf(term))) return null;
  const nonNegative = (t: Term): boolean =>
    implies(facts, ge0(t), range) || isExtremeOfZero(t) || (t.kind === 'ite' && [t.then, t.else].every(nonNegative));
  const count = counts || nonNegative(term) ? term : maximum(int(0), term);
  const inTerms = inTermsBefore(count, before);
  if (inTerms === null) return null;
  const known = bounded(renameFormula(facts, before), range);
  const plain = plainly(inTerms, known, range);
  const told = withoutTheTurn(withoutTheSum(plain, given), given);
  const text = printC(told, namesWhere(before.names, known, range));
  return text === null || text.length > MAX_TEXT ? null : text;
}

const namesWhere = (names: JustBefore['names'], known: Formula, range: RangeOf): CNames => ({
  ...names,
  nonNegative: (t) => implies(known, ge0(t), range),
  where: (more) => namesWhere(names, and(known, more), range),
});

/** max(0, ...) already. */
const isExtremeOfZero = (t: Term): boolean =>
  t.kind === 'ite' && [t.then, t.else].some((x) => isConst(x) && x.value === 0n) && maximum(t.then, t.else) === t;

/** Over the values just before the loop; null: it can't be told by these. */
export function inTermsBefore(term: Term, { valueOf }: JustBefore): Term | null {
  const map = new Map<Symbol, Term>();
  for (const s of symbolsOf(term)) {
    const value = valueOf(s);
    if (value === null) return null;
    if (value) map.set(s, value);
  }
  return substitute(term, map);
}

/** What is known of the values just before the loop. */
function renameFormula(facts: Formula, { values }: JustBefore): Formula {
  const known = conjuncts(facts).filter((f) => [...symbolsOfFormula(f)].every((s) => values.get(s) !== null));
  const map = new Map([...values].flatMap(([s, t]) => (t ? [[s, t] as const] : [])));
  return substituteFormula(and(...known), map);
}

/** What isn't zero and isn't negative is at least one. */
const bounded = (facts: Formula, range: RangeOf): Formula =>
  and(
    ...conjuncts(facts).map((f) =>
      f.kind === 'ne' && intervalOf(f.term, range).lo === 0n ? ge0(plus(f.term, -1n)) : f,
    ),
  );

/** Of `do ...; while (--n);`, (unsigned)(n - 1) + 1: n == 0 ? 4294967296 : n. */
export function withoutTheTurn(count: Term, { facts, range }: Given): Term {
  const [turn, ...others] = partsOf(count).parts.filter(({ mono }) => mono.kind === 'mod');
  if (turn?.mono.kind !== 'mod' || turn.coef !== 1n || others.length > 0) return count;
  const { by } = turn.mono;
  const arg = nearZero(turn.mono.arg, by);
  const value = plus(arg, 1n);
  if (sub(count, turn.mono) !== int(1)) return count;
  const { lo, hi } = intervalOf(value, range);
  if (isConst(value) || lo === null || lo < 0n || hi === null || hi >= by) return count;
  return lo > 0n || implies(facts, ne0(value), range) ? value : ite(eq0(value), int(by), value);
}

/**
 * Of `for (i = a; i < a + n; i++)`, max(0, (unsigned)(a + n) - a): n, and 0 where the sum wraps around. Others stay.
 */
function withoutTheSum(count: Term, { range, isUpper }: Given): Term {
  const way = count.kind === 'ite' && isExtremeOfZero(count) ? (isConst(count.then) ? count.else : count.then) : count;
  const [sum, ...others] = partsOf(way).parts.filter(({ mono }) => mono.kind === 'mod');
  if (sum?.mono.kind !== 'mod' || sum.coef !== 1n || others.length > 0) return count;
  const { arg, by } = sum.mono;
  const start = sub(sum.mono, way);
  const distance = sub(arg, start);
  const isReduced = (t: Term): boolean => {
    const { lo, hi } = intervalOf(t, range);
    return lo !== null && lo >= 0n && hi !== null && hi < by;
  };
  if (isConst(start) || !isReduced(start) || !isReduced(distance)) return count;
  return isUpper ? distance : ite(ge0(way), distance, int(0));
}
