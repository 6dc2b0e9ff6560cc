/**
 * `#if`s that headers decide which weren't read: their macros were taken for undefined. What they leave out may be
 * there in a build: rows of a table, statements of a loop.
 */
import type { IrFunction } from '../../program/index.ts';
import { isWithin } from '../../source/index.ts';
import type { Reason } from '../../source/index.ts';
import type { PreprocessorNote } from '../sources/index.ts';
import { endOfDecided, positionAt } from '../sources/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { changesIn, declaredBy } from './undecided-changes.ts';
import { isIncomplete } from '../types/index.ts';
import type { Declarations, FunctionDefinition } from '../types/index.ts';

/** What is told of the lines of a function. */
export function notesWithin({ notes, lines }: Declarations, { range }: FunctionDefinition): Declarations['notes'] {
  const from = lines[range.start.line - 1] ?? 0;
  const to = lines[range.end.line] ?? Number.POSITIVE_INFINITY;
  return notes.filter(({ start, end }) => start >= from && end < to);
}

/** Those in a function. */
export function undecidedConditions(file: Declarations, definition: FunctionDefinition): Pick<IrFunction, 'undecided'> {
  const { range } = definition;
  const undecided = notesWithin(file, definition).flatMap((note) => {
    const { macros, start } = note;
    if (macros === undefined) return [];
    const at = { start: positionAt(file.lines, start), end: positionAt(file.lines, endOfDecided(note)) };
    return isWithin(at, range)
      ? [{ macros, range: at, changes: changesIn(file, note), ...declaredBy(file, note) }]
      : [];
  });
  return undecided.length === 0 ? {} : { undecided };
}

/** Why it isn't known what such a condition decides about. */
export function undecidedReason({ lines }: Declarations, { code, message, start, end }: PreprocessorNote): Reason {
  return { code, message, range: { start: positionAt(lines, start), end: positionAt(lines, end) } };
}

/** Why it isn't known what a node comes to that has a macro in it which headers may define otherwise. */
export function doubtWithin(file: Declarations, node: Pick<SyntaxNode, 'start' | 'end'>): Reason | null {
  if (!file.notes.some(({ until }) => until !== undefined)) return null;
  const { start, end } = file.locator.offsets(node.start, node.end);
  const note = file.notes.find((n) => n.until !== undefined && n.start >= start && n.until <= end);
  return note === undefined ? null : undecidedReason(file, note);
}

/** A text with what stands in branches that weren't read, as if in functions behind it. */
export function withUndecided(text: string, notes: Declarations['notes']): string {
  const branches = notes.flatMap((note) => note.branches ?? []);
  // each may open or close braces of its own
  return branches.length === 0 ? text : `${text};{{{{${branches.join(';')}}}}}`;
}

/** What decides which rows an initialiser has, and isn't known: ``whether `X` is defined``. Null: nothing. */
export function rowsDecidedBy(
  { notes, locator, types }: Declarations,
  initializer: Pick<SyntaxNode, 'start' | 'end'>,
): string | null {
  if (!isIncomplete(types, initializer)) return null;
  const { start, end } = locator.offsets(initializer.start, initializer.end);
  const within = notes.filter((note) => note.start >= start && note.end <= end);
  const macro = within.find(({ macros }) => macros !== undefined)?.macros?.[0];
  if (macro !== undefined) return `whether \`${macro}\` is defined`;
  return within[0]?.message ?? 'what headers define that were not read';
}
