/** Which conditions of cases say by themselves what happens, and which only what may: `when` and `perhaps when`. */
import { feasible } from '../decide/index.ts';
import type { LoopPath } from '../explore/index.ts';
import type { Formula, RangeOf } from '../logic/index.ts';
import { and, conjuncts, isFresh, symbolsOfFormula } from '../logic/index.ts';
import type { Case, Summary } from '../summary/index.ts';

/** A case as it is told. */
export interface ToldCase {
  readonly c: Case;
  /** Its condition as it is printed. */
  readonly said: Formula;
  /** Equal for cases that say the same but for their guards. */
  readonly outcome: string;
}

/** Of more cases than this none is told from all others. */
const MOST_COMPARED = 60;

/**
 * The indices of cases that a state may be in without going their way: one with another outcome is not known to
 * exclude it. Every run is in some case. So all other cases happen whenever their conditions hold.
 */
export function uncertainCases(
  cases: readonly ToldCase[],
  { exact, paths }: Pick<Summary, 'exact' | 'paths'>,
  facts: Formula,
  range: RangeOf,
): ReadonlySet<number> {
  if (exact && paths.every((p) => p.free.kind === 'true')) return new Set();
  const forced = paths.map((p) => isForced(p, paths, range));
  const open = cases.flatMap(({ c }, i) => (isDetermined(c, forced) ? [] : [i]));
  if (cases.length > MOST_COMPARED) return new Set(open);
  const known = cases.map(({ said }) => ofStates(said));
  const meet = (i: number, j: number): boolean =>
    cases[i]?.outcome !== cases[j]?.outcome &&
    feasible(and(facts, known[i] as Formula, known[j] as Formula), range) !== 'no';
  return new Set(open.filter((i) => cases.some((_, j) => meet(i, j))));
}

/** From each state that allows the path no other one can be taken. */
function isForced(p: LoopPath, paths: readonly LoopPath[], range: RangeOf): boolean {
  return p.free.kind === 'true' && paths.every((o) => o === p || feasible(and(p.guard, o.guard), range) === 'no');
}

/** Its condition leaves no choice on the whole way. */
function isDetermined(c: Case, forced: readonly boolean[]): boolean {
  const taken = [...c.counts.keys(), ...(c.exit === null ? [] : [c.exit])];
  return c.exact && c.trace !== null && taken.every((p) => forced[p]);
}

/** Without what is said of numbers and answers that no state has: these are chosen for each case anew. */
function ofStates(guard: Formula): Formula {
  return and(...conjuncts(guard).filter((f) => [...symbolsOfFormula(f)].every((s) => !isFresh(s))));
}
