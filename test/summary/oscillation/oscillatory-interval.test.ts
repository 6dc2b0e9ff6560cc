/** The interval of an oscillation is computed from what branches make of the form: only of those that it can follow. */
import { describe, expect, it } from 'vitest';
import type { Term } from '../../../server/src/logic/index.ts';
import { ge0, int, mul, plus, scale, sub, sym } from '../../../server/src/logic/index.ts';
import type { Literal } from '../../../server/src/logic/index.ts';
import { oscillatoryInterval } from '../../../server/src/summary/oscillation/oscillatory-interval.ts';
import { FORM } from '../../../server/src/summary/oscillation/oscillation-view.ts';

const f: Term = sym(FORM);
const atMost = (v: number): Literal => ge0(sub(int(v), f)) as Literal;
const atLeast = (v: number): Literal => ge0(plus(f, -v)) as Literal;

/** Below 10 a step up by 3, from 10 to 20 what is given. */
const intervalWith = (above: Term): ReturnType<typeof oscillatoryInterval> =>
  oscillatoryInterval({
    form: f,
    start: new Map(),
    back: new Map(),
    branches: [
      { path: 0, guard: [atMost(9)], form: plus(f, 3), modes: new Map() },
      { path: 1, guard: [atLeast(10), atMost(20)], form: above, modes: new Map() },
    ],
  });

describe('the oscillatory interval', () => {
  it('holds what linear branches lead to', () => {
    // up to 12 from 9, down to 5 from 10
    expect(intervalWith(plus(f, -5))).toEqual({ lo: 5n, hi: 12n });
    expect(intervalWith(plus(scale(2n, f), -20))).not.toBeNull();
  });
  it.each<[what: string, above: Term]>([
    ['a square', plus(mul(f, f), -100)],
    ['a square alone', mul(f, f)],
    ['a cube', mul(f, mul(f, f))],
  ])('is none with %s', (_, above) => expect(intervalWith(above)).toBeNull());
});
