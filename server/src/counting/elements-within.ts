/**
 * An element that a test reads lies in its array, or the run has no meaning in C. With `int a[20]`, `while (a[i] != x)
 * i++;` goes on only while `0 <= i` and `i <= 19`. Whatever the elements are, an index that moves one way is soon
 * outside.
 */
import { READ, ge0, int, isLiteral, partsOf, sub, substitute } from '../logic/index.ts';
import type { AppTerm, Symbol, Term } from '../logic/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { BlockId } from '../program/index.ts';
import type { ExitTest } from './exit-tests.ts';
import { dominates } from './loop-shape.ts';
import { isBegun } from './exit-tests.ts';
import { placeOf } from './memory-reads.ts';
import { countTest } from './count-tests.ts';
import type { AtEntry } from './no-wrap.ts';
import { movedUntil, movement, moves } from './progress.ts';

/** What a term is worth where the loop is entered; null: that isn't known. */
type ConstantOf = (t: Term) => bigint | null;

/** What holds of the index each time the test is made. */
export function testsOfElements(
  test: ExitTest,
  effects: BlockEffects,
  entry: AtEntry,
  constantOf: ConstantOf,
): readonly ExitTest[] {
  // of a condition on several parts only some may be read
  if (test.kind === 'any' || test.behind) return [];
  const atFirst: ConstantOf = (t) => constantOf(substitute(t, entry.values));
  return partsOf(test.quantity).parts.flatMap(({ mono }) =>
    mono.kind === 'app' && mono.fn === READ ? testsOfElement(mono, test, effects, atFirst) : [],
  );
}

/**
 * What every iteration rests on beside its tests. A run has no meaning where it reads or writes an element outside of
 * an array of known length.
 */
export function testsOfUse(effects: BlockEffects): readonly ExitTest[] {
  const { shape } = effects;
  // an iteration that is left before the block is none that the block is in
  const isLeftBefore = (block: BlockId): boolean =>
    shape.exits.some(({ from }) => isBegun(from, effects) && !dominates(block, from, shape.cfg));
  return [...shape.spine].flatMap((block) =>
    effects.meaningOf(block).flatMap((stays): ExitTest[] =>
      isLiteral(stays) && stays.kind === 'ge' && moves(stays.term, effects)
        ? [
            {
              kind: 'ge',
              quantity: stays.term,
              stays,
              behind: false,
              block,
              place: block,
              begun: isLeftBefore(block),
            },
          ]
        : [],
    ),
  );
}

/** The most elements that are looked through for the one that ends a loop. */
const LONGEST_TABLE = 4096n;

/**
 * The body is begun so often: a constant table is gone through, from an element that is known, to the first that ends
 * the loop. With `static const int a[] = { 3, 1, 4, 0 };` that is 3 for `for (i = 0; a[i] != 0; i++)`. Null where the
 * test asks for anything else.
 */
export function countTable(
  test: ExitTest,
  effects: BlockEffects,
  entry: AtEntry,
  constantOf: ConstantOf,
): bigint | null {
  const { constant, parts } = partsOf(test.quantity);
  const [only, ...others] = parts;
  const read = only?.mono;
  if (read?.kind !== 'app' || read.fn !== READ || others.length > 0 || test.behind) return null;
  const [index] = read.args;
  const table = fixedTable(read.of, effects);
  // each time that the test is made the index is inside, and so it has not wrapped around
  const [above, below] = testsOfElements(test, effects, entry, constantOf).map((t) => countTest(t, effects, entry));
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

/** What such a table holds there; null: it isn't known. */
export function fixedElement(of: Symbol | null, index: bigint, { shape: { cfg } }: BlockEffects): bigint | null {
  const array = of && cfg.fn.arrays[cfg.arrays.indexOf(of)];
  if (!array?.fixed || array.unknownInitial || index < 0n) return null;
  return array.initial?.[Number(index)] ?? null;
}

function testsOfElement(
  read: AppTerm,
  test: ExitTest,
  effects: BlockEffects,
  atFirst: ConstantOf,
): readonly ExitTest[] {
  const [index, ...others] = read.args;
  if (!index || others.length > 0 || !moves(index, effects)) return [];
  const length = lengthOf(read.of, effects);
  const array = length === null ? arrayAround(read, effects, atFirst) : { first: 0n, length };
  if (array === null) return [];
  return [sub(index, int(array.first)), sub(int(array.first + array.length - 1n), index)].map((quantity) => ({
    ...test,
    kind: 'ge',
    quantity,
    stays: ge0(quantity),
    element: read,
  }));
}

/** Null where it may have more elements than its declaration says, as a parameter or what ends a struct elsewhere. */
function lengthOf(of: Symbol | null, { shape: { cfg } }: BlockEffects): bigint | null {
  const array = of && cfg.fn.arrays[cfg.arrays.indexOf(of)];
  if (array?.bounded !== true && array?.fixed !== true) return null;
  // one of one element, or none, may stand for more, at the end of a struct
  return array.length !== null && array.length > 1n ? array.length : null;
}

/** The array of structs that a pointer leads into at first, and in which it stays. */
function arrayAround(
  read: AppTerm,
  { shape: { cfg }, reading }: BlockEffects,
  atFirst: ConstantOf,
): { readonly first: bigint; readonly length: bigint } | null {
  const place = placeOf(read.of, reading.symbols);
  const [position] = read.args;
  const start = place && position ? atFirst(position) : null;
  if (start === null) return null;
  for (const { at, unit, holds } of cfg.fn.positions ?? []) {
    const length = unit === place?.unit && holds?.kind === 'rows' ? holds.length : undefined;
    if (length !== undefined && at <= start && start < at + length) return { first: at, length };
  }
  return null;
}
