/** Code actions on a finding: a fix where there is no doubt which, and a comment that accepts it. */
import { CodeActionKind } from 'vscode-languageserver/node';
import type { CodeAction, Diagnostic, TextEdit } from 'vscode-languageserver/node';
import type { FileReport, Finding } from '../report/index.ts';
import { showFinding } from '../render/index.ts';
import { toRange } from './to-protocol.ts';

export interface FindingActionsRequest {
  readonly uri: string;
  /** Of the document as it is. */
  readonly report: FileReport;
  readonly text: string;
  /** What the editor shows at the place. */
  readonly diagnostics: readonly Diagnostic[];
}

export function findingActions(request: FindingActionsRequest): CodeAction[] {
  const { uri, report, text, diagnostics } = request;
  return diagnostics.flatMap((diagnostic) => {
    const finding = (report.findings ?? []).find((f) => isOf(f, diagnostic));
    if (finding === undefined) return [];
    const action = (title: string, edits: readonly TextEdit[], isPreferred: boolean): CodeAction => ({
      title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      edit: { changes: { [uri]: [...edits] } },
      ...(isPreferred ? { isPreferred } : {}),
    });
    const fixes = 'fixes' in finding ? (finding.fixes ?? []) : [];
    return [
      ...fixes.map(({ title, edits }) =>
        action(
          title.replaceAll('`', "'"),
          edits.map((e) => ({ range: toRange(e.range), newText: e.text })),
          true,
        ),
      ),
      action('Accept with a comment', [accepting(text, diagnostic.range.start.line)], false),
    ];
  });
}

/** A diagnostic shows a finding. */
function isOf(finding: Finding, { code, source, range }: Diagnostic): boolean {
  const { start } = toRange(finding.range);
  const isHere = start.line === range.start.line && start.character === range.start.character;
  return source === 'looplens' && isHere && code === showFinding(finding).code;
}

/** A comment on a line of its own, indented as the one below. */
function accepting(text: string, line: number): TextEdit {
  const indent = /^\s*/.exec(text.split(/\r\n|\r|\n/)[line] ?? '')?.[0] ?? '';
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const start = { line, character: 0 };
  return { range: { start, end: start }, newText: `${indent}/* looplens: ignore */${lineEnd}` };
}
