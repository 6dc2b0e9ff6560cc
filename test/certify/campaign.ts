/**
 * Mutants against the checker: all that mean something else must be rejected, and what is accepted must be shown to
 * mean the same.
 */
import type { CaseClaim, SummaryClaim } from '../../server/src/certify/certificate.ts';
import { certify } from '../../server/src/certify/check-certificate.ts';
import type { Solver } from '../../server/src/decide/solver.ts';
import { suffices } from '../../server/src/summary/certified-cases.ts';
import { compareMeaning } from './meaning.ts';
import type { Mutant } from './mutant.ts';
import { mutantsOf } from './mutants.ts';
import type { Symbol } from '../../server/src/logic/symbol.ts';

interface Accepted {
  readonly subject: string;
  readonly kind: string;
  readonly mutant: Mutant;
  /** A state of which the mutant says something else; null: the two could not be compared. */
  readonly state: ReadonlyMap<Symbol, bigint> | null;
}

export interface Score {
  mutants: number;
  /** Rejected because an obligation could not be proven. */
  rejected: number;
  /** Accepted, and shown to mean the same, by the way in which it was. */
  readonly equal: Record<'normal form' | 'solver' | 'every state', number>;
  /** Accepted although wrong. */
  readonly missed: Accepted[];
  /** Accepted, neither shown to mean the same nor to be wrong. */
  readonly undecided: Accepted[];
  readonly byKind: Map<string, { mutants: number; rejected: number; equal: number }>;
}

export const emptyScore = (): Score => ({
  mutants: 0,
  rejected: 0,
  equal: { 'normal form': 0, solver: 0, 'every state': 0 },
  missed: [],
  undecided: [],
  byKind: new Map(),
});

export const equalOf = ({ equal }: Score): number => equal['normal form'] + equal.solver + equal['every state'];

/**
 * The mutant would be called exact. What is as in the original, which is accepted, is not checked again: cases are
 * checked one by one.
 */
const accepts = (claim: SummaryClaim, original: SummaryClaim): boolean => {
  const free = claim.paths.some((p) => p.free.kind !== 'true');
  const covers = (c: CaseClaim, o: CaseClaim | undefined): boolean =>
    c.guard === o?.guard && c.fresh === o.fresh && (!free || (c.steps === o.steps && c.exit === o.exit));
  const same =
    claim.cases.length === original.cases.length && claim.cases.every((c, i) => covers(c, original.cases[i]));
  const { cases, whole } = certify(claim, {
    wanted: (i) => !original.cases.includes(claim.cases[i] as CaseClaim),
    coverage: !same,
  });
  // what is said of undefined behaviour and can't be shown is not taken over
  if (
    cases.some(
      (c, i) =>
        claim.cases[i]?.defined != null && c.obligations.some((o) => o.duty === 'defined' && o.discharge === 'assumed'),
    )
  )
    return false;
  return [whole, ...cases].every((c) => suffices(c.strength));
};

/** Judges up to `most` mutants of a claim, spread evenly over all of them. */
export function judge(subject: string, claim: SummaryClaim, score: Score, most: number, solver: Solver): void {
  const all = [...mutantsOf(claim)];
  const stride = Math.max(1, all.length / most);
  for (let at = 0; at < all.length; at += stride) {
    const mutant = all[Math.floor(at)] as Mutant;
    const tally = score.byKind.get(mutant.kind) ?? { mutants: 0, rejected: 0, equal: 0 };
    score.byKind.set(mutant.kind, tally);
    score.mutants++;
    tally.mutants++;
    if (!accepts(mutant.claim, claim)) {
      score.rejected++;
      tally.rejected++;
      continue;
    }
    const meaning = compareMeaning(claim, mutant.claim, solver);
    if (meaning.kind === 'equal') {
      score.equal[meaning.by]++;
      tally.equal++;
    } else if (meaning.kind === 'different')
      score.missed.push({ subject, kind: mutant.kind, mutant, state: meaning.state });
    else score.undecided.push({ subject, kind: mutant.kind, mutant, state: null });
  }
}
