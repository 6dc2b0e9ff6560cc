/** Code actions on a loop: what is known of its values as C to copy, or as an assertion behind it. */
import type { CodeAction, Range, TextEdit } from 'vscode-languageserver/node';
import type { LoopReport } from '../report/index.ts';
import { COPY, LOOP_ACTIONS } from './protocol.ts';
import { toRange } from './to-protocol.ts';

export interface LoopActionsRequest {
  readonly uri: string;
  readonly loop: LoopReport;
  /** The document as it is; the loop's places are those in it. */
  readonly text: string;
  /** The client can copy text. */
  readonly copies: boolean;
}

export function loopActions(request: LoopActionsRequest): CodeAction[] {
  const { loop, copies } = request;
  const { c: code, assertions = [] } = loop.compilable ?? {};
  const out: CodeAction[] = [];
  const copy = (title: string, text: string): void => {
    if (copies) out.push({ title, kind: LOOP_ACTIONS, command: { title, command: COPY, arguments: [text] } });
  };
  const statements = assertions.map((condition) => `assert(${condition});`);
  if (code !== undefined) copy('Copy What the Loop Does as C', code);
  if (statements.length > 0) {
    copy('Copy What Holds Behind the Loop as Assertions', statements.join('\n'));
    const edits = insertion(request, statements);
    const title = statements.length > 1 ? 'Insert Assertions after the Loop' : 'Insert an Assertion after the Loop';
    if (edits) out.push({ title, kind: LOOP_ACTIONS, edit: { changes: { [request.uri]: edits } } });
  }
  return out;
}

/** Null where the loop is not a statement of a block, so that a statement behind it would not belong to it. */
function insertion({ loop, text }: LoopActionsRequest, statements: readonly string[]): TextEdit[] | null {
  const { start, end } = toRange(loop.range);
  const lines = text.split(/\r\n|\r|\n/);
  const before = withoutComments([...lines.slice(0, start.line), (lines[start.line] ?? '').slice(0, start.character)]);
  if (loop.kind === 'goto' || !/[{};]\s*$/.test(before)) return null;
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /^\s*/.exec(lines[start.line] ?? '')?.[0] ?? '';
  const inserted = statements.map((statement) => `${lineEnd}${indent}${statement}`).join('');
  return [...includes(lines, lineEnd), { range: at(end), newText: inserted }];
}

/** Lines of directives count as none. */
const withoutComments = (lines: readonly string[]): string =>
  lines
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '');

const at = (position: Range['start']): Range => ({ start: position, end: position });

/** The header, where it isn't included yet: beside the first that is. */
function includes(lines: readonly string[], lineEnd: string): TextEdit[] {
  if (lines.some((line) => /^\s*#\s*include\s*[<"]assert\.h[>"]/.test(line))) return [];
  const first = Math.max(
    0,
    lines.findIndex((line) => /^\s*#\s*include\b/.test(line)),
  );
  return [{ range: at({ line: first, character: 0 }), newText: `#include <assert.h>${lineEnd}` }];
}
