/**
 * Counters that nothing is left of: `x >>= 2` comes to 0 (below zero to -1), and so does `x <<= 1` of an unsigned x. A
 * test that fails there ends the loop, whatever else it asks: `while ((x & 3) == 3) x >>= 2;`. One that holds there ends
 * it before, or never: `while (x % 3 == 0) x /= 3;`. Source: our own.
 */
import { implies } from '../decide/index.ts';
import type { Formula, Interval, Symbol, Term } from '../logic/index.ts';
import {
  TRUNCATED_REMAINDER,
  and,
  eq0,
  ge0,
  int,
  intervalOf,
  isPowerOfTwo,
  logarithm,
  mod,
  ne0,
  plus,
  scale,
  substitute,
  sym,
  symbolsOf,
} from '../logic/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { ExitTest } from './exit-tests.ts';
import type { GeometricCount } from './geometric-factors.ts';
import type { Counter, Factors } from './geometric-factors.ts';
import {
  begun,
  bitsLost,
  bitsOf,
  dividedBy,
  divisorOf,
  factors,
  isOne,
  passes,
  shiftedRight,
  valuesOf,
} from './geometric-factors.ts';
import type { AtEntry } from './no-wrap.ts';
import { isNegative } from './sign-conditions.ts';

/** Null where the test's counter doesn't come to rest so, or the test may still hold there. */
export function countSettling(test: ExitTest, effects: BlockEffects, entry: AtEntry): GeometricCount | null {
  if (test.kind === 'any') return null;
  for (const symbol of symbolsOf(test.quantity)) {
    const variable = effects.variableOf(symbol);
    if (variable === undefined) continue;
    const first = substitute(sym(symbol), entry.values);
    const counter: Counter = { test, effects, variable, first, start: intervalOf(first, entry.range) };
    const found =
      settled(counter, symbol, entry) ??
      trailingZeros(counter, symbol, entry) ??
      leadingZeros(counter, symbol, entry) ??
      divisions(counter, symbol, entry);
    if (found) return found;
  }
  return null;
}

/** What a counter comes to: 0, or -1, from where a step changes it no more. */
interface Settling {
  readonly found: Factors;
  /** No value that it starts from is further from where it comes to rest. */
  readonly furthest: bigint;
  /** Never below zero, and less from one iteration to the next. */
  readonly falls: boolean;
  readonly mayBeNegative: boolean;
}

function settling(counter: Counter): Settling | null {
  const { effects, variable, start } = counter;
  const { lo, hi } = start;
  if (lo === null || hi === null) return null;
  const falls = lo >= 0n;
  const shifted = factors(counter, (t) => shiftedRight(t, variable, effects));
  if (shifted) return { found: shifted, furthest: greater(hi, -lo - 1n), falls, mayBeNegative: !falls };
  const divided = factors(counter, (t) => dividedBy(t, counter, falls));
  if (divided) return { found: divided, furthest: greater(hi, -lo), falls, mayBeNegative: false };
  const lost = falls ? bitsLost(counter) : null;
  // how large it is doesn't say what bits are left
  const found = lost && { ...lost, before: { least: 1n, most: 1n } };
  return found && { found, furthest: valuesOf(counter) - 1n, falls: false, mayBeNegative: false };
}

const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b);

function settled(counter: Counter, symbol: Symbol, entry: AtEntry): GeometricCount | null {
  const { test, effects, first } = counter;
  const others = [...symbolsOf(test.quantity)].filter((s) => s !== symbol);
  if (others.some((s) => effects.variableOf(s) !== undefined)) return null;
  const at = (value: bigint): Term => substitute(test.quantity, new Map([[symbol, int(value)]]));
  const isSure = implies(entry.facts, endsFor(test, at(0n)), entry.range);
  // a sign can be asked for
  const needed = isSure ? null : test.kind === 'ge' ? plus(scale(-1n, at(0n)), -1n) : undefined;
  if (needed === undefined || (needed !== null && isNegative(needed, entry))) return null;
  const rest = settling(counter);
  if (rest === null) return null;
  const { found, furthest, falls, mayBeNegative } = rest;
  const least = falls && isSure ? endsBelow(test, symbol, entry) : 1n;
  const count = { most: begun(passes(furthest / least, found.each.least, found.before.least), test), exact: false };
  const known = needed === null ? entry.facts : and(entry.facts, ge0(needed));
  const isWhole = !mayBeNegative || implies(known, endsFor(test, at(-1n)), entry.range);
  if (isWhole) return needed === null ? count : { ...count, assuming: needed };
  return needed === null ? { ...count, assuming: first } : null;
}

/** The test ends the loop. */
const endsFor = ({ kind }: ExitTest, quantity: Term): Formula =>
  kind === 'ge' ? ge0(plus(scale(-1n, quantity), -1n)) : kind === 'ne' ? eq0(quantity) : ne0(quantity);

/** For all values from 0 to one less the test ends it. A power of two. */
function endsBelow(test: ExitTest, symbol: Symbol, { range }: AtEntry): bigint {
  let size = 1n;
  for (; size < LARGEST; size *= 2n) {
    const near: Interval = { lo: 0n, hi: 2n * size - 1n };
    const { lo, hi } = intervalOf(test.quantity, (s) => (s === symbol ? near : range(s)));
    const isZero = lo === 0n && hi === 0n;
    const isOther = (lo !== null && lo > 0n) || (hi !== null && hi < 0n);
    const ends = test.kind === 'ge' ? hi !== null && hi < 0n : test.kind === 'ne' ? isZero : isOther;
    if (!ends) break;
  }
  return size;
}

const LARGEST = 1n << 64n;

/** Bits of a counter that a test asks for: `width` of them from bit `from` on. */
interface Window {
  readonly from: bigint;
  readonly width: bigint;
}

/** `x & 0xf0`, as `x / 16 % 16`; of bits that go up to the end of the type the modulus may be missing. */
function windowOf(quantity: Term, symbol: Symbol, bits: number): Window | null {
  const masked = quantity.kind === 'mod' ? quantity.arg : quantity;
  const shifted = masked.kind === 'div' ? masked.arg : masked;
  const by = masked.kind === 'div' ? masked.by : 1n;
  if (shifted !== sym(symbol) || shifted === quantity || (by !== 1n && !isPowerOfTwo(by))) return null;
  const from = by === 1n ? 0n : BigInt(logarithm(by));
  if (quantity.kind !== 'mod') return { from, width: BigInt(bits) - from };
  return isPowerOfTwo(quantity.by) ? { from, width: BigInt(logarithm(quantity.by)) } : null;
}

/** By how many bits each iteration shifts, and none before the first test; null: it differs, or may pass a bit by. */
function stepOf(found: Factors | null, { width }: Window): bigint | null {
  if (found === null || !isOne(found.each) || found.before.most !== 1n || !isPowerOfTwo(found.each.least)) return null;
  const step = BigInt(logarithm(found.each.least));
  return step <= width ? step : null;
}

/** How many steps take a distance to nothing. */
const stepsTo = (distance: bigint, step: bigint): bigint => (distance <= 0n ? 0n : (distance - 1n) / step + 1n);

/**
 * `while (!(x & 1)) x >>= 1;`: what is shifted out is zero. So x had as many zeros at its end, and is zero or has a bit
 * above them. A `do` doesn't ask for the bits that it shifts out first.
 */
function trailingZeros(counter: Counter, symbol: Symbol, entry: AtEntry): GeometricCount | null {
  const { test, effects, variable } = counter;
  const { lo, hi } = counter.start;
  const window = test.kind === 'eq' ? windowOf(test.quantity, symbol, bitsOf(counter)) : null;
  if (window === null || lo === null || hi === null || (window.from > 0n && lo < 0n)) return null;
  const step = stepOf(
    factors(counter, (t) => shiftedRight(t, variable, effects)),
    window,
  );
  const largest = greater(-lo, hi);
  const missed = (1n << window.from) - 1n;
  if (step === null || largest <= missed) return null;
  const top = BigInt(largest.toString(2).length - 1);
  return unlessSmall(counter, missed, stepsTo(top - window.from - window.width + 1n, step), entry);
}

/**
 * `while (!(x & 0xf00)) x <<= 4;` of an `unsigned` x: one of the bits up to those that are asked for comes up to them,
 * or there is none.
 */
function leadingZeros(counter: Counter, symbol: Symbol, entry: AtEntry): GeometricCount | null {
  const { lo, hi } = counter.start;
  const window = counter.test.kind === 'eq' ? windowOf(counter.test.quantity, symbol, bitsOf(counter)) : null;
  if (window === null || lo === null || lo < 0n || hi === null || hi === 0n) return null;
  const above = 1n << (window.from + window.width);
  const step = above <= valuesOf(counter) ? stepOf(bitsLost(counter), window) : null;
  if (step === null) return null;
  const low = above === valuesOf(counter) ? counter.first : mod(counter.first, above);
  return unlessSmall(
    { ...counter, first: low, start: intervalOf(low, entry.range) },
    0n,
    stepsTo(window.from, step),
    entry,
  );
}

/**
 * `while (x % c == 0) x /= c;`: c divides x without a remainder each time, so that x is zero from the start or has as
 * many factors c.
 */
function divisions(counter: Counter, symbol: Symbol, entry: AtEntry): GeometricCount | null {
  const { test, start } = counter;
  const { kind, quantity } = test;
  const { lo, hi } = start;
  if (kind !== 'eq' || lo === null || hi === null || (lo === 0n && hi === 0n)) return null;
  const divisor = divisorOf(counter, entry);
  const found = factors(counter, (t) => dividedBy(t, counter, lo >= 0n, divisor));
  if (found === null || found.before.most !== 1n) return null;
  const { least, most } = found.each;
  const isDivisible =
    quantity.kind === 'mod'
      ? divisor === null && quantity.arg === sym(symbol) && least === most && quantity.by % least === 0n
      : quantity.kind === 'app' &&
        quantity.fn === TRUNCATED_REMAINDER &&
        quantity.args[0] === sym(symbol) &&
        divisor !== null &&
        quantity.args[1] === divisor.by &&
        // once in an iteration
        most === divisor.factor.most;
  if (!isDivisible) return null;
  const counted = unlessSmall(counter, 0n, passes(greater(-lo, hi), least, least), entry);
  return divisor?.needed ? { ...counted, assuming: divisor.needed } : counted;
}

function unlessSmall({ test, first, start }: Counter, most: bigint, passed: bigint, entry: AtEntry): GeometricCount {
  const { lo, hi } = start;
  const isOther = most === 0n ? ne0(first) : ge0(plus(first, -most - 1n));
  const isNever = (lo ?? 0n) > most || (hi ?? 0n) < 0n || implies(entry.facts, isOther, entry.range);
  return { most: begun(passed, test), exact: false, ...(isNever ? {} : { unless: { first, is: { most } } }) };
}
