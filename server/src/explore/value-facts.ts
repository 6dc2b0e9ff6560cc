/** What is known of a term's value at a point of a path: by the intervals of its symbols, then by the facts there. */
import { implies } from '../decide/index.ts';
import type { Formula, RangeOf, Term } from '../logic/index.ts';
import { ge, ge0, int, intervalOf, le } from '../logic/index.ts';
import type { IntType } from '../machine/index.ts';
import { maxOf, minOf } from '../machine/index.ts';

export interface KnownHere {
  readonly range: RangeOf;
  /** Everything known to hold here. */
  facts(): Formula;
}

/** It is 0 or 1. */
export function isTruth(term: Term, known: KnownHere): boolean {
  const { lo, hi } = intervalOf(term, known.range);
  return lo !== null && hi !== null && lo >= 0n && hi <= 1n;
}

export function inRange(term: Term, type: IntType, known: KnownHere): boolean {
  const i = intervalOf(term, known.range);
  const lo = minOf(type);
  const hi = maxOf(type);
  if (i.lo !== null && i.hi !== null && i.lo >= lo && i.hi <= hi) return true;
  const facts = known.facts();
  return (
    ((i.lo !== null && i.lo >= lo) || implies(facts, ge(term, int(lo)), known.range)) &&
    ((i.hi !== null && i.hi <= hi) || implies(facts, le(term, int(hi)), known.range))
  );
}

export function isNonNegative(term: Term, known: KnownHere): boolean {
  const i = intervalOf(term, known.range);
  return (i.lo !== null && i.lo >= 0n) || implies(known.facts(), ge0(term), known.range);
}
