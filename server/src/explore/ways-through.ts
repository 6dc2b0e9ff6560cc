/**
 * Which of an inner loop's cases happens, where more than one may happen in the same state. They may contain more than
 * the loop does, or the environment chose among them. No variable tells, and an iteration that went one way says
 * nothing of the next. The choice has a symbol of its own, so that such a way isn't taken for the only one.
 */
import { feasible } from '../decide/index.ts';
import type { Formula, Symbols } from '../logic/index.ts';
import { TRUE, and, conjuncts, eq, int, sym, symbolsOfFormula } from '../logic/index.ts';
import type { Fresh, InnerCase } from './region.ts';

export interface Way {
  /** That the case was chosen. */
  readonly condition: Formula;
  readonly fresh: readonly Fresh[];
}

const DECIDED: Way = { condition: TRUE, fresh: [] };

/**
 * For each case how it is chosen; `guards` are the cases' in the state in which the loop is entered, of which `facts`
 * are known.
 */
export function waysOf(
  cases: readonly InnerCase[],
  guards: readonly Formula[],
  facts: Formula,
  symbols: Symbols,
): readonly Way[] {
  const own = cases.map((c) => new Set(c.fresh.map((f) => f.symbol)));
  const byState = guards.map((g, i) =>
    conjuncts(g).filter((f) => ![...symbolsOfFormula(f)].some((s) => own[i]?.has(s))),
  );
  // what a case's own symbols have to be is a choice already
  const silent = guards.map((g, i) => g.kind !== 'false' && byState[i]?.length === conjuncts(g).length);
  const open = silent.map(
    (is, i) =>
      is &&
      guards.some(
        (g, j) =>
          j !== i &&
          g.kind !== 'false' &&
          feasible(and(facts, ...(byState[i] ?? []), ...(byState[j] ?? [])), symbols.range) !== 'no',
      ),
  );
  const which = open.findIndex((is) => is);
  if (which < 0) return cases.map(() => DECIDED);
  const reason = cases.flatMap((c, i) => (open[i] && !c.exact ? c.reasons : []))[0] ?? null;
  const choice = symbols.fresh(reason ? 'unmodelled' : 'count', 'way');
  symbols.set(choice, { lo: 0n, hi: BigInt(cases.length - 1) });
  const fresh: readonly Fresh[] = [{ symbol: choice, kind: reason ? 'unmodelled' : 'count', reason, choice: true }];
  return open.map((is, i) => (is ? { condition: eq(sym(choice), int(i)), fresh } : DECIDED));
}
