/**
 * Orbits with a tail and a cycle, one for each value of the form: the control values are run until a state comes again.
 * Source: LoopSCC, theorem 2.
 */
import type { Formula, Symbol, Term } from '../../logic/index.ts';
import {
  add,
  div,
  evaluate,
  evenSteps,
  formulaHolds,
  ge0,
  int,
  isConst,
  ite,
  listed,
  mod,
  mul,
  partsOf,
  plus,
  scale,
  sub,
  substitute,
  substituteFormula,
  sumOf,
  sym,
  symbolsOf,
  symbolsOfFormula,
  table,
} from '../../logic/index.ts';
import { least } from './oscillatory-interval.ts';
import type { Least, Orbit } from './orbit.ts';
import { reduced } from './find-oscillation.ts';
import type { Local, Modes, View } from './oscillation-view.ts';
import { FORM, keyOf } from './oscillation-view.ts';
import type { Oscillation } from './find-oscillation.ts';

const MAX_ORBIT = 2048;
const MAX_VALUE = 1n << 128n;

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

const valueIn =
  (s: ControlState) =>
  (x: Symbol): bigint | null | undefined =>
    x === FORM ? s.form : s.modes.get(x);

/** Null where the run grows too long, or isn't known. */
function runFrom(oscillation: Oscillation, view: View, from: bigint | null): ControlRun | null {
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
    taken.push(oscillation.branches.findIndex((other) => other.path === branch.path));
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
  return k < 0 ? null : (view.branches[k] as Local);
}

/** Null where a value isn't known or grows beyond all types. */
function stateAfter(local: Local, now: ControlState): ControlState | null {
  const values = valueIn(now);
  const modes = new Map(now.modes);
  for (const [c, u] of local.modes) {
    const v = evaluate(u, values);
    if (v === null || isHuge(v)) return null;
    modes.set(c, v);
  }
  if (now.form === null) return { form: null, modes };
  const form = evaluate(local.form, values);
  return form === null || isHuge(form) ? null : { form, modes };
}

/** The orbit of one state of the control values. */
export function orbitFrom(oscillation: Oscillation, view: View, from: bigint | null, start: Formula): Orbit | null {
  const run = runFrom(oscillation, view, from);
  if (run === null) return null;
  const { taken, along, tail } = run;
  const occurrences = (k: number, count: Term): Term =>
    cumulative(
      taken.map((t) => (t === k ? 1n : 0n)),
      tail,
      count,
    );
  return {
    start,
    length: run.cycles ? null : BigInt(taken.length),
    counts: (n) => new Map(oscillation.branches.map((b, k) => [b.path, occurrences(k, n)])),
    after: (count) => {
      const out = new Map<Symbol, Term>();
      const counts = oscillation.branches.map((_, k) => occurrences(k, count));
      for (const c of view.start.keys())
        out.set(
          c,
          repeating(
            along.map((s) => s.modes.get(c) as bigint),
            tail,
            count,
          ),
        );
      for (const x of view.back.keys())
        out.set(
          x,
          repeating(
            along.map((s) => s.form as bigint),
            tail,
            count,
          ),
        );
      for (const [x, c] of oscillation.changes) {
        if (out.has(x)) continue;
        const total = c.deltas.every(isConst)
          ? cumulative(
              taken.map((t) => (c.deltas[t] as Term & { kind: 'const' }).value),
              tail,
              count,
            )
          : c.deltas.reduce((sum, d, k) => add(sum, mul(d, counts[k] as Term)), int(0));
        out.set(x, reduced(add(sym(x), total), c));
      }
      return out;
    },
    least: (t) => leastAlong(oscillation, view, along, t),
    firstFailure: (branch, condition) => {
      const over = substituteFormula(condition, view.back);
      if ([...symbolsOfFormula(over)].some((s) => s !== FORM && !view.start.has(s))) return 'unknown';
      const holds = (j: number): boolean => formulaHolds(over, valueIn(along[j] as ControlState)) === true;
      const at = taken.findIndex((t, j) => t === branch && !holds(j));
      return at < 0 ? null : BigInt(at);
    },
  };
}

/**
 * The least values of a term over the states of a run; null where it is not one over these and what the loop doesn't
 * change.
 */
function leastAlong(oscillation: Oscillation, view: View, along: readonly ControlState[], term: Term): Least | null {
  const over = substitute(term, view.back);
  const own = partsOf(over).parts.filter((p) =>
    [...symbolsOf(p.mono)].some((s) => s === FORM || oscillation.control.has(s)),
  );
  if (own.some((p) => [...symbolsOf(p.mono)].some((s) => s !== FORM && !view.start.has(s)))) return null;
  const moving = sumOf(0n, own);
  const rest = sub(over, moving);
  if ([...symbolsOf(rest)].some((s) => oscillation.shared.has(s) || oscillation.changes.has(s))) return null;
  const running: bigint[] = [];
  for (const s of along) {
    const v = evaluate(moving, valueIn(s));
    if (v === null) return null;
    running.push(least(running[running.length - 1] ?? null, v));
  }
  const last = running.length - 1;
  const upTo = (n: Term): Term =>
    isConst(n) ? int(running[Math.min(Number(n.value), last)] as bigint) : repeating(running, last, n);
  return {
    upTo: (n) => add(rest, upTo(n)),
    ever: plus(rest, running[running.length - 1] as bigint),
    falls: running.flatMap((v, j) => (j > 0 && v < (running[j - 1] as bigint) ? [BigInt(j)] : [])),
  };
}

/** The n-th of a sequence that repeats all but its tail for ever. */
function repeating(sequence: readonly bigint[], tail: number, count: Term): Term {
  const period = sequence.length - tail;
  if (sequence.every((v) => v === sequence[0])) return int(sequence[0] as bigint);
  const past = plus(count, -tail);
  if (period === 0) return table(sequence, count);
  const rounds = listed(sequence.slice(tail), mod(past, BigInt(period)));
  return tail === 0 ? rounds : ite(ge0(past), rounds, table(sequence.slice(0, tail), count));
}

/** The sum of the first n of a sequence that repeats all but its tail for ever. */
function cumulative(sequence: readonly bigint[], tail: number, count: Term): Term {
  const sums: bigint[] = [0n];
  for (const d of sequence) sums.push((sums[sums.length - 1] as bigint) + d);
  const period = sequence.length - tail;
  const base = sums[tail] as bigint;
  if (period === 0) return table(sums, count);
  const round = (sums[sequence.length] as bigint) - base;
  const past = plus(count, -tail);
  const within = sums.slice(tail, sequence.length);
  const each = evenSteps(sums.slice(tail));
  const rounds =
    each !== null
      ? plus(scale(each, past), base)
      : add(scale(round, div(past, BigInt(period))), listed(within, mod(past, BigInt(period))));
  return tail === 0 ? rounds : ite(ge0(past), rounds, table(sums.slice(0, tail), count));
}
