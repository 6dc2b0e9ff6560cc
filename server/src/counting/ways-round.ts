/**
 * The ways round a loop, from its head back to it: what some variables are worth then, and what has been tested on the
 * way, both over the values at the head.
 */
import { conjuncts, not, symbolsOfFormula } from '../logic/index.ts';
import type { Formula, Symbol } from '../logic/index.ts';
import type { Block, BlockId } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import { trackedFrom } from './tracked-values.ts';
import type { Values } from './values-on-the-way.ts';
import { formulaOver, valuesBehind } from './values-on-the-way.ts';

export interface WayRound {
  /** Of the variables asked for and what they are made of. Null: not known. Missing: as at the head. */
  readonly values: Values;
  /** What holds at the head where it is taken, as far as it is known. */
  readonly facts: readonly Formula[];
}

/** A block is reached in no more different ways than this. */
const MOST_WAYS = 8;

/** Null: there are too many, or a loop within changes one of these. */
export function waysRound(effects: BlockEffects, ends: readonly Symbol[]): readonly WayRound[] | null {
  const { shape } = effects;
  const { header } = shape.loop.site;
  const tracked = trackedFrom(effects, ends);
  const behind = new Map<BlockId, readonly WayRound[]>();
  for (const block of shape.order) {
    const before: readonly WayRound[] =
      block === header
        ? [{ values: new Map(), facts: [] }]
        : distinct(
            (shape.predecessors.get(block) ?? []).flatMap((p) =>
              (behind.get(p) ?? []).map((way) => along(way, p, block, { effects, tracked })),
            ),
          );
    if (before.length > MOST_WAYS) return null;
    const isWritten = [...effects.of(block).keys()].some((v) => tracked.has(shape.cfg.symbols[v] as Symbol));
    if (isWritten && shape.inner.has(block)) return null;
    behind.set(
      block,
      isWritten
        ? before.map((way) => ({ ...way, values: only(tracked, valuesBehind(block, way.values, effects)) }))
        : before,
    );
  }
  return distinct(
    shape.latches.flatMap((b) => (behind.get(b) ?? []).map((way) => along(way, b, header, { effects, tracked }))),
  );
}

const only = (tracked: ReadonlySet<Symbol>, values: Values): Values =>
  new Map([...values].filter(([s]) => tracked.has(s)));

/** A way that goes on from one block to the next, with what is tested in between. */
function along(
  way: WayRound,
  from: BlockId,
  to: BlockId,
  { effects, tracked }: { readonly effects: BlockEffects; readonly tracked: ReadonlySet<Symbol> },
): WayRound {
  const { end } = effects.shape.cfg.fn.blocks[from] as Block;
  if (end.kind !== 'branch' || end.then === end.else || effects.shape.inner.has(from)) return way;
  // the values are those behind the block
  const told = effects.conditionBehind(from, end.cond);
  const isFollowed = (s: Symbol): boolean => tracked.has(s) || effects.variableOf(s) === undefined;
  if (
    told === null ||
    effects.speaksOfUnknown(symbolsOfFormula(told)) ||
    ![...symbolsOfFormula(told)].every(isFollowed)
  )
    return way;
  const cond = formulaOver(told, way.values);
  if (cond === null) return way;
  const facts = conjuncts(end.then === to ? cond : not(cond)).filter((f) => f.kind !== 'true');
  return { ...way, facts: [...new Set([...way.facts, ...facts])] };
}

/** Of ways with the same values what holds on all of them. */
function distinct(all: readonly WayRound[]): readonly WayRound[] {
  const byKey = new Map<string, WayRound>();
  for (const way of all) {
    const key = keyOf(way.values);
    const known = byKey.get(key);
    byKey.set(key, known ? { ...known, facts: known.facts.filter((f) => way.facts.includes(f)) } : way);
  }
  return [...byKey.values()];
}

const keyOf = (values: Values): string =>
  [...values]
    .map(([s, t]) => `${s.key}=${t?.key ?? '?'}`)
    .sort()
    .join(' ');
