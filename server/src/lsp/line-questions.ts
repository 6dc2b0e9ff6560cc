/**
 * Questions about a line: can it be reached, and which program gets there. Asked by commands and offered as code
 * actions.
 */
import { CodeActionKind } from 'vscode-languageserver/node';
import type { CodeAction, CodeActionContext, Diagnostic, Range } from 'vscode-languageserver/node';
import { hasLens, reachMessage } from '../render/index.ts';
import type { Results, Workspace } from '../workspace/index.ts';
import { findingActions } from './finding-actions.ts';
import { loopAt } from './hover-request.ts';
import { loopActions } from './loop-actions.ts';
import { GENERATE_TEST, LOOP_ACTIONS, REACH, SHOW_RUN } from './protocol.ts';
import { nameOf } from './uri-names.ts';
import type { DetailTarget, ReachResult, TestResult } from './protocol.ts';
import { ASSERTION_VIOLATED } from './severities.ts';
import { contains, fromPosition } from './to-protocol.ts';

/** Codes of diagnostics that a run shows, and a test. */
export const FAILING: ReadonlySet<string> = new Set([
  ASSERTION_VIOLATED,
  'index-outside',
  'division-by-zero',
  'shift-too-far',
  'uninitialised',
  'signed-overflow',
  'overflow',
]);

const GONE = 'There is no answer: the document is not open, or the analysis failed.';

export async function reachLine(workspace: Workspace | null, { uri, position }: DetailTarget): Promise<ReachResult> {
  const { line } = fromPosition(position);
  const answer = (await workspace?.ask(uri, { line })) ?? null;
  if (answer === null) return { message: GONE, verdict: 'none' };
  if ('missing' in answer) return { message: `LoopLens: ${answer.missing}.`, verdict: 'none' };
  return { message: reachMessage({ file: nameOf(uri), line }, answer), verdict: answer.verdict };
}

export async function generateTest(workspace: Workspace | null, { uri, position }: DetailTarget): Promise<TestResult> {
  const { line } = fromPosition(position);
  const file = nameOf(uri);
  const name = `${file.replace(/\.\w+$/, '')}_line${line}.c`;
  const answer = (await workspace?.ask(uri, { line, driver: file })) ?? null;
  if (answer === null) return { text: null, message: GONE, name };
  if ('missing' in answer) return { text: null, message: `LoopLens: ${answer.missing}.`, name };
  if (answer.driver !== undefined)
    return { text: answer.driver, message: `A test for line ${line}. Save it as ${name}, beside ${file}.`, name };
  return {
    text: null,
    message: answer.undriven ? `No test can be written: ${answer.undriven}.` : reachMessage({ file, line }, answer),
    name,
  };
}

/** What code actions are made of. */
export interface AboutCode {
  readonly results: Results | null;
  /** The document; null: it is not open. */
  readonly text: string | null;
  /** The client can copy text, and step through runs. */
  readonly copies: boolean;
  readonly runs: boolean;
}

/**
 * On an assertion that fails: a test that shows it. On a finding: what mends it, and a comment that accepts it. In a
 * loop: its values as C and as assertions. Anywhere in a function: the question about the line, among the source
 * actions.
 */
export function codeActions(
  uri: string,
  range: Range,
  context: CodeActionContext,
  { results, text, copies, runs }: AboutCode,
): CodeAction[] {
  const wanted = (kind: string): boolean =>
    !context.only || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
  const out: CodeAction[] = [];
  const failing = context.diagnostics.filter(
    ({ code, source }) => source === 'looplens' && code !== undefined && FAILING.has(String(code)),
  );
  if (wanted(CodeActionKind.QuickFix)) {
    const about = (title: string, command: string, diagnostic: Diagnostic): CodeAction => ({
      title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      command: { title, command, arguments: [uri, diagnostic.range.start] },
    });
    if (results?.fresh && text !== null)
      out.push(...findingActions({ uri, report: results.report, text, diagnostics: context.diagnostics }));
    if (runs) out.push(...failing.map((diagnostic) => about('Show the run', SHOW_RUN, diagnostic)));
    out.push(...failing.map((diagnostic) => about('Generate a test that fails here', GENERATE_TEST, diagnostic)));
  }
  const inFunction = results?.report.functions.some((f) => contains(f.range, fromPosition(range.start))) ?? false;
  const loop = results?.fresh ? loopAt(results.report, range.start) : null;
  if (loop && text !== null && hasLens(loop) && wanted(LOOP_ACTIONS))
    out.push(...loopActions({ uri, loop, text, copies }));
  if (inFunction && wanted(LOOP_ACTIONS)) {
    const title = 'Can this line be reached?';
    out.push({ title, kind: LOOP_ACTIONS, command: { title, command: REACH, arguments: [uri, range.start] } });
  }
  return out;
}
