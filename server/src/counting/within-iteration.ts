/** What is known at each place of an iteration, followed from the loop's head along all ways until nothing changes. */
import type { BlockId } from '../program/index.ts';
import type { LoopShape } from './loop-shape.ts';

/** Larger loops aren't followed. */
export const MOST_BLOCKS = 150;
/** Blocks are looked at so often, on average. */
const MOST_VISITS = 6;

/** How what is known, `S`, goes from block to block. */
export interface Along<S> {
  /** The ways on from a block that stay in the loop, with what is known there; null: it can't be followed. */
  onwards(block: BlockId, before: S): readonly { readonly to: BlockId; readonly stand: S }[] | null;
  /** Where two ways meet. */
  join(a: S, b: S): S;
  isSame(a: S, b: S): boolean;
}

/** By block, where it begins; and at each way back to the head. */
export interface Stands<S> {
  readonly at: ReadonlyMap<BlockId, S>;
  readonly back: readonly S[];
}

/** Null where it can't be followed. */
export function withinIteration<S>(shape: LoopShape, first: S, along: Along<S>): Stands<S> | null {
  const { header } = shape.loop.site;
  const at = new Map<BlockId, S>([[header, first]]);
  const open = new Set<BlockId>([header]);
  const back: S[] = [];
  for (let left = shape.order.length * MOST_VISITS; open.size > 0; left--) {
    const block = shape.order.find((b) => open.has(b));
    const ways = block === undefined || left === 0 ? null : along.onwards(block, at.get(block) as S);
    if (block === undefined || ways === null) return null;
    open.delete(block);
    for (const { to, stand } of ways) {
      if (to === header) {
        back.push(stand);
        continue;
      }
      const old = at.get(to);
      const met = old === undefined ? stand : along.join(old, stand);
      if (old !== undefined && along.isSame(old, met)) continue;
      at.set(to, met);
      open.add(to);
    }
  }
  return { at, back };
}
