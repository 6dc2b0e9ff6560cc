/**
 * That what a loop counts with never wraps around. Its range says so, or it only grows (or falls) from where it
 * starts, or a test keeps it from its limit.
 */
import { implies } from '../decide/index.ts';
import {
  TRUE,
  and,
  ge0,
  int,
  intervalOf,
  partsOf,
  plus,
  scale,
  sub,
  substitute,
  symbolsOf,
  times,
} from '../logic/index.ts';
import type { Formula, Interval, RangeOf, Symbol, Term } from '../logic/index.ts';
import type { BlockId } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import { isWithinAt } from './known-at.ts';
import type { Moment, Movement, NoWrap } from './progress.ts';
import { movedUntil, movement, moves } from './progress.ts';

/** What is known where the loop is entered. */
export interface AtEntry {
  /** Values there, over those just before the loop. */
  readonly values: ReadonlyMap<Symbol, Term>;
  readonly facts: Formula;
  readonly range: RangeOf;
}

/**
 * A test on the way: its quantity at the head of an iteration is at least `-slack` whenever the iteration passes it.
 */
export interface Guarding extends Moment {
  readonly quantity: Term;
  readonly place: BlockId;
  readonly moved: Movement;
  /** How often it is passed at most, if nothing wraps around till then; null: that is no number. */
  readonly most: bigint | null;
}

/**
 * Where it never wraps around. True where that is proven, else a condition on the values at entry. An example is `n <=
 * 2^32 - 4` for a counter that grows by 3. Null where none is known. `testing`: what is needed where the test itself is
 * made, which this iteration's test says nothing of.
 */
export function inRangeWhere(
  need: NoWrap,
  guard: Guarding,
  effects: BlockEffects,
  entry: AtEntry,
  testing: boolean,
): Formula | null {
  if (!testing && isWithinAt(need.arg, need.by, need.block, effects, entry.range)) return TRUE;
  if (!movesLinearly(need.arg, effects)) return isWithin(need, entry.range) ? TRUE : null;
  const moved = movement(need.arg, effects);
  const here = moved.at.get(need.block);
  if (!here) return TRUE;
  const question: Question = { guard, effects, entry, after: !testing && isBehind(need.block, guard, effects) };
  const upper = sub(int(need.by - 1n), need.arg);
  const above = nonNegativeWhere(need.arg, moved.step, here.lo, question);
  const below = nonNegativeWhere(upper, times(-1n, moved.step), here.hi === null ? null : -here.hi, question);
  return above && below && and(above, below);
}

interface Question {
  readonly guard: Guarding;
  readonly effects: BlockEffects;
  readonly entry: AtEntry;
  /** This iteration has passed the test. */
  readonly after: boolean;
}

const isWithin = ({ arg, by }: NoWrap, range: RangeOf): boolean => {
  const { lo, hi } = intervalOf(arg, range);
  return lo !== null && hi !== null && lo >= 0n && hi < by;
};

const movesLinearly = (t: Term, effects: BlockEffects): boolean =>
  partsOf(t).parts.every(({ mono }) => mono.kind === 'sym' || !moves(mono, effects));

/** `t`, a quantity at the head, and the least that it has moved by then, together never below zero. */
function nonNegativeWhere(term: Term, step: Interval, moved: bigint | null, question: Question): Formula | null {
  if (moved === null) return null;
  const { entry, guard, effects, after } = question;
  const here = plus(term, moved);
  const { lo } = intervalOf(here, entry.range);
  if (lo !== null && lo >= 0n) return TRUE;
  const atFirst = isNonNegativeWhere(substitute(here, entry.values), entry);
  const grows = step.lo !== null && step.lo >= 0n;
  if (grows && atFirst.kind === 'true') return TRUE;
  if (isNonNegativeThroughout(here, step, question)) return TRUE;
  const slack = after ? movedUntil(guard.moved, guard)?.hi : slackAtHead(guard);
  const follows =
    slack === null || slack === undefined ? null : followsWhere(here, plus(guard.quantity, slack), effects, entry);
  if (follows === null) return grows ? atFirst : null;
  return after ? follows : and(atFirst, follows);
}

/** No iteration comes behind the last one, nor to a test behind that: `for (unsigned i = 20; i > 0; i -= 2)`. */
function isNonNegativeThroughout(atHead: Term, step: Interval, { guard, entry, after }: Question): boolean {
  const { lo } = intervalOf(substitute(atHead, entry.values), entry.range);
  if (guard.most === null || lo === null || lo < 0n || step.lo === null) return false;
  const last = after ? guard.most - 1n : guard.most;
  return lo + (last > 0n ? last : 0n) * step.lo >= 0n;
}

/** By how much the quantity may have fallen below zero between the last test and the head. */
function slackAtHead(guard: Guarding): bigint | null {
  const { moved } = guard;
  const at = movedUntil(moved, guard);
  return at === null || at.hi === null || moved.step.lo === null ? null : at.hi - moved.step.lo;
}

/** Where `t` >= 0 follows from `known` >= 0: their difference is of what the loop leaves alone. */
function followsWhere(t: Term, known: Term, effects: BlockEffects, entry: AtEntry): Formula | null {
  const inT = movingParts(t, effects);
  const inKnown = new Map(movingParts(known, effects).map((p) => [p.mono, p.coef]));
  const [first] = inT;
  if (!first) return null;
  const coef = inKnown.get(first.mono);
  if (coef === undefined || first.coef % coef !== 0n || first.coef / coef <= 0n) return null;
  const rest = sub(t, scale(first.coef / coef, known));
  return moves(rest, effects) ? null : isNonNegativeWhere(substitute(rest, entry.values), entry);
}

const movingParts = (t: Term, effects: BlockEffects): { readonly coef: bigint; readonly mono: Term }[] =>
  partsOf(t).parts.filter(({ mono }) => moves(mono, effects));

function isNonNegativeWhere(t: Term, { facts, range }: AtEntry): Formula {
  const { lo } = intervalOf(t, range);
  if (lo !== null && lo >= 0n) return TRUE;
  return facts.kind !== 'true' && symbolsOf(t).size > 0 && implies(facts, ge0(t), range) ? TRUE : ge0(t);
}

/** Every way of an iteration to a block passes the test first. */
function isBehind(block: BlockId, { place }: Guarding, { shape }: BlockEffects): boolean {
  for (let b = block; b !== place; b = shape.cfg.dominator(b))
    if (b === shape.loop.site.header || b === shape.cfg.dominator(b)) return false;
  return block !== place;
}
