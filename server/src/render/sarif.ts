/** Findings as SARIF 2.1.0, for the code scanning of CI services. */
import type { SourceRange } from '../source/index.ts';
import type { AssertionReport, FileReport, Finding, ReachReport } from '../report/index.ts';
import { diagnosticMessage, inputsTable, iterationPhrase } from './assertion-text.ts';
import { assertionPrint, findingPrint } from './fingerprint.ts';
import type { FileResult } from './json-documents.ts';
import { reachMessage } from './reach-text.ts';
import type { ReachQuestion } from './reach-text.ts';
import { visibleJson } from './visible-text.ts';
import { FINDING_RULES, LEVELS, showFinding } from './finding-kinds.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** Rules of the log; each result names one. */
const RULES: readonly { readonly id: string; readonly level: 'error' | 'warning' | 'note'; readonly text: string }[] = [
  { id: 'assertion-violated', level: 'error', text: 'An assertion fails for the inputs given.' },
  { id: 'assertion-unknown', level: 'note', text: 'An assertion was neither proven nor refuted.' },
  ...FINDING_RULES.map(({ id, text }) => ({ id, level: 'warning' as const, text })),
  {
    id: 'line-reached',
    level: 'note',
    text: 'A line can be reached with the inputs given, or this is not known.',
  },
  { id: 'line-unreachable', level: 'warning', text: 'No run reaches a line.' },
];

/** One run with a result for each assertion that doesn't hold, and for each finding. */
export function sarifDocument(results: readonly FileResult[], version: string): string {
  return log(
    version,
    results.flatMap(({ file, report }) => [
      ...report.assertions
        .filter(({ verdict }) => verdict !== 'holds')
        .map((assertion) => ofAssertion(file, report, assertion)),
      ...(report.findings ?? []).map((finding) => ofFinding(file, report, finding)),
    ]),
  );
}

/** One run with the answer about a line. */
export function reachSarif(question: ReachQuestion, report: ReachReport, version: string): string {
  const rule = report.verdict === 'unreachable' ? 'line-unreachable' : 'line-reached';
  const print = `${report.function}:line ${question.line - report.range.start.line}`;
  return log(version, [
    result({ rule, file: question.file, range: report.range, message: reachMessage(question, report), print }),
  ]);
}

function log(version: string, results: readonly object[]): string {
  const rules = RULES.map(({ id, level, text }) => ({
    id,
    shortDescription: { text },
    defaultConfiguration: { level },
  }));
  const runs = [{ tool: { driver: { name: 'LoopLens', version, rules } }, columnKind: 'utf16CodeUnits', results }];
  return visibleJson({ $schema: SCHEMA, version: '2.1.0', runs });
}

/** What every result of the log tells. */
interface Told {
  readonly rule: string;
  readonly file: string;
  readonly range: SourceRange;
  readonly message: string;
  /** Survives edits elsewhere in the file: nothing that moves with lines goes into it. */
  readonly print: string;
  readonly accepted?: AssertionReport['accepted'] | undefined;
}

function result({ rule, file, range, message, print, accepted }: Told): object {
  const ruleIndex = RULES.findIndex(({ id }) => id === rule);
  return {
    ruleId: rule,
    ruleIndex,
    level: RULES[ruleIndex]?.level,
    message: { text: message },
    locations: [{ physicalLocation: place(file, range) }],
    partialFingerprints: { 'looplens/v1': print },
    ...(accepted ? { suppressions: [{ kind: accepted === 'source' ? 'inSource' : 'external' }] } : {}),
  };
}

function ofAssertion(file: string, report: FileReport, assertion: AssertionReport): object {
  const { range, accepted } = assertion;
  const print = assertionPrint(assertion);
  if (assertion.verdict !== 'violated') {
    const message = `Undecided: ${assertion.assertion}: ${assertion.reason?.message ?? 'no reason given'}`;
    return result({ rule: 'assertion-unknown', file, range, message, print, accepted });
  }
  const values = Object.entries(assertion.values ?? {})
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');
  const when = assertion.iteration && assertion.iteration.length > 0 ? `${iterationPhrase(assertion.iteration)}: ` : '';
  return {
    ...result({ rule: 'assertion-violated', file, range, message: diagnosticMessage(assertion), print, accepted }),
    codeFlows: flow(file, report, assertion, `${when}the assertion fails${values === '' ? '' : ` with ${values}`}`),
  };
}

function ofFinding(file: string, report: FileReport, finding: Finding): object {
  const { code, message, severity } = showFinding(finding);
  return {
    ...result({
      rule: code,
      file,
      range: finding.range,
      message,
      print: findingPrint(finding),
      accepted: finding.accepted,
    }),
    level: LEVELS[severity],
    ...('inputs' in finding && finding.inputs ? { codeFlows: flow(file, report, finding, message) } : {}),
  };
}

/** How a run gets there: where it starts and with what, and where it ends. */
function flow(
  file: string,
  report: FileReport,
  to: Pick<AssertionReport, 'function' | 'range' | 'inputs' | 'nondet'>,
  message: string,
): object[] {
  const start = report.functions.find(({ name }) => name === to.function)?.range;
  const inputs = inputsTable(to);
  const step = (range: SourceRange, text: string): object => ({
    location: { physicalLocation: place(file, range), message: { text } },
  });
  return [
    {
      threadFlows: [
        {
          locations: [
            ...(start
              ? [
                  step(
                    { start: start.start, end: start.start },
                    `${to.function} is entered${inputs === '' ? '' : ` with ${inputs}`}`,
                  ),
                ]
              : []),
            step(to.range, message),
          ],
        },
      ],
    },
  ];
}

function place(file: string, { start, end }: SourceRange): object {
  const region = { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
  return { artifactLocation: { uri: uriOf(file) }, region };
}

/** A path as a relative or absolute URI reference. */
function uriOf(file: string): string {
  const path = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  if (/^[A-Za-z]%3A\//.test(path)) return `file:///${path.replace('%3A', ':')}`;
  return path.startsWith('/') ? `file://${path}` : path;
}
