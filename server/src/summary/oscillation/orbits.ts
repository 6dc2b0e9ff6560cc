/**
 * Where the control values of an oscillating loop go from a given state (LoopSCC, theorem 2): a rotation where all strides agree modulo the size of the
 * oscillatory interval; else, for each value of the form in it, a functional graph's tail and cycle, as table look-ups.
 */
import {
  TRUE, add, and, collect, div, eq, evaluate, evenSteps, formulaHolds, ge, ge0, gt, int, isConst, ite, le,
  listed, mod, mul, neg, partsOf, plus, scale, sub, substitute, substituteFormula, sumOf, sym, symbol, symbolsOf,
  symbolsOfFormula, table,
} from '../../logic/index.ts';
import { implies } from '../../decide/index.ts';
import type { Formula, Literal, RangeOf, Symbol, Term } from '../../logic/index.ts';
import { floorDiv, floorMod } from '../../arithmetic/index.ts';
import type { Change, Oscillation } from './oscillatory-interval.ts';

/** The state after n iterations, as terms in n over the state symbols at its start. */
export interface Orbit {
  /** Holds at the start: which of the states this is about. */
  readonly start: Formula;
  after(n: Term): ReadonlyMap<Symbol, Term>;
  /** How often each path was taken in n iterations. */
  counts(n: Term): ReadonlyMap<number, Term>;
  /** After so many iterations no path goes on; null: for ever. */
  readonly length: bigint | null;
  /**
   * The least value, over the first n + 1 states, of a term over the control values and what the loop doesn't change; the least of all; and the
   * iterations at which there is a new one. Null where the term isn't of that kind.
   */
  least(t: Term): Least | null;
  /** The first iteration, from 0, on this branch at which a condition on the control values doesn't hold; null: there is none, or it isn't known. */
  firstFailure(branch: number, condition: Formula, range: RangeOf): bigint | null | 'unknown';
}

export interface Least {
  upTo(n: Term): Term;
  readonly ever: Term;
  readonly falls: readonly bigint[];
}

/** All orbits from some states, and what is left of these. */
export interface Orbits {
  readonly inside: Formula;
  readonly outside: readonly Formula[];
  readonly orbits: readonly Orbit[];
}

const MAX_ENUMERATED = 64n;
const MAX_ORBIT = 2048;
const MAX_MODES = 64;
const MAX_VALUE = 1n << 128n;
const FORM = symbol('auxiliary', '#f');

type Modes = ReadonlyMap<Symbol, bigint>;

/** The branches over the form and the modes alone. */
interface Local {
  readonly path: number;
  readonly guard: readonly Literal[];
  readonly form: Term;
  readonly modes: ReadonlyMap<Symbol, Term>;
}

interface View {
  /** Null: the modes are all there is. */
  readonly form: Term | null;
  readonly start: Modes;
  readonly branches: readonly Local[];
  /** State symbols over the form: those that it alone determines. */
  readonly back: ReadonlyMap<Symbol, Term>;
}

/** The orbits from states whose control variables have these constants, the others any values. Null where they are not finitely many. */
export function orbitsAt(o: Oscillation, constants: Modes): Orbits | null {
  const view = viewFrom(o, constants);
  if (view === null) return null;
  const { form } = view;
  if (form === null) {
    const orbit = orbitFrom(o, view, null, TRUE);
    return orbit && { inside: TRUE, outside: [], orbits: [orbit] };
  }
  const interval = oscillatoryInterval(view);
  if (interval === null) return null;
  const { lo, hi } = interval;
  const inside = and(ge(form, int(lo)), le(form, int(hi)));
  const outside = [gt(int(lo), form), gt(form, int(hi))];
  const rotation = rotationOf(o, view, interval, inside);
  if (rotation) return { inside, outside, orbits: [rotation] };
  if (hi - lo >= MAX_ENUMERATED) return null;
  const orbits: Orbit[] = [];
  for (let v = lo; v <= hi; v++) {
    const orbit = orbitFrom(o, view, v, eq(form, int(v)));
    if (orbit === null) return null;
    orbits.push(orbit);
  }
  return { inside, outside, orbits };
}

/** One linear form over what isn't constant decides, with the constants as modes. */
function viewFrom(o: Oscillation, constants: Modes): View | null {
  const literals = o.branches.flatMap((b) => b.guard);
  const modes = modesOf(o, constants, literals);
  const slopes = literals.map((l) => slopeOf(l.term, modes)).filter((t) => !isConst(t));
  const [form] = slopes;
  if (!form) {
    if ([...o.control].some((x) => !modes.has(x))) return null;
    const branches = o.branches.map((b): Local => ({ path: b.path, guard: b.guard, form: int(0), modes: restrict(b.update, modes) }));
    return { form: null, start: modes, back: new Map(), branches };
  }
  if (slopes.some((t) => t !== form)) return null;
  const pivot = partsOf(form).parts.find((p) => p.mono.kind === 'sym' && o.control.has(p.mono.symbol) && (p.coef === 1n || p.coef === -1n));
  if (pivot?.mono.kind !== 'sym') return null;
  const x = pivot.mono.symbol;
  const away = new Map([[x, scale(pivot.coef, sub(sym(FORM), sub(form, scale(pivot.coef, pivot.mono))))]]);
  const branches = localBranches(o, form, away, modes);
  if (branches === null) return null;
  const back = new Map(form === pivot.mono ? [[x, sym(FORM) as Term]] : []);
  // every other variable must be known by what the branches add to it
  for (const c of o.control) if (!modes.has(c) && !back.has(c) && !o.changes.has(c)) return null;
  return { form, start: modes, branches, back };
}

/** The control variables that are constants; compared with what the loop doesn't change, one is no mode: the difference decides. */
function modesOf(o: Oscillation, constants: Modes, literals: readonly Literal[]): Map<Symbol, bigint> {
  const modes = new Map([...constants].filter(([x]) => o.control.has(x)));
  for (const l of literals) {
    const symbols = [...symbolsOf(l.term)];
    const compared = symbols.some((s) => !o.control.has(s)) && symbols.every((s) => !o.control.has(s) || modes.has(s));
    if (compared) for (const s of symbols) modes.delete(s);
  }
  return modes;
}

/** The branches over the form and the modes alone, a variable being replaced by the form; null where something else decides, too. */
function localBranches(o: Oscillation, form: Term, away: ReadonlyMap<Symbol, Term>, modes: Modes): readonly Local[] | null {
  const local = (t: Term): boolean => [...symbolsOf(t)].every((s) => s === FORM || modes.has(s));
  const branches: Local[] = [];
  for (const b of o.branches) {
    const guard = b.guard.map((l) => substituteFormula(l, away));
    const next = substitute(substitute(form, b.update), away);
    const changed = new Map([...restrict(b.update, modes)].map(([c, u]) => [c, substitute(u, away)]));
    if (!local(next) || [...changed.values()].some((t) => !local(t))) return null;
    const kept = guard.filter((g): g is Literal => g.kind === 'ge' || g.kind === 'eq' || g.kind === 'ne');
    if (guard.some((g) => g.kind === 'false')) continue;
    if (kept.length !== guard.filter((g) => g.kind !== 'true').length || kept.some((l) => !local(l.term))) return null;
    branches.push({ path: b.path, guard: kept, form: next, modes: changed });
  }
  return branches;
}

const restrict = (update: ReadonlyMap<Symbol, Term>, modes: Modes): ReadonlyMap<Symbol, Term> => new Map([...update].filter(([x]) => modes.has(x)));

/** The term without its constant and the modes, up to its sign. */
function slopeOf(t: Term, modes: Modes): Term {
  const parts = partsOf(t).parts.filter((p) => ![...symbolsOf(p.mono)].every((s) => modes.has(s)));
  const s = sumOf(0n, parts);
  return (parts[0]?.coef ?? 1n) < 0n ? neg(s) : s;
}

/**
 * The least interval that holds all jumps of the form, in whatever modes, and that no branch leads out of (J-intervals, closed under the paths).
 * What is outside goes on as any other state does.
 */
function oscillatoryInterval(view: View): Interval | null {
  const maps: Affine[] = [];
  const seen = new Map<string, Modes>([[keyOf(null, view.start), view.start]]);
  for (const modes of seen.values()) {
    if (seen.size > MAX_MODES) return null;
    const known = new Map([...modes].map(([x, v]) => [x, int(v) as Term]));
    for (const b of view.branches) {
      const map = affineMap(b, known);
      if (map === 'impossible') continue;
      if (map === null) return null;
      maps.push(map);
      const next = modesAfter(b, modes, known);
      if (next === null) return null;
      seen.set(keyOf(null, next), next);
    }
  }
  return maps.some((m) => m.slope !== 1n) ? closedUnder(maps) : jumpsOf(maps);
}

/** What a branch makes of the form in these modes; null where that isn't of this kind. */
function affineMap(b: Local, modes: ReadonlyMap<Symbol, Term>): Affine | 'impossible' | null {
  const bounds = boundsOf(b.guard.map((l) => substituteFormula(l, modes)));
  if (bounds === 'impossible' || bounds === null) return bounds;
  const [offset = int(0), slope = int(0)] = collect(substitute(b.form, modes), FORM) ?? [];
  if (!isConst(slope) || !isConst(offset) || slope.value < 0n) return null;
  return { ...bounds, slope: slope.value, offset: offset.value };
}

/** The modes after a branch; null where one is no constant. */
function modesAfter(b: Local, modes: Modes, known: ReadonlyMap<Symbol, Term>): Modes | null {
  const next = new Map(modes);
  for (const [c, u] of b.modes) {
    const v = substitute(u, known);
    if (!isConst(v)) return null;
    next.set(c, v.value);
  }
  return next;
}

/** Where all branches only add: from the lowest place that a branch with an end below leads to, to the highest. */
function jumpsOf(maps: readonly Affine[]): Interval | null {
  let lo: bigint | null = null;
  let hi: bigint | null = null;
  for (const m of maps) {
    if (m.offset > 0n && m.hi !== null) hi = most(hi, m.hi + m.offset);
    else if (m.offset < 0n && m.lo !== null) lo = least(lo, m.lo + m.offset);
  }
  return lo === null || hi === null || lo > hi ? null : { lo, hi };
}

interface Interval {
  readonly lo: bigint;
  readonly hi: bigint;
}

const least = (a: bigint | null, b: bigint): bigint => (a === null || b < a ? b : a);
const most = (a: bigint | null, b: bigint): bigint => (a === null || b > a ? b : a);

/** What a branch makes of the form, within its bounds: `slope f + offset`, with a slope that is not negative. */
interface Affine extends Bounds {
  readonly slope: bigint;
  readonly offset: bigint;
}

/** LoopSCC, algorithm 3: where jumps lead to, and from there on all else, until nothing is added. */
function closedUnder(maps: readonly Affine[]): Interval | null {
  let jumped: Interval | null = null;
  for (const m of maps) jumped = imageOfJumps(m).reduce<Interval | null>(hull, jumped);
  for (let now: Interval | null = jumped; ; ) {
    if (now === null || now.hi - now.lo >= MAX_ENUMERATED) return null;
    const grown: Interval = grownBy(maps, now);
    if (grown.lo === now.lo && grown.hi === now.hi) return now;
    now = grown;
  }
}

/** The least interval that holds both. */
const hull = (a: Interval | null, b: Interval): Interval => ({ lo: least(a && a.lo, b.lo), hi: most(a && a.hi, b.hi) });

/** Where a branch leads from `from` to `to`. */
const imageOf = (m: Affine, from: bigint, to: bigint): readonly Interval[] => (from > to ? [] : [{ lo: m.slope * from + m.offset, hi: m.slope * to + m.offset }]);

/** Where a branch leads across its ends: beyond the upper bound, and below the lower one. */
function imageOfJumps(m: Affine): readonly Interval[] {
  if (m.slope === 0n) return m.lo === null || m.hi === null ? imageOf(m, 0n, 0n) : imageOf(m, m.lo, m.hi);
  const above = m.hi === null ? [] : imageOf(m, most(m.lo, floorDiv(m.hi - m.offset, m.slope) + 1n), m.hi);
  const below = m.lo === null ? [] : imageOf(m, m.lo, least(m.hi, -floorDiv(m.offset - m.lo, m.slope) - 1n));
  return [...above, ...below];
}

/** The interval with where the branches lead from it. */
function grownBy(maps: readonly Affine[], { lo: bottom, hi: top }: Interval): Interval {
  let grown: Interval = { lo: bottom, hi: top };
  for (const m of maps) {
    grown = imageOf(m, most(m.lo, bottom), least(m.hi, top)).reduce(hull, grown);
    // what a growing branch brings there from outside is little, and better followed value by value
    if (m.slope < 2n) continue;
    const first = most(m.lo, -floorDiv(m.offset - bottom, m.slope));
    const last = least(m.hi, floorDiv(top - m.offset, m.slope));
    if (first <= last) grown = hull(grown, { lo: first, hi: last });
  }
  return grown;
}

interface Bounds {
  readonly lo: bigint | null;
  readonly hi: bigint | null;
}

function boundsOf(guard: readonly Formula[]): Bounds | 'impossible' | null {
  let lo: bigint | null = null;
  let hi: bigint | null = null;
  const atLeast = (v: bigint): void => { lo = lo === null || v > lo ? v : lo; };
  const atMost = (v: bigint): void => { hi = hi === null || v < hi ? v : hi; };
  for (const l of guard) {
    if (l.kind === 'true') continue;
    if (l.kind === 'false') return 'impossible';
    if (l.kind !== 'ge' && l.kind !== 'eq') return null;
    const linear = collect(l.term, FORM);
    const [a, b] = linear ?? [];
    if (linear?.length !== 2 || !a || !b || !isConst(a) || !isConst(b)) return null;
    // a + b f >= 0
    const bound = (up: bigint, by: bigint): bigint => (by > 0n ? -floorDiv(up, by) : floorDiv(up, -by));
    if (b.value > 0n) atLeast(bound(a.value, b.value));
    else atMost(bound(a.value, b.value));
    if (l.kind !== 'eq') continue;
    if (a.value % b.value !== 0n) return 'impossible';
    atLeast(-a.value / b.value);
    atMost(-a.value / b.value);
  }
  return lo !== null && hi !== null && lo > hi ? 'impossible' : { lo, hi };
}

const keyOf = (form: bigint | null, modes: Modes): string => `${form} ${[...modes].map(([x, v]) => `${x.key}=${v}`).join()}`;

/** A branch of a rotation: what it adds to the form. */
interface Turn {
  readonly path: number;
  readonly stride: bigint;
}

/**
 * Two branches whose domains are the interval, without a gap, and whose strides are equal modulo its size; null where they aren't so.
 * `if (x < 3) x += 2; else x -= 3;` turns x in 0 ... 4.
 */
function turnsOf(view: View, { lo, hi }: Interval): readonly [Turn, Turn] | null {
  const size = hi - lo + 1n;
  const used = view.branches.flatMap((b) => {
    const bounds = boundsOf(b.guard);
    if (bounds === null || bounds === 'impossible') return [];
    if ((bounds.lo !== null && bounds.lo > hi) || (bounds.hi !== null && bounds.hi < lo)) return [];
    const stride = sub(b.form, sym(FORM));
    return [{ path: b.path, lo: bounds.lo, hi: bounds.hi, stride: isConst(stride) ? stride.value : null }];
  });
  const [p, q] = used;
  if (!p || !q || used.length !== 2 || p.stride === null || q.stride === null) return null;
  if (p.stride === q.stride || floorMod(p.stride - q.stride, size) !== 0n) return null;
  const touch = (a: Bounds, b: Bounds): boolean => a.hi !== null && b.lo !== null && a.hi + 1n === b.lo;
  const [below, above] = touch(p, q) ? [p, q] : [q, p];
  if (!touch(below, above) || (below.lo ?? lo) > lo || (above.hi ?? hi) < hi) return null;
  return [{ path: p.path, stride: p.stride }, { path: q.path, stride: q.stride }];
}

/** All strides are equal modulo the size of the interval: `form -> (form - lo + stride) mod size + lo`. */
function rotationOf(o: Oscillation, view: View, interval: Interval, inside: Formula): Orbit | null {
  const { form } = view;
  if (form === null || view.start.size > 0 || [...o.control].some((x) => !o.changes.has(x))) return null;
  const turns = turnsOf(view, interval);
  if (turns === null) return null;
  const [p, q] = turns;
  const { lo, hi } = interval;
  const formAfter = (n: Term): Term => plus(mod(add(form, scale(p.stride, n), int(-lo)), hi - lo + 1n), lo);
  // of n iterations, N take p and n - N take q: form_n - form = p N + q (n - N)
  const taken = (n: Term): readonly [Term, Term] => {
    const np = div(sub(sub(formAfter(n), form), scale(q.stride, n)), p.stride - q.stride);
    return [np, sub(n, np)];
  };
  const of = (path: number): number => o.branches.findIndex((b) => b.path === path);
  return {
    start: inside, length: null,
    counts: (n) => new Map([[p.path, taken(n)[0]], [q.path, taken(n)[1]]]),
    after: (n) => {
      const [np, nq] = taken(n);
      const added = (c: Change): Term => add(mul(c.deltas[of(p.path)] as Term, np), mul(c.deltas[of(q.path)] as Term, nq));
      return new Map([...o.changes].map(([x, c]) => [x, sym(x) === form ? formAfter(n) : reduced(add(sym(x), added(c)), c)]));
    },
    least: () => null,
    firstFailure: (branch, condition, range) => (implies(and(inside, ...(o.branches[branch]?.guard ?? [])), condition, range) ? null : 'unknown'),
  };
}

const reduced = (t: Term, c: Change): Term => (c.modulus === null ? t : plus(mod(plus(t, -c.offset), c.modulus), c.offset));

/** Beyond what any type holds: such values grow without end. */
const isHuge = (v: bigint): boolean => v > MAX_VALUE || v < -MAX_VALUE;

/** The control values of one state. */
interface ControlState {
  readonly form: bigint | null;
  readonly modes: Modes;
}

/** The branches taken from one state, until a state comes again or no branch goes on. */
interface ControlRun {
  /** Numbers of branches. */
  readonly taken: readonly number[];
  /** The states that they were taken in, and the last one where the run ends. */
  readonly along: readonly ControlState[];
  /** So many branches are taken once, the others for ever; all of them where the run ends. */
  readonly tail: number;
  readonly cycles: boolean;
}

const valueIn = (s: ControlState) => (x: Symbol): bigint | null | undefined => (x === FORM ? s.form : s.modes.get(x));

/** Null where the run grows too long, or isn't known. */
function runFrom(o: Oscillation, view: View, from: bigint | null): ControlRun | null {
  const seen = new Map<string, number>();
  const taken: number[] = [];
  const states: ControlState[] = [];
  let now: ControlState = { form: from, modes: view.start };
  for (;;) {
    const key = keyOf(now.form, now.modes);
    const tail = seen.get(key);
    if (tail !== undefined) return { taken, along: states, tail, cycles: true };
    if (taken.length > MAX_ORBIT) return null;
    const branch = branchIn(view, now);
    if (branch === 'unknown') return null;
    if (branch === null) return { taken, along: [...states, now], tail: taken.length, cycles: false };
    seen.set(key, taken.length);
    states.push(now);
    taken.push(o.branches.findIndex((other) => other.path === branch.path));
    const next = stateAfter(branch, now);
    if (next === null) return null;
    now = next;
  }
}

/** The branch that goes on from a state; null: none does. */
function branchIn(view: View, now: ControlState): Local | null | 'unknown' {
  const values = valueIn(now);
  const held = view.branches.map((b) => b.guard.map((l) => formulaHolds(l, values)));
  if (held.some((hs) => hs.some((h) => h === null))) return 'unknown';
  const k = held.findIndex((hs) => hs.every((h) => h === true));
  return k < 0 ? null : view.branches[k] as Local;
}

/** Null where a value isn't known or grows beyond all types. */
function stateAfter(b: Local, now: ControlState): ControlState | null {
  const values = valueIn(now);
  const modes = new Map(now.modes);
  for (const [c, u] of b.modes) {
    const v = evaluate(u, values);
    if (v === null || isHuge(v)) return null;
    modes.set(c, v);
  }
  if (now.form === null) return { form: null, modes };
  const form = evaluate(b.form, values);
  return form === null || isHuge(form) ? null : { form, modes };
}

/** The orbit of one state of the control values. */
function orbitFrom(o: Oscillation, view: View, from: bigint | null, start: Formula): Orbit | null {
  const run = runFrom(o, view, from);
  if (run === null) return null;
  const { taken, along, tail } = run;
  const occurrences = (k: number, n: Term): Term => cumulative(taken.map((t) => (t === k ? 1n : 0n)), tail, n);
  return {
    start, length: run.cycles ? null : BigInt(taken.length),
    counts: (n) => new Map(o.branches.map((b, k) => [b.path, occurrences(k, n)])),
    after: (n) => {
      const out = new Map<Symbol, Term>();
      const counts = o.branches.map((_, k) => occurrences(k, n));
      for (const c of view.start.keys()) out.set(c, repeating(along.map((s) => s.modes.get(c) as bigint), tail, n));
      for (const x of view.back.keys()) out.set(x, repeating(along.map((s) => s.form as bigint), tail, n));
      for (const [x, c] of o.changes) {
        if (out.has(x)) continue;
        const total = c.deltas.every(isConst) ? cumulative(taken.map((t) => (c.deltas[t] as Term & { kind: 'const' }).value), tail, n)
          : c.deltas.reduce((sum, d, k) => add(sum, mul(d, counts[k] as Term)), int(0));
        out.set(x, reduced(add(sym(x), total), c));
      }
      return out;
    },
    least: (t) => leastAlong(o, view, along, t),
    firstFailure: (branch, condition) => {
      const over = substituteFormula(condition, view.back);
      if ([...symbolsOfFormula(over)].some((s) => s !== FORM && !view.start.has(s))) return 'unknown';
      const at = taken.findIndex((t, j) => t === branch && formulaHolds(over, valueIn(along[j] as ControlState)) !== true);
      return at < 0 ? null : BigInt(at);
    },
  };
}

/** The least values of a term over the states of a run; null where it is not one over these and what the loop doesn't change. */
function leastAlong(o: Oscillation, view: View, along: readonly ControlState[], t: Term): Least | null {
  const over = substitute(t, view.back);
  const own = partsOf(over).parts.filter((p) => [...symbolsOf(p.mono)].some((s) => s === FORM || o.control.has(s)));
  if (own.some((p) => [...symbolsOf(p.mono)].some((s) => s !== FORM && !view.start.has(s)))) return null;
  const moving = sumOf(0n, own);
  const rest = sub(over, moving);
  if ([...symbolsOf(rest)].some((s) => o.shared.has(s) || o.changes.has(s))) return null;
  const running: bigint[] = [];
  for (const s of along) {
    const v = evaluate(moving, valueIn(s));
    if (v === null) return null;
    running.push(least(running[running.length - 1] ?? null, v));
  }
  const upTo = (n: Term): Term => (isConst(n) ? int(running[Math.min(Number(n.value), running.length - 1)] as bigint) : repeating(running, running.length - 1, n));
  return {
    upTo: (n) => add(rest, upTo(n)), ever: plus(rest, running[running.length - 1] as bigint),
    falls: running.flatMap((v, j) => (j > 0 && v < (running[j - 1] as bigint) ? [BigInt(j)] : [])),
  };
}

/** The n-th of a sequence that repeats all but its tail for ever. */
function repeating(sequence: readonly bigint[], tail: number, n: Term): Term {
  const period = sequence.length - tail;
  if (sequence.every((v) => v === sequence[0])) return int(sequence[0] as bigint);
  const past = plus(n, -tail);
  if (period === 0) return table(sequence, n);
  const rounds = listed(sequence.slice(tail), mod(past, BigInt(period)));
  return tail === 0 ? rounds : ite(ge0(past), rounds, table(sequence.slice(0, tail), n));
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
  const within = sums.slice(tail, sequence.length);
  const each = evenSteps(sums.slice(tail));
  const rounds = each !== null ? plus(scale(each, past), base) : add(scale(round, div(past, BigInt(period))), listed(within, mod(past, BigInt(period))));
  return tail === 0 ? rounds : ite(ge0(past), rounds, table(sums.slice(0, tail), n));
}
