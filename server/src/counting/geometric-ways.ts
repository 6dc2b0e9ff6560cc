/**
 * Counters that are at least doubled, or halved, on each way round, but not by the same: `i = 2 * i + 1` or
 * `i = 2 * i + 2`, down a heap that is kept in an array; `n -= n / 2`, in what is left to be searched. Source: our own.
 */
import { ge0, intervalOf, nearZero, partsOf, plus, sub, sym } from '../logic/index.ts';
import type { Interval, Symbol, Term } from '../logic/index.ts';
import type { Counter, GeometricCount } from './geometric-factors.ts';
import { begun, multipleOf } from './geometric-factors.ts';
import { waysRound } from './ways-round.ts';

/** While x <= limit; null where some way doesn't at least double it. */
export function growingOnWays(counter: Counter, { hi: most }: Interval): GeometricCount | null {
  const { test, effects, variable, first, start } = counter;
  const { shape, reading } = effects;
  const multiples = most === null ? null : onWays(counter, (t) => multipleOf(t, counter));
  if (most === null || multiples === null) return null;
  const x = shape.cfg.symbols[variable] as Symbol;
  const [factor, further] = [least(multiples.map((m) => m.factor)), least(multiples.map((m) => m.further))];
  // of zero nothing grows
  const from = further > 0n ? 0n : 1n;
  if (start.hi !== null && start.hi < from) return null;
  const isSure = start.lo !== null && start.lo >= from;
  const { hi: largest } = intervalOf(sym(x), reading.symbols.range);
  const top = largest !== null && largest < most ? largest : most;
  const wraps = multiples.some((m) => m.below !== null && top * m.factor + m.further >= m.below);
  let passed = 0n;
  for (let at = isSure ? (start.lo as bigint) : from; at <= top; at = factor * at + further) passed++;
  return {
    most: begun(passed, test),
    exact: false,
    ...(isSure ? {} : { assuming: plus(first, -from) }),
    ...(wraps ? { unproven: sym(x) } : {}),
  };
}

/**
 * While x >= limit >= 1, from `most` on; null where some way leaves more than half of it. An x that is tested for being
 * other than zero isn't negative at first.
 */
export function shrinkingOnWays(counter: Counter, limit: bigint, most: bigint): GeometricCount | null {
  const halves = onWays(counter, (t) => halfOf(t, counter));
  if (halves === null || (limit < 2n && halves.includes('up'))) return null;
  const rest = halves.includes('up') ? 1n : 0n;
  let passed = 0n;
  for (let at = most; at >= limit; at = (at + rest) / 2n) passed++;
  return { most: begun(passed, counter.test), exact: false };
}

/** x / 2 or less, rounded down; x - x / 2, which is rounded up. Null: it is something else. */
function halfOf(term: Term, { variable, effects }: Counter): 'down' | 'up' | null {
  const x = sym(effects.shape.cfg.symbols[variable] as Symbol);
  const whole = withoutReduction(term);
  const divided = quotientOf(whole);
  // x is at least 1
  const of = divided && withoutReduction(divided.arg);
  if (of !== null && (of === x || of === plus(x, -1n))) return 'down';
  // x - x / 2 - 1 is no more than x / 2
  const taken = partsOf(sub(x, whole));
  const [only, ...others] = taken.parts;
  const half = only?.coef === 1n && others.length === 0 ? quotientOf(only.mono) : null;
  if (half?.arg !== x || half.by !== 2n || taken.constant < 0n || taken.constant > 1n) return null;
  return taken.constant === 0n ? 'up' : 'down';
}

const withoutReduction = (t: Term): Term => (t.kind === 'mod' ? nearZero(t.arg, t.by) : t);

/** C's quotient of what isn't negative. */
function quotientOf(t: Term): (Term & { readonly kind: 'div' }) | null {
  const quotient = t.kind === 'ite' && t.then.kind === 'div' && t.cond === ge0(t.then.arg) ? t.then : t;
  return quotient.kind === 'div' && quotient.by >= 2n ? quotient : null;
}

/** What each way round makes of x, which each iteration tests as it is at its beginning; null: some way something else. */
function onWays<T>({ test, effects, variable }: Counter, read: (value: Term) => T | null): readonly T[] | null {
  const { shape } = effects;
  if (test.behind || test.block !== shape.loop.site.header) return null;
  const x = shape.cfg.symbols[variable] as Symbol;
  const found = waysRound(effects, [x])?.map(({ values }) => {
    const value = values.get(x);
    return value ? read(value) : null;
  });
  return found && found.length > 0 && !found.includes(null) ? (found as readonly T[]) : null;
}

const least = (all: readonly bigint[]): bigint => all.reduce((a, b) => (a < b ? a : b));
