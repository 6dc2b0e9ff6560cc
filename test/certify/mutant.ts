/** A summary that is wrong. */
import type { CaseClaim, SummaryClaim } from '../../server/src/certify/certificate.ts';

export interface Mutant {
  readonly kind: string;
  readonly claim: SummaryClaim;
}

/** The claim with one case changed. */
export type Having = (kind: string, changed: Partial<CaseClaim>) => Mutant;

/** Paths through an iteration, but for one. */
export function iterativePaths(claim: SummaryClaim, except: number): readonly number[] {
  return claim.paths.flatMap((p, j) => (!p.exit && j !== except ? [j] : []));
}
