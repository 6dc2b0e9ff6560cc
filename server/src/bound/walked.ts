/** What a loop does to the arrays and lists that it walks over, and the bound that their sizes are. */
import { implies } from '../ir/facts.ts';
import { and, ge0 } from '../ir/formula.ts';
import type { Term } from '../ir/term.ts';
import { isZero, neg, substitute, sym, symbolsOf } from '../ir/term.ts';
import type { Bound, EffectReport } from '../report.ts';
import { arrayEffects } from '../summary/array-effects.ts';
import type { EntryState, Summarizer } from '../summary/summarize.ts';
import { innerSearch } from '../summary/inner-search.ts';
import { innerSums } from '../summary/inner-sums.ts';
import type { Summary } from '../summary/summary.ts';
import { walkAlong, walkOf } from '../summary/walk.ts';
import { structuralBound, withStructural } from './structural.ts';

export interface Walked {
  readonly bound: Bound | null;
  /** Leaving an array is undefined, and that is what not ending would take. */
  readonly ends: boolean;
  readonly effects: readonly EffectReport[];
  /** What the bound takes. */
  readonly assuming: readonly string[];
}

/** Null where the loop touches no array and follows no list, or where it can't be told what an iteration does to them. */
export function describeWalk(summarizer: Summarizer, index: number, entry: EntryState, counted: Bound | null, summary: Summary, cancelled: () => boolean): Walked | null {
  const { cfg, symbols } = summarizer;
  const loop = cfg.loops[index];
  if (!loop) return null;
  const touches = [...loop.blocks].some((b) => cfg.fn.blocks[b]?.stmts.some((s) => s.kind === 'load' || s.kind === 'store' || (s.kind === 'havoc' && s.follows)));
  const { mode } = summarizer.options;
  const walk = touches ? walkOf(cfg, loop, entry, symbols, mode, cancelled, (inner) => innerSearch(cfg, inner, symbols, mode, cancelled) ?? innerSums(cfg, inner, summarizer.summary(cfg.loops.indexOf(inner)), symbols, mode, cancelled)) ?? walkAlong(cfg, summary.paths, entry, symbols) : null;
  if (!walk) return null;
  const structural = structuralBound(walk);
  const assuming = [...walk.assuming];
  walk.assuming.clear();
  const bound = structural && withStructural(counted, structural.bound);
  const exactly = structural && !structural.bound.upper && bound === structural.bound ? sym(structural.bound.text) : countOf(summarizer, summary, entry, counted) ?? (counted?.kind === 'exact' && !counted.text.includes(' or ') ? sym(counted.text) : null);
  return { bound, ends: structural?.ends === true && assuming.length === 0, effects: arrayEffects(walk, exactly), assuming: bound === structural?.bound ? assuming : [] };
}

/** The number of iterations in one term, where every case has it; at most 0 where there are none. */
function countOf({ symbols }: Summarizer, summary: Summary, entry: EntryState, counted: Bound | null): Term | null {
  if (counted?.kind !== 'exact') return null;
  const leaving = summary.cases.filter((c) => c.end.kind !== 'diverge');
  const some = leaving.filter((c) => c.iterations && !isZero(c.iterations));
  const count = some[0]?.iterations;
  if (!count || some.some((c) => c.iterations !== count) || [...symbolsOf(count)].some((s) => s.includes('!'))) return null;
  const none = leaving.filter((c) => c.iterations && isZero(c.iterations));
  const term = substitute(count, entry.values);
  return none.every((c) => implies(and(c.guard, entry.facts), ge0(neg(term)), symbols.range)) ? term : null;
}
