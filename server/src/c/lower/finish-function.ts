/**
 * The last steps on a function. What pointers may change is spelled out (`alias-effects.ts`), blocks are fused, loops
 * and assertions numbered.
 */
import { isWithin } from '../../source/index.ts';
import type { Around, AssertionSite, Block, BlockId, Expr, LoopSite, Stmt, Terminator } from '../../program/index.ts';
import { depthFirst } from '../../program/index.ts';
import { binary, ownStores, rangeOf, spellOut, temporary, unary } from '../objects/index.ts';
import type { Draft, DraftBlock, DraftLoop } from '../objects/index.ts';
import { floatingChanges } from './floating-changes.ts';
import { decisionsIn, isEntered, tailOf, waysOut } from './ways-out.ts';

/** Blocks, loops and assertions of a finished draft. */
export function finished(
  draft: Draft,
  entry: BlockId,
): {
  readonly blocks: Block[];
  readonly entry: BlockId;
  readonly loops: LoopSite[];
  readonly assertions: AssertionSite[];
  readonly stores: ReturnType<typeof ownStores>;
} {
  for (const block of draft.blocks) block.end ??= { kind: 'halt', reason: null };
  const stores = ownStores(draft, draft.blocks);
  const stmts = spellOut(draft, draft.blocks);
  const headers = new Set(draft.loops.map((l) => l.header));
  const bodies = new Map(draft.loops.map((l) => [l, bodyOf(draft.blocks, stmts, l)]));
  const kept = new Set([...headers, ...bodies.values()]);
  mergeConditions(draft.blocks, stmts, kept);
  const roots = [entry, ...kept];
  const { blocks: fused, placeOf } = fuse(draft, stmts, roots, kept);
  const order = depthFirst(fused, roots);
  const renumbered = new Map(order.map((id, i) => [id, i]));
  const blocks = order.map(
    (id, i): Block => ({ id: i, stmts: fused[id]!.stmts, end: retarget(fused[id]!.end, (to) => renumbered.get(to)!) }),
  );
  const sites = loopSites(draft, bodies, (id) => renumbered.get(placeOf(id)));
  const assertions = draft.assertions.map((a): AssertionSite => {
    const loops = sites.filter((l) => isWithin(a.range, l.range)).map((l) => l.id);
    return { ...a, loops };
  });
  return { blocks, entry: renumbered.get(entry)!, loops: sites, assertions, stores };
}

/** A body that every iteration begins at once is the header's. */
function bodyOf(
  blocks: readonly DraftBlock[],
  stmts: readonly (readonly Stmt[])[],
  { header, body }: Draft['loops'][number],
): BlockId {
  const { end } = blocks[header]!;
  return stmts[header]!.length === 0 && end?.kind === 'goto' && end.to === body ? header : body;
}

function loopSites(
  draft: Draft,
  bodies: ReadonlyMap<Draft['loops'][number], BlockId>,
  block: (id: BlockId) => BlockId | undefined,
): LoopSite[] {
  const sorted = [...draft.loops].sort((a, b) => a.node.start - b.node.start || b.node.end - a.node.end);
  const outer =
    nesting(sorted) ??
    sorted.map((l) => containing(sorted, l).reduce<Around | null>((around, loop) => ({ loop, around }), null));
  return sorted.map((loop, id): LoopSite => {
    let nested = 0;
    for (let a = outer[id] ?? null; a !== null; a = a.around) nested++;
    return {
      id,
      kind: loop.kind,
      header: block(loop.header)!,
      body: block(bodies.get(loop)!)!,
      behind: (loop.exit === undefined ? null : block(loop.exit)) ?? null,
      range: rangeOf(draft, loop.node),
      head: rangeOf(draft, loop.head),
      tail: tailOf(draft, loop),
      leaves: waysOut(draft, loop),
      decisions: decisionsIn(draft, loop),
      floating: floatingChanges(draft, loop),
      entered: isEntered(draft, loop),
      fromMacro: draft.file.locator.expanded(loop.node.start),
      nested,
      test: loop.test,
      once: loop.once === true,
      around: outer[id] ?? null,
    };
  });
}

/**
 * The loops around each, by the text after preprocessing: loops that one macro makes have one place in the source. Null
 * where some overlap, as jumps can make them.
 */
function nesting(sorted: readonly DraftLoop[]): (Around | null)[] | null {
  const open: { readonly id: number; readonly end: number; readonly around: Around | null }[] = [];
  const out: (Around | null)[] = [];
  for (const [id, { node, kind }] of sorted.entries()) {
    if (kind === 'goto') return null;
    while (open.length > 0 && (open[open.length - 1]?.end ?? 0) <= node.start) open.pop();
    const top = open[open.length - 1];
    const around = top === undefined ? null : { loop: top.id, around: top.around };
    out.push(around);
    open.push({ id, end: node.end, around });
  }
  return out;
}

function containing(sorted: readonly DraftLoop[], loop: DraftLoop): number[] {
  return sorted.flatMap((o, i) =>
    o !== loop &&
    o.node.start <= loop.node.start &&
    o.node.end >= loop.node.end &&
    !(o.node.start === loop.node.start && o.node.end === loop.node.end)
      ? [i]
      : [],
  );
}

/** Operands of `&&` and `||` that turned out to have no effects become terms of one branch. */
function mergeConditions(blocks: readonly DraftBlock[], stmts: readonly Stmt[][], kept: ReadonlySet<BlockId>): void {
  const predecessors = countPredecessors(blocks);
  for (let changed = true; changed; ) {
    changed = false;
    for (const block of blocks) {
      const end = block.end!;
      if (end.kind !== 'branch') continue;
      for (const middle of [end.then, end.else]) {
        const inner = blocks[middle]!;
        const next = inner.end!;
        if (
          !inner.condition ||
          stmts[middle]!.length > 0 ||
          predecessors[middle] !== 1 ||
          kept.has(middle) ||
          next.kind !== 'branch' ||
          inner === block
        )
          continue;
        const merged = mergeBranches(end, next, middle);
        if (merged === null) continue;
        block.end = merged;
        inner.condition = false;
        changed = true;
        break;
      }
    }
  }
}

function mergeBranches(
  outer: Terminator & { kind: 'branch' },
  inner: Terminator & { kind: 'branch' },
  middle: BlockId,
): Terminator | null {
  const not = (e: Expr): Expr => unary('lognot', e);
  if (outer.then === middle && outer.else === inner.else)
    return { ...outer, cond: binary('land', outer.cond, inner.cond, null), then: inner.then };
  if (outer.else === middle && outer.then === inner.then)
    return { ...outer, cond: binary('lor', outer.cond, inner.cond, null), else: inner.else };
  if (outer.then === middle && outer.else === inner.then)
    return { ...outer, cond: binary('lor', not(outer.cond), inner.cond, null), then: inner.then, else: inner.else };
  if (outer.else === middle && outer.then === inner.else)
    return { ...outer, cond: binary('land', not(outer.cond), inner.cond, null), then: inner.then, else: inner.else };
  return null;
}

function countPredecessors(blocks: readonly DraftBlock[]): number[] {
  const counts = new Array<number>(blocks.length).fill(0);
  for (const b of blocks) for (const to of targets(b.end!)) counts[to]!++;
  return counts;
}

function targets(end: Terminator): BlockId[] {
  if (end.kind === 'goto') return [end.to];
  return end.kind === 'branch' ? [end.then, end.else] : [];
}

function retarget(end: Terminator, to: (id: BlockId) => BlockId): Terminator {
  if (end.kind === 'goto') return { kind: 'goto', to: to(end.to) };
  return end.kind === 'branch' ? { ...end, then: to(end.then), else: to(end.else) } : end;
}

/**
 * Skips empty blocks and joins blocks with their only successor. Headers and bodies of loops stay. `placeOf`: the block
 * that stands for one that was there before.
 */
function fuse(
  draft: Draft,
  stmts: readonly Stmt[][],
  roots: readonly BlockId[],
  kept: ReadonlySet<BlockId>,
): { blocks: { stmts: Stmt[]; end: Terminator }[]; placeOf: (id: BlockId) => BlockId } {
  const blocks = draft.blocks.map((d, i) => ({ stmts: stmts[i]!, end: d.end! }));
  const forward = (id: BlockId): BlockId => {
    let at = id;
    for (let steps = 0; steps <= blocks.length; steps++) {
      const block = blocks[at]!;
      if (kept.has(at) || block.stmts.length > 0 || block.end.kind !== 'goto' || block.end.to === at) break;
      at = block.end.to;
    }
    return at;
  };
  for (const block of blocks) {
    block.end = retarget(block.end, forward);
    if (block.end.kind === 'branch' && block.end.then === block.end.else) {
      const { cond, range, then } = block.end;
      // evaluated for nothing, but it may be undefined
      if (!isTotal(cond))
        block.stmts = [...block.stmts, { kind: 'assign', target: temporary(draft, cond.type), value: cond, range }];
      block.end = { kind: 'goto', to: then };
    }
  }
  const skipped = blocks.map((_, id) => forward(id));
  const joined = new Map<BlockId, BlockId>();
  const live = new Set(depthFirst(blocks, roots));
  const counts = new Array<number>(blocks.length).fill(0);
  for (const id of live) for (const to of targets(blocks[id]!.end)) counts[to]!++;
  for (const id of live) {
    const block = blocks[id]!;
    for (;;) {
      const end = block.end;
      if (end.kind !== 'goto' || end.to === id || counts[end.to] !== 1 || kept.has(end.to) || roots.includes(end.to))
        break;
      const next = blocks[end.to]!;
      block.stmts = [...block.stmts, ...next.stmts];
      block.end = next.end;
      next.end = { kind: 'halt', reason: null };
      next.stmts = [];
      counts[end.to] = 0;
      joined.set(end.to, id);
    }
  }
  const placeOf = (id: BlockId): BlockId => {
    let at = skipped[id] ?? id;
    for (let next = joined.get(at); next !== undefined; next = joined.get(at)) at = next;
    return at;
  };
  return { blocks, placeOf };
}

/** Whether evaluating the expression can't be undefined. */
function isTotal(expression: Expr): boolean {
  switch (expression.kind) {
    case 'const':
    case 'var':
      return true;
    case 'cast':
      return isTotal(expression.arg);
    case 'unary':
      return (expression.op !== 'neg' || !expression.type.signed) && isTotal(expression.arg);
    case 'ite':
      return isTotal(expression.cond) && isTotal(expression.then) && isTotal(expression.else);
    case 'binary': {
      const partial =
        expression.op === 'div' ||
        expression.op === 'rem' ||
        expression.op === 'shl' ||
        expression.op === 'shr' ||
        (/^(add|sub|mul)$/.test(expression.op) && expression.left.type.signed);
      return !partial && isTotal(expression.left) && isTotal(expression.right);
    }
  }
}
