/**
 * Cases that say the same are one case: a cycle that is taken no time at all fits the formula for any number of times.
 */
import { feasible, implies } from '../decide/index.ts';
import type { Formula, RangeOf } from '../logic/index.ts';
import { and, conjuncts, eq, ge0, int, isLiteral, neg, not } from '../logic/index.ts';
import type { Case, Segment } from './loop-summary.ts';

const MAX_MERGED = 40;

/** Joins each case into one that subsumes it where the union of their guards is a conjunction. */
export function mergeCases(cases: readonly Case[], facts: Formula, range: RangeOf): Case[] {
  if (cases.length > MAX_MERGED) return [...cases];
  const out = [...cases];
  for (let again = true; again; ) {
    again = false;
    search: for (const a of out)
      for (const b of out) {
        if (a === b || !comparable(a, b)) continue;
        const guard = union(a.guard, b.guard, facts, range);
        if (guard === null || !sameUnder(a, b, and(facts, b.guard), range)) continue;
        out[out.indexOf(a)] = { ...a, guard };
        out.splice(out.indexOf(b), 1);
        again = true;
        break search;
      }
  }
  return out;
}

/** The first has at least the trace of the second, both are deterministic and lead to the same place. */
function comparable(first: Case, second: Case): boolean {
  if (
    first.exit !== second.exit ||
    first.fresh.length > 0 ||
    second.fresh.length > 0 ||
    !first.trace ||
    !second.trace ||
    first.trace.length < second.trace.length
  )
    return false;
  if (first.exact !== second.exact || first.end.kind !== second.end.kind || !first.iterations || !second.iterations)
    return false;
  // zero iterations stay a case of their own
  return (
    first.trace.length > 0 &&
    second.trace.length > 0 &&
    first.trace.some((s) => s.kind === 'cycle') &&
    first.defined !== null &&
    second.defined !== null
  );
}

function sameUnder(first: Case, second: Case, facts: Formula, range: RangeOf): boolean {
  if (!sameTrace(first.trace ?? [], second.trace ?? [], facts, range)) return false;
  for (const [v, t] of first.post) {
    const other = second.post.get(v);
    if (!other || (other !== t && !implies(facts, eq(t, other), range))) return false;
  }
  // the conditions against undefined behaviour must agree there too
  return (
    first.defined !== null &&
    second.defined !== null &&
    implies(and(facts, first.defined), second.defined, range) &&
    implies(and(facts, second.defined), first.defined, range)
  );
}

/** The second trace is the first, pieces that are repeated no time at all left away. */
function sameTrace(first: readonly Segment[], second: readonly Segment[], facts: Formula, range: RangeOf): boolean {
  let at = 0;
  for (const segment of first) {
    const other = second[at];
    const same =
      other &&
      segment.kind === other.kind &&
      implies(facts, eq(segment.count, other.count), range) &&
      (segment.kind === 'path'
        ? other.kind === 'path' && segment.path === other.path
        : other.kind === 'cycle' &&
          segment.word.length === other.word.length &&
          segment.word.every((w, i) => w.path === other.word[i]?.path && w.count === other.word[i]?.count));
    if (same) at++;
    else if (!implies(facts, eq(segment.count, int(0)), range)) return false;
  }
  return at === second.length;
}

/** A conjunction that is exactly `a or b`, if the literals of the two allow one. */
export function union(first: Formula, second: Formula, facts: Formula, range: RangeOf): Formula | null {
  const halves = (f: Formula): Formula[] => (isLiteral(f) && f.kind === 'eq' ? [ge0(f.term), ge0(neg(f.term))] : [f]);
  const xs = conjuncts(first).flatMap(halves);
  const ys = conjuncts(second).flatMap(halves);
  const hull = and(
    ...xs.filter((f) => ys.some((y) => y.key === f.key) || implies(and(facts, second), f, range)),
    ...ys.filter((f) => xs.some((x) => x.key === f.key) || implies(and(facts, first), f, range)),
  );
  return feasible(and(facts, hull, not(first), not(second)), range) === 'no' ? hull : null;
}
