/** What is known of the runs in which the only counter of a loop's only way out wraps around. */
import { int, isConst, ite, partsOf, symbolsOf } from '../logic/index.ts';
import type { RangeOf, Symbol, Term } from '../logic/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { ExitTest } from './exit-tests.ts';
import { writesOf } from './loop-shape.ts';
import type { TestCount } from './test-count.ts';

/** Runs in which it wraps around never end, or more is known of them. */
export type Around = { readonly endless: true } | FiniteAround;

export interface FiniteAround {
  readonly endless: false;
  /** So many values has the counter. */
  readonly values: bigint;
  /**
   * The number of iterations of runs in which it doesn't wrap around, and `values` for the others, or as much of that as
   * `long` has; null: not known.
   */
  readonly count: Term | null;
  /** Runs in which it does take no fewer iterations; null: not known. */
  readonly least: bigint | null;
}

export const ENDLESS: Around = { endless: true };

/** Null where the test is about anything else that moves. */
export function aroundTheEnd(test: ExitTest, counted: TestCount, effects: BlockEffects): Around | null {
  const { unproven, exact } = counted;
  const [first] = unproven;
  const [counter, ...others] = [...symbolsOf(test.quantity)].filter((s) => effects.variableOf(s) !== undefined);
  const isOther = (s: Symbol): boolean => effects.variableOf(s) !== undefined && s !== counter;
  const isOne = unproven.every(({ arg, by }) => by === first?.by && ![...symbolsOf(arg)].some(isOther));
  if (!first || counter === undefined || others.length > 0 || !exact || !isOne) return null;
  const values = first.by;
  const by = stepBehind(counter, values, test, counted, effects);
  if (by !== null && values % by === 0n) return ENDLESS;
  return { endless: false, values, count: countOf(counted, values), least: by && (values - 2n * by + 1n) / by };
}

const MOST_COUNTED = 1n << 62n;

/** It goes round for ever if it comes back to where it was. */
function countOf({ count, where }: TestCount, values: bigint): Term | null {
  const around = where && ite(where, count, int(values < MOST_COUNTED ? values : MOST_COUNTED));
  return around === null || isConst(around) ? null : around;
}

/**
 * The counter's step, where it only wraps around behind a test that it has passed. Null where it may do so before.
 *
 * `while (i <= m) i += 3;` goes on behind the largest value of i only if m is at most two below it: i then has all the
 * way from the least value to m before it. With steps of 4 it meets the same values on that way, and passes the test
 * with all of them. A test that an iteration makes late lets the first one pass without that.
 */
function stepBehind(
  counter: Symbol,
  values: bigint,
  { quantity, begun }: ExitTest,
  { falls }: TestCount,
  effects: BlockEffects,
): bigint | null {
  const { shape, reading } = effects;
  if (begun || !falls || falls.first !== 0n || falls.by * 2n > values) return null;
  const own = partsOf(quantity).parts.filter(({ mono }) => symbolsOf(mono).has(counter));
  const isPlain = own.length === 1 && own[0]?.mono.kind === 'sym' && (own[0].coef === 1n || own[0].coef === -1n);
  const isWhole = valuesOf(counter, reading.symbols.range) === values;
  const variable = effects.variableOf(counter);
  // no `i += 5; i -= 4;`, which may leave the type and come back
  const isOnce = variable !== undefined && writesOf(shape, variable).length === 1;
  return isPlain && isWhole && isOnce && shape.exits.length === 1 ? falls.by : null;
}

function valuesOf(s: Symbol, range: RangeOf): bigint | null {
  const { lo, hi } = range(s) ?? { lo: null, hi: null };
  return lo === null || hi === null ? null : hi - lo + 1n;
}
