/**
 * Tests of a loop's head taken together: where all hold, the sum of their quantities isn't negative. So
 * `while (i < n && j < m)` goes round less than n + m times where each iteration moves i or j. Source: our own.
 */
import { add, and, intervalOf, plus, symbolsOf } from '../logic/index.ts';
import type { RangeOf } from '../logic/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { ExitTest } from './exit-tests.ts';
import { dominates } from './loop-shape.ts';

/** Sums of more are nobody's merging. */
const MOST = 3;

/** Each is passed whenever the body is begun; it alone says at most so often. */
export function sumsOfTests(tests: readonly ExitTest[], effects: BlockEffects, range: RangeOf): readonly ExitTest[] {
  const { header } = effects.shape.loop.site;
  const atHead = tests.filter((t) => t.block === header && !t.behind && !isOfPointers(t, effects));
  const own = atHead.flatMap((t) => (t.begun === atHead[0]?.begun ? (asLeft(t, range) ?? []) : []));
  if (own.length > MOST) return [];
  return sumsOf(own, effects).flatMap(({ of, sum }) => (of > 1 ? [sum] : []));
}

/** That there is something left: of what is never negative it is greater than zero where it isn't zero. */
function asLeft(test: ExitTest, range: RangeOf): ExitTest | null {
  const { kind, quantity } = test;
  if (kind === 'ge') return test;
  const isSize = kind === 'ne' && (intervalOf(quantity, range).lo ?? -1n) >= 0n;
  return isSize ? { ...test, kind: 'ge', quantity: plus(quantity, -1n) } : null;
}

interface Sum {
  readonly of: number;
  readonly sum: ExitTest;
}

/** Of all parts of the list but the empty one. */
function sumsOf([first, ...others]: readonly ExitTest[], effects: BlockEffects): readonly Sum[] {
  if (first === undefined) return [];
  const rest = sumsOf(others, effects);
  return [
    { of: 1, sum: first },
    ...rest,
    ...rest.map(({ of, sum }) => ({ of: of + 1, sum: joined(first, sum, effects) })),
  ];
}

function joined(a: ExitTest, b: ExitTest, { shape }: BlockEffects): ExitTest {
  // all are passed where the last one is
  const { place } = dominates(a.place, b.place, shape.cfg) ? b : a;
  return { ...a, place, quantity: add(a.quantity, b.quantity), stays: and(a.stays, b.stays) };
}

/** In words the sum of `end - p` and `last - q` would add pointers. */
function isOfPointers({ quantity }: ExitTest, effects: BlockEffects): boolean {
  const { variables } = effects.shape.cfg.fn;
  return [...symbolsOf(quantity)].some((s) => {
    const v = effects.variableOf(s);
    return v !== undefined && variables[v]?.pointer === true;
  });
}
