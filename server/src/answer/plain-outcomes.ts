/** What a loop leaves, in the least that says the same in the states that a case is about. */
import { plainly } from '../decide/index.ts';
import type { RangeOf, Symbol, Term } from '../logic/index.ts';
import {
  and,
  conjuncts,
  int,
  intervalOf,
  partsOf,
  rewrite,
  scale,
  substitute,
  substituteFormula,
  sumOf,
  symbolsOf,
  withRemainders,
} from '../logic/index.ts';
import { closed } from '../termination/index.ts';
import { weight } from './outcomes-behind.ts';
import type { Behind, Outcome } from './outcomes-behind.ts';

/**
 * With `t % 2` for `t - 2 * (t / 2)`, with `t / 2` for what is that where t isn't below zero, and with what a variable is
 * known to be where that is much shorter.
 */
export function plainOutcomes(given: Behind, range: RangeOf): Behind {
  const behind = withEqualities(given);
  const outcomes = behind.outcomes.map((o) => {
    const known = and(behind.facts, o.guard);
    const plain = (t: Term): Term =>
      withRemainders(withoutIdleCasts(onlyValue(plainly(t, known, range), range), range));
    return { ...o, values: new Map([...o.values].map(([s, t]) => [s, t && plain(t)])) };
  });
  return { ...behind, outcomes };
}

/** `x / 4294967296` of an `unsigned` is 0. */
function onlyValue(term: Term, range: RangeOf): Term {
  const { lo, hi } = intervalOf(term, range);
  return lo !== null && lo === hi ? int(lo) : term;
}

/** `(int)x` of an `int` is x. */
const withoutIdleCasts = (term: Term, range: RangeOf): Term =>
  rewrite(term, (t) => {
    if (t.kind !== 'mod') return null;
    const { lo, hi } = intervalOf(t.arg, range);
    return lo !== null && hi !== null && lo >= 0n && hi < t.by ? t.arg : null;
  });

/** With n for i, where both are the same just before the loop. */
function withEqualities(behind: Behind): Behind {
  const { changed, facts, outcomes } = behind;
  const same = new Map<Symbol, Term>();
  for (const f of conjuncts(facts)) {
    const { constant, parts } = f.kind === 'eq' ? partsOf(f.term) : { constant: 0n, parts: [] };
    const own = parts.find((p) => p.mono.kind === 'sym' && changed.includes(p.mono.symbol) && isOneOf(p.coef));
    if (own?.mono.kind !== 'sym') continue;
    const others = parts.filter((p) => p !== own);
    const value = scale(-own.coef, sumOf(constant, others));
    const isKept = [...symbolsOf(value)].every((s) => !changed.includes(s));
    if (isKept && closed(symbolsOf(value))) same.set(own.mono.symbol, value);
  }
  if (same.size === 0) return behind;
  const by = (o: Outcome): Outcome => ({
    ...o,
    guard: substituteFormula(o.guard, same),
    values: new Map([...o.values].map(([s, t]) => [s, t && substitute(t, same)])),
    iterations: o.iterations && substitute(o.iterations, same),
  });
  const told = outcomes.map(by);
  return 2 * weight(told) < weight(outcomes) ? { ...behind, outcomes: told } : behind;
}

const isOneOf = (coef: bigint): boolean => coef === 1n || coef === -1n;
