/** Our reports as the protocol's objects, and positions back. The one place that knows both. */
import { DiagnosticTag, MarkupKind } from 'vscode-languageserver/node';
import type {
  CodeLens,
  Diagnostic,
  DiagnosticRelatedInformation,
  Hover,
  InlayHint,
  Position as LspPosition,
  Range,
} from 'vscode-languageserver/node';
import { isBefore } from '../source/index.ts';
import type { Position, SourceRange } from '../source/index.ts';
import {
  assertionHover,
  diagnosticMessage,
  PENDING,
  hasLens,
  hoverMarkdown,
  lensTitle,
  loopDetailMarkdown,
  reasonsDocUrl,
  showFinding,
} from '../render/index.ts';
import type { AssertionReport, FileReport, Finding, LoopReport } from '../report/index.ts';
import type { Results } from '../workspace/index.ts';
import type { Client } from './client-capabilities.ts';
import { SHOW_DETAIL } from './protocol.ts';
import { ASSERTION_VIOLATED, severityOf } from './severities.ts';
import type { Severities } from './severities.ts';
import type { DetailResult } from './protocol.ts';

const OUTDATED = 'outdated';

function toPosition(position: Position): LspPosition {
  return { line: Math.max(0, position.line - 1), character: Math.max(0, position.column - 1) };
}

export function toRange(range: SourceRange): Range {
  return { start: toPosition(range.start), end: toPosition(range.end) };
}

export function fromPosition(position: LspPosition): Position {
  return { line: position.line + 1, column: position.character + 1 };
}

export function fromRange(range: Range): SourceRange {
  return { start: fromPosition(range.start), end: fromPosition(range.end) };
}

/** One for each loop that a reader sees. `awaited`: more results are on their way. */
export function toCodeLenses(uri: string, { report, fresh, complete }: Results, awaited: boolean): CodeLens[] {
  return report.loops.filter(hasLens).map((loop) => {
    const range = toRange(loop.head);
    const isPending = awaited && !complete && loop.tier === 1 && loop.count.relation === 'none';
    const known = isPending ? PENDING : lensTitle(loop);
    const title = fresh ? known : `${known} · ${OUTDATED}`;
    return { range, command: { title, command: SHOW_DETAIL, arguments: [uri, range.start] } };
  });
}

/**
 * The count behind each head that begins in the range, where one is known of the text as it is. An outdated one would
 * stand in the code.
 */
export function toInlayHints({ report, fresh }: Results, { start, end }: Range): InlayHint[] {
  if (!fresh) return [];
  return report.loops
    .filter((loop) => hasLens(loop) && loop.count.relation !== 'none')
    .map((loop) => ({ loop, position: toRange(loop.head).end }))
    .filter(({ position: { line } }) => start.line <= line && line <= end.line)
    .map(({ loop, position }) => ({ position, label: lensTitle(loop), paddingLeft: true }));
}

export function toHover(markdown: string, range: SourceRange, fresh: boolean, client: Client): Hover {
  const value = fresh ? markdown : `*${OUTDATED}: from before the last edits*\n\n${markdown}`;
  return {
    contents: { kind: client.markdownHovers ? MarkupKind.Markdown : MarkupKind.PlainText, value },
    range: toRange(range),
  };
}

/** The hover with a run below it. */
export function withRun(told: Hover | null, run: string): Hover {
  const kind = MarkupKind.Markdown;
  if (told === null) return { contents: { kind, value: run } };
  const { value } = told.contents as { readonly value: string };
  return { ...told, contents: { kind, value: `${value}\n\n${run}` } };
}

/** `at`: the part of the loop that was asked about. */
export function loopHover(loop: LoopReport, at: SourceRange, { uri, fresh, client }: Shown): Hover {
  return toHover(hoverMarkdown(loop, detailLink(uri, loop, client)), at, fresh, client);
}

/** What is shown of a document's results, and to whom. */
export interface Shown {
  readonly uri: string;
  readonly fresh: boolean;
  readonly client: Client;
}

/** Only for clients that follow such links. */
function detailLink(uri: string, loop: LoopReport, client: Client): string {
  if (!client.commandLinks) return '';
  const target = encodeURIComponent(JSON.stringify([uri, toPosition(loop.head.start)]));
  return `[Detail](command:${SHOW_DETAIL}?${target})`;
}

export function assertHover(assertion: AssertionReport, fresh: boolean, client: Client): Hover {
  return toHover(assertionHover(assertion), assertion.range, fresh, client);
}

export function toDetailResult(loop: LoopReport, fresh: boolean): DetailResult {
  const detail = loopDetailMarkdown(loop);
  return {
    markdown: fresh ? detail : `*${OUTDATED}: from before the last edits*\n\n${detail}`,
    loop,
    line: toRange(loop.head).start.line,
  };
}

/** The failing assertions and what was found beside them: what holds or isn't known gets no squiggle. */
export function toDiagnostics(uri: string, report: FileReport, client: Client, severities: Severities): Diagnostic[] {
  const failing = severityOf(ASSERTION_VIOLATED, 'error', severities);
  return [
    ...report.assertions.flatMap((assertion) =>
      failing === null || assertion.verdict !== 'violated' || assertion.accepted
        ? []
        : [{ ...toDiagnostic(uri, assertion, report.loops, client), severity: failing }],
    ),
    ...(report.findings ?? []).flatMap((finding) =>
      finding.accepted ? [] : findingDiagnostic(uri, finding, client, severities),
    ),
  ];
}

function findingDiagnostic(
  uri: string,
  finding: Finding,
  client: Client,
  severities: Severities,
): readonly Diagnostic[] {
  const { code, severity: own, message, unnecessary } = showFinding(finding);
  const severity = severityOf(code, own, severities);
  if (severity === null) return [];
  const diagnostic: Diagnostic = { range: toRange(finding.range), source: 'looplens', code, severity, message };
  if (unnecessary) diagnostic.tags = [DiagnosticTag.Unnecessary];
  if (client.codeDescriptions) diagnostic.codeDescription = { href: reasonsDocUrl(code, client.reasonsPage) };
  const places = 'related' in finding ? (finding.related ?? []) : [];
  if (client.relatedInformation && places.length > 0)
    diagnostic.relatedInformation = places.map((p) => ({
      location: { uri, range: toRange(p.range) },
      message: p.message,
    }));
  return [diagnostic];
}

function toDiagnostic(
  uri: string,
  assertion: AssertionReport,
  loops: readonly LoopReport[],
  client: Client,
): Diagnostic {
  const diagnostic: Diagnostic = {
    range: toRange(assertion.range),
    code: ASSERTION_VIOLATED,
    source: 'looplens',
    message: diagnosticMessage(assertion),
  };
  if (client.codeDescriptions)
    diagnostic.codeDescription = { href: reasonsDocUrl(ASSERTION_VIOLATED, client.reasonsPage) };
  if (client.relatedInformation) diagnostic.relatedInformation = related(uri, assertion, loops);
  return diagnostic;
}

/** The loops that the run has passed on its way, and the values with which it fails. (The message has the inputs.) */
function related(
  uri: string,
  assertion: AssertionReport,
  loops: readonly LoopReport[],
): DiagnosticRelatedInformation[] {
  const passed = loops.filter(
    (loop) => loop.function === assertion.function && isBefore(loop.head.start, assertion.range.start),
  );
  const values = Object.entries(assertion.values ?? {})
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');
  const note = (range: SourceRange, message: string): DiagnosticRelatedInformation => ({
    location: { uri, range: toRange(range) },
    message,
  });
  return [
    ...passed.map((loop) => note(loop.head, `through this loop: ${lensTitle(loop)}`)),
    ...(values === '' ? [] : [note(assertion.range, `values here: ${values}`)]),
  ];
}

/** The place is in the range or at its end. */
export const contains = (range: SourceRange, position: Position): boolean =>
  !isBefore(position, range.start) && !isBefore(range.end, position);
