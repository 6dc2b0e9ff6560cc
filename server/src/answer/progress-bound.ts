/**
 * At most how often an iteration begins, where what holds throughout shows that each brings the end nearer:
 * `while (t < n) { u += 2; t += u; }` with `u >= 1` makes at most `n - t` iterations.
 */
import { implies } from '../decide/index.ts';
import type { Formula, Symbol, Term } from '../logic/index.ts';
import {
  READ,
  and,
  applications,
  conjuncts,
  derived,
  div,
  ge0,
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
  for (const f of conjuncts(first.guard)) {
    if (!isLiteral(f) || f.kind !== 'ge' || [...symbolsOf(f.term)].some(isFresh)) continue;
    const left = f.term;
    // elements that not every run reads may lie outside of their arrays
    if (applications([left], READ).size > 0) continue;
    const by = iterative.reduce<bigint>((least, s) => min(least, fallOf(left, s, always, loop)), MOST);
    if (by > 0n) return plus(div(left, by), 1);
  }
  return null;
}

/** A faster fall isn't looked for. */
const MOST = 16n;
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** By how much the quantity, which isn't negative before the step, falls on it at least; 0: that isn't shown. */
function fallOf(left: Term, step: LoopStep, always: Formula, { facts, range }: LoopSteps): bigint {
  const known = and(facts, always, step.guard);
  const after = new Map([...step.update].map(([s, t]): [Symbol, Term] => [s, t ?? sym(derived(s, '?', 'auxiliary'))]));
  const fall = sub(left, substitute(left, after));
  if (!implies(step.guard, ge0(left), range)) return 0n;
  let by = 0n;
  while (by < MOST && implies(known, ge0(plus(fall, -(by + 1n))), range)) by++;
  return by;
}
