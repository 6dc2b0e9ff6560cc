/** How many loops of which sort: the last lines of `bounds`. */
import type { LoopReport } from '../report/index.ts';

export interface Totals {
  readonly loops: number;
  /** Loops with any bound. */
  readonly bounded: number;
  /** Of the bounded ones, by kind of bound. */
  readonly exact: number;
  readonly upper: number;
  readonly structural: number;
  /** Keys `1` to `4`, and `unclassified`. */
  readonly byType: Readonly<Record<string, number>>;
  /** Questions that the solver was asked for all of them. */
  readonly solverQueries: number;
}

export function totalsOf(loops: readonly LoopReport[]): Totals {
  const count = (kind: 'exact' | 'upper' | 'structural'): number =>
    loops.filter((loop) => loop.bound?.kind === kind).length;
  const byType: Record<string, number> = { 1: 0, 2: 0, 3: 0, 4: 0, unclassified: 0 };
  for (const loop of loops) {
    const key = loop.type === null ? 'unclassified' : String(loop.type);
    byType[key] = (byType[key] ?? 0) + 1;
  }
  return {
    loops: loops.length,
    bounded: loops.filter((loop) => loop.bound !== null).length,
    exact: count('exact'),
    upper: count('upper'),
    structural: count('structural'),
    byType,
    solverQueries: loops.reduce((sum, loop) => sum + loop.solverQueries, 0),
  };
}
