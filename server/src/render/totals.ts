/** How many loops of which sort: the last lines of `bounds`. */
import type { LoopReport } from '../report/index.ts';

export interface Totals {
  /** Without `pseudo`. */
  readonly loops: number;
  /** `do { } while (0)`: counted nowhere else. */
  readonly pseudo: number;
  /** Bounds that assume nothing, by kind. */
  readonly exact: number;
  readonly upper: number;
  readonly structural: number;
  /** Bounds of any of these kinds that rest on something. */
  readonly assuming: number;
  readonly until: number;
  readonly endless: number;
  readonly none: number;
  /** Loops that only a type's limit ends, and nothing better is known of. */
  readonly typeLimit: number;
  /** Keys `1` to `4`, and `unclassified`. */
  readonly byType: Readonly<Record<string, number>>;
  /** Questions that the solver was asked for all of them. */
  readonly solverQueries: number;
}

export function totalsOf(all: readonly LoopReport[]): Totals {
  const loops = all.filter((loop) => !loop.pseudo);
  const sorts = loops.map(sortOfLoop);
  const count = (sort: Sort): number => sorts.filter((s) => s === sort).length;
  const byType: Record<string, number> = { 1: 0, 2: 0, 3: 0, 4: 0, unclassified: 0 };
  for (const loop of loops) {
    const key = loop.type === null ? 'unclassified' : String(loop.type);
    byType[key] = (byType[key] ?? 0) + 1;
  }
  return {
    loops: loops.length,
    pseudo: all.length - loops.length,
    exact: count('exact'),
    upper: count('upper'),
    structural: count('structural'),
    assuming: count('assuming'),
    until: count('until'),
    endless: count('endless'),
    none: count('none'),
    typeLimit: count('typeLimit'),
    byType,
    solverQueries: loops.reduce((sum, loop) => sum + loop.solverQueries, 0),
  };
}

export type Sort = 'exact' | 'upper' | 'structural' | 'assuming' | 'until' | 'endless' | 'none' | 'typeLimit';

/** Which of the totals a loop counts for. */
export function sortOfLoop({ bound, count }: LoopReport): Sort {
  switch (count.relation) {
    case 'until':
      return 'until';
    case 'endless':
      return 'endless';
    case 'none':
      return count.source === 'type' ? 'typeLimit' : 'none';
    case 'exactly':
    case 'at-most':
      return count.assuming.length > 0 ? 'assuming' : (bound?.kind ?? 'upper');
  }
}
