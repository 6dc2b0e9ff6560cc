/** What a loop leaves, with a name for a quotient that occurs in it again and again: `laps` for `(m + 3) / 4`. */
import { implies } from '../decide/index.ts';
import type { RangeOf, Symbol, Term } from '../logic/index.ts';
import { FLOOR_QUOTIENT, and, ge0, int, ite, rewrite, rewriteFormula, sym, symbolsOf } from '../logic/index.ts';
import { closed } from '../termination/index.ts';
import { weight } from './outcomes-behind.ts';
import type { Behind, Outcome } from './outcomes-behind.ts';

interface Named {
  readonly behind: Behind;
  readonly value: Term;
}

/** `part`: the name, of what is never below 0. Null where nothing gets shorter so. */
export function byQuotient(behind: Behind, part: Symbol, range: RangeOf): Named | null {
  let best: Named | null = null;
  let least = weight(behind.outcomes);
  for (const quotient of quotientsIn(behind)) {
    const named = withName(behind, quotient, part, range);
    if (named === null || weight(named.behind.outcomes) + quotient.size >= least) continue;
    least = weight(named.behind.outcomes) + quotient.size;
    best = named;
  }
  return best;
}

export const isQuotient = (t: Term): boolean => t.kind === 'div' || (t.kind === 'app' && t.fn === FLOOR_QUOTIENT);

function quotientsIn({ outcomes }: Behind): ReadonlySet<Term> {
  const found = new Set<Term>();
  const note = (t: Term): null => {
    if (isQuotient(t) && closed(symbolsOf(t))) found.add(t);
    return null;
  };
  for (const { values } of outcomes) for (const t of values.values()) if (t) rewrite(t, note);
  return found;
}

/** In conditions it keeps its text unless it is never below 0. */
function withName(behind: Behind, quotient: Term, part: Symbol, range: RangeOf): Named | null {
  const { facts, outcomes } = behind;
  const name = sym(part);
  const by = (t: Term): Term | null => (t === quotient ? name : null);
  const isAlways = implies(facts, ge0(quotient), range);
  const made: Outcome[] = [];
  for (const o of outcomes) {
    const values = new Map([...o.values].map(([s, t]) => [s, t && rewrite(t, by)]));
    const isUsed = [...values].some(([s, t]) => t !== o.values.get(s));
    if (isUsed && !isAlways && !implies(and(facts, o.guard), ge0(quotient), range)) return null;
    made.push({ ...o, values, guard: isAlways ? rewriteFormula(o.guard, by) : o.guard });
  }
  const value = isAlways ? quotient : ite(ge0(quotient), quotient, int(0));
  return { value, behind: { ...behind, outcomes: made, facts: and(facts, ge0(name)) } };
}
