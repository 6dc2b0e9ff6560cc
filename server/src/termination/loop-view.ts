/**
 * One loop as the termination analysis sees it: its steps, its ways out, the states in which it is reached. Computed on
 * demand, kept.
 */
import type { Block, BlockId, Cfg, Loop } from '../program/index.ts';
import { standsIn, successors } from '../program/index.ts';
import { feasible } from '../decide/index.ts';
import type { Formula, Symbol } from '../logic/index.ts';
import { TRUE, and, isDeclared, symbolsOf, symbolsOfFormula } from '../logic/index.ts';
import type { LoopPath } from '../explore/index.ts';
import type { Summarizer } from '../summary/index.ts';
import type { Start } from './template-invariants.ts';
import { invariants, templatesOf } from './template-invariants.ts';
import { startOf, through, unrolled } from './reached-states.ts';
import type { Step } from './loop-transitions.ts';
import { ALL, relevantSteps, splitDisequalities, stepOf, transitionSystem } from './loop-transitions.ts';

/** Linear programming work for an invariant. */
export const INVARIANT_WORK = 600_000;

/** In loops nested deeper than this, invariants of the loops around are not used. */
const MAX_DEPTH = 5;

/** Blocks that can follow a block, and itself; from `until` on nothing is followed. */
function reachable(cfg: Cfg, from: BlockId, until: BlockId): ReadonlySet<BlockId> {
  const seen = new Set<BlockId>([from]);
  const work = [from];
  for (let b = work.pop(); b !== undefined; b = work.pop())
    for (const s of successors((cfg.fn.blocks[b] as Block).end)) {
      if (seen.has(s)) continue;
      seen.add(s);
      if (s !== until) work.push(s);
    }
  return seen;
}

/**
 * Loops directly inside another one: those of its cycles, and those that stand in its body and never come back to its
 * head.
 */
function innerLoops(cfg: Cfg, index: number): number[] {
  const loop = cfg.loops[index] as Loop;
  const nestedIn = (i: number): boolean => {
    for (let p = cfg.loops[i]?.parent ?? null; p !== null; p = cfg.loops[p]?.parent ?? null)
      if (p === index) return true;
    return false;
  };
  return cfg.loops.flatMap((l, i) => {
    if (i === index || !l.repeats) return [];
    return l.parent === index || (standsIn(l.site, loop.site.id) && !nestedIn(i)) ? [i] : [];
  });
}

/**
 * Whether a way out of a loop's cycles leaves it: `perhaps` where it leads into a loop of its body from where other
 * ways lead on.
 */
export type Leaving = 'leaves' | 'stays' | 'perhaps';

/** What the analysis needs to know of one loop. */
export class LoopView {
  readonly inner: readonly number[];
  readonly index: number;
  readonly complete: boolean;
  readonly paths: readonly LoopPath[];
  private readonly summarizer: Summarizer;
  private readonly viewOf: (index: number) => LoopView;
  private readonly entryComplete: boolean;
  private steps_: readonly Step[] | null = null;
  private counting_: ReturnType<typeof relevantSteps> | null = null;
  private all: readonly Start[] | null | undefined;
  private real: readonly Start[] | undefined;

  constructor(summarizer: Summarizer, index: number, viewOf: (index: number) => LoopView, entryComplete: boolean) {
    this.summarizer = summarizer;
    this.index = index;
    this.viewOf = viewOf;
    this.inner = innerLoops(summarizer.cfg, index);
    this.entryComplete = entryComplete;
    const found = summarizer.pathsOf(index);
    this.paths = found.paths;
    this.complete = found.complete;
  }

  /** All iterations that can be, guards being conjunctions of inequalities. */
  steps(): readonly Step[] {
    const { cfg, symbols } = this.summarizer;
    this.steps_ ??= this.paths
      .flatMap((p, i) => (p.kind === 'iterative' ? splitDisequalities(stepOf(p, i, cfg.symbols), symbols.range) : []))
      .filter((s) => s.guard.kind !== 'false' && feasible(s.guard, symbols.range) !== 'no');
    return this.steps_;
  }

  counting(): ReturnType<typeof relevantSteps> {
    this.counting_ ??= relevantSteps(this.steps());
    return this.counting_;
  }

  /** Iterations that are not completed: those that leave the loop, and those that stay in an inner one. */
  exits(): { readonly step: Step; readonly leaving: Leaving }[] {
    const leaving = (end: LoopPath['end']): Leaving =>
      end.kind === 'diverge' ? 'stays' : end.kind === 'leave' ? this.leaving(end.to) : 'leaves';
    return this.paths.flatMap((p, i) =>
      p.kind === 'exit' ? [{ step: stepOf(p, i, this.summarizer.cfg.symbols), leaving: leaving(p.end) }] : [],
    );
  }

  /** Out of the loop as far as its cycles go, but perhaps into a loop that stands in its body and never comes back. */
  private leaving(block: BlockId): Leaving {
    const { cfg } = this.summarizer;
    const own = (cfg.loops[this.index] as Loop).site.header;
    const apart = this.inner
      .filter((i) => cfg.loops[i]?.parent !== this.index)
      .map((i) => (cfg.loops[i] as Loop).site.header);
    if (apart.length === 0) return 'leaves';
    // what comes back to the head has left the loop before
    const after = reachable(cfg, block, own);
    if (!apart.some((h) => after.has(h))) return 'leaves';
    const ends = after.has(own) || [...after].some((b) => successors((cfg.fn.blocks[b] as Block).end).length === 0);
    return ends ? 'perhaps' : 'stays';
  }

  private get parent(): number | null {
    let parent = this.summarizer.cfg.loops[this.index]?.parent ?? null;
    while (parent !== null && !this.summarizer.cfg.loops[parent]?.repeats)
      parent = this.summarizer.cfg.loops[parent]?.parent ?? null;
    return parent;
  }

  /** Loops around this one. */
  private get depth(): number {
    let depth = 0;
    for (let p = this.parent; p !== null; p = this.summarizer.cfg.loops[p]?.parent ?? null) depth++;
    return depth;
  }

  /** A superset of the states in which the loop is reached; null: any state. */
  allStarts(): readonly Start[] | null {
    if (this.all !== undefined) return this.all;
    this.all = null;
    const { cfg } = this.summarizer;
    const { parent } = this;
    if (!this.summarizer.entrySeen(this.index) || this.depth > MAX_DEPTH) return this.all;
    if (parent === null) {
      if (this.entryComplete) this.all = this.summarizer.arrivalsOf(this.index).map((a) => startOf(cfg.symbols, a));
      return this.all;
    }
    const outer = this.viewOf(parent);
    if (!outer.complete || outer.paths.some((p) => p.end.kind === 'lost')) return this.all;
    const held = outer.headInvariant();
    this.all =
      held === null
        ? []
        : this.summarizer
            .arrivalsOf(this.index)
            .map((a) => ({ ...startOf(cfg.symbols, a), facts: and(a.facts, held) }));
    return this.all;
  }

  /** What holds whenever an iteration starts; null: none ever does. */
  headInvariant(): Formula | null {
    if (this.held === undefined) this.held = this.findInvariant();
    return this.held;
  }
  private held: Formula | null | undefined;

  private findInvariant(): Formula | null {
    const { range } = this.summarizer.symbols;
    const starts = this.allStarts();
    if (starts === null) return TRUE;
    if (starts.length === 0) return null;
    const system = transitionSystem(this.steps(), { history: 'none', regions: ALL }, range);
    if (system === null) return TRUE;
    const names = new Set<Symbol>();
    for (const s of this.steps()) {
      for (const x of symbolsOfFormula(s.guard)) names.add(x);
      for (const [v, t] of s.update) for (const x of [v, ...symbolsOf(t)]) names.add(x);
    }
    const variables = this.summarizer.cfg.symbols.filter((n) => names.has(n) && isDeclared(n)).slice(0, 8);
    const found = invariants({
      system,
      starts,
      templates: templatesOf(system, variables, starts),
      range,
      budget: { work: INVARIANT_WORK },
    });
    return found === null ? TRUE : (found[0] ?? null);
  }

  /** States in which the loop is certainly reached. */
  realStarts(): readonly Start[] {
    if (this.real !== undefined) return this.real;
    const { cfg, symbols } = this.summarizer;
    const seen = this.summarizer.entrySeen(this.index) && this.depth <= MAX_DEPTH;
    const own = this.summarizer
      .arrivalsOf(this.index)
      .filter((a) => seen && a.exact)
      .map((a) => startOf(cfg.symbols, a));
    const { parent } = this;
    if (parent === null || own.length === 0) this.real = own;
    else {
      const outer = this.viewOf(parent);
      const states = unrolled(outer.realStarts(), outer.steps(), 2, symbols);
      this.real = states
        .flatMap((s) => own.map((o) => through(s, o, symbols)))
        .filter((s) => s.facts.kind !== 'false' && feasible(s.facts, symbols.range) !== 'no');
    }
    return this.real;
  }
}
