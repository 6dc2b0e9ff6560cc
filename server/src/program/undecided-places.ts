/** Code that headers decide about which weren't read. */
import { isBefore, isWithin } from '../source/index.ts';
import type { SourceRange } from '../source/index.ts';
import type { IrFunction, UndecidedCondition } from './program.ts';

/** In a build that decides otherwise it has another effect. */
export const changesAnything = ({ changes }: UndecidedCondition): boolean =>
  changes === null || changes.memory || changes.names.length > 0;

/**
 * A condition by which runs may come to a place of the function with other values than those of the code that is looked
 * at, or that decides about code there. Behind a condition outside of loops that goes on with the next statement, what
 * it changes is unknown anyway. But its names may be of other types from there on. Places of functions that are called
 * may be behind any.
 */
export function undecidedAt(fn: IrFunction, place: SourceRange): UndecidedCondition | null {
  const { undecided = [], loops, range: whole } = fn;
  if (!isWithin(place, whole)) return undecided.find(changesAnything) ?? null;
  const isAround = (condition: UndecidedCondition): boolean =>
    loops.some(({ range }) => isWithin(condition.range, range) && isWithin(place, range));
  const isOnTheWay = (c: UndecidedCondition): boolean =>
    isWithin(c.range, place) ||
    (changesAnything(c) && isAround(c)) ||
    ((c.changes === null || c.retypes.length > 0) && isBefore(c.range.start, place.start));
  return undecided.find(isOnTheWay) ?? null;
}

/** The same of the place that is behind all of it. */
export const undecidedBehind = (fn: IrFunction): UndecidedCondition | null =>
  undecidedAt(fn, { start: fn.range.end, end: fn.range.end });
