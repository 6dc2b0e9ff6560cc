/**
 * Slicing a loop by variables of interest and by what decides when it is left. Branches and inner loops are passed
 * over that neither lead out nor change anything that these depend on. Source: Proteus, step 1; program dependence by
 * control regions, so that `break`, `continue` and `goto` count.
 */
import type { Block, BlockId, Cfg, Expr, Loop, Stmt, VarId } from '../program/index.ts';
import { exitBlocks, readVariables, successors } from '../program/index.ts';

export interface Slice {
  /** The variables of interest, and those that they or the decision to leave depend on. */
  readonly relevant: ReadonlySet<VarId>;
  /**
   * Block -> where to go on without following its branches: a block of the loop, or its header for the next iteration.
   */
  readonly skip: ReadonlyMap<BlockId, BlockId>;
  /** Variables that the loop may change and that are not followed. */
  readonly ignored: ReadonlySet<VarId>;
}

/** Stands for everything behind an iteration. */
const END = -1;

/** What decides which blocks of an iteration are run. */
interface Control {
  /** Branching blocks and inner headers, with where all ways from them meet again; END: behind the iteration. */
  readonly joins: ReadonlyMap<BlockId, BlockId>;
  /** By block: those that have it on a way to where their ways meet again, or lead to one that has. */
  readonly deciders: ReadonlyMap<BlockId, ReadonlySet<BlockId>>;
  /** Blocks that lead out of the loop. */
  readonly leaving: readonly BlockId[];
}

/** `interest`: what is to be followed besides the ways out; `assertions`: a failing assertion counts as one. */
export function sliceLoop(cfg: Cfg, loop: Loop, interest: Iterable<VarId>, assertions: boolean): Slice {
  const { relevant, followed } = new Slicing(cfg, loop, interest, assertions).closed();
  const skip = new Map<BlockId, BlockId>();
  for (const [at, join] of controlOf(cfg, loop).joins) {
    if (!followed.has(at)) skip.set(at, join === END ? loop.site.header : join);
  }
  const ignored = new Set<VarId>();
  for (const b of loop.blocks)
    for (const s of (cfg.fn.blocks[b] as Block).stmts) {
      if ('target' in s && s.target !== null && !relevant.has(s.target)) ignored.add(s.target);
    }
  return { relevant, skip, ignored };
}

/** A slice in the making: what is relevant, and the branches that are followed for it. */
class Slicing {
  readonly relevant: Set<VarId>;
  readonly followed = new Set<BlockId>();
  private readonly cfg: Cfg;
  private readonly loop: Loop;
  private readonly assertions: boolean;
  private readonly control: Control;

  constructor(cfg: Cfg, loop: Loop, interest: Iterable<VarId>, assertions: boolean) {
    this.cfg = cfg;
    this.loop = loop;
    this.assertions = assertions;
    this.control = controlOf(cfg, loop);
    this.relevant = new Set(interest);
  }

  /** With all that the ways out and what is relevant depend on. */
  closed(): this {
    for (const b of this.control.leaving) {
      this.follow(b);
      this.followDeciders(b);
    }
    const left = new Set(this.loop.blocks);
    for (let before = -1; before < this.relevant.size; ) {
      before = this.relevant.size;
      for (const b of left) {
        if (!this.changesRelevant(b)) continue;
        left.delete(b);
        this.followDeciders(b);
      }
      for (const b of this.loop.blocks)
        for (const s of this.block(b).stmts) {
          for (const e of reads(s, this.relevant, this.assertions)) this.followValue(e);
        }
    }
    return this;
  }

  private block(b: BlockId): Block {
    return this.cfg.fn.blocks[b] as Block;
  }

  /** A branch, and those that decide whether it is come to. */
  private follow(blockId: BlockId): void {
    const work = [blockId];
    for (let x = work.pop(); x !== undefined; x = work.pop()) {
      if (this.followed.has(x) || !this.control.joins.has(x)) continue;
      this.followed.add(x);
      const { end } = this.block(x);
      if (end.kind === 'branch') this.followValue(end.cond);
      work.push(...(this.control.deciders.get(x) ?? []));
    }
  }

  /** What the expression reads is relevant. */
  private followValue(e: Expr): void {
    for (const v of readVariables(e)) this.relevant.add(v);
  }

  /** The branches that decide whether a block is run. */
  private followDeciders(b: BlockId): void {
    for (const by of this.control.deciders.get(b) ?? []) this.follow(by);
  }

  private changesRelevant(blockId: BlockId): boolean {
    return this.block(blockId).stmts.some(
      (s) =>
        s.kind === 'assume' ||
        (this.assertions && s.kind === 'assert') ||
        ('target' in s && s.target !== null && this.relevant.has(s.target)),
    );
  }
}

/** Variables of the source that may be read after the loop. */
export function liveAfter(cfg: Cfg, loop: Loop): ReadonlySet<VarId> {
  return new Set(exitBlocks(cfg, loop).flatMap((b) => [...(cfg.live[b] ?? [])]));
}

/** Expressions that a relevant variable's new value, or the end of the run, depends on. */
function reads(statement: Stmt, relevant: ReadonlySet<VarId>, assertions: boolean): readonly Expr[] {
  switch (statement.kind) {
    case 'assume':
      return [statement.cond];
    case 'assert':
      return assertions ? [statement.cond] : [];
    case 'assign':
      return relevant.has(statement.target) ? [statement.value] : [];
    case 'load':
      return relevant.has(statement.target) ? [statement.index] : [];
    default:
      return [];
  }
}

const known = new WeakMap<Loop, Control>();

function controlOf(cfg: Cfg, loop: Loop): Control {
  const found = known.get(loop) ?? control(cfg, loop);
  known.set(loop, found);
  return found;
}

/** Control dependence within one iteration, by postdominance (Ferrante, Ottenstein and Warren). */
function control(cfg: Cfg, loop: Loop): Control {
  const header = loop.site.header;
  const inside = (b: BlockId): boolean => loop.blocks.has(b) && b !== header;
  const next = (b: BlockId): readonly BlockId[] => successors((cfg.fn.blocks[b] as Block).end);
  const meets = immediatePostdominators(header, (b) => next(b).map((s) => (inside(s) ? s : END)));
  const ends = [...loop.blocks].every((b) => meets.has(b));
  const joins = new Map<BlockId, BlockId>();
  const deciders = new Map<BlockId, ReadonlySet<BlockId>>();
  for (const blockId of loop.blocks) {
    const isHeader = blockId !== header && cfg.loopAt.has(blockId);
    if (!(next(blockId).length > 1 || (isHeader && cfg.loops[cfg.loopAt.get(blockId) as number]?.repeats))) continue;
    const join = meets.get(blockId) ?? END;
    joins.set(blockId, join);
    // where some blocks never come to the end, not all that is on a way is found by postdominance
    const starts = next(blockId).map((s) => (inside(s) ? s : END));
    const decided = ends ? starts.flatMap((s) => upTo(join, s, meets)) : between(blockId, join, inside, next);
    // an inner loop's own header is among what it decides
    for (const x of isHeader ? [...decided, blockId] : decided)
      deciders.set(x, new Set([...(deciders.get(x) ?? []), blockId]));
  }
  const leaving = [...loop.blocks].filter((b) => next(b).length === 0 || next(b).some((s) => !loop.blocks.has(s)));
  return { joins, deciders, leaving };
}

/** The blocks from one on that all its ways go through, up to a join. */
function upTo(join: BlockId, from: BlockId, meets: ReadonlyMap<BlockId, BlockId>): readonly BlockId[] {
  const out: BlockId[] = [];
  for (let x = from; x !== join && x !== END; x = meets.get(x) ?? END) out.push(x);
  return out;
}

/** The blocks on ways from one to where they meet again. */
function between(
  from: BlockId,
  join: BlockId,
  inside: (b: BlockId) => boolean,
  next: (b: BlockId) => readonly BlockId[],
): ReadonlySet<BlockId> {
  const out = new Set<BlockId>();
  const work = [from];
  for (let x = work.pop(); x !== undefined; x = work.pop()) {
    for (const s of next(x)) {
      if (s === join || !inside(s) || out.has(s)) continue;
      out.add(s);
      work.push(s);
    }
  }
  return out;
}

/**
 * Where all ways from a block meet again first. Missing: nowhere before the end. Source: Cooper, Harvey and Kennedy's
 * iteration over an order.
 */
function immediatePostdominators(
  from: BlockId,
  next: (b: BlockId) => readonly BlockId[],
): ReadonlyMap<BlockId, BlockId> {
  const order = successorsFirst(from, (b) => next(b).filter((s) => s !== END));
  const position = new Map<BlockId, number>([[END, -1], ...order.map((b, i) => [b, i] as const)]);
  const joins = new Map<BlockId, BlockId>();
  const meet = (first: BlockId, second: BlockId): BlockId => {
    let [x, y] = [first, second];
    while (x !== y) {
      if ((position.get(x) as number) > (position.get(y) as number)) x = joins.get(x) ?? END;
      else y = joins.get(y) ?? END;
    }
    return x;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const b of order) {
      const ends = next(b);
      const known = (ends.length === 0 ? [END] : ends).filter((s) => s === END || joins.has(s));
      const [first, ...others] = known;
      if (first === undefined) continue;
      const join = others.reduce(meet, first);
      if (joins.get(b) === join) continue;
      joins.set(b, join);
      changed = true;
    }
  }
  return joins;
}

/** Depth-first postorder. */
function successorsFirst(from: BlockId, next: (b: BlockId) => readonly BlockId[]): BlockId[] {
  const out: BlockId[] = [];
  const seen = new Set<BlockId>([from]);
  const stack = [{ b: from, left: [...next(from)] }];
  for (let top = stack[stack.length - 1]; top !== undefined; top = stack[stack.length - 1]) {
    const s = top.left.pop();
    if (s === undefined) {
      out.push(top.b);
      stack.pop();
    } else if (!seen.has(s)) {
      seen.add(s);
      stack.push({ b: s, left: [...next(s)] });
    }
  }
  return out;
}
