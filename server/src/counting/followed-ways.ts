/**
 * That every iteration moves a pointer on by a link, on whichever way it goes: down a tree, `t = k < t->key ? t->left :
 * t->right`, `t = t->child[bit]`, where that differs from node to node; or along a list, by the same link everywhere.
 * Source: our own.
 */
import type { Block, BlockId, Expr, VarId } from '../program/index.ts';
import { readVariables, successors } from '../program/index.ts';
import type { Followed, Step, Write } from './followed-lists.ts';
import { writersOfLink } from './followed-lists.ts';
import type { LoopShape, Trust } from './loop-shape.ts';
import { writesOf } from './loop-shape.ts';
import { alongLinks } from './walks-along-links.ts';

/** That every iteration moves a pointer on by one of some links. */
interface Ways {
  readonly steps: readonly Step[];
  /** Who is asked to be trusted not to write the links that are still to come. */
  readonly trusted: readonly string[];
}

/** Null where an iteration may leave the pointer where it is, or move it otherwise. */
function followedOnAllWays(shape: LoopShape, pointer: VarId, ignored: Trust['ignores']): Ways | null {
  const own = movesOf(shape, pointer, ignored);
  if (own.length === 0 || mayPassBy(own, null, shape)) return null;
  const steps: Step[] = [];
  for (const write of own) {
    const reads = readsOf(write, pointer, shape, ignored);
    if (reads === null) return null;
    for (const read of reads) {
      const step = stepDown(read, write, pointer);
      if (step === null) return null;
      steps.push(step);
    }
  }
  const writers = steps.map((step) => writersOfLink(shape, step, ignored));
  if (writers.includes(null)) return null;
  return { steps, trusted: [...new Set(writers.flatMap((found) => found?.trusted ?? []))] };
}

/** Down a tree. */
export type Down = Pick<Followed, 'trusted' | 'link'>;

/** Null where it isn't down a tree. */
export function followedDown(shape: LoopShape, pointer: VarId, ignored: Trust['ignores']): Down | null {
  const ways = followedOnAllWays(shape, pointer, ignored);
  if (ways) return isDown(ways.steps, shape) ? { trusted: ways.trusted, link: null } : null;
  const along = alongLinks(shape, pointer, ignored);
  const isTree = along !== null && !along.takesOut && isDown(along.steps, shape);
  return isTree ? { trusted: along.trusted, link: along.link } : null;
}

const isDown = (steps: readonly Step[], shape: LoopShape): boolean =>
  isChosenAnew(steps, shape) && !steps.some(({ member }) => LEADS_UP.test(member));

/**
 * `if (p->n == k) { p = p->next; continue; } ... p = p->next;`: on all ways the same link is followed. `isOnce`: and no
 * further in one iteration.
 */
export function followedOnEachWay(
  shape: LoopShape,
  pointer: VarId,
  ignored: Trust['ignores'],
): { readonly followed: Followed; readonly isOnce: boolean } | null {
  const ways = followedOnAllWays(shape, pointer, ignored);
  const [first, ...others] = ways?.steps ?? [];
  const isSame = ({ member, read }: Step): boolean => member === first?.member && indexRead(read) === null;
  if (!ways || !first || ![first, ...others].every(isSame)) return null;
  const followed = { member: first.member, trusted: ways.trusted, unlinks: false, link: null };
  return { followed, isOnce: !mayPassTwice(movesOf(shape, pointer, ignored), shape) };
}

const movesOf = (shape: LoopShape, variable: VarId, ignored: Trust['ignores']): readonly Write[] =>
  writesOf(shape, variable).filter(({ stmt }) => !ignored(stmt));

/** With links that lead back to where one has been, there is no longest way down. Nothing but the names tells of these. */
const LEADS_UP = /parent|father|prev|back|owner|root|^up$/i;

/** Where the value is read that is stored, by itself or by way of a variable that is set in the same iteration. */
function readsOf(write: Write, pointer: VarId, shape: LoopShape, ignored: Trust['ignores']): readonly Write[] | null {
  const { stmt } = write;
  if (stmt.kind !== 'assign') return [write];
  if (stmt.value.kind !== 'var' || stmt.value.id === pointer) return null;
  const from = movesOf(shape, stmt.value.id, ignored);
  const before = from.filter(({ block, at }) => block !== write.block || at < write.at);
  return mayPassBy(before, write.block, shape) ? null : from;
}

/** `t->left`, `t->child[i]`: read through the pointer itself, from a pointer. */
function stepDown(read: Write, own: Write, pointer: VarId): Step | null {
  const { stmt } = read;
  const from = stmt.kind === 'havoc' ? stmt.from : undefined;
  if (from?.position.kind !== 'var' || from.position.id !== pointer) return null;
  if (from.type.name !== 'pointer' || from.path === '' || from.overlay !== undefined) return null;
  const beside = stmt.kind === 'havoc' ? (stmt.follows?.beside ?? []) : [];
  return { pointer, member: from.path.slice(from.path.lastIndexOf('/') + 1), beside, read, own, link: null };
}

/** An iteration may get from its beginning to the block without passing any of them; null: to the next iteration. */
function mayPassBy(writes: readonly Write[], to: BlockId | null, shape: LoopShape): boolean {
  const { cfg, loop } = shape;
  const { header } = loop.site;
  const passing = new Set(writes.map(({ block }) => block));
  const seen = new Set<BlockId>();
  const open: BlockId[] = [header];
  for (let b = open.pop(); b !== undefined; b = open.pop()) {
    if (passing.has(b)) continue;
    if (b === to) return true;
    for (const next of successors((cfg.fn.blocks[b] as Block).end)) {
      if (next === header && to === null) return true;
      if (next === header || seen.has(next) || !loop.blocks.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  }
  return false;
}

/** An iteration may get from one of them to another. */
function mayPassTwice(writes: readonly Write[], { cfg, loop }: LoopShape): boolean {
  const passing = new Set(writes.map(({ block }) => block));
  const isNext = (b: BlockId): boolean => b !== loop.site.header && loop.blocks.has(b);
  const behind = (b: BlockId): readonly BlockId[] => successors((cfg.fn.blocks[b] as Block).end).filter(isNext);
  const open = [...passing].flatMap(behind);
  const seen = new Set(open);
  for (let b = open.pop(); b !== undefined; b = open.pop()) {
    if (passing.has(b)) return true;
    for (const next of behind(b)) {
      if (!seen.has(next)) open.push(next);
      seen.add(next);
    }
  }
  return passing.size < writes.length;
}

const indexRead = ({ stmt }: Write): Expr | null => (stmt.kind === 'havoc' && stmt.from?.index) || null;

/** Not the same way in each iteration. */
function isChosenAnew(steps: readonly Step[], { cfg, written, loop }: LoopShape): boolean {
  const isOpen = (v: VarId): boolean => written.has(v);
  const isIndexed = (index: Expr | null): boolean => index !== null && [...readVariables(index)].some(isOpen);
  if (steps.some(({ read }) => isIndexed(indexRead(read)))) return true;
  if (new Set(steps.map(({ member }) => member)).size < 2) return false;
  return steps.some(({ read }) => {
    for (let at = read.block; at !== loop.site.header; at = cfg.dominator(at)) {
      const { end } = cfg.fn.blocks[cfg.dominator(at)] as Block;
      const isChoice = end.kind === 'branch' && successors(end).every((to) => loop.blocks.has(to));
      if (isChoice && [...readVariables(end.cond)].some(isOpen)) return true;
    }
    return false;
  });
}
