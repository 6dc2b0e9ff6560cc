/**
 * What a loop is made of, from the control-flow graph alone. That is its latches, its exits, the blocks that every
 * iteration passes once, and what it writes.
 */
import type { Block, BlockId, Cfg, IrFunction, Loop, Stmt, VarId } from '../program/index.ts';
import { successors } from '../program/index.ts';
import { grouped } from './grouped.ts';
import type { MemoryPlace } from './memory-reads.ts';

/** An edge that leads out. */
export interface Exit {
  readonly from: BlockId;
  readonly to: BlockId;
}

export interface LoopShape {
  readonly cfg: Cfg;
  readonly loop: Loop;
  /** The loop's blocks, each behind those that lead to it, back edges aside. */
  readonly order: readonly BlockId[];
  /** By block: those within the loop that lead to it. */
  readonly predecessors: ReadonlyMap<BlockId, readonly BlockId[]>;
  readonly latches: readonly BlockId[];
  readonly exits: readonly Exit[];
  /** Blocks that every iteration that comes back passes, exactly once. */
  readonly spine: ReadonlySet<BlockId>;
  /** Blocks in loops within this one. */
  readonly inner: ReadonlySet<BlockId>;
  /** Those loops. */
  readonly within: readonly Loop[];
  readonly written: ReadonlySet<VarId>;
  readonly arraysWritten: ReadonlySet<number>;
}

/** Calls in a loop's test, as they stand there, by the statement that sets the result. */
export type Limits = ReadonlyMap<Stmt, string>;

/** What a loop's statements are taken not to do. */
export interface Trust {
  /** Such a statement changes nothing. */
  ignores(s: Stmt): boolean;
  /** Such a statement doesn't change what is read at such a place. */
  trusts(s: Stmt, place: MemoryPlace, fn: IrFunction): boolean;
  /** What is read is an integer, where its type isn't known. */
  readonly guesses: boolean;
  /** Results of calls in the loop's test that are taken to stay the same. */
  readonly limits?: Limits;
}

export function loopShape(cfg: Cfg, loop: Loop, { ignores }: Trust): LoopShape {
  const { fn } = cfg;
  const { header } = loop.site;
  const within = loopsWithin(cfg, loop);
  const inner = new Set(within.flatMap((l) => [...l.blocks]));
  const order = forwardOrder(cfg, loop);
  const predecessors = new Map<BlockId, BlockId[]>(order.map((b) => [b, []]));
  const exits: Exit[] = [];
  for (const b of order)
    for (const s of successors((fn.blocks[b] as Block).end)) {
      const list = predecessors.get(s);
      if (list) list.push(b);
      else exits.push({ from: b, to: s });
    }
  const latches = predecessors.get(header) ?? [];
  const stmts = order.flatMap((b) => (fn.blocks[b] as Block).stmts).filter((s) => !ignores(s));
  return {
    cfg,
    loop,
    order,
    predecessors,
    latches,
    exits,
    spine: spineOf(cfg, latches, header, inner),
    inner,
    within,
    written: new Set(stmts.flatMap(variablesWritten)),
    arraysWritten: new Set(stmts.flatMap(arraysWritten)),
  };
}

/** In the order of `cfg.loops`. A function may have thousands of loops: they are found by the blocks of this one. */
function loopsWithin(cfg: Cfg, loop: Loop): readonly Loop[] {
  const indices = [...loop.blocks].flatMap((b) => cfg.loopAt.get(b) ?? []).sort((a, b) => a - b);
  return indices.map((i) => cfg.loops[i] as Loop).filter((l) => l.repeats && l.site.header !== loop.site.header);
}

/** Blocks that dominate every latch, those in inner loops left out. */
function spineOf(
  cfg: Cfg,
  latches: readonly BlockId[],
  header: BlockId,
  inner: ReadonlySet<BlockId>,
): ReadonlySet<BlockId> {
  const chains = latches.map((latch) => {
    const chain = new Set<BlockId>();
    for (let b = latch; ; b = cfg.dominator(b)) {
      chain.add(b);
      if (b === header || b === cfg.dominator(b)) return chain;
    }
  });
  const [first, ...rest] = chains;
  return new Set([...(first ?? [])].filter((b) => !inner.has(b) && rest.every((c) => c.has(b))));
}

function forwardOrder({ fn }: Cfg, loop: Loop): BlockId[] {
  const seen = new Set<BlockId>([loop.site.header]);
  const order: BlockId[] = [];
  const stack: { readonly block: BlockId; next: number }[] = [{ block: loop.site.header, next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const s = successors((fn.blocks[top.block] as Block).end)[top.next++];
    if (s === undefined) {
      order.push(top.block);
      stack.pop();
    } else if (loop.blocks.has(s) && !seen.has(s)) {
      seen.add(s);
      stack.push({ block: s, next: 0 });
    }
  }
  return order.reverse();
}

/** With what a call returns. */
export const variablesWritten = (s: Stmt): readonly VarId[] => [
  ...('target' in s && s.target !== null ? [s.target] : []),
  ...(s.kind === 'call' ? (s.results ?? []) : []),
];

/** Code that isn't seen may run. */
export const runsOthers = (s: Stmt): boolean =>
  (s.kind === 'note' && s.elsewhere === 'call') || (s.kind === 'call' && (s.otherwise ?? []).some(runsOthers));

/** A statement and where it stands. */
export interface Write {
  readonly block: BlockId;
  /** Its place in the block. */
  readonly at: number;
  readonly stmt: Stmt & { readonly target: VarId | null };
}

const writes = new WeakMap<LoopShape, ReadonlyMap<VarId | null, readonly Write[]>>();

/** The loop's statements that set a variable, in the order of its blocks. Found once: they are asked for again and again. */
export function writesOf(shape: LoopShape, variable: VarId): readonly Write[] {
  const known = writes.get(shape) ?? grouped(allWrites(shape), ({ stmt }) => stmt.target);
  writes.set(shape, known);
  return known.get(variable) ?? [];
}

const allWrites = ({ order, cfg }: LoopShape): readonly Write[] =>
  order.flatMap((block) =>
    (cfg.fn.blocks[block] as Block).stmts.flatMap((stmt, at): Write[] =>
      'target' in stmt ? [{ block, at, stmt }] : [],
    ),
  );

const arraysWritten = (s: Stmt): readonly number[] =>
  s.kind === 'store' || s.kind === 'fill-array' || s.kind === 'havoc-array' ? [s.array] : [];

/** Every way to block `b` passes block `a`, or it is that block. */
export function dominates(a: BlockId, b: BlockId, cfg: Cfg): boolean {
  for (let at = b; at !== a; at = cfg.dominator(at)) if (at === cfg.dominator(at)) return false;
  return true;
}

/** Blocks on ways from one, which dominates the other, to that other; it is left out. */
export function blocksBetween(from: BlockId, to: BlockId, { predecessors }: LoopShape): readonly BlockId[] {
  const found = new Set<BlockId>([from]);
  const open = [...(predecessors.get(to) ?? [])];
  for (let b = open.pop(); b !== undefined; b = open.pop()) {
    if (found.has(b)) continue;
    found.add(b);
    open.push(...(predecessors.get(b) ?? []));
  }
  return [...found];
}
