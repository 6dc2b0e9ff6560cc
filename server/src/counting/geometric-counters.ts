/**
 * Counters that are divided, shifted, or lose a bit in every iteration, and counters that are multiplied. Dividing x by
 * 10 leaves no digit after ten rounds. So `1 << k` passes n after log2(n). Only what is sure of each way through an
 * iteration. Source: our own.
 */
import { implies } from '../decide/index.ts';
import type { Interval, Symbol, Term } from '../logic/index.ts';
import {
  BIT_AND,
  LOWEST_BITS_CLEARED,
  add,
  ge0,
  int,
  intervalOf,
  partsOf,
  plus,
  point,
  scale,
  sub,
  substitute,
  symbolsOf,
  sym,
} from '../logic/index.ts';
import type { BlockId, Variable } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { ExitTest } from './exit-tests.ts';
import type { LoopShape } from './loop-shape.ts';
import type { Counter, Factor, Factors, GeometricCount } from './geometric-factors.ts';
import {
  begun,
  bitsLost,
  dividedBy,
  divisorOf,
  factors,
  isOne,
  multipleOf,
  passes,
  shiftedRight,
  valuesIn,
  valuesOf,
} from './geometric-factors.ts';
import { growingOnWays, shrinkingOnWays } from './geometric-ways.ts';
import { isWithinAt } from './known-at.ts';
import type { AtEntry } from './no-wrap.ts';
import { moves } from './progress.ts';

/** Null where no counter of the test's quantity shrinks or grows so. */
export function countGeometric(test: ExitTest, effects: BlockEffects, entry: AtEntry): GeometricCount | null {
  const { constant, parts } = partsOf(test.quantity);
  const isAlone = parts.length === 1 && constant === 0n;
  for (const { coef, mono } of parts) {
    const variable = mono.kind === 'sym' ? effects.variableOf(mono.symbol) : undefined;
    if (variable === undefined) continue;
    const first = substitute(mono, entry.values);
    const start = intervalOf(first, entry.range);
    const counter: Counter = { test, effects, variable, first, start };
    const found =
      test.kind === 'ge'
        ? (countAgainst(counter, coef, intervalOf(sub(test.quantity, scale(coef, mono)), entry.range), entry) ??
          // of an unsigned x, x > 0 is x != 0
          (test.quantity === plus(mono, -1n) ? shiftedOut(counter) : null))
        : test.kind === 'ne' && isAlone && (coef === 1n || coef === -1n)
          ? (shrinking(counter, point(1n), entry) ?? shiftedOut(counter))
          : null;
    if (found) return found;
  }
  return countUnreduced(test, effects, entry);
}

/** Of a larger part of a type nobody says that it doesn't wrap around. */
const LARGEST_FACTOR = 64n;
const LARGEST_SUMMAND = 1n << 16n;

/** `2 * i + 1 < n` of an unsigned i: as if that didn't wrap around. */
function countUnreduced(test: ExitTest, effects: BlockEffects, entry: AtEntry): GeometricCount | null {
  const { parts } = partsOf(test.quantity);
  const [part, ...others] = parts.filter(({ mono }) => mono.kind === 'mod' && moves(mono, effects));
  if (test.kind !== 'ge' || part?.mono.kind !== 'mod' || others.length > 0) return null;
  const { coef, mono } = part;
  const typeOf = (s: Symbol): bigint | null => {
    const id = effects.variableOf(s);
    const variable = id === undefined ? undefined : effects.shape.cfg.fn.variables[id];
    // what is below zero is converted, and doesn't wrap around
    return variable && !variable.type.signed ? valuesIn(variable) : null;
  };
  const [values, ...different] = new Set([...symbolsOf(mono.arg)].map(typeOf));
  // 2x mod 2^32 is kept as 2 (x mod 2^31)
  if (values == null || different.length > 0 || values % mono.by !== 0n || values / mono.by > LARGEST_FACTOR)
    return null;
  const sum = scale(values / mono.by, mono.arg);
  // `(int)x > 0` is x + 2^31 modulo 2^32
  if (partsOf(sum).constant < 0n || partsOf(sum).constant > LARGEST_SUMMAND) return null;
  const quantity = add(test.quantity, scale(coef, sub(mono.arg, mono)));
  const found = countGeometric({ ...test, quantity }, effects, entry);
  return found && !found.unproven && !found.sum ? { ...found, exact: false, sum } : null;
}

/** While `coef` x + rest >= 0: x is at least, or at most, what the rest is worth by then. */
function countAgainst(counter: Counter, coef: bigint, { lo, hi }: Interval, entry: AtEntry): GeometricCount | null {
  const size = coef > 0n ? coef : -coef;
  const rounded = (rest: bigint | null): bigint | null => (rest === null ? null : floorOf(rest, size));
  const [least, most] = [rounded(lo), rounded(hi)];
  return coef > 0n
    ? shrinking(counter, { lo: most === null ? null : -most, hi: least === null ? null : -least }, entry)
    : (growing(counter, { lo: least, hi: most }) ?? growingOnWays(counter, { lo: least, hi: most }));
}

const floorOf = (a: bigint, by: bigint): bigint => (a >= 0n || a % by === 0n ? a / by : a / by - 1n);

/** While x >= limit (or x != 0, which is |x| >= 1). */
function shrinking(counter: Counter, limit: Interval, entry: AtEntry): GeometricCount | null {
  const { test } = counter;
  const { lo, hi } = counter.start;
  if (hi === null || lo === null || limit.lo === null || limit.lo < 1n) return null;
  const bits = bitsCleared(counter);
  if (bits !== null) return bits;
  const divisor = divisorOf(counter, entry);
  const found = factors(counter, (t) => dividedBy(t, counter, lo >= 0n || test.kind === 'ge', divisor));
  if (found === null) {
    if (lo >= 0n || test.kind === 'ge') return shrinkingOnWays(counter, limit.lo, hi);
    return shiftedFromAbove(counter, hi, entry);
  }
  const size = test.kind === 'ne' && -lo > hi ? -lo : hi;
  const most = passes(size / limit.lo, found.each.least, found.before.least);
  const isSettled = lo === hi && limit.lo === 1n && limit.hi === 1n;
  return {
    most: begun(most, test),
    exact: isSettled && isOne(found.each) && isOne(found.before) && lo >= 0n,
    ...(divisor?.needed && { assuming: divisor.needed }),
  };
}

/** `while (n) n >>= 1;` of a signed n: below zero it comes to -1, and stays there. */
function shiftedFromAbove(counter: Counter, hi: bigint, { facts, range }: AtEntry): GeometricCount | null {
  const { test, effects, variable, first } = counter;
  const found = factors(counter, (t) => shiftedRight(t, variable, effects));
  if (found === null || hi < 0n) return null;
  const most = passes(hi, found.each.least, found.before.least);
  const isNever = implies(facts, ge0(first), range);
  return { most: begun(most, test), exact: false, ...(isNever ? {} : { unless: { first, is: 'negative' } }) };
}

/**
 * While x != 0, where x <<= k: after as many bits as the type has nothing is left, whatever it was;
 * `for (x = 1; x; x <<= 1)` 64 times.
 */
function shiftedOut(counter: Counter): GeometricCount | null {
  const { test, start } = counter;
  if (start.lo === null || start.lo < 0n) return null;
  const found = bitsLost(counter);
  if (found === null) return null;
  const isSettled = start.lo === start.hi && start.lo > 0n;
  // of a value that is known the lowest bit is the last to go
  const lowest = isSettled ? start.lo & -start.lo : 1n;
  return {
    most: begun(passes((valuesOf(counter) - 1n) / lowest, found.each.least, found.before.least), test),
    exact: isSettled && isOne(found.each) && isOne(found.before),
  };
}

/** While x <= limit, with x >= 1 from the start: of zero nothing grows. */
function growing(counter: Counter, limit: Interval): GeometricCount | null {
  const { test, effects, variable, start } = counter;
  const { hi: most } = limit;
  if (most === null || (start.hi !== null && start.hi < 1n)) return null;
  // elsewhere nothing is known to be small enough for the type
  const greatest = isMultipliedBelowLimit(counter, most) ? most : null;
  const found = factors(counter, (t, b) => multipliedBy(t, counter, b, greatest));
  if (found === null) return null;
  const isPositive = start.lo !== null && start.lo >= 1n;
  const lo = isPositive ? (start.lo ?? 1n) : 1n;
  const passed = most < lo ? 0n : passes(most / lo, found.each.least, found.before.least);
  const isSettled = isPositive && lo === start.hi && limit.lo === limit.hi;
  const wraps = found.each.wraps || found.before.wraps;
  return {
    most: begun(passed, test),
    exact: isSettled && !wraps && isOne(found.each) && isOne(found.before),
    ...(isPositive ? {} : { assuming: plus(counter.first, -1n) }),
    ...(wraps
      ? { unproven: sym(effects.shape.cfg.symbols[variable]!), endless: isPositive && staysZero(counter, found) }
      : {}),
  };
}

/** `for (x = 16; x < n; x *= 2)`: powers of two have nothing but zeros below the bit that is lost. */
function staysZero({ test, effects, variable, start }: Counter, { each, before }: Factors): boolean {
  const { type } = effects.shape.cfg.fn.variables[variable] as Variable;
  const x = sym(effects.shape.cfg.symbols[variable]!);
  if (type.signed || start.lo === null || start.lo !== start.hi || !isOne(each) || !isOne(before)) return false;
  const isPower = (n: bigint): boolean => n > 0n && (n & (n - 1n)) === 0n;
  // till the first test it keeps within its type
  const isTested = start.lo * before.least < 1n << BigInt(type.bits);
  return isTested && isPower(start.lo) && isPower(each.least) && !moves(add(test.quantity, x), effects);
}

/**
 * The counter passes its limit in one step, which a later one doesn't take further: `x *= 16; ...; x *= 16;` with x <=
 * 2^27 ends at 2^32, which is 0. So it changes in one place, once in an iteration, and is at most the limit there.
 */
function isMultipliedBelowLimit({ test, effects, variable, start: { hi } }: Counter, limit: bigint): boolean {
  const { shape } = effects;
  const [only, ...others] = shape.order.filter((b) => effects.of(b).has(variable));
  if (only === undefined || others.length > 0 || shape.inner.has(only)) return false;
  return (hi !== null && hi <= limit) || comesBehind(only, test.place, shape);
}

/** Every way of an iteration to the block has passed the test. */
function comesBehind(block: BlockId, place: BlockId, { cfg, loop }: LoopShape): boolean {
  for (let b = block; b !== loop.site.header; b = cfg.dominator(b)) if (cfg.dominator(b) === place) return true;
  return false;
}

/** x * c and x << k; `wraps`: neither x <= limit nor what is known at the block keeps it in its type. */
function multipliedBy(term: Term | null, counter: Counter, block: BlockId, limit: bigint | null): Factor | null {
  const multiple = multipleOf(term, counter);
  if (multiple === null) return null;
  const { factor: by, further, below } = multiple;
  const factor = { least: by, most: further === 0n ? by : by + 1n };
  if (below === null || (limit !== null && limit * by + further < below)) return factor;
  const { effects, variable } = counter;
  const product = plus(scale(by, sym(effects.shape.cfg.symbols[variable]!)), further);
  if (isWithinAt(product, below, block, effects, effects.reading.symbols.range)) return factor;
  return { ...factor, wraps: true };
}

/** x & (x - 1) in every iteration: as often as there are bits. */
function bitsCleared(counter: Counter): GeometricCount | null {
  const {
    test,
    effects,
    variable,
    start: { hi, lo },
  } = counter;
  const x = sym(effects.shape.cfg.symbols[variable]!);
  const cleared = (t: Term | null): Factor | null => {
    if (t?.kind !== 'app') return null;
    const [first, second] = t.args;
    const isOne =
      t.fn === LOWEST_BITS_CLEARED
        ? first === x && second === int(1)
        : t.fn === BIT_AND && [first, second].includes(x) && [first, second].includes(plus(x, -1n));
    return isOne ? { least: 2n, most: 2n } : null;
  };
  // below zero a test for more ends it
  if (hi === null || lo === null || (lo < 0n && test.kind === 'ne')) return null;
  const found = factors(counter, cleared);
  if (found === null) return null;
  const left = BigInt(hi.toString(2).length) - (isOne(found.before) && found.before.least > 1n ? 1n : 0n);
  return { most: begun(left, test), exact: false };
}
