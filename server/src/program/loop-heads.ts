/**
 * Loops that are entered at several places, by a `switch` or a `goto` into their bodies: what is run before such a loop's head is reached for the first
 * time becomes a copy of its own, so that each loop is entered at its head (node splitting).
 */
import { successors } from './control-flow-graph.ts';
import type { AssertionSite, Block, BlockId, IrFunction, LoopSite, Stmt, Terminator } from './program.ts';

/** Blocks that may be added, and copies that are made. */
const MOST_ADDED = 300;
const MOST_COPIES = 24;

/** The same function with loops that are entered at their heads only; itself where they are, or where too much would have to be copied. */
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
  const reached = reachable(fn);
  for (const blocks of components(fn, within)) {
    const entries = [...blocks].filter(
      (b) =>
        reached.has(b) &&
        (b === fn.entry || [...reached].some((p) => !blocks.has(p) && successors(fn.blocks[p]!.end).includes(b))),
    );
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

function reachable(fn: IrFunction): ReadonlySet<BlockId> {
  const seen = new Set([fn.entry]);
  for (const b of seen) for (const to of successors(fn.blocks[b]!.end)) seen.add(to);
  return seen;
}

/** Strongly connected components that go round, by Tarjan's algorithm without recursion. */
function components(fn: IrFunction, within: ReadonlySet<BlockId>): readonly ReadonlySet<BlockId>[] {
  const search = new ComponentSearch(fn, within);
  for (const root of within) search.from(root);
  return search.found;
}

class ComponentSearch {
  readonly found: ReadonlySet<BlockId>[] = [];
  private readonly fn: IrFunction;
  private readonly within: ReadonlySet<BlockId>;
  private readonly number = new Map<BlockId, number>();
  private readonly low = new Map<BlockId, number>();
  private readonly open: BlockId[] = [];
  private readonly isOpen = new Set<BlockId>();
  private readonly stack: { readonly b: BlockId; readonly next: BlockId[] }[] = [];

  constructor(fn: IrFunction, within: ReadonlySet<BlockId>) {
    this.fn = fn;
    this.within = within;
  }

  /** Finds the components that are reached from a block and not known yet. */
  from(root: BlockId): void {
    if (this.number.has(root)) return;
    this.enter(root);
    for (let top = this.stack.at(-1); top !== undefined; top = this.stack.at(-1)) {
      const to = top.next.pop();
      if (to === undefined) {
        this.stack.pop();
        this.leave(top.b);
      } else if (!this.number.has(to)) this.enter(to);
      else if (this.isOpen.has(to)) this.lower(top.b, this.number.get(to)!);
    }
  }

  private after(b: BlockId): BlockId[] {
    return successors(this.fn.blocks[b]!.end).filter((to) => this.within.has(to));
  }

  private enter(b: BlockId): void {
    this.number.set(b, this.number.size);
    this.low.set(b, this.number.get(b)!);
    this.open.push(b);
    this.isOpen.add(b);
    this.stack.push({ b, next: this.after(b) });
  }

  private lower(b: BlockId, to: number): void {
    this.low.set(b, Math.min(this.low.get(b)!, to));
  }

  /** All that is reached from the block has been seen: what leads no further back than to it is a component. */
  private leave(b: BlockId): void {
    const below = this.stack.at(-1);
    if (below !== undefined) this.lower(below.b, this.low.get(b)!);
    if (this.low.get(b) !== this.number.get(b)) return;
    const members = new Set(this.open.splice(this.open.indexOf(b)));
    for (const m of members) this.isOpen.delete(m);
    if (members.size > 1 || this.after(b).includes(b)) this.found.push(members);
  }
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
  const again = (s: Stmt): Stmt => {
    if (s.kind !== 'assert') return s;
    const id = assertions.length;
    assertions.push({ ...fn.assertions[s.assertion]!, id });
    return { ...s, assertion: id };
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
      loops.push({ ...l, id: loops.length, header: intoCopy(l.header), body: intoCopy(l.body) });
  return { ...fn, blocks, loops, assertions, entry: intoCopy(fn.entry) };
}
