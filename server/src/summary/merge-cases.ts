/** Cases that say the same are one case: a cycle that is taken no time at all fits the formula for any number of times. */
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
function comparable(a: Case, b: Case): boolean {
  if (
    a.exit !== b.exit ||
    a.fresh.length > 0 ||
    b.fresh.length > 0 ||
    !a.trace ||
    !b.trace ||
    a.trace.length < b.trace.length
  )
    return false;
  if (a.exact !== b.exact || a.end.kind !== b.end.kind || !a.iterations || !b.iterations) return false;
  // zero iterations stay a case of their own
  return (
    a.trace.length > 0 &&
    b.trace.length > 0 &&
    a.trace.some((s) => s.kind === 'cycle') &&
    a.defined !== null &&
    b.defined !== null
  );
}

function sameUnder(a: Case, b: Case, facts: Formula, range: RangeOf): boolean {
  if (!sameTrace(a.trace ?? [], b.trace ?? [], facts, range)) return false;
  for (const [v, t] of a.post) {
    const other = b.post.get(v);
    if (!other || (other !== t && !implies(facts, eq(t, other), range))) return false;
  }
  // the conditions against undefined behaviour must agree there too
  return (
    a.defined !== null &&
    b.defined !== null &&
    implies(and(facts, a.defined), b.defined, range) &&
    implies(and(facts, b.defined), a.defined, range)
  );
}

/** The second trace is the first, pieces that are repeated no time at all left away. */
function sameTrace(a: readonly Segment[], b: readonly Segment[], facts: Formula, range: RangeOf): boolean {
  let at = 0;
  for (const s of a) {
    const other = b[at];
    const same =
      other &&
      s.kind === other.kind &&
      implies(facts, eq(s.count, other.count), range) &&
      (s.kind === 'path'
        ? other.kind === 'path' && s.path === other.path
        : other.kind === 'cycle' &&
          s.word.length === other.word.length &&
          s.word.every((w, i) => w.path === other.word[i]?.path && w.count === other.word[i]?.count));
    if (same) at++;
    else if (!implies(facts, eq(s.count, int(0)), range)) return false;
  }
  return at === b.length;
}

/** A conjunction that is exactly `a or b`, if the literals of the two allow one. */
export function union(a: Formula, b: Formula, facts: Formula, range: RangeOf): Formula | null {
  const halves = (f: Formula): Formula[] => (isLiteral(f) && f.kind === 'eq' ? [ge0(f.term), ge0(neg(f.term))] : [f]);
  const xs = conjuncts(a).flatMap(halves);
  const ys = conjuncts(b).flatMap(halves);
  const hull = and(
    ...xs.filter((f) => ys.some((y) => y.key === f.key) || implies(and(facts, b), f, range)),
    ...ys.filter((f) => xs.some((x) => x.key === f.key) || implies(and(facts, a), f, range)),
  );
  return feasible(and(facts, hull, not(a), not(b)), range) === 'no' ? hull : null;
}
