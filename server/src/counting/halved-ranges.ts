/**
 * Searches that halve what is between two ends. While lo < hi, every way of an iteration sets lo to mid + 1 or hi to
 * mid, where mid = (lo + hi) / 2. Let q = hi - lo - 1, which isn't negative while the loop goes on. What is left of q
 * is at most (q - 1) / 2. So the body is begun at most as often as q + 1 has bits. Source: our own.
 */
import {
  add,
  ge0,
  int,
  intervalOf,
  isConst,
  neg,
  partsOf,
  plus,
  rewrite,
  scale,
  sub,
  substitute,
  sym,
} from '../logic/index.ts';
import { implies } from '../decide/index.ts';
import type { RangeOf, Symbol, Term } from '../logic/index.ts';
import type { VarId } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { ExitTest } from './exit-tests.ts';
import type { GeometricCount } from './geometric-factors.ts';
import type { AtEntry } from './no-wrap.ts';
import { moves } from './progress.ts';
import { notReduced } from './needless-reductions.ts';
import type { Values } from './values-on-the-way.ts';
import { waysRound } from './ways-round.ts';

/** At most so many times; null where the test's quantity isn't halved. */
export function countHalving(test: ExitTest, effects: BlockEffects, entry: AtEntry): GeometricCount | null {
  if (test.kind === 'ne')
    return countMeeting(test.quantity, test, effects, entry) ?? countMeeting(neg(test.quantity), test, effects, entry);
  return test.kind === 'ge' ? countLess(test, effects, entry) : null;
}

/** `while (lo != hi)` is `while (lo < hi)` from where the lower end isn't above the other, and never gets there. */
function countMeeting(distance: Term, test: ExitTest, effects: BlockEffects, entry: AtEntry): GeometricCount | null {
  const found = countLess({ ...test, kind: 'ge', quantity: plus(distance, -1n) }, effects, entry, true);
  if (!found || found.assuming) return null;
  const first = substitute(distance, entry.values);
  return implies(entry.facts, ge0(first), entry.range) ? found : { ...found, assuming: first };
}

/** `meets`: the lower end must not come to lie above the other one. */
function countLess(test: ExitTest, effects: BlockEffects, entry: AtEntry, meets = false): GeometricCount | null {
  const { behind, block } = test;
  const { quantity, reduced } = asIfUnreduced(test.quantity);
  const ends = endsOf(quantity, effects);
  if (!ends) return null;
  const isFirst = !behind && block === effects.shape.loop.site.header;
  if (!isFirst && (reduced.length > 0 || !isLast(test, ends, effects))) return null;
  const after = waysRound(effects, [ends.low, ends.high])?.map(({ values }) => values);
  if (after === undefined) return null;
  const isKnown =
    isFirst || after.every((values) => isHalved(values, { quantity, ...ends, range: entry.range, anywhere: true }));
  // else nothing is known of what the first iteration leaves
  const begin = (t: Term): Term => (isKnown ? substitute(t, entry.values) : t);
  const { hi: most } = intervalOf(begin(quantity), entry.range);
  if (most === null || (isFirst && most < 0n)) return null;
  const start = intervalOf(begin(sym(ends.low)), entry.range);
  const search: Search = {
    quantity,
    ...ends,
    isPositive: start.lo !== null && start.lo >= 0n && partsOf(quantity).constant <= 0n,
    range: entry.range,
  };
  const needed = neededFor(
    reduced.filter((t) => !isInRange(t, entry)),
    ends,
    entry,
  );
  if (needed === null || (meets && !isFirst)) return null;
  const isHalvedBy = (given: Search): boolean =>
    after.every(
      (values) =>
        isHalved(values, given) &&
        (!meets || meetsAtMost(values, given)) &&
        reduced.every((t) => staysInRange(t, values, given)),
    );
  const bits = BigInt((most < 0n ? 1n : most + 1n).toString(2).length);
  const found = { most: (isFirst ? test.begun : !isKnown) ? bits + 1n : bits, exact: false };
  if (isHalvedBy(search)) return { ...found, ...needed };
  if (!isFirst) return null;
  // where numbers below zero are rounded up, it is so only from where the lower end is none of them
  if (partsOf(quantity).constant <= 0n && reduced.length === 0 && isHalvedBy({ ...search, isPositive: true }))
    return { ...found, assuming: substitute(sym(ends.low), entry.values) };
  // as if the sum of both didn't wrap around
  const sum = reducedSum(after, ends);
  if (!sum || !search.isPositive || !isHalvedBy({ ...search, sum })) return null;
  // the upper end never rises
  const last = substitute(scale(2n, sym(ends.high)), entry.values);
  const isWithin = implies(entry.facts, ge0(sub(int(sum.by), last)), entry.range);
  // lo + 1 is no more than that: hi isn't zero where the test lets it go on
  return isWithin ? { ...found, ...needed } : { ...found, ...needed, sum: sum.arg };
}

/** What lets unsigned ends be tested as if nothing wrapped around: lo <= hi, or that lo + 1 doesn't. */
function neededFor(
  open: readonly Reduced[],
  { low, high }: Pick<Search, 'low' | 'high'>,
  { values }: AtEntry,
): Pick<GeometricCount, 'assuming' | 'sum'> | null {
  const [first, ...others] = new Set(open.map(({ arg }) => arg));
  if (first === undefined) return {};
  if (others.length > 0) return null;
  const distance = sub(first, sub(sym(high), sym(low)));
  if (isConst(distance)) return distance.value <= 0n ? { assuming: substitute(first, values) } : null;
  return first === plus(sym(low), 1n) ? { sum: first } : null;
}

/** `hi - lo > 1` and `lo + 1 < hi` of unsigned ends as if nothing wrapped around, and what mustn't. */
function asIfUnreduced(quantity: Term): { readonly quantity: Term; readonly reduced: readonly Reduced[] } {
  const reduced: Reduced[] = [];
  const plain = rewrite(quantity, (t) => {
    if (t.kind !== 'mod' || !isLinear(t.arg)) return null;
    reduced.push(t);
    return t.arg;
  });
  return { quantity: plain, reduced };
}

const isInRange = ({ arg, by }: Reduced, { values, facts, range }: AtEntry): boolean => {
  const first = substitute(arg, values);
  return [first, sub(int(by - 1n), first)].every((t) => implies(facts, ge0(t), range));
};

/** An iteration leaves it between 0 and the type's end, where the test held before. */
function staysInRange({ arg, by }: Reduced, values: Values, search: Search): boolean {
  const next = endsAfter(values, search);
  if (next === null) return false;
  const after = substitute(arg, next);
  const { lo, hi } = intervalOf(arg, search.range);
  const isNever = (t: Term): boolean => {
    const twice = doubled(t, isDownIn(search));
    return twice !== null && atLeast(twice.term, twice.least, search);
  };
  const isNatural = (lo !== null && lo >= 0n) || isNever(after);
  // the upper end never rises beyond the type's end
  return isNatural && ((hi !== null && hi < by) || isNever(sub(sym(search.high), after)));
}

/** It is made on what the next iteration begins with: `do { ... } while (lo <= hi);`. */
function isLast(
  { block, place, behind }: ExitTest,
  { low, high }: Pick<Search, 'low' | 'high'>,
  effects: BlockEffects,
): boolean {
  const { loop, predecessors } = effects.shape;
  const back = (predecessors.get(loop.site.header) ?? []).filter((b) => loop.blocks.has(b));
  const keeps = (s: Symbol): boolean => !effects.of(block).has(effects.variableOf(s) as VarId);
  return back.every((b) => b === place) && block === place && (behind || (keeps(low) && keeps(high)));
}

type Reduced = Term & { readonly kind: 'mod' };

/** `lo + hi` of unsigned ends, as it stands in values; null: it doesn't. */
function reducedSum(all: readonly Values[], { low, high }: Pick<Search, 'low' | 'high'>): Reduced | null {
  const sum = add(sym(low), sym(high));
  let found: Reduced | null = null;
  for (const value of all.flatMap((values) => [...values.values()]))
    if (value)
      rewrite(value, (x) => {
        if (x.kind === 'mod' && x.arg === sum) found = x;
        return null;
      });
  return found;
}

interface Search {
  readonly quantity: Term;
  readonly low: Symbol;
  readonly high: Symbol;
  /** The lower end isn't negative at first. */
  readonly isPositive?: boolean;
  /** From q < 0 it isn't left with q >= 0 either. */
  readonly anywhere?: boolean;
  readonly range: RangeOf;
  /** It is taken not to wrap around. */
  readonly sum?: Reduced;
}

/** `high - low + c`, where the loop changes both and nothing else in it. */
function endsOf(quantity: Term, effects: BlockEffects): Pick<Search, 'low' | 'high'> | null {
  const { parts } = partsOf(quantity);
  const moving = parts.filter(({ mono }) => moves(mono, effects));
  const high = moving.find(({ coef }) => coef === 1n)?.mono;
  const low = moving.find(({ coef }) => coef === -1n)?.mono;
  if (parts.length !== 2 || moving.length !== 2 || high?.kind !== 'sym' || low?.kind !== 'sym') return null;
  return { low: low.symbol, high: high.symbol };
}

/** What the ends are behind an iteration; null: not known. */
function endsAfter(
  values: Values,
  { quantity, low, high, range, sum, anywhere }: Search,
): ReadonlyMap<Symbol, Term> | null {
  const next = (s: Symbol): Term | null => {
    const value = values.has(s) ? values.get(s) : sym(s);
    const plain = sum && value ? rewrite(value, (x) => (x === sum ? sum.arg : null)) : value;
    return plain && !anywhere ? notReduced(plain, ge0(quantity), range) : (plain ?? null);
  };
  const [lower, upper] = [next(low), next(high)];
  return (
    lower &&
    upper &&
    new Map([
      [low, lower],
      [high, upper],
    ])
  );
}

/** What of a half isn't rounded up. */
const isDownIn =
  ({ quantity, isPositive, anywhere }: Search) =>
  (t: Term): boolean =>
    !anywhere && ((isPositive === true && isSum(t)) || isNoLess(t, quantity));

function isHalved(values: Values, search: Search): boolean {
  const { quantity, low, high, isPositive, sum } = search;
  const next = endsAfter(values, search);
  if (next === null) return false;
  const isDown = isDownIn(search);
  const [lower, upper] = [next.get(low) as Term, next.get(high) as Term];
  const left = doubled(substitute(quantity, next), isDown);
  const grown = doubled(sub(lower, sym(low)), isDown);
  if (left === null || grown === null) return false;
  // q - 1 - 2q' >= 0
  const spare = atLeast(plus(sub(quantity, left.term), -1n), left.most, search);
  // the lower end never falls: what isn't negative at first stays so; 2 (lo' - lo) >= 0 wherever q >= 0
  const rise = atLeast(grown.term, grown.least, search);
  // nor does the upper end rise: sums of both are less than twice what it is at first
  const shrunk = sum && doubled(sub(sym(high), upper), isDown);
  const falls = !sum || (shrunk != null && atLeast(shrunk.term, shrunk.least, search));
  return spare && (!isPositive || rise) && falls;
}

/** From q >= 0 the ends don't pass each other: q' >= -1, which is 2q' + 2 >= 0, and as that is even 2q' + 3 >= 0. */
function meetsAtMost(values: Values, search: Search): boolean {
  const next = endsAfter(values, search);
  const left = next && doubled(substitute(search.quantity, next), isDownIn(search));
  return left !== null && atLeast(plus(left.term, 3n), left.least, search);
}

/** `t` with what was lost by rounding, which is `slack` at most, is not negative wherever q isn't, or `anywhere`. */
function atLeast(t: Term, slack: bigint, { quantity, high, anywhere }: Search): boolean {
  const coef = partsOf(t).parts.find(({ mono }) => mono === sym(high))?.coef ?? 0n;
  const rest = sub(t, scale(coef, quantity));
  const { constant, parts } = partsOf(rest);
  return (anywhere ? coef === 0n : coef >= 0n) && parts.length === 0 && constant - slack >= 0n;
}

interface Doubled {
  /** Twice the value is this and something between -`least` and `most`. */
  readonly term: Term;
  readonly least: bigint;
  readonly most: bigint;
}

/** Twice a sum of ends and halves of sums: 2 (x / 2) is x less what was cut off. */
function doubled(change: Term, isPositive: (t: Term) => boolean): Doubled | null {
  const { constant, parts } = partsOf(change);
  let term: Term = int(2n * constant);
  let [least, most] = [0n, 0n];
  for (const { coef, mono } of parts) {
    const half = halfOf(mono);
    if (half === null && mono.kind !== 'sym') return null;
    term = add(term, scale(half === null ? 2n * coef : coef, half?.of ?? mono));
    if (half === null) continue;
    // x / 2 is (x - r) / 2, where r is 0 or 1, or -1 for a negative x that is rounded towards zero
    const isDown = half.isDown || isPositive(half.of);
    const cut = [isDown ? 0n : -coef, coef];
    const [one, other] = cut as [bigint, bigint];
    least += one > other ? one : other;
    most -= one < other ? one : other;
  }
  return { term, least, most };
}

interface Half {
  readonly of: Term;
  /** Rounded down, not towards zero. */
  readonly isDown: boolean;
}

/** Of `x / 2` as C has it, and of `x >> 1`. */
function halfOf(t: Term): Half | null {
  if (t.kind === 'div') return t.by === 2n && isLinear(t.arg) ? { of: t.arg, isDown: true } : null;
  if (t.kind !== 'ite' || t.then.kind !== 'div' || t.then.by !== 2n) return null;
  const { arg } = t.then;
  // of a negative x rounded up: (x + 1) / 2 rounded down
  const isQuotient = t.else.kind === 'div' && t.else.by === 2n && t.else.arg === plus(arg, 1n);
  return isQuotient && t.cond === ge0(arg) && isLinear(arg) ? { of: arg, isDown: false } : null;
}

/** Of what isn't negative: neither is it. */
const isSum = (t: Term): boolean => {
  const { constant, parts } = partsOf(t);
  return constant >= 0n && parts.every(({ coef }) => coef > 0n);
};

/** Not less than what isn't negative while the loop goes on. */
function isNoLess(t: Term, quantity: Term): boolean {
  const more = sub(t, quantity);
  return isConst(more) && more.value >= 0n;
}

const isLinear = (t: Term): boolean => partsOf(t).parts.every(({ mono }) => mono.kind === 'sym');
