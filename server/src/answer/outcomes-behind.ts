/**
 * What a loop leaves to the statement behind it. For each case that gets there: the values of all that it may change,
 * over the values just before the loop.
 */
import type { Formula, Symbol, Term } from '../logic/index.ts';
import {
  TRUE,
  and,
  conjuncts,
  isDeclared,
  substitute,
  substituteFormula,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { BlockId, Cfg, Loop } from '../program/index.ts';
import { depthFirst, isBehindPointer } from '../program/index.ts';
import { isWithin } from '../source/index.ts';
import type { EntryState, Leaving, Summary } from '../summary/index.ts';
import { valuesAfterLeaving } from '../summary/index.ts';
import type { Summarizer } from '../summary/index.ts';
import type { JustBefore } from '../termination/index.ts';
import { settled } from '../termination/index.ts';

export interface Outcome {
  readonly guard: Formula;
  /** Null: not known, or it can't be told by the values just before. Of all that is changed in some case. */
  readonly values: ReadonlyMap<Symbol, Term | null>;
  /** How often the head is come back to. */
  readonly iterations: Term | null;
}

/** How much there is to read of the values. */
export const valuesWeight = ({ values }: Outcome): number =>
  [...values.values()].reduce((n, t) => n + (t?.size ?? 0), 0);

/** The same with the conditions. */
export const weight = (outcomes: readonly Outcome[]): number =>
  outcomes.reduce((n, o) => n + o.guard.size + valuesWeight(o), 0);

export interface Behind {
  /** Every run that gets behind the loop is in one of them. */
  readonly outcomes: readonly Outcome[];
  /** What has a name there and may be changed. */
  readonly changed: readonly Symbol[];
  /** It may change something that has none. */
  readonly more: boolean;
  /** What holds of the values just before. */
  readonly facts: Formula;
}

export interface BehindRequest {
  readonly summarizer: Summarizer;
  readonly loop: Loop;
  readonly summary: Summary;
  readonly entry: EntryState;
  readonly before: JustBefore;
  readonly leaving: (to: BlockId) => Leaving;
}

/**
 * Null where some run may get there in a way that no case is about. Null also where the values just before don't decide
 * a condition.
 */
export function outcomesBehind(request: BehindRequest): Behind | null {
  const { summarizer, loop, summary, entry, before } = request;
  const { cfg } = summarizer;
  if (summary.paths.length === 0 || summary.cases.some((c) => isUnfollowed(c.end))) return null;
  if (summary.paths.some((p) => isUnfollowed(p.end))) return null;
  const told = inTerms(before);
  const given = { facts: entry.facts, range: summarizer.symbols.range };
  const cases = summary.exact ? summary.cases.map((c) => settled(c, given)) : summary.cases;
  const raw = cases.flatMap((c) =>
    c.end.kind === 'leave' && getsBehind(cfg, loop, c.end.to)
      ? [{ guard: c.guard, iterations: c.iterations, after: withLeaving(c.post, c.end.to, request) }]
      : [],
  );
  const ids = new Set([
    ...raw.flatMap(({ after }) => [...after.keys()]),
    ...[...before.values.keys()].map((s) => cfg.symbols.indexOf(s)),
  ]);
  const { changed, more } = namedBehind(request, ids);
  const outcomes: Outcome[] = [];
  for (const { guard, iterations, after } of raw) {
    const condition = told.formula(guard);
    if (condition === null) return null;
    const value = (s: Symbol): Term | null => {
      const own = after.get(cfg.symbols.indexOf(s));
      const t = own === undefined ? (entry.values.get(s) ?? sym(s)) : own;
      return t && told.term(t);
    };
    outcomes.push({
      guard: condition,
      values: new Map(changed.map((s) => [s, value(s)])),
      iterations: iterations && told.term(iterations),
    });
  }
  return { outcomes, changed, more, facts: told.known(entry.facts) };
}

/**
 * Of the variables that may be changed those that have a name behind the loop; `more`: some live on that have none, or
 * are forgotten.
 */
export function namedBehind(
  { summarizer: { cfg }, loop, before }: Pick<BehindRequest, 'summarizer' | 'loop' | 'before'>,
  ids: ReadonlySet<number>,
): Pick<Behind, 'changed' | 'more'> {
  const visible = [...ids].filter((v) => v >= 0 && livesOn(cfg, loop, v)).sort((a, b) => a - b);
  const changed = visible.map((v) => cfg.symbols[v] as Symbol).filter((s) => isNamed(s, cfg, before, ids));
  // values of what pointers lead to that nobody reads again are not kept
  const written = [...loop.blocks].flatMap((b) =>
    (cfg.fn.blocks[b]?.stmts ?? []).flatMap((s) => ('target' in s && s.target !== null ? [s.target] : [])),
  );
  const isForgotten = (v: number): boolean => {
    const of = cfg.fn.variables[v];
    return !ids.has(v) && of !== undefined && (of.pointer === true || isBehindPointer(of)) && livesOn(cfg, loop, v);
  };
  return { changed, more: visible.length > changed.length || written.some(isForgotten) };
}

/** What comes where the code isn't followed isn't known. */
const isUnfollowed = (end: Summary['cases'][number]['end']): boolean =>
  end.kind === 'lost' || (end.kind === 'halt' && end.reason !== null);

/** Values afterwards, with what the loop's statement does on its way out; null: not known. */
export function withLeaving(
  post: ReadonlyMap<number, Term>,
  to: BlockId,
  { summarizer: { cfg, symbols, options }, entry, leaving }: Pick<BehindRequest, 'summarizer' | 'entry' | 'leaving'>,
): ReadonlyMap<number, Term | null> {
  const before = (v: number): Term => {
    const own = cfg.symbols[v] as Symbol;
    return post.get(v) ?? entry.values.get(own) ?? sym(own);
  };
  return new Map<number, Term | null>([...post, ...valuesAfterLeaving(leaving(to), before, symbols, options.mode)]);
}

/** Whether a run that leaves the loop for this block can get to the statement behind the loop. */
export function getsBehind(cfg: Cfg, loop: Loop, to: BlockId): boolean {
  const { behind } = loop.site;
  if (behind === null) return getsOn(cfg, loop, to);
  const around = cfg.loops.filter((other) => other !== loop && other.blocks.has(loop.site.header));
  const closed = [...loop.blocks, ...around.map((l) => l.site.header)].filter((b) => b !== behind);
  return depthFirst(cfg.fn.blocks, [to], closed).includes(behind);
}

/** False where all that this block leads to is a `return` (or an `exit`) that stands in the loop. */
function getsOn(cfg: Cfg, loop: Loop, to: BlockId): boolean {
  const { blocks } = cfg.fn;
  const { range } = loop.site;
  return depthFirst(blocks, [to]).some((b) => {
    const block = blocks[b] as (typeof blocks)[number];
    if (loop.blocks.has(b) || cfg.loopAt.has(b)) return true;
    const { end } = block;
    if (end.kind === 'return') return !isWithin(end.range, range);
    // what comes behind it without an end of its own
    return (
      end.kind !== 'halt' &&
      block.stmts.some((s) => 'range' in s && isWithin(s.range, cfg.fn.range) && !isWithin(s.range, range))
    );
  });
}

/** Declared in the function outside of the loop, or a global. */
function livesOn(cfg: Cfg, loop: Loop, variable: number): boolean {
  const of = cfg.fn.variables[variable];
  // pointers may still lead to it
  if (of?.unnamed) return true;
  if (!of || !isDeclared(cfg.symbols[variable] as Symbol)) return false;
  if (of.scope === 'global' || of.range === null) return true;
  return isWithin(of.range, cfg.fn.range) && !isWithin(of.range, loop.site.range);
}

/** It is called the same before the loop and behind it. */
function isNamed(symbol: Symbol, cfg: Cfg, { names }: JustBefore, changed: ReadonlySet<number>): boolean {
  const name = names.symbol(symbol);
  const v = cfg.fn.variables[cfg.symbols.indexOf(symbol)];
  if (name === null || !v) return false;
  if (!isBehindPointer(v)) return true;
  // `p->n` is another object where p moves
  const base = /^\w+/.exec(name)?.[0];
  return [...changed].every((c) => cfg.fn.variables[c]?.name !== base);
}

/** Over the values just before the loop; null: it can't be told by these. */
export function inTerms({ values }: JustBefore): {
  term(t: Term): Term | null;
  formula(f: Formula): Formula | null;
  known(f: Formula): Formula;
} {
  const map = new Map([...values].flatMap(([s, t]) => (t ? [[s, t] as const] : [])));
  const isTold = (symbols: ReadonlySet<Symbol>): boolean => [...symbols].every((s) => values.get(s) !== null);
  return {
    term: (t) => (isTold(symbolsOf(t)) ? substitute(t, map) : null),
    formula: (f) => (isTold(symbolsOfFormula(f)) ? substituteFormula(f, map) : null),
    known: (f) =>
      conjuncts(f)
        .filter((x) => isTold(symbolsOfFormula(x)))
        .reduce((all, x) => and(all, substituteFormula(x, map)), TRUE),
  };
}
