/** A path taken a few times, one iteration after the other. */
import type { Formula, Symbol, Term } from '../logic/index.ts';
import { TRUE, and, substitute, substituteFormula } from '../logic/index.ts';
import type { Discharge, PathClaim } from './certificate.ts';
import { weaker } from './certificate.ts';
import type { Prover } from './prover.ts';
import type { Replayed, SegmentStart, Values } from './replay-context.ts';

/** How often, and names in the case for what the path reads from outside. */
interface Taken {
  readonly times: number;
  readonly renaming: ReadonlyMap<Symbol, Term>;
}

export function explicitly(path: PathClaim, { times, renaming }: Taken, start: SegmentStart, prover: Prover): Replayed {
  const { context, given } = start;
  let { values } = start;
  let defined: Formula = TRUE;
  let how: Discharge | null = 'identity';
  let safe: Discharge | null = path.definedKnown && given ? 'identity' : null;
  for (let k = 0; k < times && how !== null; k++) {
    const map: Values = renaming.size === 0 ? values : new Map([...values, ...renaming]);
    const one = prover.proves(context, substituteFormula(path.guard, map));
    how = one && weaker(how, one);
    if (path.definedKnown) defined = and(defined, substituteFormula(path.defined, map));
    const here: Discharge | null = safe && given && prover.proves(given, substituteFormula(path.defined, map));
    safe = safe && here && weaker(safe, here);
    const next = new Map(values);
    for (const [x, t] of path.update) next.set(x, substitute(t, map));
    values = next;
  }
  return {
    values,
    defined,
    safe,
    obligations: times === 0 ? [] : [{ duty: 'guard', about: path.id, discharge: how ?? 'open', rule: 'step by step' }],
  };
}
