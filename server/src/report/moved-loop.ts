/** A report on a loop with all its places moved, as the text around it has. */
import type { Reason, SourceRange } from '../source/index.ts';
import type { LoopReport } from './report.ts';

/** `move` and `moveReason`: where a place, and a reason with its place, are now. */
export function movedLoop(
  loop: LoopReport,
  move: (range: SourceRange) => SourceRange,
  moveReason: (reason: Reason) => Reason,
): LoopReport {
  const { tail, leaves, unknown, why, accesses, requires } = loop;
  const placed = <T extends { readonly range: SourceRange | null }>(of: T): T =>
    of.range === null ? of : { ...of, range: move(of.range) };
  return {
    ...loop,
    range: move(loop.range),
    head: move(loop.head),
    reasons: loop.reasons.map(moveReason),
    ...(tail ? { tail: move(tail) } : {}),
    ...(leaves ? { leaves: leaves.map(placed) } : {}),
    ...(unknown ? { unknown: unknown.map(placed) } : {}),
    ...(why ? { why: placed(why) } : {}),
    ...(accesses ? { accesses: accesses.map(placed) } : {}),
    ...(requires ? { requires: requires.map(placed) } : {}),
  };
}
