/** What is reduced by a modulus and is within it anyway. */
import { implies } from '../decide/index.ts';
import { ge0, hasPart, int, nearZero, rewrite, sub } from '../logic/index.ts';
import type { Formula, RangeOf, Term } from '../logic/index.ts';

/** The term without reductions that change nothing where `given` holds: of `lo + (hi - lo) / 2` unsigned. */
export function notReduced(t: Term, given: Formula, range: RangeOf): Term {
  const isIn = (arg: Term, by: bigint): boolean =>
    implies(given, ge0(arg), range) && implies(given, ge0(sub(int(by - 1n), arg)), range);
  let told = t;
  // from the inside out
  for (let again = true; again; ) {
    again = false;
    told = rewrite(told, (x) => {
      if (x.kind !== 'mod' || again || hasMod(x.arg)) return null;
      // of n - 1 unsigned, which is n + 2^32 - 1
      const within = [x.arg, nearZero(x.arg, x.by)].find((arg) => isIn(arg, x.by));
      again = within !== undefined;
      return within ?? null;
    });
  }
  return told;
}

const hasMod = (t: Term): boolean => hasPart(t, (x) => x.kind === 'mod');
