/**
 * Oscillation: paths whose branches are decided by control values that stay within finitely many. There is one linear
 * form, which ends up in an interval that no path leads out of. There are modes, variables that are constants from the
 * start. What all paths change alike (`shared`) only ends the loop. `orbits.ts` says where the control values go from a
 * given state. Source: LoopSCC, definition 9 and algorithm 3.
 */
import { feasible, implies } from '../../decide/index.ts';
import type { LoopPath } from '../../explore/index.ts';
import { literalsOf } from '../../explore/index.ts';
import type { Formula, Literal, RangeOf, Symbol, Term } from '../../logic/index.ts';
import {
  add,
  and,
  conjuncts,
  ge,
  ge0,
  int,
  isFresh,
  isLiteral,
  le,
  mod,
  neg,
  plus,
  sub,
  substitute,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../../logic/index.ts';
import { unwrap } from '../acceleration/index.ts';
import { bySymbol } from '../../program/index.ts';

export interface Branch {
  readonly path: number;
  /** What decides for this path. */
  readonly guard: readonly Literal[];
  /** Every modified symbol that it changes. */
  readonly update: ReadonlyMap<Symbol, Term>;
}

/** What each branch adds to a variable, then reduced into [offset, offset + modulus) where there is a modulus. */
export interface Change {
  readonly deltas: readonly Term[];
  readonly modulus: bigint | null;
  readonly offset: bigint;
}

/** The value reduced as the variable is. */
export const reduced = (t: Term, c: Change): Term =>
  c.modulus === null ? t : plus(mod(plus(t, -c.offset), c.modulus), c.offset);

/** The structure of an oscillating loop, over the state symbols. */
export interface Oscillation {
  readonly branches: readonly Branch[];
  /** What every iteration requires beside its branch: the loop's own counting. */
  readonly counting: readonly Literal[];
  /** Variables that all branches change alike, by themselves. */
  readonly shared: ReadonlyMap<Symbol, Term>;
  /** Variables that the branches depend on. */
  readonly control: ReadonlySet<Symbol>;
  /** What the branches add to variables that are not shared; those that are changed otherwise are missing. */
  readonly changes: ReadonlyMap<Symbol, Change>;
}

/** Finds the structure; null where the loop has none. */
export function findOscillation(
  paths: readonly LoopPath[],
  names: readonly Symbol[],
  modified: ReadonlySet<Symbol>,
): Oscillation | null {
  const iterative = paths.map((p, i) => ({ p, i })).filter(({ p }) => p.kind === 'iterative');
  if (
    iterative.some(
      ({ p }) => p.free.kind !== 'true' || p.fresh.length > 0 || p.inner.length > 0 || p.reasons.length > 0,
    )
  )
    return null;
  const guards = iterative.map(({ p }) => literalsOf(p.guard));
  const [first] = guards;
  if (!first || !guards.every((g) => g !== null)) return null;
  const counting = first.filter((l) => guards.every((g) => g?.some((o) => o.key === l.key)));
  const branches = iterative.map(
    ({ p, i }, k): Branch => ({
      path: i,
      guard: (guards[k] ?? []).filter((l) => !counting.some((c) => c.key === l.key)),
      update: bySymbol(p.update, names),
    }),
  );
  return structureOf(branches, counting, modified);
}

/** What the branches share, and what they depend on; null where they depend on nothing that changes. */
function structureOf(
  branches: readonly Branch[],
  counting: readonly Literal[],
  modified: ReadonlySet<Symbol>,
): Oscillation | null {
  // with one path alone its own values may still be finitely many
  const deciding = branches.length === 1 ? counting : branches.flatMap((b) => b.guard);
  const read = dependedOn(
    deciding.flatMap((l) => [...symbolsOf(l.term)]),
    branches,
    modified,
  );
  if (read.size === 0) return null;
  // what is changed alike or by fixed amounts is known at any iteration. All else must be known from the start, with
  // what it is computed from
  let control = read;
  for (;;) {
    const shared = changedAlike(branches, modified, control);
    const changes = new Map<Symbol, Change>();
    const others: Symbol[] = [];
    for (const x of modified) {
      if (shared.has(x)) continue;
      const change = changeOf(x, branches, modified);
      if (change) changes.set(x, change);
      else if (!control.has(x)) others.push(x);
    }
    if (others.length === 0) return { branches, counting, shared, control, changes };
    control = dependedOn([...control, ...others], branches, modified);
  }
}

/**
 * The structure from states in which some conditions hold for good. No branch that they leave open changes what they
 * are about, such as a flag that has been set. Null where there are none.
 */
export function settled(oscillation: Oscillation, holds: (l: Literal) => boolean, range: RangeOf): Oscillation | null {
  let conditions = new Map(oscillation.branches.flatMap((b) => b.guard).map((l) => [l.key, l]));
  for (const [key, l] of conditions)
    if (![...symbolsOf(l.term)].some((x) => oscillation.control.has(x)) || !holds(l)) conditions.delete(key);
  let branches = oscillation.branches;
  for (;;) {
    const known = and(...conditions.values());
    branches = oscillation.branches.filter((b) => feasible(and(known, ...b.guard), range) !== 'no');
    const kept = [...conditions].filter(([, l]) =>
      branches.every((b) => [...symbolsOf(l.term)].every((x) => (b.update.get(x) ?? sym(x)) === sym(x))),
    );
    if (kept.length === conditions.size) break;
    conditions = new Map(kept);
  }
  if (conditions.size === 0 || branches.length === 0) return null;
  const left = branches.map((b): Branch => ({ ...b, guard: b.guard.filter((l) => !conditions.has(l.key)) }));
  return structureOf(left, oscillation.counting, new Set(left.flatMap((b) => [...b.update.keys()])));
}

/** The modified ones of some variables, and those that these are computed from. */
function dependedOn(
  variables: readonly Symbol[],
  branches: readonly Branch[],
  modified: ReadonlySet<Symbol>,
): ReadonlySet<Symbol> {
  const control = new Set<Symbol>();
  const work = [...variables];
  for (let x = work.pop(); x !== undefined; x = work.pop()) {
    if (control.has(x) || !modified.has(x)) continue;
    control.add(x);
    for (const b of branches) work.push(...symbolsOf(b.update.get(x) ?? int(0)));
  }
  return control;
}

/**
 * Variables that every branch changes in the same way, from themselves, one another and what the loop doesn't change.
 */
function changedAlike(
  branches: readonly Branch[],
  modified: ReadonlySet<Symbol>,
  control: ReadonlySet<Symbol>,
): Map<Symbol, Term> {
  const alike = new Map<Symbol, Term>();
  for (const x of modified) {
    const u = branches[0]?.update.get(x);
    if (u && !control.has(x) && branches.every((b) => b.update.get(x) === u)) alike.set(x, u);
  }
  for (let again = true; again; ) {
    again = false;
    for (const [x, u] of alike)
      if ([...symbolsOf(u)].some((s) => modified.has(s) && !alike.has(s))) again = alike.delete(x);
  }
  return alike;
}

function changeOf(symbol: Symbol, branches: readonly Branch[], modified: ReadonlySet<Symbol>): Change | null {
  let modulus: bigint | null = null;
  let offset = 0n;
  const deltas: Term[] = [];
  for (const branch of branches) {
    const after = branch.update.get(symbol);
    if (!after) {
      deltas.push(int(0));
      continue;
    }
    const wrapped = unwrap(after);
    if (wrapped.modulus !== null) {
      if (modulus !== null && (modulus !== wrapped.modulus || offset !== wrapped.offset)) return null;
      ({ modulus, offset } = { modulus: wrapped.modulus, offset: wrapped.offset });
    }
    deltas.push(sub(wrapped.body, sym(symbol)));
  }
  return deltas.some((d) => [...symbolsOf(d)].some((s) => modified.has(s) || isFresh(s)))
    ? null
    : { deltas, modulus, offset };
}

/** How a counting literal's term moves: the same for all branches, never up, or neither. */
export function motionOf(
  literal: Literal,
  oscillation: Oscillation,
  range: RangeOf,
): 'constant' | 'falling' | 'rising' | 'other' {
  if (
    [...symbolsOf(literal.term)].some(
      (x) =>
        oscillation.shared.has(x) ||
        (oscillation.control.has(x) && !oscillation.changes.has(x)) ||
        (oscillation.changes.get(x)?.modulus ?? null) !== null,
    )
  )
    return 'other';
  const moved = oscillation.branches.map((_, k) => {
    const map = new Map([...oscillation.changes].map(([x, c]) => [x, add(sym(x), c.deltas[k] as Term)]));
    return sub(substitute(literal.term, map), literal.term);
  });
  if (moved.every((d) => d.kind === 'const' && d.value === 0n)) return 'constant';
  if (literal.kind !== 'ge') return 'other';
  if (moved.every((d) => implies(and(), le(d, int(-1)), range))) return 'falling';
  if (moved.every((d) => implies(and(), ge0(d), range))) return 'rising';
  return 'other';
}

/** A condition against undefined behaviour on one branch. */
export interface Duty {
  readonly branch: number;
  readonly condition: Formula;
}

/**
 * What is left to be shown for the absence of undefined behaviour once the branches' own guards have been used. Null:
 * not known.
 */
export function dutiesOf(oscillation: Oscillation, paths: readonly LoopPath[], range: RangeOf): readonly Duty[] | null {
  const out: Duty[] = [];
  for (const [branch, b] of oscillation.branches.entries()) {
    const p = paths[b.path];
    if (!p?.definedKnown) return null;
    for (const condition of conjuncts(p.defined))
      if (!implies(p.guard, condition, range)) out.push({ branch, condition });
  }
  return out;
}

/** A bound on a variable that moves one way only holds throughout where it holds at the end: that, or null. */
export function boundAtEnd(
  { branch, condition }: Duty,
  oscillation: Oscillation,
  after: ReadonlyMap<Symbol, Term>,
  range: RangeOf,
): Formula | null {
  if (!isLiteral(condition) || condition.kind !== 'ge') return null;
  const symbol = [...symbolsOfFormula(condition)].find((s) => oscillation.changes.has(s));
  const interval = symbol === undefined ? undefined : range(symbol);
  const change = symbol === undefined ? undefined : oscillation.changes.get(symbol);
  if (
    symbol === undefined ||
    !interval ||
    !change ||
    change.modulus !== null ||
    interval.lo === null ||
    interval.hi === null
  )
    return null;
  const next = add(sym(symbol), change.deltas[branch] as Term);
  if (condition.term === sub(int(interval.hi), next) && change.deltas.every((d) => implies(and(), ge0(d), range)))
    return le(after.get(symbol) as Term, int(interval.hi));
  if (condition.term === plus(next, -interval.lo) && change.deltas.every((d) => implies(and(), ge0(neg(d)), range)))
    return ge(after.get(symbol) as Term, int(interval.lo));
  return null;
}
