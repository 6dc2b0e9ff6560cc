/**
 * How often a test is passed whose quantity falls by at least a step in every iteration. M >= 0 falling by s is passed
 * floor(M / s) + 1 times. M != 0 that falls or grows by one is passed |M| times, around the type's end where it wraps.
 * Source: LLVM's scalar evolution counts so, too.
 */
import {
  TRUE,
  add,
  conjuncts,
  div,
  int,
  intervalOf,
  isConst,
  mod,
  nearZero,
  neg,
  partsOf,
  plus,
  scale,
  sub,
  substitute,
} from '../logic/index.ts';
import type { Formula, Interval, RangeOf, Term } from '../logic/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { ExitTest } from './exit-tests.ts';
import { fromBelow, wrapsAtOnce } from './from-below.ts';
import type { AtEntry } from './no-wrap.ts';
import { inRangeWhere } from './no-wrap.ts';
import type { NoWrap } from './progress.ts';
import { movesEachTime } from './moves-each-time.ts';
import { movedUntil, movement, moves, unreduced } from './progress.ts';
import { maximum } from './count-text.ts';
import { isOfVariables, unprovenOf } from './unproven-wraps.ts';
import { countReduced } from './reduced-sums.ts';
import { countRing } from './rings.ts';
import { countPieces } from './capped-steps.ts';
import { countStrides } from './strides.ts';
import { countSetOnce } from './set-once.ts';
import type { TestCount } from './test-count.ts';

/** Null where the quantity doesn't move one way. */
export function countTest(test: ExitTest, effects: BlockEffects, entry: AtEntry): TestCount | null {
  const once = countSetOnce(test, effects, entry);
  if (once !== null || test.kind === 'eq') return once;
  if (test.kind === 'ne') {
    const ring = countRing(test, effects, entry);
    if (ring !== null) return ring;
    const distance = countDistance(test, effects, entry);
    const { lo } = intervalOf(test.quantity, entry.range);
    // never below zero, it is greater than zero where it isn't zero
    const isSize = lo !== null && lo >= 0n && test.quantity.kind === 'sym';
    if (distance || !isSize) return distance;
    const above: ExitTest = { ...test, kind: 'ge', quantity: plus(test.quantity, -1n) };
    const pieces = countPieces(above, effects, entry);
    if (pieces !== null) return pieces;
    const descent = countDescent(above, effects, entry);
    return descent?.unproven.length === 0 ? { ...descent, exact: false } : null;
  }
  const descent = countDescent(test, effects, entry) ?? countStrides(test, effects, entry);
  if (descent?.exact && descent.unproven.length === 0) return descent;
  const reduced = countReduced(test, effects, entry);
  const pieces = countPieces(test, effects, entry) ?? (reduced?.positive === null ? reduced : null);
  if (pieces !== null) return pieces;
  // never below zero, it is greater than zero where it isn't zero: `while (--n > 0)` of an unsigned n
  const { lo } = intervalOf(test.quantity, entry.range);
  const distance =
    lo === -1n ? countDistance({ ...test, kind: 'ne', quantity: plus(test.quantity, 1n) }, effects, entry) : null;
  return distance?.exact && distance.unproven.length === 0 && distance.towards === null
    ? distance
    : descent?.unproven.length === 0
      ? descent
      : (reduced ?? descent);
}

const withBegun = (passes: Term, { begun }: ExitTest): Term => (begun ? plus(passes, 1n) : passes);

/** While `quantity` >= 0. */
function countDescent(test: ExitTest, effects: BlockEffects, atEntry: AtEntry): TestCount | null {
  const entry = fromBelow(test.quantity, test, effects, atEntry);
  const told = relaxed(test.quantity, effects, entry.range);
  const { quantity, needs: atTest } = unreduced(told, effects, test.block);
  const moved = movement(quantity, effects);
  const first = movedUntil(moved, test);
  const { lo } = moved.step;
  // each of several steps may be left out, but no run leaves out all of them
  const moving = moved.step.hi === 0n ? movesEachTime(moved, effects) : [];
  const hi = moved.step.hi === 0n && moving ? -1n : moved.step.hi;
  if (!first || first.hi === null || hi === null || hi >= 0n) return null;
  const before = substitute(quantity, entry.values);
  const start = plus(before, first.hi);
  const isEven = hi < -1n && isMultiple(plus(start, 1n), -hi, entry.facts);
  const passes = maximum(int(0), isEven ? div(plus(start, 1n), -hi) : plus(div(start, -hi), 1n));
  const most = isConst(passes) ? passes.value : null;
  const guard = { quantity, block: test.block, behind: test.behind, place: test.place, moved, most };
  const { unproven, where } = unprovenOf(
    atTest,
    moved,
    (need, testing) => inRangeWhere(need, guard, effects, entry, testing),
    effects,
  );
  if (!unproven.every((need) => isOfVariables(need, atTest.includes(need), entry.range))) return null;
  const exact = told === test.quantity && lo === hi && first.lo === first.hi;
  // of numbers alone it is known that something does wrap around
  const isKnown = exact && isConst(before) && where?.kind !== 'true';
  if (isKnown || unproven.some((need) => wrapsAtOnce(need, effects, entry))) return null;
  const isPlain = exact && quantity === told && before === substitute(quantity, atEntry.values);
  return {
    count: withBegun(passes, test),
    exact,
    unproven,
    where,
    ...(isPlain ? { falls: { by: -hi, first: -first.hi } } : {}),
    towards: null,
    restsOn: moving ?? [],
    positive: null,
  };
}

/** A limit that is read anew in each iteration counts where its type leaves so few values. */
const LARGEST_LIMIT = 1n << 16n;

/** Never less than the quantity: what moves in no way that is known is taken to be the most that it can be. */
function relaxed(quantity: Term, effects: BlockEffects, range: RangeOf): Term {
  return partsOf(quantity).parts.reduce((t, { coef, mono }) => {
    const isFollowed = mono.kind === 'mod' || (mono.kind === 'sym' && !effects.isUnknown(mono.symbol));
    if (isFollowed || !moves(mono, effects)) return t;
    const { lo, hi } = intervalOf(mono, range);
    const most = coef > 0n ? hi : lo;
    if (most === null || most > LARGEST_LIMIT || most < -LARGEST_LIMIT) return t;
    return plus(sub(t, scale(coef, mono)), coef * most);
  }, quantity);
}

/** The test alone ends the loop after just so many, whatever the values are. */
const OUTRIGHT: Omit<TestCount, 'count'> = {
  exact: true,
  unproven: [],
  where: TRUE,
  towards: null,
  positive: null,
  restsOn: [],
};

/** While `quantity` != 0. */
function countDistance(test: ExitTest, effects: BlockEffects, atEntry: AtEntry): TestCount | null {
  const { quantity: whole } = test;
  const entry = fromBelow(whole, test, effects, atEntry);
  // a difference that was reduced counts around the type's end, and so may whatever it is made of
  const modulus = whole.kind === 'mod' ? whole.by : null;
  const counted = whole.kind === 'mod' ? nearZero(whole.arg, whole.by) : whole;
  const { quantity, needs } = unreduced(counted, effects, test.block);
  const moved = movement(quantity, effects);
  const first = movedUntil(moved, test);
  const { lo, hi } = moved.step;
  if (!first || first.lo === null || first.lo !== first.hi || lo === null || lo !== hi) return null;
  const all = [...needs, ...moved.needs];
  const start = plus(substitute(quantity, entry.values), first.lo);
  const size = lo > 0n ? lo : -lo;
  const away = lo > 0n ? neg(start) : start;
  const isAround = modulus !== null && size > 0n && modulus % size === 0n && isMultiple(away, size, entry.facts);
  if (isAround && all.every(({ by }) => by % modulus === 0n))
    return { ...OUTRIGHT, count: withBegun(div(reduced(away, modulus, entry.range), size), test) };
  const passes = passesToZero(away, size, entry.facts);
  // from a number nearer than the type's end: what is congruent to zero on the way is zero
  const isNear = isConst(start) && modulus !== null && start.value < modulus && -start.value < modulus;
  if (passes !== null && isNear && all.every(({ by }) => by % modulus === 0n))
    return { ...OUTRIGHT, count: withBegun(passes, test) };
  if (passes === null || modulus !== null) {
    // where nothing wraps around, an end that isn't met is gone from for ever, which is no defined run
    const isBound =
      effects.reading.mode !== 'mathematical' && passes === null && modulus === null && size > 1n && !isConst(away);
    return isBound && all.length === 0
      ? { ...OUTRIGHT, count: withBegun(maximum(int(0), div(away, size)), test), where: null, mayJump: true }
      : null;
  }
  // what never passes zero can't be told to stay in range by the test: only by where it starts, or by counting around
  // the end
  const around = aroundTheEnd({ away, size, all }, intervalOf(quantity, entry.range), entry.range);
  if (around !== null) return { ...OUTRIGHT, count: withBegun(around, test) };
  const unproven = all.filter((n) => moves(n.arg, effects));
  if (!unproven.every((need) => isOfVariables(need, needs.includes(need), entry.range))) return null;
  if (unproven.some((need) => wrapsAtOnce(need, effects, entry))) return null;
  return {
    count: withBegun(maximum(int(0), passes), test),
    exact: true,
    unproven,
    where: null,
    towards: passes,
    restsOn: [],
    positive: null,
  };
}

/** In steps of the size to exactly zero; null where they may jump over it. */
function passesToZero(away: Term, size: bigint, facts: Formula): Term | null {
  if (size === 0n || (isConst(away) && size !== 1n && away.value < 0n)) return null;
  return isMultiple(away, size, facts) ? div(away, size) : null;
}

/** By itself, or since the facts say so of something that is congruent to it. */
function isMultiple(t: Term, size: bigint, facts: Formula): boolean {
  if (mod(t, size) === int(0)) return true;
  return conjuncts(facts).some((f) => {
    const known = f.kind === 'eq' && f.term.kind === 'mod' && f.term.by % size === 0n ? f.term.arg : null;
    return known !== null && [sub(t, known), add(t, known)].some((rest) => mod(rest, size) === int(0));
  });
}

/** Steps that divide how many values the type has, 0 to `by` - 1, get to any multiple of them. */
function aroundTheEnd(
  { away, size, all }: { readonly away: Term; readonly size: bigint; readonly all: readonly NoWrap[] },
  { lo, hi }: Interval,
  range: RangeOf,
): Term | null {
  const [first] = all;
  if (!first || first.by % size !== 0n || all.some((n) => n.by !== first.by)) return null;
  // zero is the only value there that is congruent to zero
  if (lo === null || hi === null || lo <= -first.by || hi >= first.by) return null;
  return div(reduced(away, first.by, range), size);
}

function reduced(t: Term, by: bigint, range: RangeOf): Term {
  const { lo, hi } = intervalOf(t, range);
  return lo !== null && hi !== null && lo >= 0n && hi < by ? t : mod(t, by);
}
