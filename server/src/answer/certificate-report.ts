/** What the checker has shown, as a report. */
import type { CertificateReport } from '../report/index.ts';
import type { Summary } from '../summary/index.ts';

/** Each obligation once. */
export function describeCertificate({ strength, obligations }: NonNullable<Summary['coverage']>): CertificateReport {
  const once = new Map(obligations.map((o) => [`${o.duty}|${o.about}|${o.discharge}|${o.rule ?? ''}`, o]));
  return {
    strength,
    obligations: [...once.values()].map(({ duty, about, discharge, rule }) => ({
      duty,
      about,
      discharge,
      ...(rule ? { rule } : {}),
    })),
  };
}
