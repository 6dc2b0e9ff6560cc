/** Ways to divide the states of a loop, by whether what its guards compare grows or falls. */
import { and, conjuncts, ge0, isConst, isLinear, isLiteral, not, sym, symbolsOf } from '../logic/index.ts';
import { feasible } from '../decide/index.ts';
import type { Formula, RangeOf, Symbol, Term } from '../logic/index.ts';
import { growth } from './ranking-functions.ts';
import type { Step } from './loop-transitions.ts';

/** Ways to divide the states: by whether what the guards compare grows or falls, by the signs of variables. */
export function regionsOf(steps: readonly Step[], range: RangeOf): Formula[][] {
  const predicates = new Map<string, Formula>();
  const take = (term: Term, fresh: ReadonlySet<Symbol>): void => {
    const predicate = ge0(term);
    if (
      !isLiteral(predicate) ||
      !isLinear(term) ||
      [...symbolsOf(term)].some((s) => fresh.has(s)) ||
      predicates.has(not(predicate).key)
    )
      return;
    predicates.set(predicate.key, predicate);
  };
  // what one step requires and another one excludes
  const required = new Set(steps.flatMap((s) => conjuncts(s.guard).map((f) => f.key)));
  for (const s of steps) {
    const fresh = new Set(s.fresh.map((f) => f.symbol));
    for (const f of conjuncts(s.guard)) if (f.kind === 'ge' && required.has(not(f).key)) take(f.term, fresh);
  }
  for (const s of steps) {
    const fresh = new Set(s.fresh.map((f) => f.symbol));
    for (const f of conjuncts(s.guard)) {
      if (f.kind !== 'ge') continue;
      const g = growth(f.term, s.update);
      if (!isConst(g)) take(g, fresh);
    }
  }
  for (const s of steps) for (const v of s.update.keys()) take(sym(v), new Set());
  const all = [...predicates.values()].slice(0, 5);
  const out: Formula[][] = all.map((f) => [f, not(f)]);
  for (const [i, f] of all.entries())
    for (const g of all.slice(i + 1)) {
      out.push(
        [and(f, g), and(f, not(g)), and(not(f), g), and(not(f), not(g))].filter(
          (x) => x.kind !== 'false' && feasible(x, range) !== 'no',
        ),
      );
    }
  return out.slice(0, 10);
}
