/**
 * Which of a loop's paths an iteration of a run took. Its guard held before it, it changed what the path changes, and
 * it came back or didn't; where that leaves several, the one whose way through the blocks it was.
 */
import type { LoopPath } from '../../explore/index.ts';
import type { Symbol } from '../../logic/index.ts';
import { evaluate, formulaHolds } from '../../logic/index.ts';
import type { BlockId, Cfg, Loop } from '../../program/index.ts';

/** An iteration: the values of all variables before and after it, by id; null: not known. */
export interface PassedIteration {
  readonly before: readonly (bigint | null)[];
  readonly after: readonly (bigint | null)[];
  readonly goesOn: boolean;
  /** Blocks that were executed. */
  readonly blocks: ReadonlySet<BlockId>;
}

export function pathTaken(cfg: Cfg, loop: Loop, paths: readonly LoopPath[], passed: PassedIteration): LoopPath | null {
  const ids = new Map<Symbol, number>(cfg.symbols.map((s, v) => [s, v]));
  const value = (s: Symbol): bigint | undefined => passed.before[ids.get(s) ?? -1] ?? undefined;
  const isPossible = (p: LoopPath): boolean => {
    if ((p.kind === 'iterative') !== passed.goesOn) return false;
    if (formulaHolds(p.guard, value) === false) return false;
    return [...p.update].every(([v, t]) => {
      const expected = evaluate(t, value);
      const found = passed.after[v] ?? null;
      return expected === null || found === null || expected === found;
    });
  };
  const possible = paths.filter(isPossible);
  if (possible.length < 2) return possible[0] ?? null;
  const inner = new Set(
    cfg.loops.flatMap((l) =>
      l !== loop && l.repeats && loop.blocks.has(l.site.header) ? [...l.blocks].filter((b) => b !== l.site.header) : [],
    ),
  );
  const way = (blocks: Iterable<BlockId>): string =>
    [...new Set(blocks)]
      .filter((b) => loop.blocks.has(b) && !inner.has(b))
      .sort((a, b) => a - b)
      .join();
  const same = possible.filter((p) => way(p.blocks) === way(passed.blocks));
  return same.length === 1 ? (same[0] ?? null) : null;
}
