/** Verdicts as SARIF 2.1.0, for the code scanning of CI services. */
import type { AssertionReport } from '../report.ts';
import type { SourceRange } from '../ir/source.ts';
import { diagnosticMessage } from './assertion.ts';
import type { FileResult } from './json.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** Rules of the log; each result names one. */
const RULES = [
  { id: 'assertion-violated', level: 'error', text: 'An assertion fails for the inputs given.' },
  { id: 'assertion-unknown', level: 'note', text: 'An assertion was neither proven nor refuted.' },
] as const;

/** One run with a result for each assertion that doesn't hold. */
export function sarifDocument(results: readonly FileResult[], version: string): string {
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [{
      tool: {
        driver: {
          name: 'LoopLens',
          version,
          rules: RULES.map(({ id, level, text }) => ({ id, shortDescription: { text }, defaultConfiguration: { level } })),
        },
      },
      columnKind: 'utf16CodeUnits',
      results: results.flatMap(({ file, report }) => report.assertions.filter(({ verdict }) => verdict !== 'holds').map((assertion) => result(file, assertion))),
    }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function result(file: string, assertion: AssertionReport): object {
  const violated = assertion.verdict === 'violated';
  const rule = violated ? 0 : 1;
  return {
    ruleId: RULES[rule].id,
    ruleIndex: rule,
    level: RULES[rule].level,
    message: { text: violated ? diagnosticMessage(assertion) : `Undecided: ${assertion.assertion}: ${assertion.reason?.message ?? 'no reason given'}` },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: regionOf(assertion.range) } }],
    // Survives edits elsewhere in the file: nothing that moves with lines goes into it.
    partialFingerprints: { 'looplens/assertion/v1': `${assertion.function}:${assertion.assertion.replace(/\s+/g, ' ')}` },
  };
}

/** A path as a relative or absolute URI reference. */
function uriOf(file: string): string {
  const path = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  if (/^[A-Za-z]%3A\//.test(path)) return `file:///${path.replace('%3A', ':')}`;
  return path.startsWith('/') ? `file://${path}` : path;
}

function regionOf({ start, end }: SourceRange): object {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}
