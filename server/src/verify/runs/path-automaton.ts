/**
 * The path dependency automaton of a loop (Proteus, definition 5) as a graph: which path may come first, which may
 * follow which. An edge is left out only where the guard of the second can't hold behind the update of the first.
 */
import { feasible } from '../../decide/index.ts';
import type { LoopPath } from '../../explore/index.ts';
import type { Formula, Symbol } from '../../logic/index.ts';
import { and, substituteFormula, symbolsOfFormula } from '../../logic/index.ts';
import type { Cfg, Loop } from '../../program/index.ts';
import { bySymbol } from '../../program/index.ts';
import type { AutomatonReport } from '../../report/index.ts';
import type { SourceRange } from '../../source/index.ts';
import type { EntryState, Summarizer } from '../../summary/index.ts';

/** Of more paths than this a drawing shows nothing. */
const MOST_STATES = 40;

export function automatonOf(
  { cfg, symbols }: Summarizer,
  loop: Loop,
  paths: readonly LoopPath[],
  entry: EntryState,
): AutomatonReport {
  if (paths.length > MOST_STATES) return { states: [], initial: [], edges: [] };
  const possible = (f: Formula): boolean => feasible(f, symbols.range) !== 'no';
  const follows = (first: LoopPath, second: LoopPath): boolean => {
    if (first.kind === 'exit') return false;
    // what the environment answers is another answer in the next iteration
    const own = new Set<Symbol>(second.fresh.map((f) => f.symbol));
    if ([...symbolsOfFormula(second.guard)].some((s) => own.has(s))) return true;
    return possible(and(first.guard, substituteFormula(second.guard, bySymbol(first.update, cfg.symbols))));
  };
  return {
    states: paths.map((p) => ({ path: p.id, kind: p.kind, lines: linesOf(cfg, loop, p) })),
    initial: paths.filter((p) => possible(and(entry.facts, substituteFormula(p.guard, entry.values)))).map((p) => p.id),
    edges: paths.flatMap((from) => paths.filter((to) => follows(from, to)).map((to) => ({ from: from.id, to: to.id }))),
  };
}

/** Lines on which statements of the path begin, those of functions that were called left out. */
function linesOf({ fn }: Cfg, loop: Loop, { blocks }: LoopPath): readonly number[] {
  const { start, end } = loop.site.range;
  const ranges = blocks.flatMap((b): SourceRange[] => {
    const block = fn.blocks[b];
    if (block === undefined) return [];
    return [...block.stmts, block.end].flatMap((s) => ('range' in s && s.range !== undefined ? [s.range] : []));
  });
  const lines = ranges.map((r) => r.start.line).filter((line) => start.line <= line && line <= end.line);
  return [...new Set(lines)].sort((a, b) => a - b);
}
