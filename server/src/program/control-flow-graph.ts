/** The control-flow graph of a function: successors, dominators, natural loops. */
import { isBefore } from '../source/index.ts';
import type { Reason } from '../source/index.ts';
import { cyclicComponents } from './cyclic-components.ts';
import type { IrFunction, Variable } from './program.ts';
import type { Block, BlockId, Stmt, Terminator } from './blocks.ts';
import type { Expr } from './expressions.ts';
import type { LoopSite } from './loop-site.ts';
import { expressionsRead } from './expressions-read.ts';
import { readVariables } from './read-variables.ts';
import type { Symbol } from '../logic/index.ts';
import { symbol } from '../logic/index.ts';

export function successors(end: Terminator): readonly BlockId[] {
  switch (end.kind) {
    case 'goto':
      return [end.to];
    case 'branch':
      return end.then === end.else ? [end.then] : [end.then, end.else];
    case 'return':
    case 'halt':
      return [];
  }
}

/**
 * A loop of the program: its site and the blocks of its natural loop (only the header where the body never comes back).
 */
export interface Loop {
  readonly site: LoopSite;
  readonly blocks: ReadonlySet<BlockId>;
  /** False where no path leads back to the header. */
  readonly repeats: boolean;
  /** Innermost enclosing loop, as an index into `Cfg.loops`. */
  readonly parent: number | null;
  /** It goes round in another way, too, since a jump leads into its middle: `blocks` and `repeats` don't say all. */
  readonly irreducible: boolean;
  /** It goes round in one way only, within what goes round in several: what comes before it isn't known. */
  readonly tangled: boolean;
  /** All blocks that go round with its header, whichever way they are entered. */
  readonly knot: ReadonlySet<BlockId>;
}

export interface Cfg {
  readonly fn: IrFunction;
  readonly reachable: ReadonlySet<BlockId>;
  /** By block: the reachable ones that lead to it. */
  readonly predecessors: ReadonlyMap<BlockId, readonly BlockId[]>;
  readonly loops: readonly Loop[];
  /** Header block -> index into `loops`. */
  readonly loopAt: ReadonlyMap<BlockId, number>;
  /** Some cycle has more than one entry (a `goto` or a `case` within a loop): its loops can't be told apart. */
  readonly irreducible: Reason | null;
  /**
   * By variable: what stands for its value at the start of a region; displayed by its name, told apart where names
   * repeat.
   */
  readonly symbols: readonly Symbol[];
  /** By array: what its elements are read from. */
  readonly arrays: readonly Symbol[];
  /** By block: what is live at its start. */
  readonly live: readonly ReadonlySet<number>[];
  /** A reachable block's immediate dominator; the entry is its own. */
  dominator(block: BlockId): BlockId;
}

/**
 * Blocks in depth-first order from one root after the other, the first successor first; `closed` ones are not entered.
 */
export function depthFirst(
  blocks: readonly { readonly end: Terminator }[],
  roots: Iterable<BlockId>,
  closed: Iterable<BlockId> = [],
): BlockId[] {
  const seen = new Uint8Array(blocks.length);
  for (const id of closed) seen[id] = 1;
  const order: BlockId[] = [];
  for (const root of roots) {
    const stack = [root];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (seen[id] === 1) continue;
      seen[id] = 1;
      order.push(id);
      const next = successors((blocks[id] as { readonly end: Terminator }).end);
      for (let i = next.length - 1; i >= 0; i--) stack.push(next[i] as BlockId);
    }
  }
  return order;
}

/** Blocks in reverse postorder from the entry. */
export function reversePostorder(blocks: readonly { readonly end: Terminator | null }[], entry: BlockId): BlockId[] {
  const seen = new Set<BlockId>([entry]);
  const order: BlockId[] = [];
  const after = (id: BlockId): readonly BlockId[] => {
    const end = blocks[id]?.end ?? null;
    return end === null ? [] : successors(end);
  };
  const stack: { readonly id: BlockId; readonly to: readonly BlockId[]; next: number }[] = [
    { id: entry, to: after(entry), next: 0 },
  ];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const to = top.to[top.next++];
    if (to === undefined) {
      order.push(top.id);
      stack.pop();
    } else if (!seen.has(to)) {
      seen.add(to);
      stack.push({ id: to, to: after(to), next: 0 });
    }
  }
  return order.reverse();
}

/** Immediate dominators (Cooper, Harvey, Kennedy), by position in the reverse postorder. */
function dominators(
  order: readonly BlockId[],
  predecessors: ReadonlyMap<BlockId, readonly BlockId[]>,
): Map<BlockId, BlockId> {
  const position = new Map(order.map((b, i) => [b, i]));
  const entry = order[0] as BlockId;
  const idom = new Map<BlockId, BlockId>([[entry, entry]]);
  const meet = (first: BlockId, second: BlockId): BlockId => {
    let x = first;
    let y = second;
    while (x !== y) {
      while ((position.get(x) as number) > (position.get(y) as number)) x = idom.get(x) as BlockId;
      while ((position.get(y) as number) > (position.get(x) as number)) y = idom.get(y) as BlockId;
    }
    return x;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const b of order.slice(1)) {
      const known = (predecessors.get(b) ?? []).filter((p) => idom.has(p));
      const d = known.reduce((acc, p) => meet(acc, p));
      if (idom.get(b) !== d) {
        idom.set(b, d);
        changed = true;
      }
    }
  }
  return idom;
}

export function buildCfg(fn: IrFunction): Cfg {
  const order = reversePostorder(fn.blocks, fn.entry);
  const predecessors = predecessorsOf(fn, order);
  const idom = dominators(order, predecessors);
  const { latches, twoEntries } = backEdges(fn, order, idom);
  const bodyOf = (header: BlockId): Set<BlockId> => naturalLoop(header, latches, predecessors);
  const reachable = new Set(order);
  const named = withoutForwardGotos(fn, order, latches);
  const { sites, unnamed } = loopSites(fn, named, latches);
  // what still goes round once the edges back to dominating headers are gone. Example: `switch (n) { case 0: do { x();
  // case 1: y(); } while (--n > 0); }` - its body, but not a loop within `x()`'s place.
  const knots = twoEntries ? cycles(fn, order, latches) : [];
  const tangled = new Set(knots.flat());
  const elsewhere = goRoundWithinBody({ sites, unnamed }, latches, reachable, bodyOf);
  const bodies = oneForEachKnot([...sites.values()], knots, latches).map((site) => {
    const { header } = site;
    const repeats = latches.has(header);
    const blocks = repeats ? bodyOf(header) : testOf(site, predecessors, reachable, idom);
    const isOnce = site.once && !repeats;
    const isTangled = !isOnce && (elsewhere.has(header) || [...blocks].some((b) => tangled.has(b)));
    // what is tangled is around it: no jump leads into its own body
    const isWhole = repeats && !site.entered && !elsewhere.has(header);
    const knot = knots.find((members) => members.includes(header));
    const all = knot === undefined ? blocks : new Set([...blocks, ...knot]);
    return { site, blocks, repeats, irreducible: isTangled && !isWhole, tangled: isTangled && isWhole, knot: all };
  });
  // inner loops first: a loop's parent is the smallest other body that holds its header
  bodies.sort((a, b) => a.blocks.size - b.blocks.size);
  const loops: Loop[] = bodies.map((l, i) => {
    const parent = bodies.findIndex(
      (o, j) =>
        j !== i &&
        o.repeats &&
        o.blocks.size >= l.blocks.size &&
        o.site.header !== l.site.header &&
        o.blocks.has(l.site.header),
    );
    return { ...l, parent: parent < 0 ? null : parent };
  });
  const loopAt = new Map(loops.map((l, i) => [l.site.header, i]));
  const arrays = fn.arrays.map((a) => symbol('array', a.name, a.id, a.element));
  let live: readonly ReadonlySet<number>[] | null = null;
  return {
    fn,
    reachable,
    predecessors,
    loops,
    loopAt,
    irreducible: twoEntries || elsewhere.size > 0 ? jumpInto(loops.find((l) => l.irreducible)?.site, fn) : null,
    symbols: symbolsOfVariables(fn.variables, arrays),
    arrays,
    get live() {
      return (live ??= liveness(fn));
    },
    dominator: (block) => idom.get(block) as BlockId,
  };
}

const jumpInto = (loop: LoopSite | undefined, fn: IrFunction): Reason => ({
  code: 'irreducible',
  message: 'A jump leads into the middle of a loop.',
  range: loop?.head ?? fn.nameRange,
});

type Predecessors = ReadonlyMap<BlockId, readonly BlockId[]>;

function predecessorsOf(fn: IrFunction, order: readonly BlockId[]): Predecessors {
  const predecessors = new Map<BlockId, BlockId[]>();
  for (const b of order)
    for (const s of successors((fn.blocks[b] as Block).end)) {
      const list = predecessors.get(s);
      if (list) list.push(b);
      else predecessors.set(s, [b]);
    }
  return predecessors;
}

function dominates(idom: ReadonlyMap<BlockId, BlockId>, first: BlockId, second: BlockId): boolean {
  for (let x = second; ; x = idom.get(x) as BlockId) {
    if (x === first) return true;
    if (x === idom.get(x)) return false;
  }
}

/** By header: the blocks from which edges lead back to it. */
type Latches = ReadonlyMap<BlockId, readonly BlockId[]>;

/** Edges that lead back; `twoEntries`: one leads to a block that doesn't dominate its source. */
function backEdges(
  fn: IrFunction,
  order: readonly BlockId[],
  idom: ReadonlyMap<BlockId, BlockId>,
): { readonly latches: Latches; readonly twoEntries: boolean } {
  const position = new Map(order.map((b, i) => [b, i]));
  let twoEntries = false;
  const latches = new Map<BlockId, BlockId[]>();
  for (const b of order)
    for (const s of successors((fn.blocks[b] as Block).end)) {
      if ((position.get(s) as number) > (position.get(b) as number)) continue;
      if (!dominates(idom, s, b)) twoEntries = true;
      else if (latches.has(s)) (latches.get(s) as BlockId[]).push(b);
      else latches.set(s, [b]);
    }
  return { latches, twoEntries };
}

/** The header and all that leads to a latch without passing it. */
function naturalLoop(header: BlockId, latches: Latches, predecessors: Predecessors): Set<BlockId> {
  const body = new Set<BlockId>([header]);
  const work = [...(latches.get(header) ?? [])];
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    if (body.has(b)) continue;
    body.add(b);
    work.push(...(predecessors.get(b) ?? []));
  }
  return body;
}

/** Of a loop that never comes back: its test, which may have several blocks. Example: `while (a && b) break;` */
function testOf(
  { header, body }: LoopSite,
  predecessors: Predecessors,
  reachable: ReadonlySet<BlockId>,
  idom: ReadonlyMap<BlockId, BlockId>,
): Set<BlockId> {
  const test = new Set<BlockId>([header]);
  if (!reachable.has(header) || !reachable.has(body) || body === header) return test;
  // a jump into its body comes from elsewhere
  if (!dominates(idom, header, body)) return test;
  const work = [...(predecessors.get(body) ?? [])];
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    // a loop that the body begins with comes back to it
    if (test.has(b) || dominates(idom, body, b)) continue;
    test.add(b);
    work.push(...(predecessors.get(b) ?? []));
  }
  return test;
}

/** Loops by their headers; `unnamed`: those that are none of the source. */
interface Sites {
  readonly sites: ReadonlyMap<BlockId, LoopSite>;
  readonly unnamed: readonly BlockId[];
}

/** Loops of the source by their headers; what else goes round, by `goto`, is one, too. */
function loopSites(fn: IrFunction, named: readonly LoopSite[], latches: Latches): Sites {
  const sites = new Map<BlockId, LoopSite>();
  for (const site of named) if (!sites.has(site.header)) sites.set(site.header, site);
  const unnamed = [...latches.keys()].filter((h) => !sites.has(h));
  for (const [index, header] of unnamed.entries()) {
    sites.set(header, {
      id: fn.loops.length + index,
      kind: 'goto',
      header,
      body: header,
      behind: null,
      range: fn.range,
      head: fn.nameRange,
      test: null,
      once: false,
      tail: null,
      leaves: [],
      decisions: [],
      floating: [],
      entered: true,
      fromMacro: false,
      nested: 0,
      around: null,
    });
  }
  return { sites, unnamed };
}

/** Blocks that go round by other edges than those from the latches back to their headers. */
function cycles(fn: IrFunction, order: readonly BlockId[], latches: Latches): readonly (readonly BlockId[])[] {
  const after = new Map(
    order.map((b) => [b, successors((fn.blocks[b] as Block).end).filter((s) => !(latches.get(s) ?? []).includes(b))]),
  );
  return cyclicComponents(order, (b) => after.get(b) ?? []);
}

/**
 * Labels through which one cycle is entered are one loop, that of the first of them. Example: `goto *next[*pc]; add:
 * ...; goto *next[*pc]; sub: ...` with a `goto add` elsewhere.
 */
function oneForEachKnot(
  sites: readonly LoopSite[],
  knots: readonly (readonly BlockId[])[],
  latches: Latches,
): readonly LoopSite[] {
  const others = new Set<LoopSite>();
  for (const knot of knots) {
    const members = new Set(knot);
    const labels = sites.filter((s) => s.kind === 'goto' && members.has(s.header) && !latches.has(s.header));
    const [, ...rest] = labels.sort((x, y) => (isBefore(x.range.start, y.range.start) ? -1 : 1));
    for (const site of rest) others.add(site);
  }
  return sites.filter((s) => !others.has(s));
}

/**
 * The loops as they are written. Left out are labels with a `goto` from behind them that goes round no more than the
 * loop around them does. Example: `while (next()) { if (a()) { bad: n++; continue; } if (b()) goto bad; }` is one loop.
 */
function withoutForwardGotos(fn: IrFunction, order: readonly BlockId[], latches: Latches): readonly LoopSite[] {
  const isOpen = ({ kind, header }: LoopSite): boolean =>
    kind === 'goto' && order.includes(header) && !latches.has(header);
  if (!fn.loops.some(isOpen)) return fn.loops;
  const closed = new Set(fn.loops.filter((l) => !isOpen(l)).map((l) => l.header));
  const around = new Set(cycles(fn, order, new Map([...latches].filter(([header]) => closed.has(header)))).flat());
  return fn.loops.filter((l) => !isOpen(l) || around.has(l.header));
}

/** Loops that only a jump into their body leads to go round at that place, not at their head: the headers of both. */
function goRoundWithinBody(
  { sites, unnamed }: Sites,
  latches: Latches,
  reachable: ReadonlySet<BlockId>,
  bodyOf: (header: BlockId) => ReadonlySet<BlockId>,
): Set<BlockId> {
  const heads = [...sites.values()].filter((s) => !s.once && !latches.has(s.header) && reachable.has(s.header));
  const found = new Set<BlockId>();
  if (heads.length === 0) return found;
  for (const h of latches.keys()) {
    const body = bodyOf(h);
    const { start } = (sites.get(h) as LoopSite).range;
    const surrounds = (s: LoopSite): boolean => isBefore(s.range.start, start) && isBefore(start, s.range.end);
    const turned = heads.filter((s) => body.has(s.header) && (unnamed.includes(h) || surrounds(s)));
    for (const { header } of turned) found.add(header).add(h);
  }
  return found;
}

/** What stands for the variables of a function. */
function symbolsOfVariables(variables: readonly Variable[], arrays: readonly Symbol[]): readonly Symbol[] {
  const first = new Set<string>();
  return variables.map((v) => {
    if (v.made) return symbol(v.made, v.name, v.id, v.type);
    if (v.scope === 'temp' || v.unnamed)
      return symbol('temporary', v.name, v.id, v.type, v.begins === undefined ? null : (arrays[v.begins] ?? null));
    const display = first.has(v.name) ? `${v.name}@${v.id}` : v.name;
    first.add(v.name);
    return symbol('variable', display, v.id, v.type);
  });
}

/** Variables that may be read before they are written, from the start of each block on. */
function liveness(fn: IrFunction): readonly ReadonlySet<number>[] {
  const used = fn.blocks.map(usesOf);
  const live = used.map((u) => new Set(u.gen));
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = fn.blocks.length - 1; i >= 0; i--) {
      const mine = live[i] as Set<number>;
      const { kill } = used[i] as Uses;
      const before = mine.size;
      for (const s of successors((fn.blocks[i] as Block).end))
        for (const v of live[s] ?? []) if (!kill.has(v)) mine.add(v);
      if (mine.size > before) changed = true;
    }
  }
  return live;
}

/** Of a block: variables that it reads before it writes them, and those that it writes. */
interface Uses {
  readonly gen: ReadonlySet<number>;
  readonly kill: ReadonlySet<number>;
}

function usesOf(block: Block): Uses {
  const gen = new Set<number>();
  const kill = new Set<number>();
  const read = (expression: Expr): void => {
    for (const v of readVariables(expression)) if (!kill.has(v)) gen.add(v);
  };
  for (const statement of block.stmts) {
    for (const e of readIn(statement)) read(e);
    if ('target' in statement && statement.target !== null) kill.add(statement.target);
  }
  if (block.end.kind === 'branch') read(block.end.cond);
  if (block.end.kind === 'return' && block.end.value) read(block.end.value);
  return { gen, kill };
}

/** What a statement reads. */
export function readIn(statement: Stmt): readonly Expr[] {
  switch (statement.kind) {
    case 'call':
      return [...statement.args, ...(statement.offsets ?? []), ...(statement.positions ?? [])].filter(
        (a) => a !== null,
      );
    case 'havoc':
      return readByHavoc(statement);
    default:
      return expressionsRead(statement);
  }
}

/** What is only for runs counts for nothing here. */
const readByHavoc = ({
  follows,
  within,
  from,
  guess,
  classified,
}: Stmt & { readonly kind: 'havoc' }): readonly Expr[] => [
  ...(follows ? [follows.position] : []),
  ...(within ? [within.most] : []),
  ...(from ? [from.position] : []),
  ...(from?.index ? [from.index] : []),
  ...(guess ? [guess.position] : []),
  ...(classified ? [classified.character] : []),
];

/** Edges that leave a loop: the blocks outside that they lead to. */
export function exitBlocks(cfg: Cfg, loop: Loop): BlockId[] {
  const out = new Set<BlockId>();
  for (const b of loop.blocks)
    for (const s of successors((cfg.fn.blocks[b] as Block).end)) if (!loop.blocks.has(s)) out.add(s);
  return [...out];
}
