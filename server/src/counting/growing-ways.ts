/**
 * Counters that are at least doubled on each way round, but not by the same: `i = 2 * i + 1` or `i = 2 * i + 2`, down a
 * heap that is kept in an array. Source: our own.
 */
import { intervalOf, plus, sym } from '../logic/index.ts';
import type { Interval, Symbol } from '../logic/index.ts';
import type { Counter, GeometricCount, Multiple } from './geometric-factors.ts';
import { begun, multipleOf } from './geometric-factors.ts';
import { waysRound } from './ways-round.ts';

/** While x <= limit; null where some way doesn't at least double it. */
export function growingOnWays(counter: Counter, { hi: most }: Interval): GeometricCount | null {
  const { test, effects, variable, first, start } = counter;
  const { shape, reading } = effects;
  // in each iteration x is tested as it is at its beginning
  if (most === null || test.behind || test.block !== shape.loop.site.header) return null;
  const x = shape.cfg.symbols[variable] as Symbol;
  const multiples = waysRound(effects, [x])?.map(({ values }) => multipleOf(values.get(x) ?? null, counter)) ?? [];
  const [one] = multiples;
  if (!one || multiples.includes(null)) return null;
  const all = multiples as readonly Multiple[];
  const [factor, further] = [least(all.map((m) => m.factor)), least(all.map((m) => m.further))];
  // of zero nothing grows
  const from = further > 0n ? 0n : 1n;
  if (start.hi !== null && start.hi < from) return null;
  const isSure = start.lo !== null && start.lo >= from;
  const { hi: largest } = intervalOf(sym(x), reading.symbols.range);
  const top = largest !== null && largest < most ? largest : most;
  const wraps = all.some((m) => m.below !== null && top * m.factor + m.further >= m.below);
  let passed = 0n;
  for (let at = isSure ? (start.lo as bigint) : from; at <= top; at = factor * at + further) passed++;
  return {
    most: begun(passed, test),
    exact: false,
    ...(isSure ? {} : { assuming: plus(first, -from) }),
    ...(wraps ? { unproven: sym(x) } : {}),
  };
}

const least = (all: readonly bigint[]): bigint => all.reduce((a, b) => (a < b ? a : b));
