/** Conditions that are the same as others and shorter, where something is known anyway. */
import type { Formula, RangeOf, Term } from '../logic/index.ts';
import { TRUE, and, conjuncts, ge0, not, or, plus, scale } from '../logic/index.ts';
import { implies, withoutRedundant } from './conjunctions.ts';

/** `n != 0 && (n == 0 || n <= 0)`, without what the rest excludes: n < 0. */
export function withoutImpossible(f: Formula, range: RangeOf, given: Formula = TRUE): Formula {
  const parts = conjuncts(f);
  const left = parts.map((part) => {
    if (part.kind !== 'or') return part;
    const others = and(given, ...parts.filter((other) => other !== part));
    return or(...part.parts.filter((p) => !implies(others, not(p), range)));
  });
  const isUnequal = (term: Term): boolean =>
    left.some((p) => p.kind === 'ne' && (p.term === term || p.term === scale(-1n, term)));
  const strict = left.map((part) => (part.kind === 'ge' && isUnequal(part.term) ? ge0(plus(part.term, -1n)) : part));
  return and(
    ...strict.filter((part) => part.kind !== 'ne' || !implies(and(...strict.filter((p) => p !== part)), part, range)),
  );
}

/**
 * One of several conditions as the conjunction of what all of them say, where nothing else is in it: `n >= 9 && n % 7
 * <= 2` or `n <= 2` is `n % 7 <= 2` for a number that isn't negative. Otherwise as they are, each without what is
 * known.
 */
export function inOne(conditions: readonly Formula[], range: RangeOf, given: Formula): Formula {
  const plain = or(...conditions.map((c) => withoutRedundant(c, range, given)));
  if (conditions.length < 2) return plain;
  const atoms = new Map(conditions.flatMap((c) => conjuncts(c).map((f) => [f.key, f] as const)));
  const common = [...atoms.values()].filter((a) => conditions.every((c) => implies(and(given, c), a, range)));
  const all = and(...common);
  if (common.length === 0 || !implies(and(given, all), or(...conditions), range)) return plain;
  const short = withoutRedundant(all, range, given);
  return short.size < plain.size ? short : plain;
}
