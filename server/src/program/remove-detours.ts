/** Graphs with as few blocks as their branches need. */
import { depthFirst, successors } from './control-flow-graph.ts';
import type { Block, BlockId } from './blocks.ts';
import type { LoopSite } from './loop-site.ts';

/** Joins blocks with their only successor and drops what can't be reached; headers and bodies of loops stay. */
export function withoutDetours(
  blocks: readonly Block[],
  entry: BlockId,
  loops: readonly LoopSite[],
): { blocks: Block[]; entry: BlockId; loops: LoopSite[] } {
  const staying = new Set(loops.flatMap((l) => [l.header, l.body]));
  const work = blocks.map((b) => ({ stmts: [...b.stmts], end: b.end }));
  const order = depthFirst(work, [entry, ...staying]);
  const counts = new Map<BlockId, number>();
  for (const id of order) for (const to of successors(work[id]!.end)) counts.set(to, (counts.get(to) ?? 0) + 1);
  /** By block: the one that it became a part of. */
  const absorbed = new Map<BlockId, BlockId>();
  for (const id of order) {
    if (absorbed.has(id)) continue;
    const block = work[id]!;
    for (;;) {
      const { end } = block;
      if (end.kind !== 'goto' || end.to === id || counts.get(end.to) !== 1 || staying.has(end.to) || end.to === entry)
        break;
      const next = work[end.to]!;
      absorbed.set(end.to, id);
      block.stmts.push(...next.stmts);
      block.end = next.end;
    }
  }
  const kept = order.filter((id) => !absorbed.has(id));
  const renumbered = new Map(kept.map((id, i) => [id, i]));
  const to = (id: BlockId): BlockId => renumbered.get(id)!;
  const behind = (id: BlockId | null): BlockId | null =>
    id === null ? null : (renumbered.get(absorbed.get(id) ?? id) ?? null);
  return {
    blocks: kept.map((id, index): Block => {
      const { stmts, end } = work[id]!;
      return {
        id: index,
        stmts,
        end:
          end.kind === 'goto'
            ? { kind: 'goto', to: to(end.to) }
            : end.kind === 'branch'
              ? { ...end, then: to(end.then), else: to(end.else) }
              : end,
      };
    }),
    entry: to(entry),
    loops: loops.map((l) => ({ ...l, header: to(l.header), body: to(l.body), behind: behind(l.behind) })),
  };
}
