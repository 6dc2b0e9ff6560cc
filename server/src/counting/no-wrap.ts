/** That what a loop counts with never wraps around: by its range, since it only grows (or falls) from where it starts, or since a test keeps it from its limit. */
import { implies } from '../decide/index.ts';
import { ge0, int, intervalOf, partsOf, plus, scale, sub, substitute, symbolsOf } from '../logic/index.ts';
import type { Formula, Interval, RangeOf, Symbol, Term } from '../logic/index.ts';
import type { BlockId } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { Moment, Movement, NoWrap } from './progress.ts';
import { movedUntil, movement, moves } from './progress.ts';

/** What is known where the loop is entered. */
export interface AtEntry {
  /** Values there, over those just before the loop. */
  readonly values: ReadonlyMap<Symbol, Term>;
  readonly facts: Formula;
  readonly range: RangeOf;
}

/** A test on the way: its quantity at the head of an iteration is at least `-slack` whenever the iteration passes it. */
export interface Guarding extends Moment {
  readonly quantity: Term;
  readonly place: BlockId;
  readonly moved: Movement;
}

/** `testing`: what is needed where the test itself is made, which this iteration's test says nothing of. */
export function staysInRange(
  need: NoWrap,
  guard: Guarding,
  effects: BlockEffects,
  entry: AtEntry,
  testing: boolean,
): boolean {
  if (!movesLinearly(need.arg, effects)) return isWithin(need, entry.range);
  const moved = movement(need.arg, effects);
  const here = moved.at.get(need.block);
  if (!here) return true;
  const question: Question = { guard, effects, entry, after: !testing && isBehind(need.block, guard, effects) };
  const upper = sub(int(need.by - 1n), need.arg);
  return (
    staysNonNegative(need.arg, moved.step, here.lo, question) &&
    staysNonNegative(upper, negated(moved.step), here.hi === null ? null : -here.hi, question)
  );
}

interface Question {
  readonly guard: Guarding;
  readonly effects: BlockEffects;
  readonly entry: AtEntry;
  /** This iteration has passed the test. */
  readonly after: boolean;
}

const negated = ({ lo, hi }: Interval): Interval => ({ lo: hi === null ? null : -hi, hi: lo === null ? null : -lo });

const isWithin = ({ arg, by }: NoWrap, range: RangeOf): boolean => {
  const { lo, hi } = intervalOf(arg, range);
  return lo !== null && hi !== null && lo >= 0n && hi < by;
};

const movesLinearly = (t: Term, effects: BlockEffects): boolean =>
  partsOf(t).parts.every(({ mono }) => mono.kind === 'sym' || !moves(mono, effects));

/** `t`, a quantity at the head, and the least that it has moved by then, together never below zero. */
function staysNonNegative(term: Term, step: Interval, moved: bigint | null, question: Question): boolean {
  if (moved === null) return false;
  const { entry, guard, effects, after } = question;
  const here = plus(term, moved);
  const { lo } = intervalOf(here, entry.range);
  if (lo !== null && lo >= 0n) return true;
  const atFirst = (): boolean => isNonNegative(substitute(here, entry.values), entry);
  if (step.lo !== null && step.lo >= 0n && atFirst()) return true;
  const slack = after ? movedUntil(guard.moved, guard)?.hi : slackAtHead(guard);
  if (slack === null || slack === undefined) return false;
  if (!after && !atFirst()) return false;
  return followsFrom(here, plus(guard.quantity, slack), effects, entry);
}

/** By how much the quantity may have fallen below zero between the last test and the head. */
function slackAtHead(guard: Guarding): bigint | null {
  const { moved } = guard;
  const at = movedUntil(moved, guard);
  return at === null || at.hi === null || moved.step.lo === null ? null : at.hi - moved.step.lo;
}

/** `t` >= 0 wherever `known` >= 0: their difference is of what the loop leaves alone. */
function followsFrom(t: Term, known: Term, effects: BlockEffects, entry: AtEntry): boolean {
  const inT = movingParts(t, effects);
  const inKnown = new Map(movingParts(known, effects).map((p) => [p.mono, p.coef]));
  const [first] = inT;
  if (!first) return false;
  const coef = inKnown.get(first.mono);
  if (coef === undefined || first.coef % coef !== 0n || first.coef / coef <= 0n) return false;
  const rest = sub(t, scale(first.coef / coef, known));
  return !moves(rest, effects) && isNonNegative(substitute(rest, entry.values), entry);
}

const movingParts = (t: Term, effects: BlockEffects): { readonly coef: bigint; readonly mono: Term }[] =>
  partsOf(t).parts.filter(({ mono }) => moves(mono, effects));

function isNonNegative(t: Term, { facts, range }: AtEntry): boolean {
  const { lo } = intervalOf(t, range);
  if (lo !== null && lo >= 0n) return true;
  return facts.kind !== 'true' && symbolsOf(t).size > 0 && implies(facts, ge0(t), range);
}

/** Every way of an iteration to a block passes the test first. */
function isBehind(block: BlockId, { place }: Guarding, { shape }: BlockEffects): boolean {
  for (let b = block; b !== place; b = shape.cfg.dominator(b))
    if (b === shape.loop.site.header || b === shape.cfg.dominator(b)) return false;
  return block !== place;
}
