/**
 * For the reader who wants to know where a loop leads, and not which way it goes there: cases with the same outcome are
 * one.
 */
import type { Formula, RangeOf } from '../logic/index.ts';
import { union } from './merge-cases.ts';

export interface Told<T> {
  readonly guard: Formula;
  /** Equal for cases that say the same but for their guards. */
  readonly key: string;
  readonly told: T;
}

const MAX_CASES = 16;

/** Cases with the same key are one where the union of their guards is a conjunction. The order is kept. */
export function byOutcome<T>(cases: readonly Told<T>[], facts: Formula, range: RangeOf): readonly Told<T>[] {
  if (cases.length > MAX_CASES) return cases;
  const out: Told<T>[] = [];
  for (const c of cases) {
    const at = out.findIndex((o) => o.key === c.key);
    const guard = at < 0 ? null : union((out[at] as Told<T>).guard, c.guard, facts, range);
    if (guard === null) out.push(c);
    else out[at] = { ...(out[at] as Told<T>), guard };
  }
  return out;
}
