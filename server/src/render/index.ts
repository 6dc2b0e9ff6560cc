/**
 * Reports as people and programs read them: hovers and lenses (Markdown), the terminal (text), JSON, SARIF, CSV.
 *
 * Reports in, strings out. Imports the report's types and nothing else of the analysis; no protocol, no file, no clock.
 */
export { assertionHover, diagnosticMessage, inputsTable, relatedValues } from './assertion.ts';
export { overflowMessage } from './finding.ts';
export { boundPhrase, boundUnknown, exactnessPhrase, lensTitle } from './headline.ts';
export { hoverMarkdown, loopDetailMarkdown } from './hover.ts';
export { escapeMarkdown } from './markdown.ts';
export { summaryNotation } from './notation.ts';
export { reachMessage } from './reach.ts';
export { reasonsDocUrl, REASONS_DOC } from './reasons.ts';
