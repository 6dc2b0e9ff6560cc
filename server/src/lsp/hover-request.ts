/** textDocument/hover: a loop on its head, an assertion on its text, a function that was not fully understood on its first line. */
import type { Hover, Position as LspPosition } from 'vscode-languageserver/node';
import type { Position } from '../source/index.ts';
import { escapeMarkdown } from '../render/index.ts';
import type { FileReport, LoopReport } from '../report/index.ts';
import type { Results } from '../workspace/index.ts';
import type { Client } from './client-capabilities.ts';
import { assertHover, contains, fromPosition, loopHover, toHover } from './to-protocol.ts';

/** `diagnostics`: whether the client is shown them. */
export function hover(results: Results | null, at: LspPosition, client: Client, diagnostics: boolean): Hover | null {
  if (results === null) return null;
  const { report, fresh } = results;
  const position = fromPosition(at);
  const assertion = report.assertions.find((candidate) => contains(candidate.range, position));
  if (assertion)
    return assertion.verdict === 'violated' && diagnostics && client.hoversShowDiagnostics
      ? null
      : assertHover(assertion, fresh, client);
  const loop = report.loops.findLast((candidate) => contains(candidate.head, position));
  if (loop) return loopHover(loop, fresh, client);
  return notAnalysed(report, position, fresh, client);
}

/** The innermost loop around a position. */
export function loopAt(report: FileReport, at: LspPosition): LoopReport | null {
  const position = fromPosition(at);
  const head = report.loops.findLast((loop) => contains(loop.head, position));
  if (head) return head;
  const around = report.loops.filter((loop) => contains(loop.range, position));
  return around.reduce<LoopReport | null>(
    (inner, loop) => (inner === null || loop.nested >= inner.nested ? loop : inner),
    null,
  );
}

function notAnalysed(report: FileReport, position: Position, fresh: boolean, client: Client): Hover | null {
  const error = report.syntaxErrors.find(
    (candidate) => candidate.range.start.line === position.line && contains(candidate.range, position),
  );
  if (error)
    return toHover(`**not analysed from here on** · ${escapeMarkdown(error.message)}\n`, error.range, fresh, client);
  const found = report.functions.find(
    (candidate) => candidate.range.start.line === position.line && contains(candidate.range, position),
  );
  if (!found || found.reasons.length === 0) return null;
  const lines = found.reasons.slice(0, 12).map((reason) => {
    const place = reason.range ? `line ${reason.range.start.line}: ` : '';
    return `- ${place}${escapeMarkdown(reason.message)} (\`${reason.code}\`)`;
  });
  const more = found.reasons.length > lines.length ? `\n- and ${found.reasons.length - lines.length} more` : '';
  return toHover(
    `**LoopLens does not model everything in** \`${found.name}\`\n\n${lines.join('\n')}${more}\n`,
    found.range,
    fresh,
    client,
  );
}
