/**
 * A loop as straight-line C: what can stand in its place. It is made from the cases of an exact summary. A variable
 * whose value is one expression in all of them (`i = max(i, n)`) is a statement of its own. The others are set in the
 * branches of one `if`.
 */
import type { Formula, RangeOf, Symbol, Term } from '../logic/index.ts';
import {
  READ,
  TRUE,
  and,
  applications,
  conjuncts,
  eq,
  ge0,
  hasPart,
  int,
  intervalOf,
  isLiteral,
  not,
  or,
  partsOf,
  sub,
  substitute,
  sym,
  symbolsOf,
  symbolsOfFormula,
  truncatedDivision,
} from '../logic/index.ts';
import { feasible, implies, inOne, withoutImpossible } from '../decide/index.ts';
import type { AfterwardsAnswer } from '../report/index.ts';
import { closed, joinedGuards, mayFail, oneCount } from '../termination/index.ts';
import { byIterations } from './by-iterations.ts';
import { plainOutcomes } from './plain-outcomes.ts';
import { byQuotient, isQuotient } from './repeated-quotients.ts';
import type { Behind, Outcome } from './outcomes-behind.ts';
import type { Assignment, Branch, Code, CodeNames } from './straight-line-code.ts';
import { writeCode } from './straight-line-code.ts';
import { whereChanged } from './where-changed.ts';

export interface AfterwardsRequest {
  readonly behind: Behind;
  readonly names: CodeNames;
  readonly range: RangeOf;
  /** What a variable is worth just before the loop, where that is known; it is its own symbol else. */
  readonly initial: (s: Symbol) => Term | null;
  /** Stands for the number of iterations; never negative. */
  readonly counter: Symbol;
  /** A state may be in several cases. */
  readonly overlapping: boolean;
  /** The loop changes nothing else, memory included. */
  readonly alone: boolean;
}

/** More cases than this have no short text. */
const MOST_CASES = 12;

/** Null where the values aren't known, or don't fit. */
export function afterwards(request: AfterwardsRequest): AfterwardsAnswer | null {
  const { behind, names, alone } = request;
  const { outcomes, changed } = behind;
  if (outcomes.length === 0 || outcomes.length > MOST_CASES) return null;
  if (!outcomes.every((o) => changed.every((s) => isTold(o.values.get(s))))) return null;
  if (!readsSafely(outcomes, changed)) return null;
  const whole = shortest(request, null, names);
  const changing = whereChanged(behind, request.range, request.initial);
  const apart = changing && shortest({ ...request, behind: changing.behind }, changing, names);
  const c = shorter(whole, apart, APART_COSTS);
  return c === null ? null : { c, complete: alone && !behind.more };
}

/** `x = max(x, k);` is read sooner than what is under a condition. */
const APART_COSTS = 40;

/** With a name for a quantity, and without. */
function shortest(request: AfterwardsRequest, only: Code['only'], names: CodeNames): string | null {
  const told = (form: Named | null): string | null => {
    if (form === null || isNested(form)) return null;
    const code = codeFor(form, only);
    return code && writeCode(code, names);
  };
  const plain = { ...request, behind: plainOutcomes(request.behind, request.range) };
  const withName = shorter(told(byCount(request)), told(byPart(plain)), 0);
  return shorter(told(plain), withName, 0);
}

/** A quotient of a quotient isn't read at a glance; one of both can have a name. */
function isNested({ behind: { outcomes, changed } }: Named): boolean {
  const parts = (t: Term): readonly Term[] => (t.kind === 'div' ? [t.arg] : t.kind === 'app' ? t.args : []);
  const isOfOne = (t: Term): boolean => isQuotient(t) && parts(t).some((part) => hasPart(part, isQuotient));
  return outcomes.some(({ values }) => changed.some((s) => hasPart(values.get(s) as Term, isOfOne)));
}

/** The second only where it is shorter by more than this. */
function shorter(first: string | null, second: string | null, costs: number): string | null {
  if (first === null || second === null) return first ?? second;
  return second.length + costs < first.length ? second : first;
}

type Named = AfterwardsRequest & { readonly named?: Assignment };

/** The same with a name for the number of iterations. */
function byCount(request: AfterwardsRequest): Named | null {
  const { behind, range, overlapping, counter } = request;
  const found = byIterations(behind, counter, range, overlapping);
  return found && named(request, found.behind, found.count);
}

/** The same with a name for a quotient. */
function byPart(request: AfterwardsRequest): Named | null {
  const { behind, range, counter } = request;
  const found = byQuotient(behind, counter, range);
  return found && named(request, found.behind, found.value);
}

function named(request: AfterwardsRequest, behind: Behind, value: Term): Named {
  const { counter, range } = request;
  const { hi } = intervalOf(value, range);
  const own: RangeOf = (s) => (s === counter ? { lo: 0n, hi } : range(s));
  return { ...request, behind, range: own, named: { target: counter, value } };
}

const isTold = (t: Term | null | undefined): boolean => t !== null && t !== undefined && closed(symbolsOf(t));

/** An element may be read only where the loop has read it. */
function readsSafely(outcomes: readonly Outcome[], changed: readonly Symbol[]): boolean {
  const terms = outcomes.flatMap((o) => [o.guard, ...changed.map((s) => o.values.get(s) as Term)]);
  const all = [...applications(terms, READ).keys()];
  return all.length === 0 || outcomes.every((o) => all.every((key) => applications([o.guard], READ).has(key)));
}

function codeFor(request: Named, only: Code['only']): Code | null {
  const { behind, range, overlapping, named = null } = request;
  const { facts, outcomes } = behind;
  const given = { facts, range };
  const statements: Assignment[] = [];
  const branching: Symbol[] = [];
  for (const s of behind.changed) {
    const pieces = outcomes.map((o) => ({ guard: o.guard, term: o.values.get(s) as Term }));
    // a choice of more than two values is told in branches
    const value = oneCount(pieces, given, overlapping, 2);
    if (value !== null && !isChoice(value) && !isReduction(value, s)) statements.push({ target: s, value });
    else branching.push(s);
  }
  const moving = statements.filter((a) => a.value !== initialOf(a.target, request));
  if (branching.length === 0) return { facts, range, only, named, statements: moving, branches: [] };
  const branches = branchesFor(branching, request);
  return branches && { facts, range, only, named, statements: moving, branches };
}

const initialOf = (s: Symbol, { initial }: AfterwardsRequest): Term | null => initial(s);

/** It is more than the greater or less of two values, or C's division. */
const isChoice = (term: Term): boolean =>
  hasPart(
    term,
    (x) => x.kind === 'ite' && truncatedDivision(x.cond, x.then, x.else) === null && !isExtreme(x.cond, x.then, x.else),
  );

/** `min(t, t % 2)` is right, but nobody would write it. */
function isReduction(term: Term, symbol: Symbol): boolean {
  if (term.kind !== 'ite') return false;
  const [a, b] = [term.then, term.else];
  const divides = (x: Term): boolean => x !== sym(symbol) && symbolsOf(x).has(symbol) && hasRest(x);
  return (a === sym(symbol) && divides(b)) || (b === sym(symbol) && divides(a));
}

const hasRest = (term: Term): boolean => hasPart(term, (x) => x.kind === 'div' || x.kind === 'mod');

function isExtreme(cond: Formula, a: Term, b: Term): boolean {
  const d = sub(a, b);
  return cond.key === ge0(d).key || cond.key === ge0(sub(b, a)).key;
}

/** States that leave the same behind. */
interface Group {
  readonly guards: readonly Formula[];
  readonly values: ReadonlyMap<Symbol, Term>;
}

function branchesFor(variables: readonly Symbol[], request: AfterwardsRequest): readonly Branch[] | null {
  const { behind, range, overlapping } = request;
  const groups = groupsOf(variables, behind, range).map((g) => ({
    ...g,
    guards: joinedGuards(g.guards, { facts: behind.facts, range }),
  }));
  const closedGuards = (g: Group): boolean => g.guards.every((f) => closed(symbolsOfFormula(f)));
  if (overlapping && groups.some((g, i) => groups.slice(i + 1).some((o) => meet(g, o, behind.facts, range))))
    return null;
  const unchanged = (g: Group): boolean => variables.every((s) => g.values.get(s) === request.initial(s));
  const weight = (g: Group): number => (unchanged(g) ? Infinity : g.guards.reduce((n, f) => n + f.size, 0));
  const ordered = [...groups].sort((a, b) => weight(a) - weight(b));
  const branches: Branch[] = [];
  let rest: Formula = TRUE;
  for (const [i, g] of ordered.entries()) {
    const last = i === ordered.length - 1;
    if (!last && !closedGuards(g)) return null;
    const condition = or(...g.guards);
    const assignments = variables
      .filter((s) => g.values.get(s) !== request.initial(s))
      .map((target) => ({ target, value: g.values.get(target) as Term }));
    const known = and(behind.facts, rest);
    const own = last ? null : inOne(g.guards, range, known);
    // nothing is said of the last one where it changes nothing
    const other = ordered[i + 1];
    const isLastSaid = other && i === ordered.length - 2 && unchanged(other) && closedGuards(other);
    const shown = own && isLastSaid ? lighter(own, notIn(other, known, range)) : own;
    branches.push({ condition: shown, rest, known: and(rest, condition), assignments });
    rest = and(rest, not(condition));
  }
  return branches;
}

const notIn = ({ guards }: Group, known: Formula, range: RangeOf): Formula =>
  withoutImpossible(not(inOne(guards, range, known)), range, known);

const lighter = (a: Formula, b: Formula): Formula => (b.size < a.size ? b : a);

function groupsOf(variables: readonly Symbol[], { outcomes, facts }: Behind, range: RangeOf): readonly Group[] {
  let groups: Group[] = [];
  for (const { guard, values } of outcomes) {
    const own = new Map(variables.map((s) => [s, values.get(s) as Term]));
    const at = groups.findIndex((g) => variables.every((s) => g.values.get(s) === own.get(s)));
    const known = groups[at];
    if (known) groups[at] = { ...known, guards: [...known.guards, guard] };
    else groups.push({ guards: [guard], values: own });
  }
  // a case that another one's values fit needs none of its own
  for (const one of [...groups]) {
    const fits = (group: Group): boolean =>
      group !== one &&
      groups.includes(group) &&
      [...group.values.values()].every((t) => !mayFail(t)) &&
      one.guards.every((c) =>
        variables.every((s) =>
          agree(group.values.get(s) as Term, one.values.get(s) as Term, { when: c, facts, range }),
        ),
      );
    const other = groups.find(fits);
    if (other)
      groups = groups
        .filter((x) => x !== one)
        .map((x) => (x === other ? { ...x, guards: [...x.guards, ...one.guards] } : x));
  }
  return groups;
}

/** Both are worth the same in these states; where they are about one value, `n == 5`, they are computed. */
function agree(
  first: Term,
  second: Term,
  { when, facts, range }: { readonly when: Formula; readonly facts: Formula; readonly range: RangeOf },
): boolean {
  const pinned = new Map(
    conjuncts(when).flatMap((f) => {
      const { constant, parts } = isLiteral(f) && f.kind === 'eq' ? partsOf(f.term) : { constant: 0n, parts: [] };
      const [only, ...others] = parts;
      if (only?.mono.kind !== 'sym' || others.length > 0 || constant % only.coef !== 0n) return [];
      return [[only.mono.symbol, int(-constant / only.coef)] as const];
    }),
  );
  const [before, after] = pinned.size === 0 ? [first, second] : [substitute(first, pinned), substitute(second, pinned)];
  return before === after || implies(and(facts, when), eq(before, after), range);
}

const meet = (a: Group, b: Group, facts: Formula, range: RangeOf): boolean =>
  a.guards.some((x) => b.guards.some((y) => feasible(and(facts, x, y), range) !== 'no'));
