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
import type { BlockEffects } from './block-effects.ts';
import type { ExitTest } from './exit-tests.ts';
import type { GeometricCount } from './geometric-counters.ts';
import type { AtEntry } from './no-wrap.ts';
import { moves } from './progress.ts';
import { notReduced } from './needless-reductions.ts';
import type { Values } from './values-on-the-way.ts';
import { waysRound } from './ways-round.ts';

/** At most so many times; null where the test's quantity isn't halved. */
export function countHalving(test: ExitTest, effects: BlockEffects, entry: AtEntry): GeometricCount | null {
  const { quantity, kind, behind, block } = test;
  const { header } = effects.shape.loop.site;
  if (kind !== 'ge' || behind || block !== header) return null;
  const ends = endsOf(quantity, effects);
  const { hi: most } = intervalOf(substitute(quantity, entry.values), entry.range);
  if (!ends || most === null || most < 0n) return null;
  const after = waysRound(effects, [ends.low, ends.high])?.map(({ values }) => values);
  if (after === undefined) return null;
  const start = intervalOf(substitute(sym(ends.low), entry.values), entry.range);
  const search: Search = {
    quantity,
    ...ends,
    isPositive: start.lo !== null && start.lo >= 0n && partsOf(quantity).constant <= 0n,
    range: entry.range,
  };
  const isSure = after.every((values) => isHalved(values, search));
  // where numbers below zero are rounded up, it is so only from where the lower end is none of them
  const isPossible =
    partsOf(quantity).constant <= 0n && after.every((values) => isHalved(values, { ...search, isPositive: true }));
  const bits = BigInt((most + 1n).toString(2).length);
  const found = { most: test.begun ? bits + 1n : bits, exact: false };
  if (isSure) return found;
  if (isPossible) return { ...found, assuming: substitute(sym(ends.low), entry.values) };
  // as if the sum of both didn't wrap around
  const sum = reducedSum(after, ends);
  if (!sum || !search.isPositive || !after.every((values) => isHalved(values, { ...search, sum }))) return null;
  // the upper end never rises
  const last = substitute(scale(2n, sym(ends.high)), entry.values);
  const isWithin = implies(entry.facts, ge0(sub(int(sum.by), last)), entry.range);
  return isWithin ? found : { ...found, sum: sum.arg };
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
  readonly isPositive: boolean;
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

function isHalved(values: Values, { quantity, low, high, isPositive, range, sum }: Search): boolean {
  const next = (s: Symbol): Term | null => {
    const value = values.has(s) ? values.get(s) : sym(s);
    const plain = sum && value ? rewrite(value, (x) => (x === sum ? sum.arg : null)) : value;
    return plain ? notReduced(plain, ge0(quantity), range) : null;
  };
  const [lower, upper] = [next(low), next(high)];
  if (lower === null || upper === null) return false;
  const isDown = (t: Term): boolean => (isPositive && isSum(t)) || isNoLess(t, quantity);
  const left = doubled(
    substitute(
      quantity,
      new Map([
        [low, lower],
        [high, upper],
      ]),
    ),
    isDown,
  );
  const grown = doubled(sub(lower, sym(low)), isDown);
  if (left === null || grown === null) return false;
  // q - 1 - 2q' >= 0
  const spare = atLeast(plus(sub(quantity, left.term), -1n), left.most, { quantity, low, high });
  // the lower end never falls: what isn't negative at first stays so; 2 (lo' - lo) >= 0 wherever q >= 0
  const rise = atLeast(grown.term, grown.least, { quantity, low, high });
  // nor does the upper end rise: sums of both are less than twice what it is at first
  const shrunk = sum && doubled(sub(sym(high), upper), isDown);
  const falls = !sum || (shrunk != null && atLeast(shrunk.term, shrunk.least, { quantity, low, high }));
  return spare && (!isPositive || rise) && falls;
}

/** `t` with what was lost by rounding, which is `slack` at most, is not negative wherever q isn't. */
function atLeast(t: Term, slack: bigint, { quantity, high }: Pick<Search, 'quantity' | 'low' | 'high'>): boolean {
  const coef = partsOf(t).parts.find(({ mono }) => mono === sym(high))?.coef ?? 0n;
  const rest = sub(t, scale(coef, quantity));
  const { constant, parts } = partsOf(rest);
  return coef >= 0n && parts.length === 0 && constant - slack >= 0n;
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
