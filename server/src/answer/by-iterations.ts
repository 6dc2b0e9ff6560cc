/**
 * What a loop leaves, by the number k of its iterations: `x + 2 * ((m - i + 4) / 5)` is `x + 2 * k`, and what is left
 * where there are none is often the same at k = 0.
 */
import { implies } from '../decide/index.ts';
import type { RangeOf, Symbol, Term } from '../logic/index.ts';
import {
  and,
  div,
  eq,
  ge0,
  isConst,
  partsOf,
  plus,
  rewrite,
  scale,
  sub,
  substitute,
  sumOf,
  sym,
  symbolsOf,
} from '../logic/index.ts';
import { closed, oneCount } from '../termination/index.ts';
import { byHalves } from './by-halves.ts';
import { valuesWeight } from './outcomes-behind.ts';
import type { Behind, Outcome } from './outcomes-behind.ts';

interface Counted {
  readonly behind: Behind;
  readonly count: Term;
}

/** Null where the number isn't one expression, or nothing speaks of it. */
export function byIterations(behind: Behind, counter: Symbol, range: RangeOf, overlapping: boolean): Counted | null {
  const { outcomes, facts } = behind;
  const pieces = outcomes.map((o) => ({ guard: o.guard, term: o.iterations }));
  if (!pieces.every((p): p is { guard: typeof p.guard; term: Term } => p.term !== null && closed(symbolsOf(p.term))))
    return null;
  const count = oneCount(pieces, { facts, range }, overlapping);
  if (count === null || isConst(count)) return null;
  const k = sym(counter);
  const told = outcomes.map((o) => inTermsOf(o, k));
  const joined = told.map((o, i) => {
    const n = (outcomes[i] as Outcome).iterations as Term;
    return isConst(n) ? fitted(o, n, told, { facts, range, counter }) : o;
  });
  return { count, behind: { ...behind, facts: and(facts, ge0(k)), outcomes: joined } };
}

/** With k for a part that the number of iterations is made of: `n` is `i + k` where that number is `n - i`. */
function inTermsOf(outcome: Outcome, k: Term): Outcome {
  const { constant, parts } = partsOf(outcome.iterations as Term);
  let best = outcome;
  for (const { coef, mono } of parts) {
    if ((coef !== 1n && coef !== -1n) || mono.kind === 'prod') continue;
    const others = sumOf(
      constant,
      parts.filter((p) => p.mono !== mono),
    );
    const solved = scale(coef, sub(k, others));
    const by = (t: Term): Term | null => (t === mono ? solved : quotientOfQuotient(t, mono, solved));
    const values = new Map([...outcome.values].map(([s, t]) => [s, t && byHalves(rewrite(t, by), k)]));
    const made = { ...outcome, values };
    if (valuesWeight(made) < valuesWeight(best)) best = made;
  }
  return best;
}

/** `⌊(t + 10) / 15⌋` where q is `⌊t / 5⌋`: it is `⌊(q + 2) / 3⌋`. Null for other terms. */
function quotientOfQuotient(term: Term, quotient: Term, q: Term): Term | null {
  if (term.kind !== 'div' || quotient.kind !== 'div' || term.by % quotient.by !== 0n) return null;
  const beside = sub(term.arg, quotient.arg);
  if (!isConst(beside) || beside.value % quotient.by !== 0n) return null;
  return div(plus(q, beside.value / quotient.by), term.by / quotient.by);
}

/** After a fixed number of iterations the values of another case may hold too: `x + 2 * k` with k = 3 is `x + 6`. */
function fitted(
  outcome: Outcome,
  count: Term,
  all: readonly Outcome[],
  { facts, range, counter }: { readonly facts: Behind['facts']; readonly range: RangeOf; readonly counter: Symbol },
): Outcome {
  const at = new Map([[counter, count]]);
  const values = new Map(
    [...outcome.values].map(([s, t]) => {
      const same = all.find((other) => {
        const value = other.values.get(s);
        if (!value || !t || !symbolsOf(value).has(counter)) return false;
        const there = substitute(value, at);
        return there === t || implies(and(facts, outcome.guard), eq(there, t), range);
      });
      return [s, same?.values.get(s) ?? t] as const;
    }),
  );
  return { ...outcome, values };
}
