/**
 * What a loop leaves in the states in which it changes anything. Under `if (x < k)` nothing more has to be said of the
 * others, and one of the cases is the rest.
 */
import { feasible, inOne, withoutImpossible } from '../decide/index.ts';
import type { Formula, RangeOf, Symbol, Term } from '../logic/index.ts';
import { and, not, symbolsOfFormula } from '../logic/index.ts';
import { closed, joinedGuards } from '../termination/index.ts';
import type { Behind, Outcome } from './outcomes-behind.ts';

interface Changing {
  readonly behind: Behind;
  /** The loop changes something. */
  readonly condition: Formula;
  /** What holds where that is asked for. */
  readonly given: Formula;
}

/** `initial`: as in the request. Null where all cases change something, or none, or it takes too much to say which. */
export function whereChanged(behind: Behind, range: RangeOf, initial: (s: Symbol) => Term | null): Changing | null {
  const { outcomes, changed, facts } = behind;
  const isIdle = (o: Outcome): boolean => changed.every((s) => o.values.get(s) === initial(s));
  const [idle, others] = [outcomes.filter(isIdle), outcomes.filter((o) => !isIdle(o))];
  if (idle.length === 0 || others.length < 2) return null;
  const guards = joinedGuards(
    idle.map((o) => o.guard),
    { facts, range },
  );
  const meets = (o: Outcome): boolean => guards.some((g) => feasible(and(facts, g, o.guard), range) !== 'no');
  if (!guards.every((g) => closed(symbolsOfFormula(g))) || others.some(meets)) return null;
  const condition = withoutImpossible(not(inOne(guards, range, facts)), range, facts);
  return { condition, given: facts, behind: { ...behind, outcomes: others, facts: and(facts, condition) } };
}
