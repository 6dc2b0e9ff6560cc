/**
 * Loops that are entered at several places, by a `switch` or a `goto` into their bodies. What is run before such a
 * loop's head is reached for the first time becomes a copy of its own (node splitting). Then each loop is entered at
 * its head.
 */
import { successors } from './control-flow-graph.ts';
import { cyclicComponents } from './cyclic-components.ts';
import type { AssertionSite, IrFunction } from './program.ts';
import type { Block, BlockId, Stmt, Terminator } from './blocks.ts';
import type { LoopSite } from './loop-site.ts';

/** Blocks that may be added, and copies that are made. */
const MOST_ADDED = 300;
const MOST_COPIES = 24;

/**
 * The same function with loops that are entered at their heads only. It is itself where they are, or where too much
 * would have to be copied.
 */
export function withLoopHeads(fn: IrFunction): IrFunction {
  let at = fn;
  for (let copies = 0; ; copies++) {
    const found = secondEntry(at, new Set(at.blocks.map((b) => b.id)));
    if (found === null) return at;
    if (copies >= MOST_COPIES || at.blocks.length + found.blocks.size > fn.blocks.length + MOST_ADDED) return fn;
    at = split(at, found);
  }
}

/** Blocks that lead to each other, of which `head` is to be the only one that others lead to. */
interface Knot {
  readonly head: BlockId;
  readonly blocks: ReadonlySet<BlockId>;
}

/** The first knot within these blocks that is entered at another place than its head. */
function secondEntry(fn: IrFunction, within: ReadonlySet<BlockId>): Knot | null {
  const before = predecessors(fn);
  for (const blocks of components(fn, within)) {
    const entries = [...blocks].filter((b) => b === fn.entry || before.get(b)?.some((p) => !blocks.has(p)));
    if (entries.length === 0) continue;
    const sites = fn.loops.filter((l) => blocks.has(l.header)).sort((x, y) => x.nested - y.nested);
    const [only] = entries;
    if (entries.length > 1)
      return { head: (sites.find((l) => entries.includes(l.header)) ?? sites[0])?.header ?? only!, blocks };
    const inside = new Set([...blocks].filter((b) => b !== only));
    if (!sites.some((l) => l.header === only)) {
      // a loop that only a jump into its body leads to goes round at its head all the same
      const inner = components(fn, inside);
      const open = sites.find((l) => !inner.some((c) => c.has(l.header)));
      if (open !== undefined) return { head: open.header, blocks };
    }
    const deeper = secondEntry(fn, inside);
    if (deeper !== null) return deeper;
  }
  return null;
}

/** Of the blocks that a run may reach, those that lead to them. */
function predecessors(fn: IrFunction): ReadonlyMap<BlockId, readonly BlockId[]> {
  const found = new Map<BlockId, BlockId[]>([[fn.entry, []]]);
  for (const [b] of found)
    for (const to of successors(fn.blocks[b]!.end)) {
      const list = found.get(to);
      if (list) list.push(b);
      else found.set(to, [b]);
    }
  return found;
}

/** What goes round within these blocks. */
function components(fn: IrFunction, within: ReadonlySet<BlockId>): readonly ReadonlySet<BlockId>[] {
  const after = (b: BlockId): readonly BlockId[] => successors(fn.blocks[b]!.end).filter((to) => within.has(to));
  return cyclicComponents(within, after).map((members) => new Set(members));
}

/** Ways from elsewhere to other blocks of the knot than its head lead to copies of these. */
function split(fn: IrFunction, { head, blocks: knot }: Knot): IrFunction {
  const copied = [...knot].filter((b) => b !== head);
  const copies = new Map(copied.map((b, i) => [b, fn.blocks.length + i]));
  const assertions: AssertionSite[] = [...fn.assertions];
  const moved = (end: Terminator, to: (b: BlockId) => BlockId): Terminator =>
    end.kind === 'goto'
      ? { ...end, to: to(end.to) }
      : end.kind === 'branch'
        ? { ...end, then: to(end.then), else: to(end.else) }
        : end;
  const intoCopy = (b: BlockId): BlockId => copies.get(b) ?? b;
  const again = (statement: Stmt): Stmt => {
    if (statement.kind !== 'assert') return statement;
    const id = assertions.length;
    assertions.push({ ...fn.assertions[statement.assertion]!, id });
    return { ...statement, assertion: id };
  };
  const blocks: Block[] = fn.blocks.map((b) => (knot.has(b.id) ? b : { ...b, end: moved(b.end, intoCopy) }));
  for (const b of copied) {
    const { stmts, end } = fn.blocks[b]!;
    blocks.push({ id: blocks.length, stmts: stmts.map(again), end: moved(end, intoCopy) });
  }
  // loops within the copy are loops of their own
  const loops: LoopSite[] = [...fn.loops];
  for (const l of fn.loops)
    if (copies.has(l.header))
      loops.push({
        ...l,
        id: loops.length,
        header: intoCopy(l.header),
        body: intoCopy(l.body),
        behind: l.behind === null ? null : intoCopy(l.behind),
      });
  return { ...fn, blocks, loops, assertions, entry: intoCopy(fn.entry) };
}
