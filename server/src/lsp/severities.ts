/** How severely each kind of finding is shown, where the user has said so (`looplens.severity`). */
import { DiagnosticSeverity } from 'vscode-languageserver/node';
import { FINDING_RULES } from '../render/index.ts';

export const ASSERTION_VIOLATED = 'assertion-violated';

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
} as const;

export type SeverityName = keyof typeof SEVERITIES;

/** By code; `off`: not shown. What isn't there has its own severity. */
export type Severities = Readonly<Record<string, SeverityName | 'off'>>;

/** All codes of diagnostics. */
export const DIAGNOSTIC_CODES: readonly string[] = [ASSERTION_VIOLATED, ...FINDING_RULES.map(({ id }) => id)];

const isSeverity = (value: unknown): value is SeverityName | 'off' =>
  value === 'off' || (typeof value === 'string' && Object.hasOwn(SEVERITIES, value));

/** What is under `looplens.severity`; anything else in it counts as not said. */
export function readSeverities(value: unknown): Severities {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([code, severity]) =>
      DIAGNOSTIC_CODES.includes(code) && isSeverity(severity) ? [[code, severity]] : [],
    ),
  );
}

/** `off`: it is not to be shown. */
export const severityName = (code: string, otherwise: SeverityName, severities: Severities): SeverityName | 'off' =>
  severities[code] ?? otherwise;

/** Null: it is not to be shown. */
export function severityOf(code: string, otherwise: SeverityName, severities: Severities): DiagnosticSeverity | null {
  const name = severityName(code, otherwise, severities);
  return name === 'off' ? null : SEVERITIES[name];
}
