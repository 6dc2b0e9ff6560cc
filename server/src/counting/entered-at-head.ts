/** Whether a loop can be counted in a function of which some other part is entered by jumps into its middle: it and all that goes round within it is entered at its head. */
import type { Block, BlockId, Cfg, Loop } from '../program/index.ts';
import { successors } from '../program/index.ts';
import type { SourceRange } from '../source/index.ts';

/** `order`: the loop's blocks, each behind those that lead to it. */
export function isEnteredAtHead(cfg: Cfg, loop: Loop, order: readonly BlockId[]): boolean {
  return (
    !cfg.irreducible ||
    (comesBackBelow(cfg, loop) && goesRoundAtHeads(cfg, loop, order) && !goesRoundElsewhere(cfg, loop))
  );
}

function dominates(cfg: Cfg, block: BlockId, of: BlockId): boolean {
  for (let b = of; ; b = cfg.dominator(b)) {
    if (b === block) return true;
    if (b === cfg.dominator(b)) return false;
  }
}

/** All that leads from the head back to it, without what comes before it, comes after it only. */
function comesBackBelow(cfg: Cfg, { site: { header } }: Loop): boolean {
  const closed = new Set<BlockId>();
  for (let b = header; b !== cfg.dominator(b); b = cfg.dominator(b)) closed.add(cfg.dominator(b));
  const seen = new Set<BlockId>();
  const open = [header];
  for (let b = open.pop(); b !== undefined; b = open.pop())
    for (const s of successors((cfg.fn.blocks[b] as Block).end)) {
      if (s === header && !dominates(cfg, header, b)) return false;
      if (closed.has(s) || seen.has(s)) continue;
      seen.add(s);
      open.push(s);
    }
  return true;
}

/** What leads back within the loop leads to what comes before it on every way. */
function goesRoundAtHeads(cfg: Cfg, { blocks }: Loop, order: readonly BlockId[]): boolean {
  const position = new Map(order.map((b, i) => [b, i]));
  const at = (b: BlockId): number => position.get(b) as number;
  return order.every((b) =>
    successors((cfg.fn.blocks[b] as Block).end).every((s) => !blocks.has(s) || at(s) > at(b) || dominates(cfg, s, b)),
  );
}

/** A loop whose head is reached only once, by a jump into its body, goes round at that place: neither of the two counts. */
function goesRoundElsewhere(cfg: Cfg, loop: Loop): boolean {
  const isPair = (head: Loop, round: Loop): boolean =>
    !head.repeats &&
    round.repeats &&
    round.blocks.has(head.site.header) &&
    (round.site.kind === 'goto' || surrounds(head.site.range, round.site.range.start));
  return cfg.loops.some((other) => isPair(loop, other) || isPair(other, loop));
}

const surrounds = ({ start, end }: SourceRange, at: SourceRange['start']): boolean =>
  isBefore(start, at) && isBefore(at, end);

const isBefore = (a: SourceRange['start'], b: SourceRange['start']): boolean =>
  a.line < b.line || (a.line === b.line && a.column < b.column);
