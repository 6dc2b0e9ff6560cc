/**
 * Slicing a loop by variables of interest and by what decides when it is left (Proteus, step 1; program dependence by control
 * regions, so that `break`, `continue` and `goto` count): branches and inner loops that neither lead out nor change anything
 * that these depend on are passed over.
 */
import type { Cfg, Loop } from '../ir/cfg.ts';
import { exitBlocks, successors } from '../ir/cfg.ts';
import type { Block, BlockId, Expr, Stmt, VarId } from '../ir/program.ts';
import { readVariables } from './paths.ts';

export interface Slice {
  /** The variables of interest, and those that they or the decision to leave depend on. */
  readonly relevant: ReadonlySet<VarId>;
  /** Block -> where to go on without following its branches: a block of the loop, or its header for the next iteration. */
  readonly skip: ReadonlyMap<BlockId, BlockId>;
  /** Variables that the loop may change and that are not followed. */
  readonly ignored: ReadonlySet<VarId>;
}

/** Stands for everything behind an iteration. */
const END = -1;

interface Region {
  readonly at: BlockId;
  /** Where all ways from the block meet again; END: behind the iteration. */
  readonly join: BlockId;
  readonly blocks: ReadonlySet<BlockId>;
  /** Some way through the region leaves the loop. */
  readonly leaves: boolean;
}

/** `interest`: what is to be followed besides the ways out; `assertions`: a failing assertion counts as one. */
export function sliceLoop(cfg: Cfg, loop: Loop, interest: Iterable<VarId>, assertions: boolean): Slice {
  const regions = regionsOf(cfg, loop);
  const block = (b: BlockId): Block => cfg.fn.blocks[b] as Block;
  const relevant = new Set<VarId>(interest);
  const followed = new Set<Region>();
  const changesRelevant = (b: BlockId): boolean => block(b).stmts.some((s) => s.kind === 'assume' || (assertions && s.kind === 'assert') || ('target' in s && s.target !== null && relevant.has(s.target)));
  for (let grown = true; grown; ) {
    grown = false;
    for (const r of regions) {
      if (followed.has(r) || !(r.leaves || [...r.blocks].some(changesRelevant))) continue;
      followed.add(r);
      grown = true;
      const { end } = block(r.at);
      if (end.kind === 'branch') for (const v of readVariables(end.cond)) relevant.add(v);
    }
    for (const b of loop.blocks) for (const s of block(b).stmts) for (const e of reads(s, relevant, assertions)) {
      const before = relevant.size;
      readVariables(e, relevant);
      if (relevant.size > before) grown = true;
    }
  }
  const skip = new Map<BlockId, BlockId>();
  for (const r of regions) if (!followed.has(r)) skip.set(r.at, r.join === END ? loop.site.header : r.join);
  const ignored = new Set<VarId>();
  for (const b of loop.blocks) for (const s of block(b).stmts) if ('target' in s && s.target !== null && !relevant.has(s.target)) ignored.add(s.target);
  return { relevant, skip, ignored };
}

/** Variables of the source that may be read after the loop. */
export function liveAfter(cfg: Cfg, loop: Loop): ReadonlySet<VarId> {
  return new Set(exitBlocks(cfg, loop).flatMap((b) => [...(cfg.live[b] ?? [])]));
}

/** Expressions that a relevant variable's new value, or the end of the run, depends on. */
function reads(s: Stmt, relevant: ReadonlySet<VarId>, assertions: boolean): readonly Expr[] {
  switch (s.kind) {
    case 'assume': return [s.cond];
    case 'assert': return assertions ? [s.cond] : [];
    case 'assign': return relevant.has(s.target) ? [s.value] : [];
    case 'load': return relevant.has(s.target) ? [s.index] : [];
    default: return [];
  }
}

const known = new WeakMap<Loop, readonly Region[]>();

function regionsOf(cfg: Cfg, loop: Loop): readonly Region[] {
  const found = known.get(loop) ?? controlRegions(cfg, loop);
  known.set(loop, found);
  return found;
}

/** The regions of the loop's branching blocks and inner headers, by postdominance within one iteration. */
function controlRegions(cfg: Cfg, loop: Loop): Region[] {
  const header = loop.site.header;
  const inside = (b: BlockId): boolean => loop.blocks.has(b) && b !== header;
  const next = (b: BlockId): readonly BlockId[] => successors((cfg.fn.blocks[b] as Block).end);
  const joins = immediatePostdominators(header, (b) => next(b).map((s) => (inside(s) ? s : END)));
  const out: Region[] = [];
  for (const b of loop.blocks) {
    const branching = next(b).length > 1 || (b !== header && cfg.loopAt.has(b) && cfg.loops[cfg.loopAt.get(b) as number]?.repeats);
    if (!branching) continue;
    const join = joins.get(b) ?? END;
    const blocks = new Set<BlockId>();
    let leaves = false;
    const work = [b];
    for (let x = work.pop(); x !== undefined; x = work.pop()) {
      const succs = next(x);
      if (succs.length === 0) leaves = true;
      for (const s of succs) {
        if (s === join || s === header) continue;
        if (!loop.blocks.has(s)) leaves = true;
        else if (!blocks.has(s)) {
          blocks.add(s);
          work.push(s);
        }
      }
    }
    // an inner loop's own header belongs to its region
    if (b !== header && cfg.loopAt.has(b)) blocks.add(b);
    out.push({ at: b, join, blocks, leaves });
  }
  return out;
}

/** Where all ways from a block meet again first; missing: nowhere before the end (Cooper, Harvey and Kennedy's iteration over an order). */
function immediatePostdominators(from: BlockId, next: (b: BlockId) => readonly BlockId[]): ReadonlyMap<BlockId, BlockId> {
  const order = successorsFirst(from, (b) => next(b).filter((s) => s !== END));
  const position = new Map<BlockId, number>([[END, -1], ...order.map((b, i) => [b, i] as const)]);
  const joins = new Map<BlockId, BlockId>();
  const meet = (a: BlockId, b: BlockId): BlockId => {
    let [x, y] = [a, b];
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
