/** What a loop does to the arrays and lists that it walks over, and the bound that their sizes are. */
import type { Budget } from '../budget/index.ts';
import type { Symbol, Term } from '../logic/index.ts';
import type { Cfg, Loop } from '../program/index.ts';
import { asText, plus, substitute, symbolsOf } from '../logic/index.ts';
import type { Bound, EffectReport } from '../report/index.ts';
import { arrayEffects, innerSearch, innerSums, onTheWayOut, walkAlong, walkOf } from '../summary/index.ts';
import type { EntryState, Summarizer, Summary, Walk } from '../summary/index.ts';
import type { BoundResult } from './loop-bound.ts';
import { decided } from './loop-bound.ts';
import type { Counted } from './iteration-count.ts';
import { oneCount } from './iteration-count.ts';
import type { JustBefore } from '../counting/index.ts';
import { structuralBound, withStructural } from './structural-bounds.ts';
import { closed } from '../counting/index.ts';

/** A sentence that speaks of a larger count isn't one. */
const MAX_COUNT = 40;

export interface Walked {
  readonly bound: Bound | null;
  /** Leaving an array is undefined, and that is what not ending would take. */
  readonly ends: boolean;
  readonly effects: readonly EffectReport[];
  /** Arrays of which all that the loop writes to them is told. */
  readonly described: ReadonlySet<number>;
  /** What the bound takes. */
  readonly assuming: readonly string[];
}

/** What is known of the loop by the time that its walk is asked for. */
export interface WalkRequest {
  readonly entry: EntryState;
  readonly summary: Summary;
  readonly counting: Pick<BoundResult, 'bound' | 'count'>;
  readonly before: JustBefore;
  readonly budget: Budget;
}

/**
 * Null where the loop touches no array and follows no list, or where it can't be told what an iteration does to them.
 */
export function describeWalk(summarizer: Summarizer, index: number, request: WalkRequest): Walked | null {
  const { cfg } = summarizer;
  const loop = cfg.loops[index];
  if (!loop) return null;
  const { entry, summary, counting, before } = request;
  const initial: ReadonlyMap<Symbol, Term> = new Map(
    [...before.values].map(([name, t]) => [name, t ?? asText(`${name.display} at the head`)]),
  );
  const telling = {
    initial,
    names: { ...before.names, ...(before.inside.character && { character: before.inside.character }) },
    leaving: setOnTheWayOut(cfg, loop),
  };
  const walk = touchesMemory(cfg, loop) ? walkThrough(summarizer, loop, request, telling) : null;
  if (!walk) return null;
  const { result: structural, assuming } = walk.assumptions.during(() => structuralBound(walk));
  const bound = structural && withStructural(counting.bound, structural, assuming);
  const isOwn = structural !== null && !structural.bound.upper && bound === structural.bound;
  const complete = isOwn
    ? structural.complete
    : completeIterations(summarizer, summary, entry, initial, counting.count);
  return {
    bound,
    ends: structural?.ends === true && assuming.length === 0,
    ...arrayEffects(walk, complete),
    assuming: bound === structural?.bound ? assuming : [],
  };
}

const touchesMemory = ({ fn }: Cfg, loop: Loop): boolean =>
  [...loop.blocks].some((b) =>
    fn.blocks[b]?.stmts.some(
      (s) => s.kind === 'load' || s.kind === 'store' || (s.kind === 'havoc' && s.follows && !s.follows.beside),
    ),
  );

/** What the loop's statement changes on its way out. */
function setOnTheWayOut(cfg: Cfg, loop: Loop): Walk['leaving'] {
  const out = onTheWayOut(cfg, loop);
  return {
    variables: new Set(
      out.flatMap((s) => ('target' in s && s.target !== null ? [cfg.symbols[s.target] as Symbol] : [])),
    ),
    arrays: new Set(out.flatMap((s) => ('array' in s && s.kind !== 'load' ? [s.array] : []))),
  };
}

/** One iteration as a step of a walk: by the loop's blocks, else by its paths. */
function walkThrough(
  summarizer: Summarizer,
  loop: Loop,
  { entry, summary, budget }: WalkRequest,
  telling: Pick<Walk, 'initial' | 'names' | 'leaving'>,
): Walk | null {
  const { cfg, symbols } = summarizer;
  const { mode } = summarizer.options;
  const within = (inner: Loop): ReturnType<typeof innerSums> => {
    const alone = { cfg, loop: inner, symbols, mode, budget };
    return innerSearch(alone) ?? innerSums(alone, summarizer.summary(cfg.loops.indexOf(inner)));
  };
  return (
    walkOf({ cfg, loop, symbols, mode, budget, within, entry, before: telling }) ??
    walkAlong(cfg, summary.paths, entry, symbols, telling)
  );
}

/**
 * The number of iterations that come back to the head, in one term that holds in every state; null where there is none.
 */
function completeIterations(
  { symbols }: Summarizer,
  summary: Summary,
  entry: EntryState,
  initial: ReadonlyMap<Symbol, Term>,
  begun: Term | null,
): Term | null {
  const told = (t: Term | null): Term | null => {
    const by = t && substitute(substitute(t, entry.values), initial);
    return by && by.size <= MAX_COUNT ? by : null;
  };
  const leaving = summary.cases.filter((c) => c.end.kind !== 'diverge');
  if (!summary.followed || !decided(summary.paths) || leaving.length === 0) {
    const within = summary.paths.filter((p) => p.kind === 'exit' && p.begun).length;
    const exits = summary.paths.filter((p) => p.kind === 'exit').length;
    return begun === null || (within > 0 && within < exits) ? null : told(within > 0 ? plus(begun, -1n) : begun);
  }
  const counts: Counted[] = [];
  for (const c of leaving) {
    if (c.iterations === null || c.trace === null || c.end.kind === 'lost' || !closed(symbolsOf(c.iterations)))
      return null;
    counts.push({ guard: c.guard, term: c.iterations });
  }
  const count = oneCount(counts, { facts: entry.facts, range: symbols.range }, false);
  return told(count);
}
