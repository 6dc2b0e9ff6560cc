/**
 * Paths through a region of a control-flow graph, executed symbolically. The region is one iteration of a loop or a
 * whole function. Inner loops are replaced by the cases of their summaries. A path forks where a condition, a
 * wrap-around or an inner loop's case is open, and paths that meet in the same state join. Source: the loop paths of
 * Proteus, definition 2; condition and operation by LoopSCC, algorithm 1.
 */
import { effort } from '../decide/index.ts';
import { sym } from '../logic/index.ts';
import type { Block, BlockId } from '../program/index.ts';
import { exitBlocks, successors } from '../program/index.ts';
import type { Reason } from '../source/index.ts';
import { joinStates } from './join-states.ts';
import type { State } from './path-state.ts';
import { blocksAlong, cloneState, initialState } from './path-state.ts';
import type { LoopEntry } from './path-step.ts';
import { Infeasible, Step } from './path-step.ts';
import type { ExploreRequest, ExploreResult, ExploredPath, PathEnd } from './region.ts';

interface Work {
  readonly state: State;
  /** Where an inner loop is entered: what is the same for all alternatives. */
  readonly entry: LoopEntry | null;
  /** Index of the statement; the number of statements means the terminator; -1 an inner loop's entry. */
  readonly at: number;
  readonly decisions: readonly number[];
}

/** What deciding feasibility may cost one exploration. */
const MAX_EFFORT = 400_000;

/** What a slice doesn't follow may be anything at the end of a path. */
function forget(state: State, request: ExploreRequest): void {
  for (const id of request.slice?.ignored ?? []) {
    const variable = request.cfg.fn.variables[id];
    if (!variable) continue;
    const name = request.symbols.fresh('unmodelled', variable.name, variable.type);
    request.symbols.setType(name, variable.type, request.mode);
    const reason: Reason = {
      code: 'not-followed',
      message: 'The body has too many paths: only what decides when the loop is left is followed.',
      range: null,
    };
    state.fresh.push({ symbol: name, kind: 'unmodelled', reason });
    state.env[id] = sym(name);
  }
}

/** Enumerates the paths, block by block, so that states which meet can go on as one; in the order of the source. */
export function explore(request: ExploreRequest): ExploreResult {
  return new Exploration(request).run();
}

/** Arrays whose elements matter where states meet. */
function arraysReadIn(blocks: Iterable<BlockId>, { cfg, apart, keepStores }: ExploreRequest): ReadonlySet<number> {
  const out = new Set<number>();
  for (const b of blocks)
    for (const s of cfg.fn.blocks[b]?.stmts ?? []) {
      if (s.kind === 'load' || ((apart || keepStores) && s.kind === 'store')) out.add(s.array);
    }
  return out;
}

/** The states that wait at blocks, and the paths that have come to their end. */
class Exploration {
  private readonly request: ExploreRequest;
  private readonly rank: ReadonlyMap<BlockId, number>;
  private readonly arraysRead: ReadonlySet<number>;
  private readonly found: { readonly order: string; readonly path: ExploredPath }[] = [];
  private readonly waiting: Map<BlockId, State[]>;
  private readonly visited = new Set<BlockId>();
  private readonly begun = effort();
  /** What the summaries of inner loops cost: it is theirs. */
  private inside = 0;
  /** States that are under way. */
  private open = 1;
  /** Where control flow is irreducible: how often a block came that is not behind the one before it. */
  private backwards = 0;
  private last = -1;

  constructor(request: ExploreRequest) {
    const inner: ExploreRequest['inner'] = (...of) => {
      const before = effort();
      const summary = request.inner(...of);
      this.inside += effort() - before;
      return summary;
    };
    this.request = { ...request, inner };
    this.rank = ranks(request);
    this.arraysRead = arraysReadIn(this.rank.keys(), request);
    const first = { ...initialState(request.env, request.facts), begun: request.body === request.start };
    this.waiting = new Map([[request.start, [first]]]);
  }

  run(): ExploreResult {
    while (this.waiting.size > 0) {
      const b = [...this.waiting.keys()].reduce((x, y) => ((this.rank.get(y) ?? 0) < (this.rank.get(x) ?? 0) ? y : x));
      const position = this.rank.get(b) ?? 0;
      // only where control flow is irreducible
      if (position <= this.last && ++this.backwards > this.request.maxPaths) {
        return this.result('too-many');
      }
      this.last = position;
      const stopped = this.takeThrough(b);
      if (stopped !== null) return this.result(stopped);
    }
    return this.result('paths');
  }

  private result(kind: ExploreResult['kind']): ExploreResult {
    const paths = this.found.sort((a, b) => (a.order < b.order ? -1 : 1)).map((f) => f.path);
    return { kind, paths, visited: this.visited };
  }

  /** Takes all states that wait at a block to its successors; or why that was too much. */
  private takeThrough(blockId: BlockId): 'too-many' | 'too-much' | null {
    const { request } = this;
    const { cfg } = request;
    const joined = this.statesAt(blockId);
    const block = cfg.fn.blocks[blockId] as Block;
    const isInner =
      (blockId !== request.start || request.region === null) &&
      (cfg.loops[cfg.loopAt.get(blockId) ?? -1]?.repeats ?? false);
    for (const state of joined) state.trail = { block: blockId, before: state.trail };
    const work: Work[] = joined.reverse().map((state) => ({ state, at: isInner ? -1 : 0, decisions: [], entry: null }));
    for (let item = work.pop(); item; item = work.pop()) {
      if (this.found.length + this.open > request.maxPaths) return 'too-many';
      if (this.isTooMuch()) return 'too-much';
      work.push(...this.advance(item, block));
    }
    return null;
  }

  private isTooMuch(): boolean {
    const own = effort() - this.begun - this.inside;
    return own > (this.request.maxEffort ?? MAX_EFFORT) || this.request.budget.exhausted();
  }

  /** The states that wait at a block, those that may go on as one joined; none waits there any more. */
  private statesAt(blockId: BlockId): State[] {
    const { cfg, symbols, mode, region, mostAtJoins } = this.request;
    const met = this.waiting.get(blockId) as State[];
    this.waiting.delete(blockId);
    this.visited.add(blockId);
    const joined = joinStates(met, {
      variables: cfg.fn.variables,
      symbols,
      mode,
      live: cfg.live[blockId] ?? new Set(),
      arraysRead: this.arraysRead,
      keepAnswers: region === null && mostAtJoins === undefined,
      most: mostAtJoins ?? Number.POSITIVE_INFINITY,
    });
    this.open += joined.length - met.length;
    return joined;
  }

  /** One statement on one path: what comes next of it in this block, last what is to be taken first. */
  private advance(item: Work, block: Block): readonly Work[] {
    const step = new Step(this.request, cloneState(item.state), item.decisions, item.entry);
    const moved = possible(() => step.run(block, item.at));
    const others = step.alternatives.map((decisions): Work => ({ ...item, decisions, entry: step.entry }));
    this.open += others.length;
    if (moved?.kind === 'next') return [...others, { state: step.state, at: moved.at, decisions: [], entry: null }];
    this.open--;
    if (moved?.kind === 'end') this.finish(step.state, moved.end);
    else if (moved?.kind === 'goto') this.arrive(step.state, moved.to);
    return others;
  }

  private finish(state: State, end: PathEnd): void {
    forget(state, this.request);
    this.found.push({
      order: state.order,
      path: {
        end,
        guard: state.guard,
        begun: state.begun,
        defined: state.defined,
        definedKnown: state.definedKnown,
        undefinedKinds: state.sites,
        env: state.env,
        fresh: state.fresh,
        witnesses: state.witnesses,
        inner: state.inner,
        reasons: state.reasons,
        arraysWritten: state.written,
        stores: state.arrays,
        blocks: blocksAlong(state.trail),
      },
    });
  }

  /** A path goes on at a block, or leaves the region. */
  private arrive(state: State, to: BlockId): void {
    const { body, start, region } = this.request;
    if (to === body) state.begun = true;
    if (to === start && region !== null) return this.finish(state, { kind: 'back' });
    if (region !== null && !region.has(to)) return this.finish(state, { kind: 'leave', to });
    const there = this.waiting.get(to);
    if (there) there.push(state);
    else this.waiting.set(to, [state]);
    this.open++;
  }
}

/** What a step comes to; null where the path turns out to be impossible. */
function possible<T>(step: () => T): T | null {
  try {
    return step();
  } catch (e) {
    if (e instanceof Infeasible) return null;
    throw e;
  }
}

/**
 * Blocks of the region in an order in which every block comes after those that lead to it, inner loops taken as a
 * whole.
 */
function ranks(request: ExploreRequest): ReadonlyMap<BlockId, number> {
  const { cfg, start, region } = request;
  const after = (blockId: BlockId): readonly BlockId[] => {
    const past = request.slice?.skip.get(blockId);
    if (past !== undefined) return [past];
    const loop = blockId === start && region !== null ? undefined : cfg.loops[cfg.loopAt.get(blockId) ?? -1];
    return loop?.repeats ? exitBlocks(cfg, loop) : successors((cfg.fn.blocks[blockId] as Block).end);
  };
  const order: BlockId[] = [];
  const seen = new Set<BlockId>([start]);
  const stack: { readonly b: BlockId; readonly next: BlockId[] }[] = [{ b: start, next: [...after(start)] }];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const to = top.next.pop();
    if (to === undefined) {
      order.push(top.b);
      stack.pop();
    } else if (!seen.has(to) && (region === null || region.has(to))) {
      seen.add(to);
      stack.push({ b: to, next: [...after(to)] });
    }
  }
  return new Map(order.reverse().map((b, i) => [b, i]));
}
