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
  const rotation = rotationOf(o, view, lo, hi, inside);
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
  const modes = new Map([...constants].filter(([x]) => o.control.has(x)));
  // compared with what the loop doesn't change, a constant is no mode: the difference decides
  for (const l of literals) {
    const symbols = [...symbolsOf(l.term)];
    if (symbols.some((s) => !o.control.has(s)) && symbols.every((s) => !o.control.has(s) || modes.has(s))) for (const s of symbols) modes.delete(s);
  }
  const slopes = literals.map((l) => slopeOf(l.term, modes)).filter((t) => !isConst(t));
  const [form] = slopes;
  if (!form) {
    if ([...o.control].some((x) => !modes.has(x))) return null;
    return { form: null, start: modes, back: new Map(), branches: o.branches.map((b): Local => ({ path: b.path, guard: b.guard, form: int(0), modes: restrict(b.update, modes) })) };
  }
  if (slopes.some((t) => t !== form)) return null;
  const pivot = partsOf(form).parts.find((p) => p.mono.kind === 'sym' && o.control.has(p.mono.symbol) && (p.coef === 1n || p.coef === -1n));
  if (pivot?.mono.kind !== 'sym') return null;
  const x = pivot.mono.symbol;
  const away = new Map([[x, scale(pivot.coef, sub(sym(FORM), sub(form, scale(pivot.coef, pivot.mono))))]]);
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
  const back = new Map(form === pivot.mono ? [[x, sym(FORM) as Term]] : []);
  // every other variable must be known by what the branches add to it
  for (const c of o.control) if (!modes.has(c) && !back.has(c) && !o.changes.has(c)) return null;
  return { form, start: modes, branches, back };
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
function oscillatoryInterval(view: View): { lo: bigint; hi: bigint } | null {
  let lo: bigint | null = null;
  let hi: bigint | null = null;
  const maps: Affine[] = [];
  const seen = new Map<string, Modes>([[keyOf(null, view.start), view.start]]);
  for (const modes of seen.values()) {
    if (seen.size > MAX_MODES) return null;
    const known = new Map([...modes].map(([x, v]) => [x, int(v) as Term]));
    for (const b of view.branches) {
      const bounds = boundsOf(b.guard.map((l) => substituteFormula(l, known)));
      if (bounds === 'impossible') continue;
      if (bounds === null) return null;
      const [offset, slope] = collect(substitute(b.form, known), FORM) ?? [];
      const map = { ...bounds, slope: slope ?? int(0), offset: offset ?? int(0) };
      if (!isConst(map.slope) || !isConst(map.offset) || map.slope.value < 0n) return null;
      const stride = map.offset.value;
      maps.push({ ...bounds, slope: map.slope.value, offset: stride });
      if (stride > 0n && bounds.hi !== null) {
        const top = bounds.hi + stride;
        if (hi === null || top > hi) hi = top;
      } else if (stride < 0n && bounds.lo !== null) {
        const bottom = bounds.lo + stride;
        if (lo === null || bottom < lo) lo = bottom;
      }
      const next = new Map(modes);
      for (const [c, u] of b.modes) {
        const v = substitute(u, known);
        if (!isConst(v)) return null;
        next.set(c, v.value);
      }
      seen.set(keyOf(null, next), next);
    }
  }
  if (maps.some((m) => m.slope !== 1n)) return closedUnder(maps);
  return lo === null || hi === null || lo > hi ? null : { lo, hi };
}

/** What a branch makes of the form, within its bounds: `slope f + offset`, with a slope that is not negative. */
interface Affine extends Bounds {
  readonly slope: bigint;
  readonly offset: bigint;
}

/** LoopSCC, algorithm 3: where jumps lead to, and from there on all else, until nothing is added. */
function closedUnder(maps: readonly Affine[]): { lo: bigint; hi: bigint } | null {
  let lo: bigint | null = null;
  let hi: bigint | null = null;
  const addImage = (m: Affine, from: bigint | null, to: bigint | null): boolean => {
    if (from === null || to === null) return m.slope === 0n ? addImage(m, 0n, 0n) : false;
    if (from > to) return true;
    const [bottom, top] = [m.slope * from + m.offset, m.slope * to + m.offset];
    lo = lo === null || bottom < lo ? bottom : lo;
    hi = hi === null || top > hi ? top : hi;
    return true;
  };
  const least = (a: bigint | null, b: bigint): bigint => (a === null || b < a ? b : a);
  const most = (a: bigint | null, b: bigint): bigint => (a === null || b > a ? b : a);
  for (const m of maps) {
    if (m.slope === 0n && !addImage(m, m.lo, m.hi)) return null;
    if (m.slope === 0n) continue;
    // beyond the upper bound, and below the lower one
    if (m.hi !== null && !addImage(m, most(m.lo, floorDiv(m.hi - m.offset, m.slope) + 1n), m.hi)) return null;
    if (m.lo !== null && !addImage(m, m.lo, least(m.hi, -floorDiv(m.offset - m.lo, m.slope) - 1n))) return null;
  }
  for (let grown = true; grown; ) {
    const bottom: bigint | null = lo;
    const top: bigint | null = hi;
    if (bottom === null || top === null || top - bottom >= MAX_ENUMERATED) return null;
    for (const m of maps) {
      addImage(m, most(m.lo, bottom), least(m.hi, top));
      // what a growing branch brings there from outside is little, and better followed value by value
      if (m.slope < 2n) continue;
      const first: bigint = most(m.lo, -floorDiv(m.offset - bottom, m.slope));
      const last: bigint = least(m.hi, floorDiv(top - m.offset, m.slope));
      if (first > last) continue;
      lo = least(lo, first);
      hi = most(hi, last);
    }
    grown = lo !== bottom || hi !== top;
  }
  return lo === null || hi === null ? null : { lo, hi };
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

/** All strides are equal modulo the size of the interval: `form -> (form - lo + stride) mod size + lo`. */
function rotationOf(o: Oscillation, view: View, lo: bigint, hi: bigint, inside: Formula): Orbit | null {
  const { form } = view;
  if (form === null || view.start.size > 0 || [...o.control].some((x) => !o.changes.has(x))) return null;
  const size = hi - lo + 1n;
  const used = view.branches.flatMap((b) => {
    const bounds = boundsOf(b.guard);
    const stride = sub(b.form, sym(FORM));
    const outside = bounds === null || bounds === 'impossible' || (bounds.lo !== null && bounds.lo > hi) || (bounds.hi !== null && bounds.hi < lo);
    return outside ? [] : [{ path: b.path, lo: bounds.lo, hi: bounds.hi, stride: isConst(stride) ? stride.value : null }];
  });
  const [p, q] = used;
  if (!p || !q || used.length !== 2 || p.stride === null || q.stride === null || p.stride === q.stride || floorMod(p.stride - q.stride, size) !== 0n) return null;
  const [up, down] = [p.stride, q.stride];
  // the two domains are the interval, without a gap
  const split = p.hi !== null && q.lo !== null && p.hi + 1n === q.lo ? [p, q] : q.hi !== null && p.lo !== null && q.hi + 1n === p.lo ? [q, p] : null;
  if (!split || (split[0]?.lo ?? lo) > lo || (split[1]?.hi ?? hi) < hi) return null;
  const formAfter = (n: Term): Term => plus(mod(add(form, scale(up, n), int(-lo)), size), lo);
  // of n iterations, N take p and n - N take q: form_n - form = p N + q (n - N)
  const taken = (n: Term): readonly [Term, Term] => {
    const np = div(sub(sub(formAfter(n), form), scale(down, n)), up - down);
    return [np, sub(n, np)];
  };
  const of = (path: number): number => o.branches.findIndex((b) => b.path === path);
  return {
    start: inside, length: null,
    counts: (n) => new Map([[p.path, taken(n)[0]], [q.path, taken(n)[1]]]),
    after: (n) => {
      const [np, nq] = taken(n);
      return new Map([...o.changes].map(([x, c]) => [
        x, sym(x) === form ? formAfter(n) : reduced(add(sym(x), mul(c.deltas[of(p.path)] as Term, np), mul(c.deltas[of(q.path)] as Term, nq)), c),
      ]));
    },
    least: () => null,
    firstFailure: (branch, condition, range) => (implies(and(inside, ...(o.branches[branch]?.guard ?? [])), condition, range) ? null : 'unknown'),
  };
}

const reduced = (t: Term, c: Change): Term => (c.modulus === null ? t : plus(mod(plus(t, -c.offset), c.modulus), c.offset));

/** Beyond what any type holds: such values grow without end. */
const isHuge = (v: bigint): boolean => v > MAX_VALUE || v < -MAX_VALUE;

/** Runs the control values from one state: the branches taken, until a state comes again. */
function orbitFrom(o: Oscillation, view: View, from: bigint | null, start: Formula): Orbit | null {
  const seen = new Map<string, number>();
  const taken: number[] = [];
  const states: { form: bigint | null; modes: Modes }[] = [];
  let now = { form: from, modes: view.start };
  const look = (s: typeof now) => (x: Symbol): bigint | null | undefined => (x === FORM ? s.form : s.modes.get(x));
  let cycles = false;
  for (;;) {
    const key = keyOf(now.form, now.modes);
    if (seen.has(key)) {
      cycles = true;
      break;
    }
    if (taken.length > MAX_ORBIT) return null;
    const values = look(now);
    const held = view.branches.map((b) => b.guard.map((l) => formulaHolds(l, values)));
    if (held.some((hs) => hs.some((h) => h === null))) return null;
    const k = held.findIndex((hs) => hs.every((h) => h === true));
    if (k < 0) break;
    seen.set(key, taken.length);
    states.push(now);
    const b = view.branches[k] as Local;
    taken.push(o.branches.findIndex((other) => other.path === b.path));
    const form = now.form === null ? null : evaluate(b.form, values);
    const modes = new Map(now.modes);
    for (const [c, u] of b.modes) {
      const v = evaluate(u, values);
      if (v === null || isHuge(v)) return null;
      modes.set(c, v);
    }
    if (now.form !== null && (form === null || isHuge(form))) return null;
    now = { form, modes };
  }
  const tail = cycles ? seen.get(keyOf(now.form, now.modes)) as number : taken.length;
  const along = cycles ? states : [...states, now];
  const occurrences = (k: number, n: Term): Term => cumulative(taken.map((t) => (t === k ? 1n : 0n)), tail, n);
  return {
    start, length: cycles ? null : BigInt(taken.length),
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
    least: (t) => {
      const own = partsOf(substitute(t, view.back)).parts.filter((p) => [...symbolsOf(p.mono)].some((s) => s === FORM || o.control.has(s)));
      if (own.some((p) => [...symbolsOf(p.mono)].some((s) => s !== FORM && !view.start.has(s)))) return null;
      const moving = sumOf(0n, own);
      const rest = sub(substitute(t, view.back), moving);
      if ([...symbolsOf(rest)].some((s) => o.shared.has(s) || o.changes.has(s))) return null;
      const running: bigint[] = [];
      for (const s of along) {
        const v = evaluate(moving, look(s));
        if (v === null) return null;
        const before = running[running.length - 1];
        running.push(before === undefined || v < before ? v : before);
      }
      return {
        upTo: (n) => add(rest, isConst(n) ? int(running[Math.min(Number(n.value), running.length - 1)] as bigint) : repeating(running, running.length - 1, n)),
        ever: plus(rest, running[running.length - 1] as bigint), falls: running.flatMap((v, j) => (j > 0 && v < (running[j - 1] as bigint) ? [BigInt(j)] : [])),
      };
    },
    firstFailure: (branch, condition) => {
      const over = substituteFormula(condition, view.back);
      if ([...symbolsOfFormula(over)].some((s) => s !== FORM && !view.start.has(s))) return 'unknown';
      const at = taken.findIndex((t, j) => t === branch && formulaHolds(over, look(states[j] as typeof now)) !== true);
      return at < 0 ? null : BigInt(at);
    },
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
