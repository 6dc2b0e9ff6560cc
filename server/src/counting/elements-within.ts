/**
 * An element that a test reads lies in its array, or the run has no meaning in C: with `int a[20]`, `while (a[i] != x) i++;` goes on only while `0 <= i` and `i <= 19`.
 * Whatever the elements are, an index that moves one way is soon outside.
 */
import { READ, ge0, int, partsOf, sub, substitute } from '../logic/index.ts';
import type { AppTerm, Symbol, Term } from '../logic/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { ExitTest } from './exit-tests.ts';
import { countTest } from './count-tests.ts';
import type { AtEntry } from './no-wrap.ts';
import { movedUntil, movement, moves } from './progress.ts';

/** What holds of the index each time the test is made. */
export function testsOfElements(test: ExitTest, effects: BlockEffects): readonly ExitTest[] {
  // of a condition on several parts only some may be read
  if (test.kind === 'any' || test.behind) return [];
  return partsOf(test.quantity).parts.flatMap(({ mono }) =>
    mono.kind === 'app' && mono.fn === READ ? testsOfElement(mono, test, effects) : [],
  );
}

/** The most elements that are looked through for the one that ends a loop. */
const LONGEST_TABLE = 4096n;

/**
 * The body is begun so often: a constant table is gone through, from an element that is known, to the first that ends the loop.
 * With `static const int a[] = { 3, 1, 4, 0 };` that is 3 for `for (i = 0; a[i] != 0; i++)`. Null where the test asks for anything else.
 */
export function countTable(
  test: ExitTest,
  effects: BlockEffects,
  entry: AtEntry,
  constantOf: (t: Term) => bigint | null,
): bigint | null {
  const { constant, parts } = partsOf(test.quantity);
  const [only, ...others] = parts;
  const read = only?.mono;
  if (read?.kind !== 'app' || read.fn !== READ || others.length > 0 || test.behind) return null;
  const [index] = read.args;
  const table = fixedTable(read.of, effects);
  // each time that the test is made the index is inside, and so it has not wrapped around
  const [above, below] = testsOfElements(test, effects).map((t) => countTest(t, effects, entry));
  const within = above ?? below;
  if (!index || !table || !within || within.unproven.length > 0 || read.args.length > 1) return null;
  const moved = movement(index, effects);
  const first = movedUntil(moved, test);
  const { lo: step, hi } = moved.step;
  if (!first || first.lo === null || first.lo !== first.hi || step === null || step !== hi || step === 0n) return null;
  const start = constantOf(substitute(index, entry.values));
  if (start === null) return null;
  let passes = 0n;
  for (let at = start + first.lo; at >= 0n && at < BigInt(table.length); at += step, passes++) {
    const q = constant + (only?.coef ?? 0n) * (table[Number(at)] ?? 0n);
    const stays = { ge: q >= 0n, ne: q !== 0n, eq: q === 0n, any: true }[test.kind];
    if (!stays) return passes + (test.begun ? 1n : 0n);
  }
  return null;
}

/** What an array always contains; null: that isn't known. */
function fixedTable(of: Symbol | null, { shape: { cfg } }: BlockEffects): readonly bigint[] | null {
  const array = of && cfg.fn.arrays[cfg.arrays.indexOf(of)];
  if (!array?.fixed || array.unknownInitial || array.initial === null || array.length === null) return null;
  return array.length <= LONGEST_TABLE && BigInt(array.initial.length) === array.length ? array.initial : null;
}

function testsOfElement(read: AppTerm, test: ExitTest, effects: BlockEffects): readonly ExitTest[] {
  const [index, ...others] = read.args;
  const length = lengthOf(read.of, effects);
  if (!index || others.length > 0 || length === null || !moves(index, effects)) return [];
  return [index, sub(int(length - 1n), index)].map((quantity) => ({
    ...test,
    kind: 'ge',
    quantity,
    stays: ge0(quantity),
  }));
}

/** Null where it may have more elements than its declaration says, as a parameter and what is behind a pointer. */
function lengthOf(of: Symbol | null, { shape: { cfg } }: BlockEffects): bigint | null {
  const array = of && cfg.fn.arrays[cfg.arrays.indexOf(of)];
  if (!array || array.scope === 'param' || !/^[\w.]+$/.test(array.name)) return null;
  // the last member of a struct may be declared with one element, or none, and have more
  return array.length !== null && array.length > 1n ? array.length : null;
}
