/**
 * The results of `check` as JUnit's XML, which CI services show as tests: a suite for each file, a case for each
 * assertion and finding.
 */
import type { AssertionReport, Finding } from '../report/index.ts';
import { diagnosticMessage } from './assertion-text.ts';
import { showFinding } from './finding-kinds.ts';
import type { FileResult } from './json-documents.ts';
import { visible, visibleLines } from './visible-text.ts';

interface TestCase {
  readonly line: number;
  readonly name: string;
  readonly function: string;
  /** What it comes to, where that isn't success. */
  readonly outcome: { readonly tag: 'failure' | 'skipped'; readonly message: string; readonly text: string } | null;
}

/** Violated assertions and findings fail; what is undecided or accepted counts as skipped; hints don't fail. */
export function junitDocument(results: readonly FileResult[]): string {
  const suites = results.map(({ file, report }) => ({
    file,
    cases: [...report.assertions.map(ofAssertion), ...(report.findings ?? []).map(ofFinding)],
  }));
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="LoopLens" ${countsOf(all)}>`,
    ...suites.flatMap(({ file, cases }) => [
      `  <testsuite name="${escaped(file)}" ${countsOf(cases)}>`,
      ...cases.map((one) => caseElement(file, one)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

const countsOf = (cases: readonly TestCase[]): string => {
  const count = (tag: string): number => cases.filter(({ outcome }) => outcome?.tag === tag).length;
  return `tests="${cases.length}" failures="${count('failure')}" errors="0" skipped="${count('skipped')}"`;
};

function caseElement(file: string, { line, name, function: within, outcome }: TestCase): string {
  const title = escaped(`${within}: ${name}`);
  const head = `    <testcase classname="${escaped(file)}" name="${title}" file="${escaped(file)}" line="${line}"`;
  if (outcome === null) return `${head}/>`;
  const { tag, message, text } = outcome;
  const body = tag === 'skipped' || text === '' ? '/>' : `>${escapedLines(text)}</${tag}>`;
  return `${head}>\n      <${tag} message="${escaped(message)}"${body}\n    </testcase>`;
}

function ofAssertion(assertion: AssertionReport): TestCase {
  const { function: within, range, verdict, accepted, trace, reason } = assertion;
  const told = { line: range.start.line, name: assertion.assertion, function: within };
  if (verdict === 'holds') return { ...told, outcome: null };
  const message = verdict === 'violated' ? diagnosticMessage(assertion) : (reason?.message ?? 'undecided');
  const tag = accepted || verdict === 'unknown' ? 'skipped' : 'failure';
  return { ...told, outcome: { tag, message: accepted ? `accepted: ${message}` : message, text: trace ?? '' } };
}

function ofFinding(finding: Finding): TestCase {
  const { code, message, severity } = showFinding(finding);
  const { function: within, range, accepted } = finding;
  const tag = accepted || severity === 'hint' || severity === 'information' ? 'skipped' : 'failure';
  return {
    line: range.start.line,
    name: `${code}, line ${range.start.line}`,
    function: within,
    outcome: { tag, message: accepted ? `accepted: ${message}` : message, text: '' },
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const entities = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** XML has no way to write most controls: they are made visible. */
const escaped = (text: string): string => entities(visible(text));
const escapedLines = (text: string): string => entities(visibleLines(text));
