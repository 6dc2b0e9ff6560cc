/**
 * Oscillation: a strongly connected component of paths whose branches are decided by one linear form, which ends up in an interval
 * that no path leads out of (LoopSCC, definition 9 and algorithm 3). Inside, the form's map is a rotation where all strides agree
 * modulo the interval's size; else it is a functional graph whose orbits are a tail and a cycle (theorem 2).
 */
import { floorMod } from '../ir/integers.ts';
import { implies } from '../ir/facts.ts';
import type { Formula, Literal } from '../ir/formula.ts';
import { and, conjuncts, eq, ge, ge0, isLiteral, le, symbolsOfFormula } from '../ir/formula.ts';
import type { RangeOf } from '../ir/interval.ts';
import type { Term } from '../ir/term.ts';
import { add, div, int, isConst, ite, mod, mul, neg, partsOf, plus, scale, sub, substitute, sym, symbolsOf, table } from '../ir/term.ts';
import type { LoopPath } from '../loop/paths.ts';
import { literalsOf } from '../loop/paths.ts';

/** Bounds of the control form on one path; null: none on that side. */
interface Branch {
  readonly path: number;
  readonly lo: bigint | null;
  readonly hi: bigint | null;
  /** What one iteration adds to the form. */
  readonly stride: bigint;
}

/** The structure of an oscillating loop, over the state symbols. */
export interface Oscillation {
  readonly form: Term;
  /** The oscillatory interval, both ends included. */
  readonly lo: bigint;
  readonly hi: bigint;
  readonly branches: readonly Branch[];
  /** What every iteration requires beside its branch: the loop's own counting. */
  readonly counting: readonly Literal[];
  /** Change of each modified symbol along each branch. */
  readonly changes: ReadonlyMap<string, readonly Term[]>;
}

/** The state after n iterations inside the interval, as terms in n over the state symbols at its start. */
export interface Orbit {
  /** Holds at the start: which part of the interval this is about. */
  readonly start: Formula;
  after(n: Term): ReadonlyMap<string, Term>;
  /** How often each path was taken in n iterations. */
  counts(n: Term): ReadonlyMap<number, Term>;
  /** After so many iterations no path goes on; null: for ever. */
  readonly length: bigint | null;
}

const MAX_ENUMERATED = 64n;
const MAX_ORBIT = 4096;

/** Finds the structure; null where the loop has none. */
export function findOscillation(paths: readonly LoopPath[], names: readonly string[], modified: ReadonlySet<string>): Oscillation | null {
  const iterative = paths.map((p, i) => ({ p, i })).filter(({ p }) => p.kind === 'iterative');
  if (iterative.length < 2 || iterative.some(({ p }) => p.free.kind !== 'true' || p.fresh.length > 0 || p.inner.length > 0)) return null;
  const guards = iterative.map(({ p }) => literalsOf(p.guard));
  const [first] = guards;
  if (!first || !guards.every((g) => g !== null)) return null;
  const counting = first.filter((l) => guards.every((g) => g?.some((o) => o.key === l.key)));
  const branching = guards.map((g) => (g ?? []).filter((l) => !counting.some((c) => c.key === l.key)));
  const form = commonForm(branching.flat());
  if (!form || ![...symbolsOf(form)].some((s) => modified.has(s))) return null;

  const changes = new Map<string, Term[]>();
  for (const name of modified) {
    const v = names.indexOf(name);
    const deltas = iterative.map(({ p }) => {
      const u = p.update.get(v);
      return u ? sub(u, sym(name)) : int(0);
    });
    if (deltas.some((d) => [...symbolsOf(d)].some((s) => modified.has(s) || s.includes('!')))) return null;
    changes.set(name, deltas);
  }
  const branches: Branch[] = [];
  for (const [k, { i }] of iterative.entries()) {
    const stride = change(form, k, changes);
    const bounds = boundsOf(branching[k] ?? [], form);
    if (stride === null || bounds === null) return null;
    branches.push({ path: i, ...bounds, stride });
  }
  const interval = oscillatoryInterval(branches);
  return interval && { form, ...interval, branches, counting, changes };
}

/** The form that all literals are bounds of: the same term up to sign and constant. */
function commonForm(literals: readonly Literal[]): Term | null {
  const [first] = literals;
  if (!first) return null;
  const slope = (t: Term): Term => {
    const s = plus(t, -partsOf(t).constant);
    return (partsOf(s).parts[0]?.coef ?? 1n) < 0n ? neg(s) : s;
  };
  const form = slope(first.term);
  return literals.every((l) => slope(l.term) === form) ? form : null;
}

function change(t: Term, branch: number, changes: ReadonlyMap<string, readonly Term[]>): bigint | null {
  const map = new Map([...changes].map(([x, d]) => [x, add(sym(x), d[branch] as Term)]));
  const d = sub(substitute(t, map), t);
  return isConst(d) ? d.value : null;
}

function boundsOf(literals: readonly Literal[], form: Term): { lo: bigint | null; hi: bigint | null } | null {
  let lo: bigint | null = null;
  let hi: bigint | null = null;
  const atLeast = (v: bigint): void => { lo = lo === null || v > lo ? v : lo; };
  const atMost = (v: bigint): void => { hi = hi === null || v < hi ? v : hi; };
  for (const l of literals) {
    const c = partsOf(l.term).constant;
    const same = plus(l.term, -c) === form;
    if (l.kind === 'ne') return null;
    if (l.kind === 'eq') {
      atLeast(same ? -c : c);
      atMost(same ? -c : c);
    } else if (same) atLeast(-c);
    else atMost(c);
  }
  return { lo, hi };
}

/** The least interval that holds all jumps and that no branch leads out of (J-intervals, closed under the paths). */
function oscillatoryInterval(branches: readonly Branch[]): { lo: bigint; hi: bigint } | null {
  let lo: bigint | null = null;
  let hi: bigint | null = null;
  for (const b of branches) {
    if (b.stride > 0n) {
      if (b.hi === null) return null;
      const top = b.hi + b.stride;
      if (hi === null || top > hi) hi = top;
    } else if (b.stride < 0n) {
      if (b.lo === null) return null;
      const bottom = b.lo + b.stride;
      if (lo === null || bottom < lo) lo = bottom;
    }
  }
  return lo === null || hi === null || lo > hi ? null : { lo, hi };
}

/** Condition for being inside. */
export function inside(o: Oscillation): Formula {
  return and(ge(o.form, int(o.lo)), le(o.form, int(o.hi)));
}

/** The orbits of the interval's states: one for a rotation, else one for each value of the form. */
export function orbitsOf(o: Oscillation): readonly Orbit[] | null {
  const rotation = rotationOf(o);
  if (rotation) return [rotation];
  if (o.hi - o.lo >= MAX_ENUMERATED) return null;
  const out: Orbit[] = [];
  for (let v = o.lo; v <= o.hi; v++) {
    const orbit = orbitFrom(o, v);
    if (orbit === null) return null;
    out.push(orbit);
  }
  return out;
}

/** All strides are equal modulo the size of the interval: `form -> (form - lo + stride) mod size + lo`. */
function rotationOf(o: Oscillation): Orbit | null {
  const size = o.hi - o.lo + 1n;
  const used = o.branches.filter((b) => (b.lo === null || b.lo <= o.hi) && (b.hi === null || b.hi >= o.lo));
  const [p, q] = used;
  if (!p || !q || used.length !== 2 || p.stride === q.stride || floorMod(p.stride - q.stride, size) !== 0n) return null;
  // the two domains are the interval, without a gap
  const split = p.hi !== null && q.lo !== null && p.hi + 1n === q.lo ? [p, q] : q.hi !== null && p.lo !== null && q.hi + 1n === p.lo ? [q, p] : null;
  if (!split || (split[0]?.lo ?? o.lo) > o.lo || (split[1]?.hi ?? o.hi) < o.hi) return null;
  const formAfter = (n: Term): Term => plus(mod(add(o.form, scale(p.stride, n), int(-o.lo)), size), o.lo);
  // of n iterations, N take p and n - N take q: form_n - form = p N + q (n - N)
  const taken = (n: Term): readonly [Term, Term] => {
    const np = div(sub(sub(formAfter(n), o.form), scale(q.stride, n)), p.stride - q.stride);
    return [np, sub(n, np)];
  };
  return {
    start: inside(o), length: null,
    counts: (n) => new Map([[p.path, taken(n)[0]], [q.path, taken(n)[1]]]),
    after: (n) => {
      const [np, nq] = taken(n);
      const ip = o.branches.indexOf(p);
      const iq = o.branches.indexOf(q);
      return new Map([...o.changes].map(([x, d]) => [x, sym(x) === o.form ? formAfter(n) : add(sym(x), mul(d[ip] as Term, np), mul(d[iq] as Term, nq))]));
    },
  };
}

/** Runs the form from one value: the branches taken, until a value comes again. */
function orbitFrom(o: Oscillation, from: bigint): Orbit | null {
  const seen = new Map<bigint, number>();
  const taken: number[] = [];
  let v = from;
  while (!seen.has(v)) {
    if (taken.length > MAX_ORBIT) return null;
    seen.set(v, taken.length);
    const at = v;
    const k = o.branches.findIndex((b) => (b.lo === null || b.lo <= at) && (b.hi === null || at <= b.hi));
    if (k < 0) break;
    taken.push(k);
    v += o.branches[k]?.stride ?? 0n;
  }
  const cycles = seen.has(v) && taken.length > (seen.get(v) as number);
  const tail = cycles ? (seen.get(v) as number) : taken.length;
  const start = eq(o.form, int(from));
  const occurrences = (k: number, n: Term): Term => cumulative(taken.map((t) => (t === k ? 1n : 0n)), tail, n);
  return {
    start, length: cycles ? null : BigInt(taken.length),
    counts: (n) => new Map(o.branches.map((b, k) => [b.path, occurrences(k, n)])),
    after: (n) => {
      const counts = o.branches.map((_, k) => occurrences(k, n));
      return new Map([...o.changes].map(([x, d]) => {
        if (d.every(isConst)) return [x, add(sym(x), cumulative(taken.map((t) => (d[t] as Term & { kind: 'const' }).value), tail, n))];
        return [x, add(sym(x), ...d.map((c, k) => mul(c, counts[k] as Term)))];
      }));
    },
  };
}

/** The sum of the first n of a sequence that repeats all but its tail for ever. */
function cumulative(sequence: readonly bigint[], tail: number, n: Term): Term {
  const sums: bigint[] = [0n];
  for (const d of sequence) sums.push((sums[sums.length - 1] as bigint) + d);
  const period = sequence.length - tail;
  const base = sums[tail] as bigint;
  if (period === 0) return table(sums, n);
  const round = (sums[sequence.length] as bigint) - base;
  const past = plus(n, -tail);
  const rounds = add(scale(round, div(past, BigInt(period))), table(sums.slice(tail, sequence.length), mod(past, BigInt(period))));
  return tail === 0 ? rounds : ite(ge0(past), rounds, table(sums.slice(0, tail), n));
}

/** How a counting literal's term moves: the same for all branches, never up, or neither. */
export function motionOf(l: Literal, o: Oscillation, range: RangeOf): 'constant' | 'falling' | 'rising' | 'other' {
  const deltas = o.branches.map((_, k) => {
    const map = new Map([...o.changes].map(([x, d]) => [x, add(sym(x), d[k] as Term)]));
    return sub(substitute(l.term, map), l.term);
  });
  const nothing = and();
  if (deltas.every((d) => isConst(d) && d.value === 0n)) return 'constant';
  if (l.kind !== 'ge') return 'other';
  if (deltas.every((d) => implies(nothing, le(d, int(-1)), range))) return 'falling';
  if (deltas.every((d) => implies(nothing, ge0(d), range))) return 'rising';
  return 'other';
}

/**
 * Conditions against undefined behaviour over n iterations: those that hold all over the interval, and bounds on variables that move
 * one way only, which hold throughout where they hold at the end. Null where there are others.
 */
export function orbitDefined(o: Oscillation, paths: readonly LoopPath[], after: ReadonlyMap<string, Term>, range: RangeOf): Formula | null {
  const out: Formula[] = [];
  for (const [k, b] of o.branches.entries()) {
    const p = paths[b.path];
    if (!p || !p.definedKnown) return null;
    for (const f of conjuncts(p.defined)) {
      if (implies(and(inside(o), p.guard), f, range)) continue;
      if (!isLiteral(f) || f.kind !== 'ge') return null;
      const x = [...symbolsOfFormula(f)].find((s) => o.changes.has(s));
      const i = x === undefined ? undefined : range(x);
      const deltas = x === undefined ? undefined : o.changes.get(x);
      if (x === undefined || !i || !deltas || i.lo === null || i.hi === null) return null;
      const next = add(sym(x), deltas[k] as Term);
      if (f.term === sub(int(i.hi), next) && deltas.every((d) => implies(and(), ge0(d), range))) out.push(le(after.get(x) as Term, int(i.hi)));
      else if (f.term === plus(next, -i.lo) && deltas.every((d) => implies(and(), ge0(neg(d)), range))) out.push(ge(after.get(x) as Term, int(i.lo)));
      else return null;
    }
  }
  return and(...out);
}
