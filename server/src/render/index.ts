/**
 * Reports as people and programs read them: hovers and lenses (Markdown), the terminal (text), JSON, SARIF, CSV.
 *
 * Reports in, strings out. Imports the report's types and nothing else of the analysis; no protocol, no file, no clock.
 */
export { assertionHover, diagnosticMessage } from './assertion-text.ts';
export { compareRuns } from './compare-runs.ts';
export type { Comparison, RunDocument } from './compare-runs.ts';
export { comparisonDocument, comparisonMarkdown, comparisonText } from './comparison-text.ts';
export { csvRecord, parseCsv } from './csv.ts';
export { overflowMessage } from './finding-text.ts';
export { assertionPrint, findingPrint } from './fingerprint.ts';
export { PENDING, hasLens, lensTitle, shorten } from './headline.ts';
export { hoverMarkdown, loopDetailMarkdown } from './hover-text.ts';
export { checkDocument, loopsDocument, reportDocument } from './json-documents.ts';
export type { FileResult } from './json-documents.ts';
export { junitDocument } from './junit.ts';
export { functionMarkdown } from './function-text.ts';
export { escapeMarkdown } from './markdown.ts';
export { paceOf } from './pace.ts';
export type { Pace } from './pace.ts';
export { reachDocument, reachMessage, reachText } from './reach-text.ts';
export { REASONS_DOC, reasonsDocUrl } from './reason-text.ts';
export { reachSarif, sarifDocument } from './sarif.ts';
export { runTable } from './run-table.ts';
export { assertionText, boundText, findingText, loopText, palette, requiredText, totalsText } from './terminal-text.ts';
export { CLASSES, classOf, reportFigures } from './report-figures.ts';
export type { ClassName, ReportFigures } from './report-figures.ts';
export { sortOfLoop, totalsOf } from './totals.ts';
export type { Sort } from './totals.ts';
export { variableHover } from './variable-text.ts';
export { visible, visibleLines, visibleReach, visibleReport } from './visible-text.ts';
export { witnessDocument } from './witness-file.ts';
export { FINDING_RULES, showFinding } from './finding-kinds.ts';
