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
  const regions = controlRegions(cfg, loop);
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

/** The regions of the loop's branching blocks and inner headers, by postdominance within one iteration. */
function controlRegions(cfg: Cfg, loop: Loop): Region[] {
  const header = loop.site.header;
  const inside = (b: BlockId): boolean => loop.blocks.has(b) && b !== header;
  const next = (b: BlockId): readonly BlockId[] => successors((cfg.fn.blocks[b] as Block).end);
  const nodes = [...loop.blocks];
  // postdominators by iteration over sets, successors first: two rounds where no inner loop is in the way
  const order = successorsFirst(header, (b) => next(b).filter(inside));
  const all = new Set<BlockId>([...nodes, END]);
  const post = new Map<BlockId, Set<BlockId>>(nodes.map((b) => [b, new Set(all)]));
  post.set(END, new Set([END]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const b of order) {
      const ends = next(b).map((s) => (inside(s) ? s : END));
      const sets = (ends.length === 0 ? [END] : ends).map((s) => post.get(s) as Set<BlockId>);
      const [first, ...others] = sets;
      const meet = new Set([...(first as Set<BlockId>)].filter((x) => others.every((o) => o.has(x))));
      meet.add(b);
      if (meet.size !== (post.get(b) as Set<BlockId>).size) {
        post.set(b, meet);
        changed = true;
      }
    }
  }
  const out: Region[] = [];
  for (const b of nodes) {
    const branching = next(b).length > 1 || (b !== header && cfg.loopAt.has(b) && cfg.loops[cfg.loopAt.get(b) as number]?.repeats);
    if (!branching) continue;
    // the nearest common postdominator: the one with the most postdominators of its own
    const candidates = [...(post.get(b) as Set<BlockId>)].filter((x) => x !== b);
    const join = candidates.reduce((best, x) => ((post.get(x) as Set<BlockId>).size > (post.get(best) as Set<BlockId>).size ? x : best), END);
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
