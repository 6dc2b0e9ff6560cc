/**
 * textDocument/hover. There is one on a loop's head and on its closing brace, on a variable in it, and on an
 * assertion's text. There is one, too, on the first line of a function that requires something of its parameters, or
 * that was not fully understood.
 */
import type { Hover, Position as LspPosition, Range } from 'vscode-languageserver/node';
import type { Position } from '../source/index.ts';
import { literally } from '../source/index.ts';
import { escapeMarkdown, functionMarkdown, hasLens, variableHover } from '../render/index.ts';
import type { FileReport, LoopReport } from '../report/index.ts';
import type { Results } from '../workspace/index.ts';
import type { Client } from './client-capabilities.ts';
import type { NameAt } from './open-texts.ts';
import type { Shown } from './to-protocol.ts';
import { assertHover, contains, fromPosition, fromRange, loopHover, toHover, toRange } from './to-protocol.ts';

/** What is asked about. */
export interface HoverQuestion {
  readonly uri: string;
  readonly position: LspPosition;
  /** The name that stands there. */
  readonly name: NameAt | null;
  /** A part of the document's text. */
  readonly part: (range: Range) => string;
}

/** `diagnostics`: whether the client is shown them. */
export function hover(
  results: Results | null,
  { uri, position: at, name, part }: HoverQuestion,
  client: Client,
  diagnostics: boolean,
): Hover | null {
  if (results === null) return null;
  const { report, fresh } = results;
  const position = fromPosition(at);
  const assertion = report.assertions.find((candidate) => contains(candidate.range, position));
  if (assertion)
    return assertion.verdict === 'violated' && diagnostics && client.hoversShowDiagnostics
      ? null
      : assertHover(assertion, fresh, client);
  const shown = { uri, fresh, client };
  const loops = report.loops.filter(hasLens);
  const loop = loops.findLast((candidate) => contains(candidate.head, position));
  if (loop) return loopHover(loop, loop.head, shown);
  const closed = loops.findLast(({ tail }) => tail !== undefined && contains(tail, position));
  if (closed?.tail) return loopHover(closed, closed.tail, shown);
  return (name && variableAt(report, name, shown, part)) ?? ofFunction(report, position, fresh, client);
}

/** The share that a variable has in the innermost loop around it. */
function variableAt(
  report: FileReport,
  at: NameAt,
  { fresh, client }: Shown,
  part: HoverQuestion['part'],
): Hover | null {
  const { line, character, name } = at;
  const start = { line, character };
  const loop = loopAt(report, start);
  // of two variables with one name only the outer one is there behind the loop
  const text = loop && !declares(part(toRange(loop.range)), name) ? variableHover(loop, name) : null;
  const end = { line, character: character + name.length };
  return text ? toHover(text, fromRange({ start, end }), fresh, client) : null;
}

/** Whether C text looks as if it declared the name: a word or a star stands before it, `return` and the like apart. */
function declares(text: string, name: string): boolean {
  const before = new RegExp(`([A-Za-z_]\\w*)[\\s*]+${literally(name)}\\s*[=;,:\\[]`, 'g');
  return [...text.matchAll(before)].some(([, word = '']) => !/^(return|else|do|goto|case|sizeof)$/.test(word));
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

function ofFunction(report: FileReport, position: Position, fresh: boolean, client: Client): Hover | null {
  const error = report.syntaxErrors.find(
    (candidate) => candidate.range.start.line === position.line && contains(candidate.range, position),
  );
  if (error)
    return toHover(`**not analysed from here on** · ${escapeMarkdown(error.message)}\n`, error.range, fresh, client);
  const found = report.functions.find(
    (candidate) => candidate.range.start.line === position.line && contains(candidate.range, position),
  );
  const text = found && functionMarkdown(found);
  return found && text ? toHover(text, found.range, fresh, client) : null;
}
