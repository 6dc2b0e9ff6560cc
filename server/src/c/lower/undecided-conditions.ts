/**
 * `#if`s that headers decide which weren't read: their macros were taken for undefined. What they leave out may be
 * there in a build: rows of a table, statements of a loop.
 */
import type { IrFunction } from '../../program/index.ts';
import { positionAt } from '../sources/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import type { Declarations, FunctionDefinition } from '../types/index.ts';

/** Those in a function. */
export function undecidedConditions(
  { notes, lines }: Pick<Declarations, 'notes' | 'lines'>,
  { range }: FunctionDefinition,
): Pick<IrFunction, 'undecided'> {
  const undecided = notes.flatMap(({ macros, branches = '', start, end }) => {
    if (macros === undefined) return [];
    const at = { start: positionAt(lines, start), end: positionAt(lines, end + branches.length) };
    return at.start.line > range.start.line && at.end.line < range.end.line ? [{ macros, range: at }] : [];
  });
  return undecided.length === 0 ? {} : { undecided };
}

/** A text with what stands in branches that weren't read, as if in functions behind it. */
export function withUndecided(text: string, notes: Declarations['notes']): string {
  const branches = notes.flatMap((note) => note.branches ?? []);
  // each may open or close braces of its own
  return branches.length === 0 ? text : `${text};{{{{${branches.join(';')}}}}}`;
}

/** The first macro that decides which rows an initialiser has; null: none. */
export function rowsDecidedBy({ notes, locator }: Declarations, initializer: SyntaxNode): string | null {
  if (!notes.some(({ macros }) => macros !== undefined)) return null;
  const { start, end } = locator.offsets(initializer.start, initializer.end);
  return notes.find((note) => note.macros !== undefined && note.start >= start && note.end <= end)?.macros?.[0] ?? null;
}
