/**
 * How a quantity of a loop moves. That is how much it differs from its value at the head, at each place of an iteration
 * and at its end. Nothing is followed path by path. Ways that meet give an interval, and what moves in an inner loop
 * keeps its sign alone. Source: our own.
 */
import {
  READ,
  UNBOUNDED,
  intervalOf,
  nearZero,
  partsOf,
  point,
  scale,
  sub,
  add,
  int,
  plus as offset,
  substitute,
  symbolsOf,
} from '../logic/index.ts';
import type { Interval, RangeOf, Symbol, Term } from '../logic/index.ts';
import type { BlockId } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { InnerRounds } from './inner-rounds.ts';
import type { LoopShape } from './loop-shape.ts';
import { signAt } from './known-at.ts';

/** At `block`, 0 <= `arg` < `by` over the values there: then what was reduced by the modulus is as it was. */
export interface NoWrap {
  readonly block: BlockId;
  readonly arg: Term;
  readonly by: bigint;
}

export interface Movement {
  /** At the start of a block, against the head. Missing: no way of this iteration leads there. */
  readonly at: ReadonlyMap<BlockId, Interval>;
  /** At the end of a block. */
  behind(block: BlockId): Interval | null;
  /** What a block alone adds. */
  within(block: BlockId): Interval;
  /** Over a whole iteration. */
  readonly step: Interval;
  readonly needs: readonly NoWrap[];
}

/** Where a test looks at its quantity. */
export interface Moment {
  readonly block: BlockId;
  /** At the end of the block, not at its start. */
  readonly behind: boolean;
}

/** By how much a quantity differs from the head's when it is tested. */
export const movedUntil = ({ at, behind }: Movement, moment: Moment): Interval | null =>
  moment.behind ? behind(moment.block) : (at.get(moment.block) ?? null);

/** A quantity that counts on where the type would wrap around. */
export interface Unreduced {
  readonly quantity: Term;
  /** What it takes to be the same. */
  readonly needs: readonly NoWrap[];
}

/** The quantity without what reduces its moving parts: of `(i + 1) mod 2^32` the `i + 1`. */
export function unreduced(term: Term, effects: BlockEffects, block: BlockId): Unreduced {
  const { constant, parts } = partsOf(term);
  let quantity: Term = int(constant);
  const needs: NoWrap[] = [];
  for (const { coef, mono } of parts) {
    if (mono.kind === 'mod' && moves(mono, effects) && !isRead(mono.arg, effects)) {
      const { quantity: arg, needs: within } = unreduced(
        mostlyWithin(mono.arg, mono.by, effects.reading.symbols.range),
        effects,
        block,
      );
      needs.push(...within, { block, arg, by: mono.by });
      quantity = add(quantity, scale(coef, arg));
    } else quantity = add(quantity, scale(coef, mono));
  }
  return { quantity, needs };
}

/** What is read there doesn't count on: `(unsigned char)*p` is no `*p` that mustn't wrap around. */
const isRead = (t: Term, effects: BlockEffects): boolean =>
  partsOf(t).parts.every(({ mono }) => !moves(mono, effects) || (mono.kind === 'app' && mono.fn === READ));

/**
 * What is reduced, less the multiple of the modulus that keeps most of it within the type: `i + 1 + 2^15` stays as it
 * is modulo 2^16, as a signed type has it; `i + 65535` is `i - 1`.
 */
function mostlyWithin(arg: Term, by: bigint, range: RangeOf): Term {
  const near = nearZero(arg, by);
  const { lo, hi } = intervalOf(near, range);
  if (lo === null || hi === null) return near;
  const within = (k: bigint): bigint => {
    const [from, to] = [lo + k, hi + k];
    return (to < by ? to : by - 1n) - (from > 0n ? from : 0n);
  };
  const k = [by, -by].reduce((best, other) => (within(other) > within(best) ? other : best), 0n);
  return offset(near, k);
}

/** The loop changes it. */
export function moves(t: Term, effects: BlockEffects): boolean {
  for (const s of symbolsOf(t)) if (effects.variableOf(s) !== undefined) return true;
  return false;
}

/** More rounds than this aren't needed: each widens a bound of an inner head for good. */
const MOST_ROUNDS = 6;

export function movement(quantity: Term, effects: BlockEffects): Movement {
  const { shape } = effects;
  const needs: NoWrap[] = [];
  const change = new Map<BlockId, Interval>();
  const within = (blockId: BlockId): Interval => {
    const known = change.get(blockId);
    if (known) return known;
    const made = changeWithin(quantity, effects, blockId);
    change.set(blockId, made.by);
    needs.push(...made.needs);
    return made.by;
  };
  const rounds: MovingRounds[] = [];
  for (const inner of effects.rounds) {
    const { step } = flow({ shape, within, rounds, header: inner.header, blocks: inner.blocks });
    if (step.lo !== null && step.lo === step.hi) rounds.push({ ...inner, by: step.lo });
  }
  const { at, behind, step } = flow({ shape, within, rounds, header: shape.loop.site.header, blocks: null });
  return { at, behind, within, step, needs };
}

/** By so much each of its iterations moves the quantity. */
type MovingRounds = InnerRounds & { readonly by: bigint };

interface Region {
  readonly shape: LoopShape;
  readonly within: Movement['within'];
  /** Of the loops in it, those that move the quantity by the same each time they are entered. */
  readonly rounds: readonly MovingRounds[];
  readonly header: BlockId;
  /** Null: all of the loop's. */
  readonly blocks: ReadonlySet<BlockId> | null;
}

/** How much the quantity differs from its value at the header, around a loop once. */
function flow({ shape, within, rounds, header, blocks }: Region): Pick<Movement, 'at' | 'behind' | 'step'> {
  const at = new Map<BlockId, Interval>([[header, point(0n)]]);
  const order = blocks === null ? shape.order : shape.order.filter((b) => blocks.has(b));
  const behind = (b: BlockId): Interval | null => {
    const before = at.get(b);
    return before ? plus(before, within(b)) : null;
  };
  const along = (from: BlockId, to: BlockId): Interval | null => {
    const left = rounds.find((r) => r.blocks.has(from) && !r.blocks.has(to));
    if (!left) return behind(from);
    const entered = entering(left);
    if (!entered) return null;
    return left.endsAtHeader
      ? plus(plus(entered, point((left.passes - 1n) * left.by)), within(left.header))
      : plus(entered, point(left.passes * left.by));
  };
  const into = (to: BlockId, from: readonly BlockId[]): Interval | null => hullOf(from.map((b) => along(b, to)));
  const entering = (r: MovingRounds): Interval | null =>
    into(
      r.header,
      predecessorsOf(r.header).filter((b) => !r.blocks.has(b)),
    );
  const predecessorsOf = (b: BlockId): readonly BlockId[] =>
    (shape.predecessors.get(b) ?? []).filter((p) => blocks === null || blocks.has(p));
  const before = (b: BlockId): Interval | null => {
    const own = rounds.find((r) => r.header === b);
    if (!own) return into(b, predecessorsOf(b));
    const entered = entering(own);
    return entered && hull(entered, plus(entered, point((own.passes - 1n) * own.by)));
  };
  /** One round over the loop's blocks; whether anything changed. */
  const settle = (): boolean => {
    let changed = false;
    for (const b of order) {
      if (b === header) continue;
      const met = before(b);
      const old = at.get(b);
      if (met === null || (old && covers(old, met))) continue;
      at.set(b, old ? widened(old, met) : met);
      changed = true;
    }
    return changed;
  };
  for (let round = 0; settle(); round++)
    if (round === MOST_ROUNDS) for (const b of order) if (b !== header) at.set(b, UNBOUNDED);
  return { at, behind, step: into(header, predecessorsOf(header)) ?? UNBOUNDED };
}

/** Between which bounds lies what one block adds to the quantity. */
function changeWithin(
  quantity: Term,
  effects: BlockEffects,
  block: BlockId,
): { readonly by: Interval; readonly needs: readonly NoWrap[] } {
  const change = changeBy(quantity, effects, block);
  if (change === null) return { by: UNBOUNDED, needs: [] };
  const { by, needs } = change;
  if (by === null) return { by: point(0n), needs };
  return { by: signAt(by, intervalOf(by, effects.reading.symbols.range), block, effects), needs };
}

/** What one block adds to the quantity, over the values at its start: `by` is null where it leaves it alone. */
export function changeBy(
  quantity: Term,
  effects: BlockEffects,
  block: BlockId,
): { readonly by: Term | null; readonly needs: readonly NoWrap[] } | null {
  const { shape } = effects;
  const map = new Map<Symbol, Term>();
  const mentioned = symbolsOf(quantity);
  for (const [v, value] of effects.of(block)) {
    const s = shape.cfg.symbols[v] as Symbol;
    if (!mentioned.has(s)) continue;
    if (value === null) return null;
    map.set(s, value);
  }
  if (map.size === 0) return { by: null, needs: [] };
  const after = unreduced(substitute(quantity, map), effects, block);
  return { by: sub(after.quantity, quantity), needs: after.needs };
}

const plus = (a: Interval, b: Interval): Interval => ({
  lo: a.lo === null || b.lo === null ? null : a.lo + b.lo,
  hi: a.hi === null || b.hi === null ? null : a.hi + b.hi,
});
const hullOf = (all: readonly (Interval | null)[]): Interval | null =>
  all.reduce((a, i) => (a === null || i === null ? (a ?? i) : hull(a, i)), null);
const hull = (a: Interval, b: Interval): Interval => ({
  lo: a.lo === null || b.lo === null ? null : a.lo < b.lo ? a.lo : b.lo,
  hi: a.hi === null || b.hi === null ? null : a.hi > b.hi ? a.hi : b.hi,
});
const covers = (a: Interval, b: Interval): boolean =>
  (a.lo === null || (b.lo !== null && a.lo <= b.lo)) && (a.hi === null || (b.hi !== null && a.hi >= b.hi));
/** What grew is taken to grow without end. */
const widened = (a: Interval, b: Interval): Interval => ({
  lo: a.lo === null || b.lo === null || b.lo < a.lo ? null : a.lo,
  hi: a.hi === null || b.hi === null || b.hi > a.hi ? null : a.hi,
});
