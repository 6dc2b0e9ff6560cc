/**
 * A function with one statement in each block, so that a run can be looked at between any two. The first keeps its
 * block's number.
 */
import type { Block, BlockId, IrFunction } from '../../program/index.ts';

export interface SingleStatements {
  readonly fn: IrFunction;
  /** The block that a block was a part of. */
  readonly origin: (block: BlockId) => BlockId;
}

export function singleStatements(fn: IrFunction): SingleStatements {
  const further: Block[] = [];
  const origins: BlockId[] = fn.blocks.map((b) => b.id);
  const blocks = fn.blocks.map((block): Block => {
    const [first, ...rest] = block.stmts;
    if (first === undefined || rest.length === 0) return block;
    const begin = fn.blocks.length + further.length;
    for (const [i, stmt] of rest.entries()) {
      const id = begin + i;
      const end = i === rest.length - 1 ? block.end : ({ kind: 'goto', to: id + 1 } as const);
      further.push({ id, stmts: [stmt], end });
      origins.push(block.id);
    }
    return { id: block.id, stmts: [first], end: { kind: 'goto', to: begin } };
  });
  return { fn: { ...fn, blocks: [...blocks, ...further] }, origin: (b) => origins[b] ?? b };
}
