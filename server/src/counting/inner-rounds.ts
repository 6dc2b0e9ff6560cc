/**
 * Loops within a loop that iterate equally often whenever they are entered: `for (t = 0; t < 16; t++) p++;` moves p by
 * 16. Source: our own.
 */
import type { Block, BlockId, Loop } from '../program/index.ts';
import { successors } from '../program/index.ts';
import type { LoopShape } from './loop-shape.ts';

export interface InnerRounds {
  readonly header: BlockId;
  readonly blocks: ReadonlySet<BlockId>;
  /** How often it comes to its header, each time. */
  readonly passes: bigint;
  /** It is left at the header; else at its only latch. */
  readonly endsAtHeader: boolean;
}

/** By a loop's header: how often it begins its body, where that is the same whatever comes before it. */
export type FixedCounts = ReadonlyMap<BlockId, bigint>;

/** The innermost first. */
export const roundsWithin = ({ within, cfg }: LoopShape, fixed: FixedCounts): readonly InnerRounds[] =>
  within
    .flatMap((loop) => roundsOf(loop, fixed.get(loop.site.header), (b) => cfg.fn.blocks[b] as Block) ?? [])
    .sort((a, b) => a.blocks.size - b.blocks.size);

function roundsOf(
  { site: { header, body }, blocks }: Loop,
  count: bigint | undefined,
  blockOf: (b: BlockId) => Block,
): InnerRounds | null {
  if (count === undefined || count < 1n) return null;
  const edges = [...blocks].flatMap((from) => successors(blockOf(from).end).map((to) => ({ from, to })));
  const [exit, ...otherExits] = edges.filter(({ to }) => !blocks.has(to));
  if (!exit || otherExits.length > 0) return null;
  // what ends it at a test before the body is counted by no body
  if (exit.from === header) return { header, blocks, passes: body === header ? count : count + 1n, endsAtHeader: true };
  const latches = edges.filter(({ to }) => to === header);
  const isLatch = latches.length === 1 && latches[0]?.from === exit.from;
  return isLatch ? { header, blocks, passes: count, endsAtHeader: false } : null;
}
