/**
 * How often a loop's body is begun, as one term from the counts of its cases. That term is also a C expression over the
 * values just before the loop. It is exact in every state in which the loop is reached, or never below the count.
 */
import { feasible, implies, withoutRedundant } from '../decide/index.ts';
import type { Formula, Term } from '../logic/index.ts';
import {
  FLOOR_QUOTIENT,
  TRUE,
  TRUNCATED_QUOTIENT,
  TRUNCATED_REMAINDER,
  add,
  and,
  conjuncts,
  extremeOf as chosenOf,
  ge0,
  isConst,
  int,
  isLiteral,
  ite,
  ne,
  not,
  or,
  plus,
  rewrite,
  sub,
  symbolsOfFormula,
  withoutModuli,
} from '../logic/index.ts';
import type { LoopPath } from '../explore/index.ts';
import type { Given } from '../counting/index.ts';
import type { Case } from '../summary/index.ts';
import { byOutcome } from '../summary/index.ts';
import { closed, maximum, minimum } from '../counting/index.ts';

/** What a state's number of iterations is, by a condition on it. */
export interface Counted {
  readonly guard: Formula;
  readonly term: Term;
}

/** How often the body is begun in a case: the last iteration may be left early. Null where that isn't known. */
export function begun(c: Case, paths: readonly LoopPath[]): Term | null {
  if (c.iterations === null || c.exit === null) return null;
  const last = paths[c.exit];
  return last ? plus(c.iterations, last.begun ? 1n : 0n) : null;
}

const MAX_CASES = 12;

/** States with one count: those of any of the guards. */
interface Group {
  readonly term: Term;
  guards: readonly Formula[];
}

/**
 * The counts of cases that cover all states, as one term: exact wherever the cases are. `overlapping`: a state may be
 * in several cases, which must then agree. Null: there are too many, or a case's condition isn't about the state.
 */
export function oneCount(
  counts: readonly Counted[],
  given: Given,
  overlapping: boolean,
  most = MAX_CASES,
): Term | null {
  const { facts, range } = given;
  const told = groupsOf(counts, given);
  if (told === null) return null;
  let groups = withoutFitting(told, given);
  for (let joined = joinedPair(groups, given); joined !== null; joined = joinedPair(groups, given)) groups = joined;
  if (groups.length > most) return null;
  groups = groups.map((g) => ({ ...g, guards: joinedGuards(g.guards, given) }));
  // the last one is what is left
  groups.sort((a, b) => weight(a.guards) - weight(b.guards));
  if (groups.slice(0, -1).some((g) => g.guards.some((c) => !closed(symbolsOfFormula(c))))) return null;
  if (overlapping && groups.some((g, i) => groups.slice(i + 1).some((o) => meet(g, o, given)))) return null;
  let excluded: Formula = TRUE;
  const apart = whereApart(groups, given);
  const conditions = groups.map(({ guards }) => {
    const known = and(facts, excluded, apart);
    excluded = and(excluded, ...guards.map(not));
    const left = apart === TRUE ? guards : guards.filter((g) => feasible(and(known, g), range) !== 'no');
    return or(...(left.length > 0 ? left : guards).map((g) => withoutRedundant(g, range, known)));
  });
  return groups.reduceRight<Term | null>(
    (rest, { term }, i) => (rest === null ? term : ite(conditions[i] as Formula, term, rest)),
    null,
  );
}

/**
 * Where two counts are the same it doesn't matter which is told: `x < 0 || x % 8 == 0 ? 0 : x % 8` needs no more than
 * `x < 0`.
 */
function whereApart([first, second, ...others]: readonly Group[], given: Given): Formula {
  if (!first || !second || others.length > 0 || mayFail(first.term, given) || mayFail(second.term, given)) return TRUE;
  return ne(first.term, second.term);
}

/** Cases with one count together; null: there are too many. */
function groupsOf(counts: readonly Counted[], given: Given): Group[] | null {
  const { facts, range } = given;
  const groups: Group[] = [];
  for (const { guard, term } of counts) {
    const holds = (f: Formula): boolean => implies(and(facts, guard), f, range);
    const simple = withoutModuli(shortest(term, facts), holds);
    // a case that another one's count fits needs none of its own
    const known =
      groups.find((g) => g.term === simple) ??
      groups.find((g) => !mayFail(g.term, given) && holds(same(g.term, simple)));
    if (known) known.guards = [...known.guards, guard];
    else groups.push({ term: simple, guards: [guard] });
    if (groups.length > MAX_CASES) return null;
  }
  return groups;
}

/** Two conditions as one where that is a conjunction: `m == 0` and `m > 0` are `m >= 0`. */
export const joinedGuards = (guards: readonly Formula[], { facts, range }: Given): readonly Formula[] =>
  byOutcome(
    guards.map((guard) => ({ guard, key: '', told: null })),
    facts,
    range,
  ).map((g) => g.guard);

const same = (a: Term, b: Term): Formula => and(ge0(sub(a, b)), ge0(sub(b, a)));

/** Without the groups whose states another one's count fits; of two that fit each other the shorter count stays. */
function withoutFitting(groups: readonly Group[], given: Given): Group[] {
  const { facts, range } = given;
  return groups.filter((g, i) => {
    const isFor = (term: Term, { guards, term: own }: Group): boolean =>
      !mayFail(term, given) && guards.every((c) => implies(and(facts, c), same(term, own), range));
    const fits = (o: Group, j: number): boolean =>
      j !== i && isFor(o.term, g) && !(j > i && o.term.size >= g.term.size && isFor(g.term, o));
    const other = groups.find(fits);
    if (other) other.guards = [...other.guards, ...g.guards];
    return !other;
  });
}

/**
 * Two of the groups joined, where the maximum or minimum of their counts is right for both: `n` where n >= 0, else 0,
 * is `max(n, 0)`. Null: no two can be joined.
 */
function joinedPair(groups: readonly Group[], given: Given): Group[] | null {
  for (const [i, a] of groups.entries()) {
    for (const b of groups.slice(i + 1)) {
      const term = mayFail(a.term, given) || mayFail(b.term, given) ? null : extremeOf(a, b, given);
      if (term !== null)
        return [...groups.filter((g) => g !== a && g !== b), { term, guards: [...a.guards, ...b.guards] }];
    }
  }
  return null;
}

/** The maximum or minimum of two counts, where that is either's count in its own states. */
function extremeOf(first: Group, second: Group, { facts, range }: Given): Term | null {
  const isOver = (guards: readonly Formula[], x: Term, y: Term): boolean =>
    guards.every((g) =>
      implies(
        and(facts, g),
        notLess(x, y, (f) => implies(facts, f, range)),
        range,
      ),
    );
  if (isOver(first.guards, first.term, second.term) && isOver(second.guards, second.term, first.term))
    return maximum(first.term, second.term);
  return isOver(second.guards, first.term, second.term) && isOver(first.guards, second.term, first.term)
    ? minimum(first.term, second.term)
    : null;
}

/** `x >= y`. What is the greater or the less of two is told by both: `min(a, b) >= y` is `a >= y` and `b >= y`. */
function notLess(greater: Term, smaller: Term, holds: (f: Formula) => boolean): Formula {
  const [above, below] = [extremeIn(greater), extremeIn(smaller)];
  if (above) {
    const both = above.of.map((t) => notLess(t, smaller, holds));
    return above.fn === 'max' ? or(...both) : and(...both);
  }
  if (below) {
    const both = below.of.map((t) => notLess(greater, t, holds));
    return below.fn === 'max' ? and(...both) : or(...both);
  }
  return notLessPlain(greater, smaller, holds);
}

/** `max(a, b)` or `min(a, b)` as the two; null: it is neither. */
function extremeIn(t: Term): { readonly fn: 'min' | 'max'; readonly of: readonly [Term, Term] } | null {
  const fn = t.kind === 'ite' ? chosenOf(t.cond, t.then, t.else) : null;
  return fn && t.kind === 'ite' ? { fn, of: [t.then, t.else] } : null;
}

/**
 * A quotient beside 0 is told by what is divided: `a / b >= 0` is `a >= 0`, `a / b <= 0` is `a < b` for a positive b.
 */
function notLessPlain(x: Term, y: Term, holds: (f: Formula) => boolean): Formula {
  const quotient = (t: Term, other: Term): readonly [Term, Term] | null => {
    if (t.kind !== 'app' || t.fn !== FLOOR_QUOTIENT || !isConst(other) || other.value !== 0n) return null;
    const [arg, by] = t.args;
    return arg && by && holds(ge0(plus(by, -1n))) ? [arg, by] : null;
  };
  const [above, below] = [quotient(x, y), quotient(y, x)];
  if (above) return ge0(above[0]);
  return below ? ge0(plus(sub(below[1], below[0]), -1n)) : ge0(sub(x, y));
}

/** Some state may be in both. */
const meet = (a: Group, b: Group, { facts, range }: Given): boolean =>
  a.guards.some((x) => b.guards.some((y) => feasible(and(facts, x, y), range) !== 'no'));

const weight = (guards: readonly Formula[]): number => guards.reduce((n, g) => n + g.size, 0);

/** Never below any of the counts. */
export function greatest(counts: readonly Counted[], given: Given): Term | null {
  const { facts, range } = given;
  const groups = new Map<Term, Group>();
  for (const { guard, term } of counts) {
    const told = withoutModuli(shortest(term, facts), (f) => implies(and(facts, guard), f, range));
    const known = groups.get(told);
    if (known) known.guards = [...known.guards, guard];
    else groups.set(told, { term: told, guards: [guard] });
  }
  // what is only defined under its own condition is no bound for the others
  if (groups.size > 1 && [...groups.keys()].some((t) => mayFail(t))) return null;
  const kept = withoutExceeded([...groups.values()], given).map((g) => g.term);
  if (kept.length === 0 || kept.length > MAX_CASES) return null;
  const constants = kept.filter(isConst);
  const most = constants.length === 0 ? null : constants.reduce((a, b) => (a.value >= b.value ? a : b));
  return kept.filter((t) => !isConst(t)).reduce<Term | null>((all, t) => (all === null ? t : maximum(all, t)), most);
}

/**
 * Without those that another one is never below in their own states, which are that one's from there on. Constants stay
 * where they can.
 */
function withoutExceeded(groups: readonly Group[], { facts, range }: Given): readonly Group[] {
  const kept = [...groups].sort((a, b) => b.term.size - a.term.size);
  for (const one of [...kept]) {
    const isOver = (other: Group): boolean =>
      other !== one &&
      (implies(facts, ge0(sub(other.term, one.term)), range) ||
        (one.guards.length <= MAX_CASES &&
          one.guards.every((g) => implies(and(facts, g), ge0(sub(other.term, one.term)), range))));
    const over = kept.filter(isOver).sort((a, b) => a.term.size - b.term.size)[0];
    if (!over) continue;
    over.guards = [...over.guards, ...one.guards];
    kept.splice(kept.indexOf(one), 1);
  }
  return kept;
}

/**
 * It divides by what may be zero, or takes a power that may be negative: it has a value only where its own condition
 * holds. `given`: what holds anyway.
 */
export function mayFail(term: Term, given?: Given): boolean {
  const isNonZero = (by: Term | undefined): boolean =>
    by !== undefined &&
    (isConst(by) ? by.value !== 0n : given !== undefined && implies(given.facts, ne(by, int(0)), given.range));
  let fails = false;
  rewrite(term, (x) => {
    if (x.kind === 'pow') fails = true;
    if (
      x.kind === 'app' &&
      [TRUNCATED_QUOTIENT, TRUNCATED_REMAINDER, FLOOR_QUOTIENT].includes(x.fn) &&
      !isNonZero(x.args[1])
    )
      fails = true;
    return null;
  });
  return fails;
}

/** The term, written with fewer variables where an equation allows it. */
function shortest(term: Term, facts: Formula): Term {
  let best = term;
  for (const f of conjuncts(facts)) {
    if (!isLiteral(f) || f.kind !== 'eq') continue;
    for (const candidate of [sub(best, f.term), add(best, f.term)]) if (candidate.size < best.size) best = candidate;
  }
  return best;
}
