/**
 * Counters that nothing is left of: `x >>= 2` comes to 0 (below zero to -1), and so does `x <<= 1` of an unsigned x. A
 * test that fails there ends the loop, whatever else it asks: `while ((x & 3) == 3) x >>= 2;`. Source: our own.
 */
import { implies } from '../decide/index.ts';
import type { Formula, Interval, Term } from '../logic/index.ts';
import {
  and,
  eq0,
  ge0,
  int,
  intervalOf,
  isPowerOfTwo,
  logarithm,
  ne0,
  plus,
  scale,
  substitute,
  sym,
  symbolsOf,
} from '../logic/index.ts';
import type { Symbol } from '../logic/index.ts';
import type { Variable } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { ExitTest } from './exit-tests.ts';
import type { GeometricCount } from './geometric-counters.ts';
import type { Counter, Factors } from './geometric-factors.ts';
import { begun, dividedBy, doubled, factors, isOne, passes, shiftedRight } from './geometric-factors.ts';
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
      settled(counter, symbol, entry) ?? trailingZeros(counter, symbol, entry) ?? leadingZeros(counter, symbol, entry);
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
  const divided = factors(counter, (t) => dividedBy(t, variable, effects, falls));
  if (divided) return { found: divided, furthest: greater(hi, -lo), falls, mayBeNegative: false };
  const lost = falls ? shiftedOut(counter) : null;
  // how large it is doesn't say what bits are left
  const found = lost && { ...lost, before: { least: 1n, most: 1n } };
  return found && { found, furthest: sizeOf(counter) - 1n, falls: false, mayBeNegative: false };
}

const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** `x <<= k` of an unsigned x. */
function shiftedOut(counter: Counter): Factors | null {
  const { effects, variable } = counter;
  const { type } = effects.shape.cfg.fn.variables[variable] as Variable;
  return type.signed ? null : factors(counter, (t) => doubled(t, variable, effects, sizeOf(counter)));
}

const sizeOf = ({ effects, variable }: Counter): bigint =>
  1n << BigInt((effects.shape.cfg.fn.variables[variable] as Variable).type.bits);

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

/**
 * `while (!(x & 1)) x >>= 1;`: what is shifted out is zero. So x had as many zeros at its end, and is zero or has a bit
 * above them.
 */
function trailingZeros(counter: Counter, symbol: Symbol, entry: AtEntry): GeometricCount | null {
  const { quantity, kind } = counter.test;
  if (kind !== 'eq' || quantity.kind !== 'mod' || quantity.arg !== sym(symbol)) return null;
  const found = factors(counter, (t) => shiftedRight(t, counter.variable, counter.effects));
  const { lo, hi } = counter.start;
  if (!found || lo === null || hi === null || !isOne(found.each) || found.before.most !== 1n) return null;
  const by = found.each.least;
  if (!isPowerOfTwo(quantity.by) || !isPowerOfTwo(by) || by > quantity.by) return null;
  const [zeros, step] = [BigInt(logarithm(quantity.by)), BigInt(logarithm(by))];
  const largest = greater(-lo, hi);
  if (largest === 0n) return null;
  const top = BigInt(largest.toString(2).length - 1);
  return unlessZero(counter, top < zeros ? 0n : (top - zeros) / step + 1n, entry);
}

/** `while (!(x & 0x80000000)) x <<= 1;` of an `unsigned` x: it is zero, or its highest bit comes up. */
function leadingZeros(counter: Counter, symbol: Symbol, entry: AtEntry): GeometricCount | null {
  const { quantity, kind } = counter.test;
  const top = sizeOf(counter) / 2n;
  const isTop = (t: Term): boolean => t.kind === 'div' && t.arg === sym(symbol) && t.by === top;
  if (kind !== 'eq' || !isTop(quantity.kind === 'mod' && quantity.by === 2n ? quantity.arg : quantity)) return null;
  const { lo, hi } = counter.start;
  const found = lo !== null && lo >= 0n && hi !== null && hi > 0n ? shiftedOut(counter) : null;
  if (!found || !isOne(found.each) || found.each.least !== 2n || found.before.most !== 1n) return null;
  return unlessZero(counter, BigInt(logarithm(top)), entry);
}

function unlessZero({ test, first, start }: Counter, passed: bigint, entry: AtEntry): GeometricCount {
  const { lo, hi } = start;
  const isNever = (lo ?? 0n) > 0n || (hi ?? 0n) < 0n || implies(entry.facts, ne0(first), entry.range);
  return { most: begun(passed, test), exact: false, ...(isNever ? {} : { unless: { first, is: 'zero' } }) };
}
