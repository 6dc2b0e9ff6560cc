/**
 * At most how often an iteration begins, where what holds throughout shows that each brings the end nearer:
 * `while (t < n) { u += 2; t += u; }` with `u >= 1` makes at most `n - t` iterations.
 */
import { implies } from '../decide/index.ts';
import { maximum } from '../counting/index.ts';
import type { Formula, Symbol, Term } from '../logic/index.ts';
import {
  READ,
  add,
  and,
  applications,
  conjuncts,
  derived,
  div,
  ge0,
  int,
  isFresh,
  isLiteral,
  plus,
  sub,
  substitute,
  sym,
  symbolsOf,
} from '../logic/index.ts';
import type { LoopStep, LoopSteps } from './loop-steps.ts';

/**
 * Over the values at the head when the loop begins; null: no condition shows it. `always` holds whenever an iteration
 * begins.
 */
export function progressBound(loop: LoopSteps, always: Formula): Term | null {
  const iterative = loop.steps.filter((s) => !s.out);
  const [first] = iterative;
  if (!first || loop.steps.some((s) => s.out && s.begun)) return null;
  for (const left of quantitiesOf(first)) {
    const by = iterative.reduce<bigint>((least, s) => min(least, fallOf(left, s, always, loop)), MOST);
    if (by > 0n) return plus(div(left, by), 1);
  }
  return iterative.length <= MOST_STEPS ? byTurns(iterative, always, loop) : null;
}

/** More have no short sum. */
const MOST_STEPS = 4;

/**
 * Each way brings an end of its own nearer, and no other way takes it further off: `if (z >= x) x += 5; else z += 4;`
 * while `x < n`. Of the second it is known that `z < x` there, so z is below n, too.
 */
function byTurns(steps: readonly LoopStep[], always: Formula, loop: LoopSteps): Term | null {
  const open = new Set(steps);
  let sum: Term = int(0);
  for (const step of steps) {
    if (!open.has(step)) continue;
    const own = quantitiesOf(step);
    const left = [...own, ...pairs(own)].find(
      (t) => fallOf(t, step, always, loop) > 0n && steps.every((s) => fallsBy(t, s, 0n, always, loop)),
    );
    if (left === undefined) return null;
    const falls = steps
      .map((s) => ({ s, by: open.has(s) ? fallOf(left, s, always, loop) : 0n }))
      .filter((f) => f.by > 0n);
    for (const { s } of falls) open.delete(s);
    const by = falls.reduce((least, f) => min(least, f.by), MOST);
    sum = add(sum, maximum(int(0), plus(div(left, by), 1)));
  }
  return sum;
}

/** What is never negative where the step is made. */
const quantitiesOf = ({ guard }: LoopStep): readonly Term[] =>
  conjuncts(guard).flatMap((f) =>
    // elements that not every run reads may lie outside of their arrays
    isLiteral(f) && f.kind === 'ge' && ![...symbolsOf(f.term)].some(isFresh) && applications([f.term], READ).size === 0
      ? [f.term]
      : [],
  );

const pairs = (terms: readonly Term[]): readonly Term[] =>
  terms.flatMap((a, i) => terms.slice(i + 1).map((b) => add(a, b)));

/** A faster fall isn't looked for. */
const MOST = 16n;
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** By how much the quantity, which isn't negative before the step, falls on it at least; 0: that isn't shown. */
function fallOf(left: Term, step: LoopStep, always: Formula, loop: LoopSteps): bigint {
  if (!implies(step.guard, ge0(left), loop.range)) return 0n;
  let by = 0n;
  while (by < MOST && fallsBy(left, step, by + 1n, always, loop)) by++;
  return by;
}

/** The step takes at least so much off it. */
function fallsBy(left: Term, step: LoopStep, by: bigint, always: Formula, { facts, range }: LoopSteps): boolean {
  const after = new Map([...step.update].map(([s, t]): [Symbol, Term] => [s, t ?? sym(derived(s, '?', 'auxiliary'))]));
  const fall = sub(left, substitute(left, after));
  return implies(and(facts, always, step.guard), ge0(plus(fall, -by)), range);
}
