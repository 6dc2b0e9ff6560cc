/** Results of an older version of a document, moved along with the edits made since. */
import { isBefore } from '../source/index.ts';
import type { Position, Reason, SourceRange } from '../source/index.ts';
import type { AssertionReport, FileReport } from '../report/index.ts';
import { movedFinding, movedLoop } from '../report/index.ts';

/** `range` (of the text before) was replaced by `text`. */
export interface Edit {
  readonly range: SourceRange;
  readonly text: string;
}

/** The one edit that turns `before` into `after`: what is left when the common start and end are taken off. */
export function differenceOf(before: string, after: string): Edit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  // Not between the two halves of a line end.
  if (start > 0 && before[start - 1] === '\r') start -= 1;
  let tail = 0;
  while (
    tail < shorter - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail += 1;
  if (tail > 0 && before[before.length - tail] === '\n') tail -= 1;
  const end = before.length - tail;
  return {
    range: { start: positionAt(before, start), end: positionAt(before, end) },
    text: after.slice(start, after.length - tail),
  };
}

/** The report with every range moved along with the edits, in order. */
export function shiftReport(report: FileReport, edits: readonly Edit[]): FileReport {
  if (edits.length === 0) return report;
  const moves = edits.map(moveOf);
  const move = (range: SourceRange): SourceRange => moves.reduce((moved, next) => next(moved), range);
  return {
    ...report,
    loops: report.loops.map((loop) => movedLoop(loop, move, (reason) => shiftReason(reason, move))),
    assertions: report.assertions.map((assertion) => shiftAssertion(assertion, move)),
    ...(report.findings ? { findings: report.findings.map((finding) => movedFinding(finding, move)) } : {}),
    ...(report.invariants
      ? { invariants: report.invariants.map((invariant) => ({ ...invariant, range: move(invariant.range) })) }
      : {}),
    syntaxErrors: report.syntaxErrors.map((error) => ({ ...error, range: move(error.range) })),
    functions: report.functions.map((function_) => ({
      ...function_,
      range: move(function_.range),
      reasons: shiftReasons(function_.reasons, move),
      ...(function_.requires
        ? { requires: function_.requires.map((required) => ({ ...required, range: move(required.range) })) }
        : {}),
    })),
  };
}

type Move = (range: SourceRange) => SourceRange;

function shiftAssertion(assertion: AssertionReport, move: Move): AssertionReport {
  const { readings } = assertion;
  const moved = {
    ...assertion,
    range: move(assertion.range),
    ...(readings ? { readings: readings.map((reading) => ({ ...reading, range: move(reading.range) })) } : {}),
  };
  return assertion.reason ? { ...moved, reason: shiftReason(assertion.reason, move) } : moved;
}

function shiftReasons(reasons: readonly Reason[], move: Move): readonly Reason[] {
  return reasons.map((reason) => shiftReason(reason, move));
}

function shiftReason(reason: Reason, move: Move): Reason {
  return reason.range === null ? reason : { ...reason, range: move(reason.range) };
}

function moveOf(edit: Edit): Move {
  const { start, end } = edit.range;
  const lines = edit.text.split(/\r\n|\r|\n/);
  const lastLength = lines[lines.length - 1]?.length ?? 0;
  const newEnd: Position = {
    line: start.line + lines.length - 1,
    column: lines.length === 1 ? start.column + lastLength : lastLength + 1,
  };
  /** Positions behind the edit keep their distance to its end; those inside go to the given side of the new text. */
  const movePosition = (position: Position, inside: Position): Position => {
    if (isBefore(position, start)) return position;
    if (isBefore(position, end)) return inside;
    return position.line === end.line
      ? { line: newEnd.line, column: newEnd.column + position.column - end.column }
      : { line: position.line + newEnd.line - end.line, column: position.column };
  };
  return (range) => {
    // A range's end that the edit touches stays in front of what was inserted.
    const rangeEnd = same(range.end, start) ? range.end : movePosition(range.end, start);
    const rangeStart = movePosition(range.start, newEnd);
    return { start: isBefore(rangeEnd, rangeStart) ? rangeEnd : rangeStart, end: rangeEnd };
  };
}

function same(a: Position, b: Position): boolean {
  return a.line === b.line && a.column === b.column;
}

function positionAt(text: string, offset: number): Position {
  let line = 1;
  let lineStart = 0;
  for (const match of text.matchAll(/\r\n|\r|\n/g)) {
    const next = match.index + match[0].length;
    if (next > offset) break;
    line += 1;
    lineStart = next;
  }
  return { line, column: offset - lineStart + 1 };
}
