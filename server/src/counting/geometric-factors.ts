/**
 * By what a counter is divided, or multiplied, in an iteration: the least and the most over all ways through it. Only
 * constant factors and divisors that the loop leaves alone, and only what is sure of each way. Source: our own.
 */
import { implies } from '../decide/index.ts';
import type { Interval, Term } from '../logic/index.ts';
import {
  READ,
  TRUNCATED_QUOTIENT,
  applications,
  ge0,
  intervalOf,
  isPowerOfTwo,
  partsOf,
  plus,
  scale,
  substitute,
  sym,
} from '../logic/index.ts';
import type { BlockId, VarId, Variable } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { ExitTest } from './exit-tests.ts';
import type { AtEntry } from './no-wrap.ts';
import { moves } from './progress.ts';
import type { EndlessStart } from './test-count.ts';

/** What an iteration does to the counter: it is divided (multiplied) by at least `least` and at most `most`. */
export interface Factor {
  readonly least: bigint;
  readonly most: bigint;
  /** Where the counter doesn't wrap around: nothing else keeps it from that. */
  readonly wraps?: boolean;
}

const NONE: Factor = { least: 1n, most: 1n };

/** The only thing in a test's quantity that moves. */
export interface Counter {
  readonly test: ExitTest;
  readonly effects: BlockEffects;
  readonly variable: VarId;
  /** What it is worth just before the loop. */
  readonly first: Term;
  readonly start: Interval;
}

export interface GeometricCount {
  /** The body is begun at most so many times. */
  readonly most: bigint;
  readonly exact: boolean;
  /** Only where this isn't negative. */
  readonly assuming?: Term;
  /** Only where this sum of variables doesn't wrap around. */
  readonly sum?: Term;
  /** Only where this doesn't wrap around. */
  readonly unproven?: Term;
  /** Where it does, it is zero ever after, which the test lets pass. */
  readonly endless?: boolean;
  /** Only where this isn't so: then the test is passed for ever. */
  readonly unless?: EndlessStart;
}

/** Each time by the same. */
export const isOne = ({ least, most }: Factor): boolean => least === most;
export const begun = (passed: bigint, test: ExitTest): bigint => (test.begun ? passed + 1n : passed);

/** How many k >= 0 have `before * each^k <= size`. */
export function passes(size: bigint, each: bigint, before: bigint): bigint {
  let n = 0n;
  for (let x = before; x <= size; x *= each) n++;
  return n;
}

export interface Factors {
  /** From one iteration to the next. */
  readonly each: Factor;
  /** Before the first test. */
  readonly before: Factor;
}

/** Null where some way does something else, or doesn't change the counter at all. */
export function factors(
  { test, effects, variable }: Counter,
  of: (t: Term | null, block: BlockId) => Factor | null,
): Factors | null {
  const { shape } = effects;
  const { header } = shape.loop.site;
  const innerHeads = new Set(shape.within.map((l) => l.site.header));
  const at = new Map<BlockId, Factor>([[header, NONE]]);
  const changes = new Map<BlockId, Factor>();
  for (const b of shape.order) {
    const value = effects.of(b).get(variable);
    const change = value === undefined ? NONE : of(value, b);
    if (change === null || (change !== NONE && shape.inner.has(b) && change.most !== change.least)) return null;
    changes.set(b, change);
  }
  const behind = (b: BlockId): Factor | null => {
    const before = at.get(b);
    const change = changes.get(b) as Factor;
    const wraps = before?.wraps === true || change.wraps === true;
    if (!before) return null;
    return { least: before.least * change.least, most: before.most * change.most, wraps };
  };
  // in inner loops only more of the same is done: the least factor is found in one round, the most isn't
  for (const b of shape.order) {
    if (b === header) continue;
    const met = meet((shape.predecessors.get(b) ?? []).map(behind));
    if (met) at.set(b, innerHeads.has(b) ? { ...met, most: met.most * 2n } : met);
  }
  const each = meet(shape.latches.map(behind));
  const before = test.behind ? behind(test.block) : at.get(test.block);
  return each && before && each.least >= 2n ? { each, before } : null;
}

const meet = (all: readonly (Factor | null)[]): Factor | null =>
  all.reduce(
    (a, f) =>
      a === null || f === null
        ? (a ?? f)
        : {
            least: a.least < f.least ? a.least : f.least,
            most: a.most > f.most ? a.most : f.most,
            wraps: a.wraps === true || f.wraps === true,
          },
    null,
  );

/** `factor` x + `further`; where that is less than `below` it doesn't wrap around. Null: it never does. */
export interface Multiple {
  readonly factor: bigint;
  readonly further: bigint;
  readonly below: bigint | null;
}

/** x * c, x << k, 2 * x + 1; null: it is something else. */
export function multipleOf(term: Term | null, { variable, effects }: Counter): Multiple | null {
  if (term === null) return null;
  const inner = term.kind === 'mod' ? term.arg : term;
  const outer = partsOf(inner);
  const [only, ...others] = outer.parts;
  if (!only || only.coef < 1n || others.length > 0) return null;
  // 10x mod 2^64 is kept as 2 (5x mod 2^63)
  const reduced = only.mono.kind === 'mod' ? only.mono : null;
  const { constant, parts } = partsOf(plus(scale(only.coef, reduced?.arg ?? only.mono), outer.constant));
  const [{ coef, mono } = NO_PART, ...more] = parts;
  if (mono !== sym(effects.shape.cfg.symbols[variable]!) || more.length > 0 || coef < 2n || constant < 0n) return null;
  // a `signed char` is (3x + 128) mod 256 - 128
  const bounds = [reduced && reduced.by * only.coef + outer.constant, term.kind === 'mod' ? term.by : null];
  const below = bounds.reduce((x, y) => (x === null || (y !== null && y < x) ? y : x));
  return { factor: coef, further: constant, below };
}

const NO_PART = { coef: 0n, mono: null };

/** What a counter is divided by: the same in all iterations, but no number. */
export interface Divisor {
  readonly by: Term;
  readonly factor: Factor;
  /** Only where this isn't negative it is more than one; null: it is. */
  readonly needed: Term | null;
}

/** `x /= base`, with a base that the loop leaves alone and that isn't known to be smaller than 2. */
export function divisorOf({ effects, variable }: Counter, entry: AtEntry): Divisor | null {
  const values = effects.shape.order.flatMap((b) => effects.of(b).get(variable) ?? []);
  const quotient = values.find((t) => t.kind === 'app' && t.fn === TRUNCATED_QUOTIENT);
  const by = quotient?.kind === 'app' ? quotient.args[1] : undefined;
  if (by === undefined || moves(by, effects) || applications([by], READ).size > 0) return null;
  const first = substitute(by, entry.values);
  const { lo, hi } = intervalOf(first, entry.range);
  if (hi !== null && hi < 2n) return null;
  const isSure = implies(entry.facts, ge0(plus(first, -2n)), entry.range);
  const factor = { least: lo !== null && lo > 2n ? lo : 2n, most: hi ?? UNLIMITED };
  return { by, factor, needed: isSure ? null : plus(first, -2n) };
}

/** No quotient of a machine integer by so much is other than 0. */
const UNLIMITED = 1n << 128n;

/** x / c, x / base, x >> k: the value is at most |x| / c from zero. */
export function dividedBy(
  term: Term | null,
  { variable, effects }: Counter,
  nonNegative: boolean,
  divisor: Divisor | null = null,
): Factor | null {
  const counter = sym(effects.shape.cfg.symbols[variable]!);
  if (term === null) return null;
  if (term.kind === 'app' && term.fn === TRUNCATED_QUOTIENT)
    return term.args[0] === counter && divisor && term.args[1] === divisor.by ? divisor.factor : null;
  const shifted = shiftedRight(term, variable, effects);
  if (shifted !== null) return nonNegative ? shifted : null;
  // C's quotient of what may be negative: x >= 0 ? floor(x / c) : -floor(-x / c)
  if (term.kind === 'ite' && term.then.kind === 'div' && term.then.arg === counter) {
    const { by } = term.then;
    const mirrored = substitute(
      scale(-1n, term.else),
      new Map([[counter.kind === 'sym' ? counter.symbol : never(), scale(-1n, counter)]]),
    );
    return mirrored === term.then ? { least: by, most: by } : null;
  }
  return null;
}

function never(): never {
  throw new RangeError('a symbol is expected');
}

/** x >> k, which is rounded down. */
export function shiftedRight(t: Term | null, variable: VarId, effects: BlockEffects): Factor | null {
  const isShifted = t?.kind === 'div' && t.arg === sym(effects.shape.cfg.symbols[variable]!);
  return isShifted ? { least: t.by, most: t.by } : null;
}

/** `x <<= k` of an unsigned x, in bits that its type loses; null: it is signed, or something else is done to it. */
export function bitsLost(counter: Counter): Factors | null {
  const { effects, variable } = counter;
  const { type } = effects.shape.cfg.fn.variables[variable] as Variable;
  return type.signed ? null : factors(counter, (t) => doubled(t, variable, effects, valuesOf(counter)));
}

/** How many values a variable's type has: 2 to the number of its bits. */
export const valuesIn = ({ type }: Variable): bigint => 1n << BigInt(type.bits);

export const valuesOf = ({ effects, variable }: Counter): bigint =>
  valuesIn(effects.shape.cfg.fn.variables[variable] as Variable);

export const bitsOf = ({ effects, variable }: Counter): number =>
  (effects.shape.cfg.fn.variables[variable] as Variable).type.bits;

/** x << k, of which the type keeps the lower bits. */
function doubled(t: Term | null, variable: VarId, effects: BlockEffects, size: bigint): Factor | null {
  if (t === null) return null;
  const x = sym(effects.shape.cfg.symbols[variable]!);
  const { constant, parts } = partsOf(t.kind === 'mod' && t.by === size ? t.arg : t);
  const [only] = parts;
  if (constant !== 0n || parts.length !== 1 || !only || !isPowerOfTwo(only.coef)) return null;
  // 2x mod 2^64 is kept as 2 (x mod 2^63)
  const isReduced = only.mono.kind === 'mod' && only.mono.arg === x && only.mono.by * only.coef === size;
  return isReduced || (only.mono === x && t.kind === 'mod') ? { least: only.coef, most: only.coef } : null;
}
