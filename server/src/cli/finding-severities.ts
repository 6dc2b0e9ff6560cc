/** Findings as severe as the project file has them. */
import type { Severities } from '../project/index.ts';
import { showFinding } from '../render/index.ts';
import type { FileReport, Finding } from '../report/index.ts';

/** `off`: it is not told at all. */
export function withSeverities(report: FileReport, severities: Severities): FileReport {
  if (report.findings === undefined || Object.keys(severities).length === 0) return report;
  const findings = report.findings.flatMap((finding): Finding[] => {
    const severity = severities[showFinding(finding).code];
    if (severity === undefined) return [finding];
    return severity === 'off' ? [] : [{ ...finding, severity }];
  });
  return { ...report, findings };
}
